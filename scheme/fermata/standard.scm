;;; (fermata standard) -- which library of the standard library has a name.
;;; Asked only when something is not found, since it loads them all.

(define-module (fermata standard)
  #:export (standard-exports
            standard-home
            standard-names
            standard-variable))

(define (directory-entries path)
  (let ((directory (opendir path)))
    (let loop ((entries '()))
      (let ((entry (readdir directory)))
        (cond ((eof-object? entry)
               (closedir directory)
               (sort entries string<?))
              (else (loop (cons entry entries))))))))

(define (compiled-directory)
  (or-map (lambda (directory)
            (let ((path (string-append directory "/fermata/stdlib")))
              (and (file-exists? path) path)))
          %load-compiled-path))

(define (standard-names)
  "Return the names of the libraries that `use` finds without any path, as symbols."
  (let ((directory (compiled-directory)))
    (if directory
        (let loop ((entries (directory-entries directory)) (names '()))
          (cond ((null? entries) (reverse names))
                ((string-suffix? ".go" (car entries))
                 (loop (cdr entries)
                       (cons (string->symbol (string-drop-right (car entries) 3)) names)))
                (else (loop (cdr entries) names))))
        '())))

(define (interface-of library)
  (resolve-interface (list 'fermata 'stdlib library)))

(define (standard-exports library)
  "Return the symbols that LIBRARY of the standard library offers."
  (module-map (lambda (name variable) name) (interface-of library)))

(define (standard-home name)
  "Return the library that exports the symbol NAME, or #f."
  (or-map (lambda (library) (and (module-variable (interface-of library) name) library))
          (standard-names)))

(define (standard-variable name)
  "Return the variable of the symbol NAME in the library that exports it, or #f."
  (let ((library (standard-home name)))
    (and library (module-variable (interface-of library) name))))
