;;; (fermata words) -- a command line cut into words, each with its place. Quotes "..." keep spaces.

(define-module (fermata words)
  #:use-module (srfi srfi-9)
  #:export (make-word
            split-words
            unfinished-quote?
            unfinished-word
            unquoted
            whole-word
            word-end
            word-quoted?
            word-start
            word-text))

(define-record-type <word>
  (make-word text start end quoted)
  word?
  (text word-text)                      ; without its quotes
  (start word-start)                    ; in characters, from 0
  (end word-end)
  (quoted word-quoted))                 ; #f, closed, or open when the quote does not end

(define (word-quoted? word)
  "Return whether any of WORD stood in quotes."
  (->bool (word-quoted word)))

(define (split-words text)
  "Return the words of TEXT. A backslash inside quotes takes the next character as it is."
  (let loop ((at 0) (words '()))
    (let ((start (string-index text (negate char-whitespace?) at)))
      (if start
          (let ((word (word-from text start)))
            (loop (word-end word) (cons word words)))
          (reverse words)))))

(define (negate test?) (lambda (char) (not (test? char))))

(define (word-from text start)
  "Return the word of TEXT that begins at START."
  (define size (string-length text))
  (define (finish at chars quoted)
    (make-word (list->string (reverse chars)) start at quoted))
  (let loop ((at start) (chars '()) (inside? #f) (quoted #f))
    (if (>= at size)
        (finish size chars (if inside? 'open quoted))
        (let ((char (string-ref text at)))
          (cond ((char=? char #\") (loop (+ at 1) chars (not inside?) 'closed))
                ((and inside? (char=? char #\\) (< (+ at 1) size))
                 (loop (+ at 2) (cons (string-ref text (+ at 1)) chars) #t quoted))
                ((and (not inside?) (char-whitespace? char)) (finish at chars quoted))
                (else (loop (+ at 1) (cons char chars) inside? quoted)))))))

(define (unfinished-word text)
  "Return the last word of TEXT when a quote in it does not end, else #f."
  (let ((words (reverse (split-words text))))
    (and (pair? words) (eq? (word-quoted (car words)) 'open) (car words))))

(define (closing-quote text)
  "Return where the quote that begins TEXT ends, or #f."
  (let loop ((at 1))
    (cond ((>= at (string-length text)) #f)
          ((char=? (string-ref text at) #\") at)
          ((char=? (string-ref text at) #\\) (loop (+ at 2)))
          (else (loop (+ at 1))))))

(define (unfinished-quote? text)
  "Return whether TEXT begins with a quote that does not end."
  (and (string-prefix? "\"" text) (not (closing-quote text))))

(define (unquoted text)
  "Return TEXT without its quotes when all of it is one quoted text, else TEXT as it stands. Quotes
inside it, as in \"the \"little\" fugue\", stay."
  (let ((last (- (string-length text) 1)))
    (cond ((not (string-prefix? "\"" text)) text)
          ((eqv? (closing-quote text) last) (word-text (word-from text 0)))
          ((eqv? (outer-quote-end text) last) (substring text 1 last))
          (else text))))

(define (outer-quote-end text)
  "Return where the quote that begins TEXT ends when those that stand before a word open another
inside it; or #f."
  (define (opens? at)
    (and (char-whitespace? (string-ref text (- at 1)))
         (< (+ at 1) (string-length text))
         (not (char-whitespace? (string-ref text (+ at 1))))))
  (let loop ((at 1) (depth 1))
    (let ((at (string-index text #\" at)))
      (cond ((not at) #f)
            ((opens? at) (loop (+ at 1) (+ depth 1)))
            ((= depth 1) at)
            (else (loop (+ at 1) (- depth 1)))))))

(define (whole-word text)
  "Return all of TEXT as one word, for a problem that no single word is guilty of."
  (make-word text 0 (string-length text) #f))
