;;; JSON: what is written reads back the same; what is not JSON is refused with its place.

(load "harness.scm")
(use-modules (fermata native json))

(define (refusal thunk)
  "Return (KIND MESSAGE) of the problem that THUNK raises, or #f."
  (catch 'fermata-error
    (lambda () (thunk) #f)
    (lambda (key kind message . rest) (list kind message))))

(define (refused name kind part thunk)
  (let ((problem (refusal thunk)))
    (check (list name 'gives problem)
           (and problem (eq? kind (car problem)) (string-contains (cadr problem) part)))))

(define (reads-as text value) (check-equal text value (json->value text)))

(reads-as "null" 'null)
(reads-as " [ ] " #())
(reads-as "{}" '())
(reads-as "{\"b\":1,\"a\":{\"c\":[]}}" '((b . 1) (a . ((c . #())))))
(reads-as "{\"a\":1,\"a\":2}" '((a . 1) (a . 2)))
(reads-as "\"\\u00e9\\ud834\\udd1e\\n\\/\"" "é𝄞\n/")
(reads-as "[0,-1,123456789012345678901234567890,18446744073709551615]"
          #(0 -1 123456789012345678901234567890 18446744073709551615))
(reads-as "[1.0,1e3,-0.5]" #(1.0 1000.0 -0.5))

(check-equal "order and escapes"
             "{\"z\":\"a\\\"b\\\\c\\n\\u0001é𝄞\",\"a\":[1,1.0,true,false,null,{}]}"
             (value->json '((z . "a\"b\\c\n\x01é𝄞") (a . #(1 1.0 #t #f null ())))))

;;; Round trips of random values

(define random-source (seed->random-state 2026))
(define (pick count) (random count random-source))

(define characters
  (list->vector (string->list "aZ09 \"\\/\n\t\x00\x07\x1b\x7f{}[]:,éß♭𝄞\u2028\uffff")))

(define (random-character i) (vector-ref characters (pick (vector-length characters))))

(define (random-string) (list->string (map random-character (iota (pick 12)))))

(define (random-number)
  (case (pick 4)
    ((0) (- (pick 1000) 500))
    ((1) (- (pick (expt 2 80)) (expt 2 79)))
    ((2) (* (- (random:uniform random-source) 0.5) (expt 10.0 (- (pick 600) 300))))
    (else (exact->inexact (pick 100)))))

(define (random-value depth)
  (case (pick (if (> depth 4) 4 6))
    ((0) (random-string))
    ((1) (random-number))
    ((2) (list-ref '(#t #f null) (pick 3)))
    ((3) (pick 10))
    ((4) (list->vector (map (lambda (i) (random-value (+ depth 1))) (iota (pick 5)))))
    (else (map (lambda (i) (cons (string->symbol (random-string)) (random-value (+ depth 1))))
               (iota (pick 5))))))

(let loop ((left 3000) (wrong #f))
  (if (and (> left 0) (not wrong))
      (let* ((value (random-value 0)) (text (value->json value)))
        (loop (- left 1) (and (not (and (equal? value (json->value text))
                                        (not (string-index text #\newline))))
                              text)))
      (check-equal "random values read back the same, in one line" #f wrong)))

;;; Hostile input

(refused "end" 'value "unexpected end of input at byte 8" (lambda () (json->value "[1,2,3,")))
(refused "empty" 'value "unexpected end" (lambda () (json->value "")))
(refused "two values" 'value "at byte 3" (lambda () (json->value "1 2")))
(for-each (lambda (text) (refused text 'value "this is not JSON" (lambda () (json->value text))))
          '("{" "[1,]" "{\"a\"}" "{a:1}" "'a'" "01" "1." "+1" ".5" "NaN" "nul" "\"\\ud834\""
            "\"\\q\"" "\"a\nb\"" "[1}" "\x01" "/* */ 1" "\"" "\"\\u12" "-"))
(refused "deep" 'value "nests more than 64 deep"
         (lambda () (json->value (make-string 100000 #\[))))
(define (nested depth) (string-append (make-string depth #\[) (make-string depth #\])))
(check "64 deep is read" (vector? (json->value (nested 64))))
(check-equal "what is read can be written" (nested 64) (value->json (json->value (nested 64))))
(refused "65 deep" 'value "64 deep" (lambda () (json->value (nested 65))))
(refused "depth given" 'value "2 deep" (lambda () (json->value "[[[]]]" 2)))
(refused "long number" 'value "too large at byte 5000"
         (lambda () (json->value (make-string 5000 #\9))))
(refused "huge exponent" 'value "too large" (lambda () (json->value "1e999")))
(refused "long number written" 'limit "308 digits" (lambda () (value->json (expt 10 400))))
(check-equal "a long number" (expt 10 300) (json->value (value->json (expt 10 300))))

(refused "fraction" 'type "no form in JSON" (lambda () (value->json 1/3)))
(refused "infinity" 'value "infinity" (lambda () (value->json (/ 1. 0.))))
(refused "symbol" 'type "no form" (lambda () (value->json 'start)))
(refused "list" 'type "pairs of a symbol" (lambda () (value->json '(1 2))))
(refused "string key" 'type "pairs of a symbol" (lambda () (value->json '(("a" . 1)))))
(refused "dotted" 'type "pairs" (lambda () (value->json '((a . 1) . b))))
(let ((ring (vector 1 2)))
  (vector-set! ring 0 ring)
  (refused "ring" 'limit "64 deep" (lambda () (value->json ring))))
(let ((ring (list (cons 'a 1))))
  (set-cdr! ring ring)
  (refused "circular list" 'type "pairs" (lambda () (value->json ring))))

;; Cut or changed anywhere, a text is read or refused, never an accident.
(define sample
  (value->json '((index . 1) (text . "é \"x\" 𝄞") (list . #(1 2.5 null #t ((a . ())))))))
(define (accident? text)
  (let ((problem (refusal (lambda () (json->value text)))))
    (and problem (not (memq (car problem) '(value limit))))))
(check "cut anywhere"
       (not (or-map (lambda (end) (accident? (substring sample 0 end)))
                    (iota (string-length sample)))))
(check "changed anywhere"
       (not (or-map (lambda (i)
                      (or-map (lambda (char)
                                (let ((copy (string-copy sample)))
                                  (string-set! copy i char)
                                  (accident? copy)))
                              (string->list "\"{}[],:\\0e \x00é")))
                    (iota (string-length sample)))))

(finish-tests)
