;;; Settings: types, where a value comes from, and a config file that may be broken.

(load "harness.scm")
(use-modules (fermata settings) (fermata config) (fermata native file))

(define home (string-append (or (getenv "FERMATA_SCRATCH") "/tmp") "/settings-"
                            (number->string (getpid))))
(setenv "FERMATA_HOME" home)
(make-private-directory! home)

(define own '())
(use-session-settings! (lambda () own)
                       (lambda (name value) (set! own (acons name value own))))

(define (hint-of thunk)
  "Return the hint of the problem that THUNK raises."
  (catch 'fermata-error
    (lambda () (thunk) 'none)
    (lambda (key kind message hint . rest) hint)))

;;; Every row is whole

(for-each
 (lambda (name)
   (check (list name "has a doc") (> (string-length (setting-doc name)) 10))
   (check (list name "says what it takes") (not (string-null? (setting-type-text name))))
   (check-equal (list name "has its default") (setting-default name) (setting name))
   (check-equal (list name "reads its default back") (setting-default name)
                (set-setting! name (setting->text (setting-default name)))))
 (setting-names))
(set! own '())

;;; Types

(check-equal "a number" 50 (set-setting! "history.limit" "50"))
(check-equal "holds" 50 (setting "history.limit"))
(check-equal "comes from the session" 'session (setting-origin "history.limit"))
(check-equal "out of range" "it takes a number from 1 to 100000"
             (hint-of (lambda () (set-setting! "history.limit" "0"))))
(check-equal "no number" "it takes a number from 1 to 100000"
             (hint-of (lambda () (set-setting! "history.limit" "many"))))
(check-equal "a fraction" "it takes a number from 1 to 100000"
             (hint-of (lambda () (set-setting! "history.limit" "3/2"))))
(check-equal "refused changes nothing" 50 (setting "history.limit"))
(check-equal "a word" "off" (set-setting! "colour" "off"))
(check-equal "a wrong word" "it takes auto, on, off"
             (hint-of (lambda () (set-setting! "colour" "red"))))
(check-equal "off" #f (set-setting! "pager" "off"))
(check-equal "off is a value, not nothing" #f (setting "pager"))
(check-equal "on" #t (set-setting! "pager" "yes"))
(check-equal "a wrong switch" "it takes on or off"
             (hint-of (lambda () (set-setting! "pager" "perhaps"))))
(check-equal "a name nearly right" "did you mean history.limit ?"
             (hint-of (lambda () (setting "history.limits"))))
(check-equal "choices" '("auto" "on" "off") (setting-choices "colour"))

;;; The config file

(set! own '())
(check-equal "global" 7 (set-setting! "history.limit" "7" #:global? #t))
(check-equal "holds where the session says nothing" 7 (setting "history.limit"))
(check-equal "is global" 'global (setting-origin "history.limit"))
(set-setting! "history.limit" "9")
(check-equal "the session wins" 9 (setting "history.limit"))
(set! own '())
(reload-config!)
(check-equal "it was written" 7 (setting "history.limit"))
(set-setting! "colour" "off" #:global? #t)
(reload-config!)
(check-equal "beside another" '(7 "off") (list (setting "history.limit") (setting "colour")))

(define (with-config text thunk)
  (write-file! (config-path) text)
  (reload-config!)
  (thunk))

(define (check-ignored name text)
  (with-config text
    (lambda ()
      (check (list name "is named") (string-contains (or (config-problem) "") (config-path)))
      (check-equal (list name "is ignored") 20 (setting "history.limit"))
      (check-equal (list name "is not overwritten")
                   "mend or remove this file first; it is not overwritten"
                   (hint-of (lambda () (set-setting! "history.limit" "5" #:global? #t))))
      (check-equal (list name "stays") text (read-file (config-path))))))

(check-ignored "half a file" "{\"version\":1,\"sett")
(check-ignored "no object" "[1,2]")
(check-ignored "no version" "{\"settings\":{}}")
(check-ignored "a newer one" "{\"version\":99,\"settings\":{\"history.limit\":3}}")
(check-ignored "an empty file" "")

(with-config
    "{\"version\":1,\"settings\":{\"history.limit\":\"many\",\"unknown\":1,\"pager\":false}}"
  (lambda ()
    (check-equal "a value of the wrong type is not used" 20 (setting "history.limit"))
    (check-equal "the others are" #f (setting "pager"))
    (set-setting! "width" "100" #:global? #t)
    (check "what is not known here is kept" (string-contains (read-file (config-path)) "unknown"))))

;;; A user's own

(define-setting "tuning" '(one-of "equal" "just") "equal" "how pitches are tuned")
(check-equal "its default" "equal" (setting "tuning"))
(set-setting! "tuning" "just")
(check-equal "set" "just" (setting "tuning"))

(delete-file (config-path))
(rmdir home)
(finish-tests)
