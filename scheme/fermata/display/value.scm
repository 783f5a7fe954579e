;;; (fermata display value) -- a result on the screen: laid out for its width, and not all of it
;;; when it is long.

(define-module (fermata display value)
  #:use-module (fermata display theme)
  #:use-module (fermata native line)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata print)
  #:use-module (srfi srfi-1)
  #:export (shortened
            value->display))

(define most-lines 24)

(define* (value->display value #:key (width 80) (lines most-lines) (indent 0))
  "Return VALUE as text of at most LINES lines in WIDTH columns, coloured when colours are on. The
first line begins after INDENT columns, and the others are moved to stand below it."
  (let ((text (shortened (laid-out value (- width indent)) lines)))
    (indented (if (colour-on?) (paint-text text) text) indent)))

(define (laid-out value width)
  (let ((width (max 20 width)))
    (if (music? value)
        (value->source value width)
        (let ((text (value->text value)))
          (if (and (> (string-length text) width) (readable? value))
              (laid-out-text text width)
              text)))))

(define (laid-out-text text width)
  "Return TEXT laid out for WIDTH, or as it is when it cannot be read: #<procedure car>."
  (catch 'fermata-error
    (lambda () (string-trim-right (format-source text width)))
    (lambda args text)))

(define (readable? value)
  "Return whether the printed VALUE is source: a list, and not a text or some opaque thing."
  (pair? value))

(define (shortened text most)
  "Return TEXT, or its first lines and how many more there are when it has more than MOST."
  (let* ((lines (string-split text #\newline)) (count (length lines)))
    (if (<= count most)
        text
        (string-append (string-join (take lines (- most 1)) "\n")
                       "\n; " (number->string (- count (- most 1))) " more lines"))))

(define (indented text columns)
  (string-join (string-split text #\newline) (string-append "\n" (make-string columns #\space))))
