;;; :history -- the timeline, filtered.

(define-module (fermata commands history)
  #:use-module (fermata clock)
  #:use-module (fermata display screen)
  #:use-module (fermata display theme)
  #:use-module (fermata display timeline)
  #:use-module (fermata history)
  #:use-module (fermata native json)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata settings))

(define-command (history #:optional range
                         #:key code chat errors system commands changed since until grep part limit
                         json)
  #:usage ":history [FROM:TO] [FILTER ...]"
  #:doc "Show the timeline: the last entries, or those FROM:TO.
Filters compose: an entry is shown when it is of one of the kinds asked for and passes all other
filters. Without a range, only the last entries are shown; --limit or :set history.limit says how
many. A time is 90s, 10m, 2h or 3d ago, 12:30 of today, or an ISO time. --grep looks at case only
when TEXT has capitals."
  #:examples '(":history" ":history 40:50" ":history 40:50 --code" ":history --chat --since 10m"
               ":history --grep \"c4 :q\" --changed" ":history 12" ":history --limit 5 --json")
  #:group 'history
  #:options '(("--code" "evaluations")
              ("--chat" "messages, from you and from the assistant")
              ("--commands" "commands")
              ("--system" "what Fermata itself noted")
              ("--errors" "evaluations that failed")
              ("--changed" "entries that changed the score or the notebook")
              ("--part PART" "entries that changed this part")
              ("--grep TEXT" "entries that contain TEXT")
              ("--since TIME" "from then on")
              ("--until TIME" "up to then")
              ("--limit N" "at most the last N")
              ("--json" "one JSON object a line"))
  (let* ((history (session-history (active-session)))
         (most (limit-of limit range))
         (query (append (range-query range (history-count history))
                        (kinds-query code chat commands system)
                        (field 'errors errors)
                        (field 'changed changed)
                        (field 'part part)
                        (field 'text_search grep)
                        (field 'since (and since (parse-time since)))
                        (field 'until (and until (parse-time until)))))
         ;; One more than is shown tells whether there are more.
         (found (history-query history (append query (if most `((limit . ,(+ most 1))) '()))))
         (more? (and most (> (length found) most)))
         (entries (if more? (cdr found) found)))
    (if json
        (string-concatenate (map (lambda (entry) (string-append (value->json entry) "\n")) entries))
        (string-append (if more? (earlier-text history query most) "")
                       (if (null? entries)
                           "no entry matches\n"
                           (timeline->text entries #:width (screen-width)))))))

(define (field key value)
  (if value (list (cons key value)) '()))

(define (limit-of text range)
  "Return how many entries are shown at most, or #f for all: a range shows all of itself."
  (cond ((not text) (and (not range) (setting "history.limit")))
        ((string->number text)
         => (lambda (number)
              (if (and (exact-integer? number) (positive? number)) number (refuse-limit text))))
        (else (refuse-limit text))))

(define (refuse-limit text)
  (raise-problem 'value (string-append "--limit " text " is not a number of entries")
                 "for example: :history --limit 50"))

(define (range-query text count)
  "Return the query for TEXT: 40:50, 40: or :50, or one number; a negative one counts from the end."
  (define (refuse)
    (raise-problem 'value (string-append text " is not a range of entries")
                   "for example: :history 40:50, :history 40: or :history -5:"))
  (define (index part default)
    (let ((number (if (string-null? part) default (string->number part))))
      (cond ((not (exact-integer? number)) (refuse))
            ((negative? number) (max 1 (+ count 1 number)))
            (else number))))
  (if (not text)
      '()
      (let ((at (string-index text #\:)))
        (if at
            `((from_index . ,(index (substring text 0 at) 1))
              (to_index . ,(index (substring text (+ at 1)) count)))
            (let ((only (index text #f)))
              `((from_index . ,only) (to_index . ,only)))))))

(define (kinds-query code chat commands system)
  (let ((kinds (append (if code '("Eval") '())
                       (if chat '("AiMessage" "UserMessage") '())
                       (if commands '("Command") '())
                       (if system '("System") '()))))
    (if (null? kinds) '() `((kinds . ,(list->vector kinds))))))

(define (earlier-text history query most)
  "Return a line that says how many entries before those shown match QUERY."
  (let ((all (if (null? query)
                 (history-count history)
                 (length (history-query history query)))))
    (string-append (styled 'dim (string-append "... " (number->string (- all most))
                                               " earlier; --limit N shows more"))
                   "\n")))
