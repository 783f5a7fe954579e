;;; (fermata home) -- where things are kept: $FERMATA_HOME, or .fermata in the home directory.

(define-module (fermata home)
  #:use-module (fermata native file)
  #:export (fermata-home
            home-file
            prepare-home!
            session-path
            stored-session-ids))

(define (fermata-home)
  "Return the directory that holds everything Fermata keeps."
  (let ((given (getenv "FERMATA_HOME")))
    (if (and given (not (string-null? given)))
        given
        (string-append (or (getenv "HOME") ".") "/.fermata"))))

(define (home-file . names)
  "Return the path of a file in the home of Fermata; NAMES are its directories and its name."
  (string-join (cons (fermata-home) names) "/"))

(define (session-path id . names)
  "Return the directory of the session ID, or of a file in it."
  (apply home-file "sessions" id names))

(define (prepare-home!)
  "Make the directories that are missing, for this user alone."
  (make-private-directory! (home-file "sessions")))

(define (stored-session-ids)
  "Return the ids of all sessions on disk, sorted; what has no meta.json is none."
  (let ((directory (false-if-exception (opendir (home-file "sessions")))))
    (if (not directory)
        '()
        (let loop ((ids '()))
          (let ((name (readdir directory)))
            (cond ((eof-object? name) (closedir directory) (sort ids string<?))
                  ((string-prefix? "." name) (loop ids))
                  ((file-exists? (session-path name "meta.json")) (loop (cons name ids)))
                  (else (loop ids))))))))
