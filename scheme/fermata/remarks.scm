;;; (fermata remarks) -- sentences that the user should know, kept until somebody shows them.

(define-module (fermata remarks)
  #:export (remark!
            take-remarks!))

(define remarks '())

(define (remark! . texts)
  "Let whoever shows sentences show the one that TEXTS make."
  (set! remarks (cons (apply string-append texts) remarks)))

(define (take-remarks!)
  "Return the sentences that came since this was last called, oldest first."
  (let ((taken (reverse remarks)))
    (set! remarks '())
    taken))
