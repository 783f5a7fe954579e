;;; (fermata notebook) -- the narrative of a session: a tree of sections that hold blocks.
;;; A notebook is a value: a step makes a new one that shares what did not change. Every change is
;;; steps that can be stored, done again and inverted. Numbers such as 2.4 are computed from where a
;;; section stands; ids such as s7 stay with a section or block for ever and are never given twice.

(define-module (fermata notebook)
  #:use-module (fermata notebook block)
  #:use-module (fermata outcome)
  #:use-module (fermata texts)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:re-export (block-author block-id block-ref block-text block-type)
  #:export (apply-notebook-delta
            block-place
            deepest-section
            find-block
            find-section
            invert-notebook-delta
            json->notebook
            make-notebook
            next-id
            notebook->json
            notebook-created
            notebook-delta
            notebook-modified
            notebook-root
            notebook-rows
            notebook-section
            notebook-sections
            notebook-settled
            notebook-title
            notebook=?
            section->json
            section-blocks
            section-depth
            section-id
            section-path
            section-place
            section-sections
            section-title
            section?
            step-notebook))

(define-record-type <section>
  (make-section id title blocks sections)
  section?
  (id section-id)                       ; "s7"; #f for the root
  (title section-title)
  (blocks section-blocks)               ; vector
  (sections section-sections))          ; vector

(define-record-type <notebook>
  (%make-notebook root created modified next steps)
  notebook?
  (root notebook-root)                  ; a section without blocks; its title is the notebook's
  (created notebook-created)
  (modified notebook-modified)
  (next notebook-next)                  ; the number that the next id gets
  (steps notebook-steps))               ; since it was settled, newest first

