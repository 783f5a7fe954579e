;;; (fermata stdlib rows) -- twelve-tone rows: an order of all twelve pitch classes, from which
;;; serial music draws its melodies and chords, forwards and backwards, upright and inverted.
;;;
;;; A row is given as twelve pitches or numbers and comes back as numbers from 0 (C) to 11 (B).
;;; Forms are named by the pitch class on which P and I begin; R and RI are these read
;;; backwards, and so named by the class on which they end.

(define-module (fermata stdlib rows)
  #:use-module (fermata native pitches)
  #:use-module (fermata outcome)
  #:use-module (fermata stdlib sets)
  #:use-module (srfi srfi-1)
  #:export (row
            row->text
            row-all-interval?
            row-combinatorial
            row-derived?
            row-form
            row-forms
            row-hexachords
            row-intervals
            row-inversion
            row-matrix
            row-matrix->text
            row-multiply
            row-pitches
            row-retrograde
            row-retrograde-inversion
            row-rotate
            row-segments
            row-transpose
            row?))

(define (row? value)
  "Return whether VALUE is a list of twelve pitches or numbers with every pitch class once.
  (row? '(0 11 3 4 8 7 9 5 6 1 2 10))  =>  #t"
  (and (list? value)
       (= (length value) 12)
       (every (lambda (element) (or (exact-integer? element) (pitch-like? element))) value)
       (equal? (sort (map pc value) <) (iota 12))))

(define (pitch-like? element)
  (and (procedure? element) (false-if-exception (pc element)) #t))

(define (row elements)
  "Return the row of ELEMENTS as pitch classes; anything but all twelve, each once, is refused.
  (row '(12 11 3 4 8 7 9 5 6 1 2 10))  =>  (0 11 3 4 8 7 9 5 6 1 2 10)"
  (unless (row? elements)
    (raise-problem 'value "this is no row" (row-complaint elements)))
  (map pc elements))

(define (row-complaint elements)
  (let* ((classes (if (list? elements) (map (lambda (e) (false-if-exception (pc e))) elements) '()))
         (missing (lset-difference eqv? (iota 12) classes)))
    (string-append "a row has each of the twelve pitch classes once"
                   (if (null? missing)
                       ""
                       (string-append "; missing: " (numbers->text missing))))))

(define (numbers->text numbers)
  (string-join (map number->string numbers) " "))

;;; The forms

(define (row-transpose elements semitones)
  "Return the row moved up by SEMITONES.
  (row-transpose (iota 12) 1)  =>  (1 2 3 4 5 6 7 8 9 10 11 0)"
  (map (lambda (class) (modulo (+ class semitones) 12)) (row elements)))

(define (row-inversion elements)
  "Return the row upside down, beginning with the same pitch class.
  (row-inversion '(0 11 3 4 8 7 9 5 6 1 2 10))  =>  (0 1 9 8 4 5 3 7 6 11 10 2)"
  (let* ((classes (row elements)) (axis (* 2 (car classes))))
    (map (lambda (class) (modulo (- axis class) 12)) classes)))

(define (row-retrograde elements)
  "Return the row backwards.
  (row-retrograde (iota 12))  =>  (11 10 9 8 7 6 5 4 3 2 1 0)"
  (reverse (row elements)))

(define (row-retrograde-inversion elements)
  "Return the inversion of the row, backwards.
  (row-retrograde-inversion (iota 12))  =>  (1 2 3 4 5 6 7 8 9 10 11 0)"
  (reverse (row-inversion elements)))

(define (row-rotate elements count)
  "Return the row begun COUNT places later, its beginning moved to the end.
  (row-rotate (iota 12) 2)  =>  (2 3 4 5 6 7 8 9 10 11 0 1)"
  (let ((classes (row elements)) (count (modulo count 12)))
    (append (drop classes count) (take classes count))))

(define (row-multiply elements factor)
  "Return the row with every pitch class times FACTOR, 5 or 7: fourths for semitones.
  (row-multiply (iota 12) 5)  =>  (0 5 10 3 8 1 6 11 4 9 2 7)"
  (row (map (lambda (class) (* factor class)) (row elements))))

(define (starting-on classes first)
  (row-transpose classes (- first (car classes))))

(define (row-form elements kind number)
  "Return form KIND (:P, :I, :R or :RI) of the row: P and I begin on pitch class NUMBER, R and
RI end on it.
  (row-form (iota 12) :R 3)  =>  (2 1 0 11 10 9 8 7 6 5 4 3)"
  (let ((upright (starting-on (row elements) number))
        (inverted (starting-on (row-inversion elements) number)))
    (case kind
      ((#:P) upright)
      ((#:I) inverted)
      ((#:R) (reverse upright))
      ((#:RI) (reverse inverted))
      (else (raise-problem 'value "the forms of a row are :P :I :R :RI")))))

(define (row-forms elements)
  "Return all 48 forms as a list of ((KIND NUMBER) PITCH-CLASS ...).
  (length (row-forms (iota 12)))  =>  48"
  (append-map (lambda (kind)
                (map (lambda (number) (cons (list kind number) (row-form elements kind number)))
                     (iota 12)))
              '(#:P #:I #:R #:RI)))

(define (row-matrix elements)
  "Return the matrix of the row, twelve lists: P forms from left to right, I forms downwards.
  (cadr (row-matrix (iota 12)))  =>  (11 0 1 2 3 4 5 6 7 8 9 10)"
  (map (lambda (first) (starting-on (row elements) first)) (row-inversion elements)))

;;; Properties

(define (row-intervals elements)
  "Return the eleven intervals from note to note, upwards, from 1 to 11.
  (row-intervals (iota 12))  =>  (1 1 1 1 1 1 1 1 1 1 1)"
  (let ((classes (row elements)))
    (map (lambda (from to) (modulo (- to from) 12)) (drop-right classes 1) (cdr classes))))

(define (row-all-interval? elements)
  "Return whether all eleven intervals occur between the notes of the row.
  (row-all-interval? '(0 11 1 10 2 9 3 8 4 7 5 6))  =>  #t"
  (= 11 (length (delete-duplicates (row-intervals elements)))))

(define (row-segments elements size)
  "Return the row cut into pieces of SIZE notes, which must divide 12.
  (row-segments (iota 12) 6)  =>  ((0 1 2 3 4 5) (6 7 8 9 10 11))"
  (unless (memv size '(1 2 3 4 6 12))
    (raise-problem 'value "a row is cut into pieces of 1, 2, 3, 4, 6 or 12 notes"))
  (let loop ((rest (row elements)))
    (if (null? rest) '() (cons (take rest size) (loop (drop rest size))))))

(define (row-hexachords elements)
  "Return Forte's names of the two halves of the row.
  (row-hexachords (iota 12))  =>  (\"6-1\" \"6-1\")"
  (map set-forte-name (row-segments elements 6)))

(define (row-derived? elements size)
  "Return whether all pieces of SIZE notes are of one set class, as Webern liked them.
  (row-derived? '(11 10 2 3 7 6 8 4 5 0 1 9) 3)  =>  #t"
  (= 1 (length (delete-duplicates (map set-prime-form (row-segments elements size))))))

(define (row-combinatorial elements)
  "Return the forms (KIND NUMBER) whose first half holds just the notes that the first half of
the row lacks, so that both together make an aggregate.
  (row-combinatorial '(0 1 2 3 4 5 6 7 8 9 10 11))  =>  ((:P 6) (:I 11) (:R 0) (:RI 5))"
  (let ((wanted (set-complement (take (row elements) 6))))
    (filter-map (lambda (form) (and (equal? (pc-set (take (cdr form) 6)) wanted) (car form)))
                (row-forms elements))))

;;; Texts and pitches

(define names #("C" "C#" "D" "Eb" "E" "F" "F#" "G" "Ab" "A" "Bb" "B"))

(define (class-text class names?)
  (if names? (vector-ref names class) (number->string class)))

(define* (row->text elements #:key (names #f))
  "Return the row on one line, as numbers or, with #:names #t, as note names.
  (row->text (iota 12) #:names #t)  =>  \"C C# D Eb E F F# G Ab A Bb B\""
  (string-join (map (lambda (class) (class-text class names)) (row elements)) " "))

(define* (row-matrix->text elements #:key (names #f))
  "Return the matrix as text, with the names of the forms at its four sides; with #:names #t
notes are called by name.
  (string-count (row-matrix->text (iota 12)) #\\newline)  =>  14"
  (define (cell text) (string-pad text 5))
  (define (form kind class) (cell (string-append kind (number->string class))))
  (define (edge kind classes)
    (string-append (cell "")
                   (string-concatenate (map (lambda (class) (form kind class)) classes))
                   "\n"))
  (define (line classes)
    (string-append (form "P" (car classes))
                   (string-concatenate
                    (map (lambda (class) (cell (class-text class names))) classes))
                   "   R" (number->string (car classes)) "\n"))
  (let ((classes (row elements)))
    (string-append (edge "I" classes)
                   (string-concatenate (map line (row-matrix classes)))
                   (edge "RI" classes))))

(define* (row-pitches elements #:optional (octave 4))
  "Return the row as pitches within OCTAVE, with sharps.
  (row-pitches (iota 12) 5)  =>  (c5 c#5 d5 d#5 e5 f5 f#5 g5 g#5 a5 a#5 b5)"
  (map (lambda (class) (midi->pitch (+ class (* 12 (+ octave 1))))) (row elements)))
