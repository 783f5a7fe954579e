;;; (fermata cli eval) -- fermata eval and fermata run.

(define-module (fermata cli eval)
  #:use-module (fermata cli)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata native file)
  #:use-module (fermata native host)
  #:use-module (fermata outcome)
  #:use-module (fermata print)
  #:export (eval-command
            run-command))

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
