;;; What storing and opening a history costs, in BENCH_DIRECTORY. `run` puts the anchor beside the
;;; first figure.

(use-modules (fermata clock) (fermata history) (fermata native file) (fermata native json)
             (ice-9 rdelim))

(define directory (or (getenv "BENCH_DIRECTORY") "/tmp"))
(define (bench-file name) (string-append directory "/" name))

(define (microseconds thunk)
  (let ((start (get-internal-real-time)))
    (thunk)
    (quotient (- (get-internal-real-time) start)
              (quotient internal-time-units-per-second 1000000))))

(define (median-of times thunk)
  (list-ref (sort (map (lambda (i) (microseconds thunk)) (iota times)) <) (quotient times 2)))

(define (resident)
  "Return the memory of this process in kB."
  (gc)
  (call-with-input-file "/proc/self/statm"
    (lambda (port) (read port) (* 4 (read port)))))

(define (say name value unit)
  (for-each display (list name ": " value " " unit "\n")))

(define (entry index)
  `((index . ,index) (timestamp . ,(timestamp-now)) (kind . "Eval")
    (input . "(measure (note c4 :q) (note d4 :q) (note e4 :q) (note f4 :q))")
    (result . "(measure (note c4 :q) (note d4 :q) (note e4 :q) (note f4 :q))")
    (source . "keyboard") (revision . ,index)))

(define (entries from count) (map entry (iota count from)))

(define (store! history count)
  "Add COUNT entries, a hundred at a time."
  (unless (<= count 0)
    (history-append! history (entries (+ 1 (history-count history)) 100))
    (store! history (- count 100))))

(define line (string-append "{\"index\":1,\"x\":\"" (make-string 281 #\x) "\"}\n"))
(define journal (car (journal-open! (bench-file "journal.jsonl"))))
(define history (open-history (bench-file "history.jsonl")))

(say "journal-append! of 300 bytes, median"
     (median-of 200 (lambda () (journal-append! journal line))) "us")
(say "history-append! of one entry, median"
     (median-of 200 (lambda ()
                      (history-append! history (entries (+ 1 (history-count history)) 1))))
     "us")

(define (fill-long!)
  (let ((journal (car (journal-open! (bench-file "long.jsonl")))))
    (let loop ((from 1))
      (when (<= from 100000)
        (journal-append! journal
                         (string-concatenate
                          (map (lambda (entry) (string-append (value->json entry) "\n"))
                               (entries from 1000))))
        (loop (+ from 1000))))
    (journal-close! journal)))

(define (open-and-close name) (close-history! (open-history (bench-file name))))

(fill-long!)
(open-and-close "empty.jsonl")
(say "opening an empty history, median" (median-of 50 (lambda () (open-and-close "empty.jsonl")))
     "us")
(say "opening 100,000 entries, median"
     (median-of 50 (lambda () (open-and-close "long.jsonl"))) "us")

(define long (open-history (bench-file "long.jsonl")))
(say "one old entry, median"
     (median-of 50 (lambda () (history-ref long (+ 1 (random 90000))))) "us")
(say "the last 20 of one kind" (median-of 20 (lambda ()
                                               (history-query long '((kinds . ("Eval"))
                                                                     (limit . 20)))))
     "us")
(say "a text in none of 100,000 entries, as written"
     (microseconds (lambda () (history-query long '((text_search . "Zzz"))))) "us")
(say "the same in any case"
     (microseconds (lambda () (history-query long '((text_search . "zzz"))))) "us")

(store! history 10000)
(define before (resident))
(store! history 10000)
(say "memory for 10,000 entries more" (- (resident) before) "kB")
