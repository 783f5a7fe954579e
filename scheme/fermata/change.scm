;;; (fermata change) -- what an edit gives back: words that say what it did. It is no music, so it
;;; is never entered, and it prints as those words.

(define-module (fermata change)
  #:use-module (srfi srfi-9)
  #:export (change-text
            change?
            delta->text
            make-change))

(define-record-type <change>
  (make-change text)
  change?
  (text change-text))

(define (delta->text delta)
  "Return in words what DELTA, a vector as score-delta makes it, does: \"replaced P1 m3-5\"."
  (let* ((steps (vector->list delta))
         (music (filter (lambda (step) (assq-ref step 'part)) steps)))
    (cond ((null? steps) "nothing changed")
          (else (string-join (append (if (null? music) '() (map run->text (runs music)))
                                     (if (equal? steps music) '() '("changed the titles")))
                             ", ")))))

;; Steps of one kind on neighbouring measures are told as one.
(define (runs steps)
  "Return the list of (FIRST . LAST) for the runs of neighbours in STEPS."
  (let loop ((rest (cdr steps)) (first (car steps)) (last (car steps)))
    (cond ((null? rest) (list (cons first last)))
          ((neighbours? last (car rest)) (loop (cdr rest) first (car rest)))
          (else (cons (cons first last) (loop (cdr rest) (car rest) (car rest)))))))

(define (neighbours? a b)
  (and (equal? (assq-ref a 'op) (assq-ref b 'op))
       (equal? (assq-ref a 'part) (assq-ref b 'part))
       (assq-ref a 'measure)
       (eqv? (+ 1 (assq-ref a 'measure)) (assq-ref b 'measure))))

(define verbs
  '(("insert" . "inserted") ("replace" . "replaced") ("delete" . "deleted")))

(define (run->text run)
  (let* ((first (car run)) (last (cdr run))
         (op (assq-ref first 'op)) (part (assq-ref first 'part)))
    (cond ((assq-ref first 'measure)
           => (lambda (from)
                (string-append (assoc-ref verbs op) " " part " m" (number->string from)
                               (if (eq? first last)
                                   ""
                                   (string-append "-" (number->string
                                                       (assq-ref last 'measure)))))))
          ((string=? op "insert") (string-append "added part " part))
          ((string=? op "delete") (string-append "removed part " part))
          (else (string-append "changed part " part)))))
