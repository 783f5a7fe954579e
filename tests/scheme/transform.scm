;;; Transformations keep the kind of what they are given, its marks and its signs.

(load "harness.scm")

(check-text "(note d4 :q :staccato)" "(transpose 2 (note c4 :q :staccato))")
(check-text "(e4 g#4)" "(transpose :M3 (list c4 e4))")
(check-text "(note ab3 :q)" "(transpose :-M3 (note c4 :q))")
(check-text "(measure (key d :major) (note d4 :w))"
            "(transpose :M2 (measure (key c :major) (note c4 :w)))")
(check-text "(list (rest :q) (chord (d4 f#4) :h))"
            "(transpose :M2 (list (rest :q) (chord (c4 e4) :h)))")
(check-text "(tuplet 3:2 (note d4 :8) (note e4 :8) (note f#4 :8))"
            "(transpose :M2 (tuplet 3:2 (note c4 :8) (note d4 :8) (note e4 :8)))")
(check-text "(e4 f4 g4)" "(transpose-diatonic 2 (list c4 d4 e4))")
(check-text "(f#4 g4 a#4)" "(transpose-diatonic 2 (list d4 e4 f##4) (key d :major))")
(check-text "(ab3 c4)" "(invert c4 (list e4 c4))")
(check-text "(list (note c4 :h :tie start) (note c4 :q :tie stop))"
            "(retrograde (list (note c4 :q :tie start) (note c4 :h :tie stop)))")
(check-text "#t"
  "(let ((x (list (note c4 :q :slur start) (note d4 :8) (rest :q) (note e4 :q :slur stop))))
(equal? x (retrograde (retrograde x))))")
(check-text "#t"
            "(equal? (retrograde (part :violin (measure (clef :alto) (time 2 4)
                                           (note c4 :q) (note d4 :q))
                                  (measure (note e4 :h))))
        (part :violin (measure (clef :alto) (time 2 4) (note e4 :h))
                      (measure (note d4 :q) (note c4 :q))))")
(check-text "(measure (time 4 2) (note c4 :breve))" "(augment 2 (measure (time 4 4) (note c4 :w)))")
(check-text "(note c4 :8)" "(diminish 2 (note c4 :q))")
(check-text "#t" "(let ((x (list (note c4 :q) (tuplet 3:2 (note c4 :8) (note d4 :8) (note e4 :8)))))
(equal? x (diminish 3 (augment 3 x))))")
(check-text "(list (note c4 :q) (note c4 :q))" "(repeat 2 (note c4 :q))")
(check-text "4"
            "(length (part-measures
 (repeat 2 (part :violin (measure (note c4 :w)) (measure (note c4 :w))))))")
(check-text "(list (list (note c4 :q)) (list (rest :h) (note g4 :q)))"
            "(canon (list (note c4 :q)) :delay :h :interval :P5)")
(check-text "(list (note c4 :8) (note c4 :8) (clef :bass))"
            "(map-events (lambda (e) (list e e)) (list (note c4 :8) (clef :bass)))")
(check-text "()" "(map-events (lambda (e) #f) (list (note c4 :8)))")
(check-text "(measure (chord (db4 f4) :w :staccato))"
            "(map-pitches (lambda (p) (pitch-transpose p 1))
 (measure (chord (c4 e4) :w :staccato)))")
(check-error "(transpose 2 'x)" 'type 1 1 16)
(check-error "(augment 0 (note c4 :q))" 'value 1 10 1)
(check-error "(diminish 0 (note c4 :q))" 'value 1 11 1)

(finish-tests)
