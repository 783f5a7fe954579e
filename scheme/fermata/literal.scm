;;; (fermata literal) -- a value as an expression that makes an equal one, and back.
;;; The expression is evaluated among the plain names of the language, never in a session, so
;;; neither use-key nor a name that the user has redefined can change its meaning.

(define-module (fermata literal)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module (ice-9 control)
  #:export (expression->value
            value->expression))

(define most-characters 8000000)
(define deepest 500)
(define widest 1000)                    ; operands of one call; longer lists are appended pieces

(define* (value->expression value #:optional (limit most-characters))
  "Return an expression for VALUE as text, or #f when it is not data: a procedure, a port, a record,
something circular, or more than LIMIT characters."
  (let ((port (open-output-string)))
    (call/ec
     (lambda (give-up)
       (define room limit)
       (define (out text)
         (set! room (- room (string-length text)))
         (if (negative? room) (give-up #f) (display text port)))
       (write-expression value out (lambda () (give-up #f)) 0)
       (get-output-string port)))))

(define (write-expression value out refuse depth)
  (define (call head operands)
    (out "(") (out head)
    (for-each (lambda (operand)
                (out " ")
                (write-expression operand out refuse (+ depth 1)))
              operands)
    (out ")"))
  (when (> depth deepest) (refuse))
  (cond ((music? value) (out (value->source value)))
        ((plain? value) (out "'") (write-datum value out refuse depth))
        ((self-evaluating? value) (out (object->string value)))
        ((unspecified? value) (out "(if #f #f)"))
        ((symbol? value) (out "(string->symbol ")
                         (out (object->string (symbol->string value)))
                         (out ")"))
        ((null? value) (out "'()"))
        ((list? value) (write-list value out refuse depth call))
        ((pair? value) (call "cons" (list (car value) (cdr value))))
        ((vector? value) (out "(list->vector ")
                         (write-expression (vector->list value) out refuse (+ depth 1))
                         (out ")"))
        ((hash-table? value) (out "((@ (ice-9 hash-table) alist->hash-table) ")
                             (write-expression (hash-map->list cons value) out refuse (+ depth 1))
                             (out ")"))
        (else (refuse))))

(define (write-list items out refuse depth call)
  "Write a call that makes the list ITEMS; a long one is appended, for the reader refuses wide
forms."
  (if (<= (length items) widest)
      (call "list" items)
      (begin
        (out "(append ")
        (write-expression (list-head items widest) out refuse (+ depth 1))
        (out " ")
        (write-expression (list-tail items widest) out refuse depth)
        (out ")"))))

(define (self-evaluating? value)
  (or (number? value) (string? value) (char? value) (boolean? value) (keyword? value)
      (bytevector? value)))

(define (bytevector? value) ((@ (rnrs bytevectors) bytevector?) value))

;; A quoted datum keeps symbols readable: '(sonata (1 2)). Only what our reader reads back as it was.
(define (plain? value)
  (and (pair? value) (plain-tree? value 0)))

(define (plain-tree? value depth)
  (and (< depth deepest)
       (or (plain-atom? value)
           (and (pair? value)
                (plain-tree? (car value) (+ depth 1))
                (let loop ((rest (cdr value)) (count 1))
                  (cond ((null? rest) #t)
                        ((not (pair? rest)) (plain-atom? rest))
                        ((> count 100000) #f)
                        ((plain-tree? (car rest) (+ depth 1)) (loop (cdr rest) (+ count 1)))
                        (else #f)))))))

(define (plain-atom? value)
  (or (null? value) (exact-integer? value) (string? value) (boolean? value)
      (and (symbol? value) (plain-symbol? (symbol->string value)))))

(define (plain-symbol? name)
  (and (not (string-null? name))
       (char-alphabetic? (string-ref name 0))
       (string-every (lambda (c) (or (char-alphabetic? c) (char-numeric? c) (memv c '(#\- #\! #\?))))
                     name)))

(define (write-datum value out refuse depth)
  (cond ((not (pair? value)) (out (object->string value)))
        (else
         (out "(")
         (write-datum (car value) out refuse (+ depth 1))
         (let loop ((rest (cdr value)))
           (cond ((null? rest) #t)
                 ((pair? rest)
                  (out " ")
                  (write-datum (car rest) out refuse (+ depth 1))
                  (loop (cdr rest)))
                 (else (out " . ") (write-datum rest out refuse depth))))
         (out ")"))))

(define plain-environment #f)

(define (expression->value text)
  "Return the value of the expression TEXT among the plain names of the language; its problem is
raised."
  (unless plain-environment (set! plain-environment (library-environment)))
  (let ((outcome (evaluate-text plain-environment text #:name "<stored>")))
    (if (outcome-problem outcome)
        (raise-problem 'value (problem-message (outcome-problem outcome)))
        (outcome-value outcome))))
