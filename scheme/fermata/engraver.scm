;;; (fermata engraver) -- the place for a program that draws music; without one, music is text.

(define-module (fermata engraver)
  #:export (engraved-svg
            set-engraver!))

(define engraver #f)

(define (set-engraver! procedure)
  "Let PROCEDURE, from a score to the text of an SVG picture or #f, draw music from now on; #f: none
does. Pictures stand together on one page, so the ids in one should be found in no other."
  (set! engraver procedure))

(define (engraved-svg score)
  "Return a picture of SCORE, the text of an <svg> element, or #f when nobody can draw it."
  (and engraver
       (let ((svg (catch 'fermata-error
                    (lambda () (engraver score))
                    (lambda (key kind . rest)
                      (and (eq? kind 'interrupt) (apply throw key kind rest))))))
         (and (string? svg) (svg-element svg)))))

(define (svg-element text)
  "Return TEXT from its <svg on: what comes before is for a file that is nothing else."
  (let ((start (string-contains text "<svg")))
    (and start (string-trim-right (substring text start)))))
