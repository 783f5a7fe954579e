;;; :help, ?name, ??name and :apropos.

(define-module (fermata commands help)
  #:use-module (fermata command)
  #:use-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata environment)
  #:use-module (fermata help)
  #:use-module (fermata manual)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata standard)
  #:use-module (srfi srfi-1))

(define (environment) (session-environment (active-session)))

(define-command (help #:optional name part #:key source)
  #:usage ":help [COMMAND | NAME | TOPIC] [--source]"
  #:doc "Explain a command, a name or a topic; alone, give an overview.
?NAME is short for :help NAME, and ??NAME for :help --source NAME: where it comes from, and the
text that defined it. A colon before the name asks for the command or keyword of that name."
  #:examples '(":help" ":help history" "?transpose" "?:q" "??note" ":help durations")
  #:group 'help
  #:aliases '("h")
  #:options '(("--source" "show the source instead"))
  #:complete (lambda (words)
               (if (null? words)
                   (append (map (lambda (name) (cons name "topic")) (topic-list)) '(names commands))
                   (map (lambda (command) (string-drop (command-name command)
                                                       (+ 1 (string-length (car words)))))
                        (subcommands (car words)))))
  (let ((topic (if part (string-append name " " part) name)))
    (cond ((not topic) (overview-text))
          (source (source-text topic))
          (else (topic-help topic)))))

(define (without-colon topic)
  (if (string-prefix? ":" topic) (string-drop topic 1) topic))

(define (topic-help topic)
  "Return all that is known of TOPIC: as a name of the language, a command, a topic."
  (let* ((colon? (string-prefix? ":" topic))
         (word (without-colon topic))
         (texts (filter identity
                        (list (if colon?
                                  (describe-keyword word)
                                  (describe-name (string->symbol word) (environment)))
                              (command-help word)
                              (and (not colon?) (topic-text-for word))))))
    (if (null? texts)
        (refuse topic)
        (string-join texts "\n"))))

(define (command-help name)
  (cond ((pair? (subcommands name)) (group-text name))
        ((command-named name) => command-text)
        (else #f)))

(define (refuse topic)
  (let ((near (suggest-name (without-colon topic)
                            (append (map command-head (commands))
                                    (topic-list)
                                    (environment-visible-names (environment))))))
    (raise-problem 'unbound (string-append "there is no help on " topic)
                   (if near
                       (string-append "did you mean " near " ?")
                       ":apropos TEXT searches all names and explanations"))))

;;; ??name

(define (source-text topic)
  "Return where TOPIC was defined, and by what text."
  (let ((command (command-named (without-colon topic))))
    (or (and (not (string-prefix? ":" topic)) (name-source (string->symbol topic)))
        (and command (command-source command))
        (topic-help topic))))

(define (name-source name)
  "Return the source of NAME when the user defined it; where it comes from when a library did."
  (let ((definition (find (lambda (row) (equal? (car row) (symbol->string name)))
                          (session-definitions (active-session)))))
    (cond (definition (definition-text definition))
          ((home-of name)
           => (lambda (home)
                (string-append (styled 'dim (string-append "; " home)) "\n"
                               (or (describe-name name (environment)) ""))))
          (else #f))))

(define (definition-text definition)
  "Return the source in DEFINITION, (NAME KIND SOURCE INDEX), and where it was typed."
  (let ((source (list-ref definition 2)) (index (list-ref definition 3)))
    (string-append (if index
                       (string-append (styled 'dim (string-append "; In[" (number->string index)
                                                                  "]"))
                                      "\n")
                       "")
                   (or source "its source is not known")
                   "\n")))

(define (home-of name)
  "Return the module that NAME comes from, or its file, as a text; or #f."
  (let* ((module (environment-module (environment)))
         (interface (find (lambda (used) (module-variable used name)) (module-uses module)))
         (library (and (not interface) (standard-home name))))
    (cond (interface (object->string (module-name interface)))
          (library (string-append "(fermata stdlib " (symbol->string library) ")"))
          (else #f))))

(define (command-source command)
  (let ((place (command-place command)))
    (string-append (if place
                       (string-append (styled 'dim (string-append "; " (from-scheme (car place)) ":"
                                                                  (number->string (cdr place))))
                                      "\n")
                       "")
                   (command-text command))))

(define (from-scheme file)
  "Return FILE, or for one of ours only the path inside the sources."
  (let ((at (string-contains file "scheme/fermata/")))
    (if at (substring file at) file)))

;;; :apropos

(define-command (apropos text)
  #:doc "List the names and commands that are about TEXT.
Their name or explanation contains it, in capitals or not."
  #:examples '(":apropos transpose" ":apropos interval")
  #:group 'help
  (let ((rows (append (matching-commands text) (matching-names text))))
    (if (null? rows)
        (string-append "nothing is about " text "\n")
        (rows->text rows))))

(define (cut summary)
  "Return SUMMARY, or as much of it as fits the line."
  (let ((room (max 20 (- (screen-width) 30))))
    (if (> (string-length summary) room)
        (string-append (substring summary 0 (- room 4)) " ...")
        summary)))

(define (about? text name doc)
  (or (string-contains-ci name text) (string-contains-ci doc text)))

(define (matching-commands text)
  (filter-map (lambda (command)
                (and (about? text (command-name command) (command-doc command))
                     (cons (string-append ":" (command-name command)) (command-summary command))))
              (commands)))

(define (matching-names text)
  "Return (NAME . SUMMARY) for what the session sees and the standard library has about TEXT."
  (let ((environment (environment)))
    (sort (filter-map (lambda (name)
                        (let ((summary (name-summary name environment)))
                          (and (not (string-null? summary))
                               (about? text (symbol->string name) summary)
                               (cons (symbol->string name) (cut summary)))))
                      (delete-duplicates (known-names environment) eq?))
          (lambda (a b) (string<? (car a) (car b))))))
