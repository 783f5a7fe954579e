;;; (fermata cli send) -- fermata send: a message for a session, from outside it.

(define-module (fermata cli send)
  #:use-module (fermata cli)
  #:use-module (fermata home)
  #:use-module (fermata inbox)
  #:use-module (fermata native file)
  #:use-module (srfi srfi-11)
  #:export (send-command))

(define (send-command args)
  "Put a message into the inbox of a session: that of --session, or the one that was active last."
  (let-values (((options words)
                (parse-options args '() '((session "--session") (client "--as")))))
    (when (null? words) (usage-error "send needs a text" "fermata send \"look at bar 3\""))
    (let ((id (or (assq-ref options 'session) (last-session))))
      (unless (and id (member id (stored-session-ids)))
        (usage-error (string-append "there is no session " (or id ""))
                     "fermata --new begins one"))
      (inbox-post! (session-path id)
                   `((content . ,(string-join words " "))
                     (source . "send_message")
                     (client . ,(or (assq-ref options 'client) "assistant"))))
      exit-ok)))

(define (last-session)
  (false-if-exception (string-trim-both (read-file (home-file "last-session")))))
