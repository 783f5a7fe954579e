;;; (fermata classify) -- what a typed text is: an expression, a :command, ?help or // chat.

(define-module (fermata classify)
  #:use-module (fermata native reader)
  #:use-module (fermata words)
  #:use-module (ice-9 match)
  #:use-module (srfi srfi-1)
  #:autoload (fermata command) (command-rest)
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

(define (incomplete? text)
  "Return whether more lines must follow TEXT: an expression, the code of a command, or the text of
one that is begun with a quote, goes on until it ends."
  (let ((trimmed (string-trim text)))
    (cond ((or (string-prefix? "//" trimmed) (string-prefix? "?" trimmed)) #f)
          ((command? trimmed) (incomplete-command? trimmed))
          (else (incomplete-code? text)))))

(define (incomplete-code? text)
  (let ((problem (source-problem (make-source text ""))))
    (and problem (eq? (car problem) 'incomplete))))

(define (incomplete-command? text)
  (match (command-rest text)
    (('code . (? string? rest)) (incomplete-code? rest))
    (('text . (? string? rest)) (unfinished-quote? rest))
    (_ #f)))

(define* (separate-inputs text #:key (whole? #f))
  "Return TEXT as a list of inputs: one, unless a line of its own in it is a command or chat. WHOLE?
tells that what follows the first line was put in on purpose, so that a command takes all as its text."
  (let ((pieces (whole-pieces (string-split text #\newline))))
    (if (or (and whole? (paragraph? text))
            (every (lambda (piece) (memq (car (classify piece)) '(expression empty))) pieces))
        (list text)
        (remove (lambda (piece) (eq? 'empty (car (classify piece)))) pieces))))

(define (whole-pieces lines)
  "Return LINES joined where an input goes on; what never ends is the last piece."
  (let loop ((lines lines) (open #f) (pieces '()))
    (define (joined) (if open (string-append open "\n" (car lines)) (car lines)))
    (cond ((null? lines) (reverse (if open (cons open pieces) pieces)))
          ((incomplete? (joined)) (loop (cdr lines) (joined) pieces))
          ((paragraph? (joined))
           (call-with-values (lambda () (break begins-input? (cdr lines)))
             (lambda (more rest)
               (loop rest #f (cons (string-join (cons (joined) more) "\n") pieces)))))
          (else (loop (cdr lines) #f (cons (joined) pieces))))))

(define (paragraph? text)
  "Return whether TEXT is a command whose text may go on over further lines: one that has not put it
in quotes."
  (let ((trimmed (string-trim text)))
    (and (command? trimmed)
         (match (command-rest trimmed)
           (('text . rest) (not (and rest (string-prefix? "\"" rest))))
           (_ #f)))))

;; A paragraph ends where something else is typed; music begins with a parenthesis.
(define (begins-input? line)
  (let ((trimmed (string-trim line)))
    (or (command? trimmed) (string-prefix? "//" trimmed) (string-prefix? "?" trimmed)
        (string-prefix? "(" trimmed))))
