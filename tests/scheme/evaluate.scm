;;; Evaluation: values, closures, macros, places of errors, state after every kind of abort.

(load "harness.scm")

;; Values
(check-text "3" "(+ 1 2)")
(check-text "(note c4 :q)" "(note c4 :q)")
(check-text "(list (note c4 :8) (note e4 :8))" "(map (lambda (p) (note p :8)) (list c4 e4))")
(check-text "(list (note c4 :q) (note e4 :h))" "(map note (list c4 e4) (list :q :h))")
(check-text "(c4 e4 g4)" "(c4 e4 g4)")
(check-text "(c4 e4 g4)" "(let ((x e4)) (c4 x g4))")
(check-text "#t" "(eq? c#4 (pitch 'c 1 4))")
(check-text "#t" "(equal? (note c4 :q :staccato) (note c4 :q :staccato))")
(check-text "#f" "(equal? (note c4 :q) (note c4 :h))")
(check-text "#t" "(equal? (note c4 :q :lyric \"a\") (note c4 :q :lyric \"a\"))")
(check-text "1" "(hash-ref (let ((t (make-hash-table))) (hash-set! t q. 1) t) (duration 3/8))")
(check-text "1"
  "(hash-ref (let ((t (make-hash-table))) (hash-set! t (interval :M3) 1) t) (interval c4 e4))")
