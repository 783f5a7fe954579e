;;; (fermata library) -- files that a session loads and libraries it uses.
;;; A plain file runs form by form; only one that begins with define-module is compiled, cached
;;; by its
;;; contents, and counted: every compiled file costs a root of the collector, and those are few.

(define-module (fermata library)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata native file)
  #:use-module (fermata native host)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:export (library-path
            load-file!
            stored-libraries
            take-libraries!
            use-library!))

(define max-compiled 1000)
(define compiled-count 0)
(define used (make-hash-table))         ; path -> interface

;; Directories in which files are being loaded, innermost first.
(define loading (make-fluid '()))

(define (library-path)
  "Return the directories in which libraries are looked for: that of the file being loaded, those in
FERMATA_PATH, and the current one."
  (append (fluid-ref loading)
          (filter (lambda (directory) (not (string-null? directory)))
                  (string-split (or (getenv "FERMATA_PATH") "") #\:))
          (list ".")))

(define (filter keep? items)
  (let loop ((items items) (kept '()))
    (cond ((null? items) (reverse kept))
          ((keep? (car items)) (loop (cdr items) (cons (car items) kept)))
          (else (loop (cdr items) kept)))))

(define (find-file name extensions directories)
  (or-map (lambda (directory)
            (or-map (lambda (extension)
                      (let ((path (in-directory directory (string-append name extension))))
                        (and (file-exists? path) (not (file-is-directory? path)) path)))
                    extensions))
          directories))

(define (in-directory directory name)
  (if (or (absolute-file-name? name) (string=? directory "."))
      name
      (string-append directory "/" name)))

(define (run-source environment source)
  "Evaluate SOURCE; its problem is raised again, with its own place, where it was loaded."
  (let ((outcome (with-fluids ((loading (cons (dirname (source-name source)) (fluid-ref loading))))
                   (evaluate-source environment source))))
    (cond ((outcome-problem outcome) => (lambda (problem) (throw 'located-problem problem)))
          ((outcome-exit-code outcome) => exit)
          (else (outcome-value outcome)))))

(define (load-file! environment name)
  "Evaluate the file NAME in ENVIRONMENT, with plain pitch names and durations whatever key and
duration are in use."
  (let ((path (or (find-file name '("") (directories-for environment)) name))
        (key (environment-key environment))
        (duration (environment-duration environment)))
    (define (use! key duration)
      (environment-use-key! environment key)
      (environment-use-duration! environment duration))
    (dynamic-wind
      (lambda () (when (or key duration) (use! #f #f)))
      (lambda () (run-source environment (make-source (read-file path) path)))
      (lambda () (when (or key duration) (use! key duration))))))

(define (directories-for environment)
  (let ((own (and environment (environment-directory environment))))
    (if own (cons own (library-path)) (library-path))))

(define (use-library! module name)
  "Import the library NAME into MODULE: one of the standard library, or a file on the library path."
  (module-use! module
               (or (user-library module name)
                   (standard-library name)
                   (raise-problem 'file (string-append "there is no library " name)
                                  (library-hint name)))))

(define (standard-library name)
  (let ((module (false-if-exception
                 (resolve-module (list 'fermata 'stdlib (string->symbol name)) #t #:ensure #f))))
    (and module (module-public-interface module))))

(define (library-hint name)
  (let* ((folder (string-append (go-directory) "/fermata/stdlib"))
         (near (suggest-name name (stems folder))))
    (if near
        (string-append "did you mean (use " near ") ?")
        "libraries are NAME.ferm or NAME.scm in this directory or in FERMATA_PATH")))

(define (stems folder)
  (let ((directory (false-if-exception (opendir folder))))
    (if (not directory)
        '()
        (let loop ((names '()))
          (let ((entry (readdir directory)))
            (cond ((eof-object? entry) (closedir directory) names)
                  ((string-suffix? ".go" entry) (loop (cons (basename entry ".go") names)))
                  (else (loop names))))))))

;; Users' libraries imported since this was last asked, as (NAME PATH TEXT), newest first.
(define imported '())

(define (take-libraries!)
  "Return (NAME PATH TEXT) for each library file imported since the last call, oldest first."
  (let ((taken (reverse imported)))
    (set! imported '())
    taken))

;; Texts to use when the files are gone: (NAME PATH TEXT).
(define stored-libraries (make-fluid '()))

(define (library-text module name)
  "Return (PATH TEXT) of the library file NAME, as it is now or as it was stored, or #f."
  (let ((path (find-file name '(".ferm" ".scm") (directories-for (environment-of module)))))
    (if path
        (list path (read-file path))
        (assoc-ref (fluid-ref stored-libraries) name))))

(define (user-library module name)
  (let ((found (library-text module name)))
    (and found
         (let* ((path (car found)) (text (cadr found))
                (digest (text-digest text)) (known (hash-ref used path)))
           (set! imported (cons (list name path text) imported))
           (if (and known (string=? (car known) digest))
               (cdr known)
               (let ((interface (load-library path text digest)))
                 (hash-set! used path (cons digest interface))
                 interface))))))

(define (load-library path text digest)
  "Run the library at PATH in a module of its own and return what it offers."
  (let ((source (make-source text path)))
    (if (eq? (first-head source) 'define-module)
        (load-module source digest)
        (let ((environment (library-environment)))
          (run-source environment source)
          (everything-in (environment-module environment))))))

(define (first-head source)
  (let ((token (and (not (source-problem source)) (source-next source 0))))
    (and token (source-head source token))))

(define (everything-in module)
  "Return an interface of all that MODULE defines."
  (let ((interface (make-module)))
    (set-module-kind! interface 'interface)
    (set-module-name! interface (module-name module))
    (module-for-each (lambda (name variable) (module-add! interface name variable)) module)
    interface))

;;; Files that begin with define-module

(define (load-module source digest)
  (let ((name (cadr (source-datum source (source-next source 0)))))
    (when (>= compiled-count max-compiled)
      (raise-problem 'limit "too many modules were compiled in this process" "start Fermata again"))
    (set! compiled-count (+ compiled-count 1))
    (with-fluids ((loading (cons (dirname (source-name source)) (fluid-ref loading))))
      (load-compiled (compiled-file source digest)))
    (resolve-interface name)))

(define (cache-directory)
  (string-append (or (getenv "XDG_CACHE_HOME")
                     (string-append (or (getenv "HOME") "/tmp") "/.cache"))
                 "/fermata"))

(define (compiled-file source digest)
  "Return the compiled file of SOURCE, made now unless its contents were compiled before."
  (let* ((folder (cache-directory))
         (file (string-append folder "/" digest "-" (fermata-version) ".go")))
    (unless (file-exists? file)
      (make-folder folder)
      (set! compiled-count (+ compiled-count 1))
      (compile-source source file))
    file))

(define (make-folder folder)
  (unless (file-exists? folder)
    (make-folder (dirname folder))
    (false-if-exception (mkdir folder))))

(define (compile-source source file)
  (let ((temporary (string-append file "." (number->string (getpid)))))
    (save-module-excursion
     (lambda ()
       (set-current-module (make-fresh-user-module))
       (with-fluids ((current-reader (source-reader source)))
         ((@ (system base compile) compile-file) (source-name source)
          #:output-file temporary #:optimization-level 1 #:warning-level 0))))
    (rename-file temporary file)))

(define (source-reader source)
  "Return a reader for compile-file that takes the data from SOURCE and nothing from its port."
  (let ((token 0))
    (lambda (port)
      (let ((start (source-next source token)))
        (cond (start (set! token (source-after source start))
                     (source-datum source start))
              (else the-end))))))

(define the-end (call-with-input-string "" read-char))
