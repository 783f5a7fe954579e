;;; (fermata cli) -- what the subcommands of the program share: options, exit codes, complaints.

(define-module (fermata cli)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:autoload (fermata display error) (display-problem)
  #:export (exit-file
            exit-internal
            exit-interrupted
            exit-music
            exit-ok
            exit-usage
            finish
            file-problem-guard
            parse-options
            problem-exit-code
            report-outcome
            unknown
            usage-error))

(define exit-ok 0)
(define exit-music 1)                   ; the music or the program is wrong
(define exit-usage 2)
(define exit-file 3)
(define exit-internal 70)               ; our own mistake
(define exit-interrupted 130)

(define (finish code)
  "End the program with CODE, from anywhere in a subcommand."
  (throw 'fermata-finish code))

(define (complain text)
  (display text (current-error-port))
  (newline (current-error-port)))

(define* (usage-error message #:optional (hint "fermata --help lists what there is"))
  "Say that the command line is wrong, and end."
  (complain (string-append "fermata: " message))
  (when hint (complain (string-append "hint: " hint)))
  (finish exit-usage))

(define (unknown what name names)
  "End with a usage error: there is no WHAT called NAME among NAMES."
  (let ((near (suggest-name name names)))
    (usage-error (string-append "unknown " what " " name)
                 (if near
                     (string-append "did you mean " near " ?")
                     "fermata --help lists what there is"))))

(define (option-row text options)
  (or-map (lambda (row) (and (member text (cdr row)) row)) options))

(define (split-option text)
  "Return (NAME . VALUE) of an option; VALUE is #f unless it is written NAME=VALUE."
  (let ((at (and (string-prefix? "--" text) (string-index text #\=))))
    (if at (cons (substring text 0 at) (substring text (+ at 1))) (cons text #f))))

(define (parse-options args flags valued)
  "Sort ARGS into (values OPTIONS OPERANDS). FLAGS and VALUED are lists of (KEY NAME ...);
OPTIONS is an alist of KEY to #t or to the value. An unknown option ends with a suggestion."
  (let loop ((args args) (options '()) (operands '()))
    (cond
     ((null? args) (values options (reverse operands)))
     ((string=? (car args) "--") (values options (append (reverse operands) (cdr args))))
     ((or (string=? (car args) "-") (not (string-prefix? "-" (car args))))
      (loop (cdr args) options (cons (car args) operands)))
     (else
      (let* ((option (split-option (car args)))
             (flag (option-row (car option) flags))
             (row (option-row (car option) valued)))
        (cond
         (flag (loop (cdr args) (acons (car flag) #t options) operands))
         ((and row (cdr option)) (loop (cdr args) (acons (car row) (cdr option) options) operands))
         ((and row (pair? (cdr args)))
          (loop (cddr args) (acons (car row) (cadr args) options) operands))
         (row (usage-error (string-append (car option) " needs a value")))
         (else (unknown "option" (car option)
                        (apply append '("--help") (map cdr (append flags valued)))))))))))

(define (problem-exit-code problem)
  "Return the exit code that PROBLEM ends the program with."
  (case (problem-kind problem)
    ((file) exit-file)
    ((interrupt) exit-interrupted)
    ((internal) exit-internal)
    (else exit-music)))

(define (report-outcome outcome)
  "Show the notices and the problem of OUTCOME, if it has any, and return the exit code."
  (for-each complain (outcome-notices outcome))
  (cond ((outcome-problem outcome)
         => (lambda (problem)
              (force-output)
              (display-problem problem)
              (problem-exit-code problem)))
        (else (or (outcome-exit-code outcome) exit-ok))))

(define (file-problem-guard thunk)
  "Call THUNK; when a native procedure refuses, say why and end with the code that fits."
  (catch 'fermata-error
    thunk
    (lambda (key kind message hint . rest)
      (complain (string-append "fermata: " message))
      (when hint (complain (string-append "hint: " hint)))
      (finish (case kind
                ((file) exit-file)
                ((interrupt) exit-interrupted)
                ((internal) exit-internal)
                (else exit-music))))))
