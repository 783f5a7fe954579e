;;; (fermata workspace) -- the thing that edits act on: a score, the defaults by which music is
;;; entered, and the notebook. Its state is one immutable value: taking it back is putting the old
;;; one there.

(define-module (fermata workspace)
  #:use-module (fermata entry)
  #:use-module (fermata environment)
  #:use-module (fermata native edit)
  #:use-module (fermata native music)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module ((fermata prelude guarded) #:select (replaying))
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:re-export (apply-score-delta score-delta)
  #:export (as-selection
            current-workspace
            enter-value!
            invert-score-delta
            json->state
            make-workspace
            selection?
            set-workspace-default!
            set-workspace-notebook!
            set-workspace-score!
            state->json
            state-defaults
            state-notebook
            state-score
            workspace-cursor
            workspace-default
            workspace-defaults
            workspace-here
            workspace-notebook
            workspace-part-index!
            workspace-restore!
            workspace-score
            workspace-snapshot
            workspace?))

(define-record-type <state>
  (make-state score defaults notebook)
  state?
  (score state-score)                   ; #f when nothing has been written
  (defaults state-defaults)             ; alist, always with the same names in the same order
  (notebook state-notebook))            ; #f outside a session

(define-record-type <workspace>
  (%make-workspace environment state)
  workspace?
  (environment workspace-environment)   ; whose names and durations follow the defaults, or #f
  (state workspace-snapshot set-workspace-state!))

