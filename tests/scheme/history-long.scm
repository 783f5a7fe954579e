;;; A history of 100,000 entries opens by its tail, finds any entry, and stays small in memory.

(load "harness.scm")
(use-modules (fermata clock) (fermata history) (fermata native file) (fermata native json)
             (ice-9 rdelim))

(define count 100000)
(define path (string-append (or (getenv "FERMATA_SCRATCH") "/tmp") "/long-"
                            (number->string (getpid)) ".jsonl"))
(define filler (make-string 150 #\x))

(define (entry index)
  `((index . ,index)
    (timestamp . ,(seconds->timestamp (+ 1769949000 (* 10 index))))
    (kind . ,(if (= 0 (modulo index 1000)) "UserMessage" "Eval"))
    (input . ,(string-append "(note c4 :q) ; Nr" (number->string index) ";"))
    (result . ,filler)))

(define (lines from to)
  (string-concatenate (map (lambda (index) (string-append (value->json (entry index)) "\n"))
                           (iota (- to from -1) from))))

(let ((journal (car (journal-open! path))))
  (let loop ((from 1))
    (when (<= from count)
      (journal-append! journal (lines from (+ from 9999)))
      (loop (+ from 10000))))
  (journal-close! journal))

(define (bytes-read)
  "Return how many bytes this process has read so far."
  (call-with-input-file "/proc/self/io"
    (lambda (port) (string->number (string-trim (substring (read-line port) 6))))))

(define (heap) (gc) (assq-ref (gc-stats) 'heap-size))

(define before (bytes-read))
(define history (open-history path))
(define opening (- (bytes-read) before))
(check-equal "count" count (history-count history))
(check (list "opening reads little, not" opening) (< opening 65536))

(define (found index) (history-ref history index))
(for-each (lambda (index) (check-equal (list 'entry index) (entry index) (found index)))
          '(1 2 499 500 501 12345 50000 77777 98999 99000 99001 99500 99999 100000))

(define (query . filters)
  (map (lambda (entry) (entry-ref entry 'index)) (history-query history filters)))

(define small (heap))
(check-equal "the first of all" '(1) (query '(text_search . "Nr1;")))
(check-equal "nothing, in any case" '() (query '(text_search . "nr100001;")))
(check-equal "the last three messages" '(98000 99000 100000)
             (query '(kinds . ("user_message")) '(limit . 3)))
(check-equal "all messages" 100 (length (query '(kinds . ("UserMessage")))))
(check-equal "since" '(99999 100000) (query `(since . ,(entry-ref (entry 99999) 'timestamp))))
(check-equal "an old day" '(5 6) (query `(since . ,(entry-ref (entry 5) 'timestamp))
                                        `(until . ,(entry-ref (entry 6) 'timestamp))))
(let loop ((from 1))
  (when (<= from count)
    (unless (= 1000 (length (history-range history from (+ from 999)))) (fail! "page" from))
    (loop (+ from 1000))))
(define growth (- (heap) small))
(check (list "memory stays bounded, grew by" growth) (< growth 33554432))

(history-append! history (list (entry (+ count 1))))
(check-equal "goes on" (entry (+ count 1)) (found (+ count 1)))

(close-history! history)
(delete-file path)
(finish-tests)
