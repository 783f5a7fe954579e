;;; (fermata repl) -- read, act, show: at the terminal and from a pipe.
;;; At Enter, messages that wait are numbered and shown first, then the typed line takes its number;
;;; so the order of the timeline is the order on the screen.

(define-module (fermata repl)
  #:use-module (fermata act)
  #:use-module (fermata cli)
  #:use-module (fermata classify)
  #:use-module (fermata command)
  #:use-module (fermata commands)
  #:use-module (fermata complete)
  #:use-module (fermata config)
  #:use-module (fermata display plain)
  #:use-module (fermata display reply)
  #:use-module (fermata display error)
  #:use-module (fermata display theme)
  #:use-module (fermata environment)
  #:use-module (fermata history)
  #:use-module (fermata home)
  #:use-module (fermata loop)
  #:use-module (fermata messages)
  #:use-module (fermata native host)
  #:use-module (fermata native line)
  #:use-module (fermata native loop)
  #:use-module (fermata outcome)
  #:use-module (fermata pipe)
  #:use-module (fermata recovery)
  #:use-module (fermata remarks)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata settings)
  #:use-module (ice-9 match)
  #:use-module (srfi srfi-11)
  #:export (repl-command))

(define usage "fermata [--session ID | --new [NAME]] [--read-only] [--no-init] [--quiet]")

(define (repl-command args)
  "Start the prompt, or read standard input when it is no terminal. Return the exit code."
  (let-values (((options operands)
                (parse-options args
                               '((read-only "--read-only") (no-init "--no-init") (new "--new")
                                 (quiet "--quiet" "-q"))
                               '((session "--session")))))
    (when (and (pair? operands) (not (assq 'new options)))
      (usage-error (string-append "there is no file or subcommand " (car operands)) usage))
    (fluid-set! init-file? (not (assq-ref options 'no-init)))
    (use-session-settings! (lambda () (let ((session (active-session)))
                                        (if session (session-settings session) '())))
                           (lambda (name value)
                             (set-session-setting! (active-session) name value)))
    (let ((remark (start-session! options operands)))
      (when (config-problem) (remark! (config-problem)))
      (watch-signals!)
      (hear-interrupts! #f)
      (if (and (terminal? 0) (terminal? 1))
          (at-terminal (assq-ref options 'quiet) remark)
          (from-pipe remark)))))

(define (start-session! options operands)
  "Open the session that OPTIONS ask for; return a sentence about another that could not be had."
  (let ((id (assq-ref options 'session)) (read-only? (assq-ref options 'read-only)))
    (cond ((assq-ref options 'new)
           (set-active-session! (create-session! (and (pair? operands) (car operands))))
           #f)
          (id (set-active-session! (open-session! (find-session-id id) #:read-only? read-only?))
              #f)
          (else
           (match (resume-session!)
             ((session . remark)
              (set-active-session! session)
              remark))))))

;;; Acting

(define exit-code #f)                   ; a number once the loop is to end
(define refused? #f)                    ; the last entry could not be stored

(define* (act-and-show text #:key (source "keyboard") (name #f) (first-line 1))
  "Do what TEXT asks for and show what came of it; return whether all went well."
  (let* ((session (active-session))
         (reply (catch #t
                  (lambda ()
                    (let ((reply (act! session text #:source source #:name name
                                       #:first-line first-line)))
                      (when (reply-entry reply) (set! refused? #f))
                      reply))
                  (lambda (key . args) (refusal key args)))))
    (if (problem? reply)
        (begin (show-problem reply (next-index session)) #f)
        (after-reply reply))))

(define (refusal key args)
  "Return the problem that says why an input was not stored."
  (define (problem kind message hint)
    (make-problem kind (string-append "not stored, and nothing was changed: " message)
                  #f #f #f 1 hint #f))
  (match (cons key args)
    (('fermata-error kind message hint . rest)
     (set! refused? (eq? kind 'file))
     (problem kind message (or hint "what procedures did to data of yours stays done")))
    (('user-interrupt) (problem 'interrupt "interrupted" #f))
    (else
     (problem 'internal (call-with-output-string
                          (lambda (port) (print-exception port #f key args)))
              "this is a mistake in Fermata; please report it"))))

(define (after-reply reply)
  (show-reply reply)
  (let* ((outcome (reply-outcome reply)) (code (and outcome (outcome-exit-code outcome))))
    (when code (set! exit-code code))
    (note-new-names! reply)
    (let ((switched (activate-requested-session!)))
      (when switched
        (show-remarks (take-remarks!))
        (show-session switched)
        (show-waiting-messages!)))
    (show-remarks (take-remarks!))
    (act-on-request)
    (not (and outcome (outcome-problem outcome)))))

(define (act-on-request)
  "Act on the text that a command such as :edit left, as if it had been typed."
  (let ((text (take-requested-input!)))
    (when text
      (show-echo (prompt-text) text)
      (editor-remember! text)
      (act-and-show text))))

(define (note-new-names! reply)
  "Let the painter know the names that were just defined."
  (let ((records (and (reply-entry reply) (assq-ref (reply-entry reply) 'env_source))))
    (when (and records (terminal? 0))
      (teach-commands!)
      (if (or-map (lambda (record) (equal? (assq-ref record 'kind) "use"))
                  (vector->list records))
          (teach-names!)
          (for-each (lambda (record)
                      (editor-add-names! (vector->list (assq-ref record 'names))))
                    (vector->list records))))))

(define (teach-names!)
  (editor-names! (map symbol->string
                      (environment-visible-names (session-environment (active-session))))))

(define (teach-commands!)
  "Let the painter know the commands whose last operand is code or text."
  (for-each (lambda (command)
              (unless (eq? (command-takes command) 'words)
                (editor-command! (command-name command) (eq? (command-takes command) 'code)
                                 (max 0 (lead-count command)))))
            (commands)))

(define (show-waiting-messages!)
  "Show what others have said since the last Enter; return whether there was anything."
  (catch 'fermata-error
    (lambda ()
      (let* ((session (active-session)) (entries (take-messages! session)))
        (for-each show-message entries)
        (for-each (match-lambda
                    ((id . count) (show-elsewhere id count)))
                  (messages-elsewhere session))
        (pair? entries)))
    (lambda (key kind message . rest)
      (show-remarks (list (string-append "messages wait, but cannot be stored: " message)))
      #f)))

;;; Saving by itself

(define (unsaved session)
  (- (history-count (session-history session)) (session-covers session)))

;; A snapshot waits for a pause in the typing.
(define pause 300)

(define (milliseconds-to-autosave)
  "Return how long until the active session is due for a snapshot, or #f when it has nothing new."
  (let* ((session (active-session)) (count (unsaved session)))
    (cond ((or (session-read-only? session) (<= count 0) refused?) #f)
          ((>= count (setting "autosave.entries")) pause)
          (else (max pause (* 1000 (- (+ (session-saved-at session) (setting "autosave.seconds"))
                                      (current-time))))))))

(define (autosave-due?)
  "Return whether a snapshot would be written if nothing more came."
  (let ((left (milliseconds-to-autosave))) (and left (<= left pause))))

(define (autosave!)
  (catch 'fermata-error
    (lambda () (save-session! (active-session)))
    (lambda (key kind message . rest) (set! refused? #t))))

;;; The terminal

(define (at-terminal quiet? remark)
  (let ((plain? (member (or (getenv "TERM") "dumb") '("dumb" ""))))
    (editor-open! `((plain . ,(->bool plain?))))
    (apply-settings! plain?)
    (editor-history! (home-file "input-history"))
    (teach-names!)
    (teach-commands!)
    (unless quiet? (show-banner))
    (show-remarks (append (if remark (list remark) '()) (take-remarks!)))
    (unless quiet? (show-session (active-session)))
    (let ((code (while-somebody-reads hangup-code (lambda () (terminal-loop plain?)))))
      (editor-close!)
      (leave code))))

(define (apply-settings! plain?)
  "Let the screen follow the settings, which the last line or another session may have changed."
  (set-colour! (use-colour? plain?))
  (editor-options! `((colour . ,(colour-on?)) (suggestions . ,(setting "suggestions")))))

(define (use-colour? plain?)
  (case (string->symbol (setting "colour"))
    ((on) #t)
    ((off) #f)
    (else (and (not plain?) (colour? 1)))))

(define (prompt-text)
  (string-append "[" (session-id (active-session))
                 (cond ((session-read-only? (active-session)) " read-only")
                       (refused? " not saved")
                       (else ""))
                 "] In[" (number->string (next-index (active-session))) "]: "))

(define (terminal-loop plain?)
  "Read and act until the user leaves; return the exit code."
  (show-waiting-messages!)
  (let loop ()
    (apply-settings! plain?)
    (let ((input (read-input)))
      (cond ((pair? input)
             (editor-remember! (cdr input))
             (at-enter (cdr input) (eq? 'whole (car input)))
             (if exit-code exit-code (loop)))
            ((eq? input 'interrupt) (loop))
            ((eq? input 'garbled)
             (show-remarks '("what was typed is not UTF-8 text; nothing was done"))
             (loop))
            ((eq? input 'eof) (newline) exit-ok)
            (else (signal-code input))))))

(define (at-enter text whole?)
  "Act on TEXT; when it was pasted with commands or chat among expressions, on each in turn, unless
it is WHOLE?, pasted into a text that had begun."
  (let ((inputs (separate-inputs text #:whole? whole?)))
    (for-each (lambda (input)
                (when (or (show-waiting-messages!) (pair? (cdr inputs)))
                  (unless (eq? 'empty (car (classify input)))
                    (show-echo (prompt-text) input)))
                (unless exit-code (act-and-show input)))
              inputs)))

(define (read-input)
  "Return (line . TEXT) or (whole . TEXT) for what the user types, as editor-read! does, or eof,
interrupt, terminate or hangup."
  (let ((result #f))
    (define (take-keys)
      (match (editor-read!)
        (#f #f)
        (('complete text point) (offer-completions text point))
        ((event) (set! result event))
        (line (set! result line))))
    (force-output)
    (editor-prompt! (prompt-text))
    (watch-descriptor! 0 take-keys)
    (let loop ()
      (when (and (not result) (editor-pending?)) (take-keys))
      (unless result
        (for-each (lambda (signal)
                    (case signal
                      ((resize continue) (editor-resize!))
                      ((interrupt terminate hangup) (set! result signal))))
                  (take-events!))
        (unless result (loop))))
    (unwatch-descriptor! 0)
    (editor-pause!)
    result))

(define (offer-completions text point)
  (call-with-values (lambda () (complete text point))
    (lambda (start candidates)
      (editor-complete! start (map (lambda (row) (cons (visible-text (car row))
                                                       (visible-text (cdr row))))
                                   candidates)))))

(add-timer! (lambda () (and (active-session) (milliseconds-to-autosave))) autosave!)

;;; The pipe

(define (from-pipe remark)
  "Act on the lines of standard input; return the exit code."
  (set-colour! #f)
  (editor-options! '((colour . #f)))
  (complain-remarks (append (if remark (list remark) '()) (take-remarks!)))
  (leave (while-somebody-reads exit-file pipe-loop)))

(define (pipe-loop)
  (let loop ((line 1) (failed? #f))
    (show-waiting-messages!)
    (match (read-whole line)
      (#f (if failed? exit-music exit-ok))
      ((? number? code) code)
      ((text . next)
       (let ((well? (act-on-piped text line)))
         (complain-remarks (take-remarks!))
         (when (autosave-due?) (autosave!))
         (if exit-code
             (if (and failed? (= exit-code exit-ok) (eq? 'command (car (classify text))))
                 exit-music
                 exit-code)
             (loop next (or failed? (not well?)))))))))

(define (act-on-piped text line)
  (cond (text (act-and-show text #:source "file" #:name "<stdin>" #:first-line line))
        (else
         (show-problem (make-problem 'read "this line is not UTF-8 text" "<stdin>" line 1 1 #f #f)
                       (next-index (active-session)))
         #f)))

(define (read-whole line)
  "Return (TEXT . NEXT-LINE) of lines from number LINE on that belong together; TEXT is #f when they
cannot be read. Return #f at the end, or the exit code for the signal that came."
  (let loop ((text "") (next (+ line 1)))
    (match (read-piped-line)
      ((? symbol? signal) (signal-code signal))
      ((? eof-object?) (and (not (string-null? text)) (cons text next)))
      (#f (cons #f next))
      (got (if (incomplete? (string-append text got))
               (loop (string-append text got "\n") (+ next 1))
               (cons (string-append text got) next))))))

(define (complain-remarks remarks)
  (for-each (lambda (text)
              (display (visible-text text) (current-error-port))
              (newline (current-error-port)))
            remarks)
  (force-output (current-error-port)))

;;; Leaving

(define (signal-code signal)
  (case signal
    ((interrupt) exit-interrupted)
    ((terminate) 143)
    (else hangup-code)))

(define hangup-code 129)

(define (while-somebody-reads code loop)
  "Return what LOOP returns, or CODE once nothing can be shown any more."
  (catch 'system-error
    loop
    (lambda args
      ;; A signal that only cut a call short is told by the next wait.
      (if (= EINTR (system-error-errno args)) (while-somebody-reads code loop) code))))

(define (leave code)
  "Save and close everything; return CODE."
  (complain-remarks (close-all-sessions!))
  code)
