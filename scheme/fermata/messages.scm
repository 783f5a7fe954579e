;;; (fermata messages) -- what others say to the user, from the inbox into the timeline.
;;; A message is numbered and stored when it is shown, and only then leaves the inbox; if the
;;; program dies in between, it is known by its id and not shown twice.

(define-module (fermata messages)
  #:use-module (fermata history)
  #:use-module (fermata home)
  #:use-module (fermata inbox)
  #:use-module (fermata lock)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (srfi srfi-1)
  #:export (messages-elsewhere
            take-messages!))

(define (take-messages! session)
  "Number, store and return as entries the messages that wait for SESSION."
  (let ((waiting (if (session-read-only? session) '() (inbox-waiting (session-directory session)))))
    (if (null? waiting)
        '()
        (let* ((fresh (remove (already-shown session) waiting))
               (entries (session-entries! session "AiMessage" (map message-fields fresh))))
          (inbox-trim! (session-directory session) (map message-id waiting))
          entries))))

(define (message-id message) (assq-ref message 'id))

(define (message-fields message)
  (define (field key)
    (let ((pair (assq key message))) (if pair (list pair) '())))
  `((content . ,(plain-text (assq-ref message 'content)))
    (source . ,(or (assq-ref message 'source) "send_message"))
    ,@(field 'client)
    (message_id . ,(message-id message))))

(define (already-shown session)
  "Return what tells whether a message is already in the timeline: only the last turn can be."
  (let* ((history (session-history session))
         (recent (history-range history (max 1 (- (history-count history) 1100))
                                (history-count history)))
         (shown (filter-map (lambda (entry)
                              (and (entry-ref entry 'message_id) (message-key entry 'message_id)))
                            recent)))
    (lambda (message) (member (message-key (message-fields message) 'message_id) shown))))

(define (message-key fields id)
  "Return what tells two messages apart: a client may count from 1 again."
  (cons (assq-ref fields id) (assq-ref fields 'content)))

;; Sessions whose waiting messages were announced, with their number then.
(define announced '())

(define (open-here? id)
  (find (lambda (session) (string=? id (session-id session))) (open-sessions)))

(define (messages-elsewhere session)
  "Return (ID . COUNT) for each other session that has new messages and is not active elsewhere."
  (filter-map
   (lambda (id)
     (let ((count (length (inbox-waiting (session-path id)))))
       (and (positive? count)
            (> count (or (assoc-ref announced id) 0))
            (or (open-here? id) (not (session-holder id)))
            (begin (set! announced (acons id count (alist-delete id announced)))
                   (cons id count)))))
   (delete (session-id session) (stored-session-ids))))
