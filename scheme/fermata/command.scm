;;; (fermata command) -- the table of :commands, and how a typed one finds its procedure.
;;; A command is a procedure from words to text: operands are its positional arguments, options its
;;; keyword arguments. It returns what is to be shown and prints nothing. Usage, help, completion
;;; and suggestions come from its definition, whoever wrote it. A name of two words is a sub-command.

(define-module (fermata command)
  #:use-module (fermata culprit)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (fermata print)
  #:use-module (fermata words)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (add-command!
            command-access
            command-aliases
            command-call
            command-complete
            command-doc
            command-examples
            command-group
            command-head
            command-name
            command-named
            command-options
            command-outcome
            command-place
            command-rest
            command-rows
            command-summary
            command-takes
            command-usage
            command?
            commands
            lead-count
            option-named
            option-value-name
            run-command
            subcommands))

(define-record-type <command>
  (make-command name operands usage doc examples access group aliases options takes complete place
                procedure)
  command?
  (name command-name)                   ; "history", or "session new"
  (operands command-operands)           ; the argument list, as lambda* takes it
  (usage command-usage)                 ; one line
  (doc command-doc)                     ; first line is the summary
  (examples command-examples)           ; list of strings to type
  (access command-access)               ; read | write | system
  (group command-group)                 ; heading in :help
  (aliases command-aliases)             ; list of strings
  (options command-options)             ; list of (TEXT DOC [COMPLETE]); TEXT is "--flag" or
                                        ; "--name VALUE", COMPLETE gives candidates for VALUE
  (takes command-takes)                 ; words | text | line | code: what the last operand is
  (complete command-complete)           ; from the words before the cursor to candidates
  (place command-place)                 ; (FILE . LINE) or #f
  (procedure command-procedure))

