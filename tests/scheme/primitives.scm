;;; Every native procedure has a usage line and a doc, and every example in a doc is true.

(load "harness.scm")
(use-modules (fermata native text) (fermata help) (srfi srfi-1))

(define (lines text) (string-split text #\newline))

(define (example-of line)
  "Return (EXPRESSION . VALUE), both texts, when LINE is an example."
  (let ((at (string-contains line "  =>  ")))
    (and at (string-prefix? "  " line)
         (cons (string-trim-both (substring line 0 at))
               (string-trim-both (substring line (+ at 6)))))))

(define (check-example module example)
  (let ((environment (make-environment)))
    (evaluate-text environment
                   (string-append "(use-modules (fermata native " (symbol->string module) "))"))
    (let* ((outcome (evaluate-text environment (car example)))
           (text (result-text outcome))
           (expected (evaluate-text environment (cdr example))))
      (check (list (car example) "gives" text "and not" (cdr example))
             (and (not (outcome-problem outcome))
                  (or (string=? text (cdr example))
                      (equal? (outcome-value outcome) (outcome-value expected))))))))

(for-each
 (lambda (row)
   (let ((module (first row)) (name (symbol->string (second row)))
         (usage (third row)) (doc (fourth row)))
     (check (list name 'usage)
            (or (string-prefix? (string-append "(" name " ") usage)
                (string=? (string-append "(" name ")") usage)))
     (check (list name 'doc) (> (string-length (string-trim-both doc)) 4))
     (for-each (lambda (line)
                 (let ((example (example-of line)))
                   (when example (check-example module example))))
               (lines doc))))
 (primitive-rows))

;; Each music form's example evaluates.
(for-each
 (lambda (row)
   (let* ((form (form-row (symbol->string (second row))))
          (problem (and form (outcome-problem (outcome-of (fourth form))))))
     (check-equal (list (second row) 'example) #f (and problem (problem-message problem)))))
 (filter (lambda (row) (eq? (first row) 'notation)) (primitive-rows)))

;; Exported procedures of the prelude are described.
(for-each
 (lambda (name)
   (check (list name 'described)
          (let ((text (describe-name name)))
            (and text (not (string-contains text "no description"))))))
 '(transpose transpose-diatonic invert retrograde augment diminish repeat canon map-pitches
   map-events
   define-instrument load expt make-vector use use-key key measure))

(check "the reference is made of all of them"
       (let ((text (primitives-markdown)))
         (every (lambda (row) (string-contains text (third row))) (primitive-rows))))

(finish-tests)