(check-text "#t" "(equal? (value-key (note c4 :q)) (value-key (note c4 :q)))")
(check-equal "two values" '(1 2) (outcome-values (outcome-of "(values 1 2)")))
(check-text "(a c#4 \"s\" :q 1/2 (x . y) #(1 2))" "'(a c#4 \"s\" :q 1/2 (x . y) #(1 2))")
(check-text "((ratio 3 2) (3 2))" "(list 3:2 3+2)")

;; Scheme in it
(check-text "(list (note e4 :q))" "(define (twice f) (lambda (x) (f (f x))))
(map (lambda (p) (note ((twice (lambda (q) (transpose :M2 q))) p) :q)) (list c4))")
(check-text "(2 1)" "(define-syntax-rule (swap a b) (list b a)) (swap 1 2)")
(check-text "7"
  "(define-syntax five (syntax-rules () ((_ x) (let ((y 5)) (+ x y))))) (let ((y 2)) (five y))")
(check-text "(1 2)" "(call-with-values (lambda () (values 1 2)) list)")
(check-text "6" "(use-modules (ice-9 match)) (match '(1 (2 3)) ((a (b c)) (+ a b c)))")
(check-text "(list (note c4 :q) (note d4 :q))"
            "(let-syntax ((n (syntax-rules () ((_ p) (note p :q))))) (list (n c4) (n d4)))")
(check-text "c4" "(eval 'c4 (current-module))")

;; Order of evaluation that the place marks rely on: operator, then operands from left to right.
(check-text "(f a b c)" "(define seen '()) (define (see x) (set! seen (cons x seen)) x)
((begin (see 'f) list) (see 'a) (see 'b) (see 'c)) (reverse seen)")
;; Tail calls stay tail calls under the marks.
(check-text "done" "(define (loop n) (if (= n 0) 'done (loop (- n (car (list 1)))))) (loop 300000)")

;; Places: line, column and length of the culprit
(check-error "(foo 1)" 'unbound 1 2 3)
(check-error "(+ 1\n   (foo))" 'unbound 2 5 3)
(check-error "(list (+ 1 2) (car 5) 3)" 'type 1 15 7)
(check-error "(define (f x)\n  (car x))\n(f 5)" 'type 2 3 7)
(check-error "(note c4 :qq)" 'value 1 10 3)
(check-error "(let ((d :qq))\n  (note c4 d))" 'value 2 12 1)
(check-error "(define (g x) x)\n(g 1 2)" 'arity 2 1 7)
(check-error "(vector-ref (vector 1 2)\n 5)" 'value 1 1 24)
(check-error "(if)" 'syntax 1 2 2)
(check-error "(list 1 (let ((x)) x))" 'syntax 1 9 13)
(check-error "(1 2)" 'type 1 1 5)
(check-error "(error \"no\" 1)" 'value 1 1 14)
(check-error "(throw 'mine 1)" 'value 1 1 15)
(check-error "(raise-exception 'x)" 'value 1 1 20)
(check-error "(list 1 2" 'read 1 1 1)
(check-error "(list 1))" 'read 1 9 1)
(check-error "h4" 'unbound 1 1 2)
(check-error "(list \"é\" (foo))" 'unbound 1 12 3)
(check-error "(measure (note c4 :q)\n  (note (car '(h9)) :q))" 'type 2 9 11)
(check-hint "(nite c4 :q)" "did you mean note ?")
(check-hint "(define (transpse x) x) (transpze 1)" "did you mean transpse ?")
(check-hint "(note c4 :qq)" "did you mean :q ?")
(check-hint "(pitch-step)" "write (pitch-step PITCH)")
(check-text "problem: this is not a procedure: 5" "(5 5)")
(check-text "problem: this number is out of range: -1" "(list-ref (list 1) -1)")
(check-text "problem: this number is out of range: -1" "(make-string -1)")
(check-text "problem: division by zero" "(/ 5 0)")

;; A procedure that fails later is placed in the text that made it.
(let ((environment (make-environment)))
  (evaluate-text environment "(define (broken)\n  (car 7))" #:name "first")
  (let ((problem (outcome-problem (evaluate-text environment "(broken)" #:name "second"))))
    (check-equal "later failure" '("first" 2 3)
                 (list (problem-file problem) (problem-line problem) (problem-column problem)))))

;; Forms before the failing one have been evaluated; a text that does not read does nothing.
(let ((environment (make-environment)))
  (evaluate-text environment "(define a 1) (car a) (define b 2)")
  (check-equal "before" 1 (outcome-value (evaluate-text environment "a")))
  (check "after" (outcome-problem (evaluate-text environment "b")))
  (evaluate-text environment "(define c 1) (")
  (check "unreadable" (outcome-problem (evaluate-text environment "c"))))

;; Whatever ends an evaluation, module, ports and the next evaluation are as before.
(define aborts
  '("(car 1)" "(throw 'x)" "(raise-exception 1)" "(exit 3)" "(quit)" "(if)"
    "(define (f n) (+ 1 (f n))) (f 1)" "(make-vector 99999999999 0)"
    "(set-current-output-port (%make-void-port \"w\")) (car 1)"
    "(set-current-module (resolve-module '(ice-9 match))) (car 1)"
    "(define-module (somewhere else)) (car 1)"
    "(dynamic-wind (lambda () #t) (lambda () (car 1))
       (lambda () (set-current-module (resolve-module '(guile)))))"
    "(kill (getpid) SIGINT) (let loop () (loop))"))
(for-each
 (lambda (text)
   (let ((environment (make-environment)) (module (current-module)) (port (current-output-port)))
     (evaluate-text environment "(define kept 5)")
     (let ((outcome (evaluate-text environment text)))
       (check text (or (outcome-problem outcome) (outcome-exit-code outcome))))
     (check-equal (list text 'module) #t (eq? module (current-module)))
     (check-equal (list text 'port) #t (eq? port (current-output-port)))
     (check-equal (list text 'next) 5 (outcome-value (evaluate-text environment "kept")))))
 aborts)
(check-equal "exit code" 3 (outcome-exit-code (outcome-of "(exit 3)")))
(check-equal "interrupt" 'interrupt
             (problem-kind
              (outcome-problem (outcome-of "(kill (getpid) SIGINT) (let loop () (loop))"))))

;; A continuation kept from one evaluation cannot restart it from another.
(let ((environment (make-environment)))
  (evaluate-text environment "(define k #f) (define n 0)
(call/cc (lambda (c) (set! k c))) (set! n (+ n 1))")
  (check "barrier" (outcome-problem (evaluate-text environment "(k 1)")))
  (check-equal "not run again" 1 (outcome-value (evaluate-text environment "n"))))

;; One process evaluates thousands of texts: no compile, so no root set is used up.
(let ((environment (make-environment)))
  (let loop ((n 0))
    (when (< n 3000)
      (evaluate-text environment "(define (f x) (note x :q)) (f c4)")
      (loop (+ n 1))))
  (check-equal "3000 evaluations" "(note c4 :q)"
               (result-text (evaluate-text environment "(f c4)"))))

(finish-tests)
