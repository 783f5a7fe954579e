;;; A notebook in its three forms: what blocks and links point at, what is broken, hostile texts,
;;; and the example, whose files in tests/golden/notebook a person has looked at.

(load "sessions-harness.scm")
(load "../golden/notebook/example.scm")
(use-modules (fermata display html) (fermata display markdown) (fermata display notebook)
             (fermata display theme) (fermata elsewhere) (fermata engraver)
             (fermata native line) (fermata notebook resolve) (ice-9 rdelim) (srfi srfi-1))

(define here (dirname (current-filename)))

(define (contains? text part) (->bool (string-contains text part)))

(define* (shown #:optional (width 80)) (notebook->text (active-session) #f #:width width))
(define (markdown) (notebook->markdown (active-session) #f))
(define (html) (notebook->html (active-session) #f))

(define (page-problems page)
  "Return what is wrong with PAGE, a text; \"\" when nothing is."
  (let ((path (string-append scratch "/page.html")))
    (write-file! path page)
    (let* ((pipe ((@ (ice-9 popen) open-input-pipe)
                  (string-append "/usr/bin/python3 " here "/../tools/page_check.py " path " 2>&1")))
           (text (read-string pipe)))
      ((@ (ice-9 popen) close-pipe) pipe)
      (string-trim-both text))))

;;; The example

(define (check-golden name text)
  "Count one check: TEXT is what the file NAME holds; with FERMATA_UPDATE it is written there."
  (let ((path (string-append here "/../golden/notebook/" name)))
    (when (getenv "FERMATA_UPDATE") (write-file! path text))
    (check-equal name (read-file path) text)))

(write-example!)
(check-golden "example.md" (markdown))
(check-golden "example.html" (html))
(check-golden "example-80.txt" (shown))
(check-golden "example-40.txt" (shown 40))
(check-equal "the page is sound" "" (page-problems (html)))
(check-equal "the page of one section is, too" ""
             (page-problems (notebook->html (active-session)
                                            (find-section (session-notebook (active-session))
                                                          "1.1"))))

(define (prose-columns text)
  "Return how wide the widest line of TEXT is that is neither code nor music."
  (apply max 0 (map text-columns
                    (filter (lambda (line) (not (string-any (char-set #\( #\|) line)))
                            (string-split text #\newline)))))
(check "prose keeps within 80 columns" (<= (prose-columns (shown 80)) 80))
(check "prose keeps within 40 columns" (<= (prose-columns (shown 40)) 40))

(set-colour! #t)
(let ((coloured (shown)))
  (set-colour! #f)
  (check "colours are on" (contains? coloured "\x1b["))
  (check-equal "in colour it says the same" (shown) (strip-styles coloured)))

(let* ((section (find-section (session-notebook (active-session)) "1.2"))
       (text (notebook->text (active-session) section #:width 80)))
  (check "one section stands at the margin" (string-prefix? "1.2 Line  s3\n" text))
  (check "and stands alone" (not (contains? text "The opening")))
  (check "Markdown of one section keeps its number"
         (string-prefix? "### 1.2 Line\n" (notebook->markdown (active-session) section))))

(define (only number show)
  (show (active-session) (find-section (session-notebook (active-session)) number)))
(check "links lead to what is shown with them"
       (and (contains? (markdown) "[1.1 Harmony & \\<voices\\>](#11-harmony--voices)")
            (contains? (html) "<a href=\"#s2\">1.1 Harmony &amp; &lt;voices&gt;</a>")))
(change! (lambda () (notebook-append! (active-session) "1.2" (prose-block "As in [[#s2]]."))))
(check "and are only names where that is left out"
       (and (contains? (only "1.2" notebook->markdown) "As in *1.1 Harmony & \\<voices\\>*.")
            (contains? (only "1.2" notebook->html) "As in <cite")))

;;; Live and pinned

(define (resolved number)
  (resolved-block (active-session)
                  (third (find-block (session-notebook (active-session)) number))))
(define (grid number) (music-grid (resolved-music (resolved number)) 80))

(define (set-score! source)
  (change! (lambda ()
             (set-workspace-score! (session-workspace (active-session))
                                   (and source (read-score source))))))

(check "live, before" (contains? (grid "1/3") "d4:q g4:q b4:q"))
(set-score! "(score (part :violin (measure (note c5 :w)) (measure (note e5 :w))))")
(check "live follows the score" (contains? (grid "1/3") "c5:w"))
(check "pinned does not" (contains? (grid "1.1/1") "d4:q g4:q b4:q"))
(check-equal "pinned says which revision" "P1 Violin m1-2, as of revision 1"
             (resolved-label (resolved "1.1/1")))
(come-back!)
(check "live after a restart" (contains? (grid "1/3") "c5:w"))
(check "pinned after a restart" (contains? (grid "1.1/1") "d4:q g4:q b4:q"))

(check-equal "a part that is gone" "the score has no part P2"
             (resolved-problem (resolved "1.1/2")))
(check-equal "an anchor that is gone" "the score has no part P2"
             (resolved-problem (resolved "1.1/3")))
(set-score! "(score (part :violin (measure (note c5 :w))))")
(check-equal "measures that are gone" "part P1 has no measure 2"
             (resolved-problem (resolved "1/3")))
(set-score! #f)
(check-equal "no score" "there is no score yet" (resolved-problem (resolved "1/3")))
(check "all of it can be shown, broken as it is"
       (and (contains? (shown) "broken: there is no score yet")
            (contains? (markdown) "(broken: there is no score yet)")
            (string-null? (page-problems (html)))))

(set-score! "(score (part :violin (measure (note c4 :w :tie start)) (measure (note c4 :w :tie stop))
                                  (measure (note d4 :w))))")
(change! (lambda ()
           (notebook-append! (active-session) "2" (score-ref-block #:measures "m2-3"))
           (notebook-append! (active-session) "2" (score-ref-block #:measures "m2" #:voice 1))))
(check "a region that a tie leads into is shown" (contains? (grid "2/3") "| c4:w | d4:w |"))
(check "with the source of its measures"
       (contains? (markdown)
                  "```fermata\n(measure (note c4 :w :tie stop))\n(measure (note d4 :w))"))
(check "a voice of the only part" (contains? (grid "2/4") "c4:w"))

;;; Other sessions

(define first-id (session-id (active-session)))
(define other (create-session! "Other"))
(define (other! thunk) (session-turn! other "Command" (lambda () (thunk) '((raw . "test")))))
(other! (lambda ()
          (set-workspace-score! (session-workspace other)
                                (read-score "(score (part :flute (measure (note a5 :w))))"))
          (notebook-create-section! other #f "Far away")))
(change! (lambda ()
           (notebook-create-section! (active-session) #f "Elsewhere")
           (notebook-append! (active-session) "3"
                             (score-ref-block #:measures "m1" #:session-id "other" #:part "P1"))
           (notebook-append! (active-session) "3"
                             (prose-block "[[other#s1]], [[other]], [[other#s9]], [[nobody#s1]]"))
           (notebook-append! (active-session) "3"
                             (score-ref-block #:measures "m1" #:session-id "nobody"))))

(define (links)
  (filter-map (lambda (piece) (and (link? piece) (or (link-problem piece) (link-label piece))))
              (text-pieces (active-session)
                           "[[other#s1]] [[other]] [[other#s9]] [[nobody#s1]] [[")))
(define link-texts
  '("Other: 1 Far away" "Other" "other has no section s9" "there is no session nobody"))

(check-equal "code has no links" '("`[[other]]` ``a ` [[b]]`` [ [[ x")
             (text-pieces (active-session) "`[[other]]` ``a ` [[b]]`` [ [[ x"))
(check "a lone backtick hides none" (any link? (text-pieces (active-session) "a ` b [[other]]")))

(check "the score of a session open here" (contains? (grid "3/1") "a5:w"))
(check-equal "its name" "Other: P1 Flute m1, live" (resolved-label (resolved "3/1")))
(check-equal "links to it" link-texts (links))
(check-equal "a session that is gone" "there is no session nobody"
             (resolved-problem (resolved "3/3")))

(close-session! other)
(check "the score of a stored session" (contains? (grid "3/1") "a5:w"))
(check-equal "links to a stored notebook" link-texts (links))
(check "it was not opened" (null? (cdr (open-sessions))))

;; One that nobody saved: what its journal adds is there, and it is neither locked nor changed.
(set! other (open-session! "other"))
(other! (lambda ()
          (set-workspace-score! (session-workspace other)
                                (read-score "(score (part :flute (measure (note b5 :w))))"))
          (notebook-rename-section! other "1" "Nearer")))
(release-without-a-trace! other)
(forget-sessions!)
(set-active-session! (open-session! first-id #:read-only? #t))
(define (stored-texts)
  (map (lambda (name) (read-file (string-append scratch "/sessions/other/" name)))
       '("history.jsonl" "score.ferm" "notebook.json" "meta.json" "lock")))
(define before (stored-texts))
(check "the journal's deltas are in the score" (contains? (grid "3/1") "b5:w"))
(check-equal "and in the notebook" "Other: 1 Nearer" (car (links)))
(check-equal "its name is read" "Other" (stored-name "other"))
(check "nothing was written" (equal? before (stored-texts)))
(check-equal "an id is no path" #f
             (false-if-exception (stored-score (string-append "../sessions/other"))))

;;; Engraving

(define drawn 0)
(set-engraver! (lambda (score)
                 (set! drawn (+ drawn 1))
                 (string-append "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">"
                                "<path d=\"M0 0\"/></svg>\n")))
(let ((page (html)))
  (check "an engraver draws"
         (and (> drawn 0) (contains? page "<div class=\"engraved\"><svg xmlns")))
  (check "only what can be drawn" (contains? page "<pre class=\"grid\">"))
  (check-equal "and the page is sound" "" (page-problems page)))
(set-engraver! (lambda (score) (raise-problem 'music "too hard")))
(check "what cannot be drawn is text" (contains? (html) "<pre class=\"grid\">"))
(set-engraver! #f)
(check-equal "without one there is no picture" #f (engraved-svg (read-score "(score)")))

;;; Hostile texts

(define hostile "<script>alert('x')</script> & \"q\" ]]> <!-- \x1b[31m")

(define (only-block! title fields)
  "Let the notebook of the active session hold nothing but a section TITLE with one block."
  (set-session-notebook!
   (active-session)
   (json->notebook
    `((title . ,title) (created . "2026-02-01T12:34:56.789Z")
      (sections . #(((id . "s1") (title . ,title) (sections . #())
                     (blocks . #(((id . "b2") ,@fields (author . ,title)
                                  (created . "2026-02-01T12:34:56.789Z")
                                  (modified . "2026-02-01T12:34:56.789Z")))))))))))

(define (region . fields)
  `((session_id . null) (part . ,hostile) (voice . null) (measures . ,hostile) ,@fields))

(for-each
 (lambda (fields)
   (only-block! hostile fields)
   (check-equal (string-append "hostile " (assq-ref fields 'type)) "" (page-problems (html)))
   (check "no script" (not (contains? (html) "<script")))
   (check "nothing steers the terminal" (not (string-index (shown) #\esc)))
   (check "a title stays on its line, and is text"
          (contains? (markdown) "# 1 \\<script\\>alert")))
 `(((type . "Prose") (text . ,hostile))
   ((type . "Prose")
    (text . "\x00\x0b\uffff\u202e ![x](javascript:alert(1)) [a](javascript:b) <b>"))
   ((type . "ScoreRef") ,@(region '(revision . null) '(source . null)))
   ((type . "ScoreRef") ,@(region '(revision . 3) `(source . ,hostile)))
   ((type . "InlineMusic") (source . ,hostile) (compiled . ,hostile) (error . null))
   ((type . "InlineMusic") (source . ,hostile) (compiled . null)
    (error . ((message . ,hostile) (line . "x"))))
   ((type . "HistoryRef") (from_index . 1) (to_index . 100000) (caption . ,hostile))
   ((type . "Annotation") (kind . ,hostile) (text . ,hostile) (anchor . ,(region)))
   ((type . "ChatSummary") (source . ,hostile) (timestamp . "no time") (content . ,hostile)
    (from_index . null) (to_index . null))))

;;; Prose in HTML

(define (prose-html text)
  ((@ (fermata display prose) prose->html) text (@ (fermata display prose) escaped-html)))

(for-each
 (lambda (row) (check-equal (car row) (cadr row) (prose-html (car row))))
 '(("a *b* __c__ `d*e*` f_g_h" "<p>a <em>b</em> <strong>c</strong> <code>d*e*</code> f_g_h</p>\n")
   ("2 * 3 * 4" "<p>2 * 3 * 4</p>\n")
   ("\\*a\\*" "<p>*a*</p>\n")
   ("[a](https://b.c) [d](javascript:e)"
    "<p><a href=\"https://b.c\">a</a> [d](javascript:e)</p>\n")
   ("(see http://a.b/c?d&e).\nwhich"
    "<p>(see <a href=\"http://a.b/c?d&amp;e\">http://a.b/c?d&amp;e</a>).\nwhich</p>\n")
   ("- a\n- b\n  - c" "<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n")
   ("- a\n1. b" "<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>\n")
   ("> a\n> b\n\nc" "<blockquote>\n<p>a\nb</p>\n</blockquote>\n<p>c</p>\n")
   ("```\n<a>\n\n# b\n```\nc" "<pre><code>&lt;a&gt;\n\n# b</code></pre>\n<p>c</p>\n")
   ("a  \nb" "<p>a<br />\nb</p>\n")
   ("# no heading" "<p># no heading</p>\n")
   ("" "")))
(check "lists in lists in lists end somewhere"
       (string? (prose-html (string-concatenate (make-list 5000 "- ")))))
(check "so do quotations" (string? (prose-html (make-string 5000 #\>))))

;;; Time: ten times as many blocks take about ten times as long

(define (fill! count)
  (only-block! "Long" '((type . "Prose") (text . "x")))
  (let ((json (notebook->json (session-notebook (active-session)))))
    (define (block number)
      `((id . ,(string-append "b" (number->string (+ 10 number)))) (type . "Prose")
        (text . "Some *words* about [[#s1]], and more of them, on a line that is rather long.")
        (author . "user") (created . "2026-02-01T12:34:56.789Z")
        (modified . "2026-02-01T12:34:56.789Z")))
    (set-session-notebook!
     (active-session)
     (json->notebook
      (assq-set! json 'sections
                 `#(((id . "s1") (title . "Long") (sections . #())
                     (blocks . ,(list->vector (map block (iota count)))))))))))

(define (seconds thunk)
  (let ((start (get-internal-real-time)))
    (thunk)
    (/ (- (get-internal-real-time) start) 1.0 internal-time-units-per-second)))

(for-each
 (lambda (name show)
   (define (best) (min (seconds show) (seconds show)))
   (fill! 1000)
   (let ((small (best)))
     (fill! 10000)
     (let ((large (best)))
       (when (getenv "FERMATA_UPDATE")
         (for-each display (list name ": " small " s, " large " s\n")))
       (check (string-append name " of 10,000 blocks takes linear time")
              (< large (* 30 (max small 0.01)))))))
 '("the terminal form" "Markdown" "HTML")
 (list shown markdown html))

(let ((start (get-internal-real-time)))
  (prose-html (string-concatenate (make-list 100000 "*a ")))
  (prose-html (string-concatenate (make-list 100000 "[[a ")))
  (check "signs that never close are looked for once"
         (< (- (get-internal-real-time) start) (* 3 internal-time-units-per-second))))
(check "the first that is near enough to the end is emphasis"
       (string-prefix? (string-append "<p>" (string-concatenate (make-list 67 "*a ")) "<em>a ")
                       (prose-html (string-append (string-concatenate (make-list 400 "*a "))
                                                  "b*"))))

(finish-session-tests)
