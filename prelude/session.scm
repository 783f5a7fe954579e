;;; (fermata prelude session) -- what a session adds to music: libraries, files, history.

(define-module (fermata prelude session)
  #:use-module (fermata environment)
  #:use-module (fermata outcome)
  #:autoload (fermata library) (load-file! use-library!)
  #:autoload (fermata notebook block) (add-annotation-kind!)
  #:export (%history-in
            %history-out
            define-annotation-kind
            define-instrument
            history-procedure)
  #:export-syntax (use)
  #:replace ((load-music . load)))

(define (this-environment)
  (or (environment-of (current-module))
      (raise-problem 'value "this works only in a session, not in a library")))

(define-syntax use
  (lambda (stx)
    (syntax-case stx ()
      ((_ name ...)
       (with-syntax (((quoted ...)
                      (map (lambda (name)
                             (if (identifier? name)
                                 (datum->syntax stx (symbol->string (syntax->datum name)))
                                 name))
                           #'(name ...))))
         #'(begin (use-library! (current-module) quoted) ...))))))

(define (load-music file)
  "Evaluate the forms of FILE in this session; the value is that of the last."
  (load-file! (this-environment) file))

;; What $Out[n] and $In[n] ask; a session that keeps a history sets it.
(define history-procedure (make-fluid #f))

(define (history which index)
  (let ((procedure (fluid-ref history-procedure)))
    (if procedure
        (procedure which index)
        (raise-problem 'value "there is no history here" "$In and $Out belong to the prompt"))))

(define (%history-out index)
  "Return the value of history entry INDEX; $Out[INDEX] reads as this."
  (history 'out index))

(define (%history-in index)
  "Return the expression of history entry INDEX; $In[INDEX] reads as this."
  (history 'in index))

(define (define-instrument . operands)
  "Add an instrument: (define-instrument :lute :name \"Lute\" :abbr \"Lt.\" :clef :treble
:program 25 :low c3 :high c6 :family \"plucked\"). Later, (part :lute ...) knows all this."
  (keep-this-form!)
  (apply (@ (fermata native instruments) define-instrument) operands))

(define (define-annotation-kind name doc)
  "Add a kind of annotation for the notebook: (define-annotation-kind :serial \"rows and sets\")."
  (unless (and (keyword? name) (string? doc))
    (raise-problem 'type "a kind of annotation has a name and a description"
                   "for example: (define-annotation-kind :serial \"rows and sets\")"))
  (keep-this-form!)
  (add-annotation-kind! (symbol->string (keyword->symbol name)) doc))
