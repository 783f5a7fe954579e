;;; (fermata snapshot) -- a session into its directory: files that cover all of its journal.

(define-module (fermata snapshot)
  #:use-module (fermata bindings)
  #:use-module (fermata clock)
  #:use-module (fermata history)
  #:use-module (fermata native edit)
  #:use-module (fermata native music)
  #:use-module (fermata notebook)
  #:use-module (fermata outcome)
  #:use-module (fermata remarks)
  #:use-module (fermata session)
  #:use-module (fermata store)
  #:use-module (fermata workspace)
  #:export (note-if-possible!
            present-meta
            saved?
            write-snapshot!))

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
      (undo . ,(list->vector (newest (session-undo-indices session))))
      (redo . ,(list->vector (session-redo-indices session))))))

;; As many steps as can be undone after a restart; more would make every start slower.
(define (newest indices)
  (list-head indices (min 10000 (length indices))))

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
    (write-notebook-file!
     directory
     `((covers . ,index)
       (notebook_revision . ,(session-notebook-revision session))
       (notebook . ,(notebook->json (session-notebook session)))))
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

(define (note-if-possible! session event . data)
  "Record the system EVENT with DATA; a disk that refuses that is mentioned, and stops nothing."
  (catch 'fermata-error
    (lambda () (apply session-note! session event data))
    (lambda (key kind message . rest) (remark! message))))
