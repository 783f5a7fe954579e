;;; (fermata print) -- any value as text: music as its source, the rest as Scheme writes it.
;;; Works with a stack of its own, so no depth of data can end the process, and stops at a limit.

(define-module (fermata print)
  #:use-module (fermata change)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:export (value->text))

(define max-depth 1000)

(define (sequence-music? value)
  "Return whether VALUE is music that a bare list cannot make by being evaluated."
  (and (music? value) (not (pitch? value))))

(define (list-head-text value)
  "Return how the list VALUE opens: with `list' when it holds music, so that it can be typed back."
  (if (and (list? value) (or-map holds-music? value)) "(list " "("))

(define (history-reference value)
  "Return how a call that $Out[n] or $In[n] reads as is written, or #f."
  (and (pair? value) (memq (car value) '(%history-out %history-in))
       (pair? (cdr value)) (null? (cddr value)) (exact-integer? (cadr value))
       (string-append (if (eq? (car value) '%history-out) "$Out[" "$In[")
                      (number->string (cadr value)) "]")))

(define (holds-music? value)
  (or (sequence-music? value)
      (and (pair? value) (list? value) (or-map sequence-music? value))))

(define (odd-symbol? name)
  (or (string-null? name)
      (string-index name (lambda (c) (or (char-whitespace? c) (memv c '(#\( #\) #\" #\;)))))))

(define (atom->text value)
  (cond ((music? value) (value->source value))
        ((change? value) (change-text value))
        ((symbol? value)
         (let ((name (symbol->string value)))
           (if (odd-symbol? name) (object->string value) name)))
        ((keyword? value) (string-append ":" (symbol->string (keyword->symbol value))))
        ((procedure? value)
         (let ((name (procedure-name value)))
           (if name (string-append "#<procedure " (symbol->string name) ">") "#<procedure>")))
        ((promise? value) "#<promise>")
        ((hash-table? value) "#<hash-table>")
        ((record? value)
         (string-append "#<" (plain-name (record-type-name (record-type-descriptor value))) ">"))
        (else (object->string value))))

(define (plain-name name)
  (string-trim-both (if (symbol? name) (symbol->string name) name)
                    (lambda (c) (memv c '(#\< #\>)))))

;; A task is (DEPTH . object), (raw . string), or (rest . state) of a list that is still open.
(define* (value->text value #:key (limit 200000) (elements 10000))
  "Return VALUE as text of about LIMIT characters at most; a list shows at most ELEMENTS of its
own."
  (define port (open-output-string))
  (define size 0)
  (define (out text)
    (set! size (+ size (string-length text)))
    (display text port))
  (define (too-long?) (> size limit))
  (let loop ((tasks (list (cons 0 value))))
    (cond
     ((null? tasks) #t)
     ((too-long?) (out " ..."))
     (else
      (let ((depth (caar tasks)) (item (cdar tasks)) (rest (cdr tasks)))
        (cond
         ((eq? depth 'raw) (out item) (loop rest))
         ((eq? depth 'rest) (loop (print-rest item rest out elements)))
         ((and (pair? item) (>= depth max-depth)) (out "...") (loop rest))
         ((history-reference item) => (lambda (text) (out text) (loop rest)))
         ((pair? item)
          (out (list-head-text item))
          (loop (cons* (cons (+ depth 1) (car item))
                       (cons 'rest (vector (+ depth 1) 1 (cdr item)))
                       rest)))
         ((vector? item)
          (out "#")
          (loop (cons (cons depth (vector->list item)) rest)))
         (else (out (atom->text item)) (loop rest)))))))
  (get-output-string port))

(define (print-rest state tasks out elements)
  "Print what joins the elements of a list, and return TASKS with its next element, if any."
  (let ((depth (vector-ref state 0)) (count (vector-ref state 1)) (tail (vector-ref state 2)))
    (cond ((null? tail) (out ")") tasks)
          ((>= count elements) (out " ...)") tasks)
          ((pair? tail)
           (out " ")
           (cons* (cons depth (car tail))
                  (cons 'rest (vector depth (+ count 1) (cdr tail)))
                  tasks))
          (else (out " . ") (cons* (cons depth tail) (cons 'raw ")") tasks)))))
