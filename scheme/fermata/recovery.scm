;;; (fermata recovery) -- a session from its directory: made, opened, let go.
;;; Opening is: newest whole files, then what the journal says happened after them. Nothing is
;;; written before everything has been read.

(define-module (fermata recovery)
  #:use-module (fermata bindings)
  #:use-module (fermata clock)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata history)
  #:use-module (fermata home)
  #:use-module (fermata lock)
  #:use-module (fermata native file)
  #:use-module (fermata outcome)
  #:use-module (fermata remarks)
  #:use-module (fermata replay)
  #:use-module (fermata session)
  #:use-module (fermata snapshot)
  #:use-module (fermata store)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:export (create-stored-session!
            init-file?
            open-stored-session
            release-session!))

;; Whether init.scm is read into each session that is opened.
(define init-file? (make-fluid #t))

;;; Making and letting go

(define (call-or-else thunk mend)
  "Call THUNK; when it raises anything, call MEND and raise it again."
  (catch #t thunk (lambda args (mend) (apply throw args))))

(define (release-session! session)
  "Let go of the files of SESSION and of its environment."
  (close-history! (session-history session))
  (when (session-lock session)
    (release-lock! (session-lock session) (session-id session))
    (set-session-lock! session #f))
  (close-environment! (session-environment session)))

(define (create-stored-session! id name)
  "Fill the directory of the session ID, which is empty, and return the session, open."
  (call-or-else
   (lambda ()
     (let* ((directory (session-path id))
            (lock (take-lock! id))
            (session (fresh-session id directory (new-meta id name) #f)))
       (set-session-lock! session lock)
       (call-or-else (lambda () (write-first-files! session))
                     (lambda () (release-session! session)))
       session))
   (lambda () (false-if-exception (delete-session-directory! id)))))

(define (write-first-files! session)
  (write-meta! (session-directory session) (present-meta session))
  (session-note! session "session_created" `(id . ,(session-id session))
                 `(name . ,(session-name session)) `(format . ,current-format))
  (write-snapshot! session))

(define (new-meta id name)
  `((id . ,id) (uuid . ,(random-uuid)) (name . ,name) (created . ,(timestamp-now)) (tags . #())
    (settings . ())))

(define (random-uuid)
  (call-with-input-file "/proc/sys/kernel/random/uuid" (@ (ice-9 rdelim) read-line)))

(define (fresh-session id directory meta read-only?)
  "Return a session with the journal in DIRECTORY open and the user's init file read."
  (let* ((environment (make-environment))
         (history (open-history (string-append directory "/history.jsonl")
                                #:read-only? read-only?)))
    (load-init-file environment)
    (let ((bindings (make-bindings environment)))
      (watch-bindings! bindings)
      (%make-session id directory meta history environment bindings #:read-only? read-only?))))

(define (load-init-file environment)
  (let ((path (home-file "init.scm")))
    (when (and (fluid-ref init-file?) (file-exists? path))
      (set-environment-directory! environment (fermata-home))
      (let ((outcome (catch 'fermata-error
                       (lambda ()
                         (parameterize ((current-workspace (make-workspace environment)))
                           (evaluate-text environment (read-file path) #:name path)))
                       (lambda (key kind message . rest)
                         (make-outcome '() "" (make-problem kind message path 1 1 1 #f #f) #f)))))
        (when (outcome-problem outcome)
          (let ((problem (outcome-problem outcome)))
            (remark! path ":" (number->string (or (problem-line problem) 1)) ": "
                     (problem-message problem)))))
      (set-environment-directory! environment #f))))

;;; Opening

(define (open-stored-session id read-only?)
  "Return the session ID from disk, with everything its journal has."
  (let ((directory (session-path id)))
    (if read-only?
        (restored-session id directory #f #f)
        (let* ((left? (left-locked? id)) (lock (take-lock! id)))
          (call-or-else (lambda () (restored-session id directory lock left?))
                        (lambda () (unlock-file! lock)))))))

(define (restored-session id directory lock left?)
  "Return the session in DIRECTORY. Definitions come first: the score may need an instrument of the
user's."
  (let* ((meta (or (read-meta directory) '()))
         (own (if (null? meta) (new-meta id id) (own-meta meta)))
         (session (fresh-session id directory own (not lock))))
    (set-session-lock! session lock)
    (call-or-else (lambda () (restore! session directory meta left?))
                  (lambda () (close-history! (session-history session))))
    session))

(define (restore! session directory meta left?)
  "Let SESSION have what its files hold; META is empty when it could not be read."
  (check-journal-format session)
  (let ((environment (or (read-environment-file directory) '()))
        (notebook (or (read-notebook directory) '())))
    (restore-bindings! session environment (entries-after session (covers environment)))
    (let* ((stored (read-stored-score directory meta))
           (all (list (stored-covers stored) (covers environment) (covers meta)
                      (if (null? notebook) (covers meta) (covers notebook))))
           (later (entries-after session (apply min all))))
      (restore-score! session stored (entries-after session (stored-covers stored)))
      (restore-state! session environment (entries-after session (covers environment)))
      (restore-notebook! session notebook)
      (restore-steps! session meta (entries-after session (covers meta)))
      (set-session-covers! session (apply min all))
      (set-session-saved-meta! session (session-meta session))
      (note-unreadable! session directory meta environment notebook later)
      (when (session-lock session)
        (let ((short? (> (apply max all) (history-count (session-history session)))))
          (note-findings! session directory stored left? later short?)
          (when short? (begin-anew! session)))))))

(define (check-journal-format session)
  (let ((first (history-ref (session-history session) 1)))
    (checked-format (or (and first (entry-ref first 'data)) '())
                    (history-path (session-history session)))))

(define (covers object) (or (assq-ref object 'covers) 0))

(define (entries-after session index)
  (let ((history (session-history session)))
    (history-range history (+ index 1) (history-count history))))

(define (begin-anew! session)
  "Write files that fit a journal which has lost entries they cover, or new entries would count as
covered."
  (restore-undo! session '() '())
  (write-snapshot! session))

(define (note-unreadable! session directory meta environment notebook later)
  "Mention what could not be read, and keep it where nothing writes over it."
  (define (mention name loss)
    (remark! name (cond ((not (file-exists? (string-append directory "/" name))) " was missing; ")
                        ((not (session-lock session)) " cannot be read; ")
                        (else (string-append " cannot be read and is kept as "
                                             (basename (put-aside! directory name "rejected"))
                                             "; ")))
             loss))
  (when (null? meta) (mention "meta.json" "the name and tags of the session are new"))
  ;; A program killed while it made the session has left no environment to miss.
  (unless (or (pair? environment) (zero? (covers meta)))
    (mention "env.json" "the names you defined came from the journal"))
  (unless (or (pair? notebook) (zero? (session-notebook-revision session)))
    (mention "notebook.json" "the notebook came from the journal"))
  (for-each remark! (filter-map damage later)))

(define (own-meta meta)
  "Return of META what is not computed anew at each save."
  (filter (lambda (pair)
            (memq (car pair) '(id uuid name created tags settings score_digest)))
          meta))

(define (restore-score! session stored entries)
  "Let SESSION have the stored score, changed as ENTRIES say."
  (set-session-revision! session
                         (revision-after (stored-revision stored) entries 'score_delta 'revision))
  (set-workspace-score! (session-workspace session)
                        (score-after (stored-score stored) entries (remark-misfit "score"))))

(define (remark-misfit where)
  "Return what remarks that the change of an entry could not be done again in WHERE."
  (lambda (entry message)
    (remark! "what entry " (number->string (entry-ref entry 'index)) " changed in the " where
             " could not be done again: " message)))

(define (restore-notebook! session stored)
  "Let SESSION have the STORED notebook, changed as later entries say; without one, as all entries
say."
  (let ((entries (notebook-entries (session-history session) (covers stored))))
    (set-session-notebook-revision!
     session (revision-after (or (assq-ref stored 'revision) 0) entries
                             'notebook_delta 'notebook_revision))
    (set-session-notebook! session
                           (notebook-after (or (assq-ref stored 'notebook)
                                               (session-notebook session))
                                           entries (remark-misfit "notebook")))))

(define (restore-state! session environment entries)
  "Put cursor, defaults and settings where they were."
  (let ((state (or (any (lambda (entry) (entry-ref entry 'state)) (reverse entries))
                   (assq-ref environment 'state))))
    (for-each (lambda (entry)
                (let ((settings (entry-ref entry 'settings)))
                  (when (list? settings) (session-add-meta! session 'settings settings))))
              (filter (lambda (entry) (assq 'settings entry)) entries))
    (when (pair? state)
      (let ((state (false-if-exception (json->state state (session-score session)
                                                      (session-notebook session)))))
        (when state (workspace-restore! (session-workspace session) state))))))

(define (restore-bindings! session environment entries)
  "Define again what the user had defined."
  (let* ((stored (vector->list (or (assq-ref environment 'bindings) #())))
         (later (append-map (lambda (entry)
                              (map (lambda (record)
                                     (append record `((index . ,(entry-ref entry 'index)))))
                                   (vector->list (entry-ref entry 'env_source #()))))
                            entries))
         (lost (replay-bindings! (session-bindings session) (append stored later))))
    (set-session-lost! session lost)
    (unless (null? lost)
      (remark! "not restored: "
               (string-join (append-map (lambda (row)
                                          (if (null? (car row)) '("a form") (car row)))
                                        lost)
                            ", ")
               "; :env says why"))))

(define (restore-steps! session meta entries)
  "Rebuild the steps that can be undone."
  (define (indices key object) (vector->list (or (entry-ref object key) #())))
  (define (without steps taken) (list-tail steps (min (length taken) (length steps))))
  (let loop ((entries entries) (undo (indices 'undo meta)) (redo (indices 'redo meta)))
    (if (null? entries)
        (restore-undo! session undo redo)
        (let* ((entry (car entries)) (undone (indices 'undone entry))
               (redone (indices 'redone entry)))
          (cond ((pair? undone)
                 (loop (cdr entries) (without undo undone) (append-reverse undone redo)))
                ((pair? redone)
                 (loop (cdr entries) (append-reverse redone undo) (without redo redone)))
                ((or (entry-ref entry 'score_delta) (entry-ref entry 'notebook_delta))
                 (loop (cdr entries) (cons (entry-ref entry 'index) undo) '()))
                (else (loop (cdr entries) undo redo)))))))

(define (note-findings! session directory stored left? later short?)
  "Record and mention what was unusual about the files."
  (let ((torn (history-torn (session-history session))))
    (when (or torn left? short? (pair? later))
      (remark! (recovered-sentence session later torn short?))
      (note-if-possible! session "session_recovered" `(entries . ,(length later))
                         `(torn . ,(or torn 'null)))))
  (cond ((stored-problem stored)
         (let ((path (put-aside! directory "score.ferm" "rejected")))
           (remark! "score.ferm was edited but is not valid (" (stored-problem stored)
                    "); it is kept as " path)
           (note-if-possible! session "error" '(about . "external_edit") `(file . ,path)
                              `(message . ,(stored-problem stored)))))
        ((stored-edited stored) => (lambda (edited) (take-edit! session (car edited))))))

(define (recovered-sentence session later torn short?)
  (string-append
   (session-id session)
   (cond (short? ": history.jsonl has lost entries that the other files cover; these are used")
         ((null? later) " was not closed; nothing was lost")
         (else (string-append " was not closed; " (number->string (length later))
                              (if (null? (cdr later)) " entry" " entries")
                              " came from the journal, the last of "
                              (timestamp->local (entry-ref (last later) 'timestamp)
                                                "%Y-%m-%d %H:%M:%S"))))
   (if torn (string-append "; an unfinished line is kept as " (basename torn)) "")))

(define (take-edit! session score)
  "Make SCORE, which somebody wrote into score.ferm, the score of SESSION."
  (let ((entry (session-turn! session "System"
                              (lambda ()
                                (set-workspace-score! (session-workspace session) score)
                                '((event . "external_edit") (data . ((file . "score.ferm"))))))))
    (write-snapshot! session #:taken-in? #t)
    (remark! (if (entry-ref entry 'score_delta)
                 "score.ferm was edited outside and taken in; :undo brings the old score back"
                 "score.ferm was edited outside, but the music is the same"))))
