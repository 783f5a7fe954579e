;;; (fermata settings) -- the table of what can be :set, and where each value comes from:
;;; the session's own, else the user's config, else the default.

(define-module (fermata settings)
  #:use-module (fermata config)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (ice-9 match)
  #:export (define-setting
            set-setting!
            setting
            setting->text
            setting-choices
            setting-default
            setting-doc
            setting-names
            setting-origin
            setting-type-text
            use-session-settings!))

(define rows '())                       ; (NAME TYPE DEFAULT DOC), newest first

(define (define-setting name type default doc)
  "Add the setting NAME. TYPE is boolean, string, (integer LOW HIGH), or (one-of WORD ...)."
  (set! rows (acons name (list type default doc) (assoc-remove! rows name)))
  name)

(define-setting "colour" '(one-of "auto" "on" "off") "auto"
  "colours: auto means on a terminal, unless NO_COLOR is set")
(define-setting "suggestions" 'boolean #t
  "show the rest of an earlier line in grey while typing")
(define-setting "pager" 'boolean #t
  "show what is longer than the screen in $PAGER, or less")
(define-setting "autosave.seconds" '(integer 1 86400) 60
  "write a snapshot of the session after so many seconds")
(define-setting "autosave.entries" '(integer 1 100000) 50
  "write a snapshot of the session after so many entries")
(define-setting "history.limit" '(integer 1 100000) 20
  "how many entries :history shows")
(define-setting "width" '(integer 0 1000) 0
  "columns for results and scores; 0 means those of the terminal")

;; How the active session's own values are read and set; without a session there are none.
(define session-values (lambda () '()))
(define set-session-value! (lambda (name value) (write-config! name value)))

(define (use-session-settings! read set)
  "From now on the session's own values are those in the alist that READ returns, and are changed by
SET with a symbol and a value."
  (set! session-values read)
  (set! set-session-value! set))

(define (row-of name)
  (or (assoc-ref rows name)
      (let ((near (suggest-name name (setting-names))))
        (raise-problem 'value (string-append "there is no setting " name)
                       (if near
                           (string-append "did you mean " near " ?")
                           ":set lists the settings")))))

(define (setting-names)
  "Return the names of all settings in order."
  (sort (map car rows) string<?))

(define (setting-doc name)
  "Return what the setting NAME does."
  (list-ref (row-of name) 2))

(define (setting-default name)
  "Return the value of the setting NAME where nobody has set it."
  (list-ref (row-of name) 1))

(define (usable type value)
  "Return (VALUE) when VALUE is one of TYPE, else #f: a file may hold anything."
  (match type
    ('boolean (and (boolean? value) (list value)))
    ('string (and (string? value) (list value)))
    (('integer low high) (and (exact-integer? value) (<= low value high) (list value)))
    (('one-of . words) (and (member value words) (list value)))))

(define (look-up name type)
  "Return (ORIGIN VALUE) of the setting NAME, or #f when nobody has set it."
  (define (in values origin)
    (let* ((pair (assq (string->symbol name) values))
           (value (and pair (usable type (cdr pair)))))
      (and value (cons origin value))))
  (or (in (session-values) 'session) (in (config-settings) 'global)))

(define (setting name)
  "Return the value of the setting NAME that holds now."
  (let* ((row (row-of name)) (found (look-up name (car row))))
    (if found (cadr found) (cadr row))))

(define (setting-origin name)
  "Return who has set the setting NAME: session, global or default."
  (let ((found (look-up name (car (row-of name)))))
    (if found (car found) 'default)))

(define* (set-setting! name text #:key (global? #f))
  "Give the setting NAME the value that TEXT says, in this session or for all. Return it."
  (let ((value (parse-value name (car (row-of name)) text)))
    ((if global? write-config! set-session-value!) (string->symbol name) value)
    value))

;;; Values and texts

(define true-words '("on" "yes" "true" "#t"))
(define false-words '("off" "no" "false" "#f"))

(define (parse-value name type text)
  (define (refuse)
    (raise-problem 'value (string-append text " is not a value for " name)
                   (string-append "it takes " (setting-type-text name))))
  (match type
    ('boolean (cond ((member text true-words) #t)
                    ((member text false-words) #f)
                    (else (refuse))))
    ('string text)
    (('integer _ _) (match (usable type (string->number text)) ((value) value) (#f (refuse))))
    (('one-of . _) (match (usable type text) ((value) value) (#f (refuse))))))

(define (setting->text value)
  "Return VALUE of a setting as it is typed after :set."
  (cond ((eq? value #t) "on")
        ((eq? value #f) "off")
        ((number? value) (number->string value))
        (else value)))

(define (setting-type-text name)
  "Return what values the setting NAME takes, in words."
  (match (car (row-of name))
    ('boolean "on or off")
    ('string "a text")
    (('integer low high)
     (string-append "a number from " (number->string low) " to " (number->string high)))
    (('one-of . words) (string-join words ", "))))

(define (setting-choices name)
  "Return the words that the setting NAME takes, or nothing when there are too many to list."
  (match (car (row-of name))
    ('boolean '("on" "off"))
    (('one-of . words) words)
    (_ '())))
