;;; :notebook import takes files from anywhere: nothing in them runs, and odd ones are refused or
;;; taken whole. :notebook music and edit evaluate what the user typed, and leave nothing else behind.

(load "sessions-harness.scm")
(use-modules (fermata notebook) (srfi srfi-1))

(define (shown text)
  "Type TEXT; return what is shown, or the problem with its hint in one line."
  (let* ((reply (act! (active-session) text))
         (problem (outcome-problem (reply-outcome reply))))
    (if problem
        (string-append "problem: " (problem-message problem) " | " (or (problem-hint problem) ""))
        (reply-text reply))))

(define (notebook) (session-notebook (active-session)))
(define (field block key) (block-ref (third (find-block (notebook) block)) key))
(define (titles) (map (lambda (row) (section-title (cdr row))) (notebook-rows (notebook))))

(define (import! name . lines)
  "Import a file called NAME that holds LINES; return what is shown."
  (let ((path (string-append scratch "/" name)))
    (write-file! path (string-join lines "\n" 'suffix))
    (shown (string-append ":notebook import " path))))

;;; Nothing in a file is run

(define canary (string-append scratch "/canary"))
(typed ":entry off")
(typed "(define motif (note c4 :q))")
(define answer
  (import! "evil.md" "# Evil" "```fermata"
           (string-append "(begin (system \"touch " canary "\") (set! motif 99) (note c4 :q))")
           "```" "```fermata" "(transpose :M3 motif)" "```" "```fermata" "(note d4 :q)" "```"
           "```fermata" "(note c4 :q) (note e4 :q)" "```" "```fermata" "(note q9)" "```"
           "```fermata" "(note c4" "```"))
(check-equal "what is said"
             (string-append "imported section 1 \"Evil\" (s1): 1 section, 6 blocks\n4 pieces of "
                            "music could not be read as notation; the reason is kept with it\n")
             answer)
(check "no program ran" (not (file-exists? canary)))
(check-equal "no name changed" "(note c4 :q)" (typed "motif"))
(check-equal "the code is kept" "(transpose :M3 motif)" (field "1/2" 'source))
(check-equal "and why it is no music" "this is more than notation, and was not evaluated"
             (block-ref (field "1/2" 'error) 'message))
(check-equal "notation is music" "(note d4 :q)" (field "1/3" 'compiled))
(check "several values are one score"
       (and (string-contains (field "1/4" 'compiled) "c4")
            (string-contains (field "1/4" 'compiled) "e4")))
(check-equal "unfinished" "this list is never closed" (block-ref (field "1/6" 'error) 'message))

;;; The user evaluates it, and only its music stays

(check-equal "edited to the same text" "changed 1/2 (b3)\n"
             (shown ":notebook edit 1/2 (transpose :M3 motif)"))
(check-equal "it is music now" '("(note e4 :q)" #f)
             (list (field "1/2" 'compiled) (field "1/2" 'error)))
(shown ":notebook music 1 (begin (define motif 5) (define zork 7) (set-key! d :major) (note f4 :q))")
(check-equal "its music" "(note f4 :q)" (field "1/7" 'compiled))
(check-equal "a name is what it was" "(note c4 :q)" (typed "motif"))
(check "and there is no other" (string-prefix? "problem" (typed "zork")))
(check-equal "the score is what it was" "" (score-text))
(shown ":notebook music 1 (note c4 :q) (note d4 :q)")
(check "several expressions are one score"
       (and (string-contains (field "1/8" 'compiled) "c4")
            (string-contains (field "1/8" 'compiled) "d4")))
(drop!)
(check-equal "after a crash too" "(note c4 :q)" (typed "motif"))

;;; Odd files

(define (check-import name expected-titles . lines)
  (let ((before (titles)))
    (apply import! name lines)
    (check-equal name expected-titles (drop (titles) (length before)))))

(check-import "no-heading.md" '("no-heading") "only prose")
(check-import "numbers.md" '("1e99999 Big number" "#x1 hex") "# 1e99999 Big number" "# #x1 hex")
(check-import "long.md" (list (string-append (make-string 497 #\a) "..."))
              (string-append "# " (make-string 600 #\a)))
(check-import "empty.md" '() "" "")
(check-equal "JSON is not Markdown"
             (string-append "problem: :notebook import reads Markdown, and this is JSON | "
                            "export with a name that ends in .md, and import that")
             (import! "all.json" "{}"))
(define many (map (lambda (n) (string-append "# Section " (number->string n))) (iota 3000)))
(define said (apply import! "many.md" many))
(check "many sections are told in few lines" (string-suffix? "... and 2980 more sections\n" said))
(check-equal "one step" "took back entry"
             (let ((answer (shown ":undo"))) (substring answer 0 (min 15 (string-length answer)))))
(check "and all are gone" (not (member "Section 7" (titles))))

(finish-session-tests)
