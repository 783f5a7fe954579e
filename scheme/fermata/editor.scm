;;; (fermata editor) -- a text in the user's own editor.

(define-module (fermata editor)
  #:use-module (fermata native file)
  #:use-module (fermata native host)
  #:use-module (fermata outcome)
  #:export (edited
            editor))

(define (editor)
  "Return the command line of the user's editor: $VISUAL, $EDITOR, or vi."
  (or (given "VISUAL") (given "EDITOR") "vi"))

(define (given name)
  (let ((value (getenv name)))
    (and value (not (string-null? value)) value)))

(define (edited text suffix)
  "Return TEXT as the user leaves it in the editor, which knows it by a file name that ends with
SUFFIX, such as .scm."
  (unless (terminal? 0)
    (raise-problem 'value "an editor needs a terminal"))
  (let ((path (temporary-file text suffix)))
    (dynamic-wind
      (lambda () #t)
      (lambda ()
        (unless (zero? (system (string-append (editor) " '" path "'")))
          (raise-problem 'value (string-append "the editor " (editor) " failed")
                         "set $VISUAL or $EDITOR to one that works; nothing was done"))
        (string-trim-right (read-file path)))
      (lambda () (false-if-exception (delete-file path))))))

(define (temporary-file text suffix)
  "Return the path of a new private file that holds TEXT."
  (let* ((port (mkstemp! (string-copy (string-append (or (given "TMPDIR") "/tmp")
                                                     "/fermata-XXXXXX"))))
         (bare (port-filename port))
         (path (string-append bare suffix)))
    (set-port-encoding! port "UTF-8")
    (display text port)
    (unless (or (string-null? text) (string-suffix? "\n" text)) (newline port))
    (close-port port)
    (rename-file bare path)
    path))
