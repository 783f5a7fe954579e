;;; (fermata config) -- $FERMATA_HOME/config: what the user has set for all sessions.
;;; A file that cannot be understood is named and left alone; the defaults hold until it is mended.

(define-module (fermata config)
  #:use-module (fermata home)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:export (config-path
            config-problem
            config-settings
            reload-config!
            write-config!))

(define config-version 1)

(define (config-path)
  "Return the path of the config file."
  (home-file "config"))

;; (SETTINGS . PROBLEM), read on first use; PROBLEM is a sentence or #f.
(define loaded #f)

(define (reload-config!)
  "Read the config file again at its next use."
  (set! loaded #f))

(define (contents)
  (unless loaded (set! loaded (read-config (config-path))))
  loaded)

(define (config-settings)
  "Return the settings in the config file, an alist from symbols; none when it cannot be read."
  (car (contents)))

(define (config-problem)
  "Return why the config file is ignored, or #f when it is not."
  (cdr (contents)))

(define (read-config path)
  (if (not (file-exists? path))
      '(() . #f)
      (catch 'fermata-error
        (lambda () (checked path (json->value (read-file path))))
        (lambda (key kind message . rest) (ignored path message)))))

(define (ignored path reason)
  (cons '() (string-append path " is ignored: " reason)))

(define (checked path value)
  "Return what VALUE, read from PATH, sets, if it is a config of a version that is known here."
  (let ((version (and (list? value) (assq-ref value 'version)))
        (settings (and (list? value) (assq-ref value 'settings))))
    (cond ((not (and (exact-integer? version) (list? settings)))
           (ignored path "it has no version and settings"))
          ((> version config-version)
           (ignored path "it was written by a newer Fermata"))
          (else (cons settings #f)))))

(define (write-config! name value)
  "Let the config file set NAME, a symbol, to VALUE."
  (reload-config!)
  (when (config-problem)
    (raise-problem 'file (config-problem) "mend or remove this file first; it is not overwritten"))
  (let ((settings (append (alist-delete name (config-settings)) (list (cons name value)))))
    (write-file! (config-path)
                 (string-append (value->json `((version . ,config-version)
                                               (settings . ,settings)))
                                "\n"))
    (set! loaded (cons settings #f))))
