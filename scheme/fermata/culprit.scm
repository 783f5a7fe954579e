;;; (fermata culprit) -- which word of a command line a problem is about: the operand that its
;;; message names.

(define-module (fermata culprit)
  #:use-module (fermata explain)
  #:use-module (fermata outcome)
  #:use-module (fermata words)
  #:use-module (srfi srfi-1)
  #:export (at-culprit))

(define (at-culprit problem source text operands)
  "Return PROBLEM, which the command TEXT came to; SOURCE is that text. Where no more is known than
that the command failed, it is placed at the word of (OPERANDS) that the message names, or else at
the whole command."
  (if (same-place? problem (placed problem source text (car (split-words text))))
      (placed problem source text (or (named-word (operands) (problem-message problem))
                                      (whole-word (string-trim-right text))))
      problem))

(define (placed problem source text word)
  "Return PROBLEM placed at WORD of TEXT, which is SOURCE."
  (define (bytes from to) (string-utf8-length (substring text from to)))
  (problem-at (problem-kind problem) (problem-message problem) (problem-hint problem) source
              (cons (bytes 0 (word-start word)) (bytes (word-start word) (word-end word)))))

(define (same-place? one other)
  (every (lambda (field) (equal? (field one) (field other)))
         (list problem-file problem-line problem-column problem-length)))

(define (named-word words message)
  "Return the word of WORDS that MESSAGE, a sentence about them, names first, or #f."
  (define (place word) (mention message (word-text word)))
  (let ((named (filter place words)))
    (and (pair? named)
         (fold (lambda (word first) (if (< (place word) (place first)) word first))
               (car named) (cdr named)))))

(define (mention message text)
  "Return where TEXT stands in MESSAGE by itself, not inside a longer word; or #f."
  (define (edge? at) (or (< at 0) (>= at (string-length message))))
  (define (begins? at)
    (or (edge? (- at 1))
        (let ((before (string-ref message (- at 1))))
          (or (char-whitespace? before) (memv before '(#\" #\( #\:))))))
  (define (ends? at)
    (or (edge? at)
        (char-whitespace? (string-ref message at))
        (and (memv (string-ref message at) '(#\" #\) #\, #\; #\: #\.)) (ends? (+ at 1)))))
  (and (not (string-null? text))
       (let loop ((at (string-contains message text)))
         (cond ((not at) #f)
               ((and (begins? at) (ends? (+ at (string-length text)))) at)
               (else (loop (string-contains message text (+ at 1))))))))
