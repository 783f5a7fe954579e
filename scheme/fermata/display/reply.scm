;;; (fermata display reply) -- what the user sees after Enter, and around it.

(define-module (fermata display reply)
  #:use-module (fermata act)
  #:use-module (fermata display error)
  #:use-module (fermata display pager)
  #:use-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata display value)
  #:use-module (fermata history)
  #:use-module (fermata native edit)
  #:use-module (fermata native host)
  #:use-module (fermata native line)
  #:use-module (fermata outcome)
  #:use-module (fermata session)
  #:use-module (fermata settings)
  #:export (show-banner
            show-echo
            show-elsewhere
            show-message
            show-problem
            show-remarks
            show-reply
            show-session))

(define (show . texts)
  (for-each (lambda (text) (display (shown-text text))) texts)
  (newline)
  (force-output))

(define (show-banner)
  "Say what this is and how to get help."
  (show (styled 'heading "Fermata") " " (fermata-version) "   "
        (styled 'dim ":help explains, Tab completes, Ctrl-D leaves")))

(define (show-session session)
  "Say which SESSION this is and how much is in it."
  (let ((measures (let ((score (session-score session)))
                    (if score (score-measure-count score) 0)))
        (entries (history-count (session-history session))))
    (show (styled 'dim (string-append "session " (session-id session) ", "
                                      (count-text measures "measure") ", "
                                      (count-text entries "entry"))))))

(define (show-remarks remarks)
  "Show sentences that the user should know."
  (for-each (lambda (text) (show (styled 'warning text))) remarks))

(define (label kind index)
  (string-append kind "[" (number->string index) "]: "))

(define (show-reply reply)
  "Show what an input came to."
  (case (reply-kind reply)
    ((expression) (show-evaluation (reply-outcome reply) (entry-ref (reply-entry reply) 'index)))
    ((command) (show-command reply))
    (else #t)))

(define (show-evaluation outcome index)
  (for-each (lambda (text) (show (styled 'warning text))) (outcome-notices outcome))
  (for-each (lambda (text) (show (styled 'good text))) (outcome-remarks outcome))
  (cond ((outcome-problem outcome)
         => (lambda (problem)
              (when (eq? 'interrupt (problem-kind problem)) (end-of-interrupted-line))
              (show-problem problem index)))
        (else (for-each (lambda (value) (show-value value index)) (outcome-values outcome)))))

;; The terminal itself shows the Ctrl-C, and stays on that line.
(define (end-of-interrupted-line)
  (when (terminal? 0) (newline)))

(define (show-value value index)
  (unless (unspecified? value)
    (let ((head (label "Out" index)))
      (show (styled 'result head)
            (value->display value #:width (screen-width) #:indent (string-length head))))))

(define (show-command reply)
  (let ((problem (outcome-problem (reply-outcome reply))))
    (for-each (lambda (text) (show (styled 'warning text)))
              (outcome-notices (reply-outcome reply)))
    (if problem
        (show-problem problem (entry-ref (reply-entry reply) 'index))
        (show-answer (reply-text reply)))))

(define (show-answer text)
  (let ((size (screen-size)))
    (if (string=? text clear-screen)
        (display text)
        (page-text (with-newline (shown-text text)) (cdr size) (car size)
                   #:pager? (setting "pager")))))

(define (with-newline text)
  (if (or (string-null? text) (string-suffix? "\n" text))
      text
      (string-append text "\n")))

(define (show-problem problem index)
  "Show PROBLEM of entry INDEX: on the terminal, or to standard error from a pipe."
  (let ((port (if (terminal? 1) (current-output-port) (current-error-port))))
    (force-output)
    (display (styled 'error (label "Err" index)) port)
    (display (problem->text problem #:colour (colour-on?)
                            #:width (and (terminal? 1) (screen-width))
                            #:indent (string-length (label "Err" index)))
             port)
    (force-output port)))

(define (show-message entry)
  "Show the message ENTRY from somebody else."
  (let ((head (string-append "<< [" (number->string (entry-ref entry 'index)) "] "
                             (entry-ref entry 'client "assistant") ": ")))
    (show (styled 'assistant
                  (string-append head (hanging (message-text entry head) (string-length head)))))))

(define (message-text entry head)
  "Return what ENTRY says, broken between words where the screen ends."
  (string-join (broken-lines (entry-ref entry 'content)
                             (max 20 (- (screen-width) (string-length head))))
               "\n"))

(define (hanging text columns)
  (string-join (string-split text #\newline) (string-append "\n" (make-string columns #\space))))

(define (show-elsewhere id count)
  "Say that COUNT messages wait in the session ID."
  (show (styled 'dim (string-append (count-text count "message") " in session " id
                                    "; :session switch " id " shows them"))))

(define (show-echo prompt input)
  "Show INPUT again under its final number."
  (show (styled 'prompt prompt) (hanging input (string-length prompt))))
