;;; (fermata environment) -- the module in which a session's text is evaluated.
;;; It imports the prelude and Guile, and last a names module of its own, whose binder makes
;;; pitch and
;;; duration names on first use: so any binding shadows them, and no session sees another's.

(define-module (fermata environment)
  #:use-module (fermata native edit)
  #:use-module (fermata native pitches)
  #:use-module (fermata native values)
  #:use-module (srfi srfi-9)
  #:export (close-environment!
            environment-defined-tables
            environment-directory
            environment-duration
            environment-follow!
            environment-key
            environment-module
            environment-names
            environment-note-definition!
            environment-observer
            environment-of
            environment-take-notices!
            environment-use-duration!
            environment-use-key!
            environment-visible-names
            keep-this-form!
            library-environment
            make-environment
            make-session-module
            set-environment-directory!
            set-environment-observer!
            take-kept-form!))

(define-record-type <environment>
  (%make-environment module names key duration directory users notices observer)
  environment?
  (module environment-module)
  (names environment-names)
  (key environment-key set-environment-key!)  ; a key when use-key is in force, else #f
  ;; Whole notes that an event without a duration lasts under use-duration, else #f.
  (duration environment-duration set-environment-duration!)
  ;; Where relative names of loaded files are looked for first, or #f.
  (directory environment-directory set-environment-directory!)
  (users environment-users)             ; imported name -> names defined by use of it
  (notices environment-notices set-environment-notices!)
  ;; Called after each evaluated form with its source, its token and the names it defined or set;
  ;; or #f.
  (observer environment-observer set-environment-observer!))

;; Session modules by module, for what is called without saying where, such as use-key.
;; Weak on both sides, because an environment holds its module.
(define environments (make-doubly-weak-hash-table))
(define next-number 0)

(define prelude
  '((fermata prelude words)
    (fermata prelude session)
    (fermata prelude defaults)
    (fermata prelude editing)
    (fermata prelude transform)
    (fermata prelude commands)
    (fermata prelude bounded)
    (fermata prelude guarded)
    (fermata native notation)
    (fermata native music)
    (fermata native pitches)
    (fermata native values)
    (ice-9 match)
    (srfi srfi-11)
    (guile)))

