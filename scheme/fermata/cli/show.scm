;;; (fermata cli show) -- fermata show, fermata doc: what the language knows.

(define-module (fermata cli show)
  #:use-module (fermata cli)
  #:use-module (fermata environment)
  #:use-module (fermata help)
  #:use-module (fermata native text)
  #:export (commands-doc-command
            doc-command
            primitives-doc-command
            show-command))

(define (show-command args)
  "Print the topic in ARGS, or the names of all topics."
  (call-with-values (lambda () (parse-options args '((json "--json")) '((format "-f" "--format"))))
    (lambda (options operands)
      (let ((format (or (assq-ref options 'format) (if (assq-ref options 'json) "json" "text"))))
        (unless (member format '("text" "json")) (unknown "format" format '("text" "json")))
        (when (> (length operands) 1) (usage-error "show takes one topic"))
        (unless (or (null? operands) (member (car operands) (topic-names)))
          (unknown "topic" (car operands) (topic-names)))
        (show operands (string=? format "json"))
        exit-ok))))

(define (show operands json?)
  (cond (json? (print-line (topic-json (if (null? operands) "" (car operands)))))
        ((null? operands)
         (display "Topics:\n")
         (for-each (lambda (name) (display (string-append "  " name "\n"))) (topic-names)))
        (else (print-line (topic-text (car operands))))))

(define (print-line text)
  (display text)
  (unless (string-suffix? "\n" text) (newline)))

(define (doc-command args)
  "Print what is known about the name in ARGS."
  (when (null? args) (usage-error "doc needs a name" "fermata doc note"))
  (let* ((environment (make-environment))
         (text (describe-name (string->symbol (car args)) environment)))
    (unless text (unknown "name" (car args) (environment-visible-names environment)))
    (display text)
    exit-ok))

(define (primitives-doc-command)
  "Print docs/primitives.md."
  (display (primitives-markdown))
  exit-ok)

(define (commands-doc-command)
  "Print docs/commands.md."
  (resolve-interface '(fermata commands))
  (display ((module-ref (resolve-interface '(fermata manual)) 'commands-markdown)))
  exit-ok)
