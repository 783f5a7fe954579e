;;; (fermata prelude transform) -- music made from music: an event, a list, a measure, a part or a
;;; score goes in, the same kind comes out. What takes a procedure is written here, over the native
;;; transformations.

(define-module (fermata prelude transform)
  #:use-module (fermata environment)
  #:use-module (fermata native music)
  #:use-module ((fermata native notation) #:prefix native:)
  #:use-module (fermata native transform)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:re-export (augment diminish events-of invert pitches-of retrograde transpose with-events
               with-pitches)
  #:export (canon map-events map-pitches transpose-diatonic)
  #:replace (repeat))

(define (map-events procedure music)
  "Return MUSIC with each note, rest and chord replaced by what PROCEDURE makes of it: an event,
a list of events, or #f for nothing. Tuplets and graces are entered; signs stay."
  (with-events music (map procedure (events-of music))))

(define (map-pitches procedure music)
  "Return MUSIC with each pitch replaced by what PROCEDURE makes of it."
  (with-pitches music (map procedure (pitches-of music))))

(define (key-now)
  (let ((environment (environment-of (current-module))))
    (or (and environment (environment-key environment)) (native:key 0))))

(define* (transpose-diatonic steps music #:optional (key (key-now)))
  "Return MUSIC moved by STEPS letters within KEY: the one given, else the session's, else C
major; a key inside MUSIC holds from there on."
  (transpose-in-key steps key music))

(define (copies count items)
  (append-map (lambda (index) items) (iota count)))

(define (repeat . operands)
  "Return (repeat COUNT MUSIC): MUSIC that many times, as a list, or as a part or score with its
measures repeated. With a keyword, as in (repeat :forward), it is the repeat sign."
  (if (and (= (length operands) 2) (exact-integer? (car operands))
           (or (part? (cadr operands)) (score? (cadr operands))))
      (repeat-measures (car operands) (cadr operands))
      (apply native:repeat operands)))

(define (repeat-measures count music)
  (when (or (< count 0) (> count 100000))
    (raise-problem 'value "music can be repeated 0 to 100000 times"))
  (if (part? music)
      (part-with-measures music (copies count (part-measures music)))
      (score-with-parts music (map (lambda (part) (repeat-measures count part))
                                   (score-parts music)))))

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
  (let ((music (if (list? music) music (list music))) (delay (duration-length delay)))
    (map (lambda (index) (canon-voice music index delay interval)) (iota voices))))
