;;; (fermata store) -- the files of a session directory: written whole, read with suspicion.
;;; Each file says which history entry it covers; what happened later is in the journal. A snapshot
;;; of the score is written twice: score.ferm is the user's to edit, snapshots/ is ours.

(define-module (fermata store)
  #:use-module (fermata clock)
  #:use-module (fermata home)
  #:use-module (fermata native file)
  #:use-module (fermata native host)
  #:use-module (fermata native json)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (ice-9 match)
  #:use-module (ice-9 receive)
  #:use-module (srfi srfi-1)
  #:use-module (srfi srfi-9)
  #:export (checked-format
            current-format
            put-aside!
            read-environment-file
            read-meta
            read-notebook-file
            read-stored-score
            score-file-changed?
            stored-covers
            stored-edited
            stored-problem
            stored-revision
            stored-score
            write-environment-file!
            write-meta!
            write-notebook-file!
            write-score!))

(define current-format 1)

(define (in directory . names)
  (string-join (cons directory names) "/"))

;;; JSON files

(define (regular? path)
  "Return whether PATH is a file that can be read to its end."
  (let ((status (stat path #f)))
    (and status (eq? 'regular (stat:type status)))))

(define (read-json-file path shapes)
  "Return the object in PATH, or #f when it is missing, broken, or not as SHAPES, an alist of keys
to predicates, say."
  (and (regular? path)
       (catch 'fermata-error
         (lambda ()
           (let* ((value (json->value (read-file path)))
                  (object (and (pair? value) (pair? (car value)) (checked-format value path))))
             (and object (has-shape? object shapes) object)))
         (lambda (key kind . rest)
           (if (eq? kind 'version) (apply throw key kind rest) #f)))))

(define (has-shape? object shapes)
  (every (lambda (shape) ((cdr shape) (assq-ref object (car shape)))) shapes))

(define (or-missing right?) (lambda (value) (or (not value) (right? value))))

(define (array-of right?)
  (lambda (value) (and (vector? value) (every right? (vector->list value)))))

(define (entry-number? value) (and (exact-integer? value) (>= value 0)))

(define (object? value) (and (list? value) (every pair? value)))

(define (binding? value)
  (and (object? value)
       (has-shape? value `((names . ,(array-of string?)) (kind . ,string?)
                           (text . ,(lambda (text) (or (string? text) (eq? text 'null))))
                           (libraries . ,(or-missing (array-of object?)))))))

(define meta-shapes
  `((name . ,string?) (tags . ,(array-of string?)) (settings . ,object?)
    (covers . ,entry-number?) (score_digest . ,(or-missing string?))
    (undo . ,(array-of entry-number?)) (redo . ,(array-of entry-number?))))

(define environment-shapes
  `((covers . ,entry-number?) (state . ,object?) (bindings . ,(array-of binding?))))

(define notebook-shapes
  `((covers . ,entry-number?) (notebook_revision . ,entry-number?) (notebook . ,object?)))

(define (checked-format object path)
  "Return OBJECT in the current format, or refuse what a newer Fermata wrote."
  (let ((format (assq-ref object 'format)))
    (cond ((not (exact-integer? format)) #f)
          ((> format current-format)
           (raise-problem 'version
                          (string-append path " was written by a newer Fermata (format "
                                         (number->string format) ")")
                          "open this session with that version"))
          (else (migrated object format)))))

;; How to bring an object of format N to format N+1: (N . procedure).
(define migrations '())

(define (migrated object format)
  (if (= format current-format)
      object
      (let ((step (assv-ref migrations format)))
        (and step (migrated (step object) (+ format 1))))))

(define (write-json-file! path object)
  (write-file! path (string-append (value->json (acons 'format current-format object)) "\n")))

(define (read-meta directory)
  "Return the metadata of the session in DIRECTORY, or #f when they cannot be read."
  (read-json-file (in directory "meta.json") meta-shapes))

(define (write-meta! directory object)
  (write-json-file! (in directory "meta.json") object))

(define (read-environment-file directory)
  "Return the stored environment of the session in DIRECTORY, or #f."
  (read-json-file (in directory "env.json") environment-shapes))

(define (write-environment-file! directory object)
  (write-json-file! (in directory "env.json") object))

(define (read-notebook-file directory)
  "Return the stored notebook, as JSON data, of the session in DIRECTORY, or #f."
  (read-json-file (in directory "notebook.json") notebook-shapes))

(define (write-notebook-file! directory object)
  (write-json-file! (in directory "notebook.json") object))

;;; The score

(define-record-type <stored>
  (make-stored score covers revision edited problem)
  stored?
  (score stored-score)                  ; our own newest snapshot, or #f when it is empty
  (covers stored-covers)                ; the entry after which it was taken; 0: there is none
  (revision stored-revision)
  (edited stored-edited)                ; what somebody made of score.ferm, or #f when it is ours
  (problem stored-problem))             ; why score.ferm cannot be taken in, or #f

(define (header entry revision digest)
  (string-append ";; fermata-score " (number->string current-format)
                 " entry " (number->string entry)
                 " revision " (number->string revision)
                 " digest " digest "\n"))

(define (split-header text)
  "Return (ENTRY REVISION BODY DIGEST) of a file as we wrote it, or #f when somebody edited it."
  (let* ((end (or (string-index text #\newline) 0))
         (body (if (zero? end) text (substring text (+ end 1)))))
    (match (string-split (substring text 0 end) #\space)
      ((";;" "fermata-score" format "entry" entry "revision" revision "digest" digest)
       (and (string=? digest (text-digest body))
            (string->number entry) (string->number revision)
            (list (string->number entry) (string->number revision) body digest)))
      (else #f))))

(define (check-score-format text path)
  "Refuse TEXT of the file at PATH when a newer Fermata wrote it."
  (match (string-split (substring text 0 (or (string-index text #\newline) 0)) #\space)
    ((";;" "fermata-score" format . rest)
     (checked-format `((format . ,(string->number format))) path))
    (else #f)))

(define (text->score text)
  "Return the score in TEXT, or #f when there is nothing in it."
  (and (not (blank? text)) (read-score text)))

(define (blank? text)
  (every (lambda (line) (let ((line (string-trim line)))
                          (or (string-null? line) (string-prefix? ";" line))))
         (string-split text #\newline)))

(define (snapshot-paths directory)
  "Return the paths of our own snapshots, newest first."
  (let ((folder (in directory "snapshots")))
    (map cdr
         (sort (filter-map (lambda (name)
                             (let ((entry (snapshot-entry name)))
                               (and entry (cons entry (in folder name)))))
                           (directory-names folder))
               (lambda (a b) (> (car a) (car b)))))))

(define (snapshot-entry name)
  (and (string-prefix? "score-" name) (string-suffix? ".ferm" name)
       (string->number (substring name 6 (- (string-length name) 5)))))

(define (read-snapshot path)
  "Return (ENTRY REVISION SCORE) of our own file at PATH, or #f when it is not whole."
  (false-if-exception
   (match (split-header (read-file path))
     ((entry revision body digest) (list entry revision (text->score body)))
     (else #f))))

(define (ours? text meta)
  "Return whether TEXT of score.ferm is what we wrote last: the digest that META recorded, or a file
written after META, when the program was killed between the two."
  (match (split-header text)
    ((entry revision body digest)
     (or (equal? digest (assq-ref meta 'score_digest))
         (> entry (or (assq-ref meta 'covers) 0))))
    (else #f)))

(define (read-stored-score directory meta)
  "Return what is stored of the score in DIRECTORY, whose metadata are META."
  (let* ((path (in directory "score.ferm"))
         (text (and (regular? path) (false-if-exception (read-file path))))
         (ours (and text (ours? text meta))))
    (when text (check-score-format text path))
    (match (or (and ours (read-snapshot path))
               (any read-snapshot (snapshot-paths directory))
               '(0 0 #f))
      ((entry revision score)
       (if (or ours (not (file-exists? path)))
           (make-stored score entry revision #f #f)
           (edited-score text score entry revision))))))

(define (edited-score text score entry revision)
  "Return what is stored when score.ferm holds TEXT that somebody edited."
  (catch 'fermata-error
    (lambda ()
      (unless text (raise-problem 'file "score.ferm cannot be read"))
      (make-stored score entry revision (list (text->score text)) #f))
    (lambda (key kind message hint . rest)
      (make-stored score entry revision #f message))))

(define generations 3)

(define (write-score! directory score entry revision)
  "Write SCORE, which is that after ENTRY, as score.ferm and as our own snapshot; return its
digest."
  (let* ((body (if score (string-append (value->source score 90) "\n") ""))
         (digest (text-digest body))
         (text (string-append (header entry revision digest) body))
         (folder (in directory "snapshots")))
    (make-private-directory! folder)
    (write-file! (in folder (string-append "score-" (number->string entry) ".ferm")) text)
    (write-file! (in directory "score.ferm") text)
    (for-each (lambda (path) (false-if-exception (delete-file path)))
              (outdated-snapshots directory entry))
    digest))

(define (outdated-snapshots directory entry)
  "Return the paths of snapshots that are too old, or later than ENTRY, which the journal lost."
  (receive (later present)
      (partition (lambda (path) (> (snapshot-entry (basename path)) entry))
                 (snapshot-paths directory))
    (append later (if (> (length present) generations) (list-tail present generations) '()))))

(define (score-file-changed? directory meta)
  "Return whether score.ferm is not the file that META recorded."
  (let ((path (in directory "score.ferm")))
    (and (file-exists? path)
         (not (and (regular? path) (false-if-exception (ours? (read-file path) meta)))))))

(define (put-aside! directory name reason)
  "Keep the file NAME of DIRECTORY under another name that holds REASON and the time; return that
path."
  (let* ((dot (string-rindex name #\.))
         (time (string-map (lambda (c) (if (char=? c #\:) #\. c)) (timestamp-now)))
         (path (in directory (string-append (substring name 0 dot) "." reason "-" time
                                            (substring name dot)))))
    (catch 'system-error
      (lambda () (rename-file (in directory name) path))
      (lambda args
        (raise-problem 'file (string-append "cannot rename " (in directory name) ": "
                                            (strerror (system-error-errno args))))))
    path))
