;;; Make a session of 100,000 entries in FERMATA_HOME, closed as a user would leave it.

(use-modules (fermata session) (fermata sessions))

(define (fields n)
  `((input . ,(string-append "(note c4 :q) ; " (number->string n))) (parsed . "(note c4 :q)")
    (result . "(note c4 :q)") (source . "keyboard")))

(let ((session (create-session! "long")))
  (set-active-session! session)
  (let loop ((n 0))
    (when (< n 100000)
      (session-entries! session "Eval" (map fields (iota 1000 n)))
      (loop (+ n 1000))))
  (close-all-sessions!))
