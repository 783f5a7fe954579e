;;; (fermata cli compile) -- fermata compile and fermata check: from a file to its one score.

(define-module (fermata cli compile)
  #:use-module (fermata cli)
  #:use-module (fermata environment)
  #:use-module (fermata evaluate)
  #:use-module (fermata native file)
  #:use-module (fermata native music)
  #:use-module (fermata native reader)
  #:use-module (fermata native text)
  #:use-module (fermata native values)
  #:use-module (fermata outcome)
  #:autoload (fermata explain) (problem-at)
  #:export (check-command
            compile-command
            score->event-list))

(define (music-value? value)
  "Return whether VALUE is music that would be lost if it did not reach a score."
  (or (music? value) (and (pair? value) (list? value) (or-map music-value? value))))

(define (what-is value)
  (cond ((part? value) "a part")
        ((measure? value) "a measure")
        ((event? value) "an event")
        ((pair? value) "a list")
        (else "music outside a score")))

(define (form-problem source token message hint)
  (problem-at 'music message hint source (if token (source-extent source token) (cons 0 1))))

(define (stray-problem source token value)
  (form-problem source token
                (string-append "a score is needed here, and this is " (what-is value))
                "put it into (score (part ... (measure ...)))"))

(define (second-problem source token)
  (form-problem source token "a file makes one score, and this is a second one"
                "put the parts into one score, or the scores into two files"))

(define (judge source outcome found)
  "Return OUTCOME with the one score among FOUND, a list of (VALUE . TOKEN), as its value; or
with the problem that there is none, or not only one."
  (define (wrong problem) (make-outcome '() "" problem #f))
  (let loop ((rest (reverse found)) (score #f))
    (cond ((null? rest)
           (make-outcome (if score (list score) '()) "" #f (outcome-exit-code outcome)
                         (outcome-notices outcome)))
          ((not (score? (caar rest))) (wrong (stray-problem source (cdar rest) (caar rest))))
          (score (wrong (second-problem source (cdar rest))))
          (else (loop (cdr rest) (caar rest))))))

(define (evaluate-file path)
  "Evaluate the file PATH; return an outcome whose value is its score, if it makes one."
  (let* ((name (if (string=? path "-") "<stdin>" path))
         (source (make-source (read-file path) name))
         (environment (make-environment))
         (found '()))
    (unless (string=? path "-") (set-environment-directory! environment (dirname path)))
    (set-program-arguments (list path))
    (let ((outcome (evaluate-source
                    environment source
                    #:each (lambda (values token)
                             (for-each (lambda (value)
                                         (when (music-value? value)
                                           (set! found (acons value token found))))
                                       values)))))
      (if (outcome-problem outcome) outcome (judge source outcome found)))))

(define (warn-about path score)
  (for-each (lambda (sentence)
              (display (string-append path ": warning: " sentence "\n") (current-error-port)))
            (score-warnings score)))

;;; Kinds of output

(define kinds '(("musicxml" ".musicxml" ".xml") ("ferm" ".ferm") ("ir" ".ir")))

(define (kind-by-suffix path)
  (or-map (lambda (row)
            (and (or-map (lambda (suffix) (string-suffix? suffix path)) (cdr row)) (car row)))
          kinds))

(define (kind-of to output)
  (cond ((and to (assoc to kinds)) to)
        (to (unknown "kind of output" to (map car kinds)))
        ((or (not output) (string=? output "-")) "musicxml")
        ((kind-by-suffix output))
        (else (usage-error (string-append "cannot tell what to write from the name " output)
                           "say it with --to musicxml, --to ferm or --to ir"))))

(define (rendered score kind)
  (cond ((string=? kind "musicxml") (score->musicxml score))
        ((string=? kind "ferm") (string-append (value->source score) "\n"))
        (else (score->event-list score))))

(define (score->event-list score)
  "Return one line for each item of SCORE: part, measure, staff, voice, exact onset in the measure,
exact length (both in whole notes), and the item as source."
  (call-with-output-string
    (lambda (port)
      (for-each (lambda (part) (write-part part port)) (score-parts score)))))

(define (write-part part port)
  (for-each
   (lambda (measure number)
     (for-each (lambda (voice)
                 (write-voice (string-append (part-id part) " m" (number->string number))
                              voice port))
               (measure-voices measure)))
   (part-measures part) (part-measure-numbers part)))

(define (write-voice place voice port)
  (let loop ((items (cddr voice)) (onset 0))
    (unless (null? items)
      (let ((length (event-length (car items))))
        (for-each (lambda (text) (display text port))
                  (list place " s" (car voice) " v" (cadr voice) " " onset " " length " "
                        (value->source (car items) 1000000) "\n"))
        (loop (cdr items) (+ onset length))))))

;;; Commands

;; What the program prints must not get into the score.
(define (standard-output? output)
  (or (not output) (string=? output "-")))

(define (compile-command args)
  "Write the score of the file in ARGS as MusicXML, source or a list of events."
  (call-with-values
      (lambda () (parse-options args '() '((output "-o" "--output") (to "-t" "--to"))))
    (lambda (options operands)
      (when (> (length operands) 1) (usage-error "compile takes one file"))
      (let* ((path (if (null? operands) "-" (car operands)))
             (output (assq-ref options 'output))
             (kind (kind-of (assq-ref options 'to) output))
             (outcome (if (standard-output? output)
                          (with-output-to-port (current-error-port)
                            (lambda () (evaluate-file path)))
                          (evaluate-file path))))
        (if (or (outcome-problem outcome) (outcome-exit-code outcome))
            (report-outcome outcome)
            (write-score path (outcome-values outcome) kind output))))))

(define (write-score path values kind output)
  (when (null? values)
    (display (string-append (if (string=? path "-") "<stdin>" path)
                            ":1:1: error: a score is needed, and this file makes none\n"
                            "hint: the file must contain (score (part ... (measure ...)))\n")
             (current-error-port))
    (finish exit-music))
  (warn-about path (car values))
  (let ((text (rendered (car values) kind)))
    (if (standard-output? output)
        (display text)
        (write-file! output text))
    exit-ok))

(define (check-file path)
  (let* ((outcome (evaluate-file path))
         (code (report-outcome outcome)))
    (when (and (zero? code) (not (outcome-problem outcome)))
      (for-each (lambda (score) (warn-about path score)) (outcome-values outcome))
      (display (string-append "OK: " path "\n")))
    code))

(define (check-command args)
  "Say of each file in ARGS whether it is right; the exit code is the worst."
  (call-with-values (lambda () (parse-options args '() '()))
    (lambda (options operands)
      (when (null? operands) (usage-error "check needs a file" "fermata check tune.ferm"))
      (apply max (map check-file operands)))))
