;;; (fermata notebook compile) -- the music that an expression in a notebook stands for.

(define-module (fermata notebook compile)
  #:use-module (fermata entry)
  #:use-module (fermata evaluation)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata notebook block)
  #:use-module (fermata outcome)
  #:use-module (fermata session)
  #:use-module (fermata workspace)
  #:export (compiled-music
            music-or-error))

(define (compiled-music session source)
  "Return the fields of music written as SOURCE, evaluated in SESSION without entering anything.
Raise the problem of a SOURCE that fails or is no music."
  (let* ((workspace (session-workspace session))
         (before (workspace-snapshot workspace))
         (outcome (session-evaluate session source #:name "music" #:enter? #f)))
    (workspace-restore! workspace before)
    (when (outcome-problem outcome) (throw 'located-problem (outcome-problem outcome)))
    (inline-music-block source
                  (or (notation (outcome-value outcome))
                      (throw 'located-problem (not-music source)))
                  #f)))

(define (notation value)
  "Return the source of VALUE, or of the score that a list of music makes; #f for other values."
  (let* ((result (entered #f (workspace-defaults (make-workspace)) value))
         (score (and result (car result))))
    (and score (value->source (if (music? value) value score)))))

(define (not-music source)
  (make-problem 'music "this is no music that could be shown" "music" 1 1
                (string-length (first-line source))
                "write notes, measures, parts or a score: (note c4 :q)" (first-line source)))

(define (first-line text) (car (string-split text #\newline)))

(define (music-or-error session source)
  "Return the fields of music written as SOURCE, as compiled-music does, or with the error that it
came to, when it did."
  (catch 'located-problem
    (lambda () (compiled-music session source))
    (lambda (key problem) (inline-music-block source #f (problem->error problem)))))

(define (problem->error problem)
  `((kind . ,(symbol->string (problem-kind problem)))
    (message . ,(problem-message problem))
    (line . ,(or (problem-line problem) 'null))
    (column . ,(or (problem-column problem) 'null))
    (hint . ,(or (problem-hint problem) 'null))))
