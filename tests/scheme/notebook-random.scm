;;; 5,000 random sequences of notebook operations beside a plain model of nested lists: numbers equal
;;; positions, ids stay, the inverse of all steps is exact, and JSON gives the same notebook back.

(load "sessions-harness.scm")
(use-modules (fermata native json) (fermata notebook) (fermata notebook block)
             (fermata notebook edit) (ice-9 match) (srfi srfi-1))

(define sequences 5000)
(define seed (string->number (or (getenv "NOTEBOOK_SEED") "20261118")))
(define random-state (seed->random-state seed))
(define (below n) (random n random-state))
(define (pick items) (list-ref items (below (length items))))

(define s (active-session))
(define (notebook) (session-notebook s))

;;; The model: (ID TITLE (BLOCK ...) (SECTION ...)), a block being (ID . TEXT); the root has ID #f.

(define model (list #f (notebook-title (notebook)) '() '()))

(define (model-map change section)
  "Return SECTION with CHANGE made of it and of all below it, from the leaves up."
  (match section
    ((id title blocks children)
     (change (list id title blocks (map (lambda (child) (model-map change child)) children))))))

(define (changing id change)
  (set! model (model-map (lambda (section) (if (equal? id (car section)) (change section) section))
                         model)))

(define (put items at item) (append (take items at) (list item) (drop items at)))

(define (model-sections section)
  (cons section (append-map model-sections (fourth section))))

(define (put-block! id at block)
  (changing id (match-lambda ((id title blocks children)
                              (list id title (put blocks at block) children)))))

(define (put-section! id at section)
  (changing id (match-lambda ((id title blocks children)
                              (list id title blocks (put children at section))))))

(define (drop-block! id)
  (set! model (model-map (match-lambda
                           ((own title blocks children)
                            (list own title (remove (lambda (b) (equal? id (car b))) blocks)
                                  children)))
                         model)))

(define (drop-section! id)
  (set! model (model-map (match-lambda
                           ((own title blocks children)
                            (list own title blocks
                                  (remove (lambda (c) (equal? id (car c))) children))))
                         model)))

(define (as-model section)
  (list (section-id section) (section-title section)
        (map (lambda (block) (cons (block-id block) (block-text block)))
             (vector->list (section-blocks section)))
        (map as-model (vector->list (section-sections section)))))

;;; Random operations, each done to both; names are numbers or ids by chance

(define (some-section) (pick (cdr (model-sections model))))
(define (some-parent) (pick (model-sections model)))
(define (all-blocks) (append-map third (model-sections model)))
(define (holder block) (find (lambda (section) (memq block (third section))) (model-sections model)))

(define (number-of id)
  "Return the number of the section ID, by looking through the model."
  (let search ((section model) (lead ""))
    (any (lambda (child number)
           (let ((path (string-append lead (number->string number))))
             (if (equal? id (car child)) path (search child (string-append path ".")))))
         (fourth section) (iota (length (fourth section)) 1))))

(define (name section)
  (and (car section) (if (zero? (below 2)) (car section) (number-of (car section)))))

(define (block-name block)
  (if (zero? (below 2))
      (car block)
      (let ((section (holder block)))
        (string-append (number-of (car section)) "/"
                       (number->string (+ 1 (list-index (lambda (b) (eq? b block))
                                                        (third section))))))))

(define words '("tonic" "Neapolitan" "\"quoted\"" "ü ♭ 音" "line\nbreak" "\\back" "</pre>"))
(define (some-text) (string-append (pick words) " " (number->string (below 1000))))

(define (create!)
  (let* ((parent (some-parent)) (at (below (+ 1 (length (fourth parent))))) (title (pick '("A" "B" "C")))
         (section (notebook-create-section! s (name parent) title at)))
    (put-section! (car parent) at (list (section-id section) title '() '()))))

(define (insert!)
  (let* ((section (some-section)) (at (below (+ 1 (length (third section))))) (text (some-text))
         (block (notebook-insert! s (name section) at (prose-block text))))
    (put-block! (car section) at (cons (block-id block) text))))

(define (append!)
  (let* ((section (some-section)) (text (some-text))
         (block (notebook-append! s (name section) (prose-block text))))
    (put-block! (car section) (length (third section)) (cons (block-id block) text))))

(define (edit!)
  (let* ((block (pick (all-blocks))) (section (holder block)) (text (some-text))
         (at (list-index (lambda (b) (eq? b block)) (third section))))
    (notebook-edit! s (block-name block) `((text . ,text)))
    (drop-block! (car block))
    (put-block! (car section) at (cons (car block) text))))

(define (move-block!)
  (let* ((block (pick (all-blocks))) (to (some-section))
         (room (length (remove (lambda (b) (eq? b block)) (third to)))) (at (below (+ 1 room))))
    (notebook-move-block! s (block-name block) (name to) at)
    (drop-block! (car block))
    (put-block! (car to) at block)))

(define (delete-block!)
  (let ((block (pick (all-blocks))))
    (notebook-delete-block! s (block-name block))
    (drop-block! (car block))))

(define (rename!)
  (let ((section (some-section)) (title (pick '("D" "E" "F"))))
    (notebook-rename-section! s (name section) title)
    (changing (car section) (match-lambda ((id old blocks children)
                                           (list id title blocks children))))))

(define (move-section!)
  (let* ((section (some-section)) (inside (model-sections section))
         (to (pick (remove (lambda (other) (memq other inside)) (model-sections model))))
         (room (length (remove (lambda (c) (eq? c section)) (fourth to)))) (at (below (+ 1 room))))
    (notebook-move-section! s (name section) (name to) at)
    (drop-section! (car section))
    (put-section! (car to) at section)))

(define (delete-section!)
  (let ((section (some-section)))
    (notebook-delete-section! s (name section))
    (drop-section! (car section))))

(define (random-operation!)
  (let ((sections? (pair? (fourth model))) (blocks? (pair? (all-blocks)))
        (full? (> (length (model-sections model)) 25)))
    ((pick `(,@(if full? '() (list create!))
             ,@(if sections? (list insert! append! rename! move-section!) '())
             ,@(if blocks? (list edit! move-block! delete-block!) '())
             ,@(if full? (list delete-section! delete-section!) '()))))))

;;; Checks

(define failures 0)
(define (sure what right?)
  (unless right?
    (set! failures (+ failures 1))
    (check (string-append what ", seed " (number->string seed)) (> failures 3))))

(define (check-numbers)
  (for-each (match-lambda
              ((path . section)
               (sure "number and id find the same section"
                     (and (eq? section (find-section (notebook) path))
                          (eq? section (find-section (notebook) (section-id section)))))
               (sure "the number is the position" (equal? path (number-of (section-id section))))))
            (notebook-rows (notebook))))

(define (deep-enough thunk)
  "Call THUNK; a tree that would be too deep is the one thing that may be refused."
  (catch 'fermata-error thunk
    (lambda (key kind message . rest) (sure message (eq? kind 'limit)))))

(define (run-sequence!)
  (let ((before (notebook)) (old-model model))
    (for-each (lambda (i)
                (deep-enough random-operation!)
                (sure "as the model" (equal? model (as-model (notebook-root (notebook))))))
              (iota (+ 1 (below 8))))
    (check-numbers)
    (let* ((after (notebook))
           (delta (json->value (value->json (notebook-delta after))))
           (back (apply-notebook-delta after (invert-notebook-delta delta))))
      (sure "undone exactly" (notebook=? before back))
      (sure "redone exactly" (notebook=? after (apply-notebook-delta back delta)))
      (sure "JSON gives it back"
            (let ((again (json->notebook (json->value (value->json (notebook->json after))))))
              (equal? (notebook->json again) (notebook->json after))))
      (if (zero? (below 3))
          (begin (set-session-notebook! s (notebook-settled back "2026-01-01T00:00:00.000Z"))
                 (set! model old-model))
          (set-session-notebook! s (notebook-settled after "2026-01-01T00:00:00.000Z"))))))

(for-each (lambda (i) (run-sequence!)) (iota sequences))
(check-equal "nothing went wrong" 0 failures)
(check "the notebook had something in it" (> (length (all-blocks)) 5))

;;; The same through turns, undo and redo, leaving and crashing

(define turns 200)
(set-active-session! (create-session! "turns"))
(set! s (active-session))
(set! model (list #f (notebook-title (notebook)) '() '()))
(define states (list (notebook->json (notebook))))
(for-each (lambda (i)
            (let ((entry (session-turn! s "Command"
                                        (lambda ()
                                          (deep-enough random-operation!)
                                          '((raw . "random"))))))
              (when (assq 'notebook_delta entry)
                (set! states (cons (notebook->json (notebook)) states)))))
          (iota turns))
(define (sections json) (assq-ref json 'sections))
(define (walk! command states)
  (for-each (lambda (state)
              (type command)
              (check command
                     (equal? (sections state)
                             (sections (notebook->json (session-notebook (active-session)))))))
            states))
(walk! ":undo" (take (cdr states) (min 100 (length (cdr states)))))
(drop!)
(walk! ":redo" (reverse (take states (min 100 (length (cdr states))))))
(come-back!)
(walk! ":undo" (take (cdr states) 20))

(finish-session-tests)
