;;; (fermata stdlib sets) -- pitch-class sets: what remains of a chord when octave, spelling,
;;; order and doubling are put aside. Atonal music is compared by such sets, and by the classes
;;; that arise when a set is transposed or inverted.
;;;
;;; A set is given as any list of pitches and numbers, and comes back as a list of numbers from
;;; 0 (C) to 11 (B). Allen Forte numbered the classes; his prime form packs a set to the left,
;;; John Rahn's to the right, and they differ for six classes. Both are here; names are looked
;;; up by Forte's.

(define-module (fermata stdlib sets)
  #:use-module (fermata native pitches)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:export (forte-name->set
            pc-set
            set-classes
            set-common-tones
            set-complement
            set-contains-class?
            set-forte-name
            set-interval-vector
            set-invert
            set-normal-order
            set-normal-order-rahn
            set-prime-form
            set-prime-form-rahn
            set-same-class?
            set-similarity
            set-subset?
            set-subsets
            set-symmetry
            set-transpose
            set-z-partner))

;;; Forte's order, one digit (A for 10) a pitch class; larger sets are named after their
;;; complements.

(define prime-forms
  '((1 "0")
    (2 "01 02 03 04 05 06")
    (3 "012 013 014 015 016 024 025 026 027 036 037 048")
    (4 "0123 0124 0134 0125 0126 0127 0145 0156 0167 0235 0135 0236 0136 0237 0146 0157 0347 0147
        0148 0158 0246 0247 0257 0248 0268 0358 0258 0369 0137")
    (5 "01234 01235 01245 01236 01237 01256 01267 02346 01246 01346 02347 01356 01248 01257 01268
        01347 01348 01457 01367 01378 01458 01478 02357 01357 02358 02458 01358 02368 01368 01468
        01369 01469 02468 02469 02479 01247 03458 01258")
    (6 "012345 012346 012356 012456 012367 012567 012678 023457 012357 013457 012457 012467
        013467 013458 012458 014568 012478 012578 013478 014589 023468 012468 023568 013468
        013568 013578 013469 013569 013689 013679 013589 024579 023579 013579 02468A 012347
        012348 012378 023458 012358 012368 012369 012568 012569 023469 012469 012479 012579
        013479 014679")))

(define (digits->set text)
  (map (lambda (digit) (string->number (string digit) 16)) (string->list text)))

(define (table-row size)
  (map digits->set (string-tokenize (cadr (assv size prime-forms)))))

;;; Sets

(define (pc-of element)
  (let ((class (pc element)))
    (unless (integer? class)
      (raise-problem 'value "a quarter tone is no pitch class of the twelve"
                     "pitch-class sets are made of semitones"))
    class))

(define (pc-set elements)
  "Return the pitch-class set of ELEMENTS, pitches or numbers: ascending, each class once.
  (pc-set (c4 e4 g4 c5))  =>  (0 4 7)"
  (sort (delete-duplicates (map pc-of elements)) <))

(define (set-transpose elements semitones)
  "Return the set of ELEMENTS moved up by SEMITONES.
  (set-transpose '(0 4 7) 7)  =>  (2 7 11)"
  (pc-set (map (lambda (class) (+ class semitones)) (pc-set elements))))

(define* (set-invert elements #:optional (index 0))
  "Return the set of ELEMENTS inverted: each class taken from INDEX (TnI, where n is INDEX).
  (set-invert '(0 4 7))  =>  (0 5 8)"
  (pc-set (map (lambda (class) (- index class)) (pc-set elements))))

(define (set-complement elements)
  "Return the pitch classes that are not in ELEMENTS.
  (set-complement '(0 2 4 5 7 9 11))  =>  (1 3 6 8 10)"
  (lset-difference = (iota 12) (pc-set elements)))

(define (set-subset? small large)
  "Return whether every pitch class of SMALL is in LARGE, as they stand.
  (set-subset? '(0 4) '(0 4 7))  =>  #t"
  (lset<= = (pc-set small) (pc-set large)))

(define (choose items count)
  "Return all lists of COUNT of ITEMS, in their order."
  (cond ((zero? count) '(()))
        ((null? items) '())
        (else (append (map (lambda (rest) (cons (car items) rest))
                           (choose (cdr items) (- count 1)))
                      (choose (cdr items) count)))))

(define (set-subsets elements size)
  "Return all subsets of ELEMENTS with SIZE pitch classes.
  (set-subsets '(0 4 7) 2)  =>  ((0 4) (0 7) (4 7))"
  (choose (pc-set elements) size))

;;; Normal order and prime form

(define (rotations set)
  (map (lambda (count) (append (drop set count) (take set count))) (iota (length set))))

(define (from-first ordered)
  "Return the distances of the ORDERED pitch classes from the first."
  (map (lambda (class) (modulo (- class (car ordered)) 12)) ordered))

(define (lexicographic<? a b)
  (let loop ((a a) (b b))
    (cond ((null? a) #f)
          ((= (car a) (car b)) (loop (cdr a) (cdr b)))
          (else (< (car a) (car b))))))

;; What is compared, least first: the span, then the distances from the left (Forte) or right
;; (Rahn).
(define (forte-key distances) (cons (last distances) distances))
(define (rahn-key distances) (reverse distances))

(define (best key orders)
  "Return the first of ORDERS whose distances come first under KEY."
  (fold (lambda (order best)
          (if (lexicographic<? (key (from-first order)) (key (from-first best))) order best))
        (car orders) (cdr orders)))

(define (normal-order set key)
  (if (null? set) '() (best key (rotations set))))

(define (prime-form set key)
  (if (null? set)
      '()
      (from-first (best key (list (normal-order set key) (normal-order (set-invert set) key))))))

(define (set-normal-order elements)
  "Return ELEMENTS in the rotation that is packed most closely to the left.
  (set-normal-order '(7 11 2 5))  =>  (11 2 5 7)"
  (normal-order (pc-set elements) forte-key))

(define (set-normal-order-rahn elements)
  "Return ELEMENTS in normal order as John Rahn defines it, packed away from the right.
  (set-normal-order-rahn '(7 11 2 5))  =>  (11 2 5 7)"
  (normal-order (pc-set elements) rahn-key))

(define (set-prime-form elements)
  "Return the prime form of ELEMENTS after Forte.
  (set-prime-form (c4 e4 g4))  =>  (0 3 7)"
  (prime-form (pc-set elements) forte-key))

(define (set-prime-form-rahn elements)
  "Return the prime form of ELEMENTS after Rahn, which differs from Forte's for 5-20, 6-Z29, 6-31,
7-Z18, 7-20 and 8-26.
  (set-prime-form-rahn '(0 1 3 7 8))  =>  (0 1 5 6 8)"
  (prime-form (pc-set elements) rahn-key))

(define (set-same-class? a b)
  "Return whether A is a transposition or inversion of B.
  (set-same-class? (c4 e4 g4) (a4 c5 e5))  =>  #t"
  (equal? (set-prime-form a) (set-prime-form b)))

(define (set-contains-class? large small)
  "Return whether some transposition or inversion of SMALL is in LARGE.
  (set-contains-class? '(0 2 4 5 7 9 11) '(0 3 7))  =>  #t"
  (let ((large (pc-set large)) (small (pc-set small)))
    (any (lambda (steps)
           (or (set-subset? (set-transpose small steps) large)
               (set-subset? (set-invert small steps) large)))
         (iota 12))))

;;; Names

(define (class-table size)
  "Return the prime forms of SIZE pitch classes in Forte's order."
  (cond ((= size 12) (list (iota 12)))
        ((> size 6) (map (lambda (small) (set-prime-form (set-complement small)))
                         (table-row (- 12 size))))
        (else (table-row size))))

(define class-tables
  (map (lambda (size) (cons size (delay (class-table size)))) (iota 12 1)))

(define (classes size)
  (let ((table (assv-ref class-tables size)))
    (unless table
      (raise-problem 'value "a set has from 1 to 12 pitch classes"))
    (force table)))

(define (z-form prime)
  "Return the other prime form with the interval vector of PRIME, or #f."
  (let ((vector (set-interval-vector prime)))
    (find (lambda (other)
            (and (not (equal? other prime)) (equal? (set-interval-vector other) vector)))
          (classes (length prime)))))

(define (name-of prime)
  (let ((number (+ 1 (list-index (lambda (other) (equal? other prime)) (classes (length prime))))))
    (string-append (number->string (length prime)) (if (z-form prime) "-Z" "-")
                   (number->string number))))

(define (set-classes size)
  "Return the prime forms of all classes with SIZE pitch classes, in Forte's order.
  (length (set-classes 6))  =>  50"
  (list-copy (classes size)))

(define (set-forte-name elements)
  "Return Forte's name of the class of ELEMENTS.
  (set-forte-name '(0 1 4 6))  =>  \"4-Z15\""
  (name-of (set-prime-form elements)))

(define (forte-name->set name)
  "Return the prime form called NAME, with or without its Z.
  (forte-name->set \"4-15\")  =>  (0 1 4 6)"
  (let* ((text (string-delete (char-set #\Z #\z) name))
         (numbers (map string->number (string-split text #\-)))
         (right? (and (= (length numbers) 2) (every exact-integer? numbers)
                      (<= 1 (first numbers) 12)
                      (<= 1 (second numbers) (length (classes (first numbers)))))))
    (unless right?
      (raise-problem 'value (string-append "no set class is called " name)
                     "names look like \"3-11\" or \"4-Z15\""))
    (list-ref (classes (first numbers)) (- (second numbers) 1))))

(define (set-z-partner elements)
  "Return the name of the other class with the interval vector of ELEMENTS, or #f.
  (set-z-partner '(0 1 4 6))  =>  \"4-Z29\""
  (let ((other (z-form (set-prime-form elements))))
    (and other (name-of other))))

;;; Measures

(define (set-interval-vector elements)
  "Return how often each interval class from 1 to 6 occurs in ELEMENTS.
  (set-interval-vector '(0 4 7))  =>  (0 0 1 1 1 0)"
  (let ((counts (make-vector 7 0)))
    (for-each (lambda (pair)
                (let* ((up (modulo (apply - pair) 12)) (class (min up (- 12 up))))
                  (vector-set! counts class (+ 1 (vector-ref counts class)))))
              (choose (pc-set elements) 2))
    (cdr (vector->list counts))))

(define (set-symmetry elements)
  "Return (T I): how many transpositions and how many inversions map ELEMENTS onto themselves.
  (set-symmetry '(0 4 8))  =>  (3 3)"
  (let ((set (pc-set elements)))
    (define (fixed move)
      (count (lambda (steps) (equal? (move set steps) set)) (iota 12)))
    (list (fixed set-transpose) (fixed set-invert))))

(define (set-common-tones elements semitones)
  "Return how many pitch classes of ELEMENTS stay when they are moved by SEMITONES.
  (set-common-tones '(0 2 4 5 7 9 11) 7)  =>  6"
  (let ((set (pc-set elements)))
    (length (lset-intersection = set (set-transpose set semitones)))))

(define (set-similarity a b)
  "Return how alike A and B are by their intervals, from 0 to 1, where 1 is the same vector: one
less Robert Morris's ASIM.
  (set-similarity '(0 1 4 6) '(0 1 3 7))  =>  1"
  (let* ((a (set-interval-vector a)) (b (set-interval-vector b))
         (all (apply + (append a b))))
    (if (zero? all)
        1
        (- 1 (/ (apply + (map (lambda (x y) (abs (- x y))) a b)) all)))))
