;;; What a typed line costs in a session, beside a bare append of the same entry: at the disk, and
;;; without waiting for it (in memory), where our own work can be seen. Called with a directory on
;;; each.

(load "../scheme/sessions-harness.scm")
(use-modules (srfi srfi-1))

(define (microseconds)
  (* (get-internal-real-time) (/ 1000000 internal-time-units-per-second)))

(define (median numbers)
  (list-ref (sort numbers <) (quotient (length numbers) 2)))

(define (cost times thunk)
  "Return the median of TIMES calls of THUNK, in microseconds."
  (exact->inexact
   (median (map (lambda (i)
                  (let ((start (microseconds)))
                    (thunk)
                    (- (microseconds) start)))
                (iota times)))))

(define (shown number)
  (number->string (/ (round (* 10 number)) 10)))

(define (print . texts)
  (for-each display texts)
  (newline))

;;; A bare entry

(define bare (open-history (string-append scratch "/bare.jsonl")))

(define (append-bare!)
  (history-append! bare `(((index . ,(+ 1 (history-count bare)))
                           (timestamp . "2026-01-01T00:00:00.000Z") (kind . "Eval")
                           (input . ,(make-string 250 #\x))))))

(define (line text) (lambda () (act! (active-session) text)))

(define (fill! measures)
  (act! (active-session)
        (string-append "(score (part :violin "
                       (string-concatenate
                        (map (lambda (i)
                               "(measure (note c4 :q) (note d4 :q) (note e4 :q) (note f4 :q))")
                             (iota measures)))
                       "))")))

(print "bare append and fdatasync of an entry: " (shown (cost 60 append-bare!)) " us")
(print "(+ 1 2) typed, to its result:          " (shown (cost 60 (line "(+ 1 2)"))) " us")

(define (at measures)
  (fill! measures)
  (let* ((note (cost 100 (line "(note c4 :q)")))
         (undo (cost 50 (line ":undo")))
         (edit (cost 50 (line "(replace-measure! 5 (measure (note c4 :w)))"))))
    (print "score of " measures " measures: a note " (shown note) " us, :undo " (shown undo)
           " us, replace-measure! " (shown edit) " us")
    (list note undo edit)))

(let ((small (at 10)) (large (at 10000)))
  (print "10,000 measures to 10: note " (shown (/ (first large) (first small)))
         " times, undo " (shown (/ (second large) (second small)))
         " times, edit " (shown (/ (third large) (third small))) " times"))

;;; Memory

(define (resident-kilobytes)
  (let ((fields (call-with-input-file "/proc/self/statm"
                  (lambda (port) (list (read port) (read port))))))
    (* 4 (second fields))))

(when (member "memory" (command-line))
  (set-active-session! (create-session! "memory"))
  (let loop ((count 0))
    (when (< count 10000) (act! (active-session) "(note c4 :q)") (loop (+ count 1))))
  (gc)
  (let ((before (resident-kilobytes)))
    (let loop ((count 0))
      (when (< count 10000) (act! (active-session) "(note c4 :q)") (loop (+ count 1))))
    (gc)
    (print "10,000 more entries, each a note that stays in the score: "
           (- (resident-kilobytes) before) " kB")))

(close-all-sessions!)
(system* "rm" "-rf" scratch)
