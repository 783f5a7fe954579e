;;; One note typed into a short and a long score: entered, and the difference as it is stored.

(use-modules (fermata workspace) (ice-9 format))

(define runs 1000)

(define (microseconds thunk)
  "Return what one call of THUNK takes, as the best of five rounds."
  (define (round)
    (let ((start (get-internal-real-time)))
      (do ((i 0 (+ i 1))) ((= i runs)) (thunk))
      (/ (- (get-internal-real-time) start) (* runs (/ internal-time-units-per-second 1e6)))))
  (apply min (map (lambda (i) (round)) (iota 5))))

(define (workspace-of count)
  "Return a workspace with COUNT measures and a note."
  (let ((workspace (make-workspace)))
    (enter-value! workspace
                  (list (time 4 4)
                        (map (lambda (i) (line :q c4 d4 e4 f4)) (iota count))
                        (note c4 :q)))
    workspace))

(define (figures count)
  (let* ((workspace (workspace-of count))
         (before (workspace-snapshot workspace)))
    (define (type!)
      (enter-value! workspace (note g4 :q))
      (let ((delta (score-delta (state-score before) (workspace-score workspace))))
        (workspace-restore! workspace before)
        delta))
    (let ((delta (type!)))
      (list (microseconds type!)
            (let ((after (apply-score-delta (state-score before) delta)))
              (microseconds (lambda () (apply-score-delta after (invert-score-delta delta)))))))))

(let ((short (figures 10)) (long (figures 10000)))
  (for-each (lambda (what a b)
              (format #t "~a: 10 measures ~,1f µs   10,000 measures ~,1f µs   ratio ~,2f\n"
                      what a b (/ b a)))
            '("a note and its delta" "undone by its delta") short long))
