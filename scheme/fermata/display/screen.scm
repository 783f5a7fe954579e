;;; (fermata display screen) -- how wide texts may be.

(define-module (fermata display screen)
  #:use-module (fermata native line)
  #:use-module (fermata settings)
  #:export (screen-width))

(define (screen-width)
  "Return the columns for results: the setting width, or those of the terminal."
  (let ((width (setting "width")))
    (if (zero? width) (car (screen-size)) width)))
