;;; Completion: what could stand at the cursor, in code and after commands.

(load "harness.scm")
(use-modules (fermata complete) (fermata commands) (fermata act) (fermata session)
             (fermata sessions) (fermata native file) (fermata surroundings) (srfi srfi-1))

(define home (string-append (or (getenv "FERMATA_SCRATCH") "/tmp") "/complete-"
                            (number->string (getpid))))
(setenv "FERMATA_HOME" home)
(set-active-session! (create-session! "My piece"))

(define (type text) (act! (active-session) text))
(type "(define tune-one (list c4 e4))")
(type "(define (tune-two x) \"Make it two.\" x)")
(type "(note c4 :q)")

(define (candidates text)
  "Return the texts offered at the end of TEXT."
  (call-with-values (lambda () (complete text (string-length text)))
    (lambda (start rows) (map car rows))))

(define (start-of text)
  (call-with-values (lambda () (complete text (string-length text))) (lambda (start rows) start)))

(define (doc-of text candidate)
  (call-with-values (lambda () (complete text (string-length text)))
    (lambda (start rows) (assoc-ref rows candidate))))

(define (offers? text . wanted) (every (lambda (word) (member word (candidates text))) wanted))

;;; Names

(check-equal "the session's own" '("tune-one" "tune-two") (candidates "(tune"))
(check-equal "where the word begins" 1 (start-of "(tune"))
(check-equal "with its doc" "Make it two." (doc-of "(tune" "tune-two"))
(check-equal "with its value" "(c4 e4)" (doc-of "(tune" "tune-one"))
(check "the language's" (offers? "(list (trans" "transpose" "transpose-diatonic"))
(check "have one line each"
       (let ((doc (doc-of "(trans" "transpose")))
         (and (string-prefix? "Return MUSIC moved" doc) (not (string-index doc #\newline)))))
(check-equal "the middle of a line" '("tune-one" "tune-two")
             (call-with-values (lambda () (complete "(tune c4)" 5))
               (lambda (start rows) (map car rows))))
(check-equal "nothing typed, nothing offered" '() (candidates "("))
(check-equal "nothing in a comment" '() (candidates "; (tune"))
(check-equal "nothing in a text" '() (candidates "(text \"tune"))
(check-equal "nothing in a remark" '() (candidates "// tune"))
(check "names of Guile's machinery are left out" (not (offers? "(%" "%load-path")))

;;; Keywords of the form around

(check "a note's" (offers? "(note c4 :sta" ":staccato"))
(check "with a doc" (string-contains (doc-of "(note c4 :stacc" ":staccato") "short"))
(check "not those of another form" (not (offers? "(note c4 :tre" ":treble")))
(check "a clef's" (offers? "(measure (clef :tre" ":treble"))
(check "on a later line" (offers? "(note c4\n  :sta" ":staccato"))
(check-equal "outside a form there are none" '() (candidates "foo :sta"))

;;; Commands

(check "commands" (offers? ":h" ":help" ":history"))
(check-equal "from the colon on" 0 (start-of ":h"))
(check "with their summary" (string-prefix? "Show the timeline" (doc-of ":hist" ":history")))
(check-equal "a family of commands once" '(":session") (candidates ":sess"))
(check "sub-commands" (offers? ":session " "new" "list" "switch"))
(check-equal "by their beginning" '("rename") (candidates ":session re"))
(check "options" (offers? ":history --s" "--since" "--system"))
(check-equal "with their doc" "from then on" (doc-of ":history --si" "--since"))
(check-equal "sessions" '("my-piece") (candidates ":session switch "))
(check "settings" (offers? ":set " "colour" "width"))
(check "settings after an option" (offers? ":set --global " "colour" "width"))
(check-equal "values of a setting" '("on" "off") (candidates ":set colour o"))
(check-equal "words of a command" '("on" "off") (candidates ":entry o"))
(check "help: topics, names and commands" (offers? ":help d" "durations" "doctor" "display"))
(check "questions" (offers? "?trans" "transpose"))
(check "questions about commands" (offers? "??:hist" ":history"))
(check "code after :preview" (offers? ":preview (tune" "tune-one"))
(check "keywords after :time" (offers? ":time (note c4 :sta" ":staccato"))
(check-equal "an unknown command" '() (candidates ":nothing "))
(check-equal "what the user defined" '("tune-one" "tune-two") (candidates ":env t"))

(type "(define-command (salute whom) :doc \"Salute.\"
         :complete (lambda (words) (if (null? words) '((\"clara\" . \"her\") \"robert\") '()))
         whom)")
(check-equal "a user's command" '(":salute") (candidates ":sal"))
(check-equal "and its own words" '("clara") (candidates ":salute c"))
(check-equal "with docs" "her" (doc-of ":salute c" "clara"))

;;; Files

(make-private-directory! (string-append home "/music"))
(write-file! (string-append home "/music/one.ferm") "")
(write-file! (string-append home "/music/one more.ferm") "")
(define music (string-append home "/music/"))
(check-equal "after :load, spaces in quotes"
             (list (string-append "\"" music "one more.ferm\"") (string-append music "one.ferm"))
             (candidates (string-append ":load " music "o")))
(check-equal "in the text of load" (list (string-append music "one.ferm"))
             (candidates (string-append "(load \"" music "one.")))
(check-equal "the text begins after its quote" 7 (start-of (string-append "(load \"" music)))
(check-equal "directories end with a slash" (list music)
             (candidates (string-append ":load " home "/mus")))
(check-equal "in an open quote" (list (string-append "\"" music "one more.ferm\""))
             (candidates (string-append ":load \"" music "one m")))
(check-equal "no such directory" '() (candidates ":load /no/such/thing"))

;;; History

(check "entries after $Out[" (offers? "(list $Out[" "$Out[2]" "$Out[4]"))
(check-equal "with what was typed" "(note c4 :q)" (doc-of "$In[4" "$In[4]"))

;;; Where the end of a text stands

(define (place text)
  (let ((place (surroundings text)))
    (list (place-kind place) (place-start place) (place-form place))))
(check-equal "a word" '(word 6 "note") (place "(note c4"))
(check-equal "a closed form" '(word 7 "a") (place "(a (b) c"))
(check-equal "the head itself" '(word 1 #f) (place "(no"))
(check-equal "a string" '(string 6 "load") (place "(load\"x"))
(check-equal "a bracket in a string" '(word 8 "f") (place "(f \"(g\" x"))
(check-equal "an escaped quote" '(string 4 "f") (place "(f \"a\\\"b"))
(check-equal "a character" '(word 7 "f") (place "(f #\\( x"))
(check-equal "too many closed" '(word 2 #f) (place "))x"))

;;; At every point of any text there is an answer, and it begins before the point

(define (sound? text point)
  (call-with-values (lambda () (complete text point))
    (lambda (start rows)
      (and (<= 0 start point)
           (every (lambda (row) (and (string? (car row)) (string? (cdr row)))) rows)))))

(for-each
 (lambda (text)
   (check (list "sound everywhere in" text)
          (every (lambda (point) (sound? text point)) (iota (+ 1 (string-length text))))))
 '("" " " ":" "::" "?" "??" "???:q" "//" ":session" ":session  switch  my" ":history --since=3 --"
   ":set --global colour o" ":preview \"" ":load \"a b" ":\"x\" y" "(note c4 :tie start)\n(" ")((\")"
   "#\\( #\\\" $Out[ $In[3] $Out[x" "(load \"" "\"\\" ";" "é𝄞 (ü :ä" ":sessión ü"))

(close-all-sessions!)
(system* "rm" "-r" home)
(finish-tests)
