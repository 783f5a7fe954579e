;;; Every set class against a table from elsewhere: all 223 rows of the test data.

(load "harness.scm")
(use-modules (ice-9 rdelim))
(use sets)

(define table
  (string-append (or (getenv "FERMATA_TEST_DATA") "../shared") "/reference/set-classes.tsv"))

(unless (file-exists? table)
  (display "set classes: not compared, which needs reference/set-classes.tsv in the test data\n")
  (exit 77))

(define (numbers text) (map string->number (string-tokenize text)))

(define (vector-numbers text)
  "Return the counts of an interval vector, written as digits, or with commas when one has two."
  (if (string-index text #\,)
      (map string->number (string-split text #\,))
      (map (lambda (digit) (string->number (string digit))) (string->list text))))

(define (check-row name forte rahn vector partner transpositions inversions)
  (let* ((prime (numbers forte))
         (moved (set-transpose (set-invert (reverse prime) 5) 3)))
    (define (same what expected actual)
      (check-equal (string-append name " " what) expected actual))
    (same "name" name (set-forte-name moved))
    (same "by name" prime (forte-name->set name))
    (same "prime form" prime (set-prime-form moved))
    (same "prime form after Rahn" (numbers rahn) (set-prime-form-rahn moved))
    (same "vector" (vector-numbers vector) (set-interval-vector moved))
    (same "partner" (if (string-null? partner) #f partner) (set-z-partner moved))
    (same "symmetry" (list (string->number transpositions) (string->number inversions))
          (set-symmetry moved))))

(define rows
  (call-with-input-file table
    (lambda (port)
      (read-line port)
      (let loop ((count 0))
        (let ((line (read-line port)))
          (cond ((eof-object? line) count)
                (else (apply check-row (string-split line #\tab))
                      (loop (+ count 1)))))))))

(check-equal "rows" 223 rows)
(check-equal "classes" 223
             (apply + (map (lambda (size) (length (set-classes (+ size 1)))) (iota 12))))

(finish-tests)
