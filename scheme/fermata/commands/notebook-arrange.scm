;;; :notebook move, rename, title, delete and import -- sections and blocks arranged. Each is one
;;; step of :undo.

(define-module (fermata commands notebook-arrange)
  #:use-module (fermata display rows)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook compile)
  #:use-module (fermata notebook edit)
  #:use-module (fermata notebook markdown)
  #:use-module (fermata notebook operands)
  #:use-module (fermata notebook search)
  #:use-module (fermata outcome)
  #:use-module (fermata paths)
  #:use-module (fermata prelude commands)
  #:use-module (fermata sessions)
  #:use-module (fermata texts)
  #:use-module (ice-9 match)
  #:use-module (srfi srfi-1))

(define (block-name? text)
  "Return whether TEXT is meant to name a block, such as 2.4/3 or b12, and not a section."
  (or (string-index text #\/) (string-prefix? "b" text)))

;;; :notebook move

(define-command ("notebook move" what to #:optional position)
  #:doc "Take a section or a block to the end of the section TO, or to a POSITION in it.
WHAT is a section such as 2.4, which goes with all in it, or a block such as 2.4/3. A section can go
to the top of the notebook: write top. POSITION 1 is the first."
  #:examples '(":notebook move 2.4 3" ":notebook move 2.4 top 1" ":notebook move 2.4/3 2.5")
  #:access 'write
  #:group 'notebook
  #:complete (lambda (words)
               (match words
                 (() (place-candidates))
                 ((_) (cons '("top" . "the notebook itself") (section-candidates)))
                 (_ '())))
  (let ((at (and position (position-operand position))))
    (if (block-name? what) (move-block what to at) (move-section what to at))))

(define (position-operand text)
  "Return the position that TEXT counts from 1, from 0."
  (let ((number (text->count text)))
    (unless (and number (positive? number))
      (raise-problem 'value (string-append text " is not a position")
                     "positions are counted from 1"))
    (- number 1)))

(define (move-section what to at)
  (let* ((section (section-operand what))
         (before (section-path (the-notebook) section))
         (parent (and (not (string=? to "top")) (section-id (section-operand to)))))
    (if (notebook-move-section! (active-session) (section-id section) parent at)
        (string-append "moved section " before " -> " (section-text section) "\n")
        (string-append "section " (section-text section) " is there already; nothing changed\n"))))

(define (move-block what to at)
  (when (string=? to "top")
    (raise-problem 'value "a block stands in a section" "name the section it goes to, such as 2.4"))
  (let* ((block (block-operand what))
         (before (block-number block))
         (id (string-append " (" (block-id block) ")")))
    (if (notebook-move-block! (active-session) (block-id block) (section-id (section-operand to))
                              at)
        (string-append "moved block " before " -> " (block-number block) id "\n")
        (string-append "block " before id " is there already; nothing changed\n"))))

;;; :notebook rename and :notebook title

(define-command ("notebook rename" section title)
  #:doc "Give a section another title. Its number and id stay."
  #:examples '(":notebook rename 2.4 The bridge, second version")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  #:complete (lambda (words) (if (null? words) (section-candidates) '()))
  (let* ((section (section-operand section))
         (before (section-title section))
         (id (section-id section))
         (number (section-path (the-notebook) section)))
    (retitled (string-append "section " number " (" id "): ") before
              (notebook-rename-section! (active-session) id title)
              (lambda () (section-title (notebook-section (the-notebook) id))))))

(define-command ("notebook title" title)
  #:doc "Give the notebook itself another title."
  #:examples '(":notebook title Notes on the waltz")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  (let ((before (notebook-title (the-notebook))))
    (retitled "title: " before (notebook-set-title! (active-session) title)
              (lambda () (notebook-title (the-notebook))))))

(define (retitled label before changed? after)
  (string-append label before
                 (if changed?
                     (string-append " -> " (after) "\n")
                     " already; nothing changed\n")))

;;; :notebook delete

(define-command ("notebook delete" what)
  #:doc "Delete a section with all in it, or one block. :undo brings it back.
WHAT is a section such as 2.4, or a block such as 2.4/3."
  #:examples '(":notebook delete 2.4" ":notebook delete 2.4/3" ":notebook delete b12")
  #:access 'write
  #:group 'notebook
  #:complete (lambda (words) (if (null? words) (place-candidates) '()))
  (if (block-name? what) (delete-block what) (delete-section what)))

(define (delete-section what)
  (let* ((section (section-operand what))
         (text (section-text section))
         (below (sections-below section))
         (blocks (fold + 0 (map block-count (cons section below)))))
    (notebook-delete-section! (active-session) (section-id section))
    (string-append "deleted section " text " with " (count-text blocks "block")
                   (if (null? below)
                       ""
                       (string-append " and " (count-text (length below) "section") " below it"))
                   "; :undo brings it back\n")))

(define (sections-below section)
  (append-map (lambda (child) (cons child (sections-below child)))
              (vector->list (section-sections section))))

(define (block-count section) (vector-length (section-blocks section)))

(define (delete-block what)
  (let* ((block (block-operand what)) (number (block-number block)))
    (notebook-delete-block! (active-session) (block-id block))
    (string-append "deleted block " number " (" (block-id block) "), " (block-type block) ": "
                   (text-excerpt (block-text block)) "; :undo brings it back\n")))

;;; :notebook import

(define-command ("notebook import" file #:key under)
  #:doc "Take the sections of a Markdown FILE into the notebook, at its end or under a section.
Headings become sections, fenced fermata blocks music, the rest prose. Nothing in the file is
evaluated: notation becomes music, and other code is kept as it is until you :notebook edit it."
  #:examples '(":notebook import analysis.md" ":notebook import bridge.md --under 2")
  #:access 'write
  #:group 'notebook
  #:options `(("--under PATH" "into this section" ,section-candidates))
  #:complete (lambda (words) (if (null? words) 'files '()))
  (let* ((path (expand-home file))
         (parent (and under (section-id (section-operand under))))
         (trees (map compiled-tree (markdown->sections (text-of path) (stem path)))))
    (if (null? trees)
        (string-append "there is nothing in " path "; nothing changed\n")
        (let ((made (notebook-insert-trees! (active-session) parent trees)))
          (string-append (imported-lines made) (failed-text trees))))))

(define (stem path)
  "Return the name of the file PATH without folders and ending."
  (let* ((name (basename path)) (dot (string-rindex name #\.)))
    (if (and dot (positive? dot)) (substring name 0 dot) name)))

(define (text-of path)
  (unless (file-exists? path)
    (raise-problem 'file (string-append "there is no file " path)
                   (string-append "this is " (getcwd))))
  (when (string-suffix-ci? ".json" path)
    (raise-problem 'value ":notebook import reads Markdown, and this is JSON"
                   "export with a name that ends in .md, and import that"))
  (read-markdown path))

(define (compiled-tree tree)
  "Return TREE, a section as Markdown tells it, with its music compiled."
  (define (compiled fields)
    (if (equal? "InlineMusic" (block-type fields))
        (notation-or-error (block-ref fields 'source))
        fields))
  `((title . ,(shortened-title (assq-ref tree 'title)))
    (blocks . ,(map compiled (assq-ref tree 'blocks)))
    (sections . ,(map compiled-tree (assq-ref tree 'sections)))))

(define (shortened-title title)
  (if (> (string-length title) longest-title)
      (string-append (substring title 0 (- longest-title 3)) "...")
      title))

(define most-lines 20)

(define (imported-lines sections)
  (if (<= (length sections) most-lines)
      (string-concatenate (map imported-line sections))
      (string-append (string-concatenate (map imported-line (list-head sections most-lines)))
                     "... and " (number->string (- (length sections) most-lines))
                     " more sections\n")))

(define (imported-line section)
  (let ((all (cons section (sections-below section))))
    (string-append "imported section " (section-text section) ": "
                   (count-text (length all) "section") ", "
                   (count-text (fold + 0 (map block-count all)) "block") "\n")))

(define (failed-text trees)
  (let ((failed (fold + 0 (map failures trees))))
    (if (zero? failed)
        ""
        (string-append (count-text failed "piece")
                       " of music could not be read as notation; the reason is kept with it\n"))))

(define (failures tree)
  (fold + (count (lambda (fields) (block-ref fields 'error)) (assq-ref tree 'blocks))
        (map failures (assq-ref tree 'sections))))
