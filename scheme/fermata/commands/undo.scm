;;; :undo, :redo and :diff -- changes of score and notebook taken back, made again, and shown.

(define-module (fermata commands undo)
  #:use-module (fermata display delta)
  #:use-module (fermata display notebook-delta)
  #:use-module (fermata display rows)
  #:use-module (fermata display screen)
  #:use-module (fermata display value)
  #:use-module (fermata history)
  #:use-module (fermata notebook)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1))

(define-command (undo #:optional count)
  #:doc "Take back the last change of the score or the notebook, or the last COUNT.
Each line you type is one step, however many edits it made. :redo makes the change again."
  #:examples '(":undo" ":undo 3")
  #:access 'write
  #:group 'score
  (step-back session-undo! session-undo-depth "took back" "nothing to undo" count))

(define-command (redo #:optional count)
  #:doc "Make again what :undo took back last, or the last COUNT.
A new change empties the list of what can be redone."
  #:examples '(":redo" ":redo 3")
  #:access 'write
  #:group 'score
  (step-back session-redo! session-redo-depth "made again" "nothing to redo" count))

(define (step-back move! depth verb nothing count)
  "Let MOVE! go COUNT steps; return what it did and what that changed."
  (let* ((session (active-session))
         (before (session-score session))
         (indices (move! session (steps count))))
    (if (null? indices)
        (string-append nothing "\n")
        (string-append verb " " (entries-text indices) "; "
                       (count-text (depth session) "step") " left\n"
                       (shortened (changes-text session before) most-lines)))))

(define (changes-text session before)
  "Return what this turn has changed in SESSION, whose score was BEFORE."
  (let ((notebook (session-notebook session)))
    (string-append (delta->text (score-delta before (session-score session))
                                #:width (screen-width))
                   (notebook-delta->text (notebook-delta notebook) notebook))))

(define most-lines 30)

(define (steps text)
  (let ((count (if text (string->number text) 1)))
    (unless (and (exact-integer? count) (positive? count))
      (raise-problem 'value (string-append text " is not a number of steps")
                     "for example: :undo 3"))
    count))

(define (entries-text indices)
  (string-append (if (null? (cdr indices)) "entry " "entries ")
                 (string-join (map number->string indices) ", ")))

;;; :diff

(define-command (diff #:optional from to)
  #:usage ":diff [N [M]]"
  #:doc "Compare the score after entry N with the score after entry M.
N and M are numbers of the history; M is the present when left out. 0 is before the first entry,
and a negative number counts back from the present. Alone, it shows the last change."
  #:examples '(":diff" ":diff 12" ":diff 12 20" ":diff 0" ":diff -3")
  #:group 'score
  (let* ((session (active-session))
         (count (history-count (session-history session)))
         (from (if from (entry-number from count) (before-last-change session count)))
         (to (if to (entry-number to count) count))
         (delta (score-delta (score-after session from) (score-after session to))))
    (cond ((= from to) "nothing changed\n")
          ((zero? (vector-length delta))
           (string-append "the score after entry " (number->string from) " and after entry "
                          (number->string to) " is the same\n"))
          (else (delta->text delta #:width (screen-width))))))

(define (entry-number text count)
  (let* ((number (string->number text))
         (index (if (and (exact-integer? number) (negative? number)) (+ count number) number)))
    (unless (and (exact-integer? index) (<= 0 index count))
      (raise-problem 'value (string-append "there is no entry " text)
                     (string-append "entries go from 1 to " (number->string count)
                                    "; 0 is before the first")))
    index))

(define (before-last-change session count)
  "Return the number of the entry before the last one that changed the score."
  (let ((changes (history-query (session-history session) '((changed . "score") (limit . 1)))))
    (if (null? changes) count (- (entry-ref (car changes) 'index) 1))))

(define (score-after session index)
  "Return the score as it was after the entry INDEX: the present one with later changes undone."
  (let* ((history (session-history session))
         (later (history-query history `((from_index . ,(+ index 1)) (changed . "score")))))
    (fold (lambda (entry score)
            (apply-score-delta score (invert-score-delta (entry-ref entry 'score_delta #()))))
          (session-score session)
          (reverse later))))
