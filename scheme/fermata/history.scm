;;; (fermata history) -- everything that happened in a session, numbered from 1, in a file that only
;;; grows. An entry is its JSON object as an association list. The newest thousand stay in memory,
;;; older ones are read from the file when asked for.

(define-module (fermata history)
  #:use-module (fermata clock)
  #:use-module (fermata journal)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:use-module (fermata outcome)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (close-history!
            damage
            entry-kinds
            entry-ref
            history-append!
            history-count
            history-path
            history-query
            history-range
            history-read-only?
            history-ref
            history-torn
            history?
            open-history))

(define remembered 1000)
(define page-size 500)

(define-record-type <history>
  (make-history path journal count torn read-only? recent)
  history?
  (path history-path)
  (journal history-journal)             ; descriptor of the file
  (count history-count set-history-count!) ; index of the last entry, 0 when there is none
  (torn history-torn)                   ; file that keeps a tail torn by a crash, or #f
  (read-only? history-read-only?)
  (recent history-recent))              ; vector: entry n, if kept, is at n modulo its length

(define* (open-history path #:key (read-only? #f))
  "Open the history in the file PATH, which is made if missing. With READ-ONLY? nothing is made, cut
or written, and entries that another process adds later are not seen."
  (let ((opened (journal-open! path read-only?)))
    (make-history path (first opened) (third opened) (fourth opened) read-only?
                  (make-vector remembered #f))))

(define (close-history! history)
  "Close the file of HISTORY."
  (journal-close! (history-journal history)))

(define* (entry-ref entry key #:optional (default #f))
  "Return the field KEY, a symbol, of ENTRY, or DEFAULT when it has none."
  (let ((pair (assq key entry)))
    (if pair (cdr pair) default)))

;;; Memory

(define (slot index) (modulo index remembered))

(define (recall history index)
  (let ((entry (vector-ref (history-recent history) (slot index))))
    (and entry (= index (entry-ref entry 'index)) entry)))

(define (remember! history entry)
  (let ((index (entry-ref entry 'index)))
    (when (> index (- (history-count history) remembered))
      (vector-set! (history-recent history) (slot index) entry))))

;;; Writing

(define (check-order history entries)
  (fold (lambda (entry index)
          (unless (eqv? index (entry-ref entry 'index))
            (raise-problem 'internal (string-append "entry " (number->string index)
                                                    " of the history is next")))
          (+ index 1))
        (+ 1 (history-count history))
        entries))

(define (history-append! history entries)
  "Store ENTRIES, which have their index and timestamp, together. When this returns they are on the
disk; when the disk refuses, a problem is raised and nothing has changed."
  (check-order history entries)
  (unless (null? entries)
    ;; A Ctrl-C between storing and counting would give a number twice.
    (call-with-blocked-asyncs
     (lambda ()
       (journal-store! (history-journal history) entries)
       (set-history-count! history (+ (history-count history) (length entries)))))
    (for-each (lambda (entry) (remember! history entry)) entries)))

;;; Reading

(define (damaged-entry history index offset)
  "Return what stands for a line that cannot be read, so that no number is missing."
  `((index . ,index) (timestamp . "1970-01-01T00:00:00.000Z") (kind . "System") (event . "error")
    (data . ((message . ,(string-append "entry " (number->string index)
                                        " cannot be read: the line at byte "
                                        (number->string offset) " of " (history-path history)
                                        " is damaged or lost"))
             (file . ,(history-path history))
             (offset . ,offset)))))

(define (damage entry)
  "Return the sentence about the line that ENTRY stands for because it cannot be read, or #f."
  (let ((data (and (equal? "error" (entry-ref entry 'event)) (entry-ref entry 'data))))
    (and (pair? data) (entry-ref data 'offset) (entry-ref data 'message))))

(define (sound? entry index)
  (and (pair? entry) (eqv? index (entry-ref entry 'index))
       (string? (entry-ref entry 'timestamp)) (string? (entry-ref entry 'kind))
       (every (lambda (field) (fits? entry (car field) (cdr field))) replayed)))

;; What recovery does again must be what it takes it for, whoever wrote the line.
(define (numbers? value)
  (and (vector? value) (every exact-integer? (vector->list value))))

(define (objects? value)
  (and (vector? value) (every (lambda (item) (and (list? item) (every pair? item)))
                              (vector->list value))))

(define replayed
  `((score_delta . ,objects?) (env_source . ,objects?) (revision . ,exact-integer?)
    (state . ,list?) (undone . ,numbers?) (redone . ,numbers?)
    (notebook_delta . ,objects?) (notebook_revision . ,exact-integer?)))

(define (fits? entry key right?)
  (let ((pair (assq key entry))) (or (not pair) (right? (cdr pair)))))

(define (read-entries history from to any-of)
  (define (checked index offset value)
    (let ((entry (if (sound? value index) value (damaged-entry history index offset))))
      (remember! history entry)
      entry))
  (journal-values checked (history-journal history) from to any-of))

(define (history-page history from to any-of)
  "Return the entries FROM to TO; those on the disk may be left out when they have none of the texts
ANY-OF."
  (let ((known (map (lambda (index) (recall history index)) (iota (- to from -1) from))))
    (if (every identity known) known (read-entries history from to any-of))))

(define (history-ref history index)
  "Return entry INDEX of HISTORY, or #f when there is none."
  (and (<= 1 index (history-count history))
       (let ((page (history-page history index index '())))
         (and (pair? page) (car page)))))

(define (history-range history from to)
  "Return the entries FROM to TO, both included, as far as they exist."
  (let ((from (max 1 from)))
    (let loop ((to (min to (history-count history))) (entries '()))
      (if (< to from)
          entries
          (let ((start (max from (- to page-size -1))))
            (loop (- start 1) (append (history-page history start to '()) entries)))))))

;;; Asking

(define entry-kinds '("Eval" "Command" "AiMessage" "UserMessage" "System"))

(define filters
  '(from_index to_index since until kinds text_search errors changed part limit))

(define (check-query query)
  (for-each (lambda (pair)
              (unless (memq (car pair) filters)
                (raise-problem 'value
                               (string-append "history has no filter " (symbol->string (car pair)))
                               (string-append "there are "
                                              (string-join (map symbol->string filters) ", ")))))
            query))

(define (kind-named name)
  "Return the kind that NAME means: Eval or eval, AiMessage or ai_message."
  (let* ((name (if (symbol? name) (symbol->string name) name))
         (plain (string-downcase (string-delete #\_ name))))
    (or (find (lambda (kind) (string=? plain (string-downcase kind))) entry-kinds)
        (raise-problem 'value (string-append "history has no entries of kind " plain)
                       (string-append "there are " (string-join entry-kinds ", "))))))

(define (kinds-asked query)
  (let ((kinds (entry-ref query 'kinds '())))
    (map kind-named (if (vector? kinds) (vector->list kinds) kinds))))

(define (present? entry key)
  (not (memq (entry-ref entry key) '(#f null #()))))

(define (failed? entry)
  (or (present? entry 'error) (equal? "error" (entry-ref entry 'event))))

(define (delta-keys which)
  "Return the fields that tell of a change of WHICH: score, notebook, or #t for either."
  (cond ((eq? which #t) '(score_delta notebook_delta))
        ((member which '("score" "notebook"))
         (list (string->symbol (string-append which "_delta"))))
        (else (raise-problem 'value "the filter changed is true, score or notebook"))))

(define (changed? entry which)
  (any (lambda (key) (present? entry key)) (delta-keys which)))

(define (touches? entry part)
  (let ((delta (entry-ref entry 'score_delta)))
    (and (vector? delta)
         (any (lambda (change) (and (pair? change) (equal? part (entry-ref change 'part))))
              (vector->list delta)))))

(define (texts-of entry)
  "Return the texts of ENTRY that a person would search. What a command answered is not among them:
:history would find itself."
  (let ((error (entry-ref entry 'error)))
    (filter string?
            (cons* (and (pair? error) (entry-ref error 'message))
                   (and (equal? "Eval" (entry-ref entry 'kind)) (entry-ref entry 'output))
                   (map (lambda (key) (entry-ref entry key)) '(input result raw content))))))

(define (has-capital? text)
  (string-any char-upper-case? text))

(define (mentions? entry text)
  "Return whether ENTRY contains TEXT; without capital letters, in any case."
  (let ((contains? (if (has-capital? text) string-contains string-contains-ci)))
    (any (lambda (field) (contains? field text)) (texts-of entry))))

(define (query-tests query)
  "Return what an entry has to pass."
  (define (test key make)
    (let ((value (entry-ref query key)))
      (if value (list (make value)) '())))
  (let ((kinds (kinds-asked query)))
    (append
     (if (null? kinds) '() (list (lambda (entry) (member (entry-ref entry 'kind) kinds))))
     (test 'since (lambda (time) (lambda (entry) (string>=? (entry-ref entry 'timestamp) time))))
     (test 'until (lambda (time) (lambda (entry) (string<=? (entry-ref entry 'timestamp) time))))
     (test 'errors (lambda (yes) failed?))
     (test 'changed (lambda (which) (lambda (entry) (changed? entry which))))
     (test 'part (lambda (part) (lambda (entry) (touches? entry part))))
     (test 'text_search (lambda (text) (lambda (entry) (mentions? entry text)))))))

;; Lines are passed over without being parsed when they cannot match. Only texts that JSON writes as
;; they are, and that are looked for in their own case, can be looked for in a line.

(define (caseless? text)
  (string=? (string-downcase text) (string-upcase text)))

(define (written-plainly? text)
  (string-every (lambda (char) (not (or (memv char '(#\" #\\)) (char<? char #\space)))) text))

(define (searchable? text)
  (and (string? text) (not (string-null? text)) (written-plainly? text)
       (or (has-capital? text) (caseless? text))))

(define (query-needles query)
  "Return texts of which every line that matches QUERY has one; none when nothing can be said."
  (let ((text (entry-ref query 'text_search)) (part (entry-ref query 'part)))
    (cond ((searchable? text) (list text))
          ((entry-ref query 'errors) '("\"error\":" "\"event\":\"error\""))
          (part (list (string-append "\"part\":" (value->json part))))
          ((entry-ref query 'changed)
           => (lambda (which)
                (map (lambda (key) (string-append "\"" (symbol->string key) "\":"))
                     (delta-keys which))))
          (else (map (lambda (kind) (string-append "\"kind\":" (value->json kind)))
                     (kinds-asked query))))))

;; Clocks are set back by hours at most, so a page that is older than this ends the search.
(define (page-before? entries since)
  (and since (pair? entries)
       (every (lambda (entry) (string<? (entry-ref entry 'timestamp) since)) entries)))

(define (day-before timestamp)
  (let ((seconds (timestamp->seconds timestamp)))
    (and seconds (seconds->timestamp (- seconds 86400)))))

(define (history-query history query)
  "Return the entries of HISTORY that pass every filter in QUERY, an association list of from_index,
to_index, since and until (timestamps), kinds (a list or vector), text_search, errors, changed (#t,
score or notebook), part and limit, in order. With a limit they are the last that match."
  (check-query query)
  (let* ((tests (query-tests query))
         (needles (query-needles query))
         (oldest (let ((since (entry-ref query 'since))) (and since (day-before since))))
         (from (max 1 (entry-ref query 'from_index 1)))
         (limit (entry-ref query 'limit (history-count history))))
    (define (matches? entry) (every (lambda (test) (test entry)) tests))
    (let loop ((to (min (entry-ref query 'to_index (history-count history))
                        (history-count history)))
               (found '()))
      (if (or (< to from) (>= (length found) limit))
          (take-right found (min (max limit 0) (length found)))
          (let* ((start (max from (- to page-size -1)))
                 (page (history-page history start to needles))
                 (found (append (filter matches? page) found)))
            (loop (if (page-before? page oldest) 0 (- start 1)) found))))))
