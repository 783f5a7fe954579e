;;; (fermata prelude commands) -- define-command: a new :command, by the program or by a user.
;;; Only the syntax is here; the table of commands is loaded when the first one is defined.

(define-module (fermata prelude commands)
  #:autoload (fermata command) (add-command!)
  #:export-syntax (define-command))

(eval-when (expand load eval)
  (define (properties-and-body stx)
    "Split STX, what follows the head of a define-command, into keywords with values, and the body."
    (let loop ((rest stx) (properties '()))
      (syntax-case rest ()
        ((key value . more)
         (keyword? (syntax->datum #'key))
         (loop #'more (cons* #'value #'key properties)))
        (body (values (reverse properties) #'body)))))

  (define (place-of stx)
    "Return where STX was written, (FILE . LINE), or #f."
    (let ((source (syntax-source stx)))
      (and source (assq-ref source 'filename) (assq-ref source 'line)
           (cons (assq-ref source 'filename) (+ 1 (assq-ref source 'line)))))))

(define-syntax define-command
  (lambda (stx)
    (syntax-case stx ()
      ((_ (name . operands) . rest)
       (call-with-values (lambda () (properties-and-body #'rest))
         (lambda (properties body)
           (when (null? (syntax->datum body))
             (syntax-violation 'define-command "a command needs a body that returns its text" stx))
           #`(add-command! 'name 'operands (lambda* operands #,@body)
                           #:place '#,(datum->syntax #'name (place-of stx))
                           #,@properties))))
      (_ (syntax-violation
          'define-command "write (define-command (NAME OPERAND ...) :doc TEXT BODY ...)" stx)))))
