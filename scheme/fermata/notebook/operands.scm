;;; (fermata notebook operands) -- sections, blocks, regions and ranges of entries as words of a
;;; command: found, checked, and offered for completion.

(define-module (fermata notebook operands)
  #:use-module (fermata history)
  #:use-module (fermata native edit)
  #:use-module (fermata native music)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook resolve)
  #:use-module (fermata notebook search)
  #:use-module (fermata outcome)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata texts)
  #:use-module (ice-9 match)
  #:use-module (ice-9 regex)
  #:use-module (srfi srfi-1)
  #:export (block-candidates
            block-operand
            block-number
            entry-range
            part-candidates
            place-candidates
            region-place
            section-candidates
            section-named-in
            section-operand
            section-text
            session-candidates
            the-notebook))

(define (the-notebook)
  "Return the notebook of the active session."
  (session-notebook (active-session)))

;;; Sections and blocks

(define (section-operand text)
  "Return the section of the active notebook that TEXT names, such as 2.4 or s7."
  (find-section (the-notebook) text))

(define (section-text section)
  "Return what SECTION of the active notebook is called: number, title and id."
  (string-append (section-path (the-notebook) section) " \"" (section-title section) "\" ("
                 (section-id section) ")"))

(define (block-operand text)
  "Return the block of the active notebook that TEXT names, such as 2.4/3 or b12."
  (third (find-block (the-notebook) text)))

(define (block-number block)
  "Return where BLOCK stands in the active notebook, such as 2.4/3."
  (match (find-block (the-notebook) (block-id block))
    ((section position _)
     (string-append (section-path (the-notebook) section) "/" (number->string (+ position 1))))))

(define* (section-candidates #:optional (notebook (the-notebook)))
  "Return (PATH . TITLE) for the sections of NOTEBOOK."
  (map (match-lambda ((path title _ _) (cons path title))) (notebook-outline notebook)))

(define (block-candidates)
  "Return (PLACE . TEXT) for the blocks of the active notebook."
  (append-map (match-lambda
                ((path . section)
                 (let ((blocks (vector->list (section-blocks section))))
                   (map (lambda (block number)
                          (cons (string-append path "/" (number->string number))
                                (string-append (block-type block) ": "
                                               (text-excerpt (block-text block)))))
                        blocks (iota (length blocks) 1)))))
              (notebook-rows (the-notebook))))

(define (place-candidates)
  "Return what can be moved or deleted: sections and blocks."
  (append (section-candidates) (block-candidates)))

;;; Other sessions

(define (session-candidates)
  "Return (ID . NAME) for every session."
  (map (lambda (summary) (cons (assq-ref summary 'id) (assq-ref summary 'name)))
       (session-summaries)))

(define (section-named-in id text)
  "Return the id of the section that TEXT, a number or an id, names in the notebook of session ID."
  (or (any (match-lambda
             ((path _ _ section) (and (member text (list path section)) section)))
           (notebook-outline (notebook-of id)))
      (raise-problem 'not-found (string-append "the notebook of " id " has no section " text)
                     (string-append "after \"" id "\", Tab shows its sections"))))

;;; Regions

(define (part-candidates)
  "Return (ID . NAME) for the parts of the active session's score."
  (let ((score (session-score (active-session))))
    (if score
        (map (lambda (part) (cons (part-id part) (part-name part))) (score-parts score))
        '())))

(define* (region-place score region #:key part voice)
  "Return the part, voice and measures, an alist as a block has them, of REGION, such as P1.v2:m3-5,
m3-5 or 3-5, and of the PART and VOICE that options gave, when SCORE has such a region."
  (let* ((colon (string-index region #\:))
         (lead (and colon (substring region 0 colon)))
         (dot (and lead (string-contains lead ".v")))
         (part (part-id-in score (or part (if dot (substring lead 0 dot) lead))))
         (voice (voice-number (or voice (and dot (substring lead (+ dot 2))))))
         (measures (with-letter (if colon (substring region (+ colon 1)) region)))
         (place `((part . ,(or part (and voice (only-part score))))
                  (voice . ,voice)
                  (measures . ,measures))))
    (select-region score (region-text score place))
    place))

(define (part-id-in score text)
  (and text (list-ref (part-ids score) (part-index score text))))

(define (only-part score)
  (match (part-ids score)
    ((only) only)
    (_ (raise-problem 'value "a voice is a voice of some part"
                      "name the part too: --part P1 --voice 2"))))

(define (voice-number text)
  (let ((number (and text (text->count text))))
    (when (and text (not (and number (positive? number))))
      (raise-problem 'value (string-append text " is not the number of a voice")
                     "for example: --voice 2"))
    number))

(define (with-letter measures)
  (if (and (not (string-null? measures)) (char-numeric? (string-ref measures 0)))
      (string-append "m" measures)
      measures))

;;; Ranges of entries

(define range-end (make-regexp "^((In|Out)\\[(-?[0-9]{1,9})\\]|(-?[0-9]{1,9}))$"))

(define (entry-range text)
  "Return (FROM . TO) for TEXT: In[44]:In[47], 44:47, 44:, :47, In[44] or 44; a negative number
counts back from the last entry. Both are entries that there are."
  (let* ((count (history-count (session-history (active-session))))
         (colon (string-index text #\:))
         (from (range-number (if colon (substring text 0 colon) text) 1 count text))
         (to (if colon (range-number (substring text (+ colon 1)) count count text) from)))
    (when (> from to)
      (raise-problem 'value (string-append "the range " text " ends before it begins")
                     (string-append "write " (number->string to) ":" (number->string from))))
    (cons from to)))

(define (range-number text default count whole)
  (let* ((shape (regexp-exec range-end text))
         (number (cond ((string-null? text) default)
                       (shape (string->number (or (match:substring shape 3)
                                                  (match:substring shape 4))))
                       (else (refuse-range whole))))
         (index (if (negative? number) (+ count 1 number) number)))
    (unless (<= 1 index count)
      (raise-problem 'not-found (string-append "there is no entry " text)
                     (string-append "entries go from 1 to " (number->string count))))
    index))

(define (refuse-range text)
  (raise-problem 'value (string-append text " is not a range of entries")
                 "for example: In[44]:In[47], 44:47 or -3:"))
