;;; What is typed goes into the score: every row of the table in the language page, what is said
;;; about it, and what is not entered.

(load "harness.scm")
(use-modules (fermata workspace) (fermata native text) (fermata native values)
             (fermata native music) (fermata native reader) (srfi srfi-1))

(define (value-of text)
  (let ((outcome (outcome-of text)))
    (if (outcome-problem outcome)
        (error (problem-message (outcome-problem outcome)) text)
        (outcome-value outcome))))

(define (type! workspace . texts)
  "Enter the value of each text; return what is said about the last."
  (last (map (lambda (text) (enter-value! workspace (value-of text))) texts)))

(define (typed . texts)
  (let ((workspace (make-workspace)))
    (apply type! workspace texts)
    workspace))

(define (source workspace) (value->source (workspace-score workspace) 1000000))

(define (check-typed name texts said score)
  "Count two checks: entering TEXTS says SAID about the last, and the score is then SCORE."
  (let ((workspace (make-workspace)))
    (check-equal name said (apply type! workspace texts))
    (check-equal name (value->source (value-of score) 1000000) (source workspace))))

;; Events

(check-typed "a note" '("(note c4 :q)") "+ P1 m1 beat 1" "(score (part (measure (note c4 :q))))")
(check-typed "the next note" '("(note c4 :q)" "(note d4 :8)" "(note e4 :8)") "+ P1 m1 beat 2+1/2"
             "(score (part (measure (note c4 :q) (note d4 :8) (note e4 :8))))")
(check-typed "a full measure opens the next" '("(note c4 :w)" "(note d4 :q)") "+ P1 m2 beat 1"
             "(score (part (measure (note c4 :w)) (measure (note d4 :q))))")
(check-typed "over the barline" '("(note c4 :h.)" "(note d4 :h)") "+ P1 m1-2"
             "(score (part (measure (note c4 :h.) (note d4 :q :tie start))
                           (measure (note d4 :q :tie stop))))")
(check-typed "a list" '("(list (note c4 :h) (note d4 :h) (note e4 :w))") "+ P1 m1-2"
             "(score (part (measure (note c4 :h) (note d4 :h)) (measure (note e4 :w))))")
(check-typed "lists in lists" '("(list (list (note c4 :h)) (list (list (note d4 :h))))")
             "+ P1 m1 beat 1" "(score (part (measure (note c4 :h) (note d4 :h))))")
(check-typed "a voice of its own" '("(note c5 :w)" "(note c4 :h :voice 2)" "(note d5 :w)")
             "+ P1 m2 beat 1"
             "(score (part (measure (voice 1 (note c5 :w)) (voice 2 (note c4 :h)))
                           (measure (note d5 :w))))")
(check-typed "a group of a voice" '("(note c5 :w)" "(voice 2 (note c4 :h) (note d4 :h))")
             "+ P1 m1 beat 1"
             "(score (part (measure (voice 1 (note c5 :w))
                                    (voice 2 (note c4 :h) (note d4 :h)))))")
(check-typed "a mark" '("(note c4 :q)" "(staccato)") "+ P1 m1 beat 2"
             "(score (part (measure (note c4 :q :staccato))))")

;; Signs

(check-typed "a time signature" '("(time 3 4)" "(note c4 :h.)" "(note d4 :q)") "+ P1 m2 beat 1"
             "(score (part (measure (time 3 4) (note c4 :h.)) (measure (note d4 :q))))")
(check-typed "signs between" '("(note c4 :h)" "(mf)" "(clef :bass)" "(note d4 :h)")
             "+ P1 m1 beat 3"
             "(score (part (measure (note c4 :h) (mf) (clef :bass) (note d4 :h))))")
(check-typed "a barline closes the full measure" '("(note c4 :w)" "(barline :final)")
             "+ P1 m1 end" "(score (part (measure (note c4 :w) (barline :final))))")
(check-typed "a repeat opens the next" '("(note c4 :w)" "(barline :repeat-forward)" "(note d4 :w)")
             "+ P1 m2 beat 1"
             "(score (part (measure (note c4 :w))
                           (measure (barline :repeat-forward) (note d4 :w))))")
(check-typed "what ends stays in its measure" '("(cresc)" "(note c4 :w)" "(cresc-stop)")
             "+ P1 m1 end" "(score (part (measure (cresc) (note c4 :w) (cresc-stop))))")
(check-typed "after an upbeat" '("(measure :pickup (note g4 :q))" "(note c5 :q)") "+ P1 m1 beat 1"
             "(score (part (measure :pickup (note g4 :q)) (measure (note c5 :q))))")

;; Measures, parts, scores

(check-typed "a measure" '("(note c4 :w)" "(measure (note d4 :w))") "+ P1 m2 beat 1"
             "(score (part (measure (note c4 :w)) (measure (note d4 :w))))")
(check-typed "measures" '("(list (measure (note d4 :w)) (measure (note e4 :w)))") "+ P1 m1-2"
             "(score (part (measure (note d4 :w)) (measure (note e4 :w))))")
