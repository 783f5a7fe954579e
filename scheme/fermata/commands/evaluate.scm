;;; :preview, :time and :load -- evaluation in other ways than by typing.

(define-module (fermata commands evaluate)
  #:use-module (fermata display delta)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata display value)
  #:use-module (fermata evaluation)
  #:use-module (fermata outcome)
  #:use-module (fermata paths)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata workspace))

(define (outcome->text outcome)
  "Return what OUTCOME entered and came to; raise its problem when it has one. What it printed was
shown at once."
  (when (outcome-problem outcome) (throw 'located-problem (outcome-problem outcome)))
  (when (outcome-exit-code outcome) (exit (outcome-exit-code outcome)))
  (string-append (string-concatenate (map line (outcome-notices outcome)))
                 (string-concatenate (map line (outcome-remarks outcome)))
                 (string-concatenate (map value-line (outcome-values outcome)))))

(define (value-line value)
  (if (unspecified? value) "" (line (value->display value #:width (screen-width)))))

(define (line text) (string-append text "\n"))

(define-command (preview expression)
  #:doc "Evaluate EXPRESSION and only show what comes of it.
Nothing is entered into the score. What edits such as set-key! would have changed is shown and put
back; definitions stay."
  #:examples '(":preview (transpose :M3 (note c4 :q))" ":preview (set-key! d :major)")
  #:group 'run
  #:takes 'code
  (let* ((session (active-session))
         (workspace (session-workspace session))
         (before (workspace-snapshot workspace))
         (outcome (session-evaluate session expression #:name "preview" #:enter? #f))
         (delta (score-delta (state-score before) (workspace-score workspace))))
    (workspace-restore! workspace before)
    (string-append (outcome->text outcome)
                   (if (zero? (vector-length delta))
                       ""
                       (string-append (styled 'dim "; would change") "\n"
                                      (delta->text delta #:width (screen-width)))))))

(define-command (time expression)
  #:doc "Evaluate EXPRESSION, show its value, and say how long that took.
Its value is not entered into the score; edits and definitions hold."
  #:examples '(":time (transpose :M3 (note c4 :q))")
  #:access 'write
  #:group 'run
  #:takes 'code
  (let* ((session (active-session))
         (start (measured))
         (outcome (session-evaluate session expression #:name "time" #:enter? #f))
         (end (measured)))
    (string-append (outcome->text outcome)
                   (styled 'dim (apply cost-text (map - end start))) "\n")))

(define (measured)
  "Return real time and time of the collector in seconds, and bytes allocated, up to now."
  (let ((stats (gc-stats)) (unit internal-time-units-per-second))
    (list (/ (get-internal-real-time) unit)
          (/ (assq-ref stats 'gc-time-taken) unit)
          (assq-ref stats 'heap-total-allocated))))

(define (cost-text real collector bytes)
  (string-append "; " (milliseconds real) ", of which " (milliseconds collector)
                 " for the collector; " (size-text bytes) " allocated"))

(define (milliseconds seconds)
  (let ((hundredths (inexact->exact (round (* 100000 seconds)))))
    (string-append (number->string (exact->inexact (/ hundredths 100))) " ms")))

(define-command (load file)
  #:doc "Evaluate FILE here; what its last form makes goes into the score.
All it changes is one step of :undo. Pitch names mean themselves there, whatever use-key says."
  #:examples '(":load tune.ferm" ":load \"~/my tunes/tune.ferm\"")
  #:access 'write
  #:group 'run
  #:complete (lambda (words) 'files)
  (let ((path (expand-home file)))
    (unless (file-exists? path)
      (raise-problem 'file (string-append "there is no file " path)
                     (string-append "this is " (getcwd))))
    (outcome->text (session-evaluate (active-session)
                                     (string-append "(load " (object->string path) ")")
                                     #:name "load"
                                     #:enter? #t))))
