;;; (fermata notebook block) -- what stands in a section of a notebook: six types of block.
;;; A block is its JSON object as an association list, as a history entry is. The constructors give
;;; what the writer says; id, author and dates are added when a block is put into a notebook.

(define-module (fermata notebook block)
  #:use-module (fermata inbox)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:export (add-annotation-kind!
            annotation-block
            annotation-kinds
            block-author
            block-id
            block-ref
            block-text
            block-type
            block-types
            chat-summary-block
            check-block
            clean-block
            history-ref-block
            inline-music-block
            prose-block
            score-ref-block))

(define* (block-ref block key #:optional (default #f))
  "Return the field KEY of BLOCK, or DEFAULT when it is missing or null."
  (let ((pair (assq key block)))
    (if (and pair (not (eq? 'null (cdr pair)))) (cdr pair) default)))

(define (block-id block) "Return the id of BLOCK, such as b12." (block-ref block 'id))
(define (block-type block) "Return the type of BLOCK, such as Prose." (block-ref block 'type))
(define (block-author block) "Return who wrote BLOCK." (block-ref block 'author))

;;; Types

(define (index? value) (and (exact-integer? value) (positive? value)))
(define (object? value) (and (list? value) (every pair? value)))
(define (or-null right?) (lambda (value) (or (eq? value 'null) (right? value))))

;; What a region of a score takes.
(define region-fields
  `((session_id ,(or-null string?) "a session's id")
    (part ,(or-null string?) "a part's id")
    (voice ,(or-null index?) "a voice's number")
    (measures ,string? "measures such as m3-5")))

;; (TYPE (FIELD TEST WHAT) ...)
(define types
  `(("Prose" (text ,string? "a text"))
    ("ScoreRef" ,@region-fields
     (revision ,(or-null exact-integer?) "the number of a revision")
     (source ,(or-null string?) "a source"))
    ("InlineMusic" (source ,string? "a source")
     (compiled ,(or-null string?) "a source")
     (error ,(or-null object?) "an object"))
    ("HistoryRef" (from_index ,index? "the number of an entry")
     (to_index ,index? "the number of an entry")
     (caption ,(or-null string?) "a text"))
    ("Annotation" (kind ,string? "a kind") (text ,string? "a text")
     (anchor ,(or-null object?) "a region"))
    ("ChatSummary" (source ,string? "a text") (timestamp ,string? "a time")
     (content ,string? "a text")
     (from_index ,(or-null index?) "the number of an entry")
     (to_index ,(or-null index?) "the number of an entry"))))

(define (block-types) "Return the names of the types of blocks." (map car types))

(define (check-block block)
  "Return BLOCK when it has the fields that its type needs; raise a problem when not."
  (let ((rows (assoc-ref types (block-type block))))
    (unless rows
      (raise-problem 'value (string-append "there is no block of type "
                                           (object->string (block-type block)))
                     (string-append "the types are " (string-join (block-types) ", "))))
    (check-fields block rows (block-type block))
    (when (object? (block-ref block 'anchor #f))
      (check-fields (block-ref block 'anchor) region-fields "anchor"))
    (when (and (block-ref block 'from_index) (block-ref block 'to_index)
               (> (block-ref block 'from_index) (block-ref block 'to_index)))
      (raise-problem 'value "the range of entries ends before it begins"))
    block))

(define (check-fields object rows name)
  (for-each (lambda (row)
              (let ((field (assq (first row) object)))
                (unless (and field ((second row) (cdr field)))
                  (raise-problem 'value
                                 (string-append "the " (symbol->string (first row)) " of this "
                                                name " must be " (third row))))))
            rows))

;;; Making them

(define longest 1000000)

;; What the text of a block is called.
(define text-names
  '(("Prose" . "prose") ("InlineMusic" . "music") ("Annotation" . "annotation")
    ("ChatSummary" . "summary") ("HistoryRef" . "caption") ("ScoreRef" . "reference")))

(define (clean-block block)
  "Return BLOCK, whose texts may come from anywhere, with these as they may be stored and shown."
  (map (lambda (field)
         (if (and (memq (car field) '(text caption content source kind)) (string? (cdr field)))
             (cons (car field) (clean (cdr field) (assoc-ref text-names (block-type block))))
             field))
       (check-block block)))

(define (clean text what)
  "Return TEXT without control characters and blank edges; it is the text of WHAT."
  (let ((clean (string-trim-right (plain-text text))))
    (when (string-null? (string-trim clean))
      (raise-problem 'value (string-append "there is no text in this " what)))
    (when (> (string-length clean) longest)
      (raise-problem 'limit (string-append "this " what " has more than a million characters")
                     "keep it in a file of its own, and link to that"))
    clean))

(define (or-null-value value) (or value 'null))

(define (prose-block text)
  "Return a block of free TEXT."
  `((type . "Prose") (text . ,text)))

(define (region session-id part voice measures)
  `((session_id . ,(or-null-value session-id)) (part . ,(or-null-value part))
    (voice . ,(or-null-value voice)) (measures . ,measures)))

(define* (score-ref-block #:key measures (part #f) (voice #f) (session-id #f)
                          (revision #f) (source #f))
  "Return a block that shows MEASURES of a score: as they are at any time, or pinned, with the
REVISION they had and their SOURCE."
  (check-block `((type . "ScoreRef") ,@(region session-id part voice measures)
                 (revision . ,(or-null-value revision)) (source . ,(or-null-value source)))))

(define (inline-music-block source compiled error)
  "Return a block of music that is in no score: SOURCE as typed, and COMPILED, the source of its
value, or the ERROR, an alist, that it came to."
  (check-block `((type . "InlineMusic") (source . ,source)
                 (compiled . ,(or-null-value compiled)) (error . ,(or-null-value error)))))

(define (history-ref-block from to caption)
  "Return a block that shows the history entries FROM to TO, both included, under CAPTION or #f."
  (check-block `((type . "HistoryRef") (from_index . ,from) (to_index . ,to)
                 (caption . ,(or-null-value caption)))))

(define* (annotation-block kind text #:key (measures #f) (part #f) (voice #f) (session-id #f))
  "Return a remark of KIND, one of annotation-kinds, about MEASURES of a score or, without them,
about all of it."
  (let ((name (if (symbol? kind) (symbol->string kind) kind)))
    (unless (assoc name (annotation-kinds))
      (raise-problem 'value (string-append "there is no kind of annotation called " name)
                     (string-append "the kinds are "
                                    (string-join (map car (annotation-kinds)) ", ")
                                    "; (define-annotation-kind :name \"...\") adds one")))
    (check-block `((type . "Annotation") (kind . ,name) (text . ,text)
                   (anchor . ,(if measures (region session-id part voice measures) 'null))))))

(define* (chat-summary-block source timestamp content #:optional (from #f) (to #f))
  "Return a digest, CONTENT, of a conversation that took place in SOURCE and ended at TIMESTAMP;
FROM and TO are the entries that it covers, if it was held here."
  (check-block `((type . "ChatSummary") (source . ,source) (timestamp . ,timestamp)
                 (content . ,content)
                 (from_index . ,(or-null-value from)) (to_index . ,(or-null-value to)))))

;;; Kinds of annotations

(define kinds
  '(("harmonic" . "chords, keys, cadences")
    ("voice-leading" . "how the voices move")
    ("melodic" . "motifs, contour, ornament")
    ("rhythm" . "metre, groupings, syncopation")
    ("form" . "sections, phrases, proportions")
    ("texture" . "layers and their density")
    ("orchestration" . "who plays what")
    ("performance" . "how it is to be played")
    ("question" . "something to come back to")
    ("idea" . "something to try")))

(define (annotation-kinds)
  "Return (NAME . DOC) for each kind of annotation."
  kinds)

(define (add-annotation-kind! name doc)
  "Let there be annotations of the kind NAME; define-annotation-kind calls this."
  (set! kinds (append (remove (lambda (row) (string=? name (car row))) kinds)
                      (list (cons name doc)))))

;;; Text

(define (block-text block)
  "Return the words of BLOCK, which search looks at."
  (string-join (filter-map (lambda (key)
                             (let ((value (block-ref block key)))
                               (and (string? value) value)))
                           '(text caption content source measures))
               "\n"))
