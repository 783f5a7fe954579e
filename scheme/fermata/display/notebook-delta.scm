;;; (fermata display notebook-delta) -- what steps did to a notebook, one line a step.

(define-module (fermata display notebook-delta)
  #:use-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata notebook)
  #:use-module (fermata texts)
  #:use-module (srfi srfi-1)
  #:export (notebook-delta->text
            notebook-step->text))

(define (notebook-delta->text delta notebook)
  "Return the steps of DELTA, which led to NOTEBOOK, as lines; \"\" when there are none."
  (string-concatenate
   (append-map (lambda (step)
                 (map (lambda (line lead)
                        (string-append (styled (step-style step) (string-append lead line)) "\n"))
                      (broken-lines (notebook-step->text step notebook) (- (screen-width) 4))
                      (cons "  " (circular-list "    "))))
               (vector->list delta))))

(define (step-style step)
  (let ((op (block-ref step 'op)))
    (cond ((equal? op "insert") 'added)
          ((equal? op "delete") 'removed)
          (else 'dim))))

(define (notebook-step->text step notebook)
  "Return in words what STEP did; places are those of NOTEBOOK, which came of it."
  (let ((op (block-ref step 'op)) (in (block-ref step 'in)))
    (cond ((equal? op "insert")
           (string-append "+ " (item-text (block-ref step 'after)) (place " in " notebook in)))
          ((equal? op "delete")
           (string-append "- " (item-text (block-ref step 'before)) (place " from " notebook in)))
          ((equal? op "replace")
           (string-append "~ " (item-text (block-ref step 'after)) (place " in " notebook in)))
          ((equal? op "move")
           (string-append "> " (block-ref step 'what) " " (block-ref step 'id)
                          (place " from " notebook in)
                          (place " to " notebook (block-ref step 'to))))
          (else (string-append "~ " (title-text (block-ref step 'before)) " is now "
                               (title-text (block-ref step 'after)))))))

(define (title-text title) (string-append "\"" title "\""))

(define (item-text item)
  "Return what ITEM, the JSON data of a section or block, is."
  (if (block-ref item 'sections)
      (string-append "section " (title-text (block-ref item 'title))
                     (let ((size (items-below item)))
                       (if (zero? size) "" (string-append " with " (count-text size "block")))))
      (string-append (block-type item) " " (title-text (excerpt (block-text item))))))

(define (items-below section)
  (apply + (vector-length (block-ref section 'blocks))
         (map items-below (vector->list (block-ref section 'sections)))))

(define longest 50)

(define (excerpt text)
  (let ((line (one-line text)))
    (if (> (string-length line) longest)
        (string-append (substring line 0 longest) "...")
        line)))

(define (place word notebook id)
  "Return WORD and the number and title of the section ID, or its id when it is gone."
  (let ((section (notebook-section notebook id)))
    (string-append word
                   (cond ((not id) "the notebook")
                         (section (string-append (section-path notebook section) " "
                                                 (section-title section)))
                         (else id)))))
