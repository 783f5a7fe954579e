;;; :edit -- a text in the user's editor, evaluated as if it had been typed.

(define-module (fermata commands edit)
  #:use-module (fermata history)
  #:use-module (fermata native file)
  #:use-module (fermata native host)
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
         (after (edited before)))
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

(define (editor)
  (or (given "VISUAL") (given "EDITOR") "vi"))

(define (given name)
  (let ((value (getenv name)))
    (and value (not (string-null? value)) value)))

(define (edited text)
  "Return TEXT as the user leaves it in the editor."
  (unless (terminal? 0)
    (raise-problem 'value ":edit needs a terminal"))
  (let ((path (temporary-file text)))
    (dynamic-wind
      (lambda () #t)
      (lambda ()
        (let ((status (system (string-append (editor) " '" path "'"))))
          (unless (zero? status)
            (raise-problem 'value (string-append "the editor " (editor) " failed")
                           "set $VISUAL or $EDITOR to one that works; nothing was evaluated"))
          (string-trim-right (read-file path))))
      (lambda () (false-if-exception (delete-file path))))))

(define (temporary-file text)
  "Return the path of a new private file, known to editors as Scheme, that holds TEXT."
  (let* ((port (mkstemp! (string-copy (string-append (or (given "TMPDIR") "/tmp")
                                                     "/fermata-XXXXXX"))))
         (bare (port-filename port))
         (path (string-append bare ".scm")))
    (set-port-encoding! port "UTF-8")
    (display text port)
    (unless (or (string-null? text) (string-suffix? "\n" text)) (newline port))
    (close-port port)
    (rename-file bare path)
    path))
