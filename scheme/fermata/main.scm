;;; (fermata main) -- the command line. Each subcommand is one row here and one procedure in a
;;; module of (fermata cli ...), loaded only when it is used.

(define-module (fermata main)
  #:use-module (fermata cli)
  #:use-module (fermata native host)
  #:export (main))

;; (NAME MODULE PROCEDURE USAGE SUMMARY)
(define subcommands
  '(("eval" (fermata cli eval) eval-command "fermata eval EXPRESSION"
     "evaluate an expression and print its value")
    ("run" (fermata cli eval) run-command "fermata run FILE [ARGUMENT ...]"
     "evaluate a file; (command-line) gives the arguments")
    ("send" (fermata cli send) send-command "fermata send [--session ID] [--as NAME] TEXT"
     "leave a message in a session; it is shown there at the next Enter")
    ("compile" (fermata cli compile) compile-command
     "fermata compile [FILE] [-o OUTPUT] [--to musicxml|ferm|ir]"
     "write the score of a file as MusicXML, as source, or as a list of events")
    ("check" (fermata cli compile) check-command "fermata check FILE ..."
     "say whether files are right, and if not, where")
    ("fmt" (fermata cli format) format-command "fermata fmt [--check] FILE ..."
     "lay out source files; --check only names those that would change")
    ("show" (fermata cli show) show-command "fermata show TOPIC [--format text|json]"
     "list words of the language: durations, clefs, instruments ...")
    ("doc" (fermata cli show) doc-command "fermata doc NAME"
     "explain a form or procedure")))

(define (names) (map car subcommands))

(define (print . texts)
  (for-each display texts)
  (newline))

(define (padded text width)
  (string-append text (make-string (max 1 (- width (string-length text))) #\space)))

(define (print-help)
  (print "Fermata " (fermata-version) ": music in Scheme\n")
  (print "usage: fermata [OPTION ...]         the prompt, or the same from standard input")
  (print "       fermata FILE [ARGUMENT ...]  the same as fermata run")
  (print "       fermata SUBCOMMAND ...\n")
  (for-each (lambda (row) (print "  " (padded (car row) 9) (list-ref row 4))) subcommands)
  (print "\n  --session ID  open this session, not the last one")
  (print "  --new [NAME]  begin a new session")
  (print "  --read-only   look at a session without holding it")
  (print "  --no-init     do not read init.scm")
  (print "  --quiet, -q   no banner")
  (print "  --help     this text, or after a subcommand, its usage")
  (print "  --version  the version")
  (print "\nExit codes: 0 ok, 1 the music or program is wrong, 2 usage, 3 files, 70 our mistake."))

(define (print-subcommand-help row)
  (print "usage: " (list-ref row 3))
  (print "  " (list-ref row 4)))

(define (procedure-of module name)
  (module-ref (resolve-interface module) name))

(define (run-subcommand row args)
  (if (or (member "--help" (before-dashes args)) (equal? args '("-h")))
      (begin (print-subcommand-help row) exit-ok)
      ((procedure-of (list-ref row 1) (list-ref row 2)) args)))

(define (before-dashes args)
  (let loop ((args args) (kept '()))
    (if (or (null? args) (string=? (car args) "--"))
        kept
        (loop (cdr args) (cons (car args) kept)))))

(define repl-options '("--session" "--new" "--read-only" "--no-init" "--quiet" "-q"))

(define (looks-like-file? text)
  (or (file-exists? text) (string-index text #\/) (string-index text #\.)))

(define (dispatch args)
  (cond
   ((or (null? args) (member (car args) repl-options) (string-prefix? "--session=" (car args)))
    ((procedure-of '(fermata repl) 'repl-command) args))
   ((assoc (car args) subcommands) => (lambda (row) (run-subcommand row (cdr args))))
   ((member (car args) '("--help" "-h" "help"))
    (let ((row (and (pair? (cdr args)) (assoc (cadr args) subcommands))))
      (if row (print-subcommand-help row) (print-help))
      exit-ok))
   ((member (car args) '("--version" "-V")) (print "fermata " (fermata-version)) exit-ok)
   ((string=? (car args) "--primitives-doc")
    ((procedure-of '(fermata cli show) 'primitives-doc-command)))
   ((string=? (car args) "--commands-doc")
    ((procedure-of '(fermata cli show) 'commands-doc-command)))
   ((string=? (car args) "-") ((procedure-of '(fermata cli eval) 'run-command) args))
   ((string-prefix? "-" (car args))
    (unknown "option" (car args) (append '("--help" "--version") repl-options)))
   ((looks-like-file? (car args)) ((procedure-of '(fermata cli eval) 'run-command) args))
   (else (unknown "subcommand" (car args) (names)))))

(define (flushed code)
  "Return CODE once everything printed has really been written."
  (catch 'system-error
    (lambda () (force-output (current-output-port)) code)
    (lambda args
      (display "fermata: cannot write the output: " (current-error-port))
      (display (strerror (system-error-errno args)) (current-error-port))
      (newline (current-error-port))
      exit-file)))

(define (main arguments)
  "Do what the command line ARGUMENTS, program name first, ask for; return the exit code."
  (flushed
   (catch 'fermata-finish
     (lambda ()
       (catch 'user-interrupt
         (lambda () (file-problem-guard (lambda () (dispatch (cdr arguments)))))
         (lambda args exit-interrupted)))
     (lambda (key code) code))))
