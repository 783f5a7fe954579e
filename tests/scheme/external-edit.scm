;;; score.ferm changed by somebody else, sessions opened twice, files from other versions.

(load "sessions-harness.scm")
(use-modules (srfi srfi-1))

(define (file name) (string-append (session-directory (active-session)) "/" name))
(define (files-like prefix)
  (let ((stream (opendir (session-directory (active-session)))))
    (let loop ((found '()))
      (let ((name (readdir stream)))
        (cond ((eof-object? name) (closedir stream) found)
              ((string-prefix? prefix name) (loop (cons name found)))
              (else (loop found)))))))

(define (edit-file! procedure)
  "Leave, let PROCEDURE make another text of score.ferm, and come back."
  (let ((id (session-id (active-session))) (path (file "score.ferm")))
    (close-all-sessions!)
    (write-file! path (procedure (read-file path)))
    (take-remarks!)
    (set-active-session! (open-session! id))))

(define (replace-in text from to)
  (let ((at (string-contains text from)))
    (string-append (substring text 0 at) to (substring text (+ at (string-length from))))))

(define (remark-with text)
  (any (lambda (remark) (string-contains remark text)) (take-remarks!)))

(define (last-entry)
  (history-ref (session-history (active-session))
               (history-count (session-history (active-session)))))

(type "(list (note c4 :q) (note d4 :q) (note e4 :h))")
(define original (score-text))
(define first-file (read-file (file "score.ferm")))

;;; A valid edit is taken in, and can be undone

(edit-file! (lambda (text) (replace-in text "(note d4 :q)" "(note f#4 :q)")))
(check "the edit is in the score" (string-contains (score-text) "f#4"))
(check "and mentioned" (remark-with "edited outside"))
(check-equal "a system entry" '("System" "external_edit")
             (list (entry-ref (last-entry) 'kind) (entry-ref (last-entry) 'event)))
(check "with a delta" (entry-ref (last-entry) 'score_delta))
(type ":undo")
(check-equal "undone" original (score-text))

;;; Without the first line, as after a rewrite in an editor

(edit-file! (lambda (text) (substring text (+ 1 (string-index text #\newline)))))
(check-equal "the same music" original (score-text))
(check "said so" (remark-with "the music is the same"))

;;; An older version put back, as git does

(come-back!)
(let ((older (read-file (file "score.ferm"))))
  (type "(note g4 :w)")
  (let ((newer (score-text)))
    (edit-file! (lambda (text) older))
    (check-equal "the older version is an edit" original (score-text))
    (type ":undo")
    (check-equal "undone again" newer (score-text))
    (type ":undo")))

;;; What is not valid is kept aside

(for-each
 (lambda (wrong)
   (edit-file! (lambda (text) wrong))
   (check-equal "the journal's score is used" original (score-text))
   (check "the file is named" (remark-with "score.rejected-"))
   (check-equal "a system entry" "error" (entry-ref (last-entry) 'event)))
 '("(score (part \"P\" (measure (time 4 4) (note c4 :w) (note d4 :w))))"
   "(score (part \"P\" (measure (note c4 :w)"
   "(system \"touch /tmp/never\")"
   "nonsense"))
(check-equal "all four are kept" 4 (length (files-like "score.rejected-")))

;;; Emptied

(edit-file! (lambda (text) ""))
(check-equal "an empty file is an empty score" "" (score-text))
(type ":undo")
(check-equal "which can be undone" original (score-text))

;;; While the session is open

(write-file! (file "score.ferm") "(score (part \"Mine\" (measure (note a4 :w))))")
(type ":session save")
(check "kept aside" (= 1 (length (files-like "score.edited-"))))
(check "and told" (remark-with "kept as"))
(check-equal "ours is unharmed" original (score-text))

;;; Files that are missing or broken

(define (damage! name text)
  (let ((id (session-id (active-session))) (path (file name)))
    (close-all-sessions!)
    (if text (write-file! path text) (delete-file path))
    (set-active-session! (open-session! id))))

(type "(define kept 7)")
(for-each
 (lambda (name)
   (for-each
    (lambda (text)
      (damage! name text)
      (check-equal (string-append name " damaged: the score") original (score-text))
      (check-equal (string-append name " damaged: the names") "7" (typed "kept")))
    (list #f "" "{" "[1,2]" "{\"format\":1}")))
 '("env.json" "meta.json"))
(damage! "score.ferm" #f)
(check-equal "score.ferm gone" original (score-text))

;;; A format from the future is refused, and left alone

(let* ((id (session-id (active-session))) (path (file "meta.json")))
  (close-all-sessions!)
  (let ((old (read-file path)))
    (write-file! path "{\"format\":99}\n")
    (check-equal "refused" 'version
                 (catch 'fermata-error
                   (lambda () (open-session! id) 'opened)
                   (lambda (key kind . rest) kind)))
    (check-equal "unchanged" "{\"format\":99}\n" (read-file path))
    (write-file! path old))
  (set-active-session! (open-session! id)))

;;; Read-only

(let ((id (session-id (active-session))))
  (close-all-sessions!)
  (set-active-session! (open-session! id #:read-only? #t))
  (let ((count (history-count (session-history (active-session)))))
    (check-equal "reading works" "7" (typed "kept"))
    (check-equal "writing is refused" "value"
                 (catch 'fermata-error
                   (lambda () (typed "(note c4 :q)"))
                   (lambda (key kind . rest) (symbol->string kind))))
    (check-equal "nothing was stored" count
                 (history-count (session-history (active-session))))
    (check-equal "nothing was changed" original (score-text)))
  (close-all-sessions!)
  (set-active-session! (open-session! id)))

(finish-session-tests)
