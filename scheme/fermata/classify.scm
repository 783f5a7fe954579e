;;; (fermata classify) -- what a typed text is: an expression, a :command, ?help or // chat.

(define-module (fermata classify)
  #:use-module (fermata native reader)
  #:use-module (srfi srfi-1)
  #:export (classify
            incomplete?
            separate-inputs))

(define (classify text)
  "Return (KIND . REST): KIND is empty, command, chat or expression; REST is the text that matters."
  (let ((trimmed (string-trim-both text)))
    (cond ((member trimmed '("" "//")) '(empty . ""))
          ((string-prefix? "//" trimmed)
           (cons 'chat (string-trim-both (substring trimmed 2))))
          ((string-prefix? "?" trimmed) (cons 'command trimmed))
          ((command? trimmed) (cons 'command trimmed))
          ((only-comments? text) '(empty . ""))
          (else (cons 'expression text)))))

(define (command? text)
  "Return whether TEXT begins as a command: a colon and a letter. A lone keyword such as :q. is
also a value, but commands come first at the prompt."
  (and (> (string-length text) 1)
       (char=? (string-ref text 0) #\:)
       (char-alphabetic? (string-ref text 1))))

(define (only-comments? text)
  (let ((source (make-source text "")))
    (and (not (source-problem source)) (not (source-next source 0)))))

;; Commands whose operand is code, which may go on over several lines.
(define code-commands '(":preview" ":time"))

(define (code-part text)
  "Return the part of TEXT that must be a whole expression, or #f when none need be."
  (let ((trimmed (string-trim text)))
    (cond ((or (string-prefix? "//" trimmed) (string-prefix? "?" trimmed)) #f)
          ((command? trimmed)
           (let ((head (string-index trimmed #\space)))
             (and head (member (substring trimmed 0 head) code-commands)
                  (substring trimmed head))))
          (else text))))

(define (incomplete? text)
  "Return whether more lines must follow TEXT."
  (let* ((code (code-part text)) (problem (and code (source-problem (make-source code "")))))
    (and problem (eq? (car problem) 'incomplete))))

(define (separate-inputs text)
  "Return TEXT as a list of inputs: one, unless a line of its own in it is a command or chat."
  (let ((pieces (whole-pieces (string-split text #\newline))))
    (if (every (lambda (piece) (memq (car (classify piece)) '(expression empty))) pieces)
        (list text)
        (remove (lambda (piece) (eq? 'empty (car (classify piece)))) pieces))))

(define (whole-pieces lines)
  "Return LINES joined where an expression goes on; what never ends is the last piece."
  (let loop ((lines lines) (open #f) (pieces '()))
    (define (joined) (if open (string-append open "\n" (car lines)) (car lines)))
    (cond ((null? lines) (reverse (if open (cons open pieces) pieces)))
          ((incomplete? (joined)) (loop (cdr lines) (joined) pieces))
          (else (loop (cdr lines) #f (cons (joined) pieces))))))
