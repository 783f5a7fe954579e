;;; (fermata display timeline) -- history entries as one timeline: what was typed, what came of it,
;;; and who said what, in the order in which it was experienced.

(define-module (fermata display timeline)
  #:use-module (fermata clock)
  #:use-module (fermata display delta)
  #:use-module (fermata display rows)
  #:use-module (fermata display theme)
  #:use-module (fermata history)
  #:use-module (srfi srfi-1)
  #:export (entry->text
            timeline->text))

(define* (timeline->text entries #:key (width 80) (day (today)) (break-code? #f))
  "Return ENTRIES as lines of about WIDTH columns; a day is named where another than DAY begins.
Prose is broken to the width, code and results only for BREAK-CODE?."
  (let ((digits (index-digits entries)))
    (let loop ((rest entries) (day day) (texts '()))
      (if (null? rest)
          (string-concatenate (reverse texts))
          (let ((this (entry-day (car rest))))
            (loop (cdr rest) this
                  (cons* (entry->text (car rest) #:width width #:digits digits
                                      #:break-code? break-code?)
                         (if (string=? this day) "" (string-append (styled 'dim this) "\n"))
                         texts)))))))

(define (index-digits entries)
  (if (null? entries)
      3
      (max 3 (string-length (number->string (entry-ref (last entries) 'index 0))))))

;;; Times, in the user's own time zone

(define (entry-time entry format)
  (timestamp->local (entry-ref entry 'timestamp) format))

(define (entry-day entry) (entry-time entry "%Y-%m-%d"))
(define (today) (strftime "%Y-%m-%d" (localtime (current-time))))

;;; One entry

(define* (entry->text entry #:key (width 80) (digits 3) (break-code? #f))
  "Return ENTRY as lines: its number and time, then each mark with its text."
  (let* ((index (number->string (entry-ref entry 'index 0)))
         (lead (string-append (string-pad index digits) "  " (entry-time entry "%H:%M:%S") "  "))
         (blank (make-string (string-length lead) #\space))
         (room (max 20 (- width (string-length lead) mark-width))))
    (let loop ((rows (entry-rows entry)) (lead (styled 'index lead)) (texts '()))
      (if (null? rows)
          (string-concatenate (reverse texts))
          (loop (cdr rows) blank
                (cons (row->text (car rows) lead (string-length blank) room break-code?)
                      texts))))))

(define mark-width 5)

(define (row->text row lead indent room break-code?)
  "Return the ROW (STYLE MARK TEXT) with LEAD before it, and further lines of TEXT below the first."
  (let* ((style (car row))
         (gap (make-string (+ indent mark-width) #\space))
         (lines (append-map (lambda (line)
                              (wrapped line room (or break-code? (prose? style))))
                            (string-split (string-trim-right (caddr row)) #\newline))))
    (string-append lead (styled style (string-pad-right (cadr row) mark-width))
                   (string-join (map (lambda (line) (shown style line)) lines)
                                (string-append "\n" gap))
                   "\n")))

(define (shown style line)
  (if (memq style '(assistant user error system)) (styled style line) line))

(define (prose? style) (memq style '(assistant user)))

(define (wrapped line room break?)
  "Return LINE as a list of lines: one, or broken between words for BREAK?, which keeps its margin."
  (let* ((margin (or (string-skip line #\space) 0))
         (lead (substring line 0 (min margin (quotient room 2)))))
    (if break?
        (map (lambda (part) (string-append lead part))
             (broken-lines (substring line margin) (- room (string-length lead))))
        (list line))))

(define (entry-rows entry)
  "Return the (STYLE MARK TEXT) of ENTRY."
  (let ((kind (entry-ref entry 'kind "")))
    (cond ((string=? kind "Eval") (evaluation-rows entry))
          ((string=? kind "Command")
           (cons (list 'command ":" (entry-ref entry 'raw ""))
                 (append (text-rows 'dim "" (clipped (entry-ref entry 'output "") 2))
                         (error-rows entry)
                         (changed-rows entry))))
          ((string=? kind "AiMessage")
           (list (list 'assistant "<<" (message-text entry))))
          ((string=? kind "UserMessage")
           (list (list 'user "//" (entry-ref entry 'content ""))))
          (else (list (list 'system "--" (system-text entry)))))))

(define (message-text entry)
  (let ((client (entry-ref entry 'client #f)))
    (string-append (if (string? client) (string-append client ": ") "")
                   (entry-ref entry 'content ""))))

(define (evaluation-rows entry)
  (let ((source (entry-ref entry 'source "keyboard")))
    (append
     (list (list 'prompt "In" (string-append (entry-ref entry 'input "")
                                             (if (string-prefix? "mcp:" source)
                                                 (string-append "  ; " source)
                                                 ""))))
     (text-rows 'dim "" (clipped (entry-ref entry 'output "")))
     (text-rows 'result "Out" (clipped (entry-ref entry 'result "")))
     (error-rows entry)
     (changed-rows entry))))

(define (error-rows entry)
  (let ((problem (entry-ref entry 'error #f)))
    (if (pair? problem) (list (list 'error "Err" (entry-ref problem 'message ""))) '())))

(define (text-rows style mark text)
  (if (and (string? text) (not (string-null? text))) (list (list style mark text)) '()))

(define (changed-rows entry)
  "Return rows that name the places ENTRY changed, if it did."
  (define (row key text)
    (let ((delta (entry-ref entry key #())))
      (if (and (vector? delta) (positive? (vector-length delta)))
          (list (list 'added "+" (text (vector->list delta))))
          '())))
  (append (row 'score_delta (lambda (steps) (places-text (map step-place steps))))
          (row 'notebook_delta (lambda (steps) "notebook"))))

(define (places-text places)
  (let ((places (delete-duplicates places)))
    (if (> (length places) 6)
        (string-append (string-join (take places 5) ", ") " and "
                       (number->string (- (length places) 5)) " more")
        (string-join places ", "))))

(define* (clipped text #:optional (most-lines 6))
  "Return TEXT, or its first MOST-LINES and how many more it has."
  (let* ((lines (if (string? text) (string-split (string-trim-right text) #\newline) '("")))
         (more (- (length lines) most-lines)))
    (if (> more 1)
        (string-append (string-join (take lines most-lines) "\n")
                       "\n... " (number->string more) " more lines")
        (string-join lines "\n"))))

(define (system-text entry)
  (let ((event (string-map (lambda (char) (if (char=? char #\_) #\space char))
                           (entry-ref entry 'event ""))))
    (string-append event (data-text (entry-ref entry 'data '())))))

(define (data-text data)
  "Return the simple fields of DATA, an alist, after a colon."
  (let ((fields (filter-map (lambda (pair)
                              (let ((value (cdr pair)))
                                (and (or (string? value) (number? value))
                                     (string-append (symbol->string (car pair)) " "
                                                    (if (number? value)
                                                        (number->string value)
                                                        value)))))
                            (if (list? data) data '()))))
    (if (null? fields) "" (string-append ": " (string-join fields ", ")))))
