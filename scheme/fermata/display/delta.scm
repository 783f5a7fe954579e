;;; (fermata display delta) -- a score_delta as a text to read: - before, + after.

(define-module (fermata display delta)
  #:use-module (fermata display theme)
  #:use-module (fermata native text)
  #:use-module (srfi srfi-1)
  #:export (delta->text
            step-place))

(define (field step key)
  "Return what the object STEP has under KEY, or #f for nothing and for null."
  (let ((value (assq-ref step key)))
    (and (not (eq? value 'null)) value)))

(define (step-place step)
  "Return the place that STEP of a delta changes: \"P1 m3\", \"part P2\", \"titles\"."
  (let ((part (field step 'part)) (measure (field step 'measure)) (voice (field step 'voice)))
    (cond ((not part) "titles and groups")
          ((not measure) (string-append "part " part))
          (else (string-append part " m" (text-of measure)
                               (if voice (string-append " voice " (text-of voice)) ""))))))

(define (text-of value) (if (number? value) (number->string value) value))

(define (source-lines source width)
  (if source
      (string-split (string-trim-right (format-source source width)) #\newline)
      '()))

(define (differing before after)
  "Return BEFORE and AFTER without the lines that both begin and end with."
  (let* ((lead (same-lines before after))
         (before (drop before lead)) (after (drop after lead))
         (tail (same-lines (reverse before) (reverse after))))
    (values (drop-right before tail) (drop-right after tail))))

(define (same-lines a b)
  (let loop ((a a) (b b) (count 0))
    (if (and (pair? a) (pair? b) (string=? (car a) (car b)))
        (loop (cdr a) (cdr b) (+ count 1))
        count)))

(define (marked style mark lines)
  (string-concatenate
   (map (lambda (line) (string-append (styled style (string-append "  " mark " " line)) "\n"))
        lines)))

(define (step->text step width)
  (call-with-values (lambda ()
                      (differing (source-lines (field step 'before) (- width 4))
                                 (source-lines (field step 'after) (- width 4))))
    (lambda (before after)
      (string-append (styled 'heading (step-place step)) "\n"
                     (marked 'removed "-" before)
                     (marked 'added "+" after)))))

(define* (delta->text delta #:key (width 80))
  "Return DELTA, a vector of steps, as lines of about WIDTH columns; \"\" when it is empty."
  (string-concatenate (map (lambda (step) (step->text step width)) (vector->list delta))))
