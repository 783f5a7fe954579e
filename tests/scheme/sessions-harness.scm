;;; For tests of sessions: a home of their own, typing, and leaving and coming back.

(load "harness.scm")
(use-modules (fermata act) (fermata commands) (fermata history) (fermata home) (fermata native file)
             (fermata recovery) (fermata remarks) (fermata session) (fermata sessions) (fermata workspace))

(define scratch
  (let ((path (string-append (or (getenv "FERMATA_SCRATCH") "/tmp") "/session-test-"
                             (number->string (getpid)))))
    (setenv "FERMATA_HOME" path)
    path))

(define (type text)
  "Type TEXT at the prompt of the active session; return the outcome."
  (reply-outcome (act! (active-session) text)))

(define (typed text)
  "Type TEXT; return the value as text, or the problem in one line."
  (result-text (type text)))

(define (come-back!)
  "Leave, and open the session that was active again, as another process would."
  (let ((id (session-id (active-session))))
    (close-all-sessions!)
    (set-active-session! (open-session! id))))

(define (drop!)
  "Forget the open sessions without saving anything, as kill -9 does."
  (let ((id (session-id (active-session))))
    (for-each release-without-a-trace! (open-sessions))
    (forget-sessions!)
    (set-active-session! (open-session! id))))

(define (release-without-a-trace! session)
  (close-history! (session-history session))
  (unlock-file! (session-lock session)))

(define (forget-sessions!)
  (module-set! (resolve-module '(fermata sessions)) 'opened '()))

(define (score-text)
  (let ((score (session-score (active-session))))
    (if score ((@ (fermata native text) value->source) score) "")))

(define (finish-session-tests)
  (close-all-sessions!)
  (system* "rm" "-rf" scratch)
  (finish-tests))

(set-active-session! (create-session! #f))
