;;; Names: pitches and durations are ordinary variables that any binding shadows, and each session
;;; has its own.

(load "harness.scm")

(check-text "(c4 c#4 bb3 f##5 c-1 c+4)" "(list c4 c#4 bb3 f##5 c-1 c+4)")
(check-text "(list q. h eighth)" "(list q. h (duration :8))")
(check-text "5" "(let ((c4 5)) c4)")
(check-text "(5 e4)" "(define c4 5) (list c4 e4)")
(check-text "problem: note takes a pitch first, not the number 5" "(define c4 5) (note c4 :q)")
(check-text "(note c4 :q)" "(define (f1 p) p) (note (f1 c4) :q)")
(check-text "4" "(define (q x) (+ x 1)) (q 3)")
(check-text "(x y)" "(define-syntax-rule (c5 a) (list 'x a)) (c5 'y)")
(check-text "#t" "(procedure? note)")
(check-text "(start stop continue both up down none)"
            "(list start stop continue both up down none)")

;; The native path is not taken when the session gave one of the names another meaning.
(check-text "mine" "(define (note . x) 'mine) (note c4 :q)")
(check-text "(note d4 :q)" "(define c4 d4) (note c4 :q)")

;; Code that already used a pitch name follows the session's definition of it.
(check-text "mine" "(define (u) g4) (u) (define g4 'mine) (u)")

;; One session never sees another's names.
(let ((a (make-environment)) (b (make-environment)))
  (evaluate-text a "(set! c7 5) (define x 1)")
  (check-equal "own" 5 (outcome-value (evaluate-text a "c7")))
  (check-equal "other" "c7" (result-text (evaluate-text b "c7")))
  (check "definition" (outcome-problem (evaluate-text b "x"))))

;; key, measure, part, score as syntax and as procedures
(check-text "(key d :major)" "(begin (key d :major))")
(check-text "(key bb :minor)" "(begin (key bb :minor))")
(check-text "(key d :major)" "(let ((d 2)) (key d))")
(check-text "(key d :major)" "(define d 2) (key d)")
(check-text "(list (key d :major))" "(map key (list 2))")
(check-text "(measure (key d :minor) (note d4 :w))"
            "(let ((p d4)) (measure :key d :minor (note p :w)))")
(check-text "(measure (key c :major) (note d4 :w))"
            "(let ((p d4)) (measure :key c-major (note p :w)))")
(check-text "(measure (key d :minor) (note d4 :w))"
            "(let ((p d4)) (measure :key (d :minor) (note p :w)))")
(check-text "(measure (time 3 4) (note d4 :h.))"
            "(let ((p d4)) (measure :time (3 4) (note p :h.)))")
(check-text "(measure (time 3 4) (note d4 :h.))"
            "(let ((x 3)) (measure :time (list x 4) (note d4 :h.)))")
(check-text "(measure (note c4 :w))" "(apply measure (list (note c4 :w)))")
(check-text "problem: this is not a procedure: 3" "(let ((d 3)) (measure :key (d 4) (note d4 :w)))")

;; use-key
(check-text "(f#4 f4 c#4 fb4 g4)" "(use-key d :major) (list f4 fn4 c4 fb4 g4)")
(check-text "(f#4 f#5 f4)"
            "(define a f4) (use-key d :major) (define b f4) (use-key d :major) (list b f5 a)")
(check-text "f4" "(use-key d :major) (use-key) f4")
(check-text "(note f#4 :q)" "(use-key d :major) (note f4 :q)")
(check-text "bb4" "(use-key (key -2)) b4")

;; Libraries keep plain names whatever the session's key is.
(define scratch (or (getenv "FERMATA_SCRATCH") "/tmp"))
(define (write-text file text)
  (call-with-output-file (string-append scratch "/" file) (lambda (port) (display text port))))
(write-text "plainlib.ferm" "(define (theme) (list f4 :8))\n(define here f4)\n")
(write-text "modlib.scm" "(define-module (modlib) #:export (seven))
(define (seven) 7)\n(define hidden 8)\n")
(write-text "brokenlib.ferm" "(define x 1)\n(car x)\n")
(setenv "FERMATA_PATH" scratch)
(check-text "((f4 :8) f4 f#4)" "(use-key d :major) (use plainlib) (list (theme) here f4)")
(check-text "7" "(use modlib) (seven)")
(check-text "7" "(use modlib) (use modlib) (seven)")
(check-text "problem: unknown name hidden" "(use modlib) hidden")
(let ((problem (outcome-problem (outcome-of "(use brokenlib)"))))
  (check-equal "a library's problem has its own place" '(2 1)
               (list (problem-line problem) (problem-column problem))))
(check-text "(f4 f#4)"
  (string-append "(use-key d :major) (load \"" scratch "/plainlib.ferm\") (list here f4)"))
(check-text "problem: there is no library nowhere-at-all" "(use nowhere-at-all)")

(finish-tests)
