;;; (fermata outcome) -- what an evaluation came to: values, or one problem with its place.
;;; The same data go to the terminal, the history and the socket.

(define-module (fermata outcome)
  #:use-module (srfi srfi-9)
  #:export (make-outcome
            make-problem
            outcome-exit-code
            outcome-notices
            outcome-output
            outcome-problem
            outcome-remarks
            outcome-with
            outcome-value
            outcome-values
            outcome?
            problem-column
            problem-file
            problem-hint
            problem-kind
            problem-length
            problem-line
            problem-message
            problem-source-line
            problem?
            raise-problem))

(define-record-type <problem>
  (make-problem kind message file line column length hint source-line)
  problem?
  (kind problem-kind)                   ; symbol: read syntax unbound type arity value music ...
  (message problem-message)             ; one lower-case sentence
  (file problem-file)                   ; string, or #f when it has no place
  (line problem-line)                   ; from 1
  (column problem-column)               ; from 1, in characters
  (length problem-length)               ; characters to underline, at least 1
  (hint problem-hint)                   ; what would be right, or #f
  (source-line problem-source-line))    ; the text of that line, or #f

(define-record-type <outcome>
  (%make-outcome values output problem exit-code notices remarks)
  outcome?
  (values outcome-values)               ; list; empty after a problem
  (output outcome-output)               ; what was printed, or "" when it went straight out
  (problem outcome-problem)             ; #f when all went well
  (exit-code outcome-exit-code)        ; number when the text called (exit), else #f
  (notices outcome-notices)             ; list of sentences the user should know
  (remarks outcome-remarks))            ; what was entered into the score, a line each

(define* (make-outcome values output problem exit-code #:optional (notices '()))
  "Return what an evaluation came to: VALUES or a PROBLEM, what it printed, the code of an (exit),
and sentences that the user should know."
  (%make-outcome values output problem exit-code notices '()))

(define* (outcome-with outcome #:key (output (outcome-output outcome))
                       (problem (outcome-problem outcome)) (remarks (outcome-remarks outcome)))
  "Return OUTCOME with what it printed, its problem, and what it entered into the score."
  (%make-outcome (outcome-values outcome) output problem
                 (outcome-exit-code outcome) (outcome-notices outcome) remarks))

(define (outcome-value outcome)
  "Return the last value of OUTCOME, or unspecified when there is none."
  (let loop ((values (outcome-values outcome)))
    (cond ((null? values) (if #f #f))
          ((null? (cdr values)) (car values))
          (else (loop (cdr values))))))

(define* (raise-problem kind message #:optional (hint #f))
  "Raise a problem of KIND, a symbol, with MESSAGE and HINT, as the native procedures do."
  (throw 'fermata-error kind message hint -1 -1 -1 -1 -1 0 #f))
