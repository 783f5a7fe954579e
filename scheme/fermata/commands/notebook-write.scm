;;; :notebook new-section, append, prose, edit, insert, music, ref, annotate, capture, chat, link --
;;; what is written into the notebook. Each is one step of :undo.

(define-module (fermata commands notebook-write)
  #:use-module (fermata clock)
  #:use-module (fermata display rows)
  #:use-module (fermata editor)
  #:use-module (fermata history)
  #:use-module (fermata native edit)
  #:use-module (fermata native text)
  #:use-module (fermata notebook)
  #:use-module (fermata notebook block)
  #:use-module (fermata notebook compile)
  #:use-module (fermata notebook edit)
  #:use-module (fermata notebook operands)
  #:use-module (fermata notebook resolve)
  #:use-module (fermata notebook search)
  #:use-module (fermata outcome)
  #:use-module (fermata prelude commands)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata words)
  #:use-module (ice-9 match)
  #:use-module (ice-9 regex)
  #:use-module (srfi srfi-1))

(define (after-section . more)
  "Return a completion: sections first, then what each of MORE gives."
  (lambda (words)
    (let ((makers (cons section-candidates more)))
      (if (< (length words) (length makers)) ((list-ref makers (length words))) '()))))

(define (only-block words)
  (if (null? words) (block-candidates) '()))

;;; Sections

(define-command ("notebook new-section" title)
  #:usage ":notebook new-section [PARENT] TITLE"
  #:doc "Make a section at the end of the notebook, or of the section PARENT.
A TITLE that begins with a number stands in quotes."
  #:examples '(":notebook new-section Themes" ":notebook new-section 2 \"The bridge\"")
  #:access 'write
  #:group 'notebook
  #:takes 'line
  #:complete (after-section)
  (match (parent-and-title title)
    ((parent . title)
     (string-append "made section "
                    (section-text (notebook-create-section!
                                   (active-session) (and parent (section-id parent)) title))
                    "\n"))))

(define (parent-and-title line)
  "Return (PARENT . TITLE) for LINE: the section that it begins with, or #f, and the title."
  (let ((words (split-words line)))
    (cond ((unfinished-word line)
           (raise-problem 'command "this quote does not end" "close it with \""))
          ((and (pair? words) (pair? (cdr words)) (not (word-quoted? (car words)))
                (section-name? (word-text (car words))))
           (cons (parent-operand (word-text (car words)) line)
                 (unquoted (substring line (word-start (cadr words))))))
          (else (cons #f (unquoted line))))))

(define (parent-operand text line)
  (with-hint (string-append "is it part of the title? then write \"" line "\"")
             (lambda () (section-operand text))))

(define section-shape (make-regexp "^(s[0-9]+|[0-9]+(\\.[0-9]+)*)$"))

(define (section-name? word) (regexp-exec section-shape word))

;;; Blocks

(define (add! path what fields)
  "Append a block of FIELDS to the section PATH; return a line that calls it WHAT."
  (added what (notebook-append! (active-session) (section-id (section-operand path)) fields)))

(define (added what block)
  (string-append "added " what " as " (block-number block) " (" (block-id block) ")\n"))

(define-command ("notebook append" path text)
  #:doc "Add TEXT to the section PATH, as prose at its end.
The text may go on over several lines; [[session#section]] in it is a link."
  #:examples '(":notebook append 2.4 The bridge borrows its rhythm from the theme.")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  #:complete (after-section)
  (add! path "prose" (prose-block text)))

(define-command ("notebook insert" block text)
  #:doc "Add TEXT as prose before BLOCK, such as 2.4/3."
  #:examples '(":notebook insert 2.4/1 First of all:")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  #:complete only-block
  (match (find-block (the-notebook) (block-id (block-operand block)))
    ((section position _)
     (added "prose" (notebook-insert! (active-session) (section-id section) position
                                      (prose-block text))))))

(define-command ("notebook prose" path)
  #:doc "Write prose in your editor; it is added to the section PATH.
An empty text does nothing. The editor is $VISUAL, $EDITOR, or vi."
  #:examples '(":notebook prose 2.4")
  #:access 'write
  #:group 'notebook
  #:complete (after-section)
  (section-operand path)
  (let ((text (edited "" ".md")))
    (if (string-null? (string-trim-both text))
        "nothing was written, nothing was done\n"
        (add! path "prose" (prose-block text)))))

(define-command ("notebook edit" block #:optional text)
  #:doc "Change the text of BLOCK, in your editor or to TEXT.
It is the words of prose, an annotation or a summary, the caption of a captured range, or the
expression of music, which is evaluated. An empty or unchanged text does nothing."
  #:examples '(":notebook edit 2.4/3" ":notebook edit b12 It is a cadence after all.")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  #:complete only-block
  (let* ((block (block-operand block))
         (key (text-key block))
         (before (block-ref block key ""))
         (after (or text (edited before (if (eq? key 'source) ".scm" ".md")))))
    (cond ((string-null? (string-trim-both after)) "nothing was written, nothing was done\n")
          ((and (string=? before after) (not (block-ref block 'error)))
           "nothing was changed, nothing was done\n")
          (else
           (notebook-edit! (active-session) (block-id block)
                           (if (eq? key 'source)
                               (compiled-music (active-session) after)
                               `((,key . ,after))))
           (string-append "changed " (block-number block) " (" (block-id block) ")\n")))))

(define (text-key block)
  "Return the field of BLOCK that a user edits."
  (match (block-type block)
    ((or "Prose" "Annotation") 'text)
    ("HistoryRef" 'caption)
    ("ChatSummary" 'content)
    ("InlineMusic" 'source)
    (_ (raise-problem 'value "a reference to the score has no text"
                      "delete it and make another: :notebook ref PATH REGION"))))

;;; Music

(define-command ("notebook music" path expression)
  #:doc "Add the music that EXPRESSION makes to the section PATH.
It is evaluated, and what that does to the score and to your definitions is put back. The expression
is kept beside the music."
  #:examples '(":notebook music 2.4 (chord (f4 ab4 db5) :h)")
  #:access 'write
  #:group 'notebook
  #:takes 'code
  #:complete (after-section)
  (section-operand path)
  (add! path "music" (compiled-music (active-session) expression)))

(define-command ("notebook ref" path region #:key part voice session pin)
  #:usage ":notebook ref PATH REGION [--part PART] [--voice N] [--session ID] [--pin]"
  #:doc "Add a reference to a REGION of the score, such as m3-5 or P1:m3-5, to the section PATH.
It shows the music as it is when you look. With --pin it keeps the music as it is now."
  #:examples '(":notebook ref 2.4 m3-5" ":notebook ref 2.4 P1:m3-5 --pin"
               ":notebook ref 2.4 m1-8 --session waltz --part P1")
  #:access 'write
  #:group 'notebook
  #:options `(("--part PART" "of this part only" ,part-candidates)
              ("--voice N" "of this voice only")
              ("--session ID" "of another session's score" ,session-candidates)
              ("--pin" "as the music is now, whatever becomes of it"))
  #:complete (after-section region-candidates)
  (section-operand path)
  (let* ((id (and session (find-session-id session)))
         (score (score-of id))
         (place (region-place score region #:part part #:voice voice)))
    (add! path (if pin "pinned reference" "reference")
          (score-ref-block #:measures (block-ref place 'measures) #:part (block-ref place 'part)
                           #:voice (block-ref place 'voice)
                           #:session-id (and (not (equal? id (session-id (active-session)))) id)
                           #:revision (and pin (revision-of id))
                           #:source (and pin (excerpt score place))))))

(define (score-of id)
  "Return the score of the session ID, or of the active one for #f."
  (live-score (active-session) `((session_id . ,(or id 'null)))))

(define (revision-of id)
  (let ((id (or id (session-id (active-session)))))
    (assq-ref (find (lambda (summary) (string=? id (assq-ref summary 'id))) (session-summaries))
              'revision)))

(define (excerpt score place)
  (value->source (score-excerpt score (region-text score place))))

(define-command ("notebook annotate" path kind text #:key at)
  #:usage ":notebook annotate PATH KIND TEXT [--at REGION]"
  #:doc "Add a remark of a KIND, such as harmonic or form, to the section PATH.
With --at it is about a region of the score. (define-annotation-kind :colour \"how it sounds\") makes
another kind."
  #:examples '(":notebook annotate 2.4 harmonic A Neapolitan sixth. --at m3"
               ":notebook annotate 1 form \"ABA, the second A shortened\"")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  #:options '(("--at REGION" "what it is about, such as P1:m3-5"))
  #:complete (after-section annotation-kinds)
  (section-operand path)
  (kind-named kind)
  (let ((place (if at (region-place (score-of #f) at) '())))
    (add! path (string-append "annotation (" kind ")")
          (annotation-block kind text #:measures (block-ref place 'measures)
                            #:part (block-ref place 'part) #:voice (block-ref place 'voice)))))

;;; History

(define (range-label from to)
  (define (label index) (string-append "In[" (number->string index) "]"))
  (if (= from to) (label from) (string-append (label from) ":" (label to))))

(define-command ("notebook capture" path range #:optional caption)
  #:doc "Add a RANGE of the history to the section PATH, with a CAPTION.
RANGE is In[44]:In[47], 44:47, In[44], or -3: for the last three entries."
  #:examples '(":notebook capture 2.4 In[44]:In[47] \"Chromatic approach to F4\""
               ":notebook capture 2.4 -3:")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  #:complete (after-section entry-candidates)
  (section-operand path)
  (check-no-range range caption)
  (match (entry-range range)
    ((from . to)
     (add! path (range-label from to) (history-ref-block from to caption)))))

(define (check-no-range range caption)
  "See to it that CAPTION is not the second half of a RANGE that was typed with spaces."
  (when (and caption (string-match "^:|^(In|Out)\\[-?[0-9]+\\]$" caption)
             (or (string-prefix? ":" caption) (string-suffix? ":" range)))
    (raise-problem 'value (string-append range " " caption " is not one word")
                   (string-append "write " range (string-delete char-whitespace? caption)))))

(define-command ("notebook chat" path #:optional range)
  #:doc "Gather the messages of a RANGE of the history into the section PATH.
Without RANGE, those since the last time."
  #:examples '(":notebook chat 2.4" ":notebook chat 2.4 40:50")
  #:access 'write
  #:group 'notebook
  #:complete (after-section)
  (section-operand path)
  (let ((messages (messages-in (if range (entry-range range) (cons (+ 1 (last-gathered)) #f)))))
    (if (null? messages)
        "there are no messages to gather; nothing changed\n"
        (add! path (count-text (length messages) "message") (summary-of messages)))))

(define (messages-in range)
  "Return the messages among the entries of RANGE, (FROM . TO); #f for TO is the last."
  (history-query (session-history (active-session))
                 `((kinds . #("UserMessage" "AiMessage")) (from_index . ,(car range))
                   ,@(if (cdr range) `((to_index . ,(cdr range))) '()))))

(define (last-gathered)
  "Return the number of the last entry that a summary in the notebook covers, or 0."
  (define (covered block)
    (if (string=? "ChatSummary" (block-type block)) (block-ref block 'to_index 0) 0))
  (apply max 0 (append-map (lambda (row) (map covered (vector->list (section-blocks (cdr row)))))
                           (notebook-rows (the-notebook)))))

(define (summary-of messages)
  (let ((from (entry-ref (first messages) 'index)) (to (entry-ref (last messages) 'index)))
    (chat-summary-block (range-label from to) (timestamp-now)
                  (string-join (map message-line messages) "\n") from to)))

(define (message-line entry)
  (string-append (if (equal? (entry-ref entry 'kind) "UserMessage")
                     "User"
                     (entry-ref entry 'client "Assistant"))
                 ": " (entry-ref entry 'content "")))

;;; Links

(define-command ("notebook link" path session #:optional section text)
  #:doc "Add a link to another session's notebook, or to one SECTION of it, to the section PATH.
TEXT stands before the link. The link stays right when the sections there are moved or renamed."
  #:examples '(":notebook link 2.4 waltz" ":notebook link 2.4 waltz 1.2 Compare the theme in")
  #:access 'write
  #:group 'notebook
  #:takes 'text
  #:complete (lambda (words)
               (match words
                 (() (section-candidates))
                 ((_) (session-candidates))
                 ((_ session) (sections-there session))
                 (_ '())))
  (section-operand path)
  (let* ((id (find-session-id session))
         (target (and section
                      (with-hint (and text "the section stands before the text, such as 1.2")
                                 (lambda () (section-named-in id section)))))
         (link (string-append "[[" id (if target (string-append "#" target) "") "]]")))
    (add! path "link" (prose-block (if text (string-append text " " link) link)))))

(define (sections-there session)
  "Return the candidates for a section of SESSION, as far as that is typed right."
  (or (false-if-exception (section-candidates (notebook-of (find-session-id session)))) '()))
