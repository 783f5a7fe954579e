;;; (fermata clock) -- moments as texts: 2026-02-01T12:34:56.789Z, in UTC, so that their order is
;;; that of strings.

(define-module (fermata clock)
  #:use-module (fermata outcome)
  #:use-module (ice-9 regex)
  #:export (parse-time
            seconds->timestamp
            timestamp->local
            timestamp->seconds
            timestamp-now))

(define (two-digits number) (padded number 2))

(define (padded number width)
  (string-pad (number->string number) width #\0))

(define (seconds->timestamp seconds)
  "Return the moment SECONDS after the beginning of 1970, exact or not, as a timestamp."
  (let* ((milliseconds (inexact->exact (floor (* 1000 seconds))))
         (tm (gmtime (floor-quotient milliseconds 1000))))
    (string-append (padded (+ 1900 (tm:year tm)) 4) "-" (two-digits (+ 1 (tm:mon tm))) "-"
                   (two-digits (tm:mday tm)) "T" (two-digits (tm:hour tm)) ":"
                   (two-digits (tm:min tm)) ":" (two-digits (tm:sec tm)) "."
                   (padded (floor-remainder milliseconds 1000) 3) "Z")))

(define (now)
  (let ((time (gettimeofday)))
    (+ (car time) (/ (cdr time) 1000000))))

(define latest "")

(define (timestamp-now)
  "Return the present moment, never before one that was returned earlier, whatever the clock does."
  (let ((now (seconds->timestamp (now))))
    (when (string>? now latest) (set! latest now))
    latest))

(define iso-pattern
  (make-regexp
   (string-append "^([0-9]{4})-([0-9]{2})-([0-9]{2})"
                  "([T ]([0-9]{2}):([0-9]{2})(:([0-9]{2})(\\.([0-9]{1,9}))?)?(Z?))?$")))

(define (days-before year month day)
  "Return the days from the first of January 1970 to that day."
  (let* ((y (if (<= month 2) (- year 1) year))
         (month-from-march (modulo (+ month 9) 12)))
    (+ (* 365 y) (floor-quotient y 4) (- (floor-quotient y 100)) (floor-quotient y 400)
       (floor-quotient (+ (* 153 month-from-march) 2) 5)
       (- day 1) -719468)))

(define (field match index)
  (let ((text (match:substring match index)))
    (if text (string->number text) 0)))

(define (fraction match)
  (let ((digits (match:substring match 10)))
    (if digits (/ (string->number digits) (expt 10 (string-length digits))) 0)))

(define (plausible? match)
  (and (<= 1 (field match 2) 12) (<= 1 (field match 3) 31)
       (<= (field match 5) 23) (<= (field match 6) 59) (<= (field match 8) 60)))

(define (match->seconds match)
  (+ (* 86400 (days-before (field match 1) (field match 2) (field match 3)))
     (* 3600 (field match 5)) (* 60 (field match 6)) (field match 8) (fraction match)))

(define (timestamp->seconds text)
  "Return the exact seconds from the beginning of 1970 to the timestamp TEXT, or #f when it is
none."
  (let ((match (regexp-exec iso-pattern text)))
    (and match (plausible? match) (match->seconds match))))

(define (timestamp->local timestamp format)
  "Return TIMESTAMP in the user's own time zone, as FORMAT says; a file may hold anything in its
place, and then there is no time."
  (let ((seconds (and (string? timestamp) (timestamp->seconds timestamp))))
    (if seconds
        (strftime format (localtime (inexact->exact (floor seconds))))
        "no time")))

;;; What people type

(define ago-pattern (make-regexp "^([0-9]{1,9})([smhdw])$"))
(define hour-pattern (make-regexp "^([0-9]{1,2}):([0-9]{2})$"))

(define (unit-seconds letter)
  (case letter ((#\s) 1) ((#\m) 60) ((#\h) 3600) ((#\d) 86400) (else 604800)))

(define (local->seconds year month day hour minute second)
  (let ((tm (localtime (current-time))))
    (set-tm:year tm (- year 1900))
    (set-tm:mon tm (- month 1))
    (set-tm:mday tm day)
    (set-tm:hour tm hour)
    (set-tm:min tm minute)
    (set-tm:sec tm second)
    (set-tm:isdst tm -1)
    (car (mktime tm))))

(define (ago->seconds text)
  (let ((match (regexp-exec ago-pattern text)))
    (and match
         (max 0 (- (now)
                   (* (field match 1) (unit-seconds (string-ref (match:substring match 2) 0))))))))

(define (hour->seconds text)
  (let ((match (regexp-exec hour-pattern text)) (today (localtime (current-time))))
    (and match (<= (field match 1) 23) (<= (field match 2) 59)
         (local->seconds (+ 1900 (tm:year today)) (+ 1 (tm:mon today)) (tm:mday today)
                         (field match 1) (field match 2) 0))))

(define (date->seconds text)
  "A time without Z is meant as the clock on the wall shows it."
  (let ((match (regexp-exec iso-pattern text)))
    (and match (plausible? match)
         (if (equal? (match:substring match 11) "Z")
             (match->seconds match)
             (+ (fraction match)
                (local->seconds (field match 1) (field match 2) (field match 3)
                                (field match 5) (field match 6) (field match 8)))))))

(define (parse-time text)
  "Return the moment that TEXT names as a timestamp: 90s, 10m, 2h, 3d or 1w ago, 12:30 today,
2026-02-01, 2026-02-01T12:30 or a timestamp. Raise a problem when it names none."
  (let ((seconds (or (ago->seconds text) (hour->seconds text) (date->seconds text))))
    (if seconds
        (seconds->timestamp seconds)
        (raise-problem 'value (string-append "\"" text "\" is no time")
                       "say 10m, 2h, 3d, 12:30, 2026-02-01 or 2026-02-01T12:30"))))
