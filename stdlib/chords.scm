;;; (fermata stdlib chords) -- chords by symbol, by kind, by roman numeral, and the way back:
;;; what to call the notes under one's fingers.
;;;
;;; Kinds are those of chord symbols, one table for the whole program: "Cmaj7" and (chord-pitches c4
;;; :maj7) are the same notes. A major triad is :major, since its suffix is empty.

(define-module (fermata stdlib chords)
  #:use-module (fermata native harmony)
  #:use-module (fermata native pitches)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module (fermata stdlib scales)
  #:use-module (ice-9 regex)
  #:use-module (srfi srfi-1)
  #:export (chord-inversion
            chord-inversions
            chord-kind-intervals
            chord-kind-names
            chord-name
            chord-names
            chord-open
            chord-pitches
            diatonic-sevenths
            diatonic-triads
            roman
            roman-name
            roman-progression))

(define (text->intervals text)
  (map (lambda (name) (interval (symbol->keyword (string->symbol name)))) (string-tokenize text)))

;; Each kind as (SUFFIX WORDS INTERVALS NAME), where WORDS are all suffixes that mean it.
(define kinds
  (map (lambda (row)
         (list (first row) (cons (first row) (string-tokenize (second row)))
               (text->intervals (third row)) (fourth row)))
       (chord-kinds)))

(define (kind-text kind)
  (cond ((keyword? kind) (symbol->string (keyword->symbol kind)))
        ((symbol? kind) (symbol->string kind))
        (else kind)))

(define (unknown-kind text)
  (let ((near (suggest-name text (append-map second kinds))))
    (raise-problem 'value (string-append "unknown kind of chord " text)
                   (if near
                       (string-append "did you mean " near " ?")
                       "(chord-kind-names) lists them"))))

(define (find-kind kind)
  (let ((text (kind-text kind)))
    (or (find (lambda (row) (member text (second row))) kinds)
        (unknown-kind text))))

