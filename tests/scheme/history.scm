;;; History: what is stored comes back, whatever happened to the end of the file.

(load "harness.scm")
(use-modules (fermata clock) (fermata history) (fermata native file) (fermata native json)
             (ice-9 binary-ports) (rnrs bytevectors) (srfi srfi-1))

;; In memory if possible: there are thousands of syncs here; what they are for is tested elsewhere.
(define scratch
  (mkdtemp (string-append (if (access? "/dev/shm" W_OK) "/dev/shm" "/tmp") "/history-XXXXXX")))
(define (scratch-file name) (string-append scratch "/" name))

(define (indices entries) (map (lambda (entry) (entry-ref entry 'index)) entries))

(define (problem-of thunk)
  (catch 'fermata-error
    (lambda () (thunk) #f)
    (lambda (key kind message . rest) (cons kind message))))

(define (entry index kind . fields)
  `((index . ,index)
    (timestamp . ,(seconds->timestamp (+ 1769949000 (* 60 index))))
    (kind . ,kind)
    ,@fields))

;;; Storing and finding

(define path (scratch-file "history.jsonl"))
(define delta
  #(((op . "insert") (part . "P1") (measure . 3) (before . "") (after . "(note c4 :q)"))))
(define sample
  (list
   (entry 1 "System" '(event . "session_created") '(data . ()))
   (entry 2 "Eval" '(input . "(note c4 :q)") '(result . "(note c4 :q)") `(score_delta . ,delta)
          '(revision . 1))
   (entry 3 "Command" '(raw . ":history --grep Tempo") '(output . "nothing"))
   (entry 4 "Eval" '(input . "(foo)")
          '(error . ((kind . "unbound") (message . "foo means nothing here") (line . 1))))
   (entry 5 "UserMessage" '(content . "a slower tempo? \"ma non troppo\""))
   (entry 6 "AiMessage" '(content . "Tempo 72 then é") '(source . "send_message"))
   (entry 7 "Eval" '(input . "(+ 1 2)") '(result . "3") '(output . "printed\n") '(error . null))
   (entry 8 "Eval" '(input . "(note d4 :q)")
          '(score_delta . #(((op . "insert") (part . "P2") (measure . 1)))))
   (entry 9 "Eval" '(input . "note") '(notebook_delta . #(((op . "insert")))))))

(define history (open-history path))
(check-equal "empty" 0 (history-count history))
(check-equal "nothing there" #f (history-ref history 1))
(check-equal "nothing to find" '() (history-query history '()))
(history-append! history '())
(history-append! history (take sample 1))
(history-append! history (drop sample 1))
(check-equal "count" 9 (history-count history))
(check-equal "the wrong next index" 'internal
             (car (problem-of (lambda () (history-append! history (take sample 1))))))
(check-equal "nothing was added" 9 (history-count history))

(define (check-queries name history)
  (define (query expected . filters)
    (check-equal (list name filters) expected (indices (history-query history filters))))
  (check-equal (list name 'whole) sample (history-range history 1 100))
  (check-equal (list name 'one) (list-ref sample 4) (history-ref history 5))
  (check-equal (list name 'outside) '(#f #f)
               (list (history-ref history 0) (history-ref history 10)))
  (query '(1 2 3 4 5 6 7 8 9))
  (query '(3 4 5) '(from_index . 3) '(to_index . 5))
  (query '(2 4 7 8 9) '(kinds . ("Eval")))
  (query '(5 6) '(kinds . #("ai_message" "UserMessage")))
  (query '(4) '(errors . #t))
  (query '(2 8 9) '(changed . #t))
  (query '(2) '(part . "P1"))
  (query '() '(part . "P9"))
  (query '(8 9) '(limit . 2))
  (query '() '(limit . 0))
  (query '(2) '(changed . #t) '(limit . 1) '(to_index . 7))
  (query '(3 5 6) '(text_search . "tempo"))
  (query '(3 6) '(text_search . "Tempo"))
  (query '(6) '(text_search . "72"))
  (query '(6) '(text_search . "then é"))
  (query '() '(text_search . "Then é"))
  (query '(5) '(text_search . "\"ma non"))
  (query '(4) '(text_search . "means nothing"))
  (query '(7) '(text_search . "printed"))
  (query '(5 6) '(text_search . "tempo") '(kinds . ("user_message" "AiMessage")))
  (query '(7 8 9) `(since . ,(entry-ref (list-ref sample 6) 'timestamp)))
  (query '(1 2) `(until . ,(entry-ref (list-ref sample 1) 'timestamp)))
  (query '(2 4) '(kinds . ("Eval")) `(until . ,(entry-ref (list-ref sample 4) 'timestamp)))
  (check-equal (list name 'kind) '(value . "history has no entries of kind song")
               (problem-of (lambda () (history-query history '((kinds . ("song")))))))
  (check-equal (list name 'filter) '(value . "history has no filter colour")
               (problem-of (lambda () (history-query history '((colour . "red"))))))
  (check-equal (list name 'default) '(3 #f 7)
               (list (entry-ref (car (history-range history 3 3)) 'index)
                     (entry-ref (history-ref history 3) 'input)
                     (entry-ref (history-ref history 3) 'input 7))))

(check-queries "in memory" history)
(close-history! history)
(check-queries "from the file" (open-history path))
(check-queries "read only" (open-history path #:read-only? #t))
(check-equal "a reader cannot write" 'file
             (car (problem-of (lambda ()
                                (history-append! (open-history path #:read-only? #t)
                                                 (list (entry 10 "Eval")))))))
(check-equal "a missing file is not made to be read" 'file
             (car (problem-of (lambda () (open-history (scratch-file "none") #:read-only? #t)))))

;;; A file cut at every byte of its last three records

(define (line value) (string-append (value->json value) "\n"))
(define whole (string-concatenate (map line sample)))
(define tail-start (string-length (string-concatenate (map line (take sample 6)))))

(define (survives-cut? end)
  (let* ((path (scratch-file "cut.jsonl")) (left (substring whole 0 end))
         (complete (string-count left #\newline)))
    (write-file! path left)
    (let* ((history (open-history path)) (next (entry (+ complete 1) "Eval" '(input . "next")))
           (torn (history-torn history)))
      (history-append! history (list next))
      (close-history! history)
      (let* ((again (open-history path)) (entries (history-range again 1 100)))
        (close-history! again)
        (when torn (delete-file torn))
        (and (equal? entries (append (take sample complete) (list next)))
             (eq? (and torn #t) (not (string-suffix? "\n" left)))
             (not (history-torn again)))))))

(check-equal "cut anywhere, opens, and the next append is readable" '()
             (remove survives-cut? (iota (- (string-length whole) tail-start) tail-start)))

;;; Damage

(define (check-damage name bad)
  (let ((path (scratch-file "damaged.jsonl")))
    (write-file! path (string-concatenate
                       (append (map line (take sample 4)) (list bad) (map line (drop sample 5)))))
    (let* ((history (open-history path)) (damaged (history-ref history 5)))
      (check-equal (list name 'count) 9 (history-count history))
      (check-equal (list name 'others) (append (take sample 4) (drop sample 5))
                   (remove (lambda (entry) (eqv? 5 (entry-ref entry 'index)))
                           (history-range history 1 9)))
      (check-equal (list name 'kind) '("System" "error")
                   (list (entry-ref damaged 'kind) (entry-ref damaged 'event)))
      (let ((message (entry-ref (entry-ref damaged 'data) 'message)))
        (check (list name message)
               (and (string-contains message path)
                    (string-contains
                     message
                     (number->string
                      (string-length (string-concatenate (map line (take sample 4)))))))))
      (history-append! history (list (entry 10 "Eval")))
      (check-equal (list name 'next) "Eval" (entry-ref (history-ref history 10) 'kind))
      (close-history! history))))

(check-damage "garbage" "garbage\n")
(check-damage "an empty line" "\n")
(check-damage "half a line" "{\"index\":5,\"timestamp\":\"2026\n")
(check-damage "another index" (line (entry 7 "Eval")))
(check-damage "no object" "[1]\n")
(check-damage "no kind" "{\"index\":5,\"timestamp\":\"\"}\n")

;; One byte changed anywhere: the history opens, every number has its entry, and at most the two
;; around it are not what they were.

(define bytes (string->utf8 whole))

(define (put-bytes path bytes)
  (let ((port (open-file path "wb")))
    (put-bytevector port bytes)
    (close-port port)))

(define (survives-change? place byte)
  (let ((changed (bytevector-copy bytes)) (path (scratch-file "changed.jsonl")))
    (bytevector-u8-set! changed place byte)
    (put-bytes path changed)
    (let* ((history (open-history path #:read-only? #t))
           (entries (history-range history 1 (history-count history))))
      (close-history! history)
      (and (equal? (indices entries) (iota (history-count history) 1))
           (<= 8 (history-count history) 10)
           (<= 7 (length (lset-intersection equal? sample entries)))))))

(check-equal "a byte changed anywhere" '()
             (filter-map (lambda (place)
                           (and (not (every (lambda (byte) (survives-change? place byte))
                                            '(0 10 34 49 125 255)))
                                place))
                         (iota (bytevector-length bytes))))

(system* "rm" "-rf" scratch)
(finish-tests)
