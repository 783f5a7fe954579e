;;; The standard library on music: spelling, names, voices, and what it refuses.

(load "harness.scm")

(define (check-with library expected text)
  (check-text expected (string-append "(use " library ")\n" text)))

;; Scales are spelled by letter, however many accidentals that takes.
(check-with "scales" "(f#4 g#4 a#4 b4 c#5 d#5 e#5 f#5)" "(scale f#4 :major)")
(check-with "scales" "(cb4 db4 eb4 fb4 gb4 ab4 bb4 cb5)" "(scale cb4 :major)")
(check-with "scales" "(g#4 a#4 b4 c#5 d#5 e5 f##5 g#5)" "(scale g#4 :harmonic-minor)")
(check-with "scales" "(db4 ebb4 fb4 gbb4 abb4 bbb4 cb5 db5)" "(scale db4 :altered)")
(check-with "scales" "(c4 d4 e4 f#4 g#4 bb4 c5)" "(scale c4 :whole-tone)")
(check-with "scales" "(a3 c4 d4 e4 g4 a4 c5 d5 e5 g5 a5)" "(scale a3 :minor-pentatonic :octaves 2)")
(check-with "scales" "(b4 c5 b3 a2)" "(map (lambda (n) (scale-degree c4 :major n)) '(7 8 0 -8))")
(check-with "scales" "(:ionian :dorian :phrygian :lydian :mixolydian :aeolian :locrian)"
            "(modes-of :ionian)")
(check-with "scales" "(:lydian-dominant :mixolydian-b6 :locrian-n2 :altered)"
            "(list-tail (modes-of :melodic-minor) 3)")
(check-with "scales" "(:dorian-s4 :phrygian-dominant :lydian-s2 :ultralocrian)"
            "(list-tail (modes-of :harmonic-minor) 3)")
(check-with "scales" "(12 8 8 7)"
            "(map scale-size '(:chromatic :octatonic :octatonic-half :hungarian-minor))")
