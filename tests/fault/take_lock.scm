;;; At the moment FAULT_START, in seconds since 1970, try to lock FAULT_LOCK, say whether that
;;; worked, and hold it until standard input ends.

(use-modules (fermata native file))

(define (now) (let ((time (gettimeofday))) (+ (car time) (/ (cdr time) 1e6))))

(define start (string->number (getenv "FAULT_START")))
(let wait () (when (< (now) start) (wait)))
(display (if (lock-file! (getenv "FAULT_LOCK") (number->string (getpid))) "mine" "held"))
(newline)
(force-output)
(read-char)
