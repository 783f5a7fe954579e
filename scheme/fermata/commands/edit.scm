;;; :edit -- a text in the user's editor, evaluated as if it had been typed.

(define-module (fermata commands edit)
  #:use-module (fermata editor)
  #:use-module (fermata history)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions))

(define-command (edit #:optional number)
  #:doc "Write a text in your editor; it is then taken as typed.
With NUMBER, begin with the text of that entry; -1 is the last. An empty or unchanged text does
nothing. The editor is $VISUAL, $EDITOR, or vi."
  #:examples '(":edit" ":edit 12" ":edit -1")
  #:access 'write
  #:group 'run
  (let* ((before (if number (entry-text number) ""))
         (after (edited before ".scm")))
    (cond ((string-null? (string-trim-both after)) "nothing was written, nothing was done\n")
          ((string=? after before) "nothing was changed, nothing was done\n")
          (else (request-input! after) ""))))

(define (entry-text text)
  "Return what was typed for the entry that TEXT numbers."
  (let* ((history (session-history (active-session)))
         (number (string->number text))
         (index (if (and (exact-integer? number) (negative? number))
                    (+ 1 (history-count history) number)
                    number))
         (entry (and (exact-integer? index) (history-ref history index))))
    (or (and entry (or (entry-ref entry 'input #f) (entry-ref entry 'raw #f)
                       (entry-ref entry 'content #f)))
        (raise-problem 'value (string-append "there is no text of an entry " text)
                       ":history shows what there is"))))