(define initial-defaults
  '((part . #f)                         ; id, or the part that is made next, or #f: the first
    (voice . 1)
    (staff . 1)
    (duration . #f)                     ; of an event that gives none, in whole notes
    (key . #f) (time . #f) (clef . #f) (tempo . #f)
    (cursor . #f)                       ; (MEASURE OFFSET) from 0, or #f: the end of the voice
    (entry . #t)))                      ; whether typed music is entered

(define* (make-workspace #:optional (environment #f))
  "Return a workspace in which nothing has been written; keys and durations set in it hold for the
names of ENVIRONMENT."
  (%make-workspace environment (make-state #f initial-defaults #f)))

;; The workspace that edits act on, where one is given; see workspace-here.
(define current-workspace (make-parameter #f))

(define own-workspaces (make-weak-key-hash-table))

(define (workspace-here)
  "Return the workspace that edits act on: the session's, or without one that of the module in which
the text is evaluated. While a session comes back, definitions are evaluated again and must not
touch any."
  (when (fluid-ref replaying)
    (raise-problem 'refused "the score is not touched while a session is restored"))
  (or (current-workspace)
      (let* ((environment (environment-of (current-module)))
             (holder (or environment (current-module))))
        (or (hashq-ref own-workspaces holder)
            (let ((workspace (make-workspace environment)))
              (hashq-set! own-workspaces holder workspace)
              workspace)))))

(define (workspace-score workspace)
  "Return the score of WORKSPACE, or #f when nothing has been written."
  (state-score (workspace-snapshot workspace)))

(define (set-workspace-score! workspace score)
  "Put SCORE in the place of WORKSPACE's; an empty one is none."
  (set-workspace-state! workspace
                        (make-state (and score (not (equal? score nothing)) score)
                                    (workspace-defaults workspace)
                                    (workspace-notebook workspace))))

(define nothing (read-notation "(score)"))

(define (workspace-defaults workspace)
  "Return the alist of defaults of WORKSPACE: part voice staff duration key time clef tempo cursor
entry."
  (state-defaults (workspace-snapshot workspace)))

(define (workspace-default workspace name)
  "Return the default called NAME, a symbol, of WORKSPACE."
  (assq-ref (workspace-defaults workspace) name))

(define (set-workspace-default! workspace name value)
  "Let VALUE be the default called NAME from now on."
  (let ((state (workspace-snapshot workspace)))
    (workspace-restore!
     workspace
     (make-state (state-score state)
                 (map (lambda (row) (if (eq? (car row) name) (cons name value) row))
                      (state-defaults state))
                 (state-notebook state)))))

(define (workspace-notebook workspace)
  "Return the notebook of WORKSPACE, or #f when it has none."
  (state-notebook (workspace-snapshot workspace)))

(define (set-workspace-notebook! workspace notebook)
  "Put NOTEBOOK in the place of WORKSPACE's."
  (let ((state (workspace-snapshot workspace)))
    (set-workspace-state! workspace
                          (make-state (state-score state) (state-defaults state) notebook))))

(define (workspace-restore! workspace state)
  "Let WORKSPACE be as it was when workspace-snapshot returned STATE."
  (let ((before (workspace-defaults workspace))
        (after (state-defaults state))
        (environment (workspace-environment workspace)))
    (define (changed? name) (not (equal? (assq-ref before name) (assq-ref after name))))
    (set-workspace-state! workspace state)
    (when (and environment (changed? 'key))
      (environment-use-key! environment (assq-ref after 'key)))
    (when (and environment (changed? 'duration))
      (environment-use-duration! environment (assq-ref after 'duration)))))

;;; Where music goes

(define (workspace-part-index! workspace)
  "Return the index of the current part, which is made when there is none."
  (let ((ready (with-current-part (workspace-score workspace) (workspace-defaults workspace))))
    (workspace-restore! workspace (make-state (first ready) (second ready)
                                              (workspace-notebook workspace)))
    (current-part-index (first ready) (second ready))))

(define (workspace-cursor workspace)
  "Return the cursor of WORKSPACE, or #f when its part has yet to be made."
  (let ((score (workspace-score workspace)) (defaults (workspace-defaults workspace)))
    (and (current-part-index score defaults) (current-cursor score defaults))))

(define (enter-value! workspace value)
  "Enter VALUE, if it is music and no selection, into WORKSPACE; return a text that says where it
went, or #f when it was not entered."
  (and (workspace-default workspace 'entry)
       (not (selection? value))
       (not (in-score? workspace value))
       (let ((result (entered (workspace-score workspace) (workspace-defaults workspace) value)))
         (and result
              (begin
                (workspace-restore! workspace (make-state (first result) (second result)
                                                          (workspace-notebook workspace)))
                (set-workspace-score! workspace (first result))
                (third result))))))

;;; Selections: what was read from the score is shown, not entered again.

(define selections (make-weak-key-hash-table))

(define (as-selection music)
  "Return MUSIC, remembered as a selection: a list with all its pairs and elements."
  (cond ((pair? music)
         (pair-for-each (lambda (pair)
                          (hashq-set! selections pair #t)
                          (as-selection (car pair)))
                        music))
        ((music? music) (hashq-set! selections music #t)))
  music)

(define (selection? value)
  "Return whether VALUE was read from a score. Music made from it is not."
  (and (or (pair? value) (music? value)) (hashq-ref selections value #f)))

(define (in-score? workspace value)
  "Return whether VALUE is the score itself or one of its parts, whatever way it was got."
  (let ((score (workspace-score workspace)))
    (cond ((not score) #f)
          ((score? value) (same-music? value score))
          ((part? value) (any (lambda (part) (same-music? value part)) (score-parts score)))
          (else #f))))

;;; Deltas

(define (invert-score-delta delta)
  "Return the steps that take DELTA back."
  (define (inverse-op op)
    (cond ((string=? op "insert") "delete")
          ((string=? op "delete") "insert")
          (else op)))
  (define (inverse row)
    (map (lambda (field)
           (case (car field)
             ((op) (cons 'op (inverse-op (cdr field))))
             ((before) (cons 'before (assq-ref row 'after)))
             ((after) (cons 'after (assq-ref row 'before)))
             (else field)))
         row))
  (list->vector (reverse (map inverse (vector->list delta)))))

;;; Stored

(define (state->json state)
  "Return the defaults of STATE as JSON data."
  (map (lambda (row) (cons (car row) (default->json (car row) (cdr row)))) (state-defaults state)))

(define (default->json name value)
  (cond ((eq? name 'entry) value)
        ((not value) 'null)
        ((eq? name 'cursor) (list->vector (list (first value) (number->string (second value)))))
        ((eq? name 'duration) (number->string value))
        ((music? value) (value->source value 1000000))
        (else value)))

(define* (json->state json score #:optional (notebook #f))
  "Return the state with SCORE, NOTEBOOK and the defaults that JSON, made by state->json, gives."
  (make-state score
              (map (lambda (row)
                     (let ((given (assq (car row) json)))
                       (if given (cons (car row) (json->default (car row) (cdr given))) row)))
                   initial-defaults)
              notebook))

(define (json->default name value)
  (cond ((eq? value 'null) #f)
        ((eq? name 'cursor)
         (list (vector-ref value 0) (string->number (vector-ref value 1))))
        ((eq? name 'duration) (string->number value))
        ((and (string? value) (string-prefix? "(" value)) (read-notation value))
        (else value)))
