;;; (fermata notebook search) -- what a notebook holds: its outline, and the blocks that are about
;;; something.

(define-module (fermata notebook search)
  #:use-module (fermata native text)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook block)
  #:use-module (fermata outcome)
  #:use-module (fermata texts)
  #:use-module (ice-9 match)
  #:use-module (srfi srfi-1)
  #:export (kind-named
            notebook-outline
            notebook-search
            text-excerpt))

(define (notebook-outline notebook)
  "Return (PATH TITLE BLOCK-COUNT ID) for every section of NOTEBOOK, in reading order."
  (map (match-lambda
         ((path . section)
          (list path (section-title section) (vector-length (section-blocks section))
                (section-id section))))
       (notebook-rows notebook)))

(define* (notebook-search notebook text #:key type kind author)
  "Return (PATH SECTION POSITION BLOCK EXCERPT) for what contains TEXT in NOTEBOOK, in reading order.
Found are blocks of that TYPE, KIND of annotation and AUTHOR, where these are given, and, where none
is, titles, with #f for POSITION and BLOCK. #f for TEXT is in every block. Case matters only when
TEXT has capitals."
  (let* ((type (and type (type-named type)))
         (kind (and kind (kind-named kind (kinds-in notebook))))
         (place (finder text))
         (titles? (and text (not type) (not kind) (not author))))
    (define (wanted? block)
      (and (or (not type) (string=? type (block-type block)))
           (or (not kind) (equal? kind (block-ref block 'kind)))
           (or (not author) (equal? author (block-ref block 'author)))))
    (append-map
     (match-lambda
       ((path . section)
        (append (if titles? (title-finding path section place) '())
                (block-findings path section wanted? place))))
     (notebook-rows notebook))))

(define (finder text)
  "Return a procedure that says where in its argument TEXT begins, or #f; 0 when TEXT is #f."
  (cond ((not text) (lambda (where) 0))
        ((string-any char-upper-case? text) (lambda (where) (string-contains where text)))
        (else (lambda (where) (string-contains-ci where text)))))

(define (title-finding path section place)
  (if (place (section-title section))
      (list (list path section #f #f (section-title section)))
      '()))

(define (block-findings path section wanted? place)
  (let ((blocks (section-blocks section)))
    (let loop ((position (- (vector-length blocks) 1)) (found '()))
      (if (negative? position)
          found
          (let* ((block (vector-ref blocks position))
                 (text (and (wanted? block) (block-text block)))
                 (at (and text (place text))))
            (loop (- position 1)
                  (if at
                      (cons (list path section position block (text-excerpt text at)) found)
                      found)))))))

(define (type-named name)
  "Return the type of blocks that NAME means: ScoreRef, scoreref, score-ref or score_ref."
  (let ((plain (string-downcase (string-filter char-alphabetic? name))))
    (or (find (lambda (type) (string=? plain (string-downcase type))) (block-types))
        (raise-problem 'value (string-append "there are no blocks of type " name)
                       (string-append "there are " (string-join (block-types) ", "))))))

(define* (kind-named name #:optional (more '()))
  "Return NAME when it is a kind of annotation, or one of MORE; raise a problem when not."
  (let* ((kinds (delete-duplicates (append (map car (annotation-kinds)) more)))
         (near (suggest-name name kinds)))
    (unless (member name kinds)
      (raise-problem 'value (string-append "there is no kind of annotation called " name)
                     (if near
                         (string-append "did you mean " near " ?")
                         (string-append "the kinds are " (string-join kinds ", ")
                                        "; (define-annotation-kind :name \"...\") adds one"))))
    name))

(define (kinds-in notebook)
  "Return the kinds of the annotations in NOTEBOOK, also such as nobody has defined here."
  (delete-duplicates
   (append-map (lambda (row)
                 (filter-map (lambda (block) (block-ref block 'kind))
                             (vector->list (section-blocks (cdr row)))))
               (notebook-rows notebook))))

;;; Excerpts

(define excerpt-size 60)

(define* (text-excerpt text #:optional (at 0))
  "Return the part of TEXT around AT on one line, with dots where something is left out."
  (let* ((size (string-length text))
         (from (if (<= size excerpt-size) 0 (word-start-near text (- at 20))))
         (to (if (<= (- size from) excerpt-size) size (word-end-near text (+ from excerpt-size)))))
    (string-append (if (positive? from) "... " "")
                   (one-line (substring text from to))
                   (if (< to size) " ..." ""))))

(define (word-end-near text at)
  "Return where the last word of TEXT ends that ends at AT or before it, or AT in a long one."
  (let ((space (string-rindex text char-whitespace? (- at 20) at)))
    (or space at)))

(define (word-start-near text at)
  "Return where the first word of TEXT begins that begins at AT or after it, or AT in a long one."
  (if (<= at 0)
      0
      (let ((space (string-index text char-whitespace? at (min (string-length text) (+ at 20)))))
        (if space (+ space 1) at))))
