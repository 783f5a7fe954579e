;;; (fermata cli eval) -- fermata eval, fermata run, and the plain prompt.

(define-module (fermata cli eval)
  #:use-module (fermata cli)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata native file)
  #:use-module (fermata native host)
  #:use-module (fermata native reader)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude session)
  #:use-module (fermata print)
  #:autoload (ice-9 rdelim) (read-line)
  #:export (eval-command
            run-command
            terminal-command))

(define (print-value value)
  "Print VALUE on a line of its own, unless it says nothing."
  (unless (unspecified? value)
    (display (value->text value))
    (newline)))

(define (eval-command args)
  "Evaluate the expressions ARGS and print their values."
  (when (null? args) (usage-error "eval needs an expression" "fermata eval '(note c4 :q)'"))
  (let ((outcome (evaluate-text (make-environment) (string-join args " ") #:name "<eval>")))
    (for-each print-value (outcome-values outcome))
    (report-outcome outcome)))

(define (run-file path)
  (let ((environment (make-environment)))
    (unless (string=? path "-")
      (set-environment-directory! environment (dirname path)))
    (report-outcome
     (evaluate-text environment (read-file path) #:name (if (string=? path "-") "<stdin>" path)))))

(define (run-command args)
  "Evaluate the file that ARGS begins with; the rest is for it."
  (let ((args (if (and (pair? args) (string=? (car args) "--")) (cdr args) args)))
    (when (null? args) (usage-error "run needs a file" "fermata run tune.ferm"))
    (when (and (string-prefix? "-" (car args)) (not (string=? (car args) "-")))
      (unknown "option" (car args) '("--help")))
    (set-program-arguments args)
    (run-file (car args))))

(define (terminal-command)
  "Read from the terminal with a prompt, or evaluate standard input whole."
  (if (terminal? 0) (prompt-loop) (run-file "-")))

(define (incomplete? source)
  (let ((problem (source-problem source)))
    (and problem (eq? (car problem) 'incomplete))))

(define (read-entry number)
  "Return a source of lines typed until they are a whole, or #f at the end of input."
  (let loop ((text "") (prompt (string-append "In[" (number->string number) "]: ")))
    (display prompt)
    (force-output)
    (let ((line (read-line)))
      (if (eof-object? line)
          #f
          (let* ((text (string-append text line "\n"))
                 (source (make-source text (string-append "In[" (number->string number) "]"))))
            (if (incomplete? source)
                (loop text (make-string (string-length prompt) #\space))
                source))))))

;; What has been typed, newest first: (NUMBER SOURCE . VALUE).
(define entries '())

(define (remember! number source values)
  (when (and (pair? values) (not (unspecified? (car values))))
    (set! entries (cons (cons* number source (car values)) entries))))

(define (entry-numbered index)
  (if (negative? index)
      (and (<= (- index) (length entries)) (list-ref entries (- (- index) 1)))
      (assv index entries)))

(define (recall which index)
  "Return the value (WHICH is out) or the expression of entry INDEX; negative counts back."
  (let ((entry (entry-numbered index)))
    (unless entry
      (raise-problem 'value (string-append "there is no entry " (number->string index)
                                           " with a value")))
    (if (eq? which 'out)
        (cddr entry)
        (source-datum (cadr entry) 0))))

(define (prompt-loop)
  (display "Ctrl-D leaves. In the shell, fermata --help and fermata doc NAME explain.\n")
  (fluid-set! history-procedure recall)
  (let ((environment (make-environment)))
    (let loop ((number 1))
      (let ((source (catch 'user-interrupt
                      (lambda () (read-entry number))
                      (lambda args (newline) 'interrupted))))
        (cond
         ((eq? source 'interrupted) (loop number))
         ((not source) (newline) exit-ok)
         ((not (or (source-problem source) (source-next source 0))) (loop number))
         (else
          (let ((outcome (evaluate-source environment source)))
            (for-each (lambda (value) (print-result number value)) (outcome-values outcome))
            (remember! number source (outcome-values outcome))
            (report-outcome outcome)
            (or (outcome-exit-code outcome) (loop (+ number 1))))))))))

(define (print-result number value)
  (unless (unspecified? value)
    (display (string-append "Out[" (number->string number) "]: "))
    (print-value value)))
