;;; (fermata copy) -- copies of data, by which it is seen whether they were changed in place.

(define-module (fermata copy)
  #:use-module (ice-9 control)
  #:use-module (srfi srfi-1)
  #:export (container?
            copied
            same?))

(define (container? value)
  "Return whether VALUE can be changed in place."
  (or (pair? value) (vector? value) (hash-table? value) (string? value)))

(define most-copied 20000)              ; elements; what is larger is taken to stay as it is

(define (copied value)
  "Return (COPY . SIZE): VALUE with nothing in common that could be changed, or #f when it is too
large, circular, or holds what cannot be copied."
  (let ((size 0))
    (call/ec
     (lambda (give-up)
       (define (count!)
         (set! size (+ size 1))
         (when (> size most-copied) (give-up #f)))
       (define (copy value)
         (count!)
         (cond ((pair? value)
                (let loop ((rest value) (done '()))
                  (if (pair? rest)
                      (begin (count!) (loop (cdr rest) (cons (copy (car rest)) done)))
                      (append-reverse done rest))))
               ((vector? value) (list->vector (map copy (vector->list value))))
               ((string? value) (string-copy value))
               ((hash-table? value) (cons 'table (copy (hash-map->list cons value))))
               (else value)))
       (let ((copy (copy value))) (cons copy size))))))

(define (same? value copy)
  "Return whether VALUE is still as it was when COPY was made of it."
  (if (hash-table? value)
      (equal? (hash-map->list cons value) (cdr copy))
      (equal? value copy)))
