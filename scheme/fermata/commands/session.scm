;;; :session new, list, switch, info, rename, tag, save, load, delete, close.

(define-module (fermata commands session)
  #:use-module (fermata clock)
  #:use-module (fermata display rows)
  #:use-module (fermata display theme)
  #:use-module (fermata history)
  #:use-module (fermata native music)
  #:use-module (fermata notebook)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (srfi srfi-1))

(define (session-words words)
  "Complete the first operand by the sessions there are."
  (if (null? words)
      (map (lambda (summary) (cons (field summary 'id) (summary-text summary)))
           (session-summaries))
      '()))

(define (field summary key) (assq-ref summary key))

(define (summary-text summary)
  (string-append (count-text (or (field summary 'measure_count) 0) "measure")
                 (if (equal? (field summary 'name) (field summary 'id))
                     ""
                     (string-append ", " (field summary 'name)))
                 (tags-text (field summary 'tags))
                 (if (field summary 'holder)
                     (string-append ", open in " (field summary 'holder))
                     "")))

(define (tags-text tags)
  (if (equal? tags #()) "" (string-append "  [" (string-join (vector->list tags) " ") "]")))

(define (label session)
  (if (equal? (session-id session) (session-name session))
      (session-id session)
      (string-append (session-id session) " (" (session-name session) ")")))

(define-command ("session new" #:optional name)
  #:doc "Begin a new session and make it the active one; the one before is saved.
Its id is made from NAME and never changes; without a name it is numbered."
  #:examples '(":session new" ":session new \"Waltz in A\"")
  #:access 'write
  #:group 'session
  (when (and name (string-null? (string-trim-both name)))
    (raise-problem 'value "a name cannot be empty" "for example: :session new \"Waltz in A\""))
  (switch-to (create-session! name)))

(define (switch-to session)
  "Make SESSION active after this turn; return what changes by that."
  (let ((before (active-session)))
    (switch-session! session)
    (string-append (label before) " -> " (label session)
                   (if (session-read-only? session) ", read-only" "") "\n")))

(define-command ("session list")
  #:doc "List all sessions; a star marks the active one."
  #:examples '(":session list")
  #:group 'session
  (string-concatenate
   (map (lambda (summary)
          (string-append (if (field summary 'active) (styled 'good "* ") "  ")
                         (styled 'name (field summary 'id))
                         (make-string (max 2 (- 20 (string-length (field summary 'id)))) #\space)
                         (day-text (field summary 'modified)) "  "
                         (summary-text summary) "\n"))
        (session-summaries))))

(define (day-text timestamp)
  (if (and (string? timestamp) (>= (string-length timestamp) 10))
      (substring timestamp 0 10)
      "          "))

(define-command ("session switch" session)
  #:doc "Make another session the active one, by its id or name; the one before is saved."
  #:examples '(":session switch session-1")
  #:access 'write
  #:group 'session
  #:complete session-words
  (open-and-switch (find-session-id session) #f))

(define-command ("session load" session #:key read-only)
  #:doc "Open a stored session and make it the active one.
With --read-only it can be looked at and played with while another process has it; nothing is
stored then."
  #:examples '(":session load session-1" ":session load session-1 --read-only")
  #:access 'write
  #:group 'session
  #:options '(("--read-only" "look only; store nothing"))
  #:complete session-words
  (open-and-switch (find-session-id session) read-only))

(define (open-and-switch id read-only?)
  (if (string=? (session-id (active-session)) id)
      (string-append (label (active-session)) " is active already; nothing changed\n")
      (switch-to (open-session! id #:read-only? read-only?))))

(define-command ("session info" #:optional session)
  #:doc "Tell what there is to know about the active session, or another one."
  #:examples '(":session info" ":session info session-1")
  #:group 'session
  #:complete session-words
  (let* ((active (active-session))
         (id (if session (find-session-id session) (session-id active)))
         (summary (find (lambda (summary) (string=? (field summary 'id) id))
                        (session-summaries))))
    (rows->text (append (summary-rows summary)
                        (if (string=? id (session-id active)) (active-rows active) '())))))

(define (summary-rows summary)
  (filter-map
   (lambda (key)
     (let ((value (field summary key)))
       (and value (not (member value '(null #())))
            (cons (if (eq? key 'measure_count) "measures" (symbol->string key))
                  (cond ((eq? value #t) "yes")
                        ((memq key '(created modified)) (timestamp->local value "%Y-%m-%d %H:%M"))
                        ((number? value) (number->string value))
                        ((vector? value) (string-join (vector->list value) " "))
                        (else value))))))
   '(id name created modified tags measure_count revision active holder)))

(define (active-rows session)
  (let ((score (session-score session)))
    (append (if score
                (filter (lambda (row) (not (string-null? (cdr row))))
                        `(("title" . ,(score-title score))
                          ("composer" . ,(score-composer score))
                          ("parts" . ,(string-join (map part-label (score-parts score)) ", "))))
                '())
            (notebook-rows-of (session-notebook session))
            `(("entries" . ,(number->string (history-count (session-history session))))
              ("undo" . ,(number->string (session-undo-depth session)))
              ("redo" . ,(number->string (session-redo-depth session)))
              ("directory" . ,(session-directory session))))))

(define (notebook-rows-of notebook)
  (let ((sections (map cdr (notebook-rows notebook))))
    (if (null? sections)
        '()
        `(("notebook" . ,(string-append
                          (count-text (length sections) "section") ", "
                          (count-text (apply + (map (lambda (section)
                                                      (vector-length (section-blocks section)))
                                                    sections))
                                      "block")))))))

(define (part-label part)
  (string-append (part-id part) (if (string-null? (part-name part)) "" " ") (part-name part)))

(define-command ("session rename" name)
  #:doc "Give the active session another name. Its id stays."
  #:examples '(":session rename \"Waltz in B\"")
  #:access 'write
  #:group 'session
  (let* ((session (active-session)) (before (session-name session)))
    (cond ((equal? before name) "that is its name already; nothing changed\n")
          (else (rename-session! session name)
                (string-append "name: " before " -> " (session-name session) "\n")))))

(define-command ("session tag" . tags)
  #:usage ":session tag [TAG ...] [-TAG ...]"
  #:doc "Show the tags of the active session, add some, or with a minus before it, take one away."
  #:examples '(":session tag" ":session tag waltz draft" ":session tag -draft")
  #:access 'write
  #:group 'session
  (let* ((session (active-session)) (before (session-tags session)))
    (call-with-values (lambda () (partition (lambda (tag) (string-prefix? "-" tag)) tags))
      (lambda (remove add)
        (unless (null? tags)
          (tag-session! session add (map (lambda (tag) (string-drop tag 1)) remove)))
        (tags-answer before (session-tags session) (null? tags))))))

(define (session-tags session)
  (vector->list (or (assq-ref (session-meta session) 'tags) #())))

(define (tags-answer before after asked?)
  (define (text tags) (if (null? tags) "none" (string-join tags " ")))
  (cond (asked? (string-append "tags: " (text after) "\n"))
        ((equal? before after) (string-append "tags: " (text after) "; nothing changed\n"))
        (else (string-append "tags: " (text before) " -> " (text after) "\n"))))

(define-command ("session save")
  #:doc "Write a snapshot of the active session now.
Nothing is lost without it: every entry is stored before its result is shown."
  #:examples '(":session save")
  #:access 'write
  #:group 'session
  (let ((session (active-session)))
    (save-session! session)
    (string-append "saved " (label session) " in " (session-directory session) "\n")))

(define-command ("session delete" session)
  #:doc "Delete a stored session, its score and its history. It must not be the active one.
This cannot be undone."
  #:examples '(":session delete session-2")
  #:access 'write
  #:group 'session
  #:complete session-words
  (let ((id (find-session-id session)))
    (when (string=? id (session-id (active-session)))
      (raise-problem 'value (string-append id " is the active session")
                     "switch to another one first: :session switch, or :session new"))
    (delete-session! id)
    (string-append "deleted " id "\n")))

(define-command ("session close" #:optional session)
  #:doc "Save and close the active session, or another open one.
After closing the active one, the session used before it, or else a new one, is active."
  #:examples '(":session close")
  #:access 'write
  #:group 'session
  #:complete session-words
  (let* ((active (active-session))
         (id (if session (find-session-id session) (session-id active)))
         (open (find (lambda (other) (string=? (session-id other) id)) (open-sessions))))
    (cond ((not open) (string-append id " is not open; nothing changed\n"))
          ((eq? open active) (leave-active active))
          (else (close-session! open)
                (string-append "closed " (label open) "\n")))))

(define (leave-active session)
  "Let SESSION be closed after this turn, and another one be active."
  (let ((next (if (pair? (cdr (open-sessions))) (cadr (open-sessions)) (create-session! #f))))
    (switch-session! next #:close? #t)
    (string-append "closed " (label session) "; now " (label next) "\n")))
