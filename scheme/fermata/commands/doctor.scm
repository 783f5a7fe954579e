;;; :doctor -- is everything in order around here? Each check names its cure.

(define-module (fermata commands doctor)
  #:use-module (fermata config)
  #:use-module (fermata display rows)
  #:use-module (fermata display theme)
  #:use-module (fermata editor)
  #:use-module (fermata history)
  #:use-module (fermata home)
  #:use-module (fermata native host)
  #:use-module (fermata paths)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (ice-9 ftw)
  #:use-module (ice-9 popen)
  #:use-module (ice-9 rdelim)
  #:use-module (srfi srfi-1))

;; A finding is (GRADE SUBJECT TEXT [CURE]); GRADE is ok, warn or error.
(define (ok subject text) (list 'ok subject text))
(define (warn subject text cure) (list 'warn subject text cure))
(define (bad subject text cure) (list 'error subject text cure))

(define-command (doctor)
  #:doc "Check that all is in order here, and name cures where it is not.
The home directory, disk space, this session's lock and journal, files put aside after a crash, the
config, the terminal, the locale, the editor."
  #:examples '(":doctor")
  #:access 'system
  #:group 'help
  (let ((findings (map (lambda (check) (checked check)) checks)))
    (string-append (string-concatenate (map finding-text findings))
                   (verdict (map car findings)) "\n")))

(define (checked check)
  "Return what CHECK finds; a check that fails itself is a finding, too."
  (catch #t
    check
    (lambda (key . args)
      (bad "check" (if (eq? key 'fermata-error) (cadr args) (object->string (cons key args)))
           "report this, please"))))

(define (finding-text finding)
  (string-append (styled (grade-style (car finding)) (grade-word (car finding)))
                 (padded (cadr finding) 12) (caddr finding) "\n"
                 (if (null? (cdddr finding))
                     ""
                     (string-append "       " (styled 'hint "cure: ") (cadddr finding) "\n"))))

(define (grade-style grade) (case grade ((ok) 'good) ((warn) 'warning) (else 'error)))
(define (grade-word grade) (case grade ((ok) "OK     ") ((warn) "WARN   ") (else "ERROR  ")))

(define (verdict grades)
  (cond ((memq 'error grades) (styled 'error "something is wrong"))
        ((memq 'warn grades) (styled 'warning "nothing is wrong, but look at the warnings"))
        (else (styled 'good "all is well"))))

;;; Checks

(define (check-home)
  (let ((home (fermata-home)))
    (if (and (file-exists? home) (access? home (logior R_OK W_OK X_OK)))
        (ok "home" home)
        (bad "home" (string-append home " cannot be written")
             "make it yours and writable, or set FERMATA_HOME to another directory"))))

(define enough-kilobytes 102400)

(define (check-disk)
  (let ((free (free-kilobytes (fermata-home))))
    (cond ((not free) (warn "disk" "the free space could not be found out" "look with df"))
          ((< free enough-kilobytes)
           (warn "disk" (string-append (size-text (* 1024 free)) " free")
                 "make room: changes are refused when the disk is full"))
          (else (ok "disk" (string-append (size-text (* 1024 free)) " free"))))))

(define (free-kilobytes path)
  "Return what df says is free where PATH is, or #f."
  (let* ((pipe (open-pipe* OPEN_READ "df" "-Pk" path))
         (lines (let loop ((lines '()))
                  (let ((line (read-line pipe)))
                    (if (eof-object? line) (reverse lines) (loop (cons line lines))))))
         (fields (if (> (length lines) 1) (string-tokenize (cadr lines)) '())))
    (close-pipe pipe)
    (and (> (length fields) 3) (string->number (list-ref fields 3)))))

(define (check-lock)
  (let ((session (active-session)))
    (if (session-read-only? session)
        (warn "session" (string-append (session-id session) " is open read-only")
              "close it in the other process, then :session load it again")
        (ok "session" (string-append (session-id session) " is locked by this process")))))

(define (check-journal)
  (let* ((session (active-session)) (history (session-history session))
         (count (history-count history))
         (read (length (history-range history (max 1 (- count 99)) count))))
    (if (= read (min count 100))
        (ok "journal" (string-append (number->string count) " entries; the last "
                                     (number->string read) " read back"))
        (bad "journal" (string-append "of the last 100 entries only " (number->string read)
                                      " could be read")
             (string-append "keep a copy of " (session-directory session))))))

(define (files-matching directory test?)
  (or (scandir directory test?) '()))

(define (check-torn)
  "Look for what was put aside: ends of journals that a crash tore, scores that could not be read."
  (let* ((directory (session-directory (active-session)))
         (torn (files-matching directory (lambda (name) (string-contains name ".torn-")))))
    (if (null? torn)
        (ok "crashes" "nothing was put aside in this session")
        (warn "crashes" (string-append (string-join torn ", ") " in " directory)
              "they hold unfinished writes, never acknowledged; delete them if you like"))))

(define (check-locks)
  "Count locks of other sessions whose holders are dead; they are taken over without a question."
  (let ((held (filter (lambda (summary) (assq-ref summary 'holder)) (session-summaries))))
    (ok "locks" (if (null? held)
                    "no session is open elsewhere"
                    (string-append (string-join (map (lambda (summary)
                                                       (string-append
                                                        (assq-ref summary 'id) " in "
                                                        (assq-ref summary 'holder)))
                                                     held)
                                                ", "))))))

(define (check-config)
  (reload-config!)
  (if (config-problem)
      (bad "config" (config-problem) "mend or remove the file; the defaults hold until then")
      (ok "config" (config-path))))

(define (check-terminal)
  (let ((term (or (getenv "TERM") "")))
    (cond ((not (terminal? 0)) (ok "terminal" "none: input comes from a file or pipe"))
          ((member term '("" "dumb"))
           (warn "terminal" "this one can show no colours and no completion"
                 "set TERM to what your terminal is, such as xterm-256color"))
          (else (ok "terminal" term)))))

(define (check-locale)
  (let ((locale (or (given "LC_ALL") (given "LC_CTYPE") (given "LANG") "C")))
    (if (or (string-contains-ci locale "utf-8") (string-contains-ci locale "utf8"))
        (ok "locale" locale)
        (warn "locale" (string-append locale " is not UTF-8")
              "set LANG to a UTF-8 locale such as C.UTF-8, for texts with accents"))))

(define (given name)
  (let ((value (getenv name)))
    (and value (not (string-null? value)) value)))

(define (check-editor)
  (if (in-path? (car (string-tokenize (editor))))
      (ok "editor" (editor))
      (warn "editor" (string-append (editor) " is not there")
            "set $EDITOR to your editor, for :edit and :notebook prose")))

(define (in-path? program)
  (if (string-index program #\/)
      (access? program X_OK)
      (any (lambda (directory) (access? (string-append directory "/" program) X_OK))
           (string-split (or (getenv "PATH") "") #\:))))

(define checks
  (list check-home check-disk check-lock check-journal check-torn check-locks check-config
        check-terminal check-locale check-editor))
