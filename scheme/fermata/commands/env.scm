;;; :env -- what the user defined, the state that typed music goes by, and what could not come back.

(define-module (fermata commands env)
  #:use-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata display value)
  #:use-module (fermata entry)
  #:use-module (fermata environment)
  #:use-module (fermata native edit)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata print)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1))

(define-command (env #:optional name)
  #:doc "List what you defined, and the state that typed music goes by.
Definitions are shown by their source. What could not be restored from an earlier run is named with
the reason. With NAME, show its whole source and value."
  #:examples '(":env" ":env tune")
  #:group 'session
  #:complete (lambda (words)
               (map (lambda (row) (cons (name-text (car row)) (name-text (cadr row))))
                    (named-definitions)))
  (if name (one-definition name) (whole-environment (active-session))))

(define (definitions) (session-definitions (active-session)))
(define (named-definitions) (filter car (definitions)))

(define (whole-environment session)
  (string-append (section "Defined here" (definition-rows (definitions)) "nothing yet")
                 (section "State" (state-rows (session-workspace session)) "")
                 (section "Not restored" (lost-rows session) #f)))

(define (section heading rows nothing)
  "Return HEADING and ROWS below it; when there are none, NOTHING, or no section where that is #f."
  (cond ((pair? rows) (string-append (styled 'heading heading) "\n" (rows->text rows)))
        (nothing (string-append (styled 'heading heading) "\n  " nothing "\n"))
        (else "")))

(define (definition-rows definitions)
  (map (lambda (row)
         (cons (name-text (or (car row) (cadr row)))
               (one-line (or (list-ref row 2) (name-text (cadr row))))))
       definitions))

(define (one-line text)
  "Return TEXT on one line, cut where the screen would end."
  (let* ((line (string-join (string-tokenize text) " "))
         (room (max 20 (- (screen-width) 40))))
    (if (> (string-length line) room)
        (string-append (substring line 0 (- room 4)) " ...")
        line)))

(define (state-rows workspace)
  "Return the defaults that hold for typed music, and where the next of it goes."
  (filter-map (lambda (pair)
                (let ((name (car pair)) (value (cdr pair)))
                  (cond ((eq? name 'cursor) (cursor-row workspace))
                        (value (cons (symbol->string name) (state-text name value)))
                        (else #f))))
              (workspace-defaults workspace)))

(define (cursor-row workspace)
  (let ((cursor (workspace-cursor workspace)))
    (and cursor
         (cons "cursor" (apply place->text (cursor-place (workspace-score workspace) cursor))))))

(define (state-text name value)
  (cond ((eq? value #t) "on")
        ((eq? name 'duration) (length->text value))
        ((string? value) value)
        (else (value->text value #:limit 60))))

(define (lost-rows session)
  "Return the names that could not come back, each group with its reason."
  (map (lambda (lost)
         (cons (if (null? (car lost)) "a form" (string-join (map name-text (car lost)) ", "))
               (cdr lost)))
       (session-lost session)))

(define (name-text name) (if (symbol? name) (symbol->string name) name))

(define (one-definition text)
  (let ((row (find (lambda (row) (string=? (name-text (car row)) text)) (named-definitions))))
    (unless row
      (let ((near (suggest-name text (map car (named-definitions)))))
        (raise-problem 'unbound (string-append "you have not defined " text)
                       (if near
                           (string-append "did you mean " near " ?")
                           (string-append "?" text " says what it means if it is not yours")))))
    (let ((source (or (list-ref row 2) "its source is not known")))
      (string-append source "\n" (value-line (string->symbol text) source)))))

(define (value-line name source)
  "Return a line with the value of NAME, unless SOURCE says it already."
  (let ((variable (module-local-variable
                   (environment-module (session-environment (active-session))) name)))
    (if (and variable (variable-bound? variable) (not (macro? (variable-ref variable))))
        (let ((text (value->display (variable-ref variable) #:width (screen-width))))
          (if (string=? (strip-styles text) source)
              ""
              (string-append (styled 'dim "; its value") "\n" text "\n")))
        "")))
