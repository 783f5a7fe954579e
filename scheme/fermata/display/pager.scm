;;; (fermata display pager) -- a text longer than the screen goes through $PAGER, or less.

(define-module (fermata display pager)
  #:use-module (fermata native host)
  #:use-module (ice-9 popen)
  #:export (longer-than?
            page-text))

(define (longer-than? text rows columns)
  "Return whether TEXT takes more than ROWS lines of a screen of COLUMNS."
  (let loop ((lines (string-split text #\newline)) (left rows))
    (cond ((negative? left) #t)
          ((null? lines) #f)
          (else (loop (cdr lines)
                      (- left (max 1 (ceiling-quotient (string-length (car lines))
                                                       (max 1 columns)))))))))

(define (pager-command)
  (let ((own (getenv "PAGER")))
    (if (and own (not (string-null? own))) own "less -R -F -X")))

(define* (page-text text rows columns #:key (pager? #t))
  "Write TEXT to the standard output: through the pager when that is a terminal of ROWS and COLUMNS
that TEXT does not fit, PAGER? is true, and there is a pager."
  (unless (and pager? (terminal? 0) (terminal? 1)
               (longer-than? text (- rows 1) columns)
               (paged text (pager-command)))
    (display text)
    (force-output)))

(define (paged text command)
  "Give TEXT to the shell COMMAND; return whether that could be run."
  (force-output)
  (let ((pipe (open-output-pipe command)))
    (set-port-encoding! pipe "UTF-8")
    ;; Leaving the pager early closes the pipe: that is no mistake.
    (catch 'system-error
      (lambda () (display text pipe) (force-output pipe))
      (lambda args #f))
    (not (eqv? 127 (status:exit-val (false-if-pipe-error pipe))))))

(define (false-if-pipe-error pipe)
  (catch 'system-error
    (lambda () (close-pipe pipe))
    (lambda args 0)))
