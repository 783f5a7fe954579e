;;; (fermata recovery) -- a session from and to its directory: made, opened, saved, let go.
;;; Opening is: newest whole files, then what the journal says happened after them. Nothing is
;;; written before everything has been read.

(define-module (fermata recovery)
  #:use-module (fermata bindings)
  #:use-module (fermata clock)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata history)
  #:use-module (fermata home)
  #:use-module (fermata native edit)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:use-module (fermata native music)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module ((fermata prelude guarded) #:select (replaying))
  #:use-module (fermata session)
  #:use-module (fermata store)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-11)
  #:export (create-stored-session!
            init-file?
            open-stored-session
            present-meta
            release-session!
            saved?
            session-holder
            take-remarks!
            write-snapshot!))

;; Sentences about what was found, for whoever shows them.
(define remarks '())

(define (remark! . texts)
  (set! remarks (cons (apply string-append texts) remarks)))

(define (take-remarks!)
  "Return the sentences about sessions opened or saved since this was last called, oldest first."
  (let ((taken (reverse remarks)))
    (set! remarks '())
    taken))

;; Whether init.scm is read into each session that is opened.
(define init-file? (make-fluid #t))

;;; Locks

(define (lock-path id) (session-path id "lock"))

(define (lock-text)
  (string-append (value->json `((pid . ,(getpid)) (boot . ,(boot-id)) (since . ,(timestamp-now))))
                 "\n"))

(define (session-holder id)
  "Return \"pid N\" of the process that holds the session ID, or #f when nobody does."
  (and (file-exists? (lock-path id))
       (let ((pid (false-if-exception
                   (assq-ref (json->value (read-file (lock-path id))) 'pid))))
         (and pid (file-locked? (lock-path id))
              (string-append "pid " (number->string pid))))))

(define (take-lock! id)
  "Return the lock of session ID, and whether a dead process left it."
  (let* ((left? (and (file-exists? (lock-path id))
                     (positive? (stat:size (stat (lock-path id))))))
         (lock (lock-file! (lock-path id) (lock-text))))
    (unless lock
      (raise-problem 'locked (string-append "session " id " is open in another Fermata ("
                                            (or (session-holder id) "just now") ")")
                     (string-append ":session load " id " --read-only looks at it")))
    (values lock left?)))

(define (release-session! session)
  "Let go of the files of SESSION and of its environment."
  (close-history! (session-history session))
  (when (session-lock session)
    (release-lock! (session-lock session) (lock-path (session-id session)))
    (set-session-lock! session #f))
  (close-environment! (session-environment session)))

(define (release-lock! lock path)
  "Leave an empty lock file, which says that nobody died, and let go of it."
  (false-if-exception (truncate-file path 0))
  (unlock-file! lock))

;;; New sessions

(define (create-stored-session! id name)
  "Make the directory of the session ID and return the session, open."
  (let ((directory (session-path id)))
    (make-private-directory! directory)
    (let-values (((lock left?) (take-lock! id)))
      (let ((session (fresh-session id directory (new-meta id name) #f)))
        (set-session-lock! session lock)
        (write-meta! directory (present-meta session))
        (session-note! session "session_created" `(id . ,id) `(name . ,name)
                       `(format . ,current-format))
        (write-snapshot! session)
        session))))

(define (new-meta id name)
  `((id . ,id) (uuid . ,(random-uuid)) (name . ,name) (created . ,(timestamp-now)) (tags . #())
    (settings . ())))

(define (random-uuid)
  (let ((digits (call-with-input-file "/proc/sys/kernel/random/uuid"
                  (lambda (port) ((@ (ice-9 rdelim) read-line) port)))))
    digits))

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
        (let-values (((lock left?) (take-lock! id)))
          (catch #t
            (lambda () (restored-session id directory lock left?))
            (lambda args
              (unlock-file! lock)
              (apply throw args)))))))

(define (restored-session id directory lock left?)
  "Return the session in DIRECTORY. Definitions come first: the score may need an instrument of the
user's."
  (let* ((meta (or (read-meta directory) (lost-meta id directory)))
         (session (fresh-session id directory (own-meta meta) (not lock)))
         (environment (or (read-environment-file directory) '())))
    (restore-bindings! session environment (entries-after session (covers environment)))
    (let* ((stored (read-stored-score directory meta))
           (covered (min (stored-covers stored) (covers environment) (covers meta)))
           (later (entries-after session covered)))
      (set-session-lock! session lock)
      (restore-score! session stored (entries-after session (stored-covers stored)))
      (restore-state! session environment (entries-after session (covers environment)))
      (restore-steps! session meta (entries-after session (covers meta)))
      (set-session-covers! session covered)
      (set-session-saved-meta! session (session-meta session))
      (when lock (note-findings! session directory stored left? later))
      session)))

(define (covers object) (or (assq-ref object 'covers) 0))

(define (entries-after session index)
  (let ((history (session-history session)))
    (history-range history (+ index 1) (history-count history))))

(define (lost-meta id directory)
  (remark! directory "/meta.json was missing or broken; the name and tags of the session are new")
  (new-meta id id))

(define (own-meta meta)
  "Return of META what is not computed anew at each save."
  (filter (lambda (pair) (memq (car pair) '(id uuid name created tags settings score_digest))) meta))

(define (restore-score! session stored entries)
  "Let SESSION have the stored score, changed as ENTRIES say."
  (let ((workspace (session-workspace session)))
    (set-session-revision! session (stored-revision stored))
    (set-workspace-score!
     workspace
     (fold (lambda (entry score)
             (let ((delta (entry-ref entry 'score_delta)))
               (if delta
                   (begin
                     (set-session-revision! session (entry-ref entry 'revision))
                     (apply-score-delta score delta))
                   score)))
           (stored-score stored)
           entries))))

(define (restore-state! session environment entries)
  "Put cursor and defaults where they were."
  (let ((state (or (any (lambda (entry) (entry-ref entry 'state)) (reverse entries))
                   (assq-ref environment 'state))))
    (when (pair? state)
      (workspace-restore! (session-workspace session)
                          (json->state state (session-score session))))))

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
  (let loop ((entries entries) (undo (indices 'undo meta)) (redo (indices 'redo meta)))
    (if (null? entries)
        (restore-undo! session undo redo)
        (let* ((entry (car entries)) (undone (indices 'undone entry))
               (redone (indices 'redone entry)))
          (cond ((pair? undone)
                 (loop (cdr entries) (list-tail undo (length undone))
                       (append-reverse undone redo)))
                ((pair? redone)
                 (loop (cdr entries) (append-reverse redone undo)
                       (list-tail redo (length redone))))
                ((entry-ref entry 'score_delta)
                 (loop (cdr entries) (cons (entry-ref entry 'index) undo) '()))
                (else (loop (cdr entries) undo redo)))))))

(define (note-findings! session directory stored left? later)
  "Record and mention what was unusual about the files."
  (let ((torn (history-torn (session-history session))))
    (when (or torn left? (pair? later))
      (remark! (recovered-sentence session later torn))
      (session-note! session "session_recovered" `(entries . ,(length later))
                     `(torn . ,(or torn 'null)))))
  (cond ((stored-problem stored)
         (let ((path (put-aside! directory "score.ferm" "rejected")))
           (remark! "score.ferm was edited but is not valid (" (stored-problem stored)
                    "); it is kept as " path)
           (session-note! session "error" '(about . "external_edit") `(file . ,path)
                          `(message . ,(stored-problem stored)))))
        ((stored-edited stored) => (lambda (edited) (take-edit! session (car edited))))))

(define (recovered-sentence session later torn)
  (string-append (session-id session) " was not closed; "
                 (if (null? later)
                     "nothing was lost"
                     (string-append (number->string (length later))
                                    (if (null? (cdr later)) " entry" " entries")
                                    " came from the journal, the last of "
                                    (local-time (entry-ref (last later) 'timestamp))))
                 (if torn (string-append "; an unfinished line is kept as " (basename torn)) "")))

(define (local-time timestamp)
  (let ((seconds (inexact->exact (floor (timestamp->seconds timestamp)))))
    (strftime "%Y-%m-%d %H:%M:%S" (localtime seconds))))

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

;;; Saving

(define (present-meta session)
  "Return the metadata of SESSION as they are stored."
  (let ((score (session-score session)))
    `(,@(session-meta session)
      (modified . ,(last-timestamp session))
      (title . ,(or (and score (score-title score)) 'null))
      (composer . ,(or (and score (score-composer score)) 'null))
      (key . ,(or (and score (score-key score)) 'null))
      (measure_count . ,(if score (score-measure-count score) 0))
      (revision . ,(session-revision session))
      (covers . ,(history-count (session-history session)))
      (undo . ,(list->vector (session-undo-indices session)))
      (redo . ,(list->vector (session-redo-indices session))))))

(define (last-timestamp session)
  (let* ((history (session-history session))
         (entry (history-ref history (history-count history))))
    (if entry (entry-ref entry 'timestamp) (timestamp-now))))

(define* (write-snapshot! session #:key (taken-in? #f))
  "Write the files of SESSION, each whole, so that they cover all of its journal. What somebody else
wrote into score.ferm is kept under another name, unless it was TAKEN-IN?."
  (when (session-read-only? session)
    (raise-problem 'value "this session is open read-only" "nothing in it changes"))
  (let ((directory (session-directory session))
        (index (history-count (session-history session))))
    (unless taken-in? (keep-foreign-score! session))
    (bindings-refresh! (session-bindings session) index)
    (session-add-meta! session 'score_digest
                       (write-score! directory (session-score session) index
                                     (session-revision session)))
    (write-environment-file!
     directory
     `((covers . ,index)
       (state . ,(state->json (workspace-snapshot (session-workspace session))))
       (bindings . ,(bindings->json (session-bindings session)))))
    (write-meta! directory (present-meta session))
    (set-session-covers! session index)
    (set-session-saved-at! session (current-time))
    (set-session-saved-meta! session (session-meta session))))

(define (saved? session)
  "Return whether the files of SESSION say all there is to say."
  (and (= (session-covers session) (history-count (session-history session)))
       (eq? (session-meta session) (session-saved-meta session))))

(define (keep-foreign-score! session)
  "Put score.ferm aside when somebody else wrote it while we had the session open."
  (let ((directory (session-directory session)))
    (when (score-file-changed? directory (acons 'covers (session-covers session)
                                                (session-meta session)))
      (remark! "score.ferm was edited while the session was open; that text is kept as "
               (put-aside! directory "score.ferm" "edited")))))
