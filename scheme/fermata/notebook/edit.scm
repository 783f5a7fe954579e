;;; (fermata notebook edit) -- all that can be done to the notebook of a session. Each operation
;;; checks what it was given, then takes one step in the workspace; the turn it is part of stores
;;; that, and :undo takes it back. Sections and blocks are named by number or id.

(define-module (fermata notebook edit)
  #:use-module (fermata clock)
  #:use-module (fermata inbox)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook block)
  #:use-module (fermata outcome)
  #:use-module (fermata session)
  #:use-module (fermata texts)
  #:use-module (fermata workspace)
  #:use-module (ice-9 match)
  #:use-module (srfi srfi-1)
  #:export (longest-title
            notebook-append!
            notebook-create-section!
            notebook-delete-block!
            notebook-delete-section!
            notebook-edit!
            notebook-insert!
            notebook-insert-trees!
            notebook-move-block!
            notebook-move-section!
            notebook-rename-section!
            notebook-set-title!))

(define (step! session . step)
  (let ((workspace (session-workspace session)))
    (set-workspace-notebook! workspace (step-notebook (workspace-notebook workspace) step))))

(define (id-or-null section) (or (section-id section) 'null))

(define (position-in vector position)
  "Return POSITION, from 0, in a copy of VECTOR with one item more; #f is its end."
  (let ((size (vector-length vector)))
    (cond ((not position) size)
          ((and (exact-integer? position) (<= 0 position size)) position)
          (else (raise-problem 'value (string-append "there is no position "
                                                     (number->string (+ 1 position)))
                               (string-append "positions go from 1 to "
                                              (number->string (+ 1 size))))))))

;;; Blocks

(define* (notebook-append! session section fields #:key (author "user"))
  "Put the block that FIELDS describe at the end of SECTION; return it."
  (notebook-insert! session section #f fields #:author author))

(define* (notebook-insert! session section position fields #:key (author "user"))
  "Put the block that FIELDS describe at POSITION of SECTION; return it."
  (let* ((notebook (session-notebook session))
         (section (find-section notebook section))
         (at (position-in (section-blocks section) position))
         (block (new-block notebook fields author)))
    (step! session '(op . "insert") '(what . "block") `(in . ,(section-id section))
           `(at . ,at) `(after . ,block))
    block))

(define (new-block notebook fields author)
  (stamped (next-id notebook "b") fields author (timestamp-now)))

(define (stamped id fields author now)
  "Return the block ID that AUTHOR wrote NOW, with FIELDS as they may be stored."
  `((id . ,id) ,@(clean-block fields) (author . ,author) (created . ,now) (modified . ,now)))

(define* (notebook-edit! session block fields #:key (author "user"))
  "Let FIELDS take the place of those that BLOCK has; return the block."
  (match (find-block (session-notebook session) block)
    ((section at before)
     (unless (equal? (block-type before) (block-ref fields 'type (block-type before)))
       (raise-problem 'value (string-append "a block of type " (block-type before)
                                            " stays one of that type")))
     (let ((after (clean-block (fold with-field before fields))))
       (if (equal? before after)
           before
           (let ((after (edited after author)))
             (step! session '(op . "replace") '(what . "block") `(in . ,(section-id section))
                    `(at . ,at) `(before . ,before) `(after . ,after))
             after))))))

(define (edited block author)
  (let ((block (with-field `(modified . ,(timestamp-now)) block)))
    (if (equal? author (block-author block)) block (with-field `(edited_by . ,author) block))))

(define (with-field field block)
  "Return BLOCK with FIELD in the place of the one so called, or at its end."
  (if (assq (car field) block)
      (map (lambda (old) (if (eq? (car old) (car field)) field old)) block)
      (append block (list field))))

(define* (notebook-move-block! session block section #:optional (position #f))
  "Take BLOCK to POSITION of SECTION; return whether that is somewhere else."
  (let ((notebook (session-notebook session)))
    (match (find-block notebook block)
      ((from at block)
       (let* ((to (find-section notebook section))
              (to-at (position-in (others (section-blocks to) (and (eq? from to) at)) position)))
         (move! session "block" (block-id block) from at to to-at))))))

(define (others items at)
  "Return ITEMS without one, when AT is a position."
  (if at (make-vector (- (vector-length items) 1)) items))

(define (move! session what id from at to to-at)
  (and (not (and (eq? from to) (= at to-at)))
       (begin
         (step! session '(op . "move") `(what . ,what) `(id . ,id) `(in . ,(id-or-null from))
                `(at . ,at) `(to . ,(id-or-null to)) `(to_at . ,to-at))
         #t)))

(define (notebook-delete-block! session block)
  "Take BLOCK out; return it."
  (match (find-block (session-notebook session) block)
    ((section at block)
     (step! session '(op . "delete") '(what . "block") `(in . ,(section-id section))
            `(at . ,at) `(before . ,block))
     block)))

;;; Sections

(define longest-title 500)

(define (clean-title text)
  (let ((title (one-line (plain-text text))))
    (when (string-null? title)
      (raise-problem 'value "a title needs at least one character that can be seen"))
    (when (> (string-length title) longest-title)
      (raise-problem 'limit (string-append "a title has at most "
                                           (number->string longest-title) " characters")
                     "put the rest into the section: :notebook append"))
    title))

(define (find-parent notebook parent)
  (if parent (find-section notebook parent) (notebook-root notebook)))

(define (check-depth notebook parent depth)
  "See to it that sections of DEPTH levels have room in PARENT."
  (let ((path (section-path notebook parent)))
    (when (> (+ depth (if (string-null? path) 0 (+ 1 (string-count path #\.)))) deepest-section)
      (raise-problem 'limit (string-append "sections nest at most "
                                           (number->string deepest-section) " deep")))))

(define* (notebook-create-section! session parent title #:optional (position #f))
  "Make a section called TITLE at POSITION in PARENT, or at the top for #f; return it."
  (car (notebook-insert-trees! session parent (list `((title . ,title) (blocks) (sections)))
                               #:position position)))

(define* (notebook-insert-trees! session parent trees #:key (position #f) (author "user"))
  "Put sections with all that is in them into PARENT, or at the top for #f; return them. Each of
TREES is an alist: title, blocks (a list of fields) and sections (a list of trees)."
  (let* ((notebook (session-notebook session))
         (parent (find-parent notebook parent))
         (at (position-in (section-sections parent) position)))
    (check-depth notebook parent (apply max 0 (map tree-depth trees)))
    (for-each (lambda (json at)
                (step! session '(op . "insert") '(what . "section") `(in . ,(id-or-null parent))
                       `(at . ,at) `(after . ,json)))
              (trees->json notebook trees author)
              (iota (length trees) at))
    (let ((children (section-sections (notebook-section (session-notebook session)
                                                        (section-id parent)))))
      (map (lambda (at) (vector-ref children at)) (iota (length trees) at)))))

(define (tree-depth tree)
  (+ 1 (apply max 0 (map tree-depth (assq-ref tree 'sections)))))

(define (trees->json notebook trees author)
  "Return TREES as JSON data, with ids from the next free one of NOTEBOOK on."
  (define now (timestamp-now))
  (define number (string->number (substring (next-id notebook "s") 1)))
  (define (id! letter)
    (set! number (+ number 1))
    (string-append letter (number->string (- number 1))))
  (define (block fields) (stamped (id! "b") fields author now))
  (define (section tree)
    (let* ((id (id! "s"))
           (blocks (map-in-order block (assq-ref tree 'blocks)))
           (sections (map-in-order section (assq-ref tree 'sections))))
      `((id . ,id) (title . ,(clean-title (assq-ref tree 'title)))
        (blocks . ,(list->vector blocks)) (sections . ,(list->vector sections)))))
  (map-in-order section trees))

(define (notebook-rename-section! session section title)
  "Call SECTION TITLE from now on; return whether it was called something else."
  (rename! session (find-section (session-notebook session) section) title))

(define (notebook-set-title! session title)
  "Call the notebook TITLE; return whether it was called something else."
  (rename! session (notebook-root (session-notebook session)) title))

(define (rename! session section title)
  (let ((before (section-title section)) (after (clean-title title)))
    (and (not (string=? before after))
         (begin
           (step! session '(op . "rename") '(what . "section") `(id . ,(id-or-null section))
                  `(before . ,before) `(after . ,after))
           #t))))

(define* (notebook-move-section! session section parent #:optional (position #f))
  "Take SECTION with all in it to POSITION in PARENT, or at the top for #f; return whether that is
somewhere else."
  (let* ((notebook (session-notebook session))
         (section (find-section notebook section))
         (place (section-place notebook (section-id section)))
         (from (car place)) (at (cdr place))
         (to (find-parent notebook parent)))
    (when (inside? to section)
      (raise-problem 'value "a section cannot be moved into itself"))
    (check-depth notebook to (section-depth section))
    (move! session "section" (section-id section) from at to
           (position-in (others (section-sections to) (and (eq? from to) at)) position))))

(define (inside? section outer)
  (or (eq? section outer)
      (any (lambda (child) (inside? section child)) (vector->list (section-sections outer)))))

(define (notebook-delete-section! session section)
  "Take SECTION out with all in it; return it."
  (let* ((notebook (session-notebook session))
         (section (find-section notebook section))
         (place (section-place notebook (section-id section))))
    (step! session '(op . "delete") '(what . "section") `(in . ,(id-or-null (car place)))
           `(at . ,(cdr place)) `(before . ,(section->json section)))
    section))
