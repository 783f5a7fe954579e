;;; Edits by place, the defaults, selections and transactions, as they are typed.

(load "harness.scm")
(use-modules (fermata workspace) (fermata native text) (srfi srfi-1))

(define two-parts
  "(score :title \"T\"
     (part :violin (measure (time 4 4) (note c5 :w)) (measure (note d5 :w)) (measure (note e5 :w)))
     (part :cello (measure (note c3 :w)) (measure (note d3 :w)) (measure (note e3 :w))))")

(define (problem-text message hint)
  (string-append "problem: " message (if hint (string-append " / " hint) "")))

(define (said workspace outcome)
  "Return what the user is told of OUTCOME: the problem, where its value went, or the value."
  (let ((problem (outcome-problem outcome)))
    (if problem
        (problem-text (problem-message problem) (problem-hint problem))
        (catch 'fermata-error
          (lambda ()
            (or (enter-value! workspace (outcome-value outcome)) (result-text outcome)))
          (lambda (key kind message hint . rest) (problem-text message hint))))))

(define (with-score score . forms)
  "Evaluate FORMS in a session whose score SCORE, a text or #f, is; return what the last gives as
text, and the score's parts as a list of lists of measures in source."
  (let* ((environment (make-environment))
         (workspace (make-workspace environment)))
    (parameterize ((current-workspace workspace))
      (when score (enter-value! workspace (outcome-value (evaluate-text environment score))))
      (let ((texts (map (lambda (form) (said workspace (evaluate-text environment form))) forms)))
        (list (last texts) workspace)))))

