;;; (fermata prelude transform) -- music made from music.

(define-module (fermata prelude transform)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:export (map-events map-pitches))

(define (map-events procedure music)
  music)
(define (map-pitches procedure music)
  music)
