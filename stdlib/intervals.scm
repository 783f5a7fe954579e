;;; (fermata stdlib intervals) -- what intervals are called and how they behave: a third is major or
;;; minor, turns into a sixth when inverted, and is consonant however many octaves are added.
;;;
;;; Works on interval values, (interval :M3) or (interval c4 e4); an interval's keyword does as
;;; well. Downward intervals keep their direction where that makes sense and are measured
;;; upwards where not.

(define-module (fermata stdlib intervals)
  #:use-module (fermata native pitches)
  #:use-module (fermata native values)
  #:use-module (srfi srfi-1)
  #:export (consonant?
            enharmonic-intervals?
            interval-add
            interval-ascending
            interval-class
            interval-compound
            interval-compound?
            interval-consonance
            interval-direction
            interval-full-name
            interval-invert
            interval-negate
            interval-number
            interval-of-semitones
            interval-quality
            interval-simple
            interval-table
            intervals-between))

(define middle-c (pitch 'c 0 4))

(define (as-interval value) (if (interval? value) value (interval value)))

(define (steps value) (interval-steps (as-interval value)))
(define (semitones value) (interval-semitones (as-interval value)))

(define (interval-add first . rest)
  "Return the sum of intervals: as far as all of them one after the other.
  (interval-add :M3 :m3)  =>  (interval :P5)"
  (interval middle-c (fold (lambda (step pitch) (pitch-transpose pitch (as-interval step)))
                           middle-c (cons first rest))))

(define (interval-negate value)
  "Return the same interval in the other direction.
  (interval-negate :M3)  =>  (interval :-M3)"
  (interval (pitch-transpose middle-c (as-interval value)) middle-c))

(define (interval-direction value)
  "Return 1 when the interval goes up, -1 down, 0 for a unison.
  (interval-direction (interval e4 c4))  =>  -1"
  (let ((measure (if (zero? (steps value)) (semitones value) (steps value))))
    (cond ((positive? measure) 1) ((negative? measure) -1) (else 0))))

(define (interval-ascending value)
  "Return the interval upwards, whatever its direction.
  (interval-ascending (interval e4 c4))  =>  (interval :M3)"
  (if (negative? (interval-direction value)) (interval-negate value) (as-interval value)))

;;; Names

(define quality-names
  '(("P" perfect) ("M" major) ("m" minor)
    ("A" augmented) ("AA" doubly-augmented) ("AAA" triply-augmented)
    ("d" diminished) ("dd" doubly-diminished) ("ddd" triply-diminished)))

(define number-names
  #("unison" "second" "third" "fourth" "fifth" "sixth" "seventh" "octave" "ninth" "tenth" "eleventh"
    "twelfth" "thirteenth" "fourteenth" "double octave"))

(define (interval-number value)
  "Return the number of letters the interval spans, counting both ends: 3 for any third.
  (interval-number :M3)  =>  3"
  (+ 1 (abs (steps value))))

(define (quality-letters value)
  (let ((name (interval-name (interval-ascending value))))
    (string-take name (string-index name char-numeric?))))

(define (interval-quality value)
  "Return perfect, major, minor, augmented, diminished, doubly-augmented ... as a symbol; #f for an
interval with quarter tones.
  (interval-quality (interval b3 f4))  =>  diminished"
  (let ((row (assoc (quality-letters value) quality-names)))
    (and (integer? (semitones value)) row (cadr row))))

