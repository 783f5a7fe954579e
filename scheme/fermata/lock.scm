;;; (fermata lock) -- who has a session open. The lock goes with the process that holds it; what is
;;; written into the file is for people, and tells the next one whether the last ended in order.

(define-module (fermata lock)
  #:use-module (fermata clock)
  #:use-module (fermata home)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:use-module (fermata outcome)
  #:export (left-locked?
            release-lock!
            session-holder
            take-lock!))

(define (lock-path id) (session-path id "lock"))

(define (lock-text)
  (string-append (value->json `((pid . ,(getpid)) (boot . ,(boot-id)) (since . ,(timestamp-now))))
                 "\n"))

(define (session-holder id)
  "Return \"pid N\" of the process that holds the session ID, or #f when nobody does."
  (and (file-locked? (lock-path id))
       (let ((pid (false-if-exception
                   (assq-ref (json->value (read-file (lock-path id))) 'pid))))
         (if (exact-integer? pid)
             (string-append "pid " (number->string pid))
             "another process"))))

(define (left-locked? id)
  "Return whether a process that had the session ID open ended without a word."
  (let ((status (stat (lock-path id) #f)))
    (and status (positive? (stat:size status)))))

(define (take-lock! id)
  "Return the lock of session ID, or say who has it."
  (or (try-lock! id 10)
      (raise-problem 'locked (string-append "session " id " is open in another Fermata ("
                                            (or (session-holder id) "just now") ")")
                     "with --read-only you can look at it")))

;; Whoever asks for the holder of a session has its lock for a moment.
(define (try-lock! id times)
  (or (lock-file! (lock-path id) (lock-text))
      (and (positive? times) (not (session-holder id))
           (try-lock! id (- times 1)))))

(define (release-lock! lock id)
  "Let go of the LOCK of session ID, and leave an empty file, which says that nobody died."
  (false-if-exception (truncate-file (lock-path id) 0))
  (unlock-file! lock))
