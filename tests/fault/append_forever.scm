;;; Say what is stored in FAULT_ROOT, then go on storing until killed, and say each time what is
;;; acknowledged.

(use-modules (fermata clock) (fermata history) (fermata inbox) (fermata native file))

(define directory (getenv "FAULT_ROOT"))
(define history (open-history (string-append directory "/history.jsonl")))
(define snapshot (string-append directory "/score.ferm"))

(define (say . words)
  (for-each display words)
  (newline)
  (force-output))

(define (message-number message) (string->number (assq-ref message 'content)))

(define (sound? entry) (equal? "Eval" (entry-ref entry 'kind)))

(let ((entries (history-range history 1 (history-count history))))
  (say "entries " (length entries) " damaged " (length (delete #t (map sound? entries)))))
(say "messages " (map message-number (inbox-waiting directory)))
(say "snapshot " (if (file-exists? snapshot) (read-file snapshot) "0"))

(define (entry index size)
  `((index . ,index) (timestamp . ,(timestamp-now)) (kind . "Eval")
    (input . ,(make-string size #\x))))

(let loop ((turn 1))
  (let ((next (+ 1 (history-count history))))
    (history-append! history (list (entry next 100) (entry (+ next 1) (random 200000))))
    (say "stored " (history-count history))
    (write-file! snapshot (number->string (history-count history)))
    (say "written " (history-count history))
    (inbox-post! directory `((content . ,(number->string next)) (source . "send_message")))
    (say "posted " next)
    (when (= 0 (modulo turn 7))
      (let ((shown (inbox-waiting directory)))
        (say "trimming")
        (inbox-trim! directory (map (lambda (message) (assq-ref message 'id)) shown))
        (say "trimmed"))))
  (loop (+ turn 1)))
