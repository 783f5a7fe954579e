;;; (fermata explain) -- an exception and a place mark to a problem in musicians' words.

(define-module (fermata explain)
  #:use-module (fermata standard)
  #:autoload (fermata help) (describe-name)
  #:use-module (fermata environment)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata native pitches)
  #:use-module (fermata outcome)
  #:use-module (fermata print)
  #:use-module (ice-9 match)
  #:export (explain-exception
            explain-read-problem
            problem-at))

(define (problem-at kind message hint source extent)
  "Return a problem placed at EXTENT, (OFFSET . LENGTH), of SOURCE."
  (let ((message (clipped message)) (hint (and hint (clipped hint))))
    (if (and source extent)
        (match (source-place source (car extent) (cdr extent))
          ((line column width text)
           (make-problem kind message (source-name source) line column width hint text)))
        (make-problem kind message #f #f #f 1 hint #f))))

(define longest-message 400)

(define (clipped text)
  "Return TEXT, or its beginning when a name in it is absurdly long."
  (if (> (string-length text) longest-message)
      (string-append (substring text 0 longest-message) " ...")
      text))

(define (explain-read-problem source)
  "Return why SOURCE cannot be read."
  (match (source-problem source)
    ((status message hint offset length)
     (problem-at 'read message hint source (cons offset length)))))

(define (explain-exception environment key args marked-source offset source token)
  "Return the problem that the exception KEY with ARGS is. It was raised by the call at OFFSET of
MARKED-SOURCE, while the form at TOKEN of SOURCE was evaluated in ENVIRONMENT."
  (define where
    (if (and marked-source (or (not (eq? marked-source source)) (> offset 0)
                               (= token (source-token source offset))))
        (cons marked-source (source-token marked-source offset))
        (cons source token)))
  (match (cons key args)
    (('located-problem problem) problem)
    (('fermata-error kind message hint argument element part measure at length who)
     (explain-own kind message hint (list argument element part measure) at length who
                  where source))
    (('unbound-variable _ _ (name) . _) (explain-unbound environment name where source token))
    (('syntax-error who message src form subform)
     (explain-syntax message src form subform source token))
    (('wrong-number-of-args _ _ (procedure . _) . _) (explain-arity procedure where))
    (('wrong-number-of-args _ text parts . _) (plain 'arity (formatted text parts) #f where))
    (('stack-overflow . _)
     (plain 'limit "this recursion does not end, or goes too deep"
            "every recursion needs a case that ends it" where))
    (('out-of-memory . _) (plain 'limit "this needs more memory than a session may use" #f where))
    (('user-interrupt . _) (plain 'interrupt "interrupted" #f where))
    (('wrong-type-arg #f _ (object) . _)
     (plain 'type (string-append "this is not a procedure: " (short object))
            "the first word in a list is what is called; a list of data needs a quote" where))
    (('wrong-type-arg who text parts . _) (plain 'type (about who (formatted text parts)) #f where))
    ;; Guile 3.0.8 puts raw machine numbers where the bounds should be: touching them is fatal.
    (('out-of-range who (? range-text?) (_ _ bad) . _)
     (plain 'value (string-append "this number is out of range: " (short bad)) #f where))
    (('out-of-range who text parts . _) (plain 'value (about who (formatted text parts)) #f where))
    (('numerical-overflow . _) (plain 'value "division by zero" #f where))
    (('system-error who text parts . _) (plain 'file (formatted text parts) #f where))
    (('keyword-argument-error who text _ (keyword . _) . _)
     (explain-keyword text keyword where))
    (('misc-error who text parts . _) (plain 'value (about who (formatted text parts)) #f where))
    (('%exception object) (plain 'value (raised-text object) #f where))
    ((key who (? string? text) (? list? parts) . _)
     (plain 'value (about who (formatted text parts)) #f where))
    (_ (plain 'value (string-append "uncaught throw to " (short key)
                                    (if (null? args) "" (string-append ": " (short args))))
              #f where))))

(define (range-text? text)
  (and (string? text) (string-prefix? "Value out of range ~S to" text)))

(define (plain kind message hint where)
  (problem-at kind message hint (car where) (head-extent (car where) (cdr where))))

(define (head-extent source token)
  "Return the place of the form at TOKEN of SOURCE: all of it when short, else only its beginning."
  (source-extent source token))

(define (short object) (value->text object #:limit 60 #:elements 8))

(define (lower-first text)
  (if (or (string-null? text)
          (and (> (string-length text) 1) (char-upper-case? (string-ref text 1))))
      text
      (string-append (string-downcase (substring text 0 1)) (substring text 1))))

(define (formatted text parts)
  "Return TEXT, a message of Guile's, with its ~A and ~S filled in from PARTS."
  (let loop ((chars (string->list text)) (parts (if (list? parts) parts '())) (out '()))
    (match chars
      (() (lower-first (string-concatenate-reverse out)))
      ((#\~ (or #\a #\A) . rest) (=> next)
       (if (pair? parts)
           (loop rest (cdr parts) (cons (displayed (car parts)) out))
           (next)))
      ((#\~ (or #\s #\S) . rest) (=> next)
       (if (pair? parts) (loop rest (cdr parts) (cons (short (car parts)) out)) (next)))
      ((char . rest) (loop rest parts (cons (string char) out))))))

(define (displayed object) (if (string? object) object (short object)))

(define (about who text)
  (if (and who (not (equal? who "")))
      (string-append (displayed who) ": " text)
      text))

(define (raised-text object)
  (cond ((and (exception? object) (exception-with-message? object))
         (string-append (lower-first (displayed (exception-message object)))
                        (if (and (exception-with-irritants? object)
                                 (pair? (exception-irritants object)))
                            (string-join (map short (exception-irritants object)) " " 'prefix)
                            "")))
        (else (string-append "uncaught exception: " (short object)))))

;; Exception accessors of boot-9 are not all exported by (guile); (ice-9 exceptions) names them.
(define-syntax-rule (define-exceptional name)
  (define (name object)
    ((module-ref (resolve-interface '(ice-9 exceptions)) 'name) object)))
(define-exceptional exception?)
(define-exceptional exception-with-message?)
(define-exceptional exception-message)
(define-exceptional exception-with-irritants?)
(define-exceptional exception-irritants)

;;; Errors of our own procedures

(define (explain-own kind message hint operand at length who where source)
  (let ((marked (car where)) (token (cdr where)))
    (cond ((and (>= at 0) (own-place? who))
           (problem-at kind message hint source (cons at length)))
          ((called-here? who marked token)
           (let ((extent (apply source-operand marked token operand)))
             (problem-at kind (with-measure message (list-ref operand 3) marked extent) hint
                         marked extent)))
          (else (problem-at kind message hint marked (head-extent marked token))))))

(define (with-measure message index source extent)
  "Return MESSAGE, which names the measure INDEX when EXTENT does not show it."
  (if (or (< index 0) (eq? (source-head source (source-token source (car extent))) 'measure))
      message
      (string-append "in the " (number->string (+ index 1)) ". measure: " message)))

(define (own-place? who)
  "Return whether an offset in an error of the native procedure WHO means the text being evaluated."
  (member who '(#f "source-notation" "source-datum")))

(define (called-here? who source token)
  "Return whether the form at TOKEN is itself the call of WHO, so that its operands are in the
text."
  (and who (let ((head (source-head source token)))
             (and head (string=? (symbol->string head) who)))))

;;; Keywords of procedures written in Scheme

(define (explain-keyword text keyword where)
  (match where
    ((source . token)
     (let ((head (source-head source token)))
       (plain 'value
              (string-append (if head (symbol->string head) "this procedure")
                             (if (keyword? keyword) " has no use for " " takes keywords here, not ")
                             (short keyword))
              (and head (usage-of head)) where)))))

(define (usage-of name)
  "Return the sentence of NAME's documentation that shows how it is called, or #f."
  (let ((text (describe-name name)))
    (and text (string-append "see: fermata doc " (symbol->string name)))))

;;; Unbound names

(define (explain-unbound environment name where source token)
  (let* ((text (symbol->string name))
         (complaint (pitch-complaint text))
         (place (find-name text where source token)))
    (match complaint
      ((message hint) (problem-at 'unbound message hint (car place) (cdr place)))
      (#f (problem-at 'unbound (string-append "unknown name " text)
                      (name-hint environment text) (car place) (cdr place))))))

(define (name-hint environment text)
  (let ((home (standard-home (string->symbol text)))
        (near (suggest-name text (environment-visible-names environment))))
    (cond (home (string-append "it is in the standard library: (use " (symbol->string home) ")"))
          (near (string-append "did you mean " near " ?"))
          ((keyword-of-language? text)
           (string-append "words of the language are written with a colon: :" text))
          ((char-upper-case? (string-ref text 0))
           (string-append "a text is written in double quotes: \"" text "\""))
          (else #f))))

(define (keyword-of-language? text)
  "Return whether some topic lists :TEXT."
  (and (> (string-length text) 2)
       (string-contains (topic-json "") (string-append "\"keyword\": \":" text "\""))))

(define (find-name text where source token)
  "Return (SOURCE . EXTENT) of the symbol TEXT: in the marked form, else in the form being
evaluated."
  (define (in source token end) (source-find source text token end))
  (match where
    ((marked . at)
     (cond ((in marked at (source-after marked at)) => (lambda (found) (cons marked found)))
           ((in source token (source-after source token)) => (lambda (found) (cons source found)))
           ((in marked 0 (source-token marked (string-length (source-text marked))))
            => (lambda (found) (cons marked found)))
           (else (cons marked (head-extent marked at)))))))

;;; Arity

(define (counted count)
  (if (= count 1) "1 argument" (string-append (number->string count) " arguments")))

(define (arity-text procedure)
  (match (and (procedure? procedure) (procedure-minimum-arity procedure))
    ((required 0 #f) (counted required))
    ((required optional #f)
     (string-append (number->string required) " to " (counted (+ required optional))))
    ((required _ #t) (string-append "at least " (counted required)))
    (_ "another number of arguments")))

(define (explain-arity procedure where)
  (let ((name (and (procedure? procedure) (procedure-name procedure))))
    (plain 'arity
           (string-append (if name (symbol->string name) "this procedure") " takes "
                          (arity-text procedure))
           (and name (native-usage name procedure))
           where)))

(define (native-usage name procedure)
  "Return how PROCEDURE is written, when it is the native one called NAME."
  (or-map (match-lambda
            ((module other usage _)
             (and (eq? other name)
                  (eq? procedure (module-ref (resolve-interface `(fermata native ,module)) name))
                  (string-append "write " usage))))
          (primitive-rows)))

;;; Syntax

(define (explain-syntax message src form subform source token)
  (if (and (symbol? form) (string=? message "unexpected syntax"))
      (explain-bare-syntax (symbol->string form) source token)
      (explain-form-syntax message src form subform source token)))

(define (explain-bare-syntax word source token)
  "Explain WORD, which is syntax and stands where a value should, as in (note c4 :beam begin)."
  (problem-at 'syntax (string-append word " is syntax of Scheme and has no value here")
              (string-append "words of the language are written with a colon: :" word) source
              (or (source-find source word token (source-after source token))
                  (source-extent source token))))

(define (explain-form-syntax message src form subform source token)
  (problem-at 'syntax (syntax-message message form) #f source
              (or (syntax-place (or subform form) src source)
                  (lone-head-place form source token)
                  (source-extent source token))))

(define (syntax-place culprit src source)
  "Return the extent of CULPRIT, by its own properties or by SRC; #f when neither knows it."
  (let* ((own (and (pair? culprit) (source-properties culprit)))
         (props (cond ((pair? own) own) ((pair? src) src) (else #f)))
         (offset (and props (equal? (assq-ref props 'filename) (source-name source))
                      (source-offset source (assq-ref props 'line) (assq-ref props 'column)))))
    (and offset (source-extent source (source-token source offset)))))

(define (lone-head-place form source token)
  "Return the extent of the word that FORM begins with, when the form at TOKEN has it only once."
  (and (pair? form) (symbol? (car form))
       (let* ((name (symbol->string (car form)))
              (end (source-after source token))
              (found (source-find source name token end)))
         (and found
              (not (source-find source name (+ 1 (source-token source (car found))) end))
              found))))

(define (syntax-message message form)
  (if (or (string-prefix? "source expression failed to match" message)
          (string-prefix? "bad " message))
      (string-append "this is not how "
                     (if (and (pair? form) (symbol? (car form))) (symbol->string (car form)) "it")
                     " is written")
      (lower-first message)))
