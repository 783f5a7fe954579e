;;; (fermata display theme) -- styles by name, and the one switch that turns colours on.
;;; The sixteen standard colours only: they are readable on dark and on light terminals alike.

(define-module (fermata display theme)
  #:use-module (ice-9 regex)
  #:export (colour-on?
            set-colour!
            strip-styles
            style-names
            styled))

;; (STYLE . what SGR takes)
(define styles
  '((heading . "1")
    (name . "36")
    (dim . "90")
    (index . "90")
    (prompt . "32")
    (result . "1")
    (error . "31")
    (warning . "33")
    (good . "32")
    (hint . "36")
    (assistant . "35")
    (user . "34")
    (command . "36")
    (system . "90")
    (removed . "31")
    (added . "32")))

(define on? #f)

(define (set-colour! value)
  "From now on texts are coloured if VALUE is true."
  (set! on? (->bool value)))

(define (colour-on?)
  "Return whether texts are coloured."
  on?)

(define (style-names)
  "Return the names of all styles."
  (map car styles))

(define (styled style text)
  "Return TEXT in STYLE, a name such as heading, when colours are on; else TEXT."
  (let ((code (or (assq-ref styles style)
                  (error "there is no style" style))))
    (if (and on? (not (string-null? text)))
        (string-append "\x1b[" code "m" text "\x1b[0m")
        text)))

(define escape (make-regexp "\x1b\\[[0-9;?]*[A-Za-z]"))

(define (strip-styles text)
  "Return TEXT without colours and other terminal sequences, as the history keeps it."
  (if (string-index text #\esc)
      (regexp-substitute/global #f escape text 'pre 'post)
      text))
