;;; (fermata stdlib scales) -- scales and modes, spelled as musicians write them: F sharp major
;;; has an E sharp, and a scale of seven notes uses every letter once.
;;;
;;; A scale is one line of the table below: its name and its intervals above the tonic. define-scale
;;; adds a line. Names are keywords: (scale d4 :dorian).

(define-module (fermata stdlib scales)
  #:use-module (fermata native pitches)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:export (define-scale
            in-scale?
            mode-of
            modes-of
            scale
            scale-degree
            scale-degree-of
            scale-intervals
            scale-names
            scale-pitch-classes
            scale-size
            scales-with))

(define built-in-scales
  '((ionian            "P1 M2 M3 P4 P5 M6 M7")
    (dorian            "P1 M2 m3 P4 P5 M6 m7")
    (phrygian          "P1 m2 m3 P4 P5 m6 m7")
    (lydian            "P1 M2 M3 A4 P5 M6 M7")
    (mixolydian        "P1 M2 M3 P4 P5 M6 m7")
    (aeolian           "P1 M2 m3 P4 P5 m6 m7")
    (locrian           "P1 m2 m3 P4 d5 m6 m7")
    (major             "P1 M2 M3 P4 P5 M6 M7")
    (minor             "P1 M2 m3 P4 P5 m6 m7")
    (natural-minor     "P1 M2 m3 P4 P5 m6 m7")
    (harmonic-minor    "P1 M2 m3 P4 P5 m6 M7")
    (melodic-minor     "P1 M2 m3 P4 P5 M6 M7") ; upwards; downwards it is the natural minor
    ;; modes of the melodic minor
    (dorian-b2         "P1 m2 m3 P4 P5 M6 m7")
    (lydian-augmented  "P1 M2 M3 A4 A5 M6 M7")
    (lydian-dominant   "P1 M2 M3 A4 P5 M6 m7")
    (mixolydian-b6     "P1 M2 M3 P4 P5 m6 m7")
    (locrian-n2        "P1 M2 m3 P4 d5 m6 m7")
    (altered           "P1 m2 m3 d4 d5 m6 m7")
    ;; modes of the harmonic minor
    (locrian-n6        "P1 m2 m3 P4 d5 M6 m7")
    (ionian-augmented  "P1 M2 M3 P4 A5 M6 M7")
    (dorian-s4         "P1 M2 m3 A4 P5 M6 m7")
    (phrygian-dominant "P1 m2 M3 P4 P5 m6 m7")
    (lydian-s2         "P1 A2 M3 A4 P5 M6 M7")
    (ultralocrian      "P1 m2 m3 d4 d5 m6 d7")
    ;; others of seven notes
    (harmonic-major    "P1 M2 M3 P4 P5 m6 M7")
    (double-harmonic   "P1 m2 M3 P4 P5 m6 M7")
    (hungarian-minor   "P1 M2 m3 A4 P5 m6 M7")
    (hungarian-major   "P1 A2 M3 A4 P5 M6 m7")
    (neapolitan-minor  "P1 m2 m3 P4 P5 m6 M7")
    (neapolitan-major  "P1 m2 m3 P4 P5 M6 M7")
    (persian           "P1 m2 M3 P4 d5 m6 M7")
    (enigmatic         "P1 m2 M3 A4 A5 A6 M7")
    (acoustic          "P1 M2 M3 A4 P5 M6 m7")
    ;; five and six notes
    (major-pentatonic  "P1 M2 M3 P5 M6")
    (minor-pentatonic  "P1 m3 P4 P5 m7")
    (egyptian          "P1 M2 P4 P5 m7")
    (hirajoshi         "P1 M2 m3 P5 m6")
    (in-sen            "P1 m2 P4 P5 m7")
    (iwato             "P1 m2 P4 d5 m7")
    (yo                "P1 M2 P4 P5 M6")
    (blues             "P1 m3 P4 d5 P5 m7")
    (major-blues       "P1 M2 m3 M3 P5 M6")
    (whole-tone        "P1 M2 M3 A4 A5 m7")
    (augmented         "P1 m3 M3 P5 A5 M7")
    (prometheus        "P1 M2 M3 A4 M6 m7")
    (tritone           "P1 m2 M3 d5 P5 m7")
    ;; eight notes and more
    (octatonic         "P1 M2 m3 P4 d5 m6 M6 M7") ; whole tone first, over diminished chords
    (octatonic-half    "P1 m2 m3 M3 A4 P5 M6 m7") ; semitone first, over dominant chords
    (bebop-major       "P1 M2 M3 P4 P5 A5 M6 M7")
    (bebop-minor       "P1 M2 m3 M3 P4 P5 M6 m7")
    (bebop-dominant    "P1 M2 M3 P4 P5 M6 m7 M7")
    (chromatic         "P1 m2 M2 m3 M3 P4 A4 P5 m6 M6 m7 M7")))

(define (text->intervals text)
  (map (lambda (name) (interval (symbol->keyword (string->symbol name)))) (string-tokenize text)))

;; Name -> intervals, in the order in which they were defined.
(define table
  (map (lambda (line) (cons (symbol->keyword (first line)) (text->intervals (second line))))
       built-in-scales))

(define (keyword->text keyword) (symbol->string (keyword->symbol keyword)))

