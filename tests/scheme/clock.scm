;;; Moments as texts.

(load "harness.scm")
(use-modules (fermata clock))

(define stamp-pattern
  (make-regexp (string-append "^[0-9]{4}-[01][0-9]-[0-3][0-9]"
                              "T[0-2][0-9]:[0-5][0-9]:[0-6][0-9][.][0-9]{3}Z$")))

(define (stamp? text) (regexp-exec stamp-pattern text))

(check "now has the form of a timestamp" (stamp? (timestamp-now)))
(check "now is now" (< (abs (- (current-time) (timestamp->seconds (timestamp-now)))) 3))
(check "time does not go back"
       (let loop ((left 2000) (before (timestamp-now)))
         (or (= left 0)
             (let ((now (timestamp-now)))
               (and (string>=? now before) (loop (- left 1) now))))))

(check-equal "the beginning" 0 (timestamp->seconds "1970-01-01T00:00:00.000Z"))
(check-equal "a leap day" 1709164800 (timestamp->seconds "2024-02-29"))
(check-equal "thousandths" 3599/1000 (timestamp->seconds "1970-01-01T00:00:03.599Z"))
(check-equal "no time" #f (timestamp->seconds "yesterday"))
(check-equal "no month" #f (timestamp->seconds "2026-13-01"))
(for-each (lambda (seconds)
            (check-equal (list seconds "there and back") seconds
                         (timestamp->seconds (seconds->timestamp seconds))))
          '(0 1 86399 951782400 1709164800 4102444799 123456789123/1000))

(define (ago text) (- (current-time) (timestamp->seconds (parse-time text))))
(define (about? seconds text) (<= (abs (- seconds (ago text))) 3))
(check "90s" (about? 90 "90s"))
(check "10m" (about? 600 "10m"))
(check "2h" (about? 7200 "2h"))
(check "3d" (about? 259200 "3d"))
(check "1w" (about? 604800 "1w"))
(check-equal "a timestamp" "2026-02-01T12:34:56.789Z" (parse-time "2026-02-01T12:34:56.789Z"))

(setenv "TZ" "UTC-2")                   ; two hours east of Greenwich
(tzset)
(check-equal "the clock on the wall" "2026-02-01T10:30:00.000Z" (parse-time "2026-02-01T12:30"))
(check-equal "with a space" "2026-02-01T10:30:00.000Z" (parse-time "2026-02-01 12:30"))
(check-equal "a day" "2026-01-31T22:00:00.000Z" (parse-time "2026-02-01"))
(check "half past twelve" (string-suffix? "T10:30:00.000Z" (parse-time "12:30")))

(for-each (lambda (text)
            (check-equal text '(value #t)
                         (catch 'fermata-error
                           (lambda () (parse-time text))
                           (lambda (key kind message hint . rest) (list kind (string? hint))))))
          '("" "ten" "10" "10x" "25:00" "12:61" "2026-13-01" "2026-02-01T" "m"))

(finish-tests)
