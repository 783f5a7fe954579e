;;; (fermata display html) -- a notebook as one page that needs nothing else: no network, no script.
;;; It is XML too, so anything can read it.

(define-module (fermata display html)
  #:use-module (fermata clock)
  #:use-module (fermata display prose)
  #:use-module (fermata display style)
  #:use-module (fermata display theme)
  #:use-module (fermata display timeline)
  #:use-module (fermata elsewhere)
  #:use-module (fermata engraver)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook resolve)
  #:use-module (fermata session)
  #:use-module (srfi srfi-1)
  #:export (notebook->html))

(define width 90)

(define (notebook->html session section)
  "Return the notebook of SESSION, or only SECTION of it when that is not #f, as the text of an HTML
file."
  (let* ((notebook (session-notebook session))
         (rows (section-rows notebook section))
         (title (if section (section-title section) (notebook-title notebook))))
    (reading-once
     (lambda ()
       (page title
             (string-append
              (element "header" '()
                       (element "h1" '() (escaped-html title))
                       (element "p" '((class . "by"))
                                (escaped-html (session-name session)) ", "
                                (local-date (notebook-modified notebook))))
              (if (> (length rows) 1)
                  (element "nav" '((aria-label . "Contents")) "\n" (contents rows))
                  "")
              (sections-html session rows (page-link session rows))))))))

(define (page title body)
  (string-append
   "<!DOCTYPE html>\n"
   "<html lang=\"en\">\n<head>\n"
   "<meta charset=\"utf-8\" />\n"
   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
   "<meta name=\"color-scheme\" content=\"light dark\" />\n"
   "<meta name=\"generator\" content=\"Fermata\" />\n"
   (element "title" '() (escaped-html title))
   "<style>\n" page-style "</style>\n"
   "</head>\n<body>\n<main>\n" body "</main>\n</body>\n</html>\n"))

;;; Elements

(define (tag name attributes)
  (string-append
   "<" name
   (string-concatenate
    (map (lambda (pair)
           (string-append " " (symbol->string (car pair)) "=\"" (escaped-html (cdr pair)) "\""))
         attributes))
   ">"))

(define (element name attributes . parts)
  "Return the element NAME, on a line of its own, that holds PARTS, which are HTML already."
  (string-append (inline name attributes (string-concatenate parts)) "\n"))

(define (inline name attributes html)
  (string-append (tag name attributes) html "</" name ">"))

(define (preformatted class text)
  (element "pre" `((class . ,class)) (escaped-html text)))

;;; Contents and sections

(define (depth row) (+ 1 (string-count (car row) #\.)))

(define (map-trees each rows)
  "Return (EACH ROW UNDER) for those of ROWS, in reading order, that are under no other, joined; UNDER
are the rows under it."
  (let loop ((rows rows) (done '()))
    (if (null? rows)
        (string-concatenate-reverse done)
        (call-with-values
            (lambda () (span (lambda (row) (> (depth row) (depth (car rows)))) (cdr rows)))
          (lambda (under rest)
            (loop rest (cons (each (car rows) under) done)))))))

(define (contents rows)
  (element "ul" '()
           "\n"
           (map-trees (lambda (row under)
                        (element "li" '()
                                 (inline "a" `((href . ,(string-append "#" (section-id (cdr row)))))
                                         (numbered-title row))
                                 (if (null? under) "" (string-append "\n" (contents under)))))
                      rows)))