(check-typed "an empty last measure gives way" '("(time 3 4)" "(measure (note d4 :h.))")
             "+ P1 m1 beat 1" "(score (part (measure (time 3 4) (note d4 :h.))))")
(check-typed "a part" '("(note c4 :w)" "(part :violin (measure (note a4 :w)))")
             "+ part P2 Violin"
             "(score (part (measure (note c4 :w))) (part :violin (measure (note a4 :w))))")
(check-typed "music goes on in the part just added"
             '("(note c4 :w)" "(part :violin (measure (note a4 :w)))" "(note b4 :w)")
             "+ P2 m2 beat 1"
             "(score (part (measure (note c4 :w)))
                     (part :violin (measure (note a4 :w)) (measure (note b4 :w))))")
(check-typed "a part whose id is taken" '("(part :flute)" "(part :oboe :id \"P1\")")
             "+ part P2 Oboe" "(score (part :flute) (part :oboe))")
(check-typed "a group"
             '("(part :flute)" "(group :bracket \"Strings\" (part :violin) (part :cello))")
             "+ parts P2 Violin, P3 Cello"
             "(score (part :flute) (group :bracket \"Strings\" (part :violin) (part :cello)))")
(check-typed "a score" '("(score (part (measure (note c4 :w)) (measure (note d4 :w))))")
             "= score, 2 measures"
             "(score (part (measure (note c4 :w)) (measure (note d4 :w))))")
(check-typed "another score" '("(note c4 :w)" "(score (part (measure (note d4 :w))))")
             "= score, 1 measure; the score was replaced; :undo brings it back"
             "(score (part (measure (note d4 :w))))")
(check-typed "a list of everything"
             '("(list (note c4 :w) (measure (note d4 :w)) (part :violin))")
             "+ P1 m1-2, + part P2 Violin"
             "(score (part (measure (note c4 :w)) (measure (note d4 :w))) (part :violin))")

;; What is not entered

(for-each (lambda (text)
            (let ((workspace (typed "(note c4 :w)")))
              (check-equal text #f (type! workspace text))
              (check-equal text "(score (part \"Part 1\" :id \"P1\" (measure (note c4 :w))))"
                           (source workspace))))
          '("c4" "(c4 e4)" "42" "'(1 2)" "'()" "\"text\"" "(list (note c4 :q) 1)" ":q" "q."
            "(list (note c4 :q) c4)" "#t" "(interval :M3)" "(lambda (x) x)"))

(let ((workspace (typed "(note c4 :w)")))
  (set-workspace-default! workspace 'entry #f)
  (check-equal "entry off" #f (type! workspace "(note d4 :w)")))

(let* ((workspace (typed "(note c4 :w)" "(note d4 :w)"))
       (score (as-selection (workspace-score workspace)))
       (measures (as-selection (part-measures (car (score-parts score))))))
  (for-each (lambda (value) (check-equal "a selection is not entered" #f
                                         (enter-value! workspace value)))
            (list score measures (cdr measures) (car measures) (car (score-parts score))))
  (check-equal "what is made of it is" "+ P1 m3-4" (enter-value! workspace (reverse measures))))

;; A change that is refused changes nothing

(let* ((workspace (typed "(note c4 :h.)"))
       (before (workspace-snapshot workspace)))
  (define (refused value)
    (catch 'fermata-error (lambda () (enter-value! workspace value) "entered")
      (lambda (key kind message hint . rest) message)))
  (check-equal "over-full"
               "in P1 m2: the measure is over-full: it lasts 5 quarters, and a full measure 4"
               (refused (value-of "(list (note e4 :q) (measure (note c4 :w) (note d4 :q)))")))
  (check "as it was" (eq? before (workspace-snapshot workspace)))
  (check-equal "a time signature inside a measure"
               "a time signature stands in the middle of a measure"
               (refused (value-of "(time 3 4)"))))

;; A file is what its lines are when typed: the loose music of a part, one form after the other

(define loose-music
  '("(clef :treble)" "(key d :major)" "(time 3 4)" "(tempo \"Allegro\" :q 120)" "(mf)"
    "(note d5 :q :slur start)" "(note f#5 :8)" "(note a5 :q. :slur stop)" "(note a5 :h.)"
    "(cresc)" "(tuplet 3:2 (note a4 :8) (note b4 :8) (note c#5 :8))" "(chord (d4 f#4 a4) :h)"
    "(cresc-stop)" "(barline :double)" "(time 2 4)" "(rest :q)" "(grace d5 :8)" "(note c#5 :h)"
    "(staccato)" "(note d5 :q)" "(barline :repeat-backward)" "(rest :measure)" "(note d4 :h)"
    "(barline :final)"))

(check-equal "a file is its typed lines"
             (value-of (string-append "(score (part " (string-join loose-music) "))"))
             (workspace-score (apply typed loose-music)))

;; Every prefix too

(for-each (lambda (count)
            (let* ((some (list-head loose-music count))
                   (file (string-append "(score (part " (string-join some) "))")))
              (check-equal (list count) (value->source (value-of file) 1000000)
                           (source (apply typed some)))))
          (iota (- (length loose-music) 4) 5))

(finish-tests)
