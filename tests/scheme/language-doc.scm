;;; Every example of docs/language.md is evaluated: with an arrow it prints what is said,
;;; without it works.

(load "harness.scm")
(use-modules (ice-9 rdelim))

(define (blocks port)
  "Return the contents of the blocks marked as scheme, each a list of lines."
  (let loop ((block #f) (found '()))
    (let ((line (read-line port)))
      (cond ((eof-object? line) (reverse found))
            ((string=? line "```scheme") (loop '() found))
            ((and block (string=? line "```")) (loop #f (cons (reverse block) found)))
            (block (loop (cons line block) found))
            (else (loop #f found))))))

(define (one-line text)
  (string-join (string-tokenize text (char-set-complement char-set:whitespace)) " "))

(define (check-line line)
  (let ((arrow (string-contains line "  =>  ")))
    (check-equal line (substring line (+ arrow 6))
                 (one-line (result-text (outcome-of (substring line 0 arrow)))))))

(define (check-block lines)
  (if (string-contains (car lines) "  =>  ")
      (for-each check-line lines)
      (check-equal (car lines) #f (outcome-problem (outcome-of (string-join lines "\n"))))))

(define found (call-with-input-file "docs/language.md" blocks))
(check "there are examples" (> (length found) 10))
(for-each check-block found)

(finish-tests)