(define (numbered-title row)
  (string-append (inline "span" '((class . "number")) (car row)) " "
                 (escaped-html (section-title (cdr row)))))

(define (sections-html session rows link)
  (map-trees
   (lambda (row under)
     (element "section" `((id . ,(section-id (cdr row))))
              "\n"
              (element (string-append "h" (number->string (min 6 (+ 1 (depth row))))) '()
                       (numbered-title row))
              (string-concatenate
               (map (lambda (block) (block->html session block link))
                    (vector->list (section-blocks (cdr row)))))
              (sections-html session under link)))
   rows))

;;; Links between sections

(define (page-link session rows)
  "Return what makes HTML of a text with links; those to ROWS lead to their place on this page."
  (let ((here? (link-into rows)))
    (lambda (text)
      (string-concatenate
       (map (lambda (piece)
              (cond ((string? piece) (escaped-html piece))
                    ((link-problem piece) => (lambda (problem) (broken-link piece problem)))
                    ((here? piece)
                     (inline "a" `((href . ,(string-append "#" (link-section piece))))
                             (escaped-html (link-label piece))))
                    (else (inline "cite" `((title . ,(link-text piece)))
                                  (escaped-html (link-label piece))))))
            (text-pieces session text))))))

(define (broken-link link problem)
  (inline "span" '((class . "broken"))
          (escaped-html (string-append (link-text link) " (broken: " problem ")"))))

;;; Blocks

(define (block->html session block link)
  (let ((resolved (resolved-block session block)))
    (define (prose key) (prose->html (block-ref block key "") link))
    (define (in-block class . parts)
      (element "div" `((class . ,class) (id . ,(block-id block)))
               "\n" (string-concatenate parts) (by-line block)))
    (case (string->symbol (block-type block))
      ((Prose) (in-block "prose" (prose 'text)))
      ((ScoreRef) (in-block "music" (score-figure resolved)))
      ((InlineMusic) (in-block "music" (inline-music-html (block-ref block 'source "") resolved)))
      ((HistoryRef) (in-block "history" (history-html block resolved link)))
      ((Annotation)
       (in-block "annotation"
                 (label-html "p" (resolved-label resolved) (resolved-problem resolved))
                 (prose 'text)))
      ((ChatSummary)
       (in-block "digest" (prose 'content)
                 (element "p" '((class . "by"))
                          (escaped-html (resolved-label resolved)) ", "
                          (local-date (block-ref block 'timestamp)))))
      (else ""))))

(define (by-line block)
  "Return who wrote BLOCK, when it was not the user."
  (let ((author (block-author block)))
    (if (member author '(#f "user"))
        ""
        (element "p" '((class . "by")) "written by " (escaped-html author) ", "
                 (local-date (block-ref block 'created ""))))))

(define (local-date timestamp)
  (escaped-html (timestamp->local timestamp "%Y-%m-%d %H:%M")))

(define* (label-html name label problem #:optional (more ""))
  "Return the element NAME with LABEL, MORE, which is HTML, and the PROBLEM if there is one."
  (element name '((class . "label"))
           (escaped-html label) more
           (if problem
               (inline "span" '((class . "broken"))
                       (escaped-html (string-append (if (string-null? label) "" " — ")
                                                    "broken: " problem)))
               "")))

(define (score-figure resolved)
  (let ((music (resolved-music resolved)))
    (element "figure" '()
             "\n"
             (label-html "figcaption" (resolved-label resolved) (resolved-problem resolved))
             (if music (music-html music (music-source music width)) ""))))

(define (inline-music-html source resolved)
  "Return the music that SOURCE made; SOURCE itself, with the reason, when it made none."
  (let ((music (resolved-music resolved)))
    (element "figure" '()
             "\n"
             (if music
                 (music-html music source)
                 (string-append (label-html "figcaption" "" (resolved-problem resolved))
                                (preformatted "source" source))))))

(define (history-html block resolved link)
  (let ((caption (block-ref block 'caption)))
    (element "figure" '()
             "\n"
             (label-html "figcaption" (resolved-label resolved) (resolved-problem resolved)
                         (if caption
                             (inline "span" '((class . "caption"))
                                     (string-append " " (inline-html caption link)))
                             ""))
             (preformatted "timeline" (timeline-text (resolved-entries resolved))))))

(define (timeline-text entries)
  (string-trim-right (strip-styles (timeline->text entries #:width width #:day ""))))

(define (music-html music source)
  "Return MUSIC engraved where that can be done, else as text to be read at a glance; SOURCE is
there for those who ask for it."
  (let* ((score (music-score music)) (svg (and score (engraved-svg score))))
    (string-append
     (if svg
         (element "div" '((class . "engraved")) svg)
         (preformatted "grid" (music-grid music width)))
     (element "details" '() (element "summary" '() "source") (preformatted "source" source)))))