(define (scale-names)
  "Return the names of all scales as keywords.
  (->bool (memq :dorian (scale-names)))  =>  #t"
  (map car table))

(define (unknown-scale name)
  (let* ((text (if (keyword? name) (keyword->text name) (object->string name)))
         (near (suggest-name text (map keyword->text (scale-names)))))
    (raise-problem 'value (string-append "unknown scale " (if (keyword? name) ":" "") text)
                   (if near
                       (string-append "did you mean :" near " ?")
                       "(scale-names) lists them"))))

(define (scale-intervals name)
  "Return the intervals of the scale NAME above its tonic.
  (map interval-name (scale-intervals :yo))  =>  (\"P1\" \"M2\" \"P4\" \"P5\" \"M6\")"
  (or (assq-ref table name) (unknown-scale name)))

(define (scale-size name)
  "Return how many notes the scale NAME has in an octave.
  (scale-size :whole-tone)  =>  6"
  (length (scale-intervals name)))

(define (ascending? intervals)
  (apply < (map interval-semitones intervals)))

(define (define-scale name . intervals)
  "Add the scale NAME, a keyword, with its INTERVALS above the tonic, or change it. Return the name.
  (define-scale :my-scale :P1 :m2 :M3 :A4 :P5)  =>  :my-scale"
  (let ((intervals (map (lambda (each) (if (interval? each) each (interval each))) intervals)))
    (unless (keyword? name)
      (raise-problem 'type "a scale is named by a keyword"
                     "such as (define-scale :name :P1 :M3 :P5)"))
    (unless (and (pair? intervals) (zero? (interval-semitones (car intervals)))
                 (ascending? intervals) (< (interval-semitones (last intervals)) 12))
      (raise-problem 'value "a scale begins with :P1 and rises within the octave"
                     "such as (define-scale :name :P1 :M2 :m3 :P5)"))
    (set! table (append (alist-delete name table eq?) (list (cons name intervals))))
    name))

;;; Pitches

(define (octaves-up pitch count)
  (pitch-transpose pitch (interval pitch (pitch-with-octave pitch (+ (pitch-octave pitch) count)))))

(define (pitch-with-octave from octave)
  (pitch (pitch-step from) (pitch-alter from) octave))

(define (scale-degree tonic name degree)
  "Return a degree of the scale NAME on the pitch TONIC: 1 is the tonic, 8 its octave in a scale of
seven notes, 0 the note below the tonic.
  (scale-degree f#4 :major 7)  =>  e#5"
  (let* ((intervals (scale-intervals name))
         (place (- degree 1))
         (size (length intervals)))
    (octaves-up (pitch-transpose tonic (list-ref intervals (modulo place size)))
                (floor-quotient place size))))

(define* (scale tonic name #:key (octaves 1))
  "Return the pitches of the scale NAME from TONIC upwards, the octave included.
  (scale d4 :dorian)  =>  (d4 e4 f4 g4 a4 b4 c5 d5)"
  (map (lambda (place) (scale-degree tonic name (+ place 1)))
       (iota (+ 1 (* octaves (scale-size name))))))

(define (scale-pitch-classes tonic name)
  "Return the pitch classes of the scale in its order, from the tonic.
  (scale-pitch-classes d4 :major)  =>  (2 4 6 7 9 11 1)"
  (map (lambda (step) (pc (pitch-transpose tonic step))) (scale-intervals name)))

(define (in-scale? pitch tonic name)
  "Return whether PITCH, however spelled and in any octave, sounds in the scale NAME on TONIC.
  (in-scale? f#6 d4 :major)  =>  #t"
  (->bool (memv (pc pitch) (scale-pitch-classes tonic name))))

(define (scale-degree-of pitch tonic name)
  "Return the degree, from 1, that PITCH is in the scale NAME on TONIC, or #f.
  (scale-degree-of f#4 d4 :major)  =>  3"
  (let ((place (list-index (lambda (class) (= class (pc pitch))) (scale-pitch-classes tonic name))))
    (and place (+ place 1))))

;;; Modes and searches

(define (classes-from name degree)
  "Return the semitones above degree DEGREE of the scale NAME, ascending from 0."
  (let* ((semitones (map interval-semitones (scale-intervals name)))
         (first (list-ref semitones (modulo (- degree 1) (length semitones)))))
    (sort (map (lambda (other) (modulo (- other first) 12)) semitones) <)))

(define (mode-of name degree)
  "Return the name of the scale that begins on DEGREE of the scale NAME, or #f when it has none.
  (mode-of :major 2)  =>  :dorian"
  (let ((wanted (classes-from name degree)))
    (find (lambda (other) (equal? (classes-from other 1) wanted)) (cons name (scale-names)))))

(define (modes-of name)
  "Return the names of the scales that begin on each degree of the scale NAME.
  (modes-of :major-pentatonic)  =>  (:major-pentatonic :egyptian #f :yo :minor-pentatonic)"
  (map (lambda (place) (mode-of name (+ place 1))) (iota (scale-size name))))

(define (scales-with tonic pitches)
  "Return the names of the scales on TONIC that hold all of PITCHES.
  (->bool (memq :lydian (scales-with c4 (f#4 b4))))  =>  #t"
  (filter (lambda (name) (every (lambda (pitch) (in-scale? pitch tonic name)) pitches))
          (scale-names)))
