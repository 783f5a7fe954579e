;;; (fermata prelude editing) -- reading the score and editing it by place. An edit is checked as a
;;; whole, changes the score or leaves it as it was, and gives back what it changed in words.

(define-module (fermata prelude editing)
  #:use-module (fermata change)
  #:use-module ((fermata entry) #:select (current-part-index))
  #:use-module (fermata native edit)
  #:use-module ((fermata native music) #:prefix native:)
  #:use-module ((fermata native notation) #:prefix native:)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:use-module ((fermata prelude words) #:select (key))
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:export (add-part!
            at
            call-with-transaction
            current-score
            delete-measures!
            edit-measures!
            insert-measure!
            measures
            remove-part!
            rename-part!
            replace-measure!
            selection
            set-clef!
            set-composer!
            set-key-as-procedure!
            set-tempo!
            set-time!
            set-title!)
  #:export-syntax (set-key! transaction)
  #:replace (part-measures score-parts))

;;; Reading

(define (score-here)
  (or (workspace-score (workspace-here)) (native:score)))

(define (current-score)
  "Return the score of this session, an empty one when nothing has been written."
  (as-selection (score-here)))

(define* (measures from #:optional (to from) #:key (part #f) (voice #f))
  "Return the list of the measures with the printed numbers FROM to TO of one part, the current one
unless :part says otherwise; with :voice only that voice of them: (measures 3 5 :part \"P1\")."
  (let ((score (score-here)))
    (selection (string-append (if part
                                  (part-id-at score (part-index score (part-name-of part)))
                                  (current-part-id score))
                              (if voice (string-append ".v" (number->string voice)) "")
                              ":m" (number->string from) "-" (number->string to)))))

(define (current-part-id score)
  "Return the id of the current part of SCORE, which must be there."
  (let ((index (current-part-index score (workspace-defaults (workspace-here)))))
    (if index
        (part-id-at score index)
        (raise-problem 'value "the current part has no measures yet" "type some music first"))))

(define (selection region)
  "Return what REGION, a text such as \"P1:m3-5\", \"m3\" or \"P1.v2:m3.1-m4.2\", covers: the list
of the measures. Without a part, in a score of several, it is a list of such lists, one for each
part."
  (let ((rows (map cddr (select-region (score-here) region))))
    (as-selection (if (= (length rows) 1) (car rows) rows))))

;; What is read from a selection is one, too.

(define (score-parts score)
  "Return the list of the parts of SCORE."
  (like score (native:score-parts score)))

(define (part-measures part)
  "Return the list of the measures of PART."
  (like part (native:part-measures part)))

(define (like whole inner)
  (if (selection? whole) (as-selection inner) inner))

;;; How an edit is done

(define (edit! change)
  "Let the score be what the thunk CHANGE returns, and return in words what changed; when it fails,
nothing has."
  (let* ((workspace (workspace-here))
         (before (workspace-score workspace)))
    (call-with-transaction (lambda () (set-workspace-score! workspace (change))))
    (make-change (delta->text (score-delta before (workspace-score workspace))))))

(define (split-options operands names)
  "Return (REST . OPTIONS): OPERANDS without the keywords NAMES and their values, and these as an
alist."
  (let loop ((left operands) (rest '()) (options '()))
    (cond ((null? left) (cons (reverse rest) options))
          ((and (memq (car left) names) (pair? (cdr left)))
           (loop (cddr left) rest (acons (car left) (cadr left) options)))
          (else (loop (cdr left) (cons (car left) rest) options)))))

(define (current-index)
  (workspace-part-index! (workspace-here)))

(define (part-id-at score index)
  (list-ref (part-ids score) index))

(define (part-name-of part)
  (cond ((string? part) part)
        ((symbol? part) (symbol->string part))
        ((part? part) (native:part-id part))
        (else (raise-problem 'type "a part is named by its id or name" "such as :part \"P1\""))))

(define (all-parts)
  (iota (length (part-ids (score-here)))))

(define (chosen-parts part)
  "Return the indices of the parts that PART means: one, every part for :all, the current one, which
is made if there is none, for #f."
  (cond ((not part) (list (current-index)))
        ((eq? part #:all) (all-parts))
        (else (list (part-index (score-here) (part-name-of part))))))

(define (edit-parts! part change)
  "Apply CHANGE, a procedure of score and part index, for each part that PART means."
  (edit! (lambda ()
           (let ((indices (chosen-parts part)))
             (fold (lambda (index score) (change score index)) (score-here) indices)))))

(define (flat-measures music)
  "Return the list of measures that MUSIC, a nest of lists, holds."
  (cond ((measure? music) (list music))
        ((list? music) (append-map flat-measures music))
        (else (raise-problem 'type "only measures can stand here"
                             "such as (measure (note c4 :w))"))))

;;; Measures

(define (insert-measure! number . music)
  "Insert the measures MUSIC before the measure with the printed NUMBER, which may be one past the
last: (insert-measure! 3 (measure (note c4 :w))). Without music an empty measure is inserted. :part
names another part than the current one, or :all."
  (let* ((split (split-options music '(#:part)))
         (measures (if (null? (car split))
                       (list (native:measure))
                       (flat-measures (car split)))))
    (edit-parts! (assq-ref (cdr split) #:part)
                 (lambda (score part)
                   (let ((index (fourth (cursor-at score part 1 1 number 1))))
                     (if (unwritten? score part)
                         (fold (lambda (measure score) (append-measure score part measure))
                               score measures)
                         (splice-measures score part index 0 measures)))))))

(define (unwritten? score part)
  "Return whether part number PART has but one measure, and that no events: the signs of a new
part."
  (and (= 1 (measure-count score part))
       (let* ((first (measure-number score part 0))
              (voices (native:measure-voices (car (some-measures score part first first)))))
         (not (any event? (append-map cddr voices))))))

(define (replace-measure! number . music)
  "Put the measures MUSIC in the place of the measure with the printed NUMBER:
(replace-measure! 3 (measure (note c4 :w))). :part names another part than the current one."
  (let ((split (split-options music '(#:part))))
    (edit-parts! (assq-ref (cdr split) #:part)
                 (lambda (score part)
                   (splice-measures score part (measure-index score part number) 1
                                    (flat-measures (car split)))))))

(define* (delete-measures! from #:optional (to from) #:key (part #f))
  "Delete the measures with the printed numbers FROM to TO: (delete-measures! 3 5). :part names
another part than the current one, or :all."
  (edit-parts! part
               (lambda (score part)
                 (call-with-range score part from to
                   (lambda (first count) (splice-measures score part first count '()))))))

(define* (edit-measures! from to procedure #:key (part #f))
  "Replace each measure with a printed number FROM to TO by what PROCEDURE makes of it, a measure or
a list of them: (edit-measures! 1 4 (lambda (m) (transpose :M3 m))). :part names another part than
the current one, or :all."
  (edit-parts! part
               (lambda (score part)
                 (call-with-range score part from to
                   (lambda (first count)
                     (splice-measures score part first count
                                      (append-map (lambda (measure)
                                                    (flat-measures (procedure measure)))
                                                  (some-measures score part from to))))))))

(define (call-with-range score part from to procedure)
  "Call PROCEDURE with the index of the first measure from FROM to TO and how many there are."
  (let ((first (measure-index score part from)) (last (measure-index score part to)))
    (when (< last first)
      (raise-problem 'value (string-append "measure " (number->string to) " does not come after "
                                           (number->string from))
                     "the first number is that of the first measure"))
    (procedure first (+ 1 (- last first)))))

(define (some-measures score part from to)
  (cddar (select-region score (string-append (part-id-at score part) ":m" (number->string from)
                                             "-" (number->string to)))))

(define (at number beat . music)
  "Put the events and signs MUSIC at BEAT of the measure with the printed NUMBER, in place of what
the voice has there: (at 3 2 (note c4 :q)). Signs are added. :part, :voice and :staff name another
place than the current one."
  (let* ((split (split-options music '(#:part #:voice #:staff)))
         (workspace (workspace-here)))
    (define (option name)
      (or (assq-ref (cdr split) (symbol->keyword name)) (workspace-default workspace name)))
    (edit-parts! (assq-ref (cdr split) #:part)
                 (lambda (score part)
                   (put-items score
                              (cursor-at score part (option 'staff) (option 'voice) number beat)
                              (flat-items (car split)))))))

(define (flat-items music)
  (cond ((item? music) (list music))
        ((list? music) (append-map flat-items music))
        (else (raise-problem 'type "only events and signs can stand here"
                             "such as (note c4 :q) or (mf)"))))

;;; Signs

(define (set-sign! form operands parts-without-part)
  "Put the sign that FORM makes of OPERANDS at the beginning of measure :measure, the first unless
it is given, of the part :part, or of those that the thunk PARTS-WITHOUT-PART returns."
  (let* ((split (split-options operands '(#:part #:measure)))
         (given (car split))
         (sign (if (and (pair? given) (null? (cdr given)) (item? (car given)))
                   (car given)
                   (apply form given)))
         (part (assq-ref (cdr split) #:part))
         (number (assq-ref (cdr split) #:measure)))
    (edit! (lambda ()
             (when (null? (all-parts)) (current-index))
             (fold (lambda (part score)
                     (let ((score (with-first-measure score part)))
                       (score-with-sign score part
                                        (if number (measure-index score part number) 0) sign)))
                   (score-here)
                   (if part (chosen-parts part) (parts-without-part)))))))

(define (with-first-measure score part)
  "Return SCORE with an empty measure in part number PART if it has none."
  (if (zero? (measure-count score part))
      (append-measure score part (native:measure))
      score))

(define (set-key-as-procedure! . operands)
  "Let the score be in the key OPERANDS from its beginning, or from measure :measure on, in every
part or in :part: (set-key! d :major :measure 5). The notes stay as they are."
  (set-sign! native:key operands all-parts))

(define-syntax set-key!
  (lambda (stx)
    (define (option? word) (memq (syntax->datum word) '(#:measure #:part)))
    (define (split operands)
      (let loop ((rest operands) (words '()) (options '()))
        (syntax-case rest ()
          ((word value . more)
           (option? #'word)
           (loop #'more words (cons* #'value #'word options)))
          ((word . more) (loop #'more (cons #'word words) options))
          (() (values (reverse words) (reverse options))))))
    (syntax-case stx ()
      ((_ (head . tail) . options) #'(set-key-as-procedure! (head . tail) . options))
      ((_ . operands)
       (call-with-values (lambda () (split #'operands))
         (lambda (words options) #`(set-key-as-procedure! (key #,@words) #,@options))))
      (id (identifier? #'id) #'set-key-as-procedure!))))

(define (set-time! . operands)
  "Let the score be in the time OPERANDS from its beginning, or from measure :measure on, in every
part or in :part: (set-time! 3 4 :measure 5). Measures that are too long for it are an error."
  (set-sign! native:time operands all-parts))

(define (set-tempo! . operands)
  "Let the tempo be OPERANDS from the beginning, or from measure :measure on:
(set-tempo! \"Allegro\" :q 120). It stands in the first part unless :part says otherwise."
  (set-sign! native:tempo operands (lambda () '(0))))

(define (set-clef! . operands)
  "Let the current part, or :part, be in the clef OPERANDS from its beginning or from measure
:measure on: (set-clef! :bass)."
  (set-sign! native:clef operands (lambda () (list (current-index)))))

;;; Parts and titles

(define (add-part! . operands)
  "Add a part to the score: a part or group, or what part takes: (add-part! :violin). Music is
entered into it from then on."
  (let* ((new (if (and (pair? operands) (or (part? (car operands)) (group? (car operands))))
                  (car operands)
                  (apply native:part operands)))
         (count (length (all-parts)))
         (change (edit! (lambda () (add-part (score-here) new)))))
    (set-workspace-default! (workspace-here) 'part (part-id-at (score-here) count))
    (set-workspace-default! (workspace-here) 'cursor #f)
    change))

(define (remove-part! part)
  "Remove PART, an id or name, and all its music from the score: (remove-part! \"P2\")."
  (edit! (lambda ()
           (remove-part (score-here) (part-index (score-here) (part-name-of part))))))

(define (rename-part! part name)
  "Give PART, an id or name, another NAME: (rename-part! \"P1\" \"Violin I\")."
  (edit! (lambda ()
           (let ((index (part-index (score-here) (part-name-of part)))
                 (parts (native:score-parts (score-here))))
             (native:score-with-parts
              (score-here)
              (append (list-head parts index)
                      (list (part-with-name (list-ref parts index) name))
                      (list-tail parts (+ index 1))))))))

(define (set-title! text)
  "Let TEXT be the title of the score."
  (edit! (lambda () (score-with-title (score-here) 'title text))))

(define (set-composer! text)
  "Let TEXT name the composer of the score."
  (edit! (lambda () (score-with-title (score-here) 'composer text))))

;;; Transactions

(define (call-with-transaction thunk)
  "Call THUNK; when it fails, the score and the defaults are again as they were before."
  (let* ((workspace (workspace-here))
         (before (workspace-snapshot workspace)))
    (catch #t thunk
      (lambda failure
        (workspace-restore! workspace before)
        (apply throw failure)))))

(define (change-of-all thunk)
  "Call THUNK as one transaction. When its value is what its last edit changed, return what all of
them changed."
  (let* ((before (workspace-score (workspace-here)))
         (value (call-with-transaction thunk)))
    (if (change? value)
        (make-change (delta->text (score-delta before (workspace-score (workspace-here)))))
        value)))

(define-syntax-rule (transaction body ...)
  (change-of-all (lambda () body ...)))
