;;; (fermata evaluate) -- text to outcome, in an environment.
;;; Each top-level form is read natively when it is pure notation; otherwise it is expanded, marked
;;; with places and evaluated. Whatever ends an evaluation, the driver puts the state back itself:
;;; after some aborts, dynamic-wind does not.

(define-module (fermata evaluate)
  #:use-module (fermata environment)
  #:use-module (fermata native edit)
  #:use-module (fermata native host)
  #:use-module (fermata native reader)
  #:use-module (fermata outcome)
  #:use-module (ice-9 control)
  #:use-module (system vm vm)
  #:autoload (fermata explain) (explain-exception explain-read-problem)
  #:autoload (fermata instrument) (instrument)
  #:export (evaluate-call
            evaluate-source
            evaluate-text
            source-numbered))

;; In words. An evaluation inside another gets half, so that it reaches its own limit first.
(define stack-limit (make-fluid 8000000))

;; Sources by number: a procedure may fail long after the text that made it was evaluated. Those
;; that defined something are kept; of the others the last thousand, because an error of theirs
;; comes soon or never.
(define sources (make-hash-table))
(define kept (make-hash-table))
(define source-count 0)
(define passing-sources 1000)

(define (register-source! source)
  (set! source-count (+ source-count 1))
  (hashv-set! sources source-count source)
  (let ((old (- source-count passing-sources)))
    (unless (hashv-ref kept old) (hashv-remove! sources old)))
  source-count)

