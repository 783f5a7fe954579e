;;; (fermata display rows) -- words with their explanations in two columns, and small texts.

(define-module (fermata display rows)
  #:use-module (fermata display theme)
  #:use-module (fermata native line)
  #:export (count-text
            padded
            rows->text))

(define (padded text width)
  "Return TEXT followed by spaces up to WIDTH columns, two at least."
  (string-append text (make-string (max 2 (- width (text-columns text))) #\space)))

(define* (rows->text rows #:optional (width (widest rows)))
  "Return ROWS, each (NAME . TEXT), as indented lines; TEXT begins WIDTH columns after NAME does."
  (string-concatenate
   (map (lambda (row)
          (string-append "  "
                         (styled 'name (car row))
                         (substring (padded (car row) width) (string-length (car row)))
                         (cdr row) "\n"))
        rows)))

(define (widest rows)
  (+ 2 (apply max 0 (map (lambda (row) (min 36 (text-columns (car row)))) rows))))

(define (count-text count thing)
  "Return \"1 measure\", \"3 measures\", \"2 entries\" and so on."
  (string-append (number->string count) " "
                 (cond ((= count 1) thing)
                       ((string-suffix? "y" thing)
                        (string-append (string-drop-right thing 1) "ies"))
                       (else (string-append thing "s")))))
