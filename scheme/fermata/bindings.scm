;;; (fermata bindings) -- what the user defined, as records from which it can be made again.
;;; A record is a JSON object: {"names":[...],"kind":K,"text":T,"index":N}. Kinds: value (T is an
;;; expression for the data), source (T is the form that defined a procedure or macro), use (T is a
;;; form that imported a library; "libraries" has the texts of users' own), lost (neither data nor
;;; defined by a form; only the name is kept).
;;; Records stay in order, because a form may use what was defined before it.

(define-module (fermata bindings)
  #:use-module (fermata environment)
  #:use-module (fermata copy)
  #:use-module (fermata evaluate)
  #:use-module (fermata library)
  #:use-module (fermata literal)
  #:use-module (fermata native reader)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module ((fermata prelude guarded) #:select (replaying))
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (bindings->json
            bindings-commit!
            bindings-definitions
            bindings-mark
            bindings-put-back!
            bindings-refresh!
            bindings-turn-records
            make-bindings
            replay-bindings!
            watch-bindings!))

(define-record-type <bindings>
  (%make-bindings environment known copies uses log turn)
  bindings?
  (environment bindings-environment)
  (known bindings-known set-bindings-known!)   ; name -> value when last looked at
  (copies bindings-copies)              ; name -> copy of what can be changed in place
  (uses bindings-uses set-bindings-uses!)      ; imports when last looked at
  (log bindings-log set-bindings-log!)         ; committed records, newest first
  (turn bindings-turn set-bindings-turn!))     ; records of this turn, newest first

(define (make-bindings environment)
  "Return bindings that record what is defined in ENVIRONMENT from now on; what is there already
counts as given."
  (let ((bindings (%make-bindings environment (make-hash-table) (make-hash-table)
                                  (module-uses (environment-module environment)) '() '())))
    (for-each-binding bindings (lambda (name value) (learn! bindings name value)))
    bindings))

(define (learn! bindings name value)
  "Take VALUE for what NAME is known to be."
  (hashq-set! (bindings-known bindings) name value)
  (if (container? value)
      (hashq-set! (bindings-copies bindings) name (copied value))
      (hashq-remove! (bindings-copies bindings) name)))

(define (watch-bindings! bindings)
  "Let each form that is evaluated in the environment leave its records."
  (set-environment-observer! (bindings-environment bindings)
                             (lambda (source token names)
                               (note-form! bindings source token names))))

(define (session-module bindings)
  (environment-module (bindings-environment bindings)))

(define (for-each-binding bindings procedure)
  (module-for-each (lambda (name variable)
                     (when (and (variable-bound? variable) (user-name? name))
                       (procedure name (variable-ref variable))))
                   (session-module bindings)))

