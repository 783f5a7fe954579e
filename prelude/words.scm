;;; (fermata prelude words) -- the few names that mean themselves, and the music forms that are
;;; syntax as well: a tonic after key or :key, a list of numbers after :time, a name after :id
;;; and the kind of a barline need no quote.

(define-module (fermata prelude words)
  #:use-module ((fermata native notation) #:prefix native:)
  #:use-module (fermata native pitches)
  #:use-module (system syntax)
  #:export (both continue double down none r start stop up)
  #:replace (barline key measure part score))

(define start 'start)
(define stop 'stop)
(define continue 'continue)
(define both 'both)
(define up 'up)
(define down 'down)
(define none 'none)
(define double 'double)
(define r 'r)

(eval-when (expand load eval)
  (define (free-word? id)
    "Return whether the identifier ID is bound neither lexically nor by the session itself."
    (and (eq? (syntax-local-binding id) 'global)
         (not (module-local-variable (current-module) (syntax->datum id)))))

  (define (tonic? stx)
    (and (identifier? stx) (tonic-name? (syntax->datum stx)) (free-word? stx)))

  (define (sum? stx)
    "Return whether STX is a sum of beats such as 3+2."
    (and (identifier? stx)
         (let ((name (symbol->string (syntax->datum stx))))
           (and (string-index name #\+)
                (string-every (lambda (c) (or (char-numeric? c) (char=? c #\+))) name)))))

  (define (key-word? stx)
    "Return whether STX is a tonic, or a tonic and mode in one word such as c-major."
    (and (identifier? stx)
         (let* ((name (symbol->string (syntax->datum stx)))
                (dash (string-index name #\-)))
           (and (tonic-name? (if dash (substring name 0 dash) name))
                (free-word? stx)))))

  (define (atom-of stx)
    "Return the datum of STX, or #f when it is a list: stripping whole operands would cost more than
everything else here."
    (syntax-case stx ()
      ((_ . _) #f)
      (_ (syntax->datum stx))))

  (define (literal-place? stx) (memq (atom-of stx) '(#:key #:time #:id)))

  (define (literal-list? stx)
    "Return whether STX is a list of numbers, keywords and tonics only, not beginning with a form."
    (let loop ((rest stx) (count 0))
      (syntax-case rest ()
        (() (> count 0))
        ((first . more)
         (and (or (number? (atom-of #'first)) (keyword? (atom-of #'first)) (tonic? #'first)
                  (sum? #'first))
              (loop #'more (+ count 1))))
        (_ #f))))

  (define (quoted stx) (list #'quote stx))

  (define (operand-after keyword stx)
    "Return STX, the operand after KEYWORD, quoted when it is a literal of that place."
    (cond ((and (eq? keyword #:key) (key-word? stx)) (quoted stx))
          ((eq? keyword #:id) (if (and (identifier? stx) (free-word? stx)) (quoted stx) stx))
          ((literal-list? stx) (quoted stx))
          (else stx)))

  (define (operands-of stx)
    "Return the list of operands STX with the literals after :key, :time and :id quoted."
    (let loop ((rest stx))
      (syntax-case rest ()
        ((word value . more)
         (literal-place? #'word)
         (cons* #'word (operand-after (atom-of #'word) #'value) (loop #'more)))
        ((first . more) (cons #'first (loop #'more)))
        (() '()))))

  (define (any-literal-place? stx)
    (let loop ((rest stx))
      (syntax-case rest ()
        ((first . more)
         (or (literal-place? #'first) (loop #'more)))
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

(define-syntax barline
  (lambda (stx)
    (syntax-case stx ()
      ((_ kind . operands)
       (and (identifier? #'kind) (free-word? #'kind))
       #'(native:barline 'kind . operands))
      ((_ . operands) #'(native:barline . operands))
      (id (identifier? #'id) #'native:barline))))
