;;; (fermata session) -- one piece of work: its score, environment, timeline and undo.
;;; Everything that changes goes through a turn: what the thunk of a turn did to the workspace and
;;; to the bindings becomes one history entry, which is stored before anybody hears of it. If it
;;; cannot be stored, all of it is put back.

(define-module (fermata session)
  #:use-module (fermata bindings)
  #:use-module (fermata clock)
  #:use-module (fermata environment)
  #:use-module (fermata history)
  #:use-module (fermata native file)
  #:use-module (fermata notebook)
  #:use-module (fermata outcome)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (%make-session
            next-index
            restore-undo!
            session-add-meta!
            session-bindings
            session-covers
            session-definitions
            session-directory
            session-entries!
            session-entry!
            session-environment
            session-history
            session-id
            session-lock
            session-lost
            session-meta
            session-name
            session-note!
            session-notebook
            session-notebook-revision
            session-read-only?
            session-redo!
            session-redo-depth
            session-redo-indices
            session-revision
            session-saved-at
            session-saved-meta
            session-score
            session-setting
            session-settings
            session-turn!
            session-undo!
            session-undo-depth
            session-undo-indices
            session-values
            session-workspace
            session?
            set-session-covers!
            set-session-lock!
            set-session-lost!
            set-session-meta!
            set-session-notebook!
            set-session-notebook-revision!
            set-session-revision!
            set-session-saved-at!
            set-session-saved-meta!
            set-session-setting!))

(define-record-type <session>
  (make-session-record id directory meta history workspace environment bindings read-only?
                       lock revision notebook-revision undo redo extra values covers saved-at
                       saved-meta lost)
  session?
  (id session-id)
  (directory session-directory)
  (meta session-meta set-session-meta!) ; alist: uuid name created tags settings ...
  (history session-history)
  (workspace session-workspace)
  (environment session-environment)
  (bindings session-bindings)
  (read-only? session-read-only?)
  (lock session-lock set-session-lock!) ; descriptor while we hold it, else #f
  (revision session-revision set-session-revision!)
  (notebook-revision session-notebook-revision set-session-notebook-revision!)
  (undo session-undo set-session-undo!) ; steps, newest first
  (redo session-redo set-session-redo!)
  (extra session-extra set-session-extra!)      ; fields of this turn's entry
  (values session-values)               ; index -> value, of the latest entries
  (covers session-covers set-session-covers!)   ; the entry that the files on disk include
  (saved-at session-saved-at set-session-saved-at!)
  (saved-meta session-saved-meta set-session-saved-meta!)
  (lost session-lost set-session-lost!))        ; (NAMES . REASON) of what could not come back

;; One change that can be taken back.
(define-record-type <step>
  (make-step index before after)
  step?
  (index step-index)                    ; of the entry that made the change
  (before step-before set-step-before!) ; workspace states; #f: ask the journal
  (after step-after set-step-after!))

