;;; (fermata evaluation) -- text evaluated in a session: its music entered, its output kept, and
;;; values of earlier entries recalled.

(define-module (fermata evaluation)
  #:use-module (fermata bindings)
  #:use-module (fermata evaluate)
  #:use-module (fermata history)
  #:use-module (fermata literal)
  #:use-module (fermata native file)
  #:use-module (fermata native reader)
  #:use-module (fermata outcome)
  #:use-module ((fermata prelude guarded) #:select (replaying))
  #:use-module ((fermata prelude session) #:select (history-procedure))
  #:use-module (fermata session)
  #:use-module (fermata workspace)
  #:export (input-name
            remember-value!
            session-evaluate
            session-recall))

(define (input-name session)
  "Return what errors call the next input of SESSION, such as In[7]."
  (entry-label (next-index session)))

(define* (session-evaluate session text #:key (name (input-name session)) (enter? #t)
                           (first-line 1) (each (const #f)))
  "Evaluate TEXT in SESSION, as part of a turn; music it makes is entered into the score, if ENTER?,
and EACH is called with the values of each form. Return an outcome with what was printed and what
was entered."
  (let* ((source (make-source text name first-line))
         (workspace (session-workspace session))
         (remarks '())
         (outcome #f)
         (printed
          (call-with-tee
           (lambda ()
             (with-fluids ((history-procedure (lambda (which index)
                                                (session-recall session which index))))
               (set! outcome
                     (evaluate-source
                      (session-environment session) source
                      #:each (lambda (values token)
                               (each values)
                               (when (and enter? (not (reference? source token)))
                                 (for-each (lambda (value)
                                             (let ((remark (enter-value! workspace value)))
                                               (when remark (set! remarks (cons remark remarks)))))
                                           values))))))))))
    (outcome-with outcome #:output printed
                  #:remarks (if (outcome-problem outcome) '() (reverse remarks)))))

(define (reference? source token)
  "Return whether the form at TOKEN is a bare $Out[n] or $In[n], which shows and never enters."
  (string-prefix? "$" (source-slice source token)))

;;; Output goes out at once and is kept as well.

(define most-output 65536)

(define (call-with-tee thunk)
  "Call THUNK; return what it printed, of which the first characters are kept. The last line is
ended on the screen, if THUNK did not."
  (let ((real (current-output-port)) (copy (open-output-string)) (room most-output)
        (fresh-line? #t))
    (define (keep text)
      (when (positive? room)
        (let ((part (if (> (string-length text) room) (substring text 0 room) text)))
          (set! room (- room (string-length part)))
          (display part copy))))
    (define (put text)
      (keep text)
      (set! fresh-line? (string-suffix? "\n" text))
      (display text real))
    (let ((port (make-soft-port (vector (lambda (char) (put (string char))) put
                                        (lambda () (force-output real)) #f #f)
                                "w")))
      (setvbuf port 'line)
      (set-current-output-port port)
      (thunk)
      (unless (port-closed? port) (force-output port))
      (unless (or fresh-line? (eq? room most-output)) (newline real))
      (set-current-output-port real)
      (force-output real)
      (if (positive? room)
          (get-output-string copy)
          (string-append (get-output-string copy) "\n... (more was printed)\n")))))

;;; $In and $Out

(define remembered-values 1000)

(define (remember-value! session index outcome)
  "Keep the value of entry INDEX for $Out; older ones are read back from the journal."
  (let ((value (outcome-value outcome)) (table (session-values session)))
    (unless (or (outcome-problem outcome) (unspecified? value))
      (hashv-set! table index value))
    (hashv-remove! table (- index remembered-values))))

(define (session-recall session which index)
  "Return the value (WHICH is out) or the expression (in) of entry INDEX; a negative one counts back
from the last with a value."
  (let* ((entry (entry-for session index)) (index (entry-ref entry 'index)))
    (if (eq? which 'in)
        (source-datum (make-source (entry-ref entry 'input) (entry-label index)) 0)
        (let ((known (hashv-get-handle (session-values session) index)))
          (if known (cdr known) (stored-value session entry))))))

(define (entry-label index) (string-append "In[" (number->string index) "]"))

(define (entry-for session index)
  (or (if (negative? index)
          (counted-back session (- index))
          (let ((entry (and (positive? index) (history-ref (session-history session) index))))
            (and entry (equal? (entry-ref entry 'kind) "Eval") (entry-ref entry 'input) entry)))
      (raise-problem 'value (string-append "there is no entry " (number->string index)
                                           " with a value")
                     ":history --code lists the expressions")))

(define (counted-back session count)
  "Return the COUNTth entry from the end that has a value and was typed here."
  (let loop ((index (history-count (session-history session))) (count count))
    (and (positive? index)
         (let ((entry (history-ref (session-history session) index)))
           (cond ((not (valued? entry)) (loop (- index 1) count))
                 ((= count 1) entry)
                 (else (loop (- index 1) (- count 1))))))))

(define (valued? entry)
  (and (equal? (entry-ref entry 'kind) "Eval") (entry-ref entry 'result)
       (not (string-prefix? "mcp:" (entry-ref entry 'source "")))))

(define (stored-value session entry)
  "Return the value of ENTRY, made again from what the journal says."
  (let ((index (entry-ref entry 'index)) (result (entry-ref entry 'result)))
    (cond ((not result)
           (raise-problem 'value (string-append "entry " (number->string index) " has no value")))
          ((entry-ref entry 'result_file)
           => (lambda (name)
                (expression->value (read-file (string-append (session-directory session) "/"
                                                             name)))))
          ((entry-ref entry 'value) => expression->value)
          ((or (entry-ref entry 'opaque) (string-prefix? "#<" result))
           (value-by-source session entry))
          (else (expression->value result)))))

(define (value-by-source session entry)
  "Evaluate the input of ENTRY again, without effects: its value was a procedure."
  (let* ((mark (bindings-mark (session-bindings session)))
         (outcome (with-fluids ((replaying #t))
                    (evaluate-text (session-environment session) (entry-ref entry 'input)
                                   #:name (entry-label (entry-ref entry 'index))))))
    (bindings-put-back! (session-bindings session) mark)
    (if (outcome-problem outcome)
        (raise-problem 'value
                       (string-append "the value of entry "
                                      (number->string (entry-ref entry 'index))
                                      " could not be stored: " (entry-ref entry 'result))
                       "evaluate its input again")
        (outcome-value outcome))))
