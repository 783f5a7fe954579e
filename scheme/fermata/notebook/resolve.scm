;;; (fermata notebook resolve) -- what the blocks and links of a notebook point at: music to show,
;;; history entries, sections; or the reason why there is nothing to show.

(define-module (fermata notebook resolve)
  #:use-module (fermata elsewhere)
  #:use-module (fermata history)
  #:use-module (fermata native edit)
  #:use-module (fermata native music)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook compile)
  #:use-module (fermata outcome)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (link-into
            link-label
            link-problem
            link-section
            link-session
            link-text
            link?
            live-score
            music-grid
            music-score
            music-source
            notebook-of
            region-label
            region-text
            resolved-block
            resolved-entries
            resolved-label
            resolved-music
            resolved-problem
            section-rows
            text-pieces))

(define-record-type <resolved>
  (make-resolved label music entries problem)
  resolved?
  (label resolved-label)                ; what it is, in few words; "" for prose
  (music resolved-music)                ; what music-score, music-grid and music-source take, or #f
  (entries resolved-entries)            ; of the history
  (problem resolved-problem))           ; a sentence that says why it is broken, or #f

;; A score, all of it or a region that cannot be taken out of it, because a tie leads over its edge.
(define-record-type <music>
  (make-music score region)
  music-to-show?
  (score whole-score)
  (region music-region))

