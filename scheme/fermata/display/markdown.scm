;;; (fermata display markdown) -- a notebook as Markdown, to be shared: numbered headings, music in
;;; fenced blocks, remarks as quotations. (fermata notebook markdown) reads it back.

(define-module (fermata display markdown)
  #:use-module (fermata clock)
  #:use-module (fermata display theme)
  #:use-module (fermata display timeline)
  #:use-module (fermata elsewhere)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook markdown)
  #:use-module (fermata notebook resolve)
  #:use-module (fermata session)
  #:use-module (fermata texts)
  #:use-module (srfi srfi-1)
  #:export (notebook->markdown))

(define width 80)

(define (notebook->markdown session section)
  "Return the notebook of SESSION, or only SECTION of it when that is not #f, as Markdown."
  (let* ((notebook (session-notebook session))
         (rows (section-rows notebook section))
         (linked (linked-text session rows))
         (texts (reading-once
                 (lambda ()
                   (append-map (lambda (row) (section->chunks session row linked)) rows))))
         (title (string-append "# " (escaped-title (notebook-title notebook)))))
    (string-append (string-join (if section texts (cons title texts)) "\n\n") "\n")))

(define (section->chunks session row linked)
  "Return the section of ROW, without those under it, as texts that blank lines divide. LINKED makes
Markdown of the links in a text."
  (cons (heading (car row) (section-title (cdr row)))
        (blocks->chunks session (vector->list (section-blocks (cdr row))) linked)))

(define (heading path title)
  "Return the heading of the section PATH, one level below the title of the notebook."
  (let ((level (+ 2 (string-count path #\.)))
        (text (string-append path " " (escaped-title title))))
    (if (> level 6)
        (string-append "**" text "**")
        (string-append (make-string level #\#) " " text))))

(define (blocks->chunks session blocks linked)
  "Return BLOCKS as texts; what keeps two blocks of prose apart is one of them."
  (let loop ((blocks blocks) (after-prose? #f) (chunks '()))
    (if (null? blocks)
        (reverse chunks)
        (let ((prose? (string=? "Prose" (block-type (car blocks)))))
          (loop (cdr blocks) prose?
                (cons (block->markdown session (car blocks) linked)
                      (if (and prose? after-prose?) (cons block-separator chunks) chunks)))))))

;;; Blocks

(define (block->markdown session block linked)
  (let ((resolved (resolved-block session block)))
    (case (string->symbol (block-type block))
      ((Prose) (escaped-prose (linked (block-ref block 'text ""))))
      ((ScoreRef) (score-ref->markdown resolved))
      ((InlineMusic) (inline-music->markdown block resolved))
      ((HistoryRef) (history-ref->markdown block resolved linked))
      ((Annotation) (annotation->markdown block resolved linked))
      ((ChatSummary) (chat-summary->markdown block linked))
      (else ""))))

(define (chunks . texts)
  (string-join (filter identity texts) "\n\n"))

(define (score-ref->markdown resolved)
  (let ((music (resolved-music resolved)))
    (chunks (string-append "*" (escaped (resolved-label resolved)) "*" (broken-text resolved))
            (and music (several-voices? music) (fenced "text" (music-grid music width)))
            (and music (fenced "fermata" (music-source music width))))))

(define (several-voices? music)
  "Return whether MUSIC has more than one line of notes, which the grid puts under each other."
  (> (length (delete "" (string-split (music-grid music 1000000) #\newline))) 2))

(define (inline-music->markdown block resolved)
  (let* ((source (block-ref block 'source ""))
         (music (resolved-music resolved))
         (made? (not (equal? (words source) (words (block-ref block 'compiled ""))))))
    (chunks (fenced "fermata" source)
            (and music (or made? (several-voices? music))
                 (fenced "text" (music-grid music width)))
            (and (resolved-problem resolved)
                 (string-append "> **error** " (escaped (resolved-problem resolved)))))))

(define (words text) (string-tokenize text))

(define (history-ref->markdown block resolved linked)
  (let ((caption (block-ref block 'caption)))
    (chunks (string-append "**" (escaped (resolved-label resolved)) "**"
                           (if caption (string-append " " (one-line (linked caption))) "")
                           (broken-text resolved))
            (fenced "text" (string-trim-right
                            (strip-styles (timeline->text (resolved-entries resolved)
                                                          #:width width #:day "")))))))

(define (annotation->markdown block resolved linked)
  (let* ((label (resolved-label resolved))
         (kind (block-ref block 'kind ""))
         (place (substring label (string-length kind))))
    (quoted (string-append "**" (escaped kind) "**" (escaped place) (broken-text resolved) ": "
                           (linked (block-ref block 'text ""))))))

(define (chat-summary->markdown block linked)
  (quoted (string-append (linked (block-ref block 'content ""))
                         "\n\n— " (escaped (block-ref block 'source "")) ", "
                         (timestamp->local (block-ref block 'timestamp) "%Y-%m-%d %H:%M"))))

(define (broken-text resolved)
  (let ((problem (resolved-problem resolved)))
    (if problem (string-append " (broken: " (escaped problem) ")") "")))

;;; Texts

(define (quoted text)
  (string-join (map (lambda (line) (string-trim-right (string-append "> " line)))
                    (string-split text #\newline))
               "\n"))

(define (fenced info text)
  "Return TEXT in a fence that no run of backticks in it can close."
  (let ((fence (make-string (max 3 (+ 1 (longest-run text #\`))) #\`)))
    (string-append fence info "\n" text "\n" fence)))

(define (longest-run text char)
  (let loop ((at 0) (longest 0))
    (let ((start (string-index text char at)))
      (if start
          (let ((end (or (string-skip text char start) (string-length text))))
            (loop end (max longest (- end start))))
          longest))))


(define (escaped text)
  "Return TEXT with a backslash before each sign that would mean something inside a line."
  (define size (string-length text))
  (define (before? at right?) (and (< (+ at 1) size) (right? (string-ref text (+ at 1)))))
  (define (special? char at)
    (case char
      ((#\\ #\* #\_ #\` #\< #\> #\~) #t)
      ((#\[) (before? at (lambda (next) (char=? next #\[))))
      ((#\]) (before? at (lambda (next) (memv next '(#\( #\[)))))
      ((#\&) (before? at (lambda (next) (or (char=? next #\#) (char-alphabetic? next)))))
      (else #f)))
  (string-concatenate
   (map (lambda (char at) (if (special? char at) (string #\\ char) (string char)))
        (string->list text) (iota size))))

(define (escaped-title title)
  "Return TITLE as it stands in a heading, whose end # signs would close."
  (let* ((text (escaped (one-line title)))
         (end (or (string-rindex text (lambda (char) (not (char=? char #\#)))) -1)))
    (if (= (+ end 1) (string-length text))
        text
        (string-append (substring text 0 (+ end 1)) "\\" (substring text (+ end 1))))))

;;; Links

(define (linked-text session rows)
  "Return what makes links of Markdown of those in a text; those to ROWS lead to their heading."
  (let ((here? (link-into rows)))
    (lambda (text)
      (string-concatenate
       (map (lambda (piece) (if (link? piece) (link->markdown piece (here? piece)) piece))
            (text-pieces session text))))))

(define (link->markdown link here?)
  (let ((problem (link-problem link)) (label (escaped (or (link-label link) ""))))
    (cond (problem (string-append (escaped (link-text link)) " (broken: " (escaped problem) ")"))
          (here? (string-append "[" label "](#" (anchor (link-label link)) ")"))
          (else (string-append "*" label "*")))))

(define (anchor heading)
  "Return the name by which HEADING can be linked to, as the usual converters give it."
  (string-map (lambda (char) (if (char=? char #\space) #\- char))
              (string-filter (lambda (char)
                               (or (char-alphabetic? char) (char-numeric? char)
                                   (memv char '(#\space #\- #\_))))
                             (string-downcase heading))))
