;;; (fermata prelude bounded) -- Guile's procedures that can take all memory in one call, with a
;;; limit, and one that would end the program.
;;; The collector's own limit does not see big numbers, and a list this long is a slip of the hand.

(define-module (fermata prelude bounded)
  #:use-module (fermata outcome)
  #:use-module (rnrs bytevectors)
  #:replace ((bounded-ash . ash)
             (bounded-expt . expt)
             (bounded-iota . iota)
             (bounded-make-bytevector . make-bytevector)
             (bounded-make-list . make-list)
             (bounded-make-string . make-string)
             (bounded-make-vector . make-vector)
             (bounded-string-pad . string-pad)
             (bounded-string-pad-right . string-pad-right)
             (raise-object . raise)))

(define (raise-object object)
  "Raise OBJECT as an exception. (Guile's own raise would send a signal to the whole program.)"
  (raise-exception object))

(define max-elements 50000000)
(define max-bits 100000000)

(define (refuse who)
  (raise-problem 'limit (string-append (symbol->string who) " was asked for too much")
                 "this would not fit the memory that a session may use"))

(define-syntax-rule (define-bounded name procedure)
  "Define NAME as PROCEDURE with a limit on its size: its first exact integer argument."
  (define (name . args)
    "Do what Guile's own procedure does, unless the result would be enormous."
    (for-each (lambda (arg)
                (when (and (exact-integer? arg) (> arg max-elements)) (refuse 'procedure)))
              args)
    (apply procedure args)))

(define-syntax-rule (define-sized name procedure)
  "Define NAME as PROCEDURE with a limit on its first argument, the size."
  (define (name size . args)
    "Do what Guile's own procedure does, unless SIZE is enormous."
    (when (and (exact-integer? size) (> size max-elements)) (refuse 'procedure))
    (apply procedure size args)))

(define-sized bounded-iota iota)
(define-sized bounded-make-bytevector make-bytevector)
(define-sized bounded-make-list make-list)
(define-sized bounded-make-string make-string)
(define-sized bounded-make-vector make-vector)
(define-bounded bounded-string-pad string-pad)
(define-bounded bounded-string-pad-right string-pad-right)

(define (bits number)
  (if (and (number? number) (exact? number) (rational? number))
      (max (integer-length (numerator number)) (integer-length (denominator number)))
      0))

(define (bounded-expt base power)
  "Return BASE to the POWER, unless the exact result would be enormous."
  (when (and (exact-integer? power) (> (bits base) 1)
             (> (* (- (bits base) 1) (abs power)) max-bits))
    (refuse 'expt))
  (expt base power))

(define (bounded-ash number count)
  "Return NUMBER shifted left by COUNT bits, unless the result would be enormous."
  (when (and (exact-integer? count) (> count max-bits)) (refuse 'ash))
  (ash number count))
