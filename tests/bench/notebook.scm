;;; A notebook of 1,000 and of 10,000 blocks, twenty to a section: what its commands cost when they
;;; are typed, stored where FERMATA_SCRATCH is, and what writing the file of it costs.

(load "../scheme/sessions-harness.scm")
(use-modules (fermata notebook block) (fermata notebook edit) (ice-9 format))

(define words "the theme comes back in the bass while the upper voices hold the dominant")

(define (section-tree number)
  `((title . ,(string-append "Section " (number->string number)))
    (blocks . ,(map (lambda (i)
                      (prose-block (string-append words ", " (number->string (+ i (* 20 number))))))
                    (iota 20)))
    (sections . ())))

(define (notebook-of! sections)
  "Make a new session active whose notebook has 20 blocks in each of SECTIONS sections, ten to a
chapter."
  (let ((session (create-session! #f)))
    (set-active-session! session)
    (session-turn! session "Command"
                   (lambda ()
                     (notebook-insert-trees!
                      session #f
                      (map (lambda (chapter)
                             `((title . "Chapter") (blocks . ())
                               (sections . ,(map section-tree (iota 10 (* 10 chapter))))))
                           (iota (quotient sections 10))))
                     '((raw . "made for the measurement"))))))

(define (milliseconds)
  (* (get-internal-real-time) (/ 1000 internal-time-units-per-second)))

(define (cost thunk)
  "Return the median of twenty-one calls of THUNK, in milliseconds."
  (let ((times (map (lambda (i)
                      (let ((start (milliseconds)))
                        (thunk)
                        (- (milliseconds) start)))
                    (iota 21))))
    (exact->inexact (list-ref (sort times <) 10))))

(define (typed-line text)
  (lambda ()
    (let ((outcome (type text)))
      (when (outcome-problem outcome) (error (problem-message (outcome-problem outcome)))))))

(define things
  `((":notebook outline" . ,(typed-line ":notebook outline"))
    (":notebook append" . ,(typed-line ":notebook append 3.7 One more thought."))
    (":notebook search, one found" . ,(typed-line ":notebook search \"dominant, 777\""))
    (":notebook search, none found" . ,(typed-line ":notebook search xyzzy"))
    (":notebook show, a section" . ,(typed-line ":notebook show 3.6"))
    (":undo of an append" . ,(typed-line ":undo"))
    ("notebook.json and the rest saved" . ,(lambda () (save-session! (active-session))))))

(define (figures sections)
  (notebook-of! sections)
  (map (lambda (thing) (cost (cdr thing))) things))

(let ((small (figures 50)) (large (figures 500)))
  (for-each (lambda (thing a b)
              (format #t "~32a 1,000 blocks ~6,2f ms   10,000 blocks ~6,2f ms   ratio ~,1f\n"
                      (car thing) a b (/ b a)))
            things small large))

(close-all-sessions!)
(system* "rm" "-rf" scratch)
