;;; A journal cut at every byte of its last three records: the session opens with the entries that are
;;; whole, its score is what they make, and what is typed next is there after the next crash.

(load "sessions-harness.scm")
(use-modules (fermata native file) (srfi srfi-1))

(define directory (session-directory (active-session)))
(define journal-path (string-append directory "/history.jsonl"))

(define (last-input)
  (let ((history (session-history (active-session))))
    (entry-ref (history-ref history (history-count history)) 'input)))

(typed "(note c4 :q)")
(save-session! (active-session))
(define scores                          ; after each of the entries, newest first
  (let loop ((inputs '("(note d4 :q)" "(define (f x) (* 2 x))" "(note e4 :q)")) (scores '()))
    (cond ((null? inputs) scores)
          (else (typed (car inputs))
                (loop (cdr inputs) (cons (score-text) scores))))))
(define whole (read-file journal-path))
(define first-score
  (begin (session-undo! (active-session) 2) (score-text)))

(define (line-ends text)
  (filter (lambda (at) (char=? #\newline (string-ref text (- at 1))))
          (iota (string-length text) 1)))

(define ends (reverse (line-ends whole)))
(define start (list-ref ends 3))        ; where the last three records begin

(define (expected-score size)
  (cond ((>= size (first ends)) (first scores))
        ((>= size (second ends)) (second scores))
        ((>= size (third ends)) (third scores))
        (else first-score)))

(define (cut-to! size)
  (system* "rm" "-f" (string-append directory "/history.jsonl"))
  (write-file! journal-path (substring whole 0 size))
  (drop!))

(define (wrong-at size)
  "Return what is wrong when the journal ends after SIZE bytes, or #f."
  (cut-to! size)
  (let ((entries (length (filter (lambda (end) (<= end size)) ends)))
        (score (score-text))
        (count (history-count (session-history (active-session)))))
    (typed "(note b4 :q)")
    (let ((after (score-text)))
      (drop!)
      (cond ((not (string=? score (expected-score size))) (list size 'score score))
            ((< count entries) (list size 'entries count))
            ((not (string=? after (score-text))) (list size 'next (score-text)))
            (else #f)))))

(check-equal "the journal is text of one byte a character" (string-length whole)
       (stat:size (stat journal-path)))
(check-equal "a journal cut anywhere in its last three records" '()
       (filter-map wrong-at (iota (+ 1 (- (string-length whole) start)) start)))

(finish-session-tests)