(define (keep-source! number)
  (hashv-set! kept number #t))

(define (source-numbered number)
  "Return the source that place marks call NUMBER, or #f."
  (hashv-ref sources number))

(define (place-reader source number)
  "Return a procedure from the source properties of a tree to a mark, or #f when they are not
SOURCE's."
  (let ((name (source-name source)) (base (ash number 32)))
    (lambda (src)
      (let ((file (if (vector? src) (vector-ref src 0) (assq-ref src 'filename)))
            (line (if (vector? src) (vector-ref src 1) (assq-ref src 'line)))
            (column (if (vector? src) (vector-ref src 2) (assq-ref src 'column))))
        (and line (equal? file name)
             (let ((offset (source-offset source line column)))
               (and offset (+ base offset))))))))

(define (evaluate-datum environment source number token)
  "Expand the datum at TOKEN, mark it, evaluate it; names it defines are followed by code that used
them before."
  (let* ((defined '())
         (tree (instrument (macroexpand (source-datum source token)) (place-reader source number)
                           (lambda (name uses)
                             (when uses (environment-note-definition! environment name uses))
                             (set! defined (cons name defined))))))
    (take-kept-form!)
    (call-with-values (lambda () (primitive-eval tree))
      (lambda results
        (for-each (lambda (name) (follow-definition! environment name)) defined)
        (unless (null? defined) (keep-source! number))
        (let ((observer (environment-observer environment)))
          (when observer (observer source token defined)))
        results))))

(define (follow-definition! environment name)
  (let ((variable (module-local-variable (environment-module environment) name)))
    (when (and variable (variable-bound? variable))
      (environment-follow! environment name (variable-ref variable)))))

(define (notation-value environment source token)
  "Return a list of the music that the datum at TOKEN is, or #f when it must be evaluated."
  (and (not (environment-key environment))
       (source-notation source token (environment-defined-tables environment))))

(define (guarded thunk)
  "Call THUNK, which returns a list; return (done . list), or (KEY ARGS MARK) when it failed."
  (let ((module (current-module))
        (hears? (hear-interrupts! #f))
        (ports (list (current-input-port) (current-output-port) (current-error-port)))
        (result #f))
    ;; The mark is read after unwinding: a handler before it would make Guile warn on stderr about
    ;; every stack overflow.
    (define (handle key . args)
      (hear-interrupts! #f)
      (set! result (list key args (last-mark))))
    (with-continuation-barrier
     (lambda ()
       (call-with-escape-continuation
        (lambda (escape)
         (catch #t
           (lambda ()
             (call-with-stack-overflow-handler (fluid-ref stack-limit)
               (lambda ()
                 (with-fluids ((stack-limit (quotient (fluid-ref stack-limit) 2)))
                   (set! result (cons 'done (heard thunk)))))
               (lambda ()
                 (set! result (list 'stack-overflow '() (last-mark)))
                 (escape #t))))
           handle)))))
    (restore! module ports)
    (hear-interrupts! hears?)
    result))

;; Between evaluations a prompt is deaf to Ctrl-C and hears of it from the loop; blocked asyncs
;; would not do, for Guile runs one that waits before it has noted that they are unblocked.
(define (heard thunk)
  "Call THUNK, which Ctrl-C may end, also when it has only cut a sleep short."
  (hear-interrupts! #t)
  (let ((results (thunk)))
    (hear-interrupts! #f)
    (when (clear-interrupt!) (throw 'user-interrupt))
    results))

(define (restore! module ports)
  "Put back what an aborted evaluation may have left changed."
  (set-current-module module)
  (set-current-input-port (car ports))
  (set-current-output-port (cadr ports))
  (set-current-error-port (caddr ports))
  (clear-interrupt!)
  (run-finalizers!))

(define (no-each values token) #t)

(define (evaluate-forms environment source number each)
  "Evaluate every top-level form of SOURCE in order; return the values of the last."
  (let loop ((token 0) (results '()))
    (let ((start (source-next source token)))
      (if (not start)
          results
          (let ((results (or (notation-value environment source start)
                             (begin
                               (start-watcher!)
                               (evaluate-datum environment source number start)))))
            (each results start)
            (loop (source-after source start) results))))))

(define* (evaluate-source environment source #:key (each no-each))
  "Evaluate all of SOURCE in ENVIRONMENT; EACH is called with the list of values of each top-level
form and its token. Return an outcome."
  (if (source-problem source)
      (make-outcome '() "" (explain-read-problem source) #f '())
      (let* ((number (register-source! source))
             (current-token 0)
             (length-outside (set-default-length! (or (environment-duration environment) 1/4)))
             (result (guarded
                      (lambda ()
                        (set-current-module (environment-module environment))
                        (mark! (ash number 32))
                        (evaluate-forms environment source number
                                        (lambda (values token)
                                          (set! current-token (source-after source token))
                                          (each values token)))))))
        (set-default-length! length-outside)
        (if (eq? (car result) 'done)
            (make-outcome (cdr result) "" #f #f (environment-take-notices! environment))
            (failed-outcome environment source current-token result)))))

(define (evaluate-call environment source thunk)
  "Call THUNK in ENVIRONMENT, guarded as an evaluation is; SOURCE is the text that asked for it.
Return an outcome with its value."
  (let* ((number (register-source! source))
         (result (guarded (lambda ()
                            (start-watcher!)
                            (set-current-module (environment-module environment))
                            (mark! (ash number 32))
                            (list (thunk))))))
    (if (eq? (car result) 'done)
        (make-outcome (cdr result) "" #f #f (environment-take-notices! environment))
        (failed-outcome environment source 0 result))))

(define (failed-outcome environment source token result)
  (let ((key (car result)) (args (cadr result)) (mark (caddr result)))
    (when (memq key '(out-of-memory stack-overflow)) (gc))
    (if (eq? key 'quit)
        (make-outcome '() "" #f (exit-code args) (environment-take-notices! environment))
        (make-outcome '() ""
                      (explain-exception environment key args
                                         (source-numbered (ash mark -32))
                                         (logand mark #xffffffff)
                                         source (or (source-next source token) 0))
                      #f
                      (environment-take-notices! environment)))))

(define (exit-code args)
  (cond ((null? args) 0)
        ((exact-integer? (car args)) (logand (car args) 255))
        ((car args) 0)
        (else 1)))

(define* (evaluate-text environment text #:key (name "<text>") (each no-each))
  "Evaluate TEXT, which errors call NAME, in ENVIRONMENT. Return an outcome."
  (evaluate-source environment (make-source text name) #:each each))
