;;; (fermata sessions) -- all sessions: those open here, those on disk, and which one is active.

(define-module (fermata sessions)
  #:use-module (fermata elsewhere)
  #:use-module (fermata home)
  #:use-module (fermata lock)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (fermata recovery)
  #:use-module (fermata remarks)
  #:use-module (fermata session)
  #:use-module (fermata snapshot)
  #:use-module (fermata store)
  #:use-module (srfi srfi-1)
  #:export (activate-requested-session!
            active-session
            close-all-sessions!
            close-session!
            create-session!
            delete-session!
            find-session-id
            open-session!
            open-sessions
            rename-session!
            request-input!
            resume-session!
            save-session!
            session-summaries
            set-active-session!
            switch-session!
            tag-session!
            take-requested-input!))

(define opened '())                     ; most recently active first
(define requested #f)                   ; the session to make active after this turn
(define closing? #f)                    ; whether the one before is closed then

(define (open-sessions)
  "Return the sessions open in this process, the active one first."
  opened)

(define (active-session)
  "Return the session that input goes to, or #f before there is one."
  (and (pair? opened) (car opened)))

(define (set-active-session! session)
  "Let SESSION be the one that input goes to."
  (set! opened (cons session (delq session opened)))
  (unless (or (session-read-only? session) (equal? (session-id session) (last-session-id)))
    (false-if-exception (write-file! (home-file "last-session") (session-id session)))))

(define (last-session-id)
  (false-if-exception (string-trim-both (read-file (home-file "last-session")))))

(define* (switch-session! session #:key (close? #f))
  "Make SESSION active when this turn has ended; the one that is active now is closed if CLOSE?."
  (set! closing? close?)
  (set! requested session))

(define (activate-requested-session!)
  "Make the session active that a command asked for; return it, or #f when none did."
  (let ((session requested) (from (active-session)))
    (set! requested #f)
    (and session
         (not (eq? session from))
         (begin
           (set-active-session! session)
           (when (and closing? from)
             (let ((problem (close-or-say from))) (when problem (remark! problem))))
           (unless (or (session-read-only? session) (just-created? session))
             (note-if-possible! session "session_switched"
                                `(from . ,(if from (session-id from) 'null))))
           session))))

;; A text to act on after this turn, as if it had been typed; or #f.
(define requested-input #f)

(define (request-input! text)
  "Act on TEXT when this turn has ended, as if it had been typed."
  (set! requested-input text))

(define (take-requested-input!)
  "Return the text that a command asked to be acted on, or #f."
  (let ((text requested-input))
    (set! requested-input #f)
    text))

(define (just-created? session)
  (= 2 (next-index session)))

;;; Making and finding

(define (slug name)
  "Return NAME as an id: lower-case letters, digits and dashes."
  (let* ((mapped (string-map (lambda (c)
                               (cond ((and (char-alphabetic? c) (< (char->integer c) 128))
                                      (char-downcase c))
                                     ((and (char-numeric? c) (< (char->integer c) 128)) c)
                                     (else #\-)))
                             name))
         (joined (string-join (filter (lambda (part) (not (string-null? part)))
                                      (string-split mapped #\-))
                              "-")))
    (substring joined 0 (min 60 (string-length joined)))))

(define (taken? id)
  (or (file-exists? (session-path id)) (any (lambda (s) (string=? id (session-id s))) opened)))

(define (unique-id name)
  (let ((base (if name (slug name) "")))
    (cond ((string-null? base) (numbered "session-" 1))
          ((taken? base) (numbered (string-append base "-") 2))
          (else base))))

(define (numbered stem number)
  (let ((id (string-append stem (number->string number))))
    (if (taken? id) (numbered stem (+ number 1)) id)))

(define (create-session! name)
  "Make a new session called NAME, or session-N for #f, and open it."
  (prepare-home!)
  (let* ((id (claimed-id name))
         (session (create-stored-session! id (or name id))))
    (set! opened (append opened (list session)))
    session))

(define (claimed-id name)
  "Return an id for NAME that is ours: another process may be looking for one at the same moment."
  (let ((id (unique-id name)))
    (if (claim-session-directory! id) id (claimed-id name))))

(define (find-session-id text)
  "Return the id of the session that TEXT names by id or by name, or say which there are."
  (let ((ids (stored-session-ids)))
    (cond ((member text ids) text)
          ((find (lambda (id) (equal? text (false-if-exception (stored-name id)))) ids))
          (else
           (let ((near (suggest-name text ids)))
             (raise-problem 'not_found (string-append "there is no session " text)
                            (if near
                                (string-append "did you mean " near " ?")
                                ":session list shows them")))))))

(define* (open-session! id #:key (read-only? #f))
  "Open the stored session ID, or return it when it is open already. Raise a problem when another
process holds it, unless READ-ONLY?."
  (or (find (lambda (session) (string=? id (session-id session))) opened)
      (let ((session (open-stored-session id read-only?)))
        (set! opened (append opened (list session)))
        session)))

(define (resume-session!)
  "Open the session that was active last, or the latest that nobody holds, or a new one. Return
(SESSION . REMARK); REMARK is a sentence, or #f."
  (let* ((ids (stored-session-ids))
         (last (last-session-id))
         (held #f))
    (define (try id)
      (catch 'fermata-error
        (lambda () (open-session! id))
        (lambda (key kind message . rest)
          (unless held (set! held message))
          (and (eq? kind 'file) (look-at id)))))
    (define (look-at id)
      (catch 'fermata-error
        (lambda ()
          (let ((session (open-session! id #:read-only? #t)))
            (set! held (string-append held "; " id " is open read-only"))
            session))
        (lambda args #f)))
    (cons (or (any try (if (member last ids) (cons last (delete last (by-age ids))) (by-age ids)))
              (create-session! #f))
          held)))

(define (by-age ids)
  "Return IDS, the most recently modified first."
  (define (age id)
    (or (false-if-exception (stat:mtime (stat (session-path id "history.jsonl")))) 0))
  (map cdr (sort (map (lambda (id) (cons (age id) id)) ids)
                 (lambda (a b) (> (car a) (car b))))))

;;; Changing

(define (rename-session! session name)
  "Let SESSION be called NAME; its id stays."
  (when (string-null? (string-trim-both name)) (raise-problem 'value "a name cannot be empty"))
  (session-add-meta! session 'name name)
  (save-session! session))

(define (tag-session! session add remove)
  "Add and REMOVE tags, lists of strings; return the tags SESSION has now."
  (let* ((old (vector->list (or (assq-ref (session-meta session) 'tags) #())))
         (tags (delete-duplicates
                (append (filter (lambda (tag) (not (member tag remove))) old) add))))
    (session-add-meta! session 'tags (list->vector tags))
    (save-session! session)
    tags))

(define (save-session! session)
  "Write the files of SESSION now, so that they cover everything in its journal."
  (write-snapshot! session))

(define (close-session! session)
  "Save SESSION and let others have it."
  (unless (or (session-read-only? session) (saved? session)) (write-snapshot! session))
  (release-session! session)
  (set! opened (delq session opened)))

(define (close-all-sessions!)
  "Close every session; return the sentences that say what could not be saved."
  (filter-map close-or-say opened))

(define (close-or-say session)
  "Close SESSION, whether it can be saved or not; return #f, or a sentence when it could not."
  (catch 'fermata-error
    (lambda () (close-session! session) #f)
    (lambda (key kind message . rest)
      (release-session! session)
      (set! opened (delq session opened))
      (string-append (session-id session) " could not be saved: " message
                     "; its journal has everything"))))

(define (delete-session! id)
  "Delete the stored session ID for ever. It must not be open here or elsewhere."
  (when (find (lambda (session) (string=? id (session-id session))) opened)
    (raise-problem 'locked (string-append id " is open here") (string-append ":session close " id " lets go of it")))
  (let ((lock (take-lock! id)))
    (dynamic-wind
      (lambda () #f)
      (lambda () (delete-session-directory! id))
      (lambda () (unlock-file! lock)))))

;;; Listing

(define (session-summaries)
  "Return an alist for every session, stored or open: id name created modified tags measure_count
active revision holder."
  (map summary (stored-session-ids)))

(define (summary id)
  (let* ((session (find (lambda (s) (string=? id (session-id s))) opened))
         (meta (if session
                   (present-meta session)
                   (or (false-if-exception (read-meta (session-path id))) '()))))
    (define (field key default) (let ((pair (assq key meta))) (if pair (cdr pair) default)))
    `((id . ,id)
      (name . ,(field 'name id))
      (created . ,(field 'created 'null))
      (modified . ,(field 'modified 'null))
      (tags . ,(field 'tags #()))
      (measure_count . ,(field 'measure_count 0))
      (active . ,(and session (eq? session (active-session))))
      (revision . ,(field 'revision 0))
      (holder . ,(and (or (not session) (session-read-only? session)) (session-holder id))))))
