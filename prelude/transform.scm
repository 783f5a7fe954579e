;;; (fermata prelude transform) -- music made from music: an event, a list, a measure, a part or a
;;; score goes in, the same kind comes out. Everything is map-events or map-pitches over leaves.

(define-module (fermata prelude transform)
  #:use-module (fermata environment)
  #:use-module (fermata native music)
  #:use-module ((fermata native notation) #:prefix native:)
  #:use-module (fermata native pitches)
  #:use-module (fermata native signs)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:export (augment canon diminish invert map-events map-pitches retrograde transpose
            transpose-diatonic)
  #:replace (repeat))

(define (not-music value)
  (raise-problem 'type "this takes an event, a list of events, a measure, a part or a score"))

(define (as-list result)
  (cond ((list? result) result)
        ((not result) '())
        (else (list result))))

(define (map-voices procedure measure)
  "Return MEASURE with each voice's list of items replaced by what PROCEDURE makes of it."
  (measure-with-voices measure
                       (map (lambda (voice) (procedure (cddr voice))) (measure-voices measure))))

(define (map-items procedure music)
  "Return MUSIC with each item that is not a container replaced by what PROCEDURE makes of it, an
item or a list of items."
  (define (each items) (append-map (lambda (item) (as-list (map-items procedure item))) items))
  (cond ((item? music)
         (let ((children (event-children music)))
           (if (null? children)
               (procedure music)
               (event-with-children music (each children)))))
        ((list? music) (each music))
        ((measure? music) (map-voices each music))
        ((part? music)
         (part-with-measures music (map (lambda (measure) (map-items procedure measure))
                                        (part-measures music))))
        ((score? music)
         (score-with-parts music (map (lambda (part) (map-items procedure part))
                                      (score-parts music))))
        ((pitch? music) music)
        (else (not-music music))))

(define (map-events procedure music)
  "Return MUSIC with each note, rest and chord replaced by what PROCEDURE makes of it: an event,
a list of events, or #f for nothing. Tuplets and graces are entered; signs stay."
  (map-items (lambda (item) (if (event? item) (procedure item) item)) music))

(define (change-pitches procedure item)
  (let ((pitches (event-pitches item)))
    (if (null? pitches) item (event-with-pitches item (map procedure pitches)))))

(define (map-pitches procedure music)
  "Return MUSIC with each pitch replaced by what PROCEDURE makes of it."
  (cond ((pitch? music) (procedure music))
        ((and (list? music) (not (item? music)))
         (map (lambda (element) (map-pitches procedure element)) music))
        (else (map-events (lambda (event) (change-pitches procedure event)) music))))

(define (transpose interval music)
  "Return MUSIC moved by INTERVAL: a number of semitones, a keyword such as :M3 or :-P5, or an
interval. Keys and chord symbols move too."
  (cond ((pitch? music) (pitch-transpose music interval))
        ((and (list? music) (any pitch? music))
         (map (lambda (element) (transpose interval element)) music))
        (else
         (map-items (lambda (item)
                      (if (event? item)
                          (change-pitches (lambda (pitch) (pitch-transpose pitch interval)) item)
                          (sign-transpose item interval)))
                    music))))

(define (key-now)
  (let ((environment (environment-of (current-module))))
    (or (and environment (environment-key environment)) (native:key 0))))

(define (step-in-key pitch steps key)
  "Return PITCH moved by STEPS letters, altered against KEY as much as before."
  (let* ((number (+ (pitch-diatonic pitch) steps))
         (letter (list-ref '(c d e f g a b) (modulo number 7)))
         (plain (pitch-in-key (pitch-of letter 0 (floor-quotient number 7)) key))
         (old (pitch-in-key pitch key)))
    (pitch-of letter (+ (pitch-alter plain) (- (pitch-alter pitch) (pitch-alter old)))
              (pitch-octave plain))))

(define pitch-of (@ (fermata native pitches) pitch))

(define* (transpose-diatonic steps music #:optional (key (key-now)))
  "Return MUSIC moved by STEPS letters within KEY: the one given, else the session's, else C
major; a key inside MUSIC holds from there on."
  (define (move pitch) (step-in-key pitch steps key))
  (if (or (pitch? music) (and (list? music) (any pitch? music)))
      (map-pitches move music)
      (map-items (lambda (item)
                   (when (key? item) (set! key item))
                   (if (event? item) (change-pitches move item) item))
                 music)))

(define (invert axis music)
  "Return MUSIC mirrored about the pitch AXIS: what went up goes down by the same interval."
  (map-pitches (lambda (pitch) (pitch-invert pitch axis)) music))

;;; Backwards

(define (heading? item) (or (key? item) (time? item) (clef? item)))

(define (backwards items)
  "Return ITEMS from last to first, except that the signs at the beginning stay there."
  (call-with-values (lambda () (span heading? items))
    (lambda (signs rest) (append signs (map item-mirror (reverse rest))))))

(define (without-headings measure)
  (map-voices (lambda (items) (drop-while heading? items)) measure))

(define (headings-of measure)
  (append-map (lambda (voice) (take-while heading? (cddr voice)))
              (take (measure-voices measure) (min 1 (length (measure-voices measure))))))

(define (with-headings signs measure)
  (let ((first? #t))
    (map-voices (lambda (items)
                  (let ((signs (if first? signs '())))
                    (set! first? #f)
                    (append signs items)))
                measure)))

(define (reverse-part part)
  "Return PART from its last measure to its first; what the first measure said at its beginning
is said there again."
  (let ((measures (part-measures part)))
    (if (null? measures)
        part
        (let* ((signs (headings-of (car measures)))
               (turned (map retrograde (reverse (cons (without-headings (car measures))
                                                      (cdr measures))))))
          (part-with-measures part (cons (with-headings signs (car turned)) (cdr turned)))))))

(define (retrograde music)
  "Return MUSIC from its end to its beginning, ties and slurs turned as well."
  (cond ((pitch? music) music)
        ((item? music)
         (if (memq (item-kind music) '(voice staff))
             (event-with-children music (backwards (event-children music)))
             (item-mirror music)))
        ((and (list? music) (every item? music)) (backwards music))
        ((list? music) (map retrograde (reverse music)))
        ((measure? music) (map-voices backwards music))
        ((part? music) (reverse-part music))
        ((score? music) (score-with-parts music (map reverse-part (score-parts music))))
        (else (not-music music))))

(define (item-kind item)
  (if (or (event? item) (null? (event-children item))) 'event 'voice))

;;; Longer and shorter

(define (scale factor music)
  (map-items (lambda (item)
               (cond ((time? item) (time-scale item factor))
                     ((or (note? item) (rest? item) (chord? item) (skip? item))
                      (event-with-length item (* factor (event-written-length item))))
                     (else item)))
             music))

(define (event-written-length event) (duration-length (event-duration event)))

(define (check-factor factor)
  (unless (and (number? factor) (exact? factor) (rational? factor) (positive? factor))
    (raise-problem 'type "the factor must be an exact number above zero" "such as 2 or 3/2")))

(define (with-time part)
  "Return PART with its time signature stated, since an implied 4/4 would not be scaled."
  (let ((measures (part-measures part)))
    (if (or (null? measures) (any time? (headings-of (car measures))))
        part
        (part-with-measures part (cons (with-headings (list (native:time 4 4)) (car measures))
                                       (cdr measures))))))

(define (augment factor music)
  "Return MUSIC FACTOR times as long: every duration, and the time signatures with them."
  (check-factor factor)
  (cond ((part? music) (scale factor (with-time music)))
        ((score? music)
         (score-with-parts music (map (lambda (part) (augment factor part)) (score-parts music))))
        (else (scale factor music))))

(define (diminish factor music)
  "Return MUSIC FACTOR times as short."
  (check-factor factor)
  (augment (/ 1 factor) music))

;;; Again

(define (copies count items)
  (append-map (lambda (index) items) (iota count)))

(define (repeat . operands)
  "Return (repeat COUNT MUSIC): MUSIC that many times, as a list, or as a part or score with its
measures repeated. With a keyword, as in (repeat :forward), it is the repeat sign."
  (if (and (= (length operands) 2) (exact-integer? (car operands)))
      (repeat-music (car operands) (cadr operands))
      (apply native:repeat operands)))

(define (repeat-music count music)
  (when (or (< count 0) (> count 100000))
    (raise-problem 'value "music can be repeated 0 to 100000 times"))
  (cond ((list? music) (copies count music))
        ((part? music) (part-with-measures music (copies count (part-measures music))))
        ((score? music)
         (score-with-parts music (map (lambda (part) (repeat-music count part))
                                      (score-parts music))))
        (else (copies count (list music)))))

(define (canon-voice music index delay interval)
  (let ((rests (* index delay)))
    (append (if (zero? rests) '() (list (native:rest rests)))
            (let loop ((times index) (music music))
              (if (or (zero? times) (not interval))
                  music
                  (loop (- times 1) (transpose interval music)))))))

(define* (canon music #:key (delay 1) (interval #f) (voices 2))
  "Return a list of VOICES lists of events (2): MUSIC, then MUSIC after a rest of DELAY (a whole
note), moved by INTERVAL, and so on: (canon tune :delay :h :interval :P5 :voices 3)."
  (let ((music (as-list music)) (delay (duration-length delay)))
    (map (lambda (index) (canon-voice music index delay interval)) (iota voices))))
