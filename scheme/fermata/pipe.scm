;;; (fermata pipe) -- standard input that is no terminal: its lines, waited for in the loop, so that
;;; signals are heard meanwhile.

(define-module (fermata pipe)
  #:use-module (fermata native loop)
  #:use-module (ice-9 rdelim)
  #:use-module (rnrs bytevectors)
  #:use-module (srfi srfi-1)
  #:export (read-piped-line))

(define (read-piped-line)
  "Return the next line of standard input, #f for one that is not UTF-8, the end-of-file object, or
the signal that came before it: interrupt, terminate or hangup."
  (or (ending-signal (if (char-ready?) 0 -1))
      (let ((line (line-of-bytes (current-input-port))))
        (if (eof-object? line) line (decoded line)))))

(define (ending-signal timeout)
  "Wait for input, TIMEOUT milliseconds at most; return the signal that asks to end, or #f."
  (let ((events (wait-for-events '(0) '() timeout)))
    (or (find (lambda (event) (memq event '(interrupt terminate hangup))) events)
        (and (negative? timeout) (not (memv 0 events)) (ending-signal timeout)))))

;; What is read meanwhile by an evaluated program is text, so the port is of bytes only here.
(define (line-of-bytes port)
  (set-port-encoding! port "ISO-8859-1")
  (let ((line (read-line port)))
    (set-port-encoding! port "UTF-8")
    line))

(define (decoded line)
  (catch 'decoding-error
    (lambda () (utf8->string (u8-list->bytevector (map char->integer (string->list line)))))
    (lambda args #f)))
