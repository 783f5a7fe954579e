;;; (fermata display notebook) -- a notebook on the terminal: sections indented by their depth, each
;;; block under its number, by which it can be named: 2.4/3.

(define-module (fermata display notebook)
  #:use-module (fermata clock)
  #:use-module (fermata display plain)
  #:use-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata display timeline)
  #:use-module (fermata elsewhere)
  #:use-module (fermata native line)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook resolve)
  #:use-module (fermata session)
  #:use-module (srfi srfi-1)
  #:export (notebook->text))

(define* (notebook->text session section #:key (width (screen-width)))
  "Return the notebook of SESSION, or only SECTION of it when that is not #f, as lines of about
WIDTH columns."
  (let* ((notebook (session-notebook session))
         (rows (section-rows notebook section))
         (top (if section (depth (caar rows)) 1)))
    (reading-once
     (lambda ()
       (string-append
        (if section "" (string-append (styled 'heading (visible-text (notebook-title notebook)))
                                      "\n"))
        (string-join
         (map (lambda (row)
                (section->text session (cdr row) (car row) (- (depth (car row)) top) width))
              rows)
         "\n" (if section 'infix 'prefix)))))))

(define (depth path) (+ 1 (string-count path #\.)))

;; A narrow screen has no room for steps; blank lines divide instead.
(define (narrow? width) (< width 60))

(define (steps count width)
  (if (narrow? width) 0 (min (* 2 count) (quotient width 3))))

(define (section->text session section path level width)
  "Return SECTION, whose number is PATH and which is shown LEVEL steps from the margin, without
those under it."
  (let* ((indent (steps level width))
         (lead (make-string indent #\space))
         (title (broken-lines (visible-text (string-append path " " (section-title section)))
                              (- width indent (string-length (section-id section)) 2)))
         (blocks (vector->list (section-blocks section))))
    (string-append
     (string-join (map (lambda (line) (string-append lead (styled 'heading line))) title) "\n")
     "  " (styled 'dim (section-id section)) "\n"
     (string-concatenate
      (map (lambda (block place)
             (block->text session block (string-append path "/" (number->string place))
                          (+ indent (steps 1 width)) width))
           blocks (iota (length blocks) 1))))))

;;; Blocks

(define (block->text session block place indent width)
  "Return BLOCK under a line that says what it is: its number, what it points at, who wrote it."
  (let* ((resolved (resolved-block session block))
         (inner (+ indent (steps 1 width)))
         (room (- width inner))
         (problem (resolved-problem resolved)))
    (string-append
     (if (narrow? width) "\n" "")
     (block-heading block place resolved indent width)
     (indented inner (body-lines session block resolved room))
     (if problem
         (indented inner (in-style 'error (broken-lines (visible-text
                                                         (string-append "broken: " problem))
                                                        room)))
         ""))))

(define (block-heading block place resolved indent width)
  "Return the line above BLOCK; who wrote it goes below where there is no room."
  (let* ((lead (make-string indent #\space))
         (label (visible-text (label-of block resolved)))
         (room (max 10 (- width indent (string-length place) 2)))
         (lines (broken-lines label room))
         (by (string-append (block-id block) " " (visible-text (or (block-author block) ""))
                            (date-text block)))
         (gap (make-string (+ indent (string-length place) 2) #\space)))
    (define (name line) (styled 'name line))
    (if (string-null? label)
        (string-append lead (styled 'index place) "  " (styled 'dim by) "\n")
        (string-append lead (styled 'index place) "  "
                       (string-join (map name lines) (string-append "\n" gap))
                       (if (> (+ (text-columns (last lines)) 2 (text-columns by)) room)
                           (string-append "\n" gap)
                           "  ")
                       (styled 'dim by) "\n"))))

(define (label-of block resolved)
  (if (string=? "ChatSummary" (block-type block))
      (string-append "chat " (resolved-label resolved) ", "
                     (local-time (block-ref block 'timestamp)))
      (resolved-label resolved)))

(define (date-text block)
  (let ((time (block-ref block 'modified (block-ref block 'created))))
    (if time (string-append ", " (local-time time)) "")))

(define (local-time timestamp) (timestamp->local timestamp "%Y-%m-%d %H:%M"))

(define (body-lines session block resolved room)
  "Return the lines of what BLOCK says or shows."
  (define (prose key) (prose-lines session (block-ref block key "") room))
  (case (string->symbol (block-type block))
    ((Prose Annotation) (prose 'text))
    ((ChatSummary) (prose 'content))
    ((ScoreRef) (music-lines resolved room))
    ((InlineMusic)
     (append (map visible-text (string-split (block-ref block 'source "") #\newline))
             (music-lines resolved room)))
    ((HistoryRef)
     (append (prose 'caption)
             (text-lines (timeline->text (resolved-entries resolved) #:width room
                                         #:break-code? #t))))
    (else '())))

(define (music-lines resolved room)
  (let ((music (resolved-music resolved)))
    (if music (text-lines (visible-text (music-grid music room))) '())))

(define (text-lines text)
  (string-split (string-trim-right text #\newline) #\newline))

(define (prose-lines session text room)
  "Return TEXT broken into lines of ROOM columns, with what its links lead to."
  (if (string-null? text)
      '()
      (append-map (lambda (line) (broken-lines line room))
                  (string-split (linked session (visible-text text)) #\newline))))

(define (linked session text)
  (string-concatenate
   (map (lambda (piece)
          (cond ((string? piece) piece)
                ((link-problem piece)
                 => (lambda (problem) (string-append (link-text piece) " (broken: " problem ")")))
                (else (string-append "→ " (visible-text (link-label piece))))))
        (text-pieces session text))))

(define (indented columns lines)
  (let ((lead (make-string columns #\space)))
    (string-concatenate
     (map (lambda (line) (if (string-null? line) "\n" (string-append lead line "\n"))) lines))))

(define (in-style style lines)
  (map (lambda (line) (styled style line)) lines))
