;;; (fermata notebook markdown) -- Markdown taken in: headings become sections, fenced `fermata`
;;; blocks become music, the rest is prose. What marks structure is said here for both directions:
;;; a line of prose that would be taken for it gets a backslash on the way out and loses it here.

(define-module (fermata notebook markdown)
  #:use-module (fermata notebook block)
  #:use-module (fermata outcome)
  #:use-module (fermata texts)
  #:use-module (ice-9 textual-ports)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (block-separator
            escaped-prose
            fence-ends?
            fence-info
            line-fence
            list-item-end
            markdown->sections
            markdown-title
            read-markdown))

;;; Lines

(define (read-markdown path)
  "Return the text of the file PATH; bytes that are not UTF-8 become U+FFFD."
  (catch 'system-error
    (lambda () (call-with-input-file path get-string-all #:encoding "UTF-8"))
    (lambda args
      (raise-problem 'file (string-append "cannot read " path ": "
                                          (strerror (system-error-errno args)))))))

(define (text->lines text)
  "Return the lines of TEXT, whatever ends them, without a byte order mark."
  (let ((text (if (string-prefix? "\ufeff" text) (substring text 1) text)))
    (map (lambda (line) (string-trim-right line #\return)) (string-split text #\newline))))

(define (blank? line) (string-every char-whitespace? line))

(define (indentation line)
  (or (string-skip line #\space) (string-length line)))

(define (run-end line char from)
  "Return where the run of CHAR that begins at FROM of LINE ends."
  (or (string-skip line char from) (string-length line)))

;; The line that keeps two blocks of prose apart; Markdown shows nothing for it.
(define block-separator "<!-- -->")

;;; Fences

(define-record-type <fence>
  (make-fence char size info)
  fence?
  (char fence-char)
  (size fence-size)
  (info fence-info))                    ; the word after it: what the text inside is

(define (line-fence line)
  "Return the fence that LINE opens, or #f."
  (let* ((start (indentation line))
         (char (and (< start (min 4 (string-length line))) (string-ref line start)))
         (end (and (memv char '(#\` #\~)) (run-end line char start)))
         (info (and end (string-trim-both (substring line end)))))
    (and end (>= (- end start) 3)
         (not (and (char=? char #\`) (string-index info #\`)))
         (make-fence char (- end start) info))))

(define (fence-ends? fence line)
  "Return whether LINE closes FENCE."
  (let* ((start (indentation line)) (end (run-end line (fence-char fence) start)))
    (and (< start 4) (>= (- end start) (fence-size fence)) (blank? (substring line end)))))

(define (music-fence? fence)
  (let ((words (string-tokenize (fence-info fence))))
    (and (pair? words) (string=? "fermata" (car words)))))

;;; Headings

(define (line-heading line)
  "Return (LEVEL . TITLE) when LINE is a heading, ## such as this, else #f."
  (let* ((start (indentation line)) (end (run-end line #\# start)))
    (and (< start 4) (<= 1 (- end start) 6)
         (or (= end (string-length line)) (char-whitespace? (string-ref line end)))
         (cons (- end start) (plain-title (without-closing (substring line end)))))))

(define (without-closing text)
  "Return TEXT of a heading without the # signs that may close it."
  (let* ((text (string-trim-both text))
         (end (or (string-rindex text (lambda (char) (not (char=? char #\#)))) -1)))
    (cond ((= end -1) "")
          ((char-whitespace? (string-ref text end)) (string-trim-right (substring text 0 end)))
          (else text))))

(define (plain-title text)
  "Return TEXT without the backslashes that keep signs from meaning something."
  (let loop ((chars (string->list text)) (kept '()))
    (cond ((null? chars) (list->string (reverse kept)))
          ((and (char=? #\\ (car chars)) (pair? (cdr chars)) (punctuation? (cadr chars)))
           (loop (cddr chars) (cons (cadr chars) kept)))
          (else (loop (cdr chars) (cons (car chars) kept))))))

(define (punctuation? char)
  (and (char<? #\space char #\delete) (not (char-alphabetic? char)) (not (char-numeric? char))))

;; Markdown has six levels of headings; what is deeper stands in bold, and its number says how deep.
(define (line-deep-heading line)
  "Return (LEVEL . TITLE) when LINE is **1.1.1.1.1.1 Title**, else #f."
  (let ((line (string-trim-right line)))
    (and (string-prefix? "**" line) (string-suffix? "**" line) (> (string-length line) 4)
         (let* ((text (plain-title (substring line 2 (- (string-length line) 2))))
                (number (title-number text)))
           (and number (> (length number) 5) (cons (+ 1 (length number)) text))))))

(define (title-number title)
  "Return the parts of the number that TITLE begins with, such as (2 4) for 2.4 Title, or #f."
  (let* ((end (string-index title #\space))
         (parts (if end (map text->count (string-split (substring title 0 end) #\.)) '())))
    (and (pair? parts)
         (every (lambda (part) (and part (positive? part))) parts)
         parts)))

(define (underline-level line)
  "Return 1 or 2 when LINE would make a heading of the lines before it: === or ---, else #f."
  (let* ((start (indentation line))
         (char (and (< start (min 4 (string-length line))) (string-ref line start))))
    (and (memv char '(#\= #\-))
         (blank? (substring line (run-end line char start)))
         (if (char=? char #\=) 1 2))))

;;; What a line is, after OPEN lines of a paragraph that an underline would make a heading

(define (structure? line open)
  (or (line-heading line)
      (and (zero? open) (line-deep-heading line))
      (string=? block-separator (string-trim-both line))
      (and (positive? open) (underline-level line))))

(define (open-after line open)
  "Return how many lines of such a paragraph are open after LINE; -1 in a list or a quotation, whose
lines are none."
  (cond ((blank? line) 0)
        ((= open -1) -1)
        ((and (zero? open) (> (indentation line) 3)) -1)
        ((or (list-item-end line) (string-prefix? ">" (string-trim line))) -1)
        (else (+ open 1))))

(define (list-item-end line)
  "Return where the text of LINE begins when it is an item of a list, - such or 1. such, else #f."
  (let* ((start (indentation line))
         (digits (or (string-skip line (lambda (char) (char<=? #\0 char #\9)) start)
                     (string-length line)))
         (end (and (< digits (string-length line))
                   (if (= digits start)
                       (memv (string-ref line start) '(#\- #\* #\+))
                       (and (< (- digits start) 10) (memv (string-ref line digits) '(#\. #\)))))
                   (+ digits 1))))
    (and end (< (+ end 1) (string-length line)) (char=? #\space (string-ref line end))
         (+ end 1))))

(define (after-backslashes line)
  "Return LINE without the backslashes that it begins with, after its indentation."
  (let ((start (indentation line)))
    (string-append (substring line 0 start)
                   (substring line (run-end line #\\ start)))))

(define (escaped-prose text)
  "Return TEXT as Markdown in which none of its lines counts as structure; a fence that is open at
its end is closed."
  (let loop ((lines (text->lines text)) (fence #f) (open 0) (done '()))
    (if (null? lines)
        (string-join (reverse (if fence (cons (fence-text fence) done) done)) "\n")
        (let* ((line (car lines)) (opened (and (not fence) (line-fence line))))
          (cond (fence
                 (loop (cdr lines) (and (not (fence-ends? fence line)) fence) 0
                       (cons line done)))
                (opened (loop (cdr lines) opened 0 (cons line done)))
                ((structure? (after-backslashes line) open)
                 (let ((escaped (with-backslash line)))
                   (loop (cdr lines) #f (open-after escaped open) (cons escaped done))))
                (else (loop (cdr lines) #f (open-after line open) (cons line done))))))))

(define (fence-text fence) (make-string (fence-size fence) (fence-char fence)))

(define (with-backslash line)
  (let ((start (indentation line)))
    (string-append (substring line 0 start) "\\" (substring line start))))

(define (without-backslash line open)
  "Return LINE as it was before escaped-prose."
  (let ((start (indentation line)))
    (if (and (string-prefix? "\\" line 0 1 start) (structure? (after-backslashes line) open))
        (string-append (substring line 0 start) (substring line (+ start 1)))
        line)))

;;; From lines to elements: (heading LEVEL . TITLE), (prose . TEXT), (music . TEXT)

(define (text->elements text)
  "Return what stands in TEXT, in order."
  (let loop ((lines (text->lines text)) (open 0) (prose '()) (done '()))
    (if (null? lines)
        (reverse (with-prose prose done))
        (let* ((line (car lines)) (fence (line-fence line)) (level (underline-level line)))
          (cond (fence
                 (call-with-values (lambda () (fenced fence (cdr lines)))
                   (lambda (inside rest)
                     (if (music-fence? fence)
                         (loop rest 0 '() (with-text 'music inside (with-prose prose done)))
                         (loop rest 0 (append (reverse inside) (cons line prose)) done)))))
                ((or (line-heading line) (and (zero? open) (line-deep-heading line)))
                 => (lambda (heading)
                      (loop (cdr lines) 0 '()
                            (acons 'heading heading (with-prose prose done)))))
                ((and level (positive? open))
                 (loop (cdr lines) 0 '()
                       (acons 'heading (cons level (underlined-title (take prose open)))
                              (with-prose (drop prose open) done))))
                ((string=? block-separator (string-trim-both line))
                 (loop (cdr lines) 0 '() (with-prose prose done)))
                (else
                 (loop (cdr lines) (open-after line open)
                       (cons (without-backslash line open) prose) done)))))))

(define (underlined-title lines)
  (plain-title (string-join (map string-trim-both (reverse lines)) " ")))

(define (fenced fence lines)
  "Return the first LINES, which FENCE holds, and the rest. The line that closes it is among the
first when it is a fence of prose."
  (let loop ((lines lines) (inside '()))
    (cond ((null? lines) (values (reverse inside) '()))
          ((not (fence-ends? fence (car lines))) (loop (cdr lines) (cons (car lines) inside)))
          ((music-fence? fence) (values (reverse inside) (cdr lines)))
          (else (values (reverse (cons (car lines) inside)) (cdr lines))))))

(define (with-prose prose done)
  (with-text 'prose (reverse prose) done))

(define (with-text kind lines done)
  "Return DONE with LINES as an element of KIND before it, if they are not all blank."
  (let ((lines (drop-while blank? lines)))
    (if (null? lines)
        done
        (acons kind (string-trim-right (string-join lines "\n")) done))))

;;; From elements to sections

(define (elements->runs elements)
  "Return (LEVEL TITLE . BLOCKS) for each heading of ELEMENTS; what is before them has level 0."
  (let loop ((elements elements) (level 0) (title #f) (blocks '()) (runs '()))
    (define (with-run) (acons level (cons title (reverse blocks)) runs))
    (cond ((null? elements) (reverse (with-run)))
          ((eq? 'heading (caar elements))
           (loop (cdr elements) (cadar elements) (cddar elements) '() (with-run)))
          (else (loop (cdr elements) level title
                      (cons (element-block (car elements)) blocks) runs)))))

(define (element-block element)
  (if (eq? 'music (car element))
      (inline-music-block (cdr element) #f #f)
      (prose-block (cdr element))))

(define (text->runs text)
  "Return the runs of TEXT and the title of the notebook, #f when it has none. A notebook's title is
a heading of level 1 with nothing under it, before a section that is numbered 1."
  (let* ((all (elements->runs (text->elements text)))
         (runs (if (null? (cddar all)) (cdr all) all)))
    (cond ((and (pair? runs) (pair? (cdr runs))
                (= 1 (car (first runs)))
                (null? (cddr (first runs)))
                (exported? (second runs))
                (equal? '(1) (title-number (cadr (second runs)))))
           (values (raised (cdr runs)) (cadr (first runs))))
          ((and (pair? runs) (exported? (first runs))) (values (raised runs) #f))
          (else (values runs #f)))))

(define (exported? run)
  "Return whether the heading of RUN is as we write them: one level deeper than its number is long."
  (let ((number (and (cadr run) (title-number (cadr run)))))
    (and number (= (car run) (+ 1 (length number))))))

(define (raised runs)
  "Return RUNS one level up, where the title of the notebook is not counted."
  (map (lambda (run) (cons (max 1 (- (car run) 1)) (cdr run))) runs))

(define (markdown-title text)
  "Return the title of the notebook of which TEXT is an export, or #f."
  (call-with-values (lambda () (text->runs text)) (lambda (runs title) title)))

(define* (markdown->sections text #:optional (title "Notes"))
  "Return the sections that TEXT, Markdown, holds: a list of alists with title, blocks, a list of
fields as the constructors of blocks give them, and sections. Numbers in headings are dropped. What
stands before the first heading is a section called TITLE."
  (call-with-values (lambda () (text->runs text))
    (lambda (runs ignored)
      (call-with-values (lambda () (runs->sections (without-numbers runs) 0 title))
        (lambda (sections rest) sections)))))

(define (without-numbers runs)
  "Return RUNS without the numbers in their titles. A number is one when it is as long as its
heading is deep; that of a top section must also be its place, for a title may begin with a year."
  (define (ours? number level place)
    (and number (= level (length number)) (or (> level 1) (= place (car number)))))
  (let loop ((runs runs) (place 1) (done '()))
    (if (null? runs)
        (reverse done)
        (let* ((run (car runs)) (level (car run)) (title (cadr run))
               (number (and title (title-number title))))
          (loop (cdr runs) (if (= level 1) (+ place 1) place)
                (cons (if (ours? number level place)
                          (cons* level (after-first-word title) (cddr run))
                          run)
                      done))))))

(define (after-first-word title)
  (string-trim (substring title (string-index title #\space))))

(define (runs->sections runs level preamble)
  "Return the sections at the head of RUNS that are deeper than LEVEL, or before all headings, and
the runs that are left."
  (let loop ((runs runs) (sections '()))
    (if (or (null? runs) (and (positive? level) (<= (caar runs) level)))
        (values (reverse sections) runs)
        (let ((run (car runs)))
          (call-with-values (lambda () (if (zero? (car run))
                                           (values '() (cdr runs))
                                           (runs->sections (cdr runs) (car run) preamble)))
            (lambda (children rest)
              (loop rest
                    (cons `((title . ,(named (cadr run) preamble)) (blocks . ,(cddr run))
                            (sections . ,children))
                          sections))))))))

(define (named title preamble)
  (cond ((not title) preamble)
        ((string-null? title) "Untitled")
        (else title)))
