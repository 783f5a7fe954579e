;;; (fermata help) -- what a name means: the text behind ?name, fermata doc and docs/primitives.md.

(define-module (fermata help)
  #:use-module (fermata environment)
  #:use-module (fermata native text)
  #:use-module (fermata standard)
  #:export (describe-name
            primitives-markdown))

(define (row-named name)
  (or-map (lambda (row) (and (eq? (cadr row) name) row)) (primitive-rows)))

(define (row-text row)
  (string-append (list-ref row 2) "\n\n" (string-trim-both (list-ref row 3)) "\n"
                 (example-text (cadr row))))

(define (example-text name)
  (let ((form (form-row (symbol->string name))))
    (if (and form (not (string-null? (list-ref form 3))))
        (string-append "\nFor example: " (list-ref form 3) "\n")
        "")))

(define syntax-texts
  '((use . "(use NAME ...)

Import libraries: of the standard library, or files NAME.ferm or NAME.scm beside the file that says
so, in a directory of FERMATA_PATH, or in the current directory.
")
    (use-key . "(use-key TONIC [:MODE])

From now on a pitch name without accidental takes the key's: after (use-key d :major), f4 is F sharp
and fn4 is F. Loaded files and libraries keep plain names. A new part begins in that key. (use-key)
alone ends it.
")
    (set-key! . "(set-key! TONIC [:MODE] [:measure N] [:part P])

Let the score be in that key from its beginning, or from measure N on, in every part or in P. The
notes stay as they are. (set-key! d :major :measure 5)
")
    (transaction . "(transaction BODY ...)

Evaluate BODY; when it fails, the score and the defaults are again as they were before it.
(transaction (delete-measures! 3 5) (insert-measure! 3 (measure (rest :measure))))
")))

(define (procedure-text name value)
  (string-append (symbol->string name) "\n\n"
                 (or (and (procedure? value) (procedure-documentation value))
                     "There is no description of this.")
                 "\n"))

(define* (describe-name name #:optional (environment (make-environment)))
  "Return a text about the symbol NAME as ENVIRONMENT sees it, or #f when it means nothing there."
  (let* ((module (environment-module environment))
         (own (module-local-variable module name))
         (variable (module-variable module name)))
    (cond ((and (not own) (row-named name)) => row-text)
          ((and variable (not own) (assq-ref syntax-texts name)))
          ((and variable (variable-bound? variable)) (procedure-text name (variable-ref variable)))
          ((standard-variable name)
           => (lambda (found)
                (string-append (procedure-text name (variable-ref found)) "\nIt comes with (use "
                               (symbol->string (standard-home name)) ").\n")))
          (else #f))))

(define (row-markdown row)
  (string-append "### `" (symbol->string (cadr row)) "`\n\n"
                 "```scheme\n" (list-ref row 2) "\n```\n\n"
                 (string-trim-both (list-ref row 3)) "\n\n"))

(define (modules rows)
  (let loop ((rows rows) (seen '()))
    (cond ((null? rows) (reverse seen))
          ((memq (caar rows) seen) (loop (cdr rows) seen))
          (else (loop (cdr rows) (cons (caar rows) seen))))))

(define (module-markdown module rows)
  (apply string-append
         "## (fermata native " (symbol->string module) ")\n\n"
         (map (lambda (row) (if (eq? (car row) module) (row-markdown row) "")) rows)))

(define (primitives-markdown)
  "Return the reference of all native procedures and music forms, as docs/primitives.md has it."
  (let ((rows (primitive-rows)))
    (apply string-append
           "# Primitives\n\n"
           "Made by `fermata --primitives-doc` from the declarations themselves; do not edit.\n\n"
           (map (lambda (module) (module-markdown module rows)) (modules rows)))))
