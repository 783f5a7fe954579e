;;; (fermata stdlib voice-leading) -- how voices move: from chord to chord by the smallest
;;; steps, and without the faults that part-writing forbids.
;;;
;;; A chord is a list of pitches, one for each voice, lowest first. A voice is a list of
;;; pitches, one for each chord, with #f where it rests. Places in a voice are counted from 1.

(define-module (fermata stdlib voice-leading)
  #:use-module (fermata native pitches)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:export (check-voices
            define-voice-range
            hidden-parallels
            in-voice-range?
            lead-voices
            parallel-fifths
            parallel-octaves
            voice-crossings
            voice-leading-size
            voice-motion
            voice-range
            voices-of))

(define (moved from to) (abs (- (pitch->midi to) (pitch->midi from))))

;;; The smallest voice leading

(define (voice-leading-size from to)
  "Return how many semitones the voices of the chord FROM move in all to reach those of TO.
  (voice-leading-size (c4 e4 g4) (c4 f4 a4))  =>  3"
  (apply + (map moved from to)))

(define (near pitch class)
  "Return CLASS, a pitch whose octave does not matter, in the octaves next to PITCH, nearest first."
  (define (placed octave) (pitch* class octave))
  (let* ((octave (pitch-octave pitch))
         (around (filter-map (lambda (shift) (placed (+ octave shift))) '(-1 0 1)))
         (sorted (sort around (lambda (a b) (< (moved pitch a) (moved pitch b))))))
    (take sorted (min 2 (length sorted)))))

(define (pitch* class octave)
  (and (<= -1 octave 9) (pitch (pitch-step class) (pitch-alter class) octave)))

(define (distinct-classes pitches)
  (delete-duplicates pitches (lambda (a b) (= (pc a) (pc b)))))

(define (crossings chord)
  (if (null? chord)
      0
      (count (lambda (low high) (pitch<? high low)) (drop-right chord 1) (cdr chord))))

(define (cost from chord)
  "Return what makes a voice leading good, the most important first: semitones, crossings,
widest move."
  (list (voice-leading-size from chord) (crossings chord) (apply max 0 (map moved from chord))))

(define (cheaper? a b)
  (cond ((null? a) #f)
        ((= (car a) (car b)) (cheaper? (cdr a) (cdr b)))
        (else (< (car a) (car b)))))

(define (lead-voices from to)
  "Return the notes of the chord TO for the voices of FROM, so that they move as little as possible
together. The octaves of TO do not matter; every note of it is used, when there are voices enough.
  (lead-voices (c4 e4 g4) (f4 a4 c5))  =>  (c4 f4 a4)"
  (let* ((classes (distinct-classes to))
         (best #f) (best-cost #f))
    (define (try! chord)
      (let ((this (cost from chord)))
        (when (or (not best) (cheaper? this best-cost))
          (set! best chord)
          (set! best-cost this))))
    (define (possible? missing voices spent)
      (and (or (<= (length missing) (length voices)) (> (length classes) (length from)))
           (or (not best) (<= spent (car best-cost)))))
    (let place ((voices from) (missing classes) (chord '()) (spent 0))
      (cond ((not (possible? missing voices spent)) #f)
            ((null? voices) (try! (reverse chord)))
            (else
             (for-each
              (lambda (class)
                (for-each (lambda (pitch)
                            (place (cdr voices) (delete class missing) (cons pitch chord)
                                   (+ spent (moved (car voices) pitch))))
                          (near (car voices) class)))
              classes))))
    best))

;;; Motion of two voices

(define (direction from to)
  (let ((difference (- (pitch->midi to) (pitch->midi from))))
    (cond ((positive? difference) 1) ((negative? difference) -1) (else 0))))

(define (voice-motion low-from low-to high-from high-to)
  "Return how two voices move together: parallel, similar, contrary, oblique, or static.
  (voice-motion c4 d4 e4 f4)  =>  parallel"
  (let ((low (direction low-from low-to)) (high (direction high-from high-to)))
    (cond ((and (zero? low) (zero? high)) 'static)
          ((or (zero? low) (zero? high)) 'oblique)
          ((not (= low high)) 'contrary)
          ((= (abs (interval-steps (interval low-from high-from)))
              (abs (interval-steps (interval low-to high-to)))) 'parallel)
          (else 'similar))))

(define (perfect-class low high)
  "Return fifth or octave when the pitches form one, with any number of octaves between, else #f."
  (let* ((between (interval low high))
         (steps (modulo (interval-steps between) 7))
         (size (modulo (interval-semitones between) 12)))
    (cond ((and (= steps 4) (= size 7)) 'fifth)
          ((and (= steps 0) (= size 0)) 'octave)
          (else #f))))

(define (voice-steps a b)
  "Return (PLACE LOW-FROM LOW-TO HIGH-FROM HIGH-TO) for each step in which neither voice rests."
  (if (or (null? a) (null? b))
      '()
      (filter-map
       (lambda (place a-from a-to b-from b-to)
         (and a-from a-to b-from b-to
              (if (pitch<? b-from a-from)
                  (list place b-from b-to a-from a-to)
                  (list place a-from a-to b-from b-to))))
       (iota (min (length a) (length b)) 2)
       a (cdr a) b (cdr b))))

(define (parallels a b kind)
  (filter-map (lambda (step)
                (apply (lambda (place low-from low-to high-from high-to)
                         (and (memq (voice-motion low-from low-to high-from high-to)
                                    '(parallel similar))
                              (eq? (perfect-class low-from high-from) kind)
                              (eq? (perfect-class low-to high-to) kind)
                              place))
                       step))
              (voice-steps a b)))

(define (parallel-fifths a b)
  "Return the places where the voices A and B arrive in parallel fifths.
  (parallel-fifths (c3 d3 e3) (g3 a3 c4))  =>  (2)"
  (parallels a b 'fifth))

(define (parallel-octaves a b)
  "Return the places where the voices A and B arrive in parallel octaves or unisons.
  (parallel-octaves (c3 d3 e3) (c4 d4 g4))  =>  (2)"
  (parallels a b 'octave))

(define (hidden-parallels a b)
  "Return the places where A and B go in the same direction into a fifth or octave that was none
before, and the upper voice leaps.
  (hidden-parallels (c3 d3) (e4 a4))  =>  (2)"
  (filter-map (lambda (step)
                (apply (lambda (place low-from low-to high-from high-to)
                         (and (eq? (voice-motion low-from low-to high-from high-to) 'similar)
                              (perfect-class low-to high-to)
                              (not (eq? (perfect-class low-from high-from)
                                        (perfect-class low-to high-to)))
                              (> (abs (interval-steps (interval high-from high-to))) 1)
                              place))
                       step))
              (voice-steps a b)))

(define (voice-crossings low high)
  "Return the places where the voice LOW sounds above the voice HIGH.
  (voice-crossings (c4 f4) (e4 d4))  =>  (2)"
  (filter-map (lambda (place a b) (and a b (pitch<? b a) place))
              (iota (min (length low) (length high)) 1) low high))

;;; Ranges

(define (range low-step low-octave high-step high-octave)
  (list (pitch low-step 0 low-octave) (pitch high-step 0 high-octave)))

;; What a choir sings without strain.
(define ranges
  (list (cons #:soprano       (range 'c 4 'a 5))
        (cons #:mezzo-soprano (range 'a 3 'f 5))
        (cons #:alto          (range 'f 3 'd 5))
        (cons #:tenor         (range 'c 3 'a 4))
        (cons #:baritone      (range 'g 2 'f 4))
        (cons #:bass          (range 'e 2 'd 4))))

(define (voice-range name)
  "Return the lowest and highest pitch of the voice NAME.
  (voice-range :alto)  =>  (f3 d5)"
  (or (assq-ref ranges name)
      (raise-problem 'value (string-append "unknown voice " (object->string name))
                     "one of :soprano :mezzo-soprano :alto :tenor :baritone :bass")))

(define (define-voice-range name low high)
  "Let the voice NAME reach from LOW to HIGH. Return the name.
  (define-voice-range :treble c4 g5)  =>  :treble"
  (set! ranges (acons name (list low high) (alist-delete name ranges eq?)))
  name)

(define (in-voice-range? pitch name)
  "Return whether the voice NAME can sing PITCH.
  (in-voice-range? c6 :soprano)  =>  #f"
  (let ((range (voice-range name)))
    (not (or (pitch<? pitch (first range)) (pitch<? (second range) pitch)))))

;;; All voices together

(define (voices-of chords)
  "Return the voices of a list of CHORDS, lowest first.
  (voices-of (list (c3 g3 e4) (f3 a3 c4)))  =>  ((c3 f3) (g3 a3) (e4 c4))"
  (apply map list chords))

(define (pairs-of items)
  (if (null? items)
      '()
      (append (map (lambda (other) (list (car items) other)) (cdr items))
              (pairs-of (cdr items)))))

(define (check-voices voices)
  "Return the faults of VOICES, lowest first: a list of (FAULT PLACE VOICE VOICE), where voices are
counted from 1.
  (check-voices (list (c3 d3) (g3 a3)))  =>  ((parallel-fifths 2 1 2))"
  (define (faults name find low high)
    (map (lambda (place) (list name place (car low) (car high))) (find (cdr low) (cdr high))))
  (append-map (lambda (pair)
                (let ((low (first pair)) (high (second pair)))
                  (append (faults 'parallel-fifths parallel-fifths low high)
                          (faults 'parallel-octaves parallel-octaves low high)
                          (faults 'crossing voice-crossings low high))))
              (pairs-of (map cons (iota (length voices) 1) voices))))
