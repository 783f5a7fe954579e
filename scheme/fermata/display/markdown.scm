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
  #:use-module (srfi srfi-1)
  #:export (notebook->markdown))

(define width 80)

(define (notebook->markdown session section)
  "Return the notebook of SESSION, or only SECTION of it when that is not #f, as Markdown."
  (let* ((notebook (session-notebook session))
         (texts (reading-once
                 (lambda ()
                   (append-map (lambda (row) (own-chunks session (cdr row) (car row)))
                               (section-rows notebook section)))))
         (title (string-append "# " (escaped-title (notebook-title notebook)))))
    (string-append (string-join (if section texts (cons title texts)) "\n\n") "\n")))

(define (own-chunks session section path)
  "Return SECTION, whose number is PATH, without those under it, as texts that blank lines divide."
  (cons (heading path (section-title section))
        (blocks->chunks session (vector->list (section-blocks section)))))

(define (heading path title)
  (let ((depth (+ 1 (string-count path #\.)))
        (text (string-append path " " (escaped-title title))))
    (if (> depth 6)
        (string-append "**" text "**")
        (string-append (make-string depth #\#) " " text))))

(define (blocks->chunks session blocks)
  "Return BLOCKS as texts; what keeps two blocks of prose apart is one of them."
  (let loop ((blocks blocks) (after-prose? #f) (chunks '()))
    (if (null? blocks)
        (reverse chunks)
        (let ((prose? (string=? "Prose" (block-type (car blocks)))))
          (loop (cdr blocks) prose?
                (cons (block->markdown session (car blocks))
                      (if (and prose? after-prose?) (cons block-separator chunks) chunks)))))))

;;; Blocks

(define (block->markdown session block)
  (let ((resolved (resolved-block session block)))
    (case (string->symbol (block-type block))
      ((Prose) (escaped-prose (linked session (block-ref block 'text ""))))
      ((ScoreRef) (score-ref->markdown resolved))
      ((InlineMusic) (inline-music->markdown block resolved))
      ((HistoryRef) (history-ref->markdown session block resolved))
      ((Annotation) (annotation->markdown session block resolved))
      ((ChatSummary) (chat-summary->markdown session block))
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

(define (history-ref->markdown session block resolved)
  (let ((caption (block-ref block 'caption)))
    (chunks (string-append "**" (escaped (resolved-label resolved)) "**"
                           (if caption (string-append " " (one-line (linked session caption))) "")
                           (broken-text resolved))
            (fenced "text" (string-trim-right
                            (strip-styles (timeline->text (resolved-entries resolved)
                                                          #:width width #:day "")))))))

(define (annotation->markdown session block resolved)
  (let* ((label (resolved-label resolved))
         (kind (block-ref block 'kind ""))
         (place (substring label (string-length kind))))
    (quoted (string-append "**" (escaped kind) "**" (escaped place) (broken-text resolved) ": "
                           (linked session (block-ref block 'text ""))))))

(define (chat-summary->markdown session block)
  (quoted (string-append (linked session (block-ref block 'content ""))
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

(define (one-line text) (string-join (string-tokenize text) " "))

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

(define (linked session text)
  "Return TEXT with its links to sections as those of Markdown."
  (if (string-contains text "[[")
      (string-concatenate (map (lambda (piece) (if (link? piece) (link->markdown piece) piece))
                               (text-pieces session text)))
      text))

(define (link->markdown link)
  (cond ((link-problem link)
         => (lambda (problem)
              (string-append (escaped (link-text link)) " (broken: " (escaped problem) ")")))
        ((or (link-session link) (not (link-section link)))
         (string-append "*" (escaped (link-label link)) "*"))
        (else (string-append "[" (escaped (link-label link)) "](#" (anchor (link-label link))
                             ")"))))

(define (anchor heading)
  "Return the name by which HEADING can be linked to, as the usual converters give it."
  (string-map (lambda (char) (if (char=? char #\space) #\- char))
              (string-filter (lambda (char)
                               (or (char-alphabetic? char) (char-numeric? char)
                                   (memv char '(#\space #\- #\_))))
                             (string-downcase heading))))
