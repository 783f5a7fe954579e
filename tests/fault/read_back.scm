;;; Say what is stored below FAULT_ROOT, append one entry more, and say what that makes.

(use-modules (fermata clock) (fermata history) (fermata native file))

(define directory (getenv "FAULT_ROOT"))
(define snapshot (string-append directory "/score.ferm"))
(define history (open-history (string-append directory "/history.jsonl")))

(define (say-entries)
  (write (map (lambda (entry)
                (and (equal? "Eval" (entry-ref entry 'kind)) (entry-ref entry 'index)))
              (history-range history 1 (history-count history))))
  (newline))

(say-entries)
(write (if (file-exists? snapshot) (read-file snapshot) ""))
(newline)
(history-append! history `(((index . ,(+ 1 (history-count history))) (timestamp . ,(timestamp-now))
                            (kind . "Eval"))))
(close-history! history)
(set! history (open-history (string-append directory "/history.jsonl")))
(say-entries)
