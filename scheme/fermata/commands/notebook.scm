;;; :notebook outline, show, search and export -- the notebook to read.

(define-module (fermata commands notebook)
  #:use-module (fermata display html)
  #:use-module (fermata display markdown)
  #:use-module (fermata display notebook)
  #:use-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:use-module (fermata native line)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook block)
  #:use-module (fermata notebook operands)
  #:use-module (fermata notebook search)
  #:use-module (fermata outcome)
  #:use-module (fermata paths)
  #:use-module (fermata prelude commands)
  #:use-module (fermata sessions)
  #:use-module (ice-9 match)
  #:use-module (srfi srfi-1))

(define (section-words words)
  (if (null? words) (section-candidates) '()))

;;; :notebook outline

(define-command ("notebook outline")
  #:doc "Show the sections of the notebook: numbers, titles, how many blocks, and ids.
A number such as 2.4 says where a section stands and changes when sections move; an id such as s7
never does. Commands take either. :notebook alone shows the outline too."
  #:examples '(":notebook" ":notebook outline")
  #:group 'notebook
  #:aliases '("notebook")
  (let ((rows (notebook-outline (the-notebook))))
    (string-append (styled 'heading (notebook-title (the-notebook))) "\n"
                   (if (null? rows) how-to-begin (outline->text rows)))))

(define how-to-begin "no section yet; make one: :notebook new-section \"First thoughts\"\n")

(define (outline->text rows)
  "Return ROWS, as notebook-outline gives them, as aligned lines; titles are indented by depth."
  (let* ((numbers (widest (map first rows)))
         (counts (map (lambda (row) (count-text (third row) "block")) rows))
         (count-width (widest counts))
         (room (max 8 (- (screen-width) numbers count-width (widest (map fourth rows)) 8)))
         (titles (map (lambda (row) (shortened-to room (indented-title row))) rows))
         (title-width (widest titles)))
    (string-concatenate
     (map (lambda (row title count)
            (string-append "  " (styled 'name (first row)) (gap (first row) numbers)
                           title (gap title title-width)
                           count (gap count count-width)
                           (styled 'dim (fourth row)) "\n"))
          rows titles counts))))

(define (widest texts) (apply max 0 (map text-columns texts)))

(define (gap text width)
  (make-string (+ 2 (max 0 (- width (text-columns text)))) #\space))

;; A narrow screen has no room for steps.
(define (indented-title row)
  (let ((steps (if (< (screen-width) 60) 0 (string-count (first row) #\.))))
    (string-append (make-string (* 2 steps) #\space) (second row))))

(define (shortened-to room text)
  "Return TEXT, or as much of it as ROOM columns hold, with dots."
  (if (<= (text-columns text) room)
      text
      (let loop ((size (min (string-length text) room)))
        (let ((part (string-append (substring text 0 size) "...")))
          (if (> (text-columns part) room) (loop (- size 1)) part)))))

;;; :notebook show

(define-command ("notebook show" #:optional path)
  #:doc "Show the notebook, or the section at PATH with all below it.
Music is shown as text, a captured range as the timeline, and before each block stands its number:
block 3 of section 2.4 is 2.4/3."
  #:examples '(":notebook show" ":notebook show 2.4" ":notebook show s7")
  #:group 'notebook
  #:complete section-words
  (let ((section (and path (section-operand path))))
    (string-append (notebook->text (active-session) section #:width (screen-width))
                   (if (null? (notebook-outline (the-notebook))) how-to-begin ""))))

;;; :notebook search

(define-command ("notebook search" #:optional text #:key type kind author)
  #:doc "Find the titles and blocks that contain TEXT, or all blocks of a sort.
Case matters only when TEXT has capitals."
  #:examples '(":notebook search neapolitan" ":notebook search leading tone --kind harmonic"
               ":notebook search --type ScoreRef" ":notebook search --author user")
  #:group 'notebook
  #:takes 'text
  #:options `(("--type TYPE" "blocks of this type, such as Prose or ScoreRef"
               ,block-types)
              ("--kind KIND" "annotations of this kind, such as harmonic" ,annotation-kinds)
              ("--author WHO" "blocks by user, or by an assistant" ,(lambda () (authors))))
  (unless (or text type kind author)
    (raise-problem 'value "there is nothing to look for"
                   "for example: :notebook search theme, or --kind harmonic"))
  (let ((found (notebook-search (the-notebook) text #:type type #:kind kind #:author author)))
    (if (null? found)
        "nothing in the notebook matches\n"
        (string-append (rows->text (map finding-row found))
                       (styled 'dim (findings-text found)) "\n"))))

(define (finding-row finding)
  "Return (PLACE . TEXT) for FINDING."
  (match finding
    ((path section #f _ title) (cons path (string-append "title: " title)))
    ((path section position block excerpt)
     (cons (string-append path "/" (number->string (+ position 1)))
           (string-append (block-label block) ": " excerpt)))))

(define (block-label block)
  "Return the type of BLOCK, or the kind of an annotation, and who wrote it if not the user."
  (let ((author (block-ref block 'author "user")))
    (string-append (or (block-ref block 'kind) (block-type block))
                   (if (string=? author "user") "" (string-append " by " author)))))

(define (findings-text found)
  (string-append (number->string (length found)) " found in "
                 (count-text (length (delete-duplicates (map second found) eq?)) "section")))

(define (authors)
  "Return who wrote blocks of the notebook."
  (delete-duplicates
   (append-map (match-lambda
                 ((path . section)
                  (map (lambda (block) (block-ref block 'author "user"))
                       (vector->list (section-blocks section)))))
               (notebook-rows (the-notebook)))))

;;; :notebook export

;; (EXTENSION . from a session and a section or #f to the text of the file)
(define formats
  `((".md" . ,(lambda (session section) (notebook->markdown session section)))
    (".html" . ,(lambda (session section) (notebook->html session section)))
    (".json" . ,(lambda (session section)
                  (when section
                    (raise-problem 'value "JSON is the whole notebook"
                                   "leave the section out, or write .md or .html"))
                  (string-append (value->json (notebook->json (the-notebook))) "\n")))))

(define-command ("notebook export" #:optional path file)
  #:usage ":notebook export [PATH] [FILE]"
  #:doc "Write the notebook, or the section at PATH, to FILE; without FILE, show the Markdown.
The end of the name says how: .md for Markdown, .html for a page that needs nothing else, .json for
the notebook as it is stored."
  #:examples '(":notebook export" ":notebook export analysis.html" ":notebook export 2.4 theme.md")
  #:access 'write
  #:group 'notebook
  #:complete (lambda (words)
               (match words
                 (() (append (section-candidates) '(files)))
                 ((_) 'files)
                 (_ '())))
  (let* ((alone? (and path (not file) (format-for path)))
         (section (and path (not alone?) (section-to-export path file)))
         (file (if alone? path file)))
    (if file
        (export-to (expand-home file) section)
        (notebook->markdown (active-session) section))))

(define (section-to-export path file)
  "Return the section at PATH, which may be meant for the name of a file when FILE is #f."
  (with-hint (and (not file)
                  (string-append "the name of a file ends in " (extensions-text)))
             (lambda () (section-operand path))))

(define (extensions-text) (string-join (map car formats) ", "))

(define (format-for file)
  (any (lambda (row) (and (string-suffix? (car row) file) (cdr row))) formats))

(define (export-to path section)
  (let* ((write (or (format-for path)
                    (raise-problem 'value
                                   (string-append "the name " path " does not say what to write")
                                   (string-append "end it with one of " (extensions-text)))))
         (text (write (active-session) section))
         (existed? (file-exists? path)))
    (write-file! path text)
    (string-append (if existed? "replaced " "wrote ") path ": "
                   (size-text (string-utf8-length text)) "\n")))

