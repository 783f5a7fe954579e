;;; Commands: words, operands, options, sub-commands, suggestions; and those of a user.

(load "harness.scm")
(use-modules (fermata classify) (fermata command) (fermata prelude commands) (fermata words) (srfi srfi-1))

;;; Words

(define (words text) (map word-text (split-words text)))
(check-equal "spaces" '(":a" "b" "c") (words "  :a b\t c "))
(check-equal "quotes keep spaces" '(":a" "b c" "d") (words ":a \"b c\" d"))
(check-equal "a quote inside a word" '("--grep=x y") (words "--grep=\"x y\""))
(check-equal "a backslash inside quotes" '("a\"b") (words "\"a\\\"b\""))
(check-equal "an empty word" '("" "b") (words "\"\" b"))
(check-equal "places" '((1 . 3) (4 . 9))
             (map (lambda (word) (cons (word-start word) (word-end word)))
                  (split-words " :a \"b c\"")))
(check "an open quote is noticed" (unfinished-word ":a \"b c"))
(check "a closed one is not" (not (unfinished-word ":a \"b c\"")))

;;; A command of each sort

(define-command (greet name #:optional title #:key loudly times)
  #:doc "Say hello.\nMore about it."
  #:examples '(":greet Clara")
  #:options '(("--loudly" "in capitals") ("--times N" "how often"))
  (let ((text (string-append "hello " (if title (string-append title " ") "") name
                             (if times (string-append " x" times) ""))))
    (if loudly (string-upcase text) text)))

(define-command (echo expression)
  #:doc "Return the line."
  #:examples '(":echo (a b)")
  #:takes 'code
  expression)

(define-command ("box open" #:optional what)
  #:doc "Open a box." #:examples '(":box open")
  (string-append "opened " (or what "it")))

(define-command ("box close")
  #:doc "Close a box." #:examples '(":box close")
  "closed")

(define-command (gather . things)
  #:doc "Count things." #:examples '(":gather a b")
  (number->string (length things)))

(define-command (jot where #:optional what #:key at)
  #:doc "Write something down." #:examples '(":jot 2 a word")
  #:takes 'text
  #:options '(("--at REGION" "of the score"))
  (string-append where "|" (or what "-") "|" (or at "-")))

(define-command (keep where expression)
  #:doc "Keep an expression." #:examples '(":keep 2 (a b)")
  #:takes 'code
  (string-append where "|" expression))

(define-command ("shelf list")
  #:doc "List the shelf." #:examples '(":shelf")
  #:aliases '("shelf")
  "listed")

(check-equal "an operand" "hello Clara" (run-command ":greet Clara"))
(check-equal "two operands" "hello Ms Clara" (run-command ":greet Clara Ms"))
(check-equal "quoted" "hello Clara S" (run-command ":greet \"Clara S\""))
(check-equal "a flag" "HELLO CLARA" (run-command ":greet Clara --loudly"))
(check-equal "an option before the operand" "hello Clara x3" (run-command ":greet --times 3 Clara"))
(check-equal "an option with =" "hello Clara x3" (run-command ":greet Clara --times=3"))
(check-equal "a quoted word is no option" "hello --loudly" (run-command ":greet \"--loudly\""))
(check-equal "code as it stands" "(a  \"b) \")" (run-command ":echo (a  \"b) \")  "))
(check-equal "code over lines" "(a\n  b)" (run-command ":echo (a\n  b)"))
;;; Words first, then the rest of the line as it stands

(check-equal "the last operand is the rest" "2|he said \"yes\"  twice|-"
             (run-command ":jot 2 he said \"yes\"  twice "))
(check-equal "over lines" "2|one\n  two\n\nthree|-" (run-command ":jot 2 one\n  two\n\nthree"))
(check-equal "it may begin on the next line" "2|one|-" (run-command ":jot 2\none"))
(check-equal "quotes around all of it fall" "2|a  b|-" (run-command ":jot 2 \"a  b\""))
(check-equal "two quoted words keep theirs" "2|\"a\" \"b\"|-" (run-command ":jot 2 \"a\" \"b\""))
(check-equal "also without space between" "2|\"a\"-\"b\"|-" (run-command ":jot 2 \"a\"-\"b\""))
(check-equal "an open quote is a character" "2|a 12\" disc|-" (run-command ":jot 2 a 12\" disc"))
(check-equal "an option after it" "2|a b|m3" (run-command ":jot 2 a b --at m3"))
(check-equal "an option before it" "2|a b|m3" (run-command ":jot 2 --at=m3 a b"))
(check-equal "an option before all" "2|a b|m3" (run-command ":jot --at m3 2 a b"))
(check-equal "an option without it" "2|-|m3" (run-command ":jot 2 --at m3"))
(check-equal "an option inside it is pointed at" '("--at stands in the middle of the text" 10 4)
             (let ((problem (outcome-problem (command-outcome (make-environment)
                                                              ":jot 2 a --at m3 b"))))
               (list (problem-message problem) (problem-column problem) (problem-length problem))))
(check-equal "in quotes it is text" "2|a --at m3 b|-" (run-command ":jot 2 \"a --at m3 b\""))
(check-equal "quotes inside quotes stay" "2|a \"b\"|-" (run-command ":jot 2 \"a \"b\"\""))
(check-equal "two quoted words are no quoted text" "2|\"a\" b \"c\"|-"
             (run-command ":jot 2 \"a\" b \"c\""))
(check-equal "what is no option is text" "2|a --b c -- d|-" (run-command ":jot 2 a --b c -- d"))
(check-equal "a rest that may be left out" "2|-|-" (run-command ":jot 2"))
(check-equal "code after a word" "2|(a \"b\"\n c)" (run-command ":keep 2 (a \"b\"\n c)"))
(check-equal "code keeps its quotes" "2|\"b\"" (run-command ":keep 2 \"b\""))
(check-equal "a family's name is one of it" "listed" (run-command ":shelf"))

;;; What goes on over lines

(check "an open expression goes on" (incomplete? ":keep 2 (a"))
(check "a closed one does not" (not (incomplete? ":keep 2 (a)")))
(check "nor none" (not (incomplete? ":keep 2")))
(check "an open quote goes on" (incomplete? ":jot 2 \"a"))
(check "until it ends" (not (incomplete? ":jot 2 \"a\nb\"")))
(check "a quote inside a text does not" (not (incomplete? ":jot 2 a \"b")))
(check "nor a parenthesis" (not (incomplete? ":jot 2 (a")))
(check-equal "a paragraph is one text" '(":jot 2\nOne line\nand more\n\nand more")
             (separate-inputs ":jot 2\nOne line\nand more\n\nand more"))
(check-equal "until something else is typed" '(":jot 2 One\nline" ":box open" "(note c4 :q)")
             (separate-inputs ":jot 2 One\nline\n:box open\n(note c4 :q)"))
(check-equal "such as music" '(":jot 2 One\nline" "(note\n c4)" ":jot 3 b\nc" "// d")
             (separate-inputs ":jot 2 One\nline\n(note\n c4)\n:jot 3 b\nc\n// d"))
(check-equal "but not what was pasted into it" '(":jot 2 One\n(two)\n:box open\n// three")
             (separate-inputs ":jot 2 One\n(two)\n:box open\n// three" #:whole? #t))
(check-equal "which is nothing to code" '("(a\n b)" ":box open")
             (separate-inputs "(a\n b)\n:box open" #:whole? #t))
(check-equal "quotes hold all" '(":jot 2 \"One\n(two)\n:three\"" "(four)")
             (separate-inputs ":jot 2 \"One\n(two)\n:three\"\n(four)"))
(check-equal "code goes on" '(":keep 2 (a\n b)" "(c)")
             (separate-inputs ":keep 2 (a\n b)\n(c)"))

(check-equal "a sub-command" "opened it" (run-command ":box open"))
(check-equal "a sub-command with operand" "opened this" (run-command ":box open this"))
(check-equal "any number" "3" (run-command ":gather a b c"))

;;; Usage comes from the definition

(define (usage name) (command-usage (command-named name)))
(check-equal "usage" ":greet NAME [TITLE] [--loudly] [--times N]" (usage "greet"))
(check-equal "usage of a sub-command" ":box open [WHAT]" (usage "box open"))
(check-equal "usage of a rest" ":gather [THINGS ...]" (usage "gather"))
(check-equal "summary" "Say hello." (command-summary (command-named "greet")))
(check "its place is known"
       (string-suffix? "command.scm" (car (command-place (command-named "greet")))))

;;; What is wrong, where, and what would be right

(define (problem-of text)
  "Return (MESSAGE HINT COLUMN LENGTH) of the problem that the command TEXT is."
  (catch 'located-problem
    (lambda () (run-command text) #f)
    (lambda (key problem)
      (list (problem-message problem) (problem-hint problem) (problem-column problem)
            (problem-length problem)))))

(define (check-problem text . expected)
  (check-equal text expected (problem-of text)))

(check-problem ":gret Clara" "there is no command :gret" "did you mean :greet ?" 1 5)
(check-problem ":gre Clara" "there is no command :gre" "did you mean :greet ?" 1 4)
(check-problem ":g Clara" "there is no command :g" "did you mean :gather or :greet ?" 1 2)
(check-problem ":xyzzy" "there is no command :xyzzy" ":help lists the commands" 1 6)
(check-problem ":" "there is no command :" ":help lists the commands" 1 1)
(check-problem ":greet" ":greet needs NAME" "usage: :greet NAME [TITLE] [--loudly] [--times N]" 1 6)
(check-problem ":greet a b c" "this is one operand too many for :greet"
               "usage: :greet NAME [TITLE] [--loudly] [--times N]" 12 1)
(check-problem ":box close now" ":box close takes no operand" "usage: :box close" 12 3)
(check-problem ":greet a --lodly" ":greet has no option --lodly" "did you mean --loudly ?" 10 7)
(check-problem ":greet a --xyz" ":greet has no option --xyz"
               "usage: :greet NAME [TITLE] [--loudly] [--times N]" 10 5)
(check-problem ":greet a --times" "--times needs a value" "write --times N" 10 7)
(check-problem ":greet \"a" "this quote does not end" "close it with \"" 8 2)
(check-problem ":box" ":box needs one of: close, open" ":help box explains them" 1 4)
(check-problem ":box opn" ":box has no opn" "did you mean :box open ?" 6 3)
(check-problem ":box xyzzy" ":box has no xyzzy" "it has: close, open" 6 5)
(check-problem ":shelf lst" ":shelf has no lst" "did you mean :shelf list ?" 8 3)
(check-problem ":jot" ":jot needs WHERE" "usage: :jot WHERE [WHAT] [--at REGION]" 1 4)
(check-problem ":keep 2" ":keep needs EXPRESSION" "usage: :keep WHERE EXPRESSION" 1 7)
(check-problem ":jot 2 a --at" "--at needs a value" "write --at REGION" 10 4)
(check-problem ":echo" ":echo needs EXPRESSION" "usage: :echo EXPRESSION" 1 5)

;;; In a session: a user's own command, redefined, failing, ending

(define environment (make-environment))

(define (session-text text)
  (let ((outcome (evaluate-text environment text #:name "t.ferm")))
    (result-text outcome)))

(define (command-result text)
  (let ((outcome (command-outcome environment text #:name "In[3]")))
    (or (outcome-exit-code outcome) (result-text outcome))))

(check-equal "a definition returns its name" ":twice"
             (session-text "(define-command (twice music) :doc \"Say it twice.\"
                              (string-append music music))"))
(check-equal "it runs" "\"abab\"" (command-result ":twice ab"))
(session-text "(define-command (twice music) (string-append music \" \" music))")
(check-equal "redefined" "\"ab ab\"" (command-result ":twice ab"))
(check-equal "and there is one of it" 1
             (count (lambda (command) (string=? (command-name command) "twice")) (commands)))
(check-equal "it is suggested" "did you mean :twice ?"
             (problem-hint (outcome-problem (command-outcome environment ":twic"))))
(check-equal "its group" 'yours (command-group (command-named "twice")))
(session-text "(define-command (broken) (car '()))")
(check "a failing command is a problem" (outcome-problem (command-outcome environment ":broken")))
(session-text "(define-command (deep) (let loop () (+ 1 (loop))))")
(check-equal "so is one that does not end" 'limit
             (problem-kind (outcome-problem (command-outcome environment ":deep"))))
(session-text "(define-command (leave) (exit 3))")
(check-equal "one may exit" 3 (command-result ":leave"))
(check-equal "a problem names the line" "In[3]"
             (problem-file (outcome-problem (command-outcome environment ":nothere"
                                                             #:name "In[3]"))))
(check "a command needs a body" (string-prefix? "problem: "
                                                (session-text "(define-command (empty x))")))
(check "and a head" (string-prefix? "problem: " (session-text "(define-command empty 1)")))
(session-text "(define-command (wordy) 42)")
(check-equal "what is no text is shown as a value" "\"42\"" (command-result ":wordy"))

(finish-tests)