(define (make-notebook title created)
  "Return a notebook with nothing in it."
  (%make-notebook (make-section #f title #() #()) created created 1 '()))

(define (notebook-title notebook)
  "Return what NOTEBOOK is called."
  (section-title (notebook-root notebook)))

(define (notebook-sections notebook)
  "Return the vector of the top sections of NOTEBOOK."
  (section-sections (notebook-root notebook)))

(define (notebook-delta notebook)
  "Return the steps, a vector, that led to NOTEBOOK since it was settled."
  (list->vector (reverse (notebook-steps notebook))))

(define (notebook-settled notebook time)
  "Return NOTEBOOK when its steps have been stored, at TIME."
  (%make-notebook (notebook-root notebook) (notebook-created notebook) time
                  (notebook-next notebook) '()))

(define (notebook=? a b)
  "Return whether A and B say the same; when they were changed does not matter."
  (equal? (section->json (notebook-root a)) (section->json (notebook-root b))))

(define (next-id notebook letter)
  "Return an id that no section or block of NOTEBOOK has or had; LETTER is s or b."
  (string-append letter (number->string (notebook-next notebook))))

;;; Finding

(define deepest-section 12)

(define (notebook-rows notebook)
  "Return (PATH . SECTION) for all sections of NOTEBOOK, in reading order; PATH is such as \"2.4\"."
  (define (rows sections lead)
    (append-map (lambda (section number)
                  (let ((path (string-append lead (number->string number))))
                    (acons path section
                           (rows (section-sections section) (string-append path ".")))))
                (vector->list sections)
                (iota (vector-length sections) 1)))
  (rows (notebook-sections notebook) ""))

(define (section-place notebook id)
  "Return (PARENT . POSITION) of the section ID, or #f when there is none."
  (let search ((parent (notebook-root notebook)))
    (let ((children (section-sections parent)))
      (let loop ((at 0))
        (cond ((= at (vector-length children)) #f)
              ((equal? id (section-id (vector-ref children at))) (cons parent at))
              ((search (vector-ref children at)))
              (else (loop (+ at 1))))))))

(define (notebook-section notebook id)
  "Return the section ID, or the root for #f; #f when there is none."
  (if (not id)
      (notebook-root notebook)
      (let ((place (section-place notebook id)))
        (and place (vector-ref (section-sections (car place)) (cdr place))))))

(define (section-path notebook section)
  "Return the number of SECTION in NOTEBOOK, such as \"2.4\"; \"\" for the root."
  (let loop ((id (section-id section)) (path ""))
    (let ((place (and id (section-place notebook id))))
      (if place
          (loop (section-id (car place))
                (string-append (number->string (+ 1 (cdr place)))
                               (if (string-null? path) "" ".") path))
          path))))

(define (section-depth section)
  "Return how many sections deep SECTION is, itself counted."
  (+ 1 (fold (lambda (child depth) (max depth (section-depth child)))
             0 (vector->list (section-sections section)))))

(define (find-section notebook text)
  "Return the section that TEXT, a number such as 2.4 or an id such as s7, names."
  (or (section-at notebook (string-split text #\.))
      (and (string-prefix? "s" text) (notebook-section notebook text))
      (raise-problem 'not-found (string-append "there is no section " text)
                     (if (zero? (vector-length (notebook-sections notebook)))
                         "the notebook is empty; :notebook new-section TITLE begins one"
                         ":notebook outline shows the sections"))))

(define (section-at notebook words)
  "Return the section whose number has the parts WORDS, or #f."
  (let loop ((section (notebook-root notebook)) (words words))
    (if (null? words)
        section
        (let ((at (text->count (car words))) (children (section-sections section)))
          (and at (<= 1 at (vector-length children))
               (loop (vector-ref children (- at 1)) (cdr words)))))))

(define (block-place notebook id)
  "Return (SECTION . POSITION) of the block ID, or #f when there is none."
  (let search ((section (notebook-root notebook)))
    (let* ((blocks (section-blocks section))
           (at (vector-position (lambda (block) (string=? id (block-id block))) blocks)))
      (if at
          (cons section at)
          (any search (vector->list (section-sections section)))))))

(define (vector-position right? vector)
  (let ((size (vector-length vector)))
    (let loop ((at 0))
      (cond ((= at size) #f)
            ((right? (vector-ref vector at)) at)
            (else (loop (+ at 1)))))))

(define (find-block notebook text)
  "Return (SECTION POSITION BLOCK) for TEXT: 2.4/3, the third block of section 2.4, or an id such as
b12."
  (let* ((slash (string-rindex text #\/))
         (place (if slash
                    (numbered-block (find-section notebook (substring text 0 slash))
                                    (substring text (+ slash 1)))
                    (block-place notebook text))))
    (unless place
      (raise-problem 'not-found (string-append "there is no block " text)
                     "blocks are called such as 2.4/3, or by their id; :notebook show shows both"))
    (list (car place) (cdr place) (vector-ref (section-blocks (car place)) (cdr place)))))

(define (numbered-block section text)
  (let ((number (text->count text)))
    (and number (<= 1 number (vector-length (section-blocks section)))
         (cons section (- number 1)))))

;;; Steps
;;; A step is an object: op (insert, delete, replace, move, rename), what (block, section), the
;;; section it is `in` (null: the notebook itself) and the position `at` in it, before and after. The
;;; position is exact unless an earlier entry of the journal was damaged; then the id finds a thing,
;;; and what is inserted beyond the end comes last.

(define (field step key)
  (let ((value (and (list? step) (assq-ref step key)))) (and (not (eq? value 'null)) value)))

(define (step-notebook notebook step)
  "Return NOTEBOOK changed by STEP, which it remembers; raise a problem when STEP does not fit."
  (%make-notebook (changed (notebook-root notebook) step)
                  (notebook-created notebook) (notebook-modified notebook)
                  (if (equal? (field step 'op) "insert")
                      (max (notebook-next notebook) (+ 1 (largest-number (field step 'after))))
                      (notebook-next notebook))
                  (cons step (notebook-steps notebook))))

(define (apply-notebook-delta notebook delta)
  "Return NOTEBOOK changed by DELTA, a vector of steps."
  (fold (lambda (step notebook) (step-notebook notebook step)) notebook (vector->list delta)))

(define (changed root step)
  (let ((op (field step 'op)) (in (field step 'in)) (at (field step 'at)))
    (cond ((equal? op "insert") (with-item root step in at (stored-item step 'after)))
          ((equal? op "delete") (without-item root step in at (item-id (field step 'before))))
          ((equal? op "replace")
           (let ((at (position root step in at (item-id (field step 'before)))))
             (with-item (without-item root step in at (item-id (field step 'before)))
                        step in at (stored-item step 'after))))
          ((equal? op "move")
           (let ((at (position root step in at (field step 'id))))
             (with-item (without-item root step in at (field step 'id)) step
                        (field step 'to) (field step 'to_at)
                        (vector-ref (items (section-in root in) step) at))))
          ((equal? op "rename")
           (updated root (field step 'id)
                    (lambda (section)
                      (make-section (section-id section) (field step 'after)
                                    (section-blocks section) (section-sections section)))))
          (else (unfit step)))))

(define (unfit step)
  (raise-problem 'value (string-append "a step of the notebook does not fit: "
                                       (object->string (assq-ref step 'op)))))

(define (items section step)
  (if (equal? (field step 'what) "block") (section-blocks section) (section-sections section)))

(define (with-items section step items)
  (if (equal? (field step 'what) "block")
      (make-section (section-id section) (section-title section) items (section-sections section))
      (make-section (section-id section) (section-title section) (section-blocks section) items)))

(define (stored-item step key)
  ((if (equal? (field step 'what) "block") json->block json->section) (field step key)))

(define (item-id item)
  (if (section? item) (section-id item) (assq-ref item 'id)))

(define (with-item root step in at item)
  "Return ROOT with ITEM at position AT of the section IN."
  (updated root in
           (lambda (section)
             (let ((all (items section step)))
               (unless (and (exact-integer? at) (<= 0 at)) (unfit step))
               (with-items section step
                           (vector-with all (min at (vector-length all)) item))))))

(define (without-item root step in at id)
  "Return ROOT without the item called ID, which should be at position AT of the section IN."
  (let ((at (position root step in at id)))
    (updated root in
             (lambda (section)
               (with-items section step (vector-without (items section step) at))))))

(define (position root step in at id)
  "Return where in the section IN the item called ID is: at AT, or wherever it is found."
  (let* ((section (section-in root in))
         (all (if section (items section step) #()))
         (there? (lambda (item) (equal? id (item-id item)))))
    (if (and (exact-integer? at) (< -1 at (vector-length all)) (there? (vector-ref all at)))
        at
        (or (vector-position there? all) (unfit step)))))

(define (vector-with vector at item)
  (let* ((size (vector-length vector)) (new (make-vector (+ size 1) item)))
    (vector-move-left! vector 0 at new 0)
    (vector-move-left! vector at size new (+ at 1))
    new))

(define (vector-without vector at)
  (let* ((size (vector-length vector)) (new (make-vector (- size 1))))
    (vector-move-left! vector 0 at new 0)
    (vector-move-left! vector (+ at 1) size new at)
    new))

(define (section-in root id)
  (notebook-section (%make-notebook root #f #f 0 '()) id))

(define (updated root id change)
  "Return ROOT with (CHANGE SECTION) in the place of the section ID; #f is ROOT itself."
  (or (let search ((section root))
        (if (equal? id (section-id section))
            (change section)
            (let* ((children (section-sections section)) (size (vector-length children)))
              (let loop ((at 0))
                (and (< at size)
                     (let ((new (search (vector-ref children at))))
                       (if new
                           (with-child section at new)
                           (loop (+ at 1)))))))))
      (raise-problem 'not-found (string-append "there is no section " (object->string id)))))

(define (with-child section at child)
  (let ((children (vector-copy (section-sections section))))
    (vector-set! children at child)
    (make-section (section-id section) (section-title section) (section-blocks section) children)))

(define (invert-notebook-delta delta)
  "Return the steps that take DELTA back."
  (list->vector (reverse (map inverse-step (vector->list delta)))))

(define (inverse-step step)
  (define (swapped . pairs)
    (map (lambda (field)
           (let ((other (assq-ref pairs (car field))))
             (if other (cons other (cdr field)) field)))
         step))
  (let ((op (field step 'op)))
    (cond ((equal? op "insert") (with-op "delete" (swapped '(after . before))))
          ((equal? op "delete") (with-op "insert" (swapped '(before . after))))
          ((equal? op "move")
           (swapped '(in . to) '(to . in) '(at . to_at) '(to_at . at)))
          (else (swapped '(before . after) '(after . before))))))

(define (with-op op step)
  (map (lambda (field) (if (eq? (car field) 'op) (cons 'op op) field)) step))

;;; Stored

(define (section->json section)
  "Return SECTION with all in it as JSON data."
  `((id . ,(or (section-id section) 'null))
    (title . ,(section-title section))
    (blocks . ,(section-blocks section))
    (sections . ,(vector-map* section->json (section-sections section)))))

(define (vector-map* procedure vector)
  (list->vector (map procedure (vector->list vector))))

(define (notebook->json notebook)
  "Return NOTEBOOK as JSON data, without the steps that led to it."
  `((title . ,(notebook-title notebook))
    (created . ,(notebook-created notebook))
    (modified . ,(notebook-modified notebook))
    (next_id . ,(notebook-next notebook))
    (sections . ,(vector-map* section->json (notebook-sections notebook)))))

(define (json->section json)
  "Return the section that JSON describes; raise a problem when it is none."
  (let ((id (field json 'id)) (title (field json 'title)))
    (unless (and (string? id) (string? title) (vector? (field json 'blocks))
                 (vector? (field json 'sections)))
      (raise-problem 'value "a section needs an id, a title, blocks and sections"))
    (make-section id title
                  (vector-map* json->block (field json 'blocks))
                  (vector-map* json->section (field json 'sections)))))

(define (json->block json)
  (unless (and (list? json) (every pair? json)
               (every (lambda (key) (string? (field json key))) '(id author created modified)))
    (raise-problem 'value "a block needs an id, an author and its dates"))
  (check-block json))

(define (json->notebook json)
  "Return the notebook that JSON, made by notebook->json, describes; raise a problem when it is
none."
  (let ((sections (field json 'sections)) (title (field json 'title))
        (created (field json 'created)))
    (unless (and (vector? sections) (string? title) (string? created)
                 (text-or-nothing? (field json 'modified))
                 (exact-integer? (or (field json 'next_id) 1)))
      (raise-problem 'value "a notebook needs a title, a date and sections"))
    (let ((root (make-section #f title #() (vector-map* json->section sections))))
      (check-ids root)
      (%make-notebook root created (or (field json 'modified) created)
                      (max (or (field json 'next_id) 1) (+ 1 (largest-number root)))
                      '()))))

(define (text-or-nothing? value) (or (not value) (string? value)))

(define (all-ids section)
  (append (map block-id (vector->list (section-blocks section)))
          (append-map (lambda (child) (cons (section-id child) (all-ids child)))
                      (vector->list (section-sections section)))))

(define (check-ids root)
  (let ((seen (make-hash-table)))
    (for-each (lambda (id)
                (when (hash-ref seen id)
                  (raise-problem 'value (string-append "two things are called " id)))
                (hash-set! seen id #t))
              (all-ids root))))

(define (largest-number item)
  "Return the largest number in an id of ITEM: a section, or the JSON data of a section or block."
  (let ((ids (cond ((section? item) (all-ids item))
                   ((field item 'sections)
                    (let ((section (json->section item)))
                      (cons (section-id section) (all-ids section))))
                   (else (list (field item 'id))))))
    (fold (lambda (id largest) (max largest (id-number id))) 0 ids)))

(define (id-number id)
  (or (and (> (string-length id) 1) (text->count (substring id 1))) 0))
