;;; A workspace: its state is taken and put back, stored and read; a thousand random edits are
;;; undone and done again exactly.

(load "harness.scm")
(use-modules (fermata workspace) (fermata native edit) (fermata native text) (srfi srfi-1))

(define (source workspace)
  (let ((score (workspace-score workspace))) (and score (value->source score 1000000))))

;; Nothing written

(let ((workspace (make-workspace)))
  (check-equal "nothing written" #f (workspace-score workspace))
  (set-workspace-score! workspace (score))
  (check-equal "an empty score is none" #f (workspace-score workspace))
  (check-equal "no cursor yet" #f (workspace-cursor workspace))
  (check-equal "no difference" #() (score-delta #f (workspace-score workspace))))

;; Snapshots hold the defaults, and the names of the environment follow

(let* ((environment (make-environment))
       (workspace (make-workspace environment))
       (before (workspace-snapshot workspace)))
  (define (typed text)
    (parameterize ((current-workspace workspace))
      (result-text (evaluate-text environment text))))
  (typed "(use-key d :major)")
  (typed "(use-duration :8)")
  (check-equal "key and duration hold" "(note f#4 :8)" (typed "(note f4)"))
  (let ((after (workspace-snapshot workspace)))
    (workspace-restore! workspace before)
    (check-equal "taken back" "(note f4 :q)" (typed "(note f4)"))
    (workspace-restore! workspace after)
    (check-equal "and done again" "(note f#4 :8)" (typed "(note f4)"))
    (workspace-restore! workspace (json->state (state->json after) #f))
    (check-equal "and read from what was stored" "(note f#4 :8)" (typed "(note f4)"))))

;; What is stored comes back

(let* ((environment (make-environment))
       (workspace (make-workspace environment)))
  (parameterize ((current-workspace workspace))
    (for-each (lambda (text)
                (enter-value! workspace (outcome-value (evaluate-text environment text))))
              '("(part :violin (measure (note c4 :w)))" "(use-voice 2)" "(use-time 3 4)"
                "(use-clef :bass)" "(use-tempo 90)" "(use-cursor 1 3)" "(use-part \"P1\")"
                "(use-cursor 1 3)" "(use-duration 3/16)" "(use-key bb :minor)")))
  (let* ((state (workspace-snapshot workspace))
         (json (state->json state))
         (again (json->state json (state-score state))))
    (check-equal "defaults" (state-defaults state) (state-defaults again))
    (check-equal "as data" "P1" (assq-ref json 'part))
    (check-equal "as data" #(0 "1/2") (assq-ref json 'cursor))
    (check-equal "as data" "(key bb :minor)" (assq-ref json 'key))
    (check "missing names have their first values"
           (equal? (workspace-defaults (make-workspace)) (state-defaults (json->state '() #f))))))

;; The shape of a delta

(let ((workspace (make-workspace)))
  (enter-value! workspace (measure (note c4 :w)))
  (let ((before (workspace-score workspace)))
    (enter-value! workspace (note d4 :q))
    (check-equal "an appended note"
                 '#(((op . "insert") (part . "P1") (measure . 2) (position . 1)
                     (before . null) (after . "(measure (note d4 :q))")))
                 (score-delta before (workspace-score workspace)))
    (let ((middle (workspace-score workspace)))
      (enter-value! workspace (note e4 :q))
      (check-equal "one voice"
                   '#(((op . "replace") (part . "P1") (measure . 2) (position . 1) (voice . 1)
                       (before . "(measure (note d4 :q))")
                       (after . "(measure (note d4 :q) (note e4 :q))")))
                   (score-delta middle (workspace-score workspace))))))

;; A thousand random edits

(define random-state (seed->random-state 42))
(define (below n) (random n random-state))
(define (one-of . choices) (list-ref choices (below (length choices))))
(define (any-pitch) (one-of c4 d4 e4 f#4 g4 ab4 bb4))
(define (any-event)
  (case (below 6)
    ((0) (rest (one-of :q :8 :h)))
    ((1) (chord (list c4 (one-of e4 g4)) (one-of :q :h.)))
    ((2) (tuplet 3 2 (note c4 :8) (note (any-pitch) :8) (note e4 :8)))
    (else (note (any-pitch) (one-of :w :h :q :8 :q.)))))
(define (any-measure) (measure (note (any-pitch) :h) (rest :q) (note (any-pitch) :q :staccato)))
(define (any-number) (+ 1 (below (+ 1 (score-measure-count (current-score))))))
(define (some-part) (one-of "P1" "P2" #:all))

(define (any-edit workspace)
  (case (below 14)
    ((0) (insert-measure! (any-number) (any-measure)))
    ((1) (replace-measure! (any-number) (any-measure) (any-measure)))
    ((2) (delete-measures! (any-number)))
    ((3) (edit-measures! (any-number) (any-number) (lambda (m) (transpose 2 m))))
    ((4) (at (any-number) (+ 1 (below 4)) (one-of (note a4 :q) (mf) (cresc))))
    ((5) (set-key-as-procedure! (key (- (below 9) 4)) #:measure (any-number)))
    ((6) (one-of (use-voice 1) (use-voice 2)))
    ((7) (if (< (length (score-parts (current-score))) 4)
             (add-part! (one-of :violin :flute))
             (remove-part! (part-id (last (score-parts (current-score)))))))
    ((8) (set-title! (one-of "One" "Two" "")))
    ((9) (enter-value! workspace (list (any-measure) (any-measure))))
    ((10) (use-part (some-part)))
    (else (enter-value! workspace (list (any-event) (any-event))))))

(define (attempt thunk)
  "Call THUNK; return whether the edit was possible."
  (catch 'fermata-error (lambda () (thunk) #t) (lambda args #f)))

(define (check-restored name expected workspace)
  (check name (equal? (state-score expected) (workspace-score workspace))))

(let ((workspace (make-workspace)))
  (parameterize ((current-workspace workspace))
    (let loop ((done 0) (states (list (workspace-snapshot workspace))) (deltas '()))
      (if (< done 1000)
          (let ((before (car states)))
            (if (attempt (lambda () (any-edit workspace)))
                (loop (+ done 1) (cons (workspace-snapshot workspace) states)
                      (cons (score-delta (state-score before) (workspace-score workspace)) deltas))
                (begin
                  (check "a refused edit changes nothing"
                         (equal? (state-score before) (workspace-score workspace)))
                  (loop done states deltas))))
          (let ((forward (reverse deltas)) (states-forward (reverse states)))
            (check "something was written" (> (string-length (source workspace)) 1000))
            (for-each (lambda (state delta)
                        (set-workspace-score! workspace
                                              (apply-score-delta (workspace-score workspace)
                                                                 (invert-score-delta delta)))
                        (check-restored "undone by its delta" state workspace))
                      (cdr states) deltas)
            (for-each (lambda (state delta)
                        (set-workspace-score! workspace
                                              (apply-score-delta (workspace-score workspace) delta))
                        (check-restored "done again by its delta" state workspace))
                      (cdr states-forward) forward)
            (for-each (lambda (state)
                        (workspace-restore! workspace state)
                        (check "put back" (eq? state (workspace-snapshot workspace))))
                      states))))))

(finish-tests)
