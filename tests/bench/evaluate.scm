;;; The evaluator with places against bare primitive-eval of the same form, and notes made per second.

(use-modules (fermata environment) (fermata evaluate) (fermata native reader) (fermata outcome)
             (ice-9 format) (system base compile))

(define (seconds thunk)
  (let ((start (get-internal-real-time)))
    (thunk)
    (/ (- (get-internal-real-time) start) 1.0 internal-time-units-per-second)))

(define (best runs thunk)
  (let loop ((left runs) (least 1e9))
    (if (zero? left) least (loop (- left 1) (min least (seconds thunk))))))

(define (score-text notes)
  (call-with-output-string
   (lambda (port)
     (display "(begin (score (part :violin (measure (time 4 4)" port)
     (do ((i 0 (+ i 1))) ((= i notes))
       (when (and (> i 0) (zero? (modulo i 8))) (display ")\n (measure" port))
       (display (list-ref '(" (note c4 :8)" " (note f#4 :8)" " (note bb4 :8)") (modulo i 3)) port))
     (display "))))" port))))

(define (bare text)
  (let* ((environment (make-environment))
         (datum (let ((source (make-source text "bench"))) (source-datum source 0))))
    (save-module-excursion
     (lambda ()
       (set-current-module (environment-module environment))
       (primitive-eval datum)))))

(define (with-places text)
  (let ((outcome (evaluate-text (make-environment) text)))
    (when (outcome-problem outcome) (error "the benchmark's own score is wrong" (outcome-problem outcome)))))

(define (report notes)
  (let* ((text (score-text notes))
         (runs (if (> notes 5000) 5 10))
         (plain (best runs (lambda () (bare text))))
         (placed (best runs (lambda () (with-places text)))))
    (format #t "~8d notes  bare primitive-eval ~6,1f ms  with places ~6,1f ms  ratio ~4,2f~%"
            notes (* 1e3 plain) (* 1e3 placed) (/ placed plain))))

(with-places (score-text 100))          ; warm up
(report 1000)
(report 10000)

(define count 300000)
(define (make-notes)
  (let loop ((i 0)) (when (< i count) (note c4 :q) (loop (+ i 1)))))
(define compiled
  (compile '(lambda (note pitch duration count)
              (let loop ((i 0)) (when (< i count) (note pitch duration) (loop (+ i 1)))))
           #:env (current-module)))
(format #t "notes per second from Scheme: ~,2f million compiled, ~,2f million interpreted with places~%"
        (/ count 1e6 (best 5 (lambda () (compiled note c4 :q count))))
        (/ count 1e6 (best 3 make-notes)))
