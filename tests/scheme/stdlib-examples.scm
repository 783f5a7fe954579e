;;; Every procedure of the standard library has a docstring, and its examples are true.

(load "harness.scm")
(use-modules (srfi srfi-1))

(define libraries '(chords intervals rows scales sets voice-leading))

(define (examples doc)
  "Return the examples (EXPRESSION VALUE) of a docstring: lines of the form `  EXPRESSION  =>
VALUE'."
  (filter-map (lambda (line)
                (let ((arrow (string-contains line "  =>  ")))
                  (and arrow
                       (list (string-trim-both (substring line 0 arrow))
                             (string-trim-both (substring line (+ arrow 6)))))))
              (string-split doc #\newline)))

(define (uses) (string-append "(use " (string-join (map symbol->string libraries) " ") ")\n"))

(define (check-procedure library name procedure)
  (let* ((where (string-append (symbol->string library) ": " (symbol->string name)))
         (doc (and (procedure? procedure) (procedure-documentation procedure)))
         (found (if doc (examples doc) '())))
    (check (string-append where " has a docstring with an example") (pair? found))
    (for-each (lambda (example)
                (check-equal (string-append where ": " (first example)) (second example)
                             (result-text (outcome-of (string-append (uses) (first example))))))
              found)))

(for-each (lambda (library)
            (module-for-each (lambda (name variable)
                               (check-procedure library name (variable-ref variable)))
                             (resolve-interface (list 'fermata 'stdlib library))))
          libraries)

(finish-tests)