(check-with "scales" "()" "(use-modules (srfi srfi-1))
(filter (lambda (name)
          (and (= (scale-size name) 7)
               (not (= 7 (length (delete-duplicates (map pitch-step (cdr (scale eb4 name)))))))))
        (scale-names))")
(check-with "scales" "problem: unknown scale :dorain" "(scale c4 :dorain)")
(check-hint "(use scales) (scale c4 :dorain)" "did you mean :dorian ?")
(check-with "scales" "(c4 db4 e4 c5)" "(define-scale :mine :P1 :m2 :M3) (scale c4 :mine)")
(check-with "scales" "problem: a scale begins with :P1 and rises within the octave"
            "(define-scale :bad :P1 :P5 :M3)")

;; Intervals.
(check-with "intervals" "(\"m6\" \"P1\" \"P8\" \"d5\" \"-m6\")"
            "(map interval-name (map interval-invert (list :M3 :P8 :P1 :A4 :-M3)))")
(check-with "intervals" "(\"doubly diminished fifth\" \"perfect double octave\" \"major 37th\")"
            "(map interval-full-name (list :dd5 (interval c4 c6) (interval c4 d9)))")
(check-with "intervals" "(perfect dissonant imperfect dissonant perfect)"
            "(map interval-consonance (list :P5 :P4 :M10 :m2 :P15))")
(check-with "intervals" "(list (interval :-M3) (interval :-M10))"
            "(list (interval-simple :-M10) (interval-compound :-M3))")
(check-with "intervals" "(0 1 5 6 4)" "(map interval-class (list :P8 :M7 :P5 :A4 :m6))")

;; Chords: by symbol, by kind, and named again in every inversion.
(check-with "chords" "(b3 g4 b4 d5 f5)" "(chord-pitches \"G7/B\")")
(check-with "chords" "(eb4 gb4 bbb4 dbb5)" "(chord-pitches eb4 :dim7)")
(check-with "chords" "problem: unknown kind of chord maj77" "(chord-pitches c4 :maj77)")
(check-with "chords" "(\"Am7\" \"Am7/C\" \"Am7/E\" \"Am7/G\")"
            "(map (lambda (chord) (car (sort (chord-names chord) string<?)))
                  (chord-inversions (chord-pitches \"Am7\")))")
(check-with "chords" "(\"Bdim7\" \"Abdim7\")"
            "(map chord-name (list (b3 d4 f4 ab4) (ab3 b3 d4 f4)))")
(check-with "chords" "#f" "(chord-name (c4 db4 d4))")
(check-with "chords" "((\"C\" #t) (\"Cm7b5\" #t) (\"C13\" #t))"
            "(map (lambda (name) (list name (equal? name (chord-name (chord-pitches name)))))
                  '(\"C\" \"Cm7b5\" \"C13\"))")

;; Roman numerals.
(check-with "chords" "((a4 c5 e5) (g#4 b4 d5) (f4 a4 c5) (g#4 b4 d5 f5) (e4 g#4 b4 d5))"
            "(cons (roman :i a4 :minor) (roman-progression '(:viio :VI :viio7 :V7) a3 :minor))")
(check-with "chords" "((ab4 c5 eb5) (db4 f4 ab4) (f#4 a4 c5 d5) (g4 c5 e5))"
            "(list (roman :bVI c4) (roman :bII c4) (chord-inversion (roman :V7/V c3) 1)
                   (roman :I64 c4))")
(check-with "chords" "(\"I\" \"ii65\" \"V7\" \"viio6\" \"IV64\" #f)"
            "(map (lambda (chord) (roman-name chord c4))
                  (list (c4 e4 g4) (f4 a4 c5 d5) (g3 b3 d4 f4) (d4 f4 b4) (c4 f4 a4) (c4 c#4)))")
(check-with "chords" "(\"i\" \"iiø65\" \"III\" \"V7\" \"VI\" \"VII\" \"viio7\")"
            "(map (lambda (numeral) (roman-name (roman numeral a3 :minor) a3 :minor))
                  '(:i :iiø65 :III :V7 :VI :VII :viio7))")
(check-with "chords" "(\"I\" \"ii7\" \"iii6\" \"IVmaj7\" \"V42\" \"vi64\" \"viiø43\")"
            "(map (lambda (numeral) (roman-name (roman numeral e4) e4))
                  '(:I :ii7 :iii6 :IVmaj7 :V42 :vi64 :viiø43))")
(check-with "chords" "problem: this is no roman numeral: VIIII" "(roman :VIIII c4)")

;; Rows.
(check-with "rows" "#t" "(define r '(11 10 2 3 7 6 8 4 5 0 1 9))
(let ((m (row-matrix r)))
  (and (equal? (car m) r) (equal? (map car m) (row-inversion r))
       (equal? (map (lambda (l n) (list-ref l n)) m (iota 12)) (make-list 12 11))))")
(check-with "rows" "#t" "(let ((r (iota 12))) (equal? (row-retrograde (row-retrograde r)) r))")
(check-with "rows" "(48 12)" "(define r '(11 10 2 3 7 6 8 4 5 0 1 9))
(list (length (row-forms r)) (length (row-combinatorial r)))")
(check-with "rows" "problem: this is no row" "(row '(0 1 2))")
(check-hint "(use rows) (row '(0 1 2 3 4 5 6 7 8 9 10 10))"
            "a row has each of the twelve pitch classes once; missing: 11")
(check-with "rows" "(0 1 2 3 4 5 6 7 8 9 10 11)"
            "(row (list c4 c#3 d5 eb4 e4 f4 gb4 g4 ab4 a4 bb4 cb5))")

;; Voice leading: a deceptive cadence moves by steps, common tones stay, every note is used.
(check-with "voice-leading" "(c4 e4 a4)" "(lead-voices (c4 e4 g4) (a4 c5 e5))")
(check-with "voice-leading" "(g3 b3 d4 g4)" "(lead-voices (g3 c4 e4 g4) (g4 b4 d5))")
(check-with "voice-leading" "((c4 e4 g4 bb4) 0)"
            "(let ((c (c4 e4 g4 bb4)))
               (list (lead-voices c (e4 g4 bb4 c5)) (voice-leading-size c c)))")
(check-with "voice-leading" "(() (2) (2) ())"
            "(list (parallel-fifths (c3 c3) (g3 g3)) (parallel-fifths (c3 d3) (g4 a4))
                   (parallel-octaves (c3 b2) (c4 b3)) (parallel-fifths (c3 d3) (g3 ab3)))")
(check-with "voice-leading" "(parallel similar contrary oblique static)"
            "(list (voice-motion c4 d4 e4 f4) (voice-motion c4 d4 e4 g4) (voice-motion c4 d4 e4 d4)
                   (voice-motion c4 c4 e4 f4) (voice-motion c4 c4 e4 e4))")
(check-with "voice-leading" "()" "(lead-voices '() (c4 e4))")
(check-with "voice-leading" "()" "(parallel-fifths (list c3 #f d3) (list g3 #f a3))")
(check-with "voice-leading" "((parallel-fifths 2 1 2) (crossing 3 2 3))"
            "(check-voices (list (c3 d3 f3) (g3 a3 d4) (e4 f4 c4)))")
(check-with "voice-leading" "(#t #f #f)"
            "(map in-voice-range? (g4 d2 a5) (list :alto :bass :tenor))")

;; A library that does not exist is a problem with a suggestion.
(check-hint "(use scale)" "did you mean (use scales) ?")

(finish-tests)
