;;; (fermata surroundings) -- where the end of an unfinished text stands: in a word, a string or a
;;; comment, and in which form.

(define-module (fermata surroundings)
  #:use-module (srfi srfi-9)
  #:export (place-form
            place-kind
            place-start
            surroundings))

(define-record-type <place>
  (make-place kind start form)
  place?
  (kind place-kind)                     ; word, string or comment
  (start place-start)                   ; where the word or the contents of the string begin
  (form place-form))                    ; the first word of the list around it, or #f

(define (surroundings text)
  "Return the place of the end of TEXT."
  (define size (string-length text))
  ;; OPEN holds the offsets of the brackets that are open, innermost first.
  (let loop ((at 0) (open '()))
    (if (>= at size)
        (make-place 'word (word-start text) (form-at text open))
        (case (string-ref text at)
          ((#\() (loop (+ at 1) (cons at open)))
          ((#\)) (loop (+ at 1) (if (pair? open) (cdr open) '())))
          ((#\") (let ((end (string-end text (+ at 1))))
                   (if end
                       (loop end open)
                       (make-place 'string (+ at 1) (form-at text open)))))
          ((#\;) (let ((end (string-index text #\newline at)))
                   (if end (loop end open) (make-place 'comment size #f))))
          ((#\\) (loop (+ at 2) open))
          (else (loop (+ at 1) open))))))

(define (string-end text from)
  "Return the offset after the quote that ends the string whose contents begin at FROM, or #f."
  (let loop ((at from))
    (cond ((>= at (string-length text)) #f)
          ((char=? (string-ref text at) #\") (+ at 1))
          ((char=? (string-ref text at) #\\) (loop (+ at 2)))
          (else (loop (+ at 1))))))

(define (delimiter? char)
  (or (char-whitespace? char) (memv char '(#\( #\) #\" #\' #\` #\,))))

(define (word-start text)
  (let ((before (string-rindex text delimiter?)))
    (if before (+ before 1) 0)))

(define (form-at text open)
  "Return the first word after the innermost bracket of OPEN when it is complete, else #f."
  (and (pair? open)
       (let* ((from (string-index text (lambda (char) (not (char-whitespace? char)))
                                  (+ 1 (car open))))
              (end (and from (string-index text delimiter? from))))
         (and end (> end from) (substring text from end)))))
