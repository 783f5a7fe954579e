;;; (fermata prelude guarded) -- what touches files and processes, refused while a session comes back.
;;; Definitions are evaluated again when a session is opened; doing again what they did to the
;;; world when they were typed would be wrong.

(define-module (fermata prelude guarded)
  #:use-module (fermata outcome)
  #:export (replaying))

;; True while stored definitions are evaluated again.
(define replaying (make-fluid #f))

(define-syntax-rule (guard-procedures name ...)
  (begin
    (begin
      (define (guarded . operands)
        (when (fluid-ref replaying)
          (raise-problem 'refused (string-append (symbol->string 'name)
                                                 " is refused while a session is restored")))
        (apply (@ (guile) name) operands))
      (set-procedure-property! guarded 'name 'name)
      (set-procedure-property! guarded 'documentation
                               (procedure-documentation (@ (guile) name)))
      (module-define! (current-module) 'name guarded)
      (module-replace! (current-module) '(name)))
    ...))

(guard-procedures
 open-file open-input-file open-output-file call-with-input-file call-with-output-file
 with-input-from-file with-output-to-file with-error-to-file primitive-load
 system system* delete-file rename-file copy-file mkdir rmdir chmod symlink link)
