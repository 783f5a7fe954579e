;;; The example session whose notebook tests/scheme/notebook-display.scm shows in three forms: every
;;; type of block, live and pinned music, links that lead somewhere and links that are broken.
;;; FERMATA_UPDATE=1 build/fermata run tests/scheme/notebook-display.scm writes the files beside
;;; this one anew: read the difference before keeping it.

(use-modules (fermata notebook) (fermata notebook block) (fermata notebook edit)
             (fermata native text) (fermata native edit))

(setenv "TZ" "UTC")
(tzset)

(define (entry! session index kind . fields)
  "Store an entry of long ago, so that the timeline looks the same at any time."
  (history-append! (session-history session)
                   (list `((index . ,index) (timestamp . "2026-02-01T12:34:56.789Z") (kind . ,kind)
                           ,@fields))))

(define waltz
  "(score :title \"Waltz\"
     (part :violin
       (measure (key g :major) (time 3 4) (note d4 :q) (note g4 :q) (note b4 :q))
       (measure (note a4 :h) (note f#4 :q))
       (measure (note g4 :h. :tie start))
       (measure (note g4 :h. :tie stop)))
     (part :cello
       (measure (note g2 :h.))
       (measure (note d3 :h.))
       (measure (note g2 :h.))
       (measure (note g2 :h.))))")

(define (change! thunk)
  "Do THUNK to the active session as one turn."
  (session-turn! (active-session) "Command" (lambda () (thunk) '((raw . ":notebook")))))

(define (write-example!)
  "Let the active session have a score, some history, and a notebook with one block of each type."
  (let ((session (active-session)))
    (define (append! section fields . options)
      (apply notebook-append! session section fields options))
    (define (section! parent title) (notebook-create-section! session parent title))
    (set-workspace-score! (session-workspace session) (read-score waltz))
    (entry! session 2 "UserMessage" '(content . "Why does measure 2 sound open?"))
    (entry! session 3 "AiMessage" '(content . "It rests on the third of the dominant.")
            '(source . "send_message"))
    (entry! session 4 "Eval" '(input . "(chord (d3 f#3 a3) :q)")
            '(result . "(chord (d3 f#3 a3) :q)") '(source . "keyboard"))
    (change!
     (lambda ()
       (notebook-set-title! session "Waltz in G: a study")
       (section! #f "The opening")
       (section! "1" "Harmony & <voices>")
       (section! "1" "Line")
       (section! #f "和声と終止")
       (append! "1" (prose-block "The waltz opens with a *rising* triad; see [[#s2]] and [[#s99]].

- the violin leads
- the cello holds **one note** a measure

More at https://example.org/waltz, with `score-excerpt`."))
       (append! "1" (prose-block "A second thought, in a block of its own."))
       (append! "1" (score-ref-block #:measures "m1-2"))
       (append! "1.1" (score-ref-block #:measures "m1-2" #:part "P1" #:revision 1
                                       #:source (value->source
                                                 (score-excerpt (session-score session)
                                                                "P1:m1-2"))))
       (append! "1.1" (score-ref-block #:measures "m40-41" #:part "P2"))
       (append! "1.1" (annotation-block "harmonic" "V6 before I: the bass has *no* leading note."
                                        #:measures "m2" #:part "P2")
                #:author "claude")
       (append! "1.2" (inline-music-block "(measure (note g4 :q) (note a4 :q) (note b4 :q))"
                                          "(measure (note g4 :q) (note a4 :q) (note b4 :q))" #f))
       (append! "1.2" (inline-music-block "(sequence-of 3)"
                                          "(list (note c4 :q) (note d4 :q) (note e4 :q))"
                                          #f))
       (append! "1.2" (inline-music-block "(note q9)" #f
                                          '((kind . "unbound") (message . "unknown name q9")
                                            (line . 1) (column . 7))))
       (append! "1.2" (history-ref-block 2 4 "Chromatic approach to F4"))
       (append! "2" (prose-block "終止形は主和音に向かう。属和音から主和音への進行は、この曲のもっとも大切な動きである。"))
       (append! "2" (chat-summary-block "In[2]:In[4]" "2026-02-01T12:40:00.000Z"
                                        "We agreed to keep the open sound of measure 2." 2 4)
                #:author "claude")))
    (let ((json (notebook->json (session-notebook session))))
      (set-session-notebook! session (json->notebook (of-long-ago json))))))

(define (of-long-ago json)
  "Return JSON with one and the same time wherever it tells when something was written."
  (cond ((vector? json) (list->vector (map of-long-ago (vector->list json))))
        ((and (pair? json) (memq (car json) '(created modified)) (string? (cdr json)))
         (cons (car json) "2026-02-01T12:34:56.789Z"))
        ((pair? json) (cons (of-long-ago (car json)) (of-long-ago (cdr json))))
        (else json)))
