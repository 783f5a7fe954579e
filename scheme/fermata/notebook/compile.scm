;;; (fermata notebook compile) -- the music that an expression in a notebook stands for: evaluated,
;;; when the user typed it here, or only read, when it came from elsewhere.

(define-module (fermata notebook compile)
  #:use-module (fermata bindings)
  #:use-module (fermata entry)
  #:use-module (fermata evaluation)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata notebook block)
  #:use-module (fermata outcome)
  #:use-module (fermata session)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:export (compiled-music
            notation-or-error
            notation-values))

;;; Evaluated

(define (compiled-music session source)
  "Return the fields of music written as SOURCE, evaluated in SESSION; what that does to the score
and to definitions is put back. Raise the problem of a SOURCE that fails or is no music."
  (let* ((workspace (session-workspace session))
         (before (workspace-snapshot workspace))
         (mark (bindings-mark (session-bindings session)))
         (found '())
         (outcome (session-evaluate session source #:name "music" #:enter? #f
                                    #:each (lambda (values)
                                             (set! found (append found values))))))
    (workspace-restore! workspace before)
    (bindings-put-back! (session-bindings session) mark)
    (when (outcome-problem outcome) (throw 'located-problem (outcome-problem outcome)))
    (inline-music-block source
                        (or (notation (remove unspecified? found))
                            (throw 'located-problem (not-music source)))
                        #f)))

(define (notation values)
  "Return the source of the only one of VALUES, or of the score that they make; #f when they are no
music."
  (let* ((value (if (and (pair? values) (null? (cdr values))) (car values) values))
         (result (entered #f (workspace-defaults (make-workspace)) value))
         (score (and result (car result))))
    (and score (value->source (if (music? value) value score)))))

(define (not-music source)
  (make-problem 'music "this is no music that could be shown" "music" 1 1
                (string-length (first-line source))
                "write notes, measures, parts or a score: (note c4 :q)" (first-line source)))

(define (first-line text) (car (string-split text #\newline)))

;;; Only read

(define (notation-or-error source)
  "Return the fields of music written as SOURCE when that is pure notation, else with the reason why
it is not. Nothing is evaluated."
  (catch 'fermata-error
    (lambda ()
      (let ((compiled (notation (notation-values source))))
        (unless compiled (raise-problem 'music "this is no music that could be shown"))
        (inline-music-block source compiled #f)))
    (lambda (key kind message hint . rest)
      (inline-music-block source #f `((kind . ,(symbol->string kind)) (message . ,message)
                                      (line . null) (column . null)
                                      (hint . ,(or hint 'null)))))))

(define (notation-values text)
  "Return the music values in TEXT; (list ...) stands for what is in it. Raise a problem when there
is anything else."
  (let ((source (make-source text "notebook")))
    (define (values-at token)
      (if (eq? 'list (source-head source token))
          (values-between (source-next source (+ token 2)) (- (source-after source token) 1))
          (or (source-notation source token '())
              (raise-problem 'syntax "this is more than notation, and was not evaluated"
                             ":notebook edit, on this block, evaluates it"))))
    (define (values-between token end)
      (let loop ((token token) (found '()))
        (if (and token (< token end))
            (loop (source-next source (source-after source token))
                  (append-reverse (values-at token) found))
            (reverse found))))
    (let ((problem (source-problem source)))
      (when problem (raise-problem 'syntax (second problem) (third problem))))
    (values-between (source-next source 0) (inf))))
