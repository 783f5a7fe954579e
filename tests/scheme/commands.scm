;;; Every built-in command: described, with examples that parse; and what each of them does in a
;;; real session.

(load "harness.scm")
(use-modules (fermata act) (fermata command) (fermata commands) (fermata display theme)
             (fermata history) (fermata manual) (fermata native file) (fermata native json)
             (fermata session) (fermata sessions) (fermata settings) (srfi srfi-1))

(define home (string-append (or (getenv "FERMATA_SCRATCH") "/tmp") "/commands-"
                            (number->string (getpid))))
(setenv "FERMATA_HOME" home)
(setenv "EDITOR" "true")
(set-active-session! (create-session! #f))
(use-session-settings! (lambda () (session-settings (active-session)))
                       (lambda (name value) (set-session-setting! (active-session) name value)))

(define (type text)
  "Type TEXT at the prompt; return what is shown, or the problem in one line."
  (let* ((reply (act! (active-session) text))
         (outcome (reply-outcome reply))
         (problem (and outcome (outcome-problem outcome))))
    (activate-requested-session!)
    (if problem
        (string-append "problem: " (problem-message problem)
                       (if (problem-hint problem)
                           (string-append " | " (problem-hint problem))
                           ""))
        (reply-text reply))))

(define (check-shows text . parts)
  "Count one check for each of PARTS: what TEXT shows contains it."
  (let ((shown (type text)))
    (for-each (lambda (part)
                (check (list text "shows" part "in" shown) (string-contains shown part)))
              parts)))

;;; Descriptions

(define (described? command)
  (and (> (string-length (command-summary command)) 8)
       (string-prefix? (string-append ":" (command-name command)) (command-usage command))
       (pair? (command-examples command))
       (memq (command-access command) '(read write system))
       (not (eq? (command-group command) 'yours))))

(define (own-lines-fit? command)
  (every (lambda (line) (<= (string-length line) 100))
         (string-split (command-doc command) #\newline)))

(for-each
 (lambda (command)
   (check (list (command-name command) "is described") (described? command))
   (check (list (command-name command) "fits") (own-lines-fit? command))
   (check (list (command-name command) "explains its options")
          (every (lambda (row) (> (string-length (cadr row)) 4)) (command-options command)))
   (for-each (lambda (example)
               (check (list example "is this command")
                      (memq (car (command-call example))
                            (list command (command-named "help")))))
             (command-examples command))
   (check (list (command-name command) "is in the reference")
          (string-contains (commands-markdown) (command-usage command))))
 (commands))

(check-equal "the commands there are"
             '("apropos" "clear" "diff" "doctor" "edit" "entry" "env" "export" "help" "history"
               "load" "measures" "notebook annotate" "notebook append" "notebook capture"
               "notebook chat" "notebook delete" "notebook edit" "notebook export"
               "notebook import" "notebook insert" "notebook link" "notebook move"
               "notebook music" "notebook new-section" "notebook outline" "notebook prose"
               "notebook ref" "notebook rename" "notebook search" "notebook show" "notebook title"
               "preview" "quit" "redo" "score" "session close" "session delete"
               "session info" "session list" "session load" "session new" "session rename"
               "session save" "session switch" "session tag" "set" "time" "undo")
             (map command-name (commands)))

;;; Help

(check-shows ":help" "What to type" ":history" "Keys" ":session      close, delete")
(check "the overview fits 80 columns"
       (every (lambda (line) (<= (string-length line) 100))
              (string-split (type ":help") #\newline)))
(check-shows "?note" "(note PITCH" "For example: (note c4 :q :staccato)")
(check-shows "?transpose" "(transpose INTERVAL MUSIC)" "=>")
(check-shows "?:history" ":history [FROM:TO]" "--since TIME" "For example: :history")
(check-shows "?c4" "A pitch" "60" "(note c4 :q)")
(check-shows "?:q" "quarter note" ":quit" "For example: (note c4 :q)")
(check-shows "?q" "A duration: 1/4")
(check-shows "?:staccato" "short" "(note c4 :q :staccato)")
(check-shows ":help session" ":session new [NAME]" ":session tag")
(check-shows ":help session new" "Begin a new session")
(check-shows ":help durations" ":crotchet")
(check-shows "?dorian-nonsense" "problem: there is no help on dorian-nonsense")
(check-shows "?transpse" "did you mean transpose ?")
(check-shows "??transpose" "(fermata prelude transform)")
(check-shows "??:undo" "scheme/fermata/commands/undo.scm:")
(check-shows ":apropos retrograde" "retrograde  " "row-retrograde")
(check-shows ":apropos timeline" ":history")
(check-shows ":apropos xyzzyx" "nothing is about xyzzyx")

;;; A score, undone and redone

(check-shows ":score" "problem: there is no score yet")
(check-shows ":undo" "nothing to undo")
(type "(list (note c4 :q) (note d4 :q) (note e4 :h))")
(define first-note (history-count (session-history (active-session))))
(type "(note f4 :w)")
(check-shows ":score" "c4" "f4")
(check-shows ":score --source" "(note e4 :h)")
(check-shows ":score P1 --source" "(part ")
(check-shows ":score P7" "problem:")
(check-shows ":measures 1 --source" "(measure (note c4 :q) (note d4 :q) (note e4 :h))")
(check "only these" (not (string-contains (type ":measures 1 --source") "f4")))
(check-shows ":measures 2 --part P1 --source" "(note f4 :w)")
(check-shows ":measures 9" "problem:")
(check-shows ":undo" "took back entry " "P1 m2" "- (measure (note f4 :w))" "1 step left")
(check-shows ":redo" "made again entry " "+ (measure (note f4 :w))")
(check-shows ":redo" "nothing to redo")
(check-shows ":undo none" "problem: none is not a number of steps")
(check-shows ":undo 0" "problem: 0 is not a number of steps")
(check-shows ":undo 5" "took back entries ")
(check "all is gone" (not (session-score (active-session))))
(type ":redo 5")
(check-shows (string-append ":diff " (number->string first-note))
             "P1 m2" "+ (measure (note f4 :w))")
(check-shows ":diff 0 1" "is the same")
(check-shows ":diff 99999" "problem: there is no entry 99999")

;;; Entry, preview, time

(define (score-text) (type ":score --source"))
(define before (score-text))
(check-shows ":entry" "entry is on")
(check-shows ":entry off" "entry: on -> off")
(check-shows ":entry off" "already; nothing changed")
(type "(note g4 :w)")
(check-equal "nothing is entered" before (score-text))
(check-shows ":entry on" "entry: off -> on")
(check-shows ":entry maybe" "problem: entry is on or off, not maybe")
(check-shows ":preview (note g4 :w)" "(note g4 :w)")
(check-shows ":preview (set-key! d :major)" "would change" "(key d :major)")
(check-shows ":preview (nothere)" "problem: unknown name nothere")
(check-shows ":time (+ 40 2)" "42" " ms, of which")
(check-equal "and the score is as before" before (score-text))

;;; What was defined

(type "(define tune (list c4 e4 g4))")
(type "(define (twice x) \"Say X twice.\" (list x x))")
(check-shows ":env" "tune" "(define (twice x)" "voice")
(check-shows ":env twice" "(list x x)")
(check-shows ":env tune" "(c4 e4 g4)")
(check-shows ":env tun" "problem: you have not defined tun | did you mean tune ?")
(check-shows "??twice" "(define (twice x)" "In[")
(check-shows "?twice" "twice\n" "Say X twice.")

;;; History

(type "// is that right?")
(type "(nothere)")
(check-shows ":history --chat" "//   is that right?")
(check-shows ":history --errors" "Err  unknown name nothere")
(check-shows ":history --grep twice --code --limit 1" "(define (twice x)" "")
(check-shows ":history 2" "  2  ")
(check-shows ":history --limit 1" "... " " earlier")
(check-equal "filters compose" "no entry matches\n" (type ":history --chat --errors"))
(check-shows ":history --changed --part P1 --limit 2" "P1")
(check-shows ":history --since 1h --system" "session created")
(check-equal "before there was anything" "no entry matches\n" (type ":history --until 1h"))
(check-shows ":history --since yesterdy" "problem:")
(check-shows ":history x:y" "problem: x:y is not a range of entries")
(check-shows ":history --limit -3" "problem: --limit -3 is not a number of entries")
(check-equal "JSON, an object a line" '("//" "UserMessage")
             (let ((lines (string-split (string-trim-right (type ":history --chat --json"))
                                        #\newline)))
               (list "//" (assq-ref (json->value (car lines)) 'kind))))
(check-equal "a range shows all of itself" 3
             (count (lambda (line) (string-prefix? "{" line))
                    (string-split (type ":history 1:3 --json") #\newline)))

;;; Settings

(check-shows ":set" "history.limit = 20" "colour = auto")
(check-shows ":set history.limit 5" "history.limit: 20 -> 5")
(check-shows ":set history.limit 5" "nothing changed")
(check-shows ":set history.limit" "history.limit = 5  (this session)" "a number from 1")
(check-shows ":set --global width 90" "width: 0 -> 90")
(check-shows ":set width" "(global)")
(check-shows ":set hstory.limit 3" "did you mean history.limit ?")
(check-shows ":set colour red" "it takes auto, on, off")

;;; Files

(define (in-home name) (string-append home "/" name))
(check-shows (string-append ":export " (in-home "a.musicxml")) "wrote " "1 part")
(check "MusicXML" (string-contains (read-file (in-home "a.musicxml")) "<score-partwise"))
(check-shows (string-append ":export " (in-home "a.musicxml")) "replaced ")
(check-shows (string-append ":export \"" (in-home "a b.ferm") "\" m2") "wrote ")
(check "a region" (not (string-contains (read-file (in-home "a b.ferm")) "c4")))
(check-shows (string-append ":export " (in-home "a.pdf")) "problem:" ".musicxml .xml .ferm")
(check-shows (string-append ":load \"" (in-home "a b.ferm") "\"") "score")
(check-shows ":undo" "took back")
(check-shows (string-append ":load " (in-home "missing.ferm")) "problem: there is no file")
(check-shows ":edit" "problem: an editor needs a terminal")
(check-shows ":doctor" "OK     home" "OK     journal" "config")

;;; Sessions

(check-shows ":session list" "* session-1")
(check-shows ":session new \"\"" "problem: a name cannot be empty")
(check-shows ":session new \"Waltz in A\"" "session-1 -> waltz-in-a (Waltz in A)")
(check-equal "it is active" "waltz-in-a" (session-id (active-session)))
(check-shows ":session list" "  session-1" "* waltz-in-a")
(check-shows ":session tag slow draft" "tags: none -> slow draft")
(check-shows ":session tag -draft" "tags: slow draft -> slow")
(check-shows ":session tag slow" "nothing changed")
(check-shows ":session tag" "tags: slow")
(check-shows ":session rename Walzer" "name: Waltz in A -> Walzer")
(check-shows ":session rename Walzer" "nothing changed")
(check-shows ":session info" "waltz-in-a" "Walzer" "slow" "entries")
(check-shows ":session info session-1" "session-1")
(check-shows ":session save" "saved waltz-in-a")
(check-shows ":session switch waltz-in-a" "nothing changed")
(check-shows ":session switch Walzr" "problem: there is no session Walzr")
(check-shows ":session delete waltz-in-a" "problem: waltz-in-a is the active session")
(check-shows ":session switch session-1" "waltz-in-a (Walzer) -> session-1")
(check-equal "back" "session-1" (session-id (active-session)))
(check-shows ":session close waltz-in-a" "closed waltz-in-a")
(check-shows ":session close waltz-in-a" "is not open; nothing changed")
(check-shows ":session load Walzer" "session-1 -> waltz-in-a")
(check-shows ":session close" "closed waltz-in-a (Walzer); now session-1")
(check-shows ":session delete waltz-in-a" "deleted waltz-in-a")
(check "it is gone" (not (string-contains (type ":session list") "waltz")))
(check-shows ":session swtch x" "did you mean :session switch ?")

;;; A user's own, from a file that uses a library

(check-equal "loaded" #f (string-contains (type ":load examples/my-commands.scm") "problem"))
(check-equal "a command of the file" "60 62 64" (type ":pitches m1"))
(check-shows ":pitches P1:m1 --names" "c4 d4 e4")
(check-equal "a command of the library" "d4 e4 f4 e4 d4" (type ":warm-up d4 --steps 3"))
(check-shows ":warmup d4" "did you mean :warm-up ?")
(check-shows ":help pitches" ":pitches REGION [--names]" "List the pitches" ":pitches m1-4")
(check-shows ":help" "Yours" ":warm-up")
(check-shows "??:pitches" "examples/my-commands.scm:")
(check-equal "the macro" "(c4 c4 c4)"
             (result-text (reply-outcome (act! (active-session) "(three-times c4)"))))

;;; Every entry was recorded without colours

(set-colour! #t)
(check "in colour" (string-contains (type ":help undo") "\x1b["))
(set-colour! #f)
(check "plain in the history"
       (let ((history (session-history (active-session))))
         (not (string-contains (entry-ref (history-ref history (history-count history)) 'output "")
                               "\x1b"))))

(check-equal "leaving" 0 (outcome-exit-code (reply-outcome (act! (active-session) ":quit"))))
(close-all-sessions!)
(system* "rm" "-r" home)
(finish-tests)
