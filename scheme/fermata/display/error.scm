;;; (fermata display error) -- a problem as compilers print it: place and sentence, the source line
;;; with carets under the culprit, and what would be right.

(define-module (fermata display error)
  #:use-module (fermata display plain)
  #:use-module (fermata display rows)
  #:use-module (fermata native host)
  #:use-module (fermata outcome)
  #:export (colour?
            display-problem
            problem->text))

(define (colour? descriptor)
  "Return whether text to the file DESCRIPTOR may be coloured."
  (and (terminal? descriptor)
       (not (getenv "NO_COLOR"))
       (not (equal? (getenv "TERM") "dumb"))))

(define (paint code text colour)
  (if colour (string-append "\x1b[" code "m" text "\x1b[0m") text))

(define (place-text problem)
  (if (problem-file problem)
      (string-append (visible-text (problem-file problem)) ":"
                     (number->string (problem-line problem)) ":"
                     (number->string (problem-column problem)) ": ")
      ""))

(define (width-of char)
  "Return how many terminal columns CHAR takes."
  (let ((code (char->integer char)))
    (cond ((memq (char-general-category char) '(Mn Me Cf)) 0)
          ((or (<= #x1100 code #x115f) (<= #x2e80 code #xa4cf) (<= #xac00 code #xd7a3)
               (<= #xf900 code #xfaff) (<= #xfe30 code #xfe6f) (<= #xff00 code #xff60)
               (<= #x1f300 code #x1faff) (<= #x20000 code #x3fffd)) 2)
          (else 1))))

(define (columns text)
  (let loop ((i 0) (sum 0))
    (if (< i (string-length text))
        (loop (+ i 1) (+ sum (width-of (string-ref text i))))
        sum)))

(define max-line 160)

(define (window line column)
  "Return (TEXT . SHIFT): LINE, or the part of a very long one around COLUMN, and where it begins."
  (if (<= (string-length line) max-line)
      (cons line 0)
      (let* ((start (max 0 (min (- column 41) (- (string-length line) max-line))))
             (end (min (string-length line) (+ start max-line))))
        (cons (substring line start end) start))))

(define (source-lines problem colour)
  "Return the source line and its carets, indented by two."
  (let* ((shown (window (problem-source-line problem) (problem-column problem)))
         (line (car shown))
         (from (max 0 (min (- (problem-column problem) 1 (cdr shown)) (string-length line))))
         (to (min (string-length line) (+ from (problem-length problem)))))
    (string-append "  " (untabbed line) "\n  "
                   (make-string (columns (substring line 0 from)) #\space)
                   (paint "31" (make-string (max 1 (columns (substring line from to))) #\^) colour)
                   "\n")))

(define (untabbed line)
  (string-map (lambda (char) (if (char-iso-control? char) #\space char)) line))

(define (char-iso-control? char) (char-set-contains? char-set:iso-control char))

(define* (problem->text problem #:key (colour #f) (width #f) (indent 0))
  "Return PROBLEM as the lines that a user reads, broken between words where they are wider than
WIDTH, if that is not #f; the first begins after INDENT columns."
  (let ((place (place-text problem)))
    (string-append
     (paint "1" place colour) (paint "1;31" "error: " colour)
     (message-after (+ indent (columns place) 7) (visible-text (problem-message problem)) width)
     "\n"
     (if (problem-source-line problem) (source-lines problem colour) "")
     (if (problem-hint problem)
         (string-append (paint "36" "hint: " colour)
                        (hanging 6 (visible-text (problem-hint problem)) width) "\n")
         ""))))

(define (hanging columns text width)
  "Return TEXT, which stands COLUMNS from the margin, broken for WIDTH, if that is not #f."
  (if width
      (string-join (broken-lines text (max 20 (- width columns)))
                   (string-append "\n" (make-string columns #\space)))
      text))

(define (message-after columns text width)
  "Return TEXT, whose first line stands COLUMNS from the margin and whose others stand at 2."
  (string-drop (hanging 2 (string-append (make-string (- columns 1) #\x) " " text) width)
               columns))

(define (display-problem problem)
  "Write PROBLEM to standard error, in colour on a terminal."
  (display (problem->text problem #:colour (colour? 2)) (current-error-port))
  (force-output (current-error-port)))
