;;; (fermata act) -- what one input does in a session: evaluate, command, or say something.
;;; The reply holds everything that is to be shown; it is made after the entry has been stored.

(define-module (fermata act)
  #:use-module (fermata classify)
  #:use-module (fermata evaluation)
  #:use-module (fermata literal)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module (fermata print)
  #:use-module (fermata session)
  #:use-module (srfi srfi-9)
  #:autoload (fermata command) (command-outcome)
  #:autoload (fermata display theme) (strip-styles)
  #:export (act!
            reply-entry
            reply-kind
            reply-outcome
            reply-text))

(define-record-type <reply>
  (make-reply kind entry outcome text)
  reply?
  (kind reply-kind)                     ; empty, expression, command or chat
  (entry reply-entry)                   ; as stored; #f for nothing
  (outcome reply-outcome)               ; of an expression or command
  (text reply-text))                    ; what a command answers, with its styles

(define* (act! session text #:key (source "keyboard") (name #f) (first-line 1))
  "Do what TEXT, typed or read, asks for in SESSION, and store it. Return a reply; a problem is
raised only when nothing could be stored."
  (let ((kind (classify text)))
    (case (car kind)
      ((empty) (make-reply 'empty #f #f ""))
      ((chat) (make-reply 'chat (session-entry! session "UserMessage" `(content . ,(cdr kind)))
                          #f ""))
      ((command) (act-on-command! session (cdr kind) (or name (input-name session))
                                  first-line))
      (else (act-on-expression! session text source (or name (input-name session))
                                first-line)))))

;;; Expressions

(define (act-on-expression! session text source name first-line)
  (let* ((outcome #f)
         (entry (session-turn! session "Eval"
                               (lambda ()
                                 (set! outcome (session-evaluate session text #:name name
                                                                 #:first-line first-line))
                                 (evaluation-fields text source outcome)))))
    (remember-value! session (assq-ref entry 'index) outcome)
    (make-reply 'expression entry outcome "")))

(define (evaluation-fields text source outcome)
  `((input . ,text)
    ,@(parsed-field text)
    ,@(value-fields outcome)
    ,@(if (string-null? (outcome-output outcome)) '() `((output . ,(outcome-output outcome))))
    ,@(if (outcome-problem outcome) `((error . ,(problem->json (outcome-problem outcome)))) '())
    (source . ,source)))

(define (parsed-field text)
  "Return the canonical form of TEXT, when it can be read."
  (catch 'fermata-error
    (lambda () `((parsed . ,(string-trim-right (format-source text)))))
    (lambda args '())))

(define (value-fields outcome)
  "Return how the value is shown, and an expression for it when that is something else."
  (let ((value (outcome-value outcome)))
    (if (or (outcome-problem outcome) (unspecified? value))
        '()
        (let* ((result (value->text value))
               (expression (if (music? value) result (value->expression value))))
          (cond ((not expression) `((result . ,result) (opaque . #t)))
                ((string=? expression result) `((result . ,result)))
                (else `((result . ,result) (value . ,expression))))))))

(define (problem->json problem)
  (define (field key value) (if value `((,key . ,value)) '()))
  `((kind . ,(symbol->string (problem-kind problem)))
    (message . ,(problem-message problem))
    ,@(field 'file (problem-file problem))
    ,@(field 'line (problem-line problem))
    ,@(field 'column (problem-column problem))
    (length . ,(problem-length problem))
    ,@(field 'hint (problem-hint problem))))

;;; Commands

(define (act-on-command! session text name first-line)
  (let* ((outcome #f)
         (answer "")
         (entry
          (session-turn! session "Command"
                         (lambda ()
                           (set! outcome (command-outcome (session-environment session) text
                                                          #:name name #:first-line first-line))
                           (unless (outcome-problem outcome)
                             (set! answer (answer-text (outcome-value outcome))))
                           `((raw . ,text)
                             (output . ,(clipped (strip-styles answer)))
                             ,@(if (outcome-problem outcome)
                                   `((error . ,(problem->json (outcome-problem outcome))))
                                   '()))))))
    (make-reply 'command entry outcome answer)))

(define (answer-text value)
  (cond ((string? value) value)
        ((unspecified? value) "")
        (else (value->text value))))

(define most-kept 65536)

(define (clipped text)
  (if (> (string-length text) most-kept)
      (string-append (substring text 0 most-kept) "\n...")
      text))

