#!/usr/bin/env fermata
; A twelve-tone matrix, printed: a script, not a score. Give it twelve pitch classes, or none
; for a row that is symmetrical in itself:  fermata matrix.scm 0 11 3 4 8 7 9 5 6 1 2 10
(use rows)

(define given (map string->number (cdr (command-line))))
(define the-row (row (if (null? given) '(11 10 2 3 7 6 8 4 5 0 1 9) given)))

(define (say . texts)
  (for-each display texts)
  (newline))

(define (form->text form)
  (string-append (symbol->string (keyword->symbol (car form))) (number->string (cadr form))))

(display (row-matrix->text the-row #:names #t))
(newline)
(say "Row:            " (row->text the-row #:names #t))
(say "Intervals:      " (string-join (map number->string (row-intervals the-row)) " "))
(say "Hexachords:     " (string-join (row-hexachords the-row) ", "))
(say "All intervals:  " (if (row-all-interval? the-row) "yes" "no"))
(say "One trichord:   " (if (row-derived? the-row 3) "yes" "no"))
(say "Combinatorial:  " (string-join (map form->text (row-combinatorial the-row)) " "))
