;;; Undo and redo: over random edits, across leaving and crashing, from memory and from the journal.

(load "sessions-harness.scm")
(use-modules (srfi srfi-1))

(define steps 1000)
(define random-state (seed->random-state 20261118))
(define (pick items) (list-ref items (random (length items) random-state)))
(define (number-up-to n) (+ 1 (random n random-state)))

(define (measures-now)
  (let ((score (session-score (active-session))))
    (if score ((@ (fermata native edit) score-measure-count) score) 0)))

(define (random-note)
  (string-append "(note " (pick '("c4" "d4" "f#4" "bb3" "g5")) " "
                 (pick '(":q" ":8" ":h" ":q." ":16")) ")"))

(define (random-edit)
  "Return the text of an edit that is likely, but not certain, to be possible now."
  (let ((measure (number->string (number-up-to (max 1 (measures-now))))))
    (case (random 8 random-state)
      ((0 1 2 3) (random-note))
      ((4) (string-append "(replace-measure! " measure " (measure " (random-note) "))"))
      ((5) (string-append "(insert-measure! " measure " (measure " (random-note) "))"))
      ((6) (string-append "(delete-measures! " measure " " measure ")"))
      (else (string-append "(set-key! " (pick '("d" "eb" "f")) " :major :measure " measure ")")))))

;; The scores as they were, newest first, one for each step that can be undone.
(define scores (list (score-text)))

(define (depth) (session-undo-depth (active-session)))

(define (edit!)
  (let ((before (depth)))
    (type (random-edit))
    (when (> (depth) before) (set! scores (cons (score-text) scores)))))

(let loop ()
  (when (< (depth) steps)
    (edit!)
    (loop)))

(define (check-walk name from-to)
  "Undo everything step by step, then redo it, and compare each score; FROM-TO is called between."
  (for-each (lambda (expected)
              (type ":undo")
              (check-equal (string-append name ", undone") expected (score-text)))
            (cdr scores))
  (check-equal "nothing is left" 0 (depth))
  (from-to)
  (for-each (lambda (expected)
              (type ":redo")
              (check-equal (string-append name ", redone") expected (score-text)))
            (cdr (reverse scores))))

(check-walk "from memory" (lambda () #t))
(come-back!)
(check-equal "steps survive leaving" steps (depth))
(check-walk "from the journal" drop!)
(drop!)
(check-equal "steps survive a crash" steps (depth))

;;; Many at once, and what a new change does to redo

(type ":undo 10")
(check-equal "ten at once" (list-ref scores 10) (score-text))
(check-equal "ten to redo" 10 (session-redo-depth (active-session)))
(type ":redo 4")
(check-equal "four again" (list-ref scores 6) (score-text))
(drop!)
(check-equal "redo survives a crash" 6 (session-redo-depth (active-session)))
(type "(note c4 :q)")
(check-equal "a new change ends redo" 0 (session-redo-depth (active-session)))
(type ":undo 100000")
(check-equal "as many as there are" "" (score-text))
(check-equal "undoing nothing" "nothing to undo\n" (reply-text (act! (active-session) ":undo")))

;;; Undoing the note that made a part leaves the next music to make it again

(for-each type '("(use-part :violin)" "(note c4 :w)" "(use-part :cello)" "(note c3 :w)" ":undo"
                 "(note d3 :w)"))
(check-equal "the cello is made again" '("Violin" "Cello")
             (map (@ (fermata native music) part-name)
                  ((@ (fermata native music) score-parts) (session-score (active-session)))))
(type ":undo")
(drop!)
(for-each type '("(note e3 :w)"))
(check-equal "also when it was undone from the journal" '("Violin" "Cello")
             (map (@ (fermata native music) part-name)
                  ((@ (fermata native music) score-parts) (session-score (active-session)))))

(finish-session-tests)