(define (user-name? name)
  "Return whether NAME was written by a person: not by define-values for its own use, nor by
Guile."
  (let ((text (symbol->string name)))
    (not (or (string-prefix? "%module" text)
             (and (string-prefix? "t-" text) (> (string-length text) 10)
                  (string-every (char-set-adjoin char-set:hex-digit #\-) text 2))))))

;;; Noting

(define (note! bindings kind names text . more)
  (set-bindings-turn! bindings
                      (cons `((names . ,(list->vector (map symbol->string names)))
                              (kind . ,kind)
                              (text . ,(or text 'null))
                              ,@more)
                            (bindings-turn bindings))))

(define (changed? bindings name value)
  (let ((handle (hashq-get-handle (bindings-known bindings) name)))
    (not (and handle (eq? (cdr handle) value)))))

(define (note-form! bindings source token names)
  "Record what the form at TOKEN of SOURCE, which defined NAMES, changed."
  (let* ((module (session-module bindings))
         (names (append names (if (and (pair? names) (null? (cdr names))
                                       (not (defines-syntax? source token)))
                                  '()
                                  (changed-names bindings))))
         (bound (filter (lambda (name)
                          (let ((variable (module-local-variable module name)))
                            (and variable (variable-bound? variable) (user-name? name)
                                 (changed? bindings name (variable-ref variable)))))
                        (delete-duplicates names eq?)))
         (values (map (lambda (name) (module-ref module name)) bound)))
    (note-imports! bindings source token)
    (note-values! bindings bound values (take-kept-form!)
                  (lambda () (source-slice source token)))))

;; Expanding a definition of syntax defines it at once and leaves no trace in the code.
(define (defines-syntax? source token)
  (let ((text (source-slice source token)))
    (or (string-contains text "-syntax") (string-contains text "macro"))))

(define (changed-names bindings)
  (let ((names '()))
    (for-each-binding bindings
                      (lambda (name value)
                        (when (changed? bindings name value) (set! names (cons name names)))))
    names))

(define (note-imports! bindings source token)
  (let ((uses (module-uses (session-module bindings))))
    (unless (eq? uses (bindings-uses bindings))
      (set-bindings-uses! bindings uses)
      (note! bindings "use" '() (source-slice source token)
             `(libraries . ,(list->vector (map library->json (take-libraries!))))))))

(define (library->json library)
  `((name . ,(car library)) (path . ,(cadr library)) (text . ,(caddr library))))

(define (json->library object)
  (list (assq-ref object 'name) (assq-ref object 'path) (assq-ref object 'text)))

(define (note-values! bindings names values keep? form-text)
  "Record NAMES with their new VALUES: procedures together, by their form, then ports, then data. The
form is recorded in any case if KEEP?."
  (let* ((expressions (map (lambda (value) (value->expression value)) values))
         (opaque (filter-map (lambda (name value expression)
                               (and (not expression) (not (port? value)) name))
                             names values expressions)))
    (when (or (pair? opaque) keep?)
      (note! bindings "source" opaque (form-text)))
    (for-each (lambda (name value) (when (port? value) (note! bindings "lost" (list name) #f)))
              names values)
    (for-each (lambda (name value expression)
                (learn! bindings name value)
                (when expression (note! bindings "value" (list name) expression)))
              names values expressions)))

(define small 500)

(define (changed-inside? bindings name value all?)
  "Return whether VALUE of NAME was changed in place; large ones are looked at only if ALL?."
  (let ((copy (hashq-ref (bindings-copies bindings) name)))
    (and copy (or all? (< (cdr copy) small)) (not (same? value (car copy))))))

(define* (note-quiet-changes! bindings #:key (all? #f))
  "Record what changed without a definition: names set by a procedure that was called, and data
changed in place -- small ones only, unless ALL?."
  (for-each-binding
   bindings
   (lambda (name value)
     (when (or (changed? bindings name value) (changed-inside? bindings name value all?))
       (let ((expression (value->expression value)))
         (learn! bindings name value)
         (if expression
             (note! bindings "value" (list name) expression)
             (note! bindings "lost" (list name) #f)))))))

(define (bindings-turn-records bindings)
  "Return a vector of the records of this turn, oldest first."
  (note-quiet-changes! bindings)
  (list->vector (reverse (bindings-turn bindings))))

(define (bindings-commit! bindings index)
  "Keep the records of this turn, made by history entry INDEX."
  (set-bindings-log! bindings
                     (append (map (lambda (record) (append record `((index . ,index))))
                                  (bindings-turn bindings))
                             (bindings-log bindings)))
  (set-bindings-turn! bindings '()))

(define (bindings-refresh! bindings index)
  "Record the contents of all containers as they are now."
  (note-quiet-changes! bindings #:all? #t)
  (bindings-commit! bindings index))

;;; Taking a turn back

(define (bindings-mark bindings)
  "Return what bindings-put-back! needs to undo all definitions made from now on."
  (let ((values '()))
    (for-each-binding bindings (lambda (name value) (set! values (acons name value values))))
    (vector values (bindings-uses bindings) (environment-key (bindings-environment bindings))
            (table-copy (bindings-known bindings))
            (hash-map->list cons (bindings-copies bindings)))))

(define (table-copy table)
  (let ((copy (make-hash-table)))
    (hash-for-each (lambda (key value) (hashq-set! copy key value)) table)
    copy))

(define (bindings-put-back! bindings mark)
  "Make the bindings what they were at MARK."
  (let ((module (session-module bindings)) (values (vector-ref mark 0)))
    (for-each-binding bindings
                      (lambda (name value)
                        (unless (assq name values) (module-remove! module name))))
    (for-each (lambda (pair)
                (unless (eq? (module-ref module (car pair)) (cdr pair))
                  (module-define! module (car pair) (cdr pair))))
              values)
    (set-module-uses! module (vector-ref mark 1))
    (set-bindings-uses! bindings (vector-ref mark 1))
    (environment-use-key! (bindings-environment bindings) (vector-ref mark 2))
    (set-bindings-known! bindings (vector-ref mark 3))
    (hash-clear! (bindings-copies bindings))
    (for-each (lambda (pair) (hashq-set! (bindings-copies bindings) (car pair) (cdr pair)))
              (vector-ref mark 4))
    (set-bindings-turn! bindings '())))

;;; Storing

(define (record-names record) (vector->list (assq-ref record 'names)))
(define (record-kind record) (assq-ref record 'kind))

(define word-end (char-set-adjoin char-set:whitespace #\( #\) #\[ #\] #\" #\' #\` #\, #\;))

(define (words text)
  "Return a hash table of the words in TEXT."
  (let ((table (make-hash-table)))
    (for-each (lambda (word) (hash-set! table word #t))
              (string-tokenize text (char-set-complement word-end)))
    table))

(define (mentions record)
  "Return what tells whether RECORD, when it is evaluated, may use a name."
  (if (member (record-kind record) '("source" "use"))
      (words (assq-ref record 'text))
      (make-hash-table)))

(define (needed log)
  "Return the records of LOG (newest first) that restoring needs, oldest first. One whose names were
all defined anew is left out, unless a form between the two uses one of the names."
  (let loop ((log log) (kept '()) (redefined (make-hash-table)))
    (if (null? log)
        (map car kept)
        (let* ((record (car log)) (names (record-names record)))
          (define (superseded? name)
            (let ((by (hash-ref redefined name)))
              (and by (not (used-before-redefinition? name by kept)))))
          (if (and (pair? names) (every superseded? names))
              (loop (cdr log) kept redefined)
              (begin
                (for-each (lambda (name) (hash-set! redefined name record)) names)
                (loop (cdr log) (acons record (mentions record) kept) redefined)))))))

(define (used-before-redefinition? name by kept)
  "Return whether a record of KEPT (oldest first) before BY, or BY itself, may use the old NAME: one
that mentions it, or runs code when it is evaluated, which may call anything."
  (let loop ((kept kept))
    (cond ((null? kept) #f)
          ((runs-code? (caar kept)) #t)
          ((eq? (caar kept) by) #f)
          ((hash-ref (cdar kept) name) #t)
          (else (loop (cdr kept))))))

(define (runs-code? record)
  "Return whether evaluating RECORD again does more than make a procedure or macro."
  (and (string=? (record-kind record) "source")
       (let ((text (assq-ref record 'text)))
         (not (or-map (lambda (head) (string-prefix? head text))
                      '("(define (" "(define* (" "(define-syntax" "(define-macro"))))))

(define (bindings->json bindings)
  "Return the records that restore everything, as a vector; older ones are forgotten."
  (let ((records (needed (bindings-log bindings))))
    (set-bindings-log! bindings (reverse records))
    (list->vector records)))

(define (bindings-definitions bindings)
  "Return (NAME KIND TEXT INDEX) for each name that the user defined, by name; then imports."
  (let ((seen (make-hash-table)) (rows '()))
    (for-each (lambda (record)
                (for-each (lambda (name)
                            (unless (hash-ref seen name)
                              (hash-set! seen name #t)
                              (set! rows (cons (row name record) rows))))
                          (record-names record))
                (when (string=? (record-kind record) "use")
                  (set! rows (cons (row #f record) rows))))
              (append (bindings-turn bindings) (bindings-log bindings)))
    (sort rows (lambda (a b) (string<? (or (car a) "~") (or (car b) "~"))))))

(define (row name record)
  (let ((text (assq-ref record 'text)))
    (list name (record-kind record) (and (string? text) text) (assq-ref record 'index))))

;;; Restoring

(define (replay-bindings! bindings records)
  "Define again what RECORDS, a list, oldest first, say. Return (NAMES . REASON) for each that could
not come back."
  (let ((failed '()))
    (for-each (lambda (record)
                (let ((reason (replay-record bindings record)))
                  (when reason (set! failed (acons (record-names record) reason failed)))))
              records)
    (set-bindings-turn! bindings '())
    (set-bindings-log! bindings (append (reverse records) (bindings-log bindings)))
    (learn-present! bindings)
    (reverse failed)))

(define (learn-present! bindings)
  "Take all bindings and imports as they are now for known."
  (set-bindings-uses! bindings (module-uses (session-module bindings)))
  (for-each-binding bindings (lambda (name value) (learn! bindings name value))))

(define (replay-record bindings record)
  "Do what RECORD says; return #f, or why it could not be done."
  (let ((kind (record-kind record)) (text (assq-ref record 'text)))
    (cond ((string=? kind "value")
           (reason-of (lambda ()
                        (module-define! (session-module bindings)
                                        (string->symbol (car (record-names record)))
                                        (expression->value text))
                        #f)))
          ((string=? kind "lost") "it was neither data nor defined by a form")
          ((string=? kind "use")
           (with-fluids ((stored-libraries
                          (map json->library
                               (vector->list (or (assq-ref record 'libraries) #())))))
             (replay-form bindings text #f)))
          (else (replay-form bindings text #t)))))

(define (reason-of thunk)
  (catch 'fermata-error thunk (lambda (key kind message . rest) message)))

(define (replay-form bindings text guarded?)
  "Evaluate TEXT again, GUARDED? or not against touching the world; return #f or what went wrong."
  (let* ((environment (bindings-environment bindings))
         (observer (environment-observer environment))
         (key (environment-key environment)))
    (set-environment-observer! environment #f)
    (let ((outcome (with-fluids ((replaying guarded?))
                     (with-output-to-port (refusing-port)
                       (lambda () (evaluate-text environment text #:name "<restored>"))))))
      (set-environment-observer! environment observer)
      (take-kept-form!)
      (take-libraries!)
      (and (outcome-problem outcome) (problem-message (outcome-problem outcome))))))

(define (with-output-to-port port thunk)
  (let ((old (current-output-port)))
    (set-current-output-port port)
    (let ((result (thunk)))
      (set-current-output-port old)
      result)))

(define (refusing-port)
  "Return a port that refuses to be written to."
  (define (refuse . ignored)
    (raise-problem 'refused "output is refused while a session is restored"))
  (make-soft-port (vector refuse refuse (lambda () #t) #f #f) "w"))
