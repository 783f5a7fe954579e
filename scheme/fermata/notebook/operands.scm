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
            entry-candidates
            entry-range
            part-candidates
            place-candidates
            region-candidates
            region-place
            section-candidates
            section-named-in
            section-operand
            section-text
            session-candidates
            the-notebook
            with-hint))

(define (the-notebook)
  "Return the notebook of the active session."
  (session-notebook (active-session)))

;;; Problems

(define (with-hint hint thunk)
  "Return the value of THUNK; when it does not find something, and HINT is a text, that is the hint."
  (catch 'fermata-error
    thunk
    (lambda (key kind message old . rest)
      (apply throw key kind message (if (and hint (eq? kind 'not-found)) hint old) rest))))

(define (naming operand thunk)
  "Return the value of THUNK; a problem that it raises names OPERAND."
  (catch 'fermata-error
    thunk
    (lambda (key kind message . rest)
      (apply throw key kind
             (if (or (eq? kind 'interrupt) (string-contains message operand))
                 message
                 (string-append operand ": " message))
             rest))))

;;; Sections and blocks

(define (section-operand text)
  "Return the section of the active notebook that TEXT names, such as 2.4 or s7."
  (with-hint (titled-hint text) (lambda () (find-section (the-notebook) text))))

(define (titled-hint text)
  "Return the hint that a section whose title begins with TEXT is meant, or #f when there is none."
  (any (match-lambda
         ((path title _ _)
          (and (string-prefix-ci? text title)
               (string-append "did you mean " path " " title " ?"))))
       (notebook-outline (the-notebook))))

(define (section-text section)
  "Return what SECTION of the active notebook is called: number, title and id."
  (string-append (section-path (the-notebook) section) " \"" (section-title section) "\" ("
                 (section-id section) ")"))

(define (block-operand text)
  "Return the block of the active notebook that TEXT names, such as 2.4/3 or b12."
  (third (naming text (lambda () (find-block (the-notebook) text)))))

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
      (raise-problem 'not-found
                     (string-append "there is no section " text " in the notebook of " id)
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
  (let ((part (part-id-in score part)) (voice (voice-number voice)))
    (naming region (lambda () (place-in score region part voice)))))

(define (place-in score region part voice)
  (let* ((colon (string-index region #\:))
         (lead (and colon (substring region 0 colon)))
         (dot (and lead (string-contains lead ".v")))
         (part (or part (part-id-in score (if dot (substring lead 0 dot) lead))))
         (voice (or voice (voice-number (and dot (substring lead (+ dot 2))))))
         (measures (with-letter (if colon (substring region (+ colon 1)) region)))
         (place `((part . ,(or part (and voice (only-part score))))
                  (voice . ,voice)
                  (measures . ,measures))))
    (check-voice region (select-region score (region-text score place)) voice)
    place))

;; A measure with nothing in it has its first voice all the same.
(define (check-voice region selection voice)
  "See to it that there is something of VOICE, a number or #f, in SELECTION, the music of REGION."
  (unless (or (memv voice '(#f 1))
              (any (lambda (measure)
                     (any (lambda (row) (= voice (second row))) (measure-voices measure)))
                   (append-map cddr selection)))
    (raise-problem 'not-found (string-append region " has no voice " (number->string voice))
                   ":score shows the voices")))

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

(define (region-candidates)
  "Return regions of the active session's score: all measures, and those of each part."
  (let ((score (session-score (active-session))))
    (if score
        (let ((measures (measures-text score)))
          (cons (cons measures "all parts")
                (map (match-lambda ((id . name) (cons (string-append id ":" measures) name)))
                     (part-candidates))))
        '())))

(define (measures-text score)
  (let ((count (score-measure-count score)))
    (if (= count 1) "m1" (string-append "m1-" (number->string count)))))

;;; Ranges of entries

(define recent 10)

(define (entry-candidates)
  "Return (IN[N] . TEXT) for the last entries of the history."
  (let* ((history (session-history (active-session))) (count (history-count history)))
    (map (lambda (entry)
           (cons (string-append "In[" (number->string (entry-ref entry 'index)) "]")
                 (text-excerpt (entry-words entry))))
         (history-range history (max 1 (- count recent -1)) count))))

(define (entry-words entry)
  (any (lambda (key) (entry-ref entry key #f)) '(input raw content event)))

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
      (raise-problem 'not-found (if (string=? text whole)
                                    (string-append "there is no entry " text)
                                    (string-append "there is no entry " text " in the range " whole))
                     (string-append "entries go from 1 to " (number->string count))))
    index))

(define (refuse-range text)
  (raise-problem 'value (string-append text " is not a range of entries")
                 "for example: In[44]:In[47], 44:47 or -3:"))