(define (sum-of name)
  "Return the list of the terms of a NAME such as 3+2, or #f."
  (let ((terms (string-split name #\+)))
    (and (pair? (cdr terms))
         (and-map (lambda (term)
                    (and (not (string-null? term)) (< (string-length term) 4)
                         (string-every char-numeric? term)))
                  terms)
         (map string->number terms))))

(define (named-value name key)
  "Return what the string NAME means by itself: a pitch (as KEY alters it), a duration, a sum; or
#f."
  (let ((pitch (pitch-named name)))
    (cond ((and pitch key (plain-pitch-name? name)) (pitch-in-key pitch key))
          (pitch pitch)
          (else (or (duration-named name) (sum-of name))))))

(define (make-names-module key-now)
  "Return a module that binds names on first use, under the key that the thunk KEY-NOW returns."
  (let ((names (make-module)))
    (set-module-kind! names 'interface)
    (set-module-name! names '(fermata names))
    (set-module-binder!
     names
     (lambda (module name define?)
       (let ((value (named-value (symbol->string name) (key-now))))
         (and value
              (let ((variable (make-variable value)))
                (hashq-set! (module-obarray module) name variable)
                variable)))))
    names))

(define library-names #f)
(define (const value) (lambda () value))

(define (shared-names)
  "Return the names module that all libraries share and nothing changes."
  (unless library-names (set! library-names (make-names-module (const #f))))
  library-names)

(define (fresh-module kind names)
  "Return a new registered module that imports the prelude and NAMES."
  (set! next-number (+ next-number 1))
  (let ((module (resolve-module (list 'fermata kind (string->symbol (number->string next-number)))
                               #f #:ensure #t)))
    ;; Without a public interface, every lookup by the expander would search the load path for it.
    (beautify-user-module! module)
    (set-module-uses! module (append (map resolve-interface prelude) (list names)))
    (set-module-duplicates-handlers! module (lookup-duplicates-handlers '(replace last)))
    module))

(define load-path-extended? #f)

(define (extend-load-path!)
  "Let use-modules find plain Scheme modules in the directories of FERMATA_PATH, after Guile's own."
  (unless load-path-extended?
    (set! load-path-extended? #t)
    (let ((path (getenv "FERMATA_PATH")))
      (when path (set! %load-path (append %load-path (string-split path #\:)))))))

(define (make-environment)
  "Return a fresh environment: a session module with names of its own."
  (extend-load-path!)
  (letrec* ((environment #f)
            (names (make-names-module
                    (lambda () (and environment (environment-key environment)))))
            (module (fresh-module 'session names)))
    (set! environment (%make-environment module names #f #f #f (make-hash-table) '() #f))
    (hashq-set! environments module environment)
    environment))

(define (make-session-module)
  "Return the module of a fresh environment."
  (environment-module (make-environment)))

(define (library-environment)
  "Return a fresh environment for a library: the prelude and the names that never change."
  (let* ((module (fresh-module 'library (shared-names)))
         (environment (%make-environment module (shared-names) #f #f #f (make-hash-table)
                                         '() #f)))
    (hashq-set! environments module environment)
    environment))

(define (environment-of module)
  "Return the environment whose module MODULE is, or #f."
  (hashq-ref environments module))

(define (close-environment! environment)
  "Take ENVIRONMENT's module out of Guile's tables, so that it can be collected."
  (let* ((module (environment-module environment))
         (parent (resolve-module '(fermata session) #f #:ensure #f)))
    (hashq-remove! environments module)
    (when parent
      (hashq-remove! (module-submodules parent) (list-ref (module-name module) 2)))))

;; Set by forms that define something which is no binding: a command, an instrument.
(define kept-form? #f)

(define (keep-this-form!)
  "Let the form that is being evaluated be evaluated again when its session is restored."
  (set! kept-form? #t))

(define (take-kept-form!)
  "Return whether the form that was just evaluated is to be kept, and forget it."
  (let ((kept? kept-form?))
    (set! kept-form? #f)
    kept?))

(define (environment-defined-tables environment)
  "Return the hash tables that hold, by symbol, what the session defined or imported itself: such a
name may mean anything."
  (let ((module (environment-module environment)))
    (let loop ((uses (module-uses module)) (tables (list (module-obarray module))))
      (cond ((null? uses) tables)
            ((or (eq? (car uses) (environment-names environment)) (prelude-interface? (car uses)))
             (loop (cdr uses) tables))
            (else (loop (cdr uses) (cons (module-obarray (car uses)) tables)))))))

(define (prelude-interface? interface)
  (member (module-name interface) prelude))

(define (environment-visible-names environment)
  "Return the symbols that can be used in ENVIRONMENT, for suggestions."
  (define (names-of module) (module-map (lambda (name variable) name) module))
  (let ((module (environment-module environment)))
    (apply append (names-of module) (map names-of (module-uses module)))))

(define (environment-follow! environment name value)
  "Let code that already used NAME as a pitch or duration see VALUE, which the session now gives
it."
  (let ((variable (hashq-ref (module-obarray (environment-names environment)) name)))
    (when (and variable (not (eq? (environment-names environment) library-names)))
      (variable-set! variable value))))

(define (follows? environment name)
  "Whether NAME is one of those that code sees anew when the session defines them."
  (hashq-ref (module-obarray (environment-names environment)) name))

(define (environment-note-definition! environment name uses)
  "Say so when NAME, which is about to be defined, was used as an imported name before: what used
it goes on using the old one. Remember which imported names among USES the new definition uses."
  (let ((module (environment-module environment)) (users (environment-users environment)))
    (define (imported? name) (not (module-local-variable module name)))
    (let ((earlier (hashq-ref users name '())))
      (when (and (pair? earlier) (imported? name) (not (follows? environment name)))
        (notice! environment (stale-users-notice name (reverse earlier)))))
    (hashq-remove! users name)
    (for-each (lambda (used)
                (when (and (imported? used) (not (eq? used name)))
                  (let ((earlier (hashq-ref users used '())))
                    (unless (memq name earlier) (hashq-set! users used (cons name earlier))))))
              uses)))

(define (stale-users-notice name users)
  (string-append "warning: " (string-join (map symbol->string users) ", ")
                 (if (null? (cdr users)) " goes" " go") " on using the old "
                 (symbol->string name) "; define "
                 (if (null? (cdr users)) "it" "them") " again to use the new one"))

(define (notice! environment sentence)
  (set-environment-notices! environment (cons sentence (environment-notices environment))))

(define (environment-take-notices! environment)
  "Return what the user should know of since this was last asked, oldest first."
  (let ((notices (environment-notices environment)))
    (set-environment-notices! environment '())
    (reverse notices)))

(define (environment-use-key! environment key)
  "From now on a pitch name without accidental takes KEY's; with #f for KEY it is natural again."
  (set-environment-key! environment key)
  (hash-for-each
   (lambda (name variable)
     (let ((text (symbol->string name)))
       (when (and (plain-pitch-name? text)
                  (not (module-local-variable (environment-module environment) name)))
         (variable-set! variable (named-value text key)))))
   (module-obarray (environment-names environment))))

(define (environment-use-duration! environment duration)
  "From now on an event that gives no duration lasts DURATION whole notes; a quarter with #f."
  (set-environment-duration! environment duration)
  (set-default-length! (or duration 1/4)))
