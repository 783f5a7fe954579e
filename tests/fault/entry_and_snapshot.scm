;;; Two turns of a session, entry and then snapshot, on a disk that may refuse; what is refused is
;;; tried again as a user would. Each line printed says what has been acknowledged.

(use-modules (fermata clock) (fermata history) (fermata native file))

(define directory (getenv "FAULT_ROOT"))
(define journal (string-append directory "/history.jsonl"))
(define snapshot (string-append directory "/score.ferm"))

(define (say . words)
  (for-each display words)
  (newline)
  (force-output))

(define (contents path) (if (file-exists? path) (read-file path) ""))

(define (attempt name path act)
  "Do ACT until it is not refused; a refusal must leave the file at PATH as it was."
  (let loop ((left 3) (before (contents path)))
    (let ((refusal (catch 'fermata-error
                     (lambda () (act) #f)
                     (lambda (key kind message . rest) (list kind message)))))
      (cond ((not refusal) (say "did " name))
            (else
             (say "refused " name " " (car refusal) ": " (cadr refusal))
             (unless (string=? before (contents path)) (say "changed " name))
             (when (> left 0) (loop (- left 1) before)))))))

(define history #f)
(attempt "open" journal (lambda () (set! history (open-history journal))))

(define (turn index)
  (attempt (list "entry" index) journal
           (lambda ()
             (history-append! history
                              `(((index . ,index) (timestamp . ,(timestamp-now)) (kind . "Eval")
                                 (input . "(note c4 :q)"))))))
  (attempt (list "snapshot" index) snapshot
           (lambda () (write-file! snapshot (number->string index)))))

(when history
  (let ((next (+ 1 (history-count history))))
    (turn next)
    (turn (+ next 1))))
