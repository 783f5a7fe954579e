;;; Limits: nothing that can be typed ends the process, and what was made is freed.

(load "harness.scm")
(use-modules (fermata native host))

(define (kind-of text)
  (let ((problem (outcome-problem (outcome-of text))))
    (and problem (problem-kind problem))))

(define (times count text) (apply string-append (make-list count text)))

;; Runaway recursion
(check-equal "recursion" 'limit (kind-of "(define (f n) (+ 1 (f n))) (f 1)"))
(check-equal "mutual"
            'limit (kind-of "(define (f n) (+ 1 (g n))) (define (g n) (+ 1 (f n))) (f 1)"))
(check-text "100000" "(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))) (count 100000)")

;; Depth
(check-equal "4900 deep" 4900
             (outcome-value (outcome-of (string-append (times 4900 "(+ 1 ") "0" (times 4900 ")")))))
(check-equal "too deep" 'limit (kind-of (string-append (times 6000 "(+ 1 ") "0" (times 6000 ")"))))
(check-equal "endless opening" 'read (kind-of (times 200000 "(")))
(check-equal "deep quotes" 'limit (kind-of (string-append (times 100000 "'") "a")))
(check "a deep value prints"
       (string? (value->text (let loop ((n 300000) (l '()))
                               (if (= n 0) l (loop (- n 1) (list l)))))))
(check "a circular value prints"
       (string? (value->text (let ((l (list 1 2))) (set-cdr! (cdr l) l) l))))
(check-equal "equal? of deep data" 'limit
             (kind-of "(define (deep n l) (if (= n 0) l (deep (- n 1) (list l))))
(equal? (deep 3000000 '()) (deep 3000000 '()))"))

;; Width
(check-equal "90000 wide" 90000
             (outcome-value (outcome-of (string-append "(length (list " (times 90000 "1 ") "))"))))
(check-equal "too wide" 'limit (kind-of (string-append "(list " (times 100001 "1 ") ")")))
(check-equal "quoted and wide" 150000
             (outcome-value (outcome-of (string-append "(length '(" (times 150000 "1 ") "))"))))

;; Enormous requests
(for-each
 (lambda (text) (check-equal text 'limit (kind-of text)))
 '("(expt 7 (expt 10 9))" "(ash 1 (expt 10 12))" "(make-vector 300000000 0)"
   "(make-string 3000000000 #\\a)" "(make-list 300000000)" "(iota 300000000)"
   "(string-pad \"a\" 1000000000)" "(string-pad-right \"a\" 1000000000)"
   "(use-modules (rnrs bytevectors)) (make-bytevector 3000000000)"))
(check-text "1024" "(expt 2 10)")
(check-text "4.0" "(expt 2.0 2)")

;; Numbers that do not fit exact time
(check-equal "overflow" 'overflow (kind-of "(let ((n (expt 10 30))) (note c4 (/ 1 n)))"))

;; What nobody holds is freed; what somebody holds is not.
(define (handles-after thunk)
  (thunk)
  (gc) (run-finalizers!) (gc)
  (run-finalizers!))
(let ((before (handles-after (lambda () #t))))
  (define after
    (handles-after
     (lambda ()
       (let loop ((n 0))
         (when (< n 20000)
           (note c4 :q :lyric "la")
           (measure (note c4 :w))
           (loop (+ n 1)))))))
  (check "20000 measures were freed" (< (- after before) 1000)))
(let* ((before (live-handles))
       (held (map (lambda (n) (measure (note c4 :w))) (iota 100))))
  (gc) (run-finalizers!)
  (check "held measures live" (>= (live-handles) (length held)))
  (check-equal "and are whole" 100 (length (filter measure? held))))
(let ((before (handles-after (lambda () #t))))
  (define after
    (handles-after
     (lambda ()
       (let loop ((n 0))
         (when (< n 2000)
           (outcome-of "(list (measure (note c4 :w)) (measure (note c4 :qq)))")
           (loop (+ n 1)))))))
  (check "errors leak nothing" (< (- after before) 1000)))

;; Closed environments can be collected.
(let ((guardian (make-guardian)))
  (let loop ((n 0))
    (when (< n 50)
      (let ((environment (make-environment)))
        (evaluate-text environment "(define-syntax-rule (m x) x) (define y (m c4))")
        (guardian (environment-module environment))
        (close-environment! environment))
      (loop (+ n 1))))
  (gc) (gc)
  (check "modules were collected" (guardian)))

(finish-tests)
