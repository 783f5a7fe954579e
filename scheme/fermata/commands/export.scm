;;; :export -- the score, or a region of it, as a file.

(define-module (fermata commands export)
  #:use-module (fermata display rows)
  #:use-module (fermata display theme)
  #:use-module (fermata native edit)
  #:use-module (fermata native file)
  #:use-module (fermata native music)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (fermata paths)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (srfi srfi-1))

;; (EXTENSION . from a score to the text of the file)
(define formats
  `((".musicxml" . ,score->musicxml)
    (".xml" . ,score->musicxml)
    (".ferm" . ,(lambda (score) (string-append (value->source score 100) "\n")))))

(define-command (export file #:optional region)
  #:doc "Write the score, or a REGION of it such as P1:m3-5, to FILE.
The end of the name says how: .musicxml or .xml for MusicXML, .ferm for Fermata source."
  #:examples '(":export waltz.musicxml" ":export theme.ferm P1:m1-8")
  #:access 'write
  #:group 'run
  #:complete (lambda (words) (if (null? words) 'files '()))
  (let* ((path (expand-home file))
         (write (format-for path))
         (score (score-to-export (session-score (active-session)) region))
         (text (write score))
         (existed? (file-exists? path)))
    (write-file! path text)
    (string-append (if existed? "replaced " "wrote ") path ": "
                   (count-text (length (score-parts score)) "part") ", "
                   (size-text (string-length text)) "\n"
                   (warnings-text score))))

(define (format-for path)
  (or (any (lambda (row) (and (string-suffix? (car row) path) (cdr row))) formats)
      (raise-problem 'value (string-append "the name " path " does not say what to write")
                     (string-append "end it with one of "
                                    (string-join (map car formats) " ")))))

(define (score-to-export score region)
  (unless score
    (raise-problem 'music "there is no score yet" "type some music first: (note c4 :q)"))
  (if region (score-excerpt score region) score))

(define (warnings-text score)
  (string-concatenate
   (map (lambda (sentence) (string-append (styled 'warning "warning: ") sentence "\n"))
        (score-warnings score))))
