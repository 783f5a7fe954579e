;;; (fermata prelude words) -- the few names that mean themselves, and the music forms that are
;;; syntax as well: a tonic after key or :key and a list of numbers after :time need no quote.

(define-module (fermata prelude words)
  #:use-module ((fermata native notation) #:prefix native:)
  #:use-module (fermata native pitches)
  #:use-module (system syntax)
  #:export (both continue down none r start stop up)
  #:export-syntax (key measure part score))

(define start 'start)
(define stop 'stop)
(define continue 'continue)
(define both 'both)
(define up 'up)
(define down 'down)
(define none 'none)
(define r 'r)

(eval-when (expand load eval)
  (define (free-word? id)
    "Return whether the identifier ID is bound neither lexically nor by the session itself."
    (and (eq? (syntax-local-binding id) 'global)
         (not (module-local-variable (current-module) (syntax->datum id)))))

  (define (tonic? stx)
    (and (identifier? stx) (tonic-name? (syntax->datum stx)) (free-word? stx)))

  (define (key-word? stx)
    "Return whether STX is a tonic, or a tonic and mode in one word such as c-major."
    (and (identifier? stx)
         (let* ((name (symbol->string (syntax->datum stx)))
                (dash (string-index name #\-)))
           (and (tonic-name? (if dash (substring name 0 dash) name))
                (free-word? stx)))))

  (define (literal-list? stx)
    "Return whether STX is a list of numbers, keywords and tonics only, not beginning with a form."
    (let loop ((rest stx) (count 0))
      (syntax-case rest ()
        (() (> count 0))
        ((first . more)
         (and (or (number? (syntax->datum #'first)) (keyword? (syntax->datum #'first))
                  (tonic? #'first))
              (loop #'more (+ count 1))))
        (_ #f))))

  (define (quoted stx) (list #'quote stx))

  (define (operand-after keyword stx)
    "Return STX, the operand after KEYWORD, quoted when it is a literal of that place."
    (cond ((and (eq? keyword #:key) (key-word? stx)) (quoted stx))
          ((and (pair? (syntax->datum stx)) (literal-list? stx)) (quoted stx))
          (else stx)))

  (define (operands-of stx)
    "Return the list of operands STX with the literals after :key and :time quoted."
    (let loop ((rest stx))
      (syntax-case rest ()
        ((word value . more)
         (memq (syntax->datum #'word) '(#:key #:time))
         (cons* #'word (operand-after (syntax->datum #'word) #'value) (loop #'more)))
        ((first . more) (cons #'first (loop #'more)))
        (() '()))))

  (define (any-literal-place? stx)
    (let loop ((rest stx))
      (syntax-case rest ()
        ((first . more)
         (or (memq (syntax->datum #'first) '(#:key #:time)) (loop #'more)))
        (_ #f)))))

(define-syntax-rule (define-structure name procedure)
  "Define NAME as syntax that quotes literals and calls PROCEDURE, and as PROCEDURE anywhere else."
  (define-syntax name
    (lambda (stx)
      (syntax-case stx ()
        ((_ . operands)
         (if (any-literal-place? #'operands)
             #`(procedure #,@(operands-of #'operands))
             #'(procedure . operands)))
        (id (identifier? #'id) #'procedure)))))

(define-structure score native:score)
(define-structure part native:part)
(define-structure measure native:measure)

(define-syntax key
  (lambda (stx)
    (syntax-case stx ()
      ((_ tonic . operands) (key-word? #'tonic) #'(native:key 'tonic . operands))
      ((_ . operands) #'(native:key . operands))
      (id (identifier? #'id) #'native:key))))
