;;; (fermata display theme) -- styles by name, and the one switch that turns colours on.
;;; The sixteen standard colours only: they are readable on dark and on light terminals alike.

(define-module (fermata display theme)
  #:use-module (fermata display plain)
  #:use-module (ice-9 regex)
  #:export (clear-screen
            colour-on?
            set-colour!
            shown-text
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

;; What :clear answers.
(define clear-screen "\x1b[H\x1b[2J")

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

;; Colours and weights, as styles and the painter write them; nothing that hides text.
(define colour-codes
  (append '("" "0" "1" "4") (map number->string (append (iota 8 30) (iota 8 90)))))

(define (colour-end text at)
  "Return where the colour sequence at AT of TEXT ends, or #f when none begins there."
  (and (string-prefix? "\x1b[" text 0 2 at)
       (let* ((codes (char-set #\0 #\1 #\2 #\3 #\4 #\5 #\6 #\7 #\8 #\9 #\;))
              (end (string-skip text codes (+ at 2))))
         (and end (char=? #\m (string-ref text end))
              (and-map (lambda (code) (member code colour-codes))
                       (string-split (substring text (+ at 2) end) #\;))
              (+ end 1)))))

(define (shown-text text)
  "Return TEXT as it may go to the terminal: only colours steer that, and only when they are on."
  (let loop ((from 0) (at (and on? (string-index text #\esc))) (parts '()))
    (let ((end (and at (colour-end text at))))
      (cond ((not at)
             (string-concatenate-reverse (cons (visible-text (substring text from)) parts)))
            ((not end) (loop from (string-index text #\esc (+ at 1)) parts))
            (else (loop end (string-index text #\esc end)
                        (cons* (substring text at end)
                               (visible-text (substring text from at)) parts)))))))

(define escape (make-regexp "\x1b\\[[0-9;?]*[A-Za-z]"))

(define (strip-styles text)
  "Return TEXT without colours and other terminal sequences, as the history keeps it."
  (if (string-index text #\esc)
      (regexp-substitute/global #f escape (string-delete #\nul text) 'pre 'post)
      text))