(define* (%make-session id directory meta history environment bindings #:key (read-only? #f))
  "Return a session with nothing in it yet, for (fermata sessions) to fill."
  (let ((workspace (make-workspace environment)))
    (set-workspace-notebook! workspace
                             (make-notebook (assq-ref meta 'name) (assq-ref meta 'created)))
    (make-session-record id directory meta history workspace environment bindings read-only?
                         #f 0 0 '() '() '() (make-hash-table) 0 (current-time) #f '())))

(define (session-score session)
  "Return the score of SESSION, or #f when nothing has been written."
  (workspace-score (session-workspace session)))

(define (session-notebook session)
  "Return the notebook of SESSION."
  (workspace-notebook (session-workspace session)))

(define (set-session-notebook! session notebook)
  "Put NOTEBOOK in the place of SESSION's, without a step; for what comes from the disk."
  (set-workspace-notebook! (session-workspace session) notebook))

(define (session-name session)
  "Return what the user calls SESSION."
  (assq-ref (session-meta session) 'name))

(define (session-add-meta! session key value)
  "Let the metadata of SESSION say VALUE for KEY; it is stored at the next save."
  (set-session-meta! session (assq-set! (alist-copy (session-meta session)) key value)))

(define (session-settings session)
  "Return the alist of settings that SESSION has of its own."
  (or (assq-ref (session-meta session) 'settings) '()))

(define (session-setting session name)
  "Return (NAME . VALUE) when SESSION sets NAME itself, else #f."
  (assq name (session-settings session)))

(define (set-session-setting! session name value)
  "Set NAME to VALUE in SESSION; the unspecified value takes the setting away."
  (let ((others (alist-delete name (session-settings session) eq?)))
    (session-add-meta! session 'settings
                       (if (unspecified? value) others (acons name value others)))))

(define (session-definitions session)
  "Return (NAME KIND TEXT INDEX) for each name the user defined; NAME is #f for an import."
  (bindings-definitions (session-bindings session)))

(define (next-index session)
  "Return the number that the next entry of SESSION will have."
  (+ 1 (history-count (session-history session))))

;;; Turns

(define (mark session)
  (vector (workspace-snapshot (session-workspace session))
          (bindings-mark (session-bindings session))
          (session-undo session)
          (session-redo session)
          (session-meta session)))

(define (put-back! session mark)
  (workspace-restore! (session-workspace session) (vector-ref mark 0))
  (bindings-put-back! (session-bindings session) (vector-ref mark 1))
  (set-session-undo! session (vector-ref mark 2))
  (set-session-redo! session (vector-ref mark 3))
  (set-session-meta! session (vector-ref mark 4))
  (set-session-extra! session '()))

(define (session-turn! session kind thunk)
  "Call THUNK, which returns the fields of an entry of KIND, and store the entry together with all
that THUNK changed. Fields that hold an error leave the score as it was. Return the entry. When it
cannot be stored, everything is put back and the problem raised again."
  (let ((before (mark session)))
    (catch #t
      (lambda ()
        (let ((fields (parameterize ((current-workspace (session-workspace session))) (thunk))))
          (when (assq 'error fields)
            (workspace-restore! (session-workspace session) (vector-ref before 0)))
          (commit! session kind fields before)))
      (lambda args
        (put-back! session before)
        (apply throw args)))))

(define (commit! session kind fields before)
  "Store the entry for this turn, which began as BEFORE, a mark, says; return it."
  (let ((entry (turn-entry session kind fields (vector-ref before 0)
                           (or (assq-ref (vector-ref before 4) 'settings) '()))))
    (store! session entry)
    (committed! session entry (vector-ref before 0))
    entry))

(define (turn-entry session kind fields before old-settings)
  "Return the entry for what this turn did since the workspace was as BEFORE and the session had
OLD-SETTINGS."
  (let* ((index (next-index session))
         (after (workspace-snapshot (session-workspace session)))
         (delta (score-delta (state-score before) (state-score after)))
         (records (bindings-turn-records (session-bindings session)))
         (changed? (positive? (vector-length delta)))
         (steps (notebook-delta (state-notebook after))))
    `((index . ,index)
      (timestamp . ,(timestamp-now))
      (kind . ,kind)
      ,@(outlined session index fields)
      ,@(session-extra session)
      ,@(if changed?
            `((score_delta . ,delta) (revision . ,(+ 1 (session-revision session))))
            '())
      ,@(if (positive? (vector-length steps))
            `((notebook_delta . ,steps)
              (notebook_revision . ,(+ 1 (session-notebook-revision session))))
            '())
      ,@(if (positive? (vector-length records)) `((env_source . ,records)) '())
      ,@(let ((old (state->json before)) (new (state->json after)))
          (cond ((equal? old new) '())
                (changed? `((state . ,new) (state_before . ,old)))
                (else `((state . ,new)))))
      ,@(let ((settings (session-settings session)))
          (if (equal? settings old-settings) '() `((settings . ,settings)))))))

(define (store! session entry)
  (cond ((not (session-read-only? session))
         (history-append! (session-history session) (list entry)))
        ((or (changing? entry) (equal? (assq-ref entry 'kind) "UserMessage"))
         (raise-problem 'value "this session is open read-only"
                        ":session new begins one of your own"))))

(define (changing? entry)
  "Return whether ENTRY changes what can be taken back."
  (or (assq 'score_delta entry) (assq 'notebook_delta entry)))

(define (committed! session entry before)
  "Take over what ENTRY, now stored, changed."
  (bindings-commit! (session-bindings session) (assq-ref entry 'index))
  (when (assq 'score_delta entry)
    (set-session-revision! session (assq-ref entry 'revision)))
  (when (assq 'notebook_delta entry)
    (set-session-notebook-revision! session (assq-ref entry 'notebook_revision))
    (set-session-notebook! session (notebook-settled (session-notebook session)
                                                     (assq-ref entry 'timestamp))))
  (when (and (changing? entry) (not (assq 'undone entry)) (not (assq 'redone entry)))
    (push-step! session (make-step (assq-ref entry 'index) before
                                   (workspace-snapshot (session-workspace session)))))
  (set-session-extra! session '()))

(define inline-limit 65536)

(define (outlined session index fields)
  "Return FIELDS with a result that is too long for the journal in a file of its own."
  (let ((result (assq-ref fields 'result)))
    (if (and (string? result) (> (string-length result) inline-limit)
             (not (session-read-only? session)))
        (let ((name (string-append "results/" (number->string index) ".ferm")))
          (make-private-directory! (string-append (session-directory session) "/results"))
          (write-file! (string-append (session-directory session) "/" name)
                       (or (assq-ref fields 'value) result))
          (append (alist-delete 'value (alist-delete 'result fields))
                  `((result . ,(string-append (substring result 0 200) " ..."))
                    (result_file . ,name))))
        fields)))

(define (session-entry! session kind . fields)
  "Store an entry of KIND that changes nothing else; FIELDS is an alist."
  (session-turn! session kind (lambda () fields)))

(define (session-entries! session kind rows)
  "Store an entry of KIND for each of ROWS, alists of fields, together. Return the entries."
  (let ((entries (map (lambda (fields index)
                        `((index . ,index) (timestamp . ,(timestamp-now)) (kind . ,kind)
                          ,@fields))
                      rows
                      (iota (length rows) (next-index session)))))
    (history-append! (session-history session) entries)
    entries))

(define (session-note! session event . data)
  "Record the system EVENT, with the alist DATA, in the timeline of SESSION."
  (session-entry! session "System" `(event . ,event) `(data . ,data)))

;;; Undo

(define remembered-states 1000)         ; older steps are undone by their stored deltas

(define (push-step! session step)
  (let ((steps (cons step (session-undo session))))
    (set-session-undo! session steps)
    (set-session-redo! session '())
    (let ((old (nth steps remembered-states)))
      (when old
        (set-step-before! old #f)
        (set-step-after! old #f)))))

(define (nth items index)
  "Return element INDEX of ITEMS, or #f when there are not so many."
  (cond ((null? items) #f)
        ((zero? index) (car items))
        (else (nth (cdr items) (- index 1)))))

(define (session-undo-depth session) (length (session-undo session)))
(define (session-redo-depth session) (length (session-redo session)))
(define (session-undo-indices session) (map step-index (session-undo session)))
(define (session-redo-indices session) (map step-index (session-redo session)))

(define (restore-undo! session undo redo)
  "Let the steps of SESSION be those that the entries UNDO and REDO made, newest first."
  (define (bare index) (make-step index #f #f))
  (set-session-undo! session (map bare undo))
  (set-session-redo! session (map bare redo)))

(define (step-field session step key)
  (entry-ref (history-ref (session-history session) (step-index step)) key))

(define (step-delta session step) (or (step-field session step 'score_delta) #()))

(define (step-notebook! session step direct)
  "Change the notebook as the entry of STEP did, or as DIRECT makes of that."
  (let ((delta (step-field session step 'notebook_delta)))
    (when delta
      (set-session-notebook! session (apply-notebook-delta (session-notebook session)
                                                           (direct delta))))))

(define (take-step! session step state delta key)
  "Make the workspace that of STATE, or the one that DELTA leads to and the field KEY of the stored
entry describes."
  (let* ((workspace (session-workspace session))
         (score (if state
                    (state-score state)
                    (apply-score-delta (workspace-score workspace) (delta))))
         (stored (and (not state) (step-field session step key)))
         (state (or state (and (pair? stored) (json->state stored score)))))
    (set-workspace-score! workspace score)
    (when state
      (for-each (lambda (name)
                  (set-workspace-default! workspace name
                                          (assq-ref (state-defaults state) name)))
                '(part voice staff cursor)))))

(define (undo-step! session step)
  (take-step! session step (step-before step)
              (lambda () (invert-score-delta (step-delta session step)))
              'state_before)
  (step-notebook! session step invert-notebook-delta))

(define (redo-step! session step)
  (take-step! session step (step-after step) (lambda () (step-delta session step))
              'state)
  (step-notebook! session step identity))

(define (move-steps! count from do!)
  "Call DO! with up to COUNT steps of FROM, one after the other; return them, first one first."
  (let loop ((count count) (steps from) (done '()))
    (if (or (zero? count) (null? steps))
        (reverse done)
        (begin (do! (car steps))
               (loop (- count 1) (cdr steps) (cons (car steps) done))))))

(define (session-undo! session count)
  "Take back the last COUNT changes, as part of this turn. Return the indices of their entries."
  (let ((done (move-steps! count (session-undo session)
                           (lambda (step) (undo-step! session step)))))
    (set-session-undo! session (list-tail (session-undo session) (length done)))
    (set-session-redo! session (append-reverse done (session-redo session)))
    (note-steps! session 'undone done)))

(define (session-redo! session count)
  "Make the last COUNT changes that were taken back again. Return the indices of their entries."
  (let ((done (move-steps! count (session-redo session)
                           (lambda (step) (redo-step! session step)))))
    (set-session-redo! session (list-tail (session-redo session) (length done)))
    (set-session-undo! session (append-reverse done (session-undo session)))
    (note-steps! session 'redone done)))

(define (note-steps! session key steps)
  (let ((indices (map step-index steps)))
    (unless (null? indices)
      (set-session-extra! session `((,key . ,(list->vector indices)))))
    indices))
