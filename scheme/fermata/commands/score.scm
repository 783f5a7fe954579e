;;; :score, :measures and :entry -- the score to read, and whether typed music goes into it.

(define-module (fermata commands score)
  #:use-module (fermata display screen)
  #:use-module (fermata native edit)
  #:use-module (fermata native music)
  #:use-module (fermata native text)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata workspace))

(define (the-score)
  (or (session-score (active-session))
      (raise-problem 'music "there is no score yet" "type some music first: (note c4 :q)")))

(define (part-words words)
  "Complete an operand by the parts of the score."
  (let ((score (session-score (active-session))))
    (if (and score (null? words))
        (map (lambda (part) (cons (part-id part) (part-name part))) (score-parts score))
        '())))

(define (part-of score text)
  "Return the part of SCORE that TEXT names by id or by name."
  (list-ref (score-parts score) (part-index score text)))

(define-command (score #:optional part #:key source)
  #:doc "Show the score, or one PART of it, as text.
Measures stand in aligned columns, one line a voice. With --source it is shown as the text that
makes it."
  #:examples '(":score" ":score P1" ":score --source")
  #:group 'score
  #:options '(("--source" "as Fermata source"))
  #:complete part-words
  (let ((score (the-score)))
    (cond ((and source part) (source-text (list (part-of score part))))
          (source (source-text (list score)))
          (else (score-grid score (and part (whole-part score part)) (screen-width))))))

(define (whole-part score text)
  "Return the region of SCORE that is all of the part that TEXT names."
  (let* ((index (part-index score text))
         (last (max 0 (- (measure-count score index) 1))))
    (string-append (list-ref (part-ids score) index)
                   ":m" (number->string (measure-number score index 0))
                   "-m" (number->string (measure-number score index last)))))

(define (source-text values)
  (string-concatenate
   (map (lambda (value) (string-append (value->source value (screen-width)) "\n")) values)))

(define-command (measures region #:key source part)
  #:usage ":measures REGION [--part PART] [--source]"
  #:doc "Show the measures of a REGION: 3, 3-5, m3.2-m5.1 or P1:m3-5.
They stand in aligned columns, one line a voice. Numbers are the printed ones; m3.2-m5.1 goes
from beat 2 of measure 3 to beat 1 of measure 5, both included. With --source they are shown as the
text that makes them."
  #:examples '(":measures 3-5" ":measures 3 --part P1" ":measures P1.v2:m3-5 --source")
  #:group 'score
  #:options '(("--part PART" "of this part only")
              ("--source" "as Fermata source"))
  (let* ((score (the-score))
         (region (if part
                     (string-append (part-id (part-of score part)) ":" (with-letter region))
                     region)))
    (if source
        (source-text (apply append (map cddr (select-region score region))))
        (score-grid score region (screen-width)))))

(define (with-letter region)
  "Return REGION with the m that it needs after a part: m3-5."
  (if (and (not (string-null? region)) (char-numeric? (string-ref region 0)))
      (string-append "m" region)
      region))

(define-command (entry #:optional switch)
  #:usage ":entry [on | off]"
  #:doc "Let typed music go into the score, or not; alone, say which.
Off, values are only shown; edits such as set-key! hold all the same."
  #:examples '(":entry" ":entry off" ":entry on")
  #:access 'write
  #:group 'score
  #:complete (lambda (words)
               (if (null? words)
                   '(("on" . "typed music goes into the score")
                     ("off" . "typed music is only shown"))
                   '()))
  (let* ((workspace (session-workspace (active-session)))
         (before (workspace-default workspace 'entry)))
    (if (not switch)
        (string-append "entry is " (on-off before) "\n")
        (let ((after (wanted switch)))
          (set-workspace-default! workspace 'entry after)
          (if (eq? before after)
              (string-append "entry is " (on-off before) " already; nothing changed\n")
              (string-append "entry: " (on-off before) " -> " (on-off after) "\n"))))))

(define (on-off value) (if value "on" "off"))

(define (wanted text)
  (cond ((string=? text "on") #t)
        ((string=? text "off") #f)
        (else (raise-problem 'value (string-append "entry is on or off, not " text)
                             "for example: :entry off"))))
