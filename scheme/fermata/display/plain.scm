;;; (fermata display plain) -- text from anywhere, made fit for a terminal: what would steer it is
;;; shown instead.

(define-module (fermata display plain)
  #:export (visible-text))

(define (steers? char)
  "Control characters steer terminals, and marks of direction make a text read as another."
  (let ((code (char->integer char)))
    (or (and (< code 32) (not (memv char '(#\newline #\tab))))
        (<= 127 code 159)
        (<= #x202A code #x202E)
        (<= #x2066 code #x2069))))

(define (picture char)
  "Return the character that stands for the control character CHAR."
  (let ((code (char->integer char)))
    (cond ((< code 32) (integer->char (+ #x2400 code)))
          ((= code 127) #\x2421)
          (else #\xFFFD))))

(define (visible-text text)
  "Return TEXT with a picture in place of each character that would steer a terminal."
  (if (string-any steers? text)
      (string-map (lambda (char) (if (steers? char) (picture char) char)) text)
      text))
