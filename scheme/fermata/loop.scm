;;; (fermata loop) -- one poll loop for everything that happens: keys, sockets, signals, time.
;;; Whoever waits for a descriptor registers a procedure; whoever must act at a time gives a timer.

(define-module (fermata loop)
  #:use-module (fermata native loop)
  #:export (add-timer!
            take-events!
            unwatch-descriptor!
            watch-descriptor!))

(define watches '())                    ; (DESCRIPTOR . PROCEDURE)
(define timers '())                     ; PROCEDUREs from now to the milliseconds until they are due

(define (watch-descriptor! descriptor procedure)
  "Call PROCEDURE whenever DESCRIPTOR can be read."
  (set! watches (acons descriptor procedure (assv-remove! watches descriptor))))

(define (unwatch-descriptor! descriptor)
  "Wait for DESCRIPTOR no more."
  (set! watches (assv-remove! watches descriptor)))

(define (add-timer! due act)
  "Ask DUE, before each wait, for the milliseconds until ACT is to be called, or #f for never."
  (set! timers (acons due act timers)))

(define (nearest-timeout)
  (let loop ((timers timers) (least -1))
    (if (null? timers)
        least
        (let ((due ((caar timers))))
          (loop (cdr timers)
                (cond ((not due) least)
                      ((negative? least) (max 0 due))
                      (else (min least (max 0 due)))))))))

(define (take-events!)
  "Wait until something happens, let those who registered for it act, and return the signals that
came, a list of symbols."
  (let ((events (wait-for-events (map car watches) '() (nearest-timeout))))
    (for-each (lambda (timer)
                (let ((due ((car timer))))
                  (when (and due (<= due 0)) ((cdr timer)))))
              timers)
    (let loop ((events events) (signals '()))
      (cond ((null? events) (reverse signals))
            ((symbol? (car events)) (loop (cdr events) (cons (car events) signals)))
            (else
             (let ((watch (assv (car events) watches)))
               (when watch ((cdr watch)))
               (loop (cdr events) signals)))))))
