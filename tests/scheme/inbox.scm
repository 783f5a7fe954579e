;;; The inbox: stored before answered, bounded, plain, and whole after a crash.

(load "harness.scm")
(use-modules (fermata inbox) (fermata native file) (fermata native json) (srfi srfi-1))

(define directory (mkdtemp (string-append (or (getenv "FERMATA_SCRATCH") "/tmp") "/inbox-XXXXXX")))
(define path (string-append directory "/inbox.jsonl"))

(define (message text) `((content . ,text) (source . "send_message") (client . "test")))
(define (contents) (map (lambda (message) (assq-ref message 'content)) (inbox-waiting directory)))
(define (ids messages) (map (lambda (message) (assq-ref message 'id)) messages))
(define (clear!) (inbox-trim! directory (ids (inbox-waiting directory))))
(define (add-raw! text)
  (let ((port (open-file path "a")))
    (set-port-encoding! port "UTF-8")
    (display text port)
    (close-port port)))

(check-equal "nothing waits" '() (inbox-waiting directory))

(define first-posted (inbox-post! directory (message "one")))
(define second-posted (inbox-post! directory (message "two")))
(check-equal "in order" '("one" "two") (contents))
(check-equal "asked again" '("one" "two") (contents))
(check-equal "what was posted is what waits" (list first-posted second-posted)
             (inbox-waiting directory))
(check "ids differ" (not (equal? (assq-ref first-posted 'id) (assq-ref second-posted 'id))))
(check "stamped" (string? (assq-ref first-posted 'timestamp)))
(check-equal "fields stay" "test" (assq-ref first-posted 'client))

;; A sender that had no answer sends again with the same id.
(define resent (cons '(id . "client-7") (message "three")))
(define once (inbox-post! directory resent))
(check-equal "sent twice, stored once" once (inbox-post! directory resent))
(check-equal "once" '("one" "two" "three") (contents))

(inbox-trim! directory (ids (list first-posted)))
(check-equal "trimmed" '("two" "three") (contents))
(inbox-trim! directory '("no-such-id"))
(check-equal "nothing to trim" '("two" "three") (contents))
(clear!)
(check-equal "empty again" '() (contents))

;; Texts from outside
(inbox-post! directory (message "a\x1b[2Jb\x07c\x9bd\r\u202ee\tf\ng é𝄞"))
(check-equal "control characters are gone" '("abcde\tf\ng é𝄞") (contents))
(check-equal "plain text" "ab" (plain-text "a\x00\x7fb"))
(clear!)

;; Crashes and damage
(inbox-post! directory (message "whole"))
(add-raw! "{\"id\":\"x\",\"content\":\"torn é")
(check-equal "an unfinished message is not seen" '("whole") (contents))
(inbox-post! directory (message "next"))
(check-equal "nor glued to the next" '("whole" "next") (contents))
(check "but kept" (any (lambda (name) (string-contains name "inbox.jsonl.torn-"))
                       (let ((stream (opendir directory)))
                         (let loop ((names '()))
                           (let ((name (readdir stream)))
                             (if (eof-object? name) names (loop (cons name names))))))))
(add-raw! "garbage\n")
(inbox-post! directory (message "after"))
(check-equal "damage is said" 4 (length (contents)))
(check "in its place" (string-contains (third (contents)) "damaged"))
(inbox-trim! directory (ids (take (inbox-waiting directory) 1)))
(check-equal "the rest waits on" '("next" "after") (delete (second (contents)) (contents)))
(clear!)
(check-equal "all of it can be cleared" '() (contents))

;; The limit
(write-file! path (string-concatenate
                   (map (lambda (i)
                          (string-append (value->json `((id . ,(number->string i)) (content . "m")))
                                         "\n"))
                        (iota (- inbox-limit 1)))))
(define last-posted (inbox-post! directory (message "the last")))
(check-equal "full" inbox-limit (length (inbox-waiting directory)))
(check-equal "one more is refused" 'busy
             (catch 'fermata-error
               (lambda () (inbox-post! directory (message "too many")))
               (lambda (key kind . rest) kind)))
(check-equal "one sent again is not one more" last-posted (inbox-post! directory last-posted))
(inbox-trim! directory '("0"))
(inbox-post! directory (message "now there is room"))
(check-equal "full again" inbox-limit (length (inbox-waiting directory)))

(system* "rm" "-rf" directory)
(finish-tests)
