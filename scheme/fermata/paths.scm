;;; (fermata paths) -- file names as users type them, and sizes as they read them.

(define-module (fermata paths)
  #:export (expand-home
            size-text))

(define (expand-home path)
  "Return PATH with a leading ~/ replaced by the home directory."
  (if (and (string-prefix? "~/" path) (getenv "HOME"))
      (string-append (getenv "HOME") (string-drop path 1))
      path))

(define (size-text bytes)
  "Return BYTES as B, kB, MB or GB."
  (let loop ((size bytes) (units '("B" "kB" "MB" "GB")))
    (if (or (< size 1000) (null? (cdr units)))
        (string-append (number->string (/ (round (* 10 size)) 10)) " " (car units))
        (loop (/ size 1000.0) (cdr units)))))
