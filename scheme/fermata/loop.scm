;;; (fermata loop) -- one poll loop for everything that happens: keys, sockets, signals, time.
;;; Whoever waits for a descriptor registers a procedure; whoever must act at a time gives a timer.

(define-module (fermata loop)
  #:use-module (fermata native loop)
  #:use-module (srfi srfi-1)
  #:export (add-timer!
            take-events!
            unwatch-descriptor!
            watch-descriptor!))

(define watches '())                    ; (DESCRIPTOR . PROCEDURE)
(define timers '())                     ; (DUE . ACT)

(define (watch-descriptor! descriptor procedure)
  "Call PROCEDURE whenever DESCRIPTOR can be read."
  (set! watches (acons descriptor procedure (assv-remove! watches descriptor))))

(define (unwatch-descriptor! descriptor)
  "Wait for DESCRIPTOR no more."
  (set! watches (assv-remove! watches descriptor)))

(define (add-timer! due act)
  "Ask DUE, before each wait, for the milliseconds without any event until ACT is to be called, or
#f for never."
  (set! timers (acons due act timers)))

(define (due-times)
  "Return (MILLISECONDS . ACT) for each timer that runs."
  (filter-map (lambda (timer)
                (let ((due ((car timer)))) (and due (cons (max 0 due) (cdr timer)))))
              timers))

(define (take-events!)
  "Wait until something happens, let those who registered for it act, and return the signals that
came, a list of symbols."
  (let* ((due (due-times))
         (timeout (if (null? due) -1 (apply min (map car due))))
         (events (wait-for-events (map car watches) '() timeout)))
    (when (null? events)
      (for-each (lambda (timer) (when (= timeout (car timer)) ((cdr timer)))) due))
    (let loop ((events events) (signals '()))
      (cond ((null? events) (reverse signals))
            ((symbol? (car events)) (loop (cdr events) (cons (car events) signals)))
            (else
             (let ((watch (assv (car events) watches)))
               (when watch ((cdr watch)))
               (loop (cdr events) signals)))))))
