;;; Sessions: what is stored, what comes back, what is refused.

(load "sessions-harness.scm")
(use-modules (srfi srfi-1))

;;; Identity

(check-equal "the first session" "session-1" (session-id (active-session)))
(check-equal "its first entry" "session_created"
             (entry-ref (history-ref (session-history (active-session)) 1) 'event))
(let ((bach (create-session! "Bach: Chorale 1")))
  (check-equal "a slug" "bach-chorale-1" (session-id bach))
  (check-equal "the name stays" "Bach: Chorale 1" (session-name bach))
  (check-equal "a second one of that name" "bach-chorale-1-2"
               (session-id (create-session! "Bach: Chorale 1")))
  (rename-session! bach "Herzlich")
  (check-equal "renaming keeps the id" '("bach-chorale-1" "Herzlich")
               (list (session-id bach) (session-name bach)))
  (check-equal "found by name" "bach-chorale-1" (find-session-id "Herzlich"))
  (check-equal "tags" '("a" "b") (tag-session! bach '("a" "b" "a") '()))
  (check-equal "fewer tags" '("b") (tag-session! bach '() '("a")))
  (close-session! bach)
  (delete-session! "bach-chorale-1")
  (check "deleted" (not (file-exists? (session-path "bach-chorale-1")))))

;;; What a session of some richness remembers

(for-each type
          '("(define tonic c4)"
            "(define motif (list (note c4 :8) (note e4 :8) (note g4 :q)))"
            "(define (up by) (lambda (music) (transpose by music)))"
            "(define up-a-third (up :M3))"
            "(define (both f g) (lambda (x) (f (g x))))"
            "(define up-two-thirds (both up-a-third (up :m3)))"
            "(define base 3)"
            "(define add-base (let ((b base)) (lambda (n) (+ n b))))"
            "(define base 10)"
            "(define-syntax-rule (twice form) (list form form))"
            "(define-syntax swap! (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))"
            "(define-macro (thrice form) `(list ,form ,form ,form))"
            "(define table (make-hash-table))"
            "(hash-set! table 'key \"value\")"
            "(define-values (one two) (values 1 2))"
            "(use chords)"
            "(define count 0)"
            "(define (count!) (set! count (+ count 1)) count)"
            "(begin (count!) (count!))"
            "(define words '(sonata (in \"three\") movements . end))"
            "(define half 1/2)"
            "(define odd-symbol (string->symbol \"a b\"))"
            "(define letters (vector 'a #\\b \"c\"))"
            "motif"
            "(lambda (x) (* x x))"
            "(list 1 2 3)"))
(for-each (lambda (n)
            (type (string-append "(define (f" (number->string n) " x) (+ x " (number->string n) "))")))
          (iota 50))
(type "(define port (current-output-port))")

(define before (score-text))
(define revision (session-revision (active-session)))
(define count (history-count (session-history (active-session))))

(define (check-memory how)
  (define (expect expected text) (check-equal (string-append how ": " text) expected (typed text)))
  (check-equal (string-append how ": the score") before (score-text))
  (expect "c4" "tonic")
  (expect "(list (note c4 :8) (note e4 :8) (note g4 :q))" ":preview motif" )
  (expect "(note e4 :q)" ":preview (up-a-third (note c4 :q))")
  (expect "(note g4 :q)" ":preview (up-two-thirds (note c4 :q))")
  (expect "4" "(add-base 1)")
  (expect "10" "base")
  (expect "(7 7)" "(twice 7)")
  (expect "(8 8 8)" "(thrice 8)")
  (expect "(2 1)" "(let ((a 1) (b 2)) (swap! a b) (list a b))")
  (expect "\"value\"" "(hash-ref table 'key)")
  (expect "(1 2)" "(list one two)")
  (expect "2" "count")
  (expect "(sonata (in \"three\") movements . end)" "words")
  (expect "1/2" "half")
  (expect "#t" "(eq? odd-symbol (string->symbol \"a b\"))")
  (expect "#(a #\\b \"c\")" "letters")
  (expect "49" "(f49 0)")
  (expect "(1 2 3)" "$Out[27]")
  (expect "16" "($Out[26] 4)")
  (expect "#t" "(eq? $In[25] 'motif)"))

(define (typed text)
  "As before, but what :preview shows counts as the value."
  (let ((reply (act! (active-session) text)))
    (if (string-prefix? ":preview" text)
        (string-trim-right (reply-text reply))
        (result-text (reply-outcome reply)))))

(come-back!)
(check-memory "after leaving")
(check-equal "the revision" revision (session-revision (active-session)))
(check "what cannot come back is named"
       (any (lambda (row) (member "port" (car row))) (session-lost (active-session))))
(drop!)
(check-memory "after a crash")
(check "the crash is mentioned"
       (any (lambda (text) (string-contains text "was not closed")) (take-remarks!)))
(let ((entry (find (lambda (entry) (equal? "session_recovered" (entry-ref entry 'event)))
                   (history-range (session-history (active-session)) 1 100000))))
  (check "and recorded" entry))

;;; Commands and instruments of the user's own come back, and before the score that needs them

(set-active-session! (create-session! "own"))
(type "(define-command (hello who) #:doc \"Greet.\" (string-append \"hello \" who))")
(type "(define-instrument :theorbo :name \"Theorbo\" :clef :bass :program 25)")
(type "(score (part :theorbo (measure (note c3 :w))))")
(let ((score (score-text)))
  (come-back!)
  (check-equal "the command" "hello you" (reply-text (act! (active-session) ":hello you")))
  (check-equal "the score" score (score-text))
  (drop!)
  (check-equal "the score after a crash" score (score-text)))
(set-active-session! (open-session! "session-1"))

;;; Indices have no gaps

(let ((indices (map (lambda (entry) (entry-ref entry 'index))
                    (history-range (session-history (active-session)) 1 100000))))
  (check-equal "indices" (iota (length indices) 1) indices))

;;; Data changed in place, order of redefinitions, settings, records: after leaving and after a crash

(define (check-both name expected text)
  "Count two checks: TEXT gives EXPECTED after leaving, and after a crash."
  (drop!)
  (check-equal (string-append name ", after a crash") expected (typed text))
  (come-back!)
  (check-equal (string-append name ", after leaving") expected (typed text)))

(set-active-session! (create-session! "in place"))
(for-each type
          '("(define pairs (list 1 2 3))" "(set-car! pairs 99)"
            "(define text (string-copy \"abc\"))" "(string-set! text 0 #\\x)"
            "(define nested (list (vector 1 2)))" "(vector-set! (car nested) 0 77)"
            "(define x 0)" "(define (g) x)" "(define x 1)"
            "(define f (let ((y (g))) (lambda () y)))" "(define x 2)"
            "(use-modules (srfi srfi-9))"
            "(define-record-type point (make-point x y) point? (x px) (y py))"))
(session-turn! (active-session) "Command"
               (lambda ()
                 (set-session-setting! (active-session) 'history.limit 7)
                 '((raw . ":set history.limit 7") (output . ""))))
(check-both "a pair" "(99 2 3)" "pairs")
(check-both "a string" "\"xbc\"" "text")
(check-both "a nested vector" "(#(77 2))" "nested")
(check-both "what a closure saw" "1" "(f)")
(check-both "the latest value" "2" "x")
(check-both "a record type" "5" "(px (make-point 5 6))")
(check-equal "nothing is said to be lost" '() (session-lost (active-session)))
(check-equal "a setting survives a crash" 7
             (assq-ref (session-settings (active-session)) 'history.limit))

(type "(define counted 0)")
(type "(begin (set! counted (+ counted 1)) (lambda () counted))")
(let ((index (number->string (history-count (session-history (active-session))))))
  (come-back!)
  (check-equal "a procedure comes back" "1" (typed (string-append "($Out[" index "])")))
  (check-equal "without its effects" "1" (typed "counted")))
(type "(list car 1)")
(let ((index (number->string (history-count (session-history (active-session))))))
  (come-back!)
  (check-equal "a list with a procedure" "1" (typed (string-append "(cadr $Out[" index "])"))))

;;; Undo after coming back puts the cursor back too

(set-active-session! (create-session! "cursor"))
(for-each type '("(use-cursor 1 1)" "(note c4 :q)" "(note d4 :q)" "(note d4 :q)"))
(drop!)
(for-each type '(":undo" "(note e4 :q)"))
(check "no hole" (string-contains (score-text) "(note c4 :q) (note d4 :q) (note e4 :q)"))

;;; A client that counts its messages from 1 again loses none

(let ((directory (session-directory (active-session))))
  (define (post! id content)
    ((@ (fermata inbox) inbox-post!) directory
     `((id . ,id) (content . ,content) (source . "send_message"))))
  (define (taken) (map (lambda (entry) (entry-ref entry 'content))
                       ((@ (fermata messages) take-messages!) (active-session))))
  (post! "1" "first")
  (check-equal "a message" '("first") (taken))
  (post! "1" "another")
  (check-equal "another with its id" '("another") (taken))
  (post! "1" "another")
  (check-equal "the same again" '() (taken)))

;;; Replay has no effects

(let ((path (string-append scratch "/touched")))
  (set-active-session! (create-session! "effects"))
  (type (string-append "(define made (begin (call-with-output-file \"" path
                       "\" (lambda (port) (display 1 port))) (lambda () 1)))"))
  (type "(define loud (begin (display \"boo\") (lambda () 2)))")
  (type "(define edited (begin (use-voice 2) (add-part! (part \"New\" (measure (note c4 :w)))) (lambda () 3)))")
  (check "the file is there" (file-exists? path))
  (delete-file path)
  (let ((before (score-text)))
    (come-back!)
    (check "and not made again" (not (file-exists? path)))
    (check-equal "nor is the score changed" before (score-text))
    (check-equal "all three are named" '(("made") ("loud") ("edited"))
                 (map car (session-lost (active-session))))))

(finish-session-tests)
