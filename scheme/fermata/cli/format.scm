;;; (fermata cli format) -- fermata fmt.

(define-module (fermata cli format)
  #:use-module (fermata cli)
  #:use-module (fermata native file)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:autoload (fermata explain) (explain-read-problem)
  #:export (format-command))

(define (formatted path text)
  "Return TEXT in canonical layout, or #f after saying why it cannot be read."
  (let ((source (make-source text (if (string=? path "-") "<stdin>" path))))
    (cond ((source-problem source)
           (report-outcome (make-outcome '() "" (explain-read-problem source) #f))
           #f)
          (else (format-source text)))))

(define (format-file path check?)
  "Lay out the file PATH, or with CHECK? only name it when it would change. Return the exit code."
  (let* ((text (read-file path)) (result (formatted path text)))
    (cond ((not result) exit-music)
          ((and (string=? path "-") (not check?)) (display result) exit-ok)
          ((string=? result text) exit-ok)
          (check? (display (string-append path "\n")) exit-music)
          (else (write-file! path result) exit-ok))))

(define (format-command args)
  "Lay out the files in ARGS in place; with --check change nothing, and fail when one would change."
  (call-with-values (lambda () (parse-options args '((check "--check")) '()))
    (lambda (options operands)
      (when (null? operands) (usage-error "fmt needs a file, or - for standard input"))
      (apply max (map (lambda (path) (format-file path (assq-ref options 'check))) operands)))))
