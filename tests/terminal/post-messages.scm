;;; post-messages.scm NAME COUNT -- post COUNT messages to session-1, at random moments.
(use-modules (fermata home) (fermata inbox) (ice-9 match))

(set! *random-state* (random-state-from-platform))

(match (command-line)
  ((_ ... name count)
   (let loop ((n 1))
     (when (<= n (string->number count))
       (usleep (random 20000))
       (inbox-post! (session-path "session-1")
                    `((content . ,(string-append name "-" (number->string n)))
                      (source . "send_message")
                      (client . ,name)))
       (loop (+ n 1))))))
