;;; (fermata manual) -- the texts of :help: the overview, a command, a topic; and docs/commands.md.

(define-module (fermata manual)
  #:use-module (fermata command)
  #:use-module (fermata display rows)
  #:use-module (fermata display theme)
  #:use-module (fermata native text)
  #:use-module (srfi srfi-1)
  #:export (command-text
            commands-markdown
            group-text
            overview-text
            topic-list
            topic-text-for))

;; (GROUP . heading), in the order of :help
(define groups
  '((score . "The score")
    (history . "History")
    (notebook . "The notebook")
    (session . "Sessions")
    (run . "Running and files")
    (help . "Help and settings")
    (yours . "Yours")))

;;; The overview

(define what-to-type
  '(("(note c4 :q)" . "music is evaluated, and goes into the score at the cursor")
    ("(define tune (list c4 e4 g4))" . "so is any Scheme; names you define stay")
    (":undo" . "a command begins with a colon")
    ("// a remark" . "a message to the assistant, kept in the history")
    ("?transpose   ??transpose" . "what a name means; its source")
    ("$Out   $Out[3]   $In[3]" . "the last value, the value and the text of entry 3")))

(define keys
  '(("Tab" . "complete, with one-line explanations")
    ("Up   Ctrl-R" . "earlier lines that begin like this one; search them")
    ("Right" . "take the grey suggestion")
    ("Alt-Enter" . "a new line in the same expression")
    ("Ctrl-C   Ctrl-D" . "drop the line or stop the evaluation; leave")))

(define (command-row command)
  (cons (string-append ":" (command-name command)) (command-summary command)))

(define (overview-rows group)
  "Return (TEXT . SUMMARY) for the commands of GROUP, sub-commands under their first word once."
  (let loop ((rest (filter (lambda (command) (eq? (group-of command) group)) (commands)))
             (rows '()))
    (cond ((null? rest) (reverse rows))
          ((pair? (subcommands (command-head (car rest))))
           (let ((head (command-head (car rest))))
             (loop (remove (lambda (command) (string=? (command-head command) head)) rest)
                   (cons (family-row head) rows))))
          (else (loop (cdr rest) (cons (command-row (car rest)) rows))))))

(define (group-of command)
  (if (assq (command-group command) groups) (command-group command) 'yours))

(define (family-row head)
  (cons (string-append ":" head)
        (string-join (map (lambda (command) (cadr (string-split (command-name command) #\space)))
                          (subcommands head))
                     ", ")))

(define (overview-text)
  "Return what :help alone shows: what to type, the commands in groups, the keys."
  (string-append
   (styled 'heading "What to type") "\n" (rows->text what-to-type 32)
   (string-concatenate
    (filter-map (lambda (group)
                  (let ((rows (overview-rows (car group))))
                    (and (pair? rows)
                         (string-append (styled 'heading (cdr group)) "\n" (rows->text rows 14)))))
                groups))
   (styled 'heading "Keys") "\n" (rows->text keys 18)
   (styled 'heading "More") "\n  :help COMMAND, :help NAME, or :help with one of the topics\n"
   (filled (topic-list) 76)))

(define (filled words width)
  "Return WORDS in lines of at most WIDTH columns, indented by four."
  (let loop ((words words) (line "   ") (text ""))
    (cond ((null? words) (string-append text line "\n"))
          ((> (+ (string-length line) 1 (string-length (car words))) width)
           (loop words "   " (string-append text line "\n")))
          (else (loop (cdr words) (string-append line " " (car words)) text)))))

;;; One command

(define (command-text command)
  "Return the whole help of COMMAND."
  (string-append
   (styled 'heading (command-usage command)) "\n\n" (command-doc command) "\n"
   (if (null? (command-options command))
       ""
       (string-append "\n" (rows->text (map option-pair (command-options command)) 18)))
   (if (null? (command-aliases command))
       ""
       (string-append "\nAlso: " (string-join (map colon (command-aliases command)) " ") "\n"))
   (if (null? (command-examples command))
       ""
       (string-append "\nFor example: " (string-join (command-examples command) "\n             ")
                      "\n"))))

(define (option-pair row) (cons (car row) (cadr row)))
(define (colon name) (string-append ":" name))

(define (group-text head)
  "Return the help of all sub-commands whose first word is HEAD."
  (string-append (styled 'heading (colon head)) "\n\n"
                 (rows->text (map (lambda (command)
                                    (cons (command-usage command) (command-summary command)))
                                  (subcommands head))
                             36)
                 "\n:help " head " " (cadr (string-split (command-name (car (subcommands head)))
                                                         #\space))
                 " says more.\n"))

;;; Topics

(define (topic-list)
  "Return the names of the topics of :help."
  (append '("commands" "typing") (topic-names)))

(define (topic-text-for name)
  "Return the text of the topic NAME, or #f."
  (cond ((string=? name "typing")
         (string-append (rows->text what-to-type 32) (rows->text keys 32)))
        ((string=? name "commands")
         (rows->text (map (lambda (command)
                            (cons (command-usage command) (command-summary command)))
                          (commands))
                     44))
        ((member name (topic-names))
         (let ((text (topic-text name)))
           (if (string-suffix? "\n" text) text (string-append text "\n"))))
        (else #f)))

;;; docs/commands.md

(define (commands-markdown)
  "Return the reference of all commands, as docs/commands.md has it."
  (string-append
   "# Commands\n\n"
   "Made by `fermata --commands-doc` from the definitions themselves; do not edit.\n\n"
   "A line that begins with a colon is a command. Words are separated by spaces; quotes `\"...\"` "
   "keep spaces.\nYour own are made by `define-command`: see `examples/my-commands.scm`.\n\n"
   (string-concatenate (filter-map group-markdown groups))))

(define (group-markdown group)
  (let ((members (filter (lambda (command) (eq? (command-group command) (car group))) (commands))))
    (and (pair? members)
         (string-append "## " (cdr group) "\n\n"
                        (string-concatenate (map command-markdown members))))))

(define (command-markdown command)
  (string-append
   "### `:" (command-name command) "`\n\n```\n" (command-usage command) "\n```\n\n"
   (command-doc command) "\n\n"
   (if (null? (command-options command))
       ""
       (string-append "| option | |\n|---|---|\n"
                      (string-concatenate
                       (map (lambda (row) (string-append "| `" (car row) "` | " (cadr row) " |\n"))
                            (command-options command)))
                      "\n"))
   (if (null? (command-aliases command))
       ""
       (string-append "Also " (string-join (map (lambda (name) (string-append "`:" name "`"))
                                                (command-aliases command)) ", ") ".\n\n"))
   (if (null? (command-examples command))
       ""
       (string-append "```\n" (string-join (command-examples command) "\n") "\n```\n\n"))))
