;;; (fermata inbox) -- messages that wait in a session's directory until the user presses Enter. Any
;;; process may post; a message is on the disk before its sender is answered.

(define-module (fermata inbox)
  #:use-module (fermata clock)
  #:use-module (fermata journal)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:use-module (fermata outcome)
  #:use-module (ice-9 regex)
  #:use-module (ice-9 receive)
  #:use-module (srfi srfi-1)
  #:export (inbox-limit
            inbox-post!
            inbox-trim!
            inbox-waiting
            plain-text))

(define inbox-limit 1000)

(define (inbox-file directory) (string-append directory "/inbox.jsonl"))

;; Trimming replaces the file, so the lock is on another one. A Ctrl-C waits, or it could leave the
;; lock taken for as long as this process lives.
(define (call-with-inbox-locked directory thunk)
  (call-with-blocked-asyncs
   (lambda ()
     (let ((lock (wait-lock-file! (string-append directory "/inbox.lock"))))
       (dynamic-wind
         (lambda () #f)
         thunk
         (lambda () (unlock-file! lock)))))))

;;; Texts

(define (unwanted? char)
  "Control characters steer terminals, and marks of direction make a text read as another."
  (let ((code (char->integer char)))
    (or (and (< code 32) (not (memv char '(#\newline #\tab))))
        (<= 127 code 159)
        (memv code '(#x200E #x200F #x2028 #x2029))
        (<= #x202A code #x202E)
        (<= #x2066 code #x2069))))

(define escape-sequence (make-regexp "\x1b(\\[[0-?]*[ -/]*[@-~]|\\][^\a\x1b]*)"))

(define (plain-text text)
  "Return TEXT without sequences that steer a terminal and without control characters but newline
and tab, so that it can be shown."
  (string-delete unwanted? (regexp-substitute/global #f escape-sequence text 'pre 'post)))

(define (plain-message message)
  (map (lambda (field)
         (if (string? (cdr field)) (cons (car field) (plain-text (cdr field))) field))
       message))

;;; Posting

(define posted 0)

(define (fresh-id)
  (set! posted (+ posted 1))
  (string-append "m" (number->string (car (gettimeofday)) 36)
                 (number->string (cdr (gettimeofday)) 36)
                 "-" (number->string (getpid) 36) "-" (number->string posted 36)))

(define (stamped message)
  "Return MESSAGE with an id, its own or a new one, and the time."
  `((id . ,(or (assq-ref message 'id) (fresh-id)))
    (timestamp . ,(timestamp-now))
    ,@(remove (lambda (field) (memq (car field) '(id timestamp))) message)))

(define (message-id message) (assq-ref message 'id))

(define (find-message journal count id)
  (find (lambda (message) (equal? id (message-id message)))
        (read-messages journal count)))

(define (inbox-post! directory message)
  "Store MESSAGE, an association list with content and source, in the inbox of the session in
DIRECTORY and return it with its id and timestamp. One that has the id of a waiting message is taken
for the same, sent again. When too many wait, raise a problem of kind busy."
  (let ((message (stamped message)) (resent? (assq-ref message 'id)))
    (call-with-inbox-locked directory
      (lambda ()
        (call-with-journal (inbox-file directory) #f
          (lambda (journal count)
            (or (and resent? (find-message journal count (message-id message)))
                (store-message! journal count message))))))))

(define (store-message! journal count message)
  (when (>= count inbox-limit)
    (raise-problem 'busy (string-append (number->string inbox-limit) " messages are waiting")
                   "send it again when the user has read some"))
  (journal-store! journal (list message))
  message)

;;; Reading

(define (damaged-message offset)
  `((id . ,(string-append "damaged-" (number->string offset)))
    (timestamp . ,(timestamp-now))
    (content . "a message that was damaged on the disk cannot be shown")
    (source . "inbox")))

(define (sound? message)
  (and (pair? message) (string? (message-id message)) (string? (assq-ref message 'content))))

(define (read-messages journal count)
  (journal-values (lambda (index offset value)
                    (if (sound? value) (plain-message value) (damaged-message offset)))
                  journal 1 count))

(define (file-state path)
  "Return what changes whenever the file PATH does, or #f when it is empty or missing."
  (let ((status (stat path #f)))
    (and status (positive? (stat:size status))
         (list path (stat:ino status) (stat:size status)
               (stat:mtime status) (stat:mtimensec status)))))

(define seen-state #f)
(define seen-messages '())

(define (inbox-waiting directory)
  "Return the messages that wait in DIRECTORY, oldest first. Asking again costs one look at the file
as long as nothing came."
  (let* ((path (inbox-file directory)) (state (file-state path)))
    (cond ((not state) '())
          ((equal? state seen-state) seen-messages)
          (else
           (let ((messages (call-with-journal path #t read-messages)))
             (set! seen-state state)
             (set! seen-messages messages)
             messages)))))

(define (inbox-trim! directory ids)
  "Remove the messages with these IDS, which have been shown, from the inbox in DIRECTORY."
  (let ((path (inbox-file directory)))
    (define (keep messages)
      (write-file! path (string-concatenate
                         (map (lambda (message) (string-append (value->json message) "\n"))
                              messages))))
    (call-with-inbox-locked directory
      (lambda ()
        (let ((messages (call-with-journal path #f read-messages)))
          (receive (shown kept) (partition (lambda (message) (member (message-id message) ids))
                                           messages)
            (unless (null? shown) (keep kept))))))))
