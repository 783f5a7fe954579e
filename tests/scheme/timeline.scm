;;; The timeline, deltas and values as texts; styles and their switch.

(load "harness.scm")
(use-modules (fermata display timeline) (fermata display delta) (fermata display theme)
             (fermata display value) (fermata display pager) (fermata display rows)
             (srfi srfi-1))

(setenv "TZ" "UTC")
(tzset)

(define (entry index kind . fields)
  `((index . ,index) (timestamp . "2026-02-01T12:34:56.789Z") (kind . ,kind) ,@fields))

(define delta
  #(((op . "replace") (part . "P1") (measure . 3)
     (before . "(measure (note c4 :w))") (after . "(measure (note d4 :w))"))))

(define entries
  (list (entry 98 "Eval" '(input . "(note c4 :q)") '(result . "(note c4 :q)")
               '(source . "keyboard") `(score_delta . ,delta))
        (entry 99 "Eval" '(input . "(nite)") '(error . ((kind . "unbound")
                                                        (message . "unknown name nite")))
               '(source . "mcp:claude"))
        (entry 100 "Command" '(raw . ":undo") '(output . "took back entry 98\n"))
        (entry 101 "AiMessage" '(content . "Try an F sharp.") '(source . "send_message"))
        (entry 102 "UserMessage" '(content . "Why?"))
        (entry 103 "System" '(event . "session_saved") '(data . ((entries . 5))))))

(check-equal "one of each kind"
             "2026-02-01
 98  12:34:56  In   (note c4 :q)
               Out  (note c4 :q)
               +    P1 m3
 99  12:34:56  In   (nite)  ; mcp:claude
               Err  unknown name nite
100  12:34:56  :    :undo
                    took back entry 98
101  12:34:56  <<   Try an F sharp.
102  12:34:56  //   Why?
103  12:34:56  --   session saved: entries 5
"
             (timeline->text entries))

(check-equal "code keeps its lines"
             "  1  12:34:56  In   (list c4\n                      d4)\n"
             (entry->text (entry 1 "Eval" '(input . "(list c4\n  d4)"))))

(check-equal "prose is broken between words"
             "  1  12:34:56  //   one two three four\n                    five\n"
             (entry->text (entry 1 "UserMessage" '(content . "one two three four five"))
                          #:width 40))

(check "a long result is cut, with a count"
       (string-contains (entry->text
                         (entry 1 "Eval" '(input . "x")
                                `(result . ,(string-join (map number->string (iota 50)) "\n"))))
                        "... 44 more lines"))
(check-equal "nothing" "" (timeline->text '()))
(check "an entry with no field but its index is shown"
       (string-contains (entry->text (entry 7 "Eval")) "  7  12:34:56"))

;;; Deltas

(check-equal "before and after"
             "P1 m3\n  - (measure (note c4 :w))\n  + (measure (note d4 :w))\n"
             (delta->text delta))
(check-equal "only the lines that differ"
             "part P1\n  -   (measure (note c4 :w))\n  +   (measure (note d4 :w))\n"
             (delta->text #(((op . "replace") (part . "P1")
                             (before . "(part \"A long name for a part, so that it is broken\"
  (measure (note c4 :w)) (measure (note e4 :w) (fermata)) (measure (note f4 :w)))")
                             (after . "(part \"A long name for a part, so that it is broken\"
  (measure (note d4 :w)) (measure (note e4 :w) (fermata)) (measure (note f4 :w)))")))
                          #:width 70))
(check-equal "a part that goes" "part P2\n  - (part \"B\")\n"
             (delta->text #(((op . "delete") (part . "P2") (before . "(part \"B\")")
                             (after . null)))))
(check-equal "an empty one" "" (delta->text #()))

;;; Styles

(check-equal "off: plain" "x" (styled 'error "x"))
(set-colour! #t)
(check "on: coloured" (string-contains (styled 'error "x") "\x1b[31m"))
(check-equal "stripped" "In x" (strip-styles (string-append "In " (styled 'error "x"))))
(check-equal "an empty text has no style" "" (styled 'error ""))
(check "a timeline in colour says the same"
       (let ((coloured (timeline->text entries)))
         (set-colour! #f)
         (string=? (strip-styles coloured) (timeline->text entries))))
(check-equal "the screen is cleared by no text" "" (strip-styles "\x1b[H\x1b[2J"))

;;; Values

(define (shown text . options)
  (apply value->display (outcome-value (outcome-of text)) options))
(check-equal "music" "(note c4 :q)" (shown "(note c4 :q)"))
(check-equal "a string" "\"a b\"" (shown "\"a b\""))
(check "wide music is laid out"
       (every (lambda (line) (<= (string-length line) 40))
              (string-split (shown "(map (lambda (n) (note c4 :q)) (iota 30))" #:width 40)
                            #\newline)))
(check "long values are cut, with a count"
       (string-contains (shown "(map (lambda (n) (note c4 :q)) (iota 3000))" #:width 40)
                        " more lines"))
(check-equal "further lines stand below the first" "\n        "
             (let ((text (shown "(list (note c4 :q) (note d4 :q) (note e4 :q))" #:width 30
                                #:indent 6)))
               (substring text (string-index text #\newline)
                          (+ 9 (string-index text #\newline)))))

;;; Small things

(check "fits" (not (longer-than? "a\nb" 3 80)))
(check "too many lines" (longer-than? "a\nb\nc\nd\ne" 3 80))
(check "a long line counts as several" (longer-than? (make-string 500 #\a) 3 80))
(check-equal "counts" '("1 entry" "2 entries" "0 measures")
             (list (count-text 1 "entry") (count-text 2 "entry") (count-text 0 "measure")))

(finish-tests)
