;;; (fermata home) -- where things are kept: $FERMATA_HOME, or .fermata in the home directory.

(define-module (fermata home)
  #:use-module (fermata native file)
  #:use-module (fermata outcome)
  #:export (claim-session-directory!
            delete-session-directory!
            directory-names
            fermata-home
            home-file
            prepare-home!
            session-path
            stored-session-ids
            stored-session?))

(define (fermata-home)
  "Return the directory that holds everything Fermata keeps."
  (let ((given (getenv "FERMATA_HOME")))
    (if (and given (not (string-null? given)))
        given
        (string-append (user-directory) "/.fermata"))))

(define (user-directory)
  "Return the user's own directory: HOME may be unset, for a service or in a bare environment."
  (let ((home (getenv "HOME")))
    (if (and home (not (string-null? home)))
        home
        (or (false-if-exception (passwd:dir (getpwuid (getuid))))
            (raise-problem 'file "there is no HOME to keep sessions in"
                           "FERMATA_HOME names a directory to keep sessions in")))))

(define (home-file . names)
  "Return the path of a file in the home of Fermata; NAMES are its directories and its name."
  (string-join (cons (fermata-home) names) "/"))

(define (session-path id . names)
  "Return the directory of the session ID, or of a file in it."
  (apply home-file "sessions" id names))

(define (prepare-home!)
  "Make the directories that are missing, for this user alone."
  (catch 'fermata-error
    (lambda () (make-private-directory! (home-file "sessions")))
    (lambda (key kind message . rest)
      (raise-problem kind message "FERMATA_HOME names another directory to keep sessions in")))
  (delete-doomed!))

(define (stored-session-ids)
  "Return the ids of all sessions on disk, sorted: of directories with metadata or a timeline."
  (sort (filter stored-session? (directory-names (home-file "sessions"))) string<?))

(define (stored-session? id)
  "Return whether there is a session ID on disk. An id is one name, never a way to elsewhere."
  (not (or (string-prefix? "." id)
           (string-any char-set:unfit id)
           (not (session-there? id)))))

(define char-set:unfit (char-set-adjoin char-set:iso-control #\/))

(define (session-there? id)
  (or (file-exists? (session-path id "meta.json"))
      (let ((journal (stat (session-path id "history.jsonl") #f)))
        (and journal (positive? (stat:size journal))))))

;;; Making and deleting

(define (claim-session-directory! id)
  "Make the directory of the session ID; return whether it is new, which one process alone sees."
  (catch 'system-error
    (lambda ()
      (mkdir (session-path id) #o700)
      (sync-directory! (home-file "sessions"))
      #t)
    (lambda args
      (or (= EEXIST (system-error-errno args))
          (raise-problem 'file (string-append "cannot make the directory " (session-path id) ": "
                                              (strerror (system-error-errno args)))))
      #f)))

(define doomed-prefix ".deleted-")

(define (delete-session-directory! id)
  "Delete the directory of the session ID. It goes at once, as a whole: a crash leaves no half of it
under that name."
  (rename-file (session-path id)
               (session-path (string-append doomed-prefix id "-" (number->string (getpid)))))
  (delete-doomed!))

(define (delete-doomed!)
  "Delete what is left of sessions that were deleted, also by a program that was killed then."
  (for-each (lambda (name)
              (when (string-prefix? doomed-prefix name)
                (false-if-exception (delete-tree (session-path name)))))
            (directory-names (home-file "sessions"))))

(define (delete-tree path)
  (if (eq? 'directory (stat:type (lstat path)))
      (begin
        (for-each (lambda (name) (delete-tree (string-append path "/" name)))
                  (delete "." (delete ".." (directory-names path))))
        (rmdir path))
      (delete-file path)))

(define (directory-names path)
  "Return the names in the directory PATH; none when it cannot be read."
  (let ((stream (false-if-exception (opendir path))))
    (if (not stream)
        '()
        (let loop ((names '()))
          (let ((name (readdir stream)))
            (cond ((eof-object? name) (closedir stream) names)
                  (else (loop (cons name names)))))))))
