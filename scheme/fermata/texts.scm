;;; (fermata texts) -- small things that are done to texts of any origin.

(define-module (fermata texts)
  #:export (one-line
            text->count))

(define (one-line text)
  "Return TEXT with single spaces for all that is white in it."
  (string-join (filter (lambda (word) (not (string-null? word)))
                       (string-split text char-set:whitespace))
               " "))

(define (text->count text)
  "Return the number that TEXT writes in at most nine digits, or #f when it is anything else."
  (and (<= 1 (string-length text) 9)
       (string-every (lambda (char) (char<=? #\0 char #\9)) text)
       (string->number text)))