(define (chord-kind-names)
  "Return the kinds of chord, each as (SUFFIX NAME).
  (cadr (chord-kind-names))  =>  (\"m\" \"minor\")"
  (map (lambda (row) (list (first row) (fourth row))) kinds))

(define (chord-kind-intervals kind)
  "Return the intervals of a KIND of chord, a keyword or suffix, above its root.
  (map interval-name (chord-kind-intervals :m7))  =>  (\"P1\" \"m3\" \"P5\" \"m7\")"
  (third (find-kind kind)))

(define* (chord-pitches root #:optional (kind #f))
  "Return the pitches of a chord, from a symbol or from a root pitch and a kind.
  (chord-pitches \"Cmaj7\")  =>  (c4 e4 g4 b4)
  (chord-pitches bb3 :m7)  =>  (bb3 db4 f4 ab4)"
  (cond ((string? root)
         (or (chord-symbol-pitches root)
             (raise-problem 'value (string-append "unknown chord symbol \"" root "\"")
                            "such as \"Cmaj7\", \"F#m7b5\" or \"G7/B\"")))
        (else (map (lambda (step) (pitch-transpose root step))
                   (chord-kind-intervals (or kind #:major))))))

;;; Positions

(define octave (interval #:P8))

(define (sorted-pitches pitches) (sort pitches pitch<?))

(define (raise-above pitch floor)
  "Return PITCH moved up by octaves until it sounds above FLOOR."
  (if (pitch<? floor pitch) pitch (raise-above (pitch-transpose pitch octave) floor)))

(define (chord-inversion pitches number)
  "Return the chord PITCHES in its inversion NUMBER: so many lowest notes are put above the others.
  (chord-inversion (c4 e4 g4) 1)  =>  (e4 g4 c5)"
  (let loop ((pitches (sorted-pitches pitches)) (number number))
    (if (zero? number)
        pitches
        (loop (append (cdr pitches) (list (raise-above (car pitches) (last pitches))))
              (- number 1)))))

(define (chord-inversions pitches)
  "Return the chord PITCHES in root position and all its inversions.
  (chord-inversions (c4 e4 g4))  =>  ((c4 e4 g4) (e4 g4 c5) (g4 c5 e5))"
  (map (lambda (number) (chord-inversion pitches number)) (iota (length pitches))))

(define (chord-open pitches)
  "Return the chord in open position: every second note from the bass an octave higher.
  (chord-open (c4 e4 g4))  =>  (c4 g4 e5)"
  (let ((pitches (sorted-pitches pitches)))
    (sorted-pitches (map (lambda (pitch place)
                           (if (odd? place) (pitch-transpose pitch octave) pitch))
                         pitches (iota (length pitches))))))

;;; Recognition

(define accidentals
  '((-3 . "bbb") (-2 . "bb") (-1 . "b") (0 . "") (1 . "#") (2 . "##") (3 . "###")))

(define (letter-name pitch)
  (string-append (string-upcase (symbol->string (pitch-step pitch)))
                 (or (assv-ref accidentals (pitch-alter pitch)) "")))

(define (sizes root pitches)
  "Return the distances of PITCHES above ROOT in semitones within an octave, ascending, each once."
  (sort (delete-duplicates (map (lambda (pitch) (modulo (- (pc pitch) (pc root)) 12)) pitches)) <))

(define (kind-sizes row)
  (sort (map (lambda (step) (modulo (interval-semitones step) 12)) (third row)) <))

(define (spelled-like? row root pitches)
  "Return whether PITCHES have the letters above ROOT that the kind ROW asks for."
  (let ((letters (map (lambda (step) (pitch-step (pitch-transpose root step))) (third row))))
    (every (lambda (pitch) (memq (pitch-step pitch) letters)) pitches)))

(define (readings pitches)
  "Return all (ROOT ROW) that PITCHES can be."
  (append-map
   (lambda (root)
     (let ((sizes (sizes root pitches)))
       (filter-map (lambda (row) (and (equal? (kind-sizes row) sizes) (list root row))) kinds)))
   (delete-duplicates pitches (lambda (a b) (= (pc a) (pc b))))))

(define (reading-name reading bass)
  (let ((root (first reading)))
    (string-append (letter-name root) (first (second reading))
                   (if (= (pc root) (pc bass)) "" (string-append "/" (letter-name bass))))))

(define (better? a b pitches bass)
  "Return whether reading A is more likely than B: root in the bass first, then its spelling."
  (define (rank reading)
    (+ (if (= (pc (first reading)) (pc bass)) 0 2)
       (if (spelled-like? (second reading) (first reading) pitches) 0 1)))
  (< (rank a) (rank b)))

(define (chord-names pitches)
  "Return every symbol that names PITCHES, likeliest first.
  (chord-names (c4 e4 g4 a4))  =>  (\"C6\" \"Am7/C\")"
  (if (null? pitches)
      '()
      (let ((bass (car (sorted-pitches pitches))))
        (map (lambda (reading) (reading-name reading bass))
             (stable-sort (readings pitches) (lambda (a b) (better? a b pitches bass)))))))

(define (chord-name pitches)
  "Return the likeliest symbol of PITCHES, or #f when no kind of chord fits.
  (chord-name (e4 g4 c5))  =>  \"C/E\""
  (let ((names (chord-names pitches)))
    (and (pair? names) (car names))))

;;; Roman numerals

(define numerals '("I" "II" "III" "IV" "V" "VI" "VII"))

;; Upper case is major, lower case minor; the figure names the inversion.
(define figures
  '((triad ("" 0) ("6" 1) ("64" 2))
    (seventh ("7" 0) ("65" 1) ("43" 2) ("42" 3) ("2" 3))))

(define roman-pattern
  (make-regexp "^([#b]*)([ivIV]+)(o|°|ø|\\+|maj|M)?(7|65|43|42|64|6|2)?(/(.+))?$"))

(define (numeral-degree text)
  (let ((place (list-index (lambda (numeral) (string=? numeral (string-upcase text))) numerals)))
    (and place (+ place 1))))

(define (bad-roman text)
  (raise-problem 'value (string-append "this is no roman numeral: " text)
                 "such as :V7, :ii65, :viio7, :bVI or :V7/V"))

(define (figure-row text)
  "Return (triad INVERSION) or (seventh INVERSION) for a figure."
  (any (lambda (group)
         (let ((row (assoc text (cdr group)))) (and row (list (car group) (second row)))))
       figures))

(define (roman-kind upper? sign seventh?)
  "Return the kind of chord that a numeral's case, SIGN and figure mean."
  (cond ((member sign '("o" "°")) (if seventh? "dim7" "dim"))
        ((equal? sign "ø") "m7b5")
        ((equal? sign "+") (if seventh? "aug7" "aug"))
        ((member sign '("maj" "M")) (if upper? "maj7" "mM7"))
        (upper? (if seventh? "7" "major"))
        (else (if seventh? "m7" "m"))))

(define (shifted pitch signs)
  "Return PITCH raised by each # and lowered by each b of SIGNS."
  (string-fold (lambda (sign pitch)
                 (pitch-transpose pitch (interval (if (char=? sign #\#) #:A1 #:-A1))))
               pitch signs))

(define (numeral-root signs numeral tonic mode text)
  "Return the root: bVI is lowered from the major scale, VI of a minor key is its own."
  (let* ((degree (or (numeral-degree numeral) (bad-roman text)))
         (raised? (and (eq? mode #:minor) (= degree 7) (char-lower-case? (string-ref numeral 0))))
         (scale (cond ((not (string-null? signs)) #:major)
                      (raised? #:harmonic-minor)
                      (else mode))))
    (shifted (scale-degree tonic scale degree) signs)))

(define (tonic-pitch tonic)
  "Return TONIC, a pitch or a name such as 'eb, as a pitch."
  (cond ((pitch? tonic) tonic)
        ((and (or (symbol? tonic) (string? tonic))
              (pitch-named (string-append (kind-text tonic) "4"))))
        (else (raise-problem 'type "a key begins with its tonic" "such as c4, or 'eb"))))

(define* (roman numeral tonic #:optional (mode #:major))
  "Return the pitches of a roman NUMERAL, a keyword or string, in the key of TONIC, a pitch or
quoted name, and MODE. Case and figure say what the chord is; a numeral after / is the key it
belongs to.
  (roman :V7 c4)  =>  (g4 b4 d5 f5)
  (roman :V65/V c4 :major)  =>  (f#5 a5 c6 d6)"
  (let* ((text (kind-text numeral))
         (found (or (regexp-exec roman-pattern text) (bad-roman text)))
         (part (lambda (n) (or (match:substring found n) "")))
         (tonic (tonic-pitch tonic)))
    (if (match:substring found 6)
        (let ((other (part 6)))
          (roman (substring text 0 (- (string-length text) (string-length other) 1))
                 (car (roman other tonic mode))
                 (if (char-upper-case? (numeral-letter other)) #:major #:minor)))
        (let* ((sign (part 3))
               (half-diminished? (and (string=? sign "ø") (string-null? (part 4))))
               (figure (figure-row (if half-diminished? "7" (part 4)))))
          (chord-inversion
           (chord-pitches (numeral-root (part 1) (part 2) tonic mode text)
                          (roman-kind (char-upper-case? (string-ref (part 2) 0)) sign
                                      (eq? (first figure) 'seventh)))
           (second figure))))))

(define (numeral-letter text)
  (string-ref text (or (string-index text (char-set #\i #\v #\I #\V)) 0)))

(define* (roman-progression numerals tonic #:optional (mode #:major))
  "Return the chords of a list of NUMERALS.
  (roman-progression '(:I :IV :V) c4)  =>  ((c4 e4 g4) (f4 a4 c5) (g4 b4 d5))"
  (map (lambda (numeral) (roman numeral tonic mode)) numerals))

(define (stacked tonic mode degree size)
  "Return SIZE thirds of the scale MODE, stacked on DEGREE."
  (map (lambda (place) (scale-degree tonic mode (+ degree (* 2 place)))) (iota size)))

(define* (diatonic-triads tonic #:optional (mode #:major))
  "Return the triads on the seven degrees of the scale MODE.
  (map chord-name (diatonic-triads c4))  =>  (\"C\" \"Dm\" \"Em\" \"F\" \"G\" \"Am\" \"Bdim\")"
  (map (lambda (place) (stacked tonic mode (+ place 1) 3)) (iota 7)))

(define* (diatonic-sevenths tonic #:optional (mode #:major))
  "Return the seventh chords on the seven degrees of the scale MODE.
  (chord-name (car (diatonic-sevenths c4)))  =>  \"Cmaj7\""
  (map (lambda (place) (stacked tonic mode (+ place 1) 4)) (iota 7)))

;;; From pitches to numerals

(define (quality-text kind)
  (assoc-ref '(("" . "") ("m" . "") ("dim" . "o") ("aug" . "+") ("7" . "") ("m7" . "")
               ("maj7" . "maj") ("dim7" . "o") ("m7b5" . "ø") ("mM7" . "maj"))
             kind))

(define (minor-like? kind) (member kind '("m" "dim" "m7" "dim7" "m7b5" "mM7")))

(define (figure-text size inversion)
  (list-ref (if (= size 4) '("7" "65" "43" "42") '("" "6" "64")) inversion))

(define (roman-reading pitches)
  "Return the (ROOT ROW) of a triad or seventh chord that PITCHES spell, or #f."
  (find (lambda (reading)
          (and (quality-text (first (second reading)))
               (spelled-like? (second reading) (first reading) pitches)))
        (readings pitches)))

(define (roman-degree root tonic mode)
  (or (scale-degree-of root tonic mode)
      (and (eq? mode #:minor) (scale-degree-of root tonic #:harmonic-minor))))

(define (inversion-of pitches root row)
  "Return which note of the kind ROW on ROOT is the lowest of PITCHES, from 0."
  (let ((size (modulo (- (pc (car (sorted-pitches pitches))) (pc root)) 12)))
    (list-index (lambda (step) (= (interval-semitones step) size)) (third row))))

(define (numeral-text degree row)
  (let ((numeral (list-ref numerals (- degree 1))) (kind (first row)))
    (string-append (if (minor-like? kind) (string-downcase numeral) numeral)
                   (quality-text kind))))

(define* (roman-name pitches tonic #:optional (mode #:major))
  "Return the roman numeral of the chord PITCHES in a key, as a string; #f when its root is not
in the scale or it is neither triad nor seventh chord.
  (roman-name (b3 d4 f4 g4) c4)  =>  \"V65\""
  (let* ((reading (roman-reading pitches))
         (degree (and reading (roman-degree (first reading) (tonic-pitch tonic) mode))))
    (and degree
         (let ((root (first reading)) (row (second reading)))
           (string-append (numeral-text degree row)
                          (figure-text (length (third row)) (inversion-of pitches root row)))))))
