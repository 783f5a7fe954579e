;;; (fermata entry) -- what becomes of music that is typed: where it goes in the score, and what is
;;; said about it. Scores and defaults are values; nothing here changes anything.

(define-module (fermata entry)
  #:use-module (fermata native edit)
  #:use-module (fermata native music)
  #:use-module ((fermata native notation) #:select (duration measure part rest score))
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (srfi srfi-1)
  #:export (current-cursor
            current-part-index
            entered
            length->text
            place->text
            with-current-part))

(define (entered score defaults value)
  "Return (SCORE DEFAULTS TEXT) after VALUE is entered into SCORE, which may be #f, or #f when VALUE
is nothing that can be entered: music, or a list of nothing else."
  (let ((units (units-of value)))
    (and units
         (let loop ((units units) (score score) (defaults defaults) (notes '()))
           (if (null? units)
               (list score defaults (notes->text (reverse notes)))
               (let ((result (enter-unit score defaults (car units))))
                 (loop (cdr units) (first result) (second result)
                       (cons (third result) notes))))))))

;;; What can be entered

(define (structure? value)
  (or (measure? value) (part? value) (group? value) (score? value)))

(define (leaves value)
  "Return the list of what VALUE, perhaps a nest of lists, holds, or #f when some is not music to
enter."
  (cond ((or (item? value) (structure? value)) (list value))
        ((not (list? value)) #f)
        (else (let loop ((rest value) (found '()))
                (if (null? rest)
                    (concatenate (reverse found))
                    (let ((more (leaves (car rest))))
                      (and more (loop (cdr rest) (cons more found)))))))))

(define (units-of value)
  "Return what VALUE holds as a list of structures and lists of neighbouring items; #f when it is
nothing to enter."
  (let ((all (leaves value)))
    (and all (pair? all)
         (let loop ((rest all) (units '()))
           (cond ((null? rest) (reverse units))
                 ((item? (car rest))
                  (call-with-values (lambda () (span item? rest))
                    (lambda (items more) (loop more (cons items units)))))
                 (else (loop (cdr rest) (cons (car rest) units))))))))

;;; Where it goes

(define (enter-unit score defaults unit)
  (cond ((score? unit) (enter-score score defaults unit))
        ((or (part? unit) (group? unit)) (enter-part (or score (empty-score)) defaults unit))
        (else
         (let* ((ready (with-current-part score defaults))
                (enter (if (measure? unit) enter-measure enter-items)))
           (enter (first ready) (second ready) unit)))))

(define (empty-score) (score))

(define (set-default defaults name value)
  (map (lambda (row) (if (eq? (car row) name) (cons name value) row)) defaults))

(define (with-current-part score defaults)
  "Return (SCORE DEFAULTS) such that SCORE has the part that DEFAULTS call the current one."
  (if (current-part-index score defaults)
      (list score defaults)
      (let ((score (add-part (or score (empty-score)) (part-to-create score defaults))))
        (list score (set-default defaults 'part (last (part-ids score)))))))

(define (current-part-index score defaults)
  "Return the index of the part of SCORE in which music is entered, or #f when it must be made
first."
  (let ((ids (if score (part-ids score) '()))
        (named (assq-ref defaults 'part)))
    (cond ((and (string? named) (list-index (lambda (id) (string=? id named)) ids)))
          ((or (null? ids) (part? named)) #f)
          (else 0))))

(define (part-to-create score defaults)
  "Return a new part as DEFAULTS have it: key, time and clef in its first measure, and the tempo
when it is the first part."
  (let* ((given (assq-ref defaults 'part))
         (new (if (part? given) given (part)))
         (first? (or (not score) (null? (part-ids score))))
         (tempo (and first? (assq-ref defaults 'tempo)))
         (signs (filter identity
                        (append (map (lambda (name) (assq-ref defaults name)) '(clef key time))
                                (list tempo)))))
    (if (or (null? signs) (pair? (part-measures new)))
        new
        (part-with-measures new (list (apply measure signs))))))

(define (current-cursor score defaults)
  "Return the cursor at which events are entered into SCORE, whose current part exists."
  (let ((part (current-part-index score defaults))
        (staff (assq-ref defaults 'staff))
        (voice (assq-ref defaults 'voice))
        (explicit (assq-ref defaults 'cursor)))
    (if explicit
        (cons* part staff voice explicit)
        (voice-end score part staff voice))))

(define (enter-items score defaults items)
  (let* ((result (append-items score (current-cursor score defaults) items))
         (score (first result)) (cursor (second result)) (from (third result)))
    (list score
          (if (assq-ref defaults 'cursor)
              (set-default defaults 'cursor (list-tail cursor 3))
              defaults)
          (place-of score from (list-ref cursor 3)))))

(define (enter-measure score defaults measure)
  (let* ((part (current-part-index score defaults))
         (score (append-measure score part measure))
         (last (- (measure-count score part) 1)))
    (list score defaults (place-of score (list part 1 1 last 0) last))))

(define (enter-part score defaults new)
  (let* ((before (length (part-ids score)))
         (score (add-part score new))
         (added (list-tail (score-parts score) before)))
    (list score
          (set-default (set-default defaults 'part (part-id (car added))) 'cursor #f)
          (string-append (if (null? (cdr added)) "+ part " "+ parts ")
                         (string-join (map part->text added) ", ")))))

(define (part->text part)
  (string-append (part-id part) " " (part-name part)))

(define (enter-score old defaults new)
  (let ((count (score-measure-count new)))
    (list new
          (set-default (set-default defaults 'part #f) 'cursor #f)
          (string-append "= score, " (number->string count) (if (= count 1) " measure" " measures")
                         (if old "; the score was replaced; :undo brings it back" "")))))

;;; What is said

;; Music that went into measures: part, first measure and its beat, last measure.
(define (place-of score from last-index)
  (let ((place (cursor-place score from)))
    (list (first place) (second place) (third place)
          (measure-number score (first from) last-index))))

(define (notes->text notes)
  (string-join (map (lambda (note)
                      (if (string? note)
                          note
                          (string-append "+ " (apply place->text note))))
                    (joined notes))
               ", "))

(define (joined notes)
  "Return NOTES with neighbouring places in the same part made one."
  (let loop ((rest notes) (done '()))
    (cond ((null? rest) (reverse done))
          ((and (pair? done) (pair? (car done)) (pair? (car rest))
                (string=? (caar done) (caar rest)))
           (loop (cdr rest)
                 (cons (append (list-head (car done) 3) (list (fourth (car rest))))
                       (cdr done))))
          (else (loop (cdr rest) (cons (car rest) done))))))

(define* (place->text id number beat #:optional (last number))
  "Return a place in words: \"P1 m3 beat 2\", \"P1 m3-5\", or \"P1 m3 end\" when BEAT is #f."
  (string-append id " m" (number->string number)
                 (cond ((not (= last number)) (string-append "-" (number->string last)))
                       (beat (string-append " beat " (beat->text beat)))
                       (else " end"))))

(define (beat->text beat)
  (let ((whole (floor beat)))
    (if (= whole beat)
        (number->string beat)
        (string-append (number->string whole) "+" (number->string (- beat whole))))))

(define (length->text length)
  "Return a duration of LENGTH whole notes as it is typed, such as :8."
  (let ((source (value->source (rest (duration length)))))
    (substring source (string-length "(rest ") (- (string-length source) 1))))
