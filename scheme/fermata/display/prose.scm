;;; (fermata display prose) -- prose as HTML: paragraphs, and the Markdown that people use without
;;; thinking: emphasis, code, lists, quotations, links. All else is text, shown as it was written.

(define-module (fermata display prose)
  #:use-module (fermata display plain)
  #:use-module (fermata notebook markdown)
  #:use-module (srfi srfi-1)
  #:export (escaped-html
            inline-html
            prose->html))

(define (escaped-html text)
  "Return TEXT such that it means nothing in HTML, neither between tags nor in an attribute."
  (if (string-any special? text)
      (string-concatenate (map escaped-char (string->list (visible-text text))))
      text))

(define (special? char)
  (or (memv char '(#\& #\< #\> #\" #\'))
      (char<? char #\space)
      (char<=? #\delete char #\x9f)
      (char<=? #\x202a char #\x2069)
      (char<=? #\xfffe char #\xffff)))

(define (escaped-char char)
  (case char
    ((#\&) "&amp;")
    ((#\<) "&lt;")
    ((#\>) "&gt;")
    ((#\") "&quot;")
    ((#\') "&#39;")
    ((#\xfffe #\xffff) "\ufffd")
    (else (string char))))

;;; Lines to elements

(define (prose->html text link)
  "Return TEXT as HTML; LINK gives the HTML of a text that holds no Markdown but may hold links to
sections."
  (lines->html (string-split text #\newline) link 0))

(define deepest 20)

(define (lines->html lines link depth)
  "Return LINES, which stand DEPTH lists and quotations deep, as HTML."
  (let loop ((lines lines) (done '()))
    (cond ((null? lines) (string-concatenate-reverse done))
          ((blank? (car lines)) (loop (cdr lines) done))
          (else
           (call-with-values (lambda () (first-element lines link depth))
             (lambda (html rest) (loop rest (cons html done))))))))

(define (blank? line) (string-every char-whitespace? line))

(define (first-element lines link depth)
  "Return the HTML of what LINES begin with, and the lines after it."
  (let ((fence (line-fence (car lines))))
    (cond (fence (code-element fence (cdr lines)))
          ((= depth deepest) (paragraph lines link))
          ((quoted? (car lines)) (quotation lines link depth))
          ((list-item-end (car lines)) (list-element lines link depth))
          (else (paragraph lines link)))))

(define (code-element fence lines)
  (call-with-values (lambda () (break (lambda (line) (fence-ends? fence line)) lines))
    (lambda (inside rest)
      (values (string-append "<pre><code>" (escaped-html (string-join inside "\n"))
                             "</code></pre>\n")
              (if (null? rest) '() (cdr rest))))))

(define (quoted? line) (string-prefix? ">" (string-trim line)))

(define (quotation lines link depth)
  (call-with-values (lambda () (span quoted? lines))
    (lambda (inside rest)
      (values (string-append "<blockquote>\n"
                             (lines->html (map unquoted inside) link (+ depth 1))
                             "</blockquote>\n")
              rest))))

(define (unquoted line)
  (let ((text (substring (string-trim line) 1)))
    (if (string-prefix? " " text) (substring text 1) text)))

(define (paragraph lines link)
  (call-with-values
      (lambda () (break (lambda (line) (or (blank? line) (line-fence line) (quoted? line)
                                           (list-item-end line)))
                        (cdr lines)))
    (lambda (inside rest)
      (values (string-append "<p>" (inline-html (string-join (cons (car lines) inside) "\n") link)
                             "</p>\n")
              rest))))

;;; Lists: an item has the lines that stand further in than it does, lists among them.

(define (list-element lines link depth)
  (let ((tag (list-tag (car lines))))
    (let loop ((lines lines) (items '()))
      (if (or (null? lines) (not (equal? tag (list-tag (car lines)))))
          (values (string-append "<" tag ">\n" (string-concatenate-reverse items)
                                 "</" tag ">\n")
                  lines)
          (call-with-values (lambda () (item-lines lines))
            (lambda (inside rest)
              (loop rest (cons (list-item inside link (+ depth 1)) items))))))))

(define (list-tag line)
  "Return the tag of the list that LINE is an item of, or #f."
  (and (list-item-end line)
       (if (char-numeric? (string-ref (string-trim line) 0)) "ol" "ul")))

(define (indentation line) (or (string-skip line #\space) (string-length line)))

(define (item-lines lines)
  "Return the lines of the item that LINES begin with, without its mark, and the rest. A line of
text goes on with an item also where it stands at the margin."
  (let* ((end (list-item-end (car lines)))
         (margin (indentation (car lines)))
         (deeper? (lambda (line) (> (indentation line) margin))))
    (call-with-values
        (lambda ()
          (span (lambda (line)
                  (and (not (blank? line))
                       (or (deeper? line)
                           (not (or (list-item-end line) (line-fence line) (quoted? line))))))
                (cdr lines)))
      (lambda (inside rest)
        (values (cons (substring (car lines) end)
                      (map (lambda (line) (substring line (min end (indentation line)))) inside))
                rest)))))

(define (list-item lines link depth)
  "Return the item that has LINES: its text, then what stands below it."
  (call-with-values (lambda () (break list-item-end lines))
    (lambda (text below)
      (string-append "<li>" (inline-html (string-join text "\n") link)
                     (if (null? below) "" "\n")
                     (lines->html below link depth) "</li>\n"))))

;;; Inside a line

(define (inline-html text link)
  "Return TEXT, one paragraph, as HTML: emphasis, code and links to the web; LINK gives the HTML of
the rest."
  (define searched (make-hash-table))   ; from a sign of emphasis to where none of it ends before
  (let loop ((from 0) (at 0) (done '()))
    (let ((at (string-index text marks at)))
      (define (plain-to end) (link (substring text from end)))
      (if (not at)
          (string-concatenate-reverse (cons (plain-to (string-length text)) done))
          (call-with-values (lambda () (span-at text at link searched))
            (lambda (html end)
              (if html
                  (loop end end (cons* html (plain-to at) done))
                  (loop from end done))))))))

(define marks (char-set #\` #\* #\_ #\[ #\\ #\h #\space))

(define (span-at text at link searched)
  "Return the HTML of what begins at AT of TEXT, or #f when that is only text, and where it ends."
  (case (string-ref text at)
    ((#\`) (code-span text at))
    ((#\* #\_) (emphasis text at link searched))
    ((#\[) (web-link text at link))
    ((#\h) (bare-link text at))
    ((#\\) (backslash text at))
    (else (line-break text at))))

(define (run-end text at)
  (or (string-skip text (string-ref text at) at) (string-length text)))

(define (code-span text at)
  (let* ((open (run-end text at)) (mark (substring text at open)))
    (let loop ((close (string-contains text mark open)))
      (cond ((not close) (values #f open))
            ((> (- (run-end text close) close) (- open at))
             (loop (string-contains text mark (run-end text close))))
            (else (values (string-append "<code>" (escaped-html (string-trim-both
                                                                 (substring text open close)))
                                         "</code>")
                          (run-end text close)))))))

(define (space-at? text at)
  (or (< at 0) (>= at (string-length text)) (char-whitespace? (string-ref text at))))

(define (word-at? text at)
  (and (< -1 at (string-length text))
       (let ((char (string-ref text at))) (or (char-alphabetic? char) (char-numeric? char)))))

(define (emphasis text at link searched)
  "One sign is emphasis, two are strong. An underscore inside a word is only that."
  (let* ((open (run-end text at)) (size (- open at)) (mark (substring text at open))
         (underscore? (char=? #\_ (string-ref mark 0)))
         (close (and (<= size 2) (not (space-at? text open))
                     (not (and underscore? (word-at? text (- at 1))))
                     (emphasis-end text mark open underscore? searched)))
         (tag (if (= size 1) "em" "strong")))
    (if close
        (values (string-append "<" tag ">" (inline-html (substring text open close) link)
                               "</" tag ">")
                (+ close size))
        (values #f open))))

;; Signs that never close would each be looked for to the end: no emphasis is longer than this, and
;; where one was looked for in vain the next need not look again.
(define longest-emphasis 1000)

(define (emphasis-end text mark from underscore? searched)
  (let ((limit (min (string-length text) (+ from longest-emphasis))) (size (string-length mark)))
    (let loop ((at (max (+ from 1) (hash-ref searched mark 0))))
      (let ((close (and (< at limit) (string-contains text mark at limit))))
        (cond ((not close)
               (hash-set! searched mark (max at (- limit size -1)))
               #f)
              ((and (= size (- (run-end text close) close))
                    (not (space-at? text (- close 1)))
                    (not (and underscore? (word-at? text (+ close size)))))
               close)
              (else (loop (run-end text close))))))))

(define (web-link text at link)
  "[such](https://...) is a link; [[such]] is one to a section, which LINK knows."
  (let* ((limit (min (string-length text) (+ at longest-emphasis)))
         (middle (and (not (string-prefix? "[[" text 0 2 at)) (string-contains text "](" at limit)))
         (close (and middle (string-index text #\) middle limit)))
         (address (and close (substring text (+ middle 2) close))))
    (cond ((string-prefix? "[[" text 0 2 at) (values #f (section-link-end text at)))
          ((and address (web-address? address))
           (values (anchor address (inline-html (substring text (+ at 1) middle) link))
                   (+ close 1)))
          (else (values #f (+ at 1))))))

(define (section-link-end text at)
  "Return where what begins with [[ at AT may end, so that signs in it mean nothing."
  (let ((close (string-index text #\] at (min (string-length text) (+ at longest-emphasis)))))
    (if close (+ close 1) (+ at 2))))

(define (anchor address html)
  (string-append "<a href=\"" (escaped-html address) "\">" html "</a>"))

(define (web-address? text)
  (and (any (lambda (start) (and (string-prefix-ci? start text)
                                 (> (string-length text) (string-length start))))
            '("http://" "https://" "mailto:"))
       (not (string-any char-whitespace? text))
       (not (string-any char-set:iso-control text))))

(define (bare-link text at)
  "An address that stands in the text by itself is a link too, without the sign that ends a clause."
  (if (and (any (lambda (start) (string-prefix? start text 0 (string-length start) at))
                '("http://" "https://"))
           (not (word-at? text (- at 1))))
      (let* ((stop (or (string-index text after-address at) (string-length text)))
             (end (+ 1 (string-rindex text inside-address at stop)))
             (address (substring text at end)))
        (if (web-address? address)
            (values (anchor address (escaped-html address)) end)
            (values #f end)))
      (values #f (+ at 1))))

(define inside-address (char-set-complement (string->char-set ".,;:!?")))

(define (after-address char)
  (or (char-whitespace? char) (memv char '(#\< #\> #\" #\)))))

(define (backslash text at)
  "A backslash keeps the sign after it from meaning something."
  (let ((next (+ at 1)))
    (if (and (< next (string-length text)) (char-set-contains? char-set:escapable
                                                               (string-ref text next)))
        (values (escaped-html (string (string-ref text next))) (+ next 1))
        (values #f next))))

(define char-set:escapable (string->char-set "\\`*_[](){}#+-.!<>&\"'~|=:;,?@$%^/"))

(define (line-break text at)
  "Two spaces at the end of a line break it."
  (let ((end (run-end text at)))
    (if (and (>= (- end at) 2) (< end (string-length text))
             (char=? #\newline (string-ref text end)))
        (values "<br />" end)
        (values #f end))))