(define (resolved-block session block)
  "Return what BLOCK of the notebook of SESSION points at."
  (let ((type (string->symbol (block-type block))))
    (case type
      ((ScoreRef) (resolved-score-ref session block))
      ((InlineMusic) (resolved-inline-music block))
      ((HistoryRef) (resolved-history-ref session block))
      ((Annotation) (resolved-annotation session block))
      ((ChatSummary) (make-resolved (block-ref block 'source "") #f '() #f))
      (else (make-resolved "" #f '() #f)))))

(define (or-problem thunk)
  "Return the value of THUNK and #f, or #f and the sentence of the problem that it raises."
  (catch 'fermata-error
    (lambda () (values (thunk) #f))
    (lambda (key kind message . rest)
      (when (eq? kind 'interrupt) (apply throw key kind message rest))
      (values #f message))))

(define (open-here id)
  "Return the session ID when it is open in this process, else #f."
  (find (lambda (session) (string=? id (session-id session))) (open-sessions)))

;;; Regions of scores

(define (resolved-score-ref session block)
  (let ((source (block-ref block 'source)) (revision (block-ref block 'revision)))
    (call-with-values
        (lambda ()
          (or-problem (lambda ()
                        (if source
                            (make-music (read-score source) #f)
                            (region-music (live-score session block) block)))))
      (lambda (music problem)
        (make-resolved (string-append
                        (region-label session block (and music (whole-score music)))
                        (cond ((not source) ", live")
                              (revision (string-append ", as of revision "
                                                       (number->string revision)))
                              (else ", pinned")))
                       music '() problem)))))

(define (live-score session place)
  "Return the present score of the session that PLACE, a ScoreRef or an anchor, names."
  (let* ((id (block-ref place 'session_id (session-id session)))
         (open (if (string=? id (session-id session)) session (open-here id))))
    (or (if open (session-score open) (stored-score id))
        (if (eq? open session)
            (raise-problem 'music "there is no score yet" "type some music first: (note c4 :q)")
            (raise-problem 'music (string-append "session " id " has no score yet")
                           (string-append ":session switch " id " and type some music there"))))))

(define (region-text score place)
  "Return the region of SCORE that PLACE names, as select-region takes it."
  (let ((part (block-ref place 'part)) (voice (block-ref place 'voice))
        (measures (block-ref place 'measures)))
    (cond ((and voice (not part) (pair? (cdr (part-ids score))))
           (raise-problem 'value "a voice of which part is not said"))
          ((or part voice)
           (string-append (or part (car (part-ids score)))
                          (if voice (string-append ".v" (number->string voice)) "")
                          ":" measures))
          (else measures))))

(define (region-label session place score)
  "Return PLACE, a ScoreRef or an anchor, in words; SCORE, when it is known, says what its part is
called."
  (let* ((id (block-ref place 'session_id (session-id session)))
         (part (block-ref place 'part)) (voice (block-ref place 'voice))
         (name (and part score (part-called score part))))
    (string-join
     (filter identity
             (list (and (not (string=? id (session-id session)))
                        (string-append (or (session-called id) id) ":"))
                   part name
                   (and voice (string-append "voice " (number->string voice)))
                   (block-ref place 'measures)))
     " ")))

(define (part-called score id)
  "Return the name of the part ID of SCORE, or #f when it has none that says more."
  (let ((part (find (lambda (part) (equal? id (part-id part))) (score-parts score))))
    (and part (not (equal? id (part-name part))) (part-name part))))

(define (resolved-annotation session block)
  "Return the kind of the annotation BLOCK, and where it is anchored."
  (let ((anchor (block-ref block 'anchor)) (kind (block-ref block 'kind)))
    (if (not anchor)
        (make-resolved kind #f '() #f)
        (call-with-values (lambda () (or-problem (lambda () (anchored-score session anchor))))
          (lambda (score problem)
            (make-resolved (string-append kind ", " (region-label session anchor score))
                           #f '() problem))))))

(define (anchored-score session anchor)
  "Return the score that ANCHOR names a region of, or raise the problem that it is gone."
  (let ((score (live-score session anchor)))
    (select-region score (region-text score anchor))
    score))

(define (false-if-problem thunk)
  (call-with-values (lambda () (or-problem thunk)) (lambda (value problem) value)))

;;; Music

(define (region-music score place)
  "Return what PLACE names of SCORE, or raise the problem that it is no longer there."
  (let ((region (region-text score place)))
    (select-region score region)
    (or (false-if-problem (lambda () (make-music (score-excerpt score region) #f)))
        (make-music score region))))

(define (music-score music)
  "Return MUSIC as a score of its own, or #f when it cannot be cut out of its surroundings."
  (and (not (music-region music)) (whole-score music)))

(define (music-grid music width)
  "Return MUSIC to be read at a glance, in about WIDTH columns."
  (string-trim-right (score-grid (whole-score music) (music-region music) width)))

(define (music-source music width)
  "Return the source that makes MUSIC, in about WIDTH columns."
  (if (music-score music)
      (value->source (whole-score music) width)
      (string-join (map (lambda (measure) (value->source measure width))
                        (append-map cddr (select-region (whole-score music)
                                                        (music-region music))))
                   "\n")))

(define (resolved-inline-music block)
  (let ((compiled (block-ref block 'compiled)) (error (block-ref block 'error)))
    (call-with-values
        (lambda ()
          (or-problem (lambda ()
                        (cond (error (raise-problem 'value (error-sentence error)))
                              (compiled (make-music (compiled-score compiled) #f))
                              (else (raise-problem 'value "it has not been compiled"))))))
      (lambda (music problem) (make-resolved "music" music '() problem)))))

(define (error-sentence error)
  "Return the stored ERROR of a block with its place."
  (let ((line (block-ref error 'line)) (column (block-ref error 'column)))
    (string-append (block-ref error 'message "it is wrong")
                   (if (and (exact-integer? line) (exact-integer? column))
                       (string-append " (line " (number->string line)
                                      ", column " (number->string column) ")")
                       ""))))

(define (compiled-score text)
  "Return the score that the values in TEXT, pure notation, make when they are entered."
  (let ((values (notation-values text)) (workspace (make-workspace)))
    (if (and (= 1 (length values)) (score? (car values)))
        (car values)
        (begin
          (enter-value! workspace values)
          (or (workspace-score workspace)
              (raise-problem 'music "this is no music that a score can show"))))))

;;; History

(define (resolved-history-ref session block)
  (let* ((from (block-ref block 'from_index)) (to (block-ref block 'to_index))
         (history (session-history session))
         (entries (history-range history from to)))
    (make-resolved (string-append "In[" (number->string from) "]"
                                  (if (= from to)
                                      ""
                                      (string-append ":In[" (number->string to) "]")))
                   #f entries
                   (and (> to (history-count history))
                        (string-append "the history has only "
                                       (number->string (history-count history)) " entries")))))

;;; Sections

(define (section-rows notebook section)
  "Return (PATH . SECTION) for SECTION and those under it, or for all of NOTEBOOK when it is #f."
  (let ((rows (notebook-rows notebook)))
    (if (not section)
        rows
        (let* ((path (section-path notebook section)) (under (string-append path ".")))
          (filter (lambda (row) (or (string=? path (car row)) (string-prefix? under (car row))))
                  rows)))))

;;; Links

(define-record-type <link>
  (make-link text session section label problem)
  link?
  (text link-text)                      ; as it is written: [[waltz#s7]]
  (session link-session)                ; id, or #f: this one
  (section link-section)                ; id, or #f: the whole notebook
  (label link-label)                    ; what it leads to: 2.4 Cadences
  (problem link-problem))               ; a sentence that says why it is broken, or #f

(define link-or-code (char-set #\[ #\`))

(define (text-pieces session text)
  "Return TEXT of the notebook of SESSION as a list of texts and links. In `code` there are none."
  (let loop ((from 0) (at 0) (pieces '()))
    (let* ((at (string-index text link-or-code at))
           (code? (and at (char=? #\` (string-ref text at))))
           (end (and at (not code?) (link-end text at))))
      (cond ((not at) (reverse (with-text text from (string-length text) pieces)))
            (code? (loop from (code-end text at) pieces))
            ((not end) (loop from (+ at 1) pieces))
            (else (loop end end (cons (resolved-link session (substring text at end))
                                      (with-text text from at pieces))))))))

(define (code-end text at)
  "Return where the code ends that the run of backticks at AT opens; the end of that run when no
other closes it."
  (define (run-end at) (or (string-skip text #\` at) (string-length text)))
  (let* ((inside (run-end at)) (size (- inside at)))
    (let loop ((close (string-index text #\` inside)))
      (cond ((not close) inside)
            ((= size (- (run-end close) close)) (run-end close))
            (else (loop (string-index text #\` (run-end close))))))))

(define (with-text text from to pieces)
  (if (< from to) (cons (substring text from to) pieces) pieces))

(define (link-end text at)
  "Return where the link that begins at AT ends, or #f when it is none: [[session#section]]."
  (let ((close (and (< (+ at 2) (string-length text))
                    (string-index text (lambda (char)
                                         (or (memv char '(#\[ #\])) (char-whitespace? char)))
                                  (+ at 2)))))
    (and (string-prefix? "[[" text 0 2 at)
         close (> close (+ at 2)) (string-prefix? "]]" text 0 2 close)
         (not (string=? "#" (substring text (+ at 2) close)))
         (+ close 2))))

(define (resolved-link session text)
  (let* ((inner (substring text 2 (- (string-length text) 2)))
         (hash (or (string-index inner #\#) (string-length inner)))
         (id (substring inner 0 hash))
         (section (and (< (+ hash 1) (string-length inner)) (substring inner (+ hash 1))))
         (here? (or (string-null? id) (string=? id (session-id session)))))
    (call-with-values
        (lambda () (or-problem (lambda () (target-label session (and (not here?) id) section))))
      (lambda (label problem) (make-link text (and (not here?) id) section label problem)))))

(define (link-into rows)
  "Return a procedure that says whether a link leads to one of ROWS, (PATH . SECTION), which are all
that is shown."
  (let ((ids (make-hash-table)))
    (for-each (lambda (row) (hash-set! ids (section-id (cdr row)) #t)) rows)
    (lambda (link)
      (and (not (link-session link)) (hash-ref ids (link-section link))))))

(define (target-label session id section)
  "Return what the SECTION of the notebook of the session ID is called; #f is this one, or all."
  (let* ((notebook (if id (notebook-of id) (session-notebook session)))
         (row (and section
                   (or (hash-ref (section-table notebook) section)
                       (raise-problem 'not-found
                                      (string-append (if id (string-append id " has") "there is")
                                                     " no section " section))))))
    (string-append (if id (session-called id) "")
                   (if (and id row) ": " "")
                   (if row
                       (string-append (car row) " " (section-title (cdr row)))
                       (if id "" (notebook-title notebook))))))

(define (notebook-of id)
  (let ((open (open-here id)))
    (if open (session-notebook open) (stored-notebook id))))

(define (session-called id)
  "Return the name of the session ID; its id when there is no such session any more."
  (let ((open (open-here id)))
    (or (if open (session-name open) (false-if-problem (lambda () (stored-name id)))) id)))

;; From a notebook, which never changes, to a table of its rows by the ids of sections.
(define tables (make-weak-key-hash-table))

(define (section-table notebook)
  (or (hashq-ref tables notebook)
      (let ((table (make-hash-table)))
        (for-each (lambda (row) (hash-set! table (section-id (cdr row)) row))
                  (notebook-rows notebook))
        (hashq-set! tables notebook table)
        table)))