(define (measures-in workspace)
  (let ((score (workspace-score workspace)))
    (if score
        (map (lambda (part) (map (lambda (m) (value->source m 100000)) (part-measures part)))
             (score-parts score))
        '())))

(define (check-edit score forms said . parts)
  "Count two checks: after FORMS on SCORE the last says SAID, and the measures of the parts are
PARTS."
  (let ((result (apply with-score score forms)))
    (check-equal (last forms) said (first result))
    (unless (null? parts) (check-equal (last forms) parts (measures-in (second result))))))

(define violin '("(measure (time 4 4) (note c5 :w))" "(measure (note d5 :w))"
                 "(measure (note e5 :w))"))
(define cello '("(measure (time 4 4) (note c3 :w))" "(measure (note d3 :w))"
                "(measure (note e3 :w))"))

;; Measures

(check-edit two-parts '("(insert-measure! 2 (measure (note g4 :w)))") "inserted P1 m2"
            (list (car violin) "(measure (note g4 :w))" (second violin) (third violin)) cello)
(check-edit two-parts '("(insert-measure! 4 (measure (note g4 :w)) :part \"Cello\")")
            "inserted P2 m4" violin (append cello '("(measure (note g4 :w))")))
(check-edit two-parts '("(insert-measure! 2 :part :all)") "inserted P1 m2, inserted P2 m2")
(check-edit two-parts '("(replace-measure! 3 (measure (note g4 :w)))") "replaced P1 m3"
            (list (first violin) (second violin) "(measure (note g4 :w))") cello)
(check-edit two-parts '("(replace-measure! 3 (measure (note e5 :w)))") "nothing changed"
            violin cello)
(check-edit two-parts '("(delete-measures! 2 3)") "deleted P1 m2-3" (list (first violin)) cello)
(check-edit two-parts '("(delete-measures! 2 :part \"P2\")") "deleted P2 m2"
            violin (list (first cello) (third cello)))
(check-edit two-parts '("(edit-measures! 2 3 (lambda (m) (transpose :M2 m)))") "replaced P1 m2-3"
            (list (first violin) "(measure (note e5 :w))" "(measure (note f#5 :w))") cello)
(check-edit two-parts '("(edit-measures! 2 2 (lambda (m) (list m m)))") "inserted P1 m3"
            (list (first violin) (second violin) (second violin) (third violin)) cello)
(check-edit #f '("(insert-measure! 1 (measure (note g4 :w)))") "added part P1"
            '("(measure (note g4 :w))"))

;; At a place

(check-edit two-parts '("(at 2 1 (note g5 :w))") "replaced P1 m2"
            (list (first violin) "(measure (note g5 :w))" (third violin)) cello)
(check-edit two-parts '("(at 2 3 (mf) :part \"P2\")") "replaced P2 m2")
(check-edit "(score (part (measure (line :q c4 d4 e4 f4))))" '("(at 1 2 (note g4 :h))")
            "replaced P1 m1" '("(measure (note c4 :q) (note g4 :h) (note f4 :q))"))
(check-edit "(score (part (measure (line :q c4 d4 e4 f4))))" '("(at 1 3 (mf) (cresc))")
            "replaced P1 m1"
            '("(measure (note c4 :q) (note d4 :q) (mf) (cresc) (note e4 :q) (note f4 :q))"))
(check-edit "(score (part (measure (note c4 :q))))" '("(at 1 3 (note d4 :q) :voice 2)")
            "replaced P1 m1"
            '("(measure (voice 1 (note c4 :q)) (voice 2 (forward :h) (note d4 :q)))"))
(check-edit "(score (part (measure (note c4 :h) (note d4 :h))))" '("(at 1 2 (note g4 :q))")
            (string-append "problem: an event of 2 quarters there reaches over the place / "
                           "replace the measure, or choose a beat at which an event begins")
            '("(measure (note c4 :h) (note d4 :h))"))
(check-edit two-parts '("(at 2 5 (note g5 :q))")
            "problem: measure 2 has no such beat / beats count from 1 to 4" violin cello)

;; Signs, parts, titles

(check-edit two-parts '("(set-key! d :major)") "replaced P1 m1, replaced P2 m1"
            (cons "(measure (key d :major) (time 4 4) (note c5 :w))" (cdr violin))
            (cons "(measure (key d :major) (time 4 4) (note c3 :w))" (cdr cello)))
(check-edit two-parts '("(set-key! d :major)" "(set-key! (key g :major) :part \"P2\" :measure 2)")
            "replaced P2 m2")
(check-edit two-parts '("(set-key! d :major)" "(set-key! d :major)") "nothing changed")
(check-edit two-parts '("(set-time! 2 2)") "replaced P1 m1, replaced P2 m1")
(check-edit two-parts '("(set-time! 3 4 :measure 2)")
            (string-append "problem: in P1 m2: the measure is over-full: it lasts 4 quarters, "
                           "and a full measure 3 / move what is too much to the next measure, "
                           "or change the time signature")
            violin cello)
(check-edit two-parts '("(set-tempo! \"Allegro\" :q 120 :measure 2)") "replaced P1 m2"
            (list (first violin) "(measure (tempo \"Allegro\" :q 120) (note d5 :w))" (third violin))
            cello)
(check-edit two-parts '("(set-clef! :alto :part \"P2\")") "replaced P2 m1")
(check-edit #f '("(set-time! 3 4)" "(note c4 :w)") "+ P1 m1-2"
            '("(measure (time 3 4) (note c4 :h. :tie start))" "(measure (note c4 :q :tie stop))"))
(check-edit two-parts '("(add-part! :flute)" "(note c6 :w)") "+ P3 m1 beat 1"
            violin cello '("(measure (time 4 4) (note c6 :w))"))
(check-edit two-parts '("(remove-part! \"Violin\")") "removed part P1" cello)
(check-edit two-parts '("(rename-part! \"P1\" \"Fiddle\")") "changed part P1" violin cello)
(check-edit two-parts '("(set-title! \"New\")") "changed the titles" violin cello)
(check-edit two-parts '("(set-title! \"T\")") "nothing changed" violin cello)
(check-edit two-parts '("(set-composer! \"Me\")" "(score-composer (current-score))") "\"Me\"")

;; Errors name what there is

(check-edit two-parts '("(delete-measures! 7)")
            "problem: part P1 has no measure 7 / its measures go from 1 to 3" violin cello)
(check-edit two-parts '("(delete-measures! 3 2)")
            (string-append "problem: measure 2 does not come after 3 / "
                           "the first number is that of the first measure"))
(check-edit two-parts '("(delete-measures! 1 :part \"P9\")")
            "problem: the score has no part P9 / did you mean P1 ?")
(check-edit two-parts '("(insert-measure! 2 (note c4 :q))")
            "problem: only measures can stand here / such as (measure (note c4 :w))")
(check-edit two-parts '("(replace-measure! 2 (measure (note c4 :w) (note c4 :q)))")
            (string-append "problem: in P1 m2: the measure is over-full: it lasts 5 quarters, "
                           "and a full measure 4 / move what is too much to the next measure, "
                           "or change the time signature")
            violin cello)
(check-edit two-parts '("(selection \"P1:x\")")
            (string-append "problem: \"P1:x\" is no region of a score / "
                           "such as m3, m3-5, m3.2-m5.1, P1:m3-5 or P1.v2:m3-5"))
(check-edit two-parts '("(measures 9)")
            "problem: part P1 has no measure 9 / its measures go from 1 to 3")

;; Selections are shown, what is made of them is entered

(check-edit two-parts '("(measures 2)") "(list (measure (note d5 :w)))" violin cello)
(check-edit two-parts '("(measures 2 3 :part \"P2\")")
            "(list (measure (note d3 :w)) (measure (note e3 :w)))" violin cello)
(check-edit two-parts '("(selection \"m2\")")
            "(list (list (measure (note d5 :w))) (list (measure (note d3 :w))))" violin cello)
(check-edit two-parts '("(car (selection \"P1:m2\"))") "(measure (note d5 :w))" violin cello)
(check-edit two-parts '("(car (score-parts (current-score)))")
            (string-append "(part :violin :id \"P1\"\n  (measure (time 4 4) (note c5 :w))\n"
                           "  (measure (note d5 :w))\n  (measure (note e5 :w)))")
            violin cello)
(check-edit two-parts '("(define s (cdr (part-measures (cadr (score-parts (current-score))))))" "s")
            "(list (measure (note d3 :w)) (measure (note e3 :w)))" violin cello)
(check-edit two-parts '("(transpose 12 (measures 2))") "+ P1 m4 beat 1"
            (append violin '("(measure (note d6 :w))")) cello)

;; Defaults

(check-edit #f '("(use-part :violin)") "the next music makes the part Violin")
(check-edit #f '("(use-part :violin)" "(use-time 3 4)" "(use-key d :major)" "(use-clef :alto)"
                 "(use-tempo 90)" "(note f4 :q)")
            "+ P1 m1 beat 1"
            '("(measure (clef :alto) (key d :major) (time 3 4) (tempo :q 90) (note f#4 :q))"))
(check-edit #f '("(use-time 3 4)" "(use-time)" "(note c4 :q)") "+ P1 m1 beat 1"
            '("(measure (note c4 :q))"))
(check-edit #f '("(use-time 3 4)") "(time 3 4)")
(check-edit #f '("(use-time 3 4)" "(use-time)") "no time")
(check-edit two-parts '("(use-part \"Cello\")" "(note f3 :w)") "+ P2 m4 beat 1" violin
            (append cello '("(measure (note f3 :w))")))
(check-edit two-parts '("(use-part \"P2\")") "part P2 Cello" violin cello)
(check-edit two-parts '("(use-part :cello)") "part P2 Cello" violin cello)
(check-edit two-parts '("(use-part \"P2\")" "(use-part)" "(note f5 :w)") "+ P1 m4 beat 1")
(check-edit two-parts '("(use-part :tuba)" "(use-tempo 90)" "(note f2 :w)") "+ P3 m1 beat 1"
            violin cello '("(measure (time 4 4) (note f2 :w))"))
(check-edit two-parts '("(use-part 3)")
            (string-append "problem: use-part takes an id, a name, an instrument or a part / "
                           "such as (use-part \"P1\") or (use-part :violin)"))
(check-edit two-parts '("(use-voice 2)" "(note c4 :h)") "+ P1 m1 beat 1")
(check-edit two-parts '("(use-voice 2)" "(use-voice)" "(note c4 :h)") "+ P1 m4 beat 1")
(check-edit two-parts '("(use-voice 99)")
            "problem: a voice is a number from 1 to 16 / such as (use-voice 2)")
(check-edit #f '("(use-duration :8)" "(list (note c4) (rest) (chord (c4 e4)))") "+ P1 m1 beat 1"
            '("(measure (note c4 :8) (rest :8) (chord (c4 e4) :8))"))
(check-edit #f '("(use-duration 3/8)" "(note c4)" "(use-duration)" "(note d4)")
            "+ P1 m1 beat 2+1/2" '("(measure (note c4 :q.) (note d4 :q))"))
(check-text "(note c4 :q)" "(note c4)")
(check-edit "(score (part (measure (note c4 :q) (note d4 :q)) (measure)))"
            '("(use-cursor 1 3)" "(note e4 :q)" "(note f4 :h)") "+ P1 m1-2"
            '("(measure (note c4 :q) (note d4 :q) (note e4 :q) (note f4 :q :tie start))"
              "(measure (note f4 :q :tie stop))"))
(check-edit two-parts '("(use-cursor 2 3)") "cursor at P1 m2 beat 3" violin cello)
(check-edit two-parts '("(use-cursor 2)" "(note c4 :q)")
            (string-append "problem: the voice already has music there / "
                           "move the cursor, or replace the measure")
            violin cello)
(check-edit two-parts '("(use-cursor 2)" "(use-cursor end)" "(note c4 :q)") "+ P1 m4 beat 1")

;; Reading and setting defaults makes nothing

(check-edit #f '("(measures 1)")
            "problem: the current part has no measures yet / type some music first")
(check-edit #f '("(use-cursor 1 3)" "(score-parts (current-score))") "()")
(check-edit #f '("(use-cursor 1 3)" "(note c4 :q)") "+ P1 m1 beat 3"
            '("(measure (forward :h) (note c4 :q))"))
(check-edit #f '("(define-instrument :theorbo :name \"Theorbo\" :clef :bass)"
                 "(use-part :theorbo)" "(note c3 :q)" "(use-part :theorbo)")
            "part P1 Theorbo")

;; A file that is loaded keeps its own ways

(let ((file (string-append (or (getenv "FERMATA_SCRATCH") "/tmp") "/plain-durations.ferm")))
  (call-with-output-file file (lambda (port) (display "(define loaded (note f4))" port)))
  (check-edit #f (list "(use-duration :8)" "(use-key d :major)"
                       (string-append "(load \"" file "\")") "(list loaded (note f4))")
              "+ P1 m1 beat 1"
              '("(measure (key d :major) (note f4 :q) (note f#4 :8))"))
  (delete-file file))

;; Transactions

(check-edit two-parts '("(transaction (delete-measures! 1) (delete-measures! 1) 'done)") "done"
            (list (string-append "(measure (time 4 4) (note e5 :w))")) cello)
(check-edit two-parts
            '("(catch #t (lambda () (transaction (delete-measures! 2) (use-voice 2) (car '())))
                 (lambda args (car args)))")
            "wrong-type-arg" violin cello)
(check-edit two-parts '("(catch #t (lambda () (transaction (delete-measures! 2 :part \"P2\")
                           (use-key d :major) (delete-measures! 9)))
                         (lambda args f4))")
            "f4" violin cello)

;; Without a session, a text has a score of its own

(check-text "1" "(insert-measure! 1 (measure (note c4 :w)))
                 (length (part-measures (car (score-parts (current-score)))))")

(finish-tests)
