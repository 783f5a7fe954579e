;;; What every test file loads first: checks that count, and the exit code that says how it went.
;;; A file ends with (finish-tests).

(use-modules (fermata environment) (fermata evaluate) (fermata outcome) (fermata print))

(define checks 0)
(define failures 0)

(define (fail! name . details)
  (set! failures (+ failures 1))
  (for-each display (cons* "FAILED " name ": " details))
  (newline))

(define (check-equal name expected actual)
  "Count one check: ACTUAL must be equal? to EXPECTED."
  (set! checks (+ checks 1))
  (unless (equal? expected actual)
    (fail! name "expected " (value->text expected) ", got " (value->text actual))))

(define (check name true)
  "Count one check: TRUE must be true."
  (set! checks (+ checks 1))
  (unless true (fail! name "is false")))

(define (outcome-of text)
  "Evaluate TEXT in a fresh environment, under the name t.ferm."
  (evaluate-text (make-environment) text #:name "t.ferm"))

(define (result-text outcome)
  "Return the value of OUTCOME as text, or its problem in one line."
  (let ((problem (outcome-problem outcome)))
    (if problem
        (string-append "problem: " (problem-message problem))
        (value->text (outcome-value outcome)))))

(define (check-text expected text)
  "Count one check: TEXT evaluates to something that prints as EXPECTED."
  (check-equal text expected (result-text (outcome-of text))))

(define (check-error text kind line column length)
  "Count one check: evaluating TEXT is a problem of KIND at that place."
  (let ((problem (outcome-problem (outcome-of text))))
    (check-equal text
                 (list kind line column length)
                 (and problem
                      (list (problem-kind problem) (problem-line problem)
                            (problem-column problem) (problem-length problem))))))

(define (check-hint text expected)
  "Count one check: evaluating TEXT is a problem with the hint EXPECTED."
  (let ((problem (outcome-problem (outcome-of text))))
    (check-equal text expected (and problem (problem-hint problem)))))

(define (finish-tests)
  "Say how many checks there were; exit 1 when one failed or there was none."
  (for-each display (list checks " checks, " failures " failed\n"))
  (exit (if (and (> checks 0) (= failures 0)) 0 1)))
