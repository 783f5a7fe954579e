;;; (fermata prelude session) -- what a session adds to music: its key, libraries, files, history.

(define-module (fermata prelude session)
  #:use-module (fermata environment)
  #:use-module ((fermata native notation) #:select ((key . native:key)))
  #:use-module (fermata outcome)
  #:use-module ((fermata prelude words) #:select (key))
  #:autoload (fermata library) (load-file! use-library!)
  #:export (%history-in
            %history-out
            define-instrument
            history-procedure
            use-key-as-procedure)
  #:export-syntax (use use-key)
  #:replace ((load-music . load)))

(define (this-environment)
  (or (environment-of (current-module))
      (raise-problem 'value "this works only in a session, not in a library")))

(define (use-key-as-procedure . operands)
  "Let a pitch name without accidental take the signature of the key OPERANDS from now on:
after (use-key d :major), f4 is F sharp and fn4 is F. (use-key) alone ends it."
  (environment-use-key! (this-environment)
                        (and (pair? operands)
                             (if (null? (cdr operands))
                                 (key-value (car operands))
                                 (apply native:key operands)))))

(define (key-value value)
  (cond ((memq value '(none #f)) #f)
        ((symbol? value) (native:key value))
        ((number? value) (native:key value))
        (else value)))

(define-syntax use-key
  (lambda (stx)
    (syntax-case stx ()
      ((_) #'(use-key-as-procedure))
      ((_ (head . tail)) #'(use-key-as-procedure (head . tail)))
      ((_ . operands) #'(use-key-as-procedure (key . operands)))
      (id (identifier? #'id) #'use-key-as-procedure))))

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
  (apply (@ (fermata native instruments) define-instrument) operands))