(define (ordinal number)
  (string-append (number->string number)
                 (cond ((<= 11 (modulo number 100) 13) "th")
                       ((assv-ref '((1 . "st") (2 . "nd") (3 . "rd")) (modulo number 10)))
                       (else "th"))))

(define (number-name number)
  (if (<= number (vector-length number-names))
      (vector-ref number-names (- number 1))
      (ordinal number)))

(define (interval-full-name value)
  "Return the name of the interval in words; one with a quarter tone is named after the next
smaller, except that it is neutral between minor and major.
  (interval-full-name :m10)  =>  \"minor tenth\"
  (interval-full-name (interval c4 ed4))  =>  \"neutral third\""
  (let* ((letters (quality-letters value))
         (row (assoc letters quality-names))
         (quality (if row (dashes->spaces (symbol->string (cadr row))) letters))
         (number (number-name (interval-number value))))
    (cond ((integer? (semitones value)) (string-append quality " " number))
          ((string=? letters "m") (string-append "neutral " number))
          (else (string-append quality " " number " and a quarter tone")))))

(define (dashes->spaces text)
  (string-map (lambda (char) (if (char=? char #\-) #\space char)) text))

(define (interval-table)
  "Return a list of (KEYWORD NAME SEMITONES) for the usual intervals within an octave.
  (car (interval-table))  =>  (:P1 \"perfect unison\" 0)"
  (map (lambda (name) (list name (interval-full-name name) (semitones name)))
       '(#:P1 #:A1 #:m2 #:M2 #:A2 #:m3 #:M3 #:d4 #:P4 #:A4
         #:d5 #:P5 #:A5 #:m6 #:M6 #:d7 #:m7 #:M7 #:P8)))

;;; Octaves

(define octave (interval #:P8))

(define (interval-compound? value)
  "Return whether the interval is wider than an octave.
  (interval-compound? :M9)  =>  #t"
  (> (interval-number value) 8))

(define (interval-simple value)
  "Return the interval without its octaves; the octave itself stays one.
  (interval-simple :M10)  =>  (interval :M3)"
  (if (interval-compound? value)
      (interval-simple (interval-add value (if (negative? (interval-direction value))
                                               octave
                                               (interval-negate octave))))
      (as-interval value)))

(define* (interval-compound value #:optional (octaves 1))
  "Return the interval with OCTAVES added in its direction.
  (interval-compound :M3)  =>  (interval :M10)"
  (let ((step (if (negative? (interval-direction value)) (interval-negate octave) octave)))
    (apply interval-add value (make-list octaves step))))

(define (interval-invert value)
  "Return the inversion of the interval: what is left of the octave when its simple form is
taken away.
  (interval-invert :M3)  =>  (interval :m6)"
  (let ((simple (interval-simple value)))
    (if (negative? (interval-direction simple))
        (interval-negate (interval-invert (interval-negate simple)))
        (interval-add octave (interval-negate simple)))))

;;; Sound

(define* (interval-class value #:optional (other #f))
  "Return the interval class from 0 to 6 of an interval, or of two pitches: octaves and
direction put aside.
  (interval-class c4 g5)  =>  5"
  (let* ((size (semitones (if other (interval value other) value)))
         (up (modulo (abs size) 12)))
    (min up (- 12 up))))

(define (interval-of-semitones count)
  "Return the usual interval of COUNT semitones.
  (interval-of-semitones 3)  =>  (interval :m3)"
  (interval middle-c (pitch-transpose middle-c count)))

(define (enharmonic-intervals? a b)
  "Return whether A and B sound alike, however they are spelled.
  (enharmonic-intervals? :A4 :d5)  =>  #t"
  (= (semitones a) (semitones b)))

(define (interval-consonance value)
  "Return perfect, imperfect or dissonant. The fourth counts as dissonant, as above a bass.
  (interval-consonance :m6)  =>  imperfect"
  (let ((quality (interval-quality value))
        (number (interval-number (interval-simple value))))
    (cond ((and (eq? quality 'perfect) (memv number '(1 5 8))) 'perfect)
          ((and (memq quality '(major minor)) (memv number '(3 6))) 'imperfect)
          (else 'dissonant))))

(define (consonant? value)
  "Return whether the interval is a consonance, perfect or imperfect.
  (consonant? (interval c4 a4))  =>  #t"
  (not (eq? (interval-consonance value) 'dissonant)))

(define (intervals-between pitches)
  "Return the intervals from each of PITCHES to the next.
  (intervals-between (c4 e4 g4))  =>  (list (interval :M3) (interval :m3))"
  (if (null? pitches)
      '()
      (map (lambda (from to) (interval from to)) (drop-right pitches 1) (cdr pitches))))
