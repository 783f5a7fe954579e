;;; (fermata prelude defaults) -- the session's defaults: part, voice, duration, key, time, clef,
;;; tempo and cursor. They touch the score only when a part is made from them; each form says what
;;; now holds, and without operands goes back to what held at first.

(define-module (fermata prelude defaults)
  #:use-module (fermata change)
  #:use-module (fermata entry)
  #:use-module (fermata native edit)
  #:use-module (fermata native music)
  #:use-module ((fermata native notation) #:prefix native:)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module ((fermata prelude words) #:select (key))
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:export (end
            use-clef
            use-cursor
            use-duration
            use-key-as-procedure
            use-part
            use-tempo
            use-time
            use-voice)
  #:export-syntax (use-key))

(define end 'end)

(define (use! name value text)
  "Set the default NAME to VALUE, and return a change that says TEXT."
  (set-workspace-default! (workspace-here) name value)
  (make-change text))

(define (use-sign! name form operands)
  "Set the default NAME to the sign that FORM makes of OPERANDS, or to none."
  (let ((sign (cond ((null? operands) #f)
                    ((and (null? (cdr operands)) (memq (car operands) '(none #f))) #f)
                    ((and (null? (cdr operands)) (item? (car operands))) (car operands))
                    (else (apply form operands)))))
    (use! name sign (if sign
                        (value->source sign)
                        (string-append "no " (symbol->string name))))))

(define (use-key-as-procedure . operands)
  "Let a pitch name without accidental take the signature of the key OPERANDS from now on:
after (use-key d :major), f4 is F sharp and fn4 is F. A new part begins in that key. (use-key) alone
ends it."
  (use-sign! 'key native:key operands))

(define-syntax use-key
  (lambda (stx)
    (syntax-case stx ()
      ((_) #'(use-key-as-procedure))
      ((_ (head . tail)) #'(use-key-as-procedure (head . tail)))
      ((_ . operands) #'(use-key-as-procedure (key . operands)))
      (id (identifier? #'id) #'use-key-as-procedure))))

(define (use-time . operands)
  "Let a new part begin in the time signature OPERANDS: (use-time 3 4). (use-time) alone ends it."
  (use-sign! 'time native:time operands))

(define (use-clef . operands)
  "Let a new part begin with the clef OPERANDS: (use-clef :bass). (use-clef) alone ends it."
  (use-sign! 'clef native:clef operands))

(define (use-tempo . operands)
  "Let a new score begin in the tempo OPERANDS: (use-tempo \"Allegro\" :q 120). (use-tempo) alone
ends it."
  (use-sign! 'tempo native:tempo operands))

(define* (use-duration #:optional (duration #f))
  "Let an event that gives no duration last DURATION: after (use-duration :8), (note c4) is an
eighth. It holds for what is typed, not for files. (use-duration) alone goes back to a quarter."
  (let ((length (and duration (duration-length duration))))
    (when (and length (<= length 0))
      (raise-problem 'value "a duration must be above zero" "such as (use-duration :8)"))
    (use! 'duration length
          (string-append "duration " (if length (length->text length) ":q")))))

(define* (use-voice #:optional (voice 1) (staff 1))
  "Enter music into voice number VOICE of staff number STAFF from now on: (use-voice 2) or
(use-voice 1 2). (use-voice) alone goes back to the first."
  (define (check number what)
    (unless (and (exact-integer? number) (<= 1 number 16))
      (raise-problem 'value (string-append "a " what " is a number from 1 to 16")
                     "such as (use-voice 2)")))
  (check voice "voice")
  (check staff "staff")
  (let ((workspace (workspace-here)))
    (set-workspace-default! workspace 'staff staff)
    (set-workspace-default! workspace 'cursor #f)
    (use! 'voice voice
          (string-append "voice " (number->string voice)
                         (if (= staff 1) "" (string-append " of staff " (number->string staff)))))))

;;; Part

(define* (use-part #:optional (which #f))
  "Enter music into the part WHICH from now on: an id, a name, an instrument such as :violin, or a
part. When the score has no such part, the next music makes it. (use-part) alone goes back to the
first part."
  (let* ((workspace (workspace-here))
         (parts (let ((score (workspace-score workspace))) (if score (score-parts score) '())))
         (found (and which (find (lambda (part) (part-is? part which)) parts))))
    (set-workspace-default! workspace 'cursor #f)
    (cond ((not which) (use! 'part #f "the first part"))
          (found (use! 'part (part-id found)
                       (string-append "part " (part-id found) " " (part-name found))))
          (else (let ((new (part-called which)))
                  (use! 'part new
                        (string-append "the next music makes the part " (part-name new))))))))

(define (part-is? part which)
  (cond ((string? which) (or (string=? which (part-id part)) (string=? which (part-name part))))
        ((symbol? which) (part-is? part (symbol->string which)))
        ((keyword? which) (plays? part (native:part which)))
        ((not (part? which)) #f)
        ((string-null? (part-id which)) (string=? (part-name which) (part-name part)))
        (else (string=? (part-id which) (part-id part)))))

(define (plays? part model)
  "Return whether PART has the instrument of MODEL; users' own instruments are told by the name."
  (if (string-null? (part-instrument model))
      (string=? (part-name part) (part-name model))
      (string=? (part-instrument part) (part-instrument model))))

(define (part-called which)
  (cond ((part? which) which)
        ((or (string? which) (keyword? which)) (native:part which))
        ((symbol? which) (native:part (symbol->string which)))
        (else (raise-problem 'type "use-part takes an id, a name, an instrument or a part"
                             "such as (use-part \"P1\") or (use-part :violin)"))))

;;; Cursor

(define* (use-cursor #:optional (number end) (beat 1))
  "Enter music at BEAT of the measure NUMBER from now on: (use-cursor 3 2). The cursor moves on as
music is entered. (use-cursor end) or (use-cursor) alone goes back to the end of the voice."
  (if (memq number '(end #:end))
      (use! 'cursor #f "cursor at the end of the voice")
      (let* ((workspace (workspace-here))
             (ready (with-current-part (workspace-score workspace) (workspace-defaults workspace)))
             (score (first ready))
             (cursor (cursor-at score (current-part-index score (second ready))
                                (workspace-default workspace 'staff)
                                (workspace-default workspace 'voice)
                                number beat)))
        (use! 'cursor (list-tail cursor 3)
              (string-append "cursor at " (apply place->text (cursor-place score cursor)))))))