(define table '())                      ; newest definition first; a name occurs once

(define (commands)
  "Return all commands in the order of their names."
  (sort table (lambda (a b) (string<? (command-name a) (command-name b)))))

(define* (add-command! name operands procedure #:key
                       (options '()) (doc "") (examples '()) (access 'read) (group 'yours)
                       (aliases '()) (takes 'words) (complete (lambda (words) '())) (place #f)
                       (usage #f))
  "Put a command into the table, in place of one with the same NAME; define-command calls this."
  (keep-this-form!)
  (let* ((name (if (symbol? name) (symbol->string name) name))
         (command (make-command name operands (or usage (derived-usage name operands options))
                                (string-trim-both doc) examples access group aliases options takes
                                complete place procedure)))
    (set! table (cons command (remove (lambda (old) (string=? (command-name old) name)) table)))
    (string->symbol (string-append ":" name))))

(define (command-summary command)
  "Return the first line of COMMAND's description."
  (car (string-split (command-doc command) #\newline)))

;;; Usage

(define (derived-usage name operands options)
  "Return the usage line that the argument list OPERANDS and OPTIONS amount to."
  (string-join
   (append (list (string-append ":" name))
           (operand-words operands)
           (map (lambda (row) (string-append "[" (car row) "]")) options))
   " "))

(define (operand-words operands)
  (define (word symbol) (string-upcase (symbol->string symbol)))
  (define (name operand) (word (if (pair? operand) (car operand) operand)))
  (let loop ((rest operands) (optional? #f) (words '()))
    (cond ((null? rest) (reverse words))
          ((symbol? rest) (reverse (cons (string-append "[" (word rest) " ...]") words)))
          ((eq? (car rest) #:key) (reverse words))
          ((eq? (car rest) #:rest) (loop (cadr rest) #t words))
          ((eq? (car rest) #:optional) (loop (cdr rest) #t words))
          (optional? (loop (cdr rest) #t (cons (string-append "[" (name (car rest)) "]") words)))
          (else (loop (cdr rest) #f (cons (name (car rest)) words))))))

(define (option-name row) (car (string-split (car row) #\space)))

(define (option-named command name)
  "Return the row of COMMAND's option NAME, such as --part; or #f."
  (find (lambda (row) (string=? (option-name row) name)) (command-options command)))

(define (option-value-name row)
  "Return what the value of the option ROW is called in its usage, or #f for a flag."
  (let ((parts (string-split (car row) #\space)))
    (and (pair? (cdr parts)) (cadr parts))))

;;; Finding

(define (command-named name)
  "Return the command called NAME, without colon, or by an alias of it; or #f."
  (find (lambda (command)
          (or (string=? (command-name command) name) (member name (command-aliases command))))
        table))

(define (subcommands name)
  "Return the commands whose first word of two is NAME."
  (let ((prefix (string-append name " ")))
    (filter (lambda (command) (string-prefix? prefix (command-name command))) (commands))))

(define (command-head command)
  "Return the first word of COMMAND's name."
  (car (string-split (command-name command) #\space)))

(define (second-word command) (cadr (string-split (command-name command) #\space)))

(define (command-names)
  (delete-duplicates
   (append-map (lambda (command) (cons (command-head command) (command-aliases command)))
               (commands))))

(define (find-command words text)
  "Return (COMMAND . WORDS): the command that WORDS of TEXT begin with, and the words after it."
  (or (known-command words)
      (let* ((name (string-drop (word-text (car words)) 1))
             (under (subcommands name)))
        (if (pair? under)
            (refuse-subcommand name under words text)
            (refuse-name name (car words) text)))))

(define (known-command words)
  "Return (COMMAND . WORDS) as find-command does, or #f when WORDS begin with no command."
  (let* ((name (string-drop (word-text (car words)) 1))
         (own (command-named name))
         (inner (and (pair? (cdr words))
                     (command-named (string-append name " " (word-text (cadr words)))))))
    (cond (inner (cons inner (cddr words)))
          ((and own (not (misnamed? own name (cdr words)))) (cons own (cdr words)))
          (else #f))))

(define (misnamed? command name words)
  "Return whether COMMAND, one of a family that NAME alone stands for, takes nothing, so that WORDS
must be meant to name another of the family."
  (and (pair? words) (not (string=? (command-name command) name))
       (pair? (subcommands name)) (negative? (lead-count command))))

(define (refuse-name name word text)
  (let ((near (suggest-name (string-downcase name) (command-names)))
        (longer (filter (lambda (other) (string-prefix? name other)) (command-names))))
    (refuse 'command (string-append "there is no command :" name)
            (cond ((and (pair? longer) (not (string-null? name)))
                   (string-append "did you mean " (alternatives longer) " ?"))
                  (near (string-append "did you mean :" near " ?"))
                  (else ":help lists the commands"))
            word text)))

(define (alternatives names)
  (string-join (map (lambda (name) (string-append ":" name)) names) " or "))

(define (refuse-subcommand name under words text)
  (let ((names (map second-word under)))
    (if (null? (cdr words))
        (refuse 'command (string-append ":" name " needs one of: " (string-join names ", "))
                (string-append ":help " name " explains them") (car words) text)
        (let* ((word (cadr words)) (near (suggest-name (word-text word) names)))
          (refuse 'command (string-append ":" name " has no " (word-text word))
                  (if near
                      (string-append "did you mean :" name " " near " ?")
                      (string-append "it has: " (string-join names ", ")))
                  word text)))))

;; What problems call the line that is being run, such as "In[7]".
(define line-name (make-fluid "command"))
(define line-number (make-fluid 1))

(define (refuse kind message hint word text)
  "Raise a problem placed at WORD of TEXT."
  (throw 'located-problem
         (make-problem kind message (fluid-ref line-name) (fluid-ref line-number)
                       (+ 1 (word-start word))
                       (max 1 (- (word-end word) (word-start word))) hint text)))

;;; Arguments

(define (parse-arguments command words text)
  "Return WORDS as arguments for COMMAND's procedure: operands, then keywords with values."
  (let loop ((words words) (operands '()) (keywords '()))
    (cond ((null? words)
           (check-count command (reverse operands) text)
           (append (map word-text (reverse operands)) keywords))
          ((option-word? (car words))
           (call-with-values (lambda () (parse-option command words text))
             (lambda (keyword value rest)
               (loop rest operands (cons* keyword value keywords)))))
          (else (loop (cdr words) (cons (car words) operands) keywords)))))

(define (option-word? word)
  (and (string-prefix? "--" (word-text word)) (not (word-quoted? word))))

(define (parse-option command words text)
  "Return the keyword and the value of the option that WORDS begin with, and the words after it."
  (let* ((word (car words))
         (parts (split-at-equals (word-text word)))
         (row (option-named command (car parts)))
         (keyword (lambda () (symbol->keyword (string->symbol (string-drop (car parts) 2))))))
    (cond ((not row) (refuse-option command (car parts) word text))
          ((not (option-value-name row)) (values (keyword) #t (cdr words)))
          ((cdr parts) (values (keyword) (cdr parts) (cdr words)))
          ((pair? (cdr words)) (values (keyword) (word-text (cadr words)) (cddr words)))
          (else (refuse 'command (string-append (car parts) " needs a value")
                        (string-append "write " (car row)) word text)))))

(define (split-at-equals text)
  (let ((at (string-index text #\=)))
    (if at (cons (substring text 0 at) (substring text (+ at 1))) (cons text #f))))

(define (refuse-option command name word text)
  (let ((near (suggest-name name (map option-name (command-options command)))))
    (refuse 'command (string-append ":" (command-name command) " has no option " name)
            (if near
                (string-append "did you mean " near " ?")
                (string-append "usage: " (command-usage command)))
            word text)))

(define (check-count command operands text)
  "See to it that there are as many OPERANDS as COMMAND's procedure takes."
  (let* ((arity (procedure-minimum-arity (command-procedure command)))
         (least (car arity)) (most (and (not (caddr arity)) (+ least (cadr arity))))
         (count (length operands))
         (usage (string-append "usage: " (command-usage command))))
    (cond ((< count least)
           (refuse 'command (string-append ":" (command-name command) " needs "
                                           (list-ref (operand-words (command-operands command))
                                                     count))
                   usage (whole-word text) text))
          ((and most (> count most))
           (refuse 'command (if (zero? most)
                                (string-append ":" (command-name command) " takes no operand")
                                (string-append "this is one operand too many for :"
                                               (command-name command)))
                   usage (list-ref operands most) text)))))

;;; Text and code: the last operand is what the line still holds, as it stands; quotes around a text
;;; fall away, those of a line stay

(define (lead-count command)
  "Return how many operands of COMMAND stand before its last one; -1 when it takes none."
  (let ((arity (procedure-minimum-arity (command-procedure command))))
    (+ (car arity) (cadr arity) (if (caddr arity) 1 0) -1)))

(define (gathered command words text)
  "Return WORDS of TEXT with those that are the text or code of COMMAND joined into one. Options
stand before it or after it."
  (let loop ((words words) (lead (lead-count command)) (before '()))
    (cond ((null? words) (reverse before))
          ((option-size command words)
           => (lambda (size)
                (loop (drop words size) lead (append-reverse (take words size) before))))
          ((positive? lead) (loop (cdr words) (- lead 1) (cons (car words) before)))
          (else (append-reverse before (joined command words text))))))

(define (joined command words text)
  "Return one word for all WORDS of TEXT, followed by those at their end that are options."
  (let* ((start (word-start (car words)))
         (options (or (find-tail-of (lambda (rest) (only-options? command rest)) (cdr words)) '()))
         (end (if (pair? options) (word-start (car options)) (string-length text)))
         (rest (string-trim-right (substring text start end))))
    (when (eq? (command-takes command) 'text) (refuse-inner-option command words options text))
    (cons (make-word (if (eq? (command-takes command) 'text) (unquoted rest) rest)
                     start (+ start (string-length rest)) 'closed)
          options)))

(define (refuse-inner-option command words options text)
  "Refuse an option among WORDS of TEXT before OPTIONS, which end them: it would be part of a text."
  (let ((inner (find-tail-of (lambda (rest) (option-size command rest))
                             (drop-right words (length options)))))
    (when inner
      (refuse 'command (string-append (word-text (car inner)) " stands in the middle of the text")
              "put it after the text, or the text in quotes" (car inner) text))))

(define (find-tail-of test? words)
  (and (pair? words)
       (if (test? words) words (find-tail-of test? (cdr words)))))

(define (only-options? command words)
  (or (null? words)
      (let ((size (option-size command words)))
        (and size (only-options? command (drop words size))))))

(define (option-size command words)
  "Return how many of WORDS the option of COMMAND that they begin with takes, or #f for no option."
  (let* ((parts (and (option-word? (car words)) (split-at-equals (word-text (car words)))))
         (row (and parts (option-named command (car parts)))))
    (and row
         (if (and (option-value-name row) (not (cdr parts)) (pair? (cdr words))) 2 1))))

(define (command-rest text)
  "Return (TAKES . REST) for the command that TEXT begins with: what its last operand is, and that
operand as far as it stands there, or #f; and #f when there is no such command."
  (let* ((found (known-command (name-words text)))
         (command (and found (car found)))
         (lead (and command (max 0 (lead-count command))))
         (words (if found (cdr found) '())))
    (and command
         (cons (command-takes command)
               (and (> (length words) lead)
                    (substring text (word-start (list-ref words lead))))))))

;;; Running

(define (expanded text)
  "Return TEXT with ?name and ??name written as the :help they stand for."
  (cond ((string-prefix? "??" text) (string-append ":help --source " (string-drop text 2)))
        ((string-prefix? "?" text) (string-append ":help " (string-drop text 1)))
        (else text)))

(define (command-call text)
  "Return (COMMAND ARGUMENT ...) for what TEXT asks for; nothing is done yet."
  (let* ((text (expanded (string-trim-both text)))
         (found (find-command (name-words text) text)))
    (cons (car found) (command-arguments (car found) (cdr found) text))))

(define* (run-command text #:key (name "command") (line 1))
  "Do what TEXT, such as \":undo 2\" or \"?note\", asks for; return the text to show, or \"\".
Problems call the line NAME."
  (with-fluids ((line-name name) (line-number line))
    (let* ((call (command-call text))
           (result (apply (command-procedure (car call)) (cdr call))))
      (cond ((string? result) result)
            ((unspecified? result) "")
            (else (value->text result))))))

(define* (command-outcome environment text #:key (name "command") (first-line 1))
  "Run the command TEXT in ENVIRONMENT; return an outcome with the text to show, or the problem,
whatever the command does. An (exit) in it is the outcome's exit code."
  (let* ((source (make-source text name first-line))
         (outcome (evaluate-call environment source
                                 (lambda () (run-command text #:name name #:line first-line))))
         (problem (outcome-problem outcome)))
    (if problem (outcome-with outcome #:problem (placed problem source text)) outcome)))

(define (placed problem source text)
  "Return PROBLEM, which the command TEXT came to, at the operand that is to blame."
  (let ((found (and (string-prefix? ":" (string-trim text)) (known-command (split-words text)))))
    (if found
        (at-culprit problem source text (lambda () (given-words (car found) (cdr found) text)))
        problem)))

(define (given-words command words text)
  "Return the operands and the values of options of COMMAND among WORDS of TEXT."
  (remove option-word?
          (if (memq (command-takes command) '(words line)) words (gathered command words text))))

(define (name-words text)
  "Return the words of TEXT; a quote that does not end matters only to a command that takes words."
  (let ((words (split-words text)))
    (if (null? words) (list (make-word ":" 0 1 #f)) words)))

(define (command-arguments command words text)
  (cond ((not (eq? (command-takes command) 'words))
         (parse-arguments command (gathered command words text) text))
        ((unfinished-word text)
         => (lambda (word)
              (refuse 'command "this quote does not end" "close it with \"" word text)))
        (else (parse-arguments command words text))))

(define (command-rows)
  "Return (NAME USAGE DOC EXAMPLES OPTIONS ACCESS GROUP ALIASES) for every command."
  (map (lambda (command)
         (list (command-name command) (command-usage command) (command-doc command)
               (command-examples command) (command-options command) (command-access command)
               (command-group command) (command-aliases command)))
       (commands)))
