;;; (fermata display rows) -- words with their explanations in two columns, and small texts.

(define-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata native line)
  #:use-module ((srfi srfi-1) #:select (append-map))
  #:export (broken-lines
            count-text
            padded
            rows->text))

(define (padded text width)
  "Return TEXT followed by spaces up to WIDTH columns, two at least."
  (string-append text (make-string (max 2 (- width (text-columns text))) #\space)))

(define* (rows->text rows #:optional (width (widest rows)))
  "Return ROWS, each (NAME . TEXT), as indented lines; TEXT begins WIDTH columns after NAME does,
and goes on below itself where the screen ends. It begins below a NAME that leaves it no room."
  (let* ((width (min width (max 8 (- (screen-width) 22))))
         (room (max 20 (- (screen-width) 2 width)))
         (gap (string-append "\n" (make-string (+ 2 width) #\space))))
    (define (after-name name)
      (let ((columns (text-columns name)))
        (if (> (+ columns 2) width) gap (make-string (- width columns) #\space))))
    (string-concatenate
     (map (lambda (row)
            (string-append "  " (styled 'name (car row)) (after-name (car row))
                           (string-join (broken-lines (cdr row) room) gap) "\n"))
          rows))))

(define (broken-lines text width)
  "Return TEXT as a list of lines of at most WIDTH columns; a longer line is broken between words."
  (append-map (lambda (line)
                (if (> (text-columns line) width) (filled-lines line width) (list line)))
              (string-split text #\newline)))

(define (filled-lines line width)
  (let loop ((words (append-map (lambda (word) (cut-word word width)) (string-tokenize line)))
             (current "") (lines '()))
    (cond ((null? words) (reverse (cons current lines)))
          ((string-null? current) (loop (cdr words) (car words) lines))
          ((> (+ (text-columns current) 1 (text-columns (car words))) width)
           (loop words "" (cons current lines)))
          (else (loop (cdr words) (string-append current " " (car words)) lines)))))

(define (cut-word word width)
  "Return WORD in pieces of at most WIDTH columns, if it is long because its script has no spaces.
Other long words, such as addresses, stay whole."
  (if (and (> (text-columns word) width) (string-any wide? word))
      (let loop ((chars (string->list word)) (columns 0) (piece '()) (pieces '()))
        (if (null? chars)
            (reverse (cons (list->string (reverse piece)) pieces))
            (let ((size (text-columns (string (car chars)))))
              (if (and (pair? piece) (> (+ columns size) width))
                  (loop chars 0 '() (cons (list->string (reverse piece)) pieces))
                  (loop (cdr chars) (+ columns size) (cons (car chars) piece) pieces)))))
      (list word)))

(define (wide? char) (= 2 (text-columns (string char))))

(define (widest rows)
  (+ 2 (apply max 0 (map (lambda (row) (min 36 (text-columns (car row)))) rows))))

(define (count-text count thing)
  "Return \"1 measure\", \"3 measures\", \"2 entries\" and so on."
  (string-append (number->string count) " "
                 (cond ((= count 1) thing)
                       ((string-suffix? "y" thing)
                        (string-append (string-drop-right thing 1) "ies"))
                       (else (string-append thing "s")))))
