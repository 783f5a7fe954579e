;;; (fermata help) -- what a name means: the text behind ?name, fermata doc and docs/primitives.md.

(define-module (fermata help)
  #:use-module (fermata environment)
  #:use-module (fermata native pitches)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata print)
  #:use-module (fermata standard)
  #:autoload (ice-9 documentation) (object-documentation)
  #:autoload (ice-9 session) (procedure-arguments)
  #:autoload (system vm program) (program? program-sources)
  #:use-module (srfi srfi-1)
  #:export (describe-keyword
            describe-name
            keyword-summary
            known-names
            name-summary
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

(define (value-text name value)
  "Return what is known of VALUE, which NAME means."
  (cond ((pitch? value) (pitch-text name value))
        ((duration? value) (duration-text name value))
        ((procedure? value) (procedure-text name value))
        ((macro? value)
         (titled name (or (procedure-documentation (macro-transformer value))
                          "Syntax: a word that is not called like a procedure.")))
        (else (titled name (string-append "It is " (value->text value #:limit 400) ".")))))

(define (titled name text)
  (string-append (symbol->string name) "\n\n" text "\n"))

(define (pitch-text name pitch)
  (let ((word (symbol->string name)))
    (titled name (string-append "A pitch: octave " (number->string (pitch-octave pitch))
                                ", number " (number->string (pitch->midi pitch))
                                " where c4 is 60.\n\nFor example: (note " word " :q)"))))

(define (duration-text name duration)
  (let ((word (symbol->string name)))
    (titled name (string-append "A duration: " (number->string (duration-length duration))
                                " of a whole note.\n\nFor example: (note c4 :" word ")"))))

(define (procedure-text name procedure)
  (string-append (call-text name procedure) "\n\n"
                 (or (documentation procedure) "There is no description of this.") "\n"))

(define (documentation procedure)
  "Return what PROCEDURE says of itself, or what Guile's manual says of it, or #f."
  (let ((text (or (procedure-documentation procedure)
                  (false-if-exception (object-documentation procedure)))))
    (and (string? text) (string-trim-both text))))

;; What was typed runs in Guile's evaluator, whose own argument names would be shown.
(define (compiled? procedure)
  (let ((sources (and (program? procedure) (program-sources procedure))))
    (and (pair? sources)
         (not (equal? (cadar sources) "ice-9/eval.scm")))))

(define (call-text name procedure)
  "Return NAME, or how it is called when PROCEDURE, compiled from Scheme, tells its arguments."
  (let ((arguments (and (compiled? procedure)
                        (false-if-exception (procedure-arguments procedure)))))
    (define (words key)
      (map (lambda (argument) (string-upcase (symbol->string argument)))
           (or (assq-ref arguments key) '())))
    (define (keyword-text pair)
      (string-append "[:" (symbol->string (keyword->symbol (car pair))) "]"))
    (define rest (and arguments (assq-ref arguments 'rest)))
    (if arguments
        (string-append
         "(" (string-join
              (append (list (symbol->string name))
                      (words 'required)
                      (map (lambda (word) (string-append "[" word "]")) (words 'optional))
                      (map keyword-text (or (assq-ref arguments 'keyword) '()))
                      (if (symbol? rest)
                          (list (string-append (string-upcase (symbol->string rest)) " ..."))
                          '())))
         ")")
        (symbol->string name))))

(define* (describe-name name #:optional (environment (make-environment)))
  "Return a text about the symbol NAME as ENVIRONMENT sees it, or #f when it means nothing there."
  (let* ((module (environment-module environment))
         (own (module-local-variable module name))
         (variable (module-variable module name)))
    (cond ((and (not own) (row-named name)) => row-text)
          ((and variable (not own) (assq-ref syntax-texts name)))
          ((and variable (variable-bound? variable)) (value-text name (variable-ref variable)))
          ((standard-variable name)
           => (lambda (found)
                (string-append (value-text name (variable-ref found)) "\nIt comes with (use "
                               (symbol->string (standard-home name)) ").\n")))
          (else (describe-keyword (symbol->string name))))))

(define (describe-keyword word)
  "Return a text about WORD, without colon, as a word of a vocabulary such as durations; or #f."
  (or-map (lambda (topic)
            (let ((line (find-line (string-append ":" word) (topic-lines topic))))
              (and line
                   (string-append ":" word " (" topic ")\n\n" (string-trim-both line) "\n"
                                  (keyword-example topic word)))))
          (topic-names)))

(define (keyword-example topic word)
  (let ((example (cond ((string=? topic "durations") (string-append "(note c4 :" word ")"))
                       ((string=? topic "clefs") (string-append "(clef :" word ")"))
                       ((string=? topic "keys") (string-append "(key d :" word ")"))
                       ((string=? topic "instruments") (string-append "(part :" word ")"))
                       ((string=? topic "barlines") (string-append "(barline :" word ")"))
                       ((member topic '("dynamics" "articulations" "ornaments" "techniques"))
                        (string-append "(note c4 :q :" word ")"))
                       (else #f))))
    (if example (string-append "\nFor example: " example "\n") "")))

(define topic-table '())                ; (TOPIC . lines), as they are asked for

(define (topic-lines topic)
  (or (assoc-ref topic-table topic)
      (let ((lines (string-split (topic-text topic) #\newline)))
        (set! topic-table (acons topic lines topic-table))
        lines)))

(define (find-line word lines)
  "Return the line among LINES in which WORD stands first or after `also'."
  (define (words line)
    (string-tokenize line (char-set-complement (char-set #\space #\, #\;))))
  (or-map (lambda (line)
            (and (string-contains line word)
                 (let ((words (words line)))
                   (and (pair? words)
                        (or (string=? (car words) word)
                            (member word (or (member "also" words) '())))
                        line))))
          lines))

;;; One line about each name

(define (known-names environment)
  "Return the symbols that ENVIRONMENT sees and those of the standard library, without Guile's own
constants and machinery."
  (filter (lambda (name)
            (not (or (string-prefix? "%" (symbol->string name)) (constant-of-guile? name))))
          (append (environment-visible-names environment)
                  (append-map standard-exports (standard-names)))))

(define (constant-of-guile? name)
  (let ((variable (module-variable the-root-module name)))
    (and variable (variable-bound? variable)
         (let ((value (variable-ref variable)))
           (not (or (procedure? value) (macro? value)))))))

(define (first-sentence text)
  "Return the first sentence of TEXT, on one line."
  (let* ((paragraph (string-join (take-while (negate string-null?)
                                             (string-split (string-trim-both text) #\newline))
                                 " "))
         (end (string-contains paragraph ". ")))
    (if end (substring paragraph 0 (+ end 1)) paragraph)))

(define summaries #f)                   ; name -> first sentence about a native procedure or form

(define (native-summary name)
  (unless summaries
    (set! summaries (make-hash-table))
    (for-each (lambda (row) (hashq-set! summaries (cadr row) (first-sentence (list-ref row 3))))
              (primitive-rows)))
  (hashq-ref summaries name))

(define (name-summary name environment)
  "Return one line about the symbol NAME as ENVIRONMENT or the standard library has it, or \"\"."
  (let* ((module (environment-module environment))
         (own (module-local-variable module name))
         (variable (or (module-variable module name) (standard-variable name))))
    (cond ((and (not own) (native-summary name)))
          ((and (not own) (assq-ref syntax-texts name))
           => (lambda (text) (first-sentence (string-drop text (string-index text #\newline)))))
          ((not (and variable (variable-bound? variable))) "")
          (else (value-summary (variable-ref variable))))))

(define (keyword-summary word)
  "Return one line about the keyword WORD, without colon, of some vocabulary; or \"\"."
  (let ((line (or-map (lambda (topic) (find-line (string-append ":" word) (topic-lines topic)))
                      (topic-names))))
    (if line
        (string-trim (string-drop (string-trim line) (+ 1 (string-length word))))
        "")))

(define (value-summary value)
  (cond ((procedure? value) (first-sentence (or (procedure-documentation value) "")))
        ((macro? value) "syntax")
        (else (value->text value #:limit 60 #:elements 8))))

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
