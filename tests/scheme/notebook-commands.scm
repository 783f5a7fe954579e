;;; :notebook and its sub-commands in a real session: what they change, answer and refuse, and what
;;; is offered for completion.

(load "sessions-harness.scm")
(use-modules (fermata complete) (fermata native json) (fermata notebook) (fermata notebook search)
             (ice-9 match) (srfi srfi-1))

(define (shown text)
  "Type TEXT; return what is shown, or the problem with its hint in one line."
  (let* ((reply (act! (active-session) text))
         (problem (outcome-problem (reply-outcome reply))))
    (if problem
        (string-append "problem: " (problem-message problem) " | " (or (problem-hint problem) ""))
        (reply-text reply))))

(define (check-shows text expected)
  (check-equal text expected (shown text)))

(define (revision) (session-notebook-revision (active-session)))

(define (check-refused text expected)
  "Count two checks: TEXT is a problem that begins with EXPECTED, and the notebook stays."
  (let* ((before (revision)) (answer (shown text)))
    (check (list text "is refused as" expected "not" answer)
           (string-prefix? (string-append "problem: " expected) answer))
    (check-equal (list text "changes nothing") before (revision))))

(define (check-unchanged text expected)
  (let ((before (revision)))
    (check-shows text expected)
    (check-equal (list text "changes nothing") before (revision))))

(define (notebook) (session-notebook (active-session)))
(define (block text) (third (find-block (notebook) text)))
(define (field text key) (block-ref (block text) key))

;;; Sections

(check-shows ":notebook" "session-1
no section yet; make one: :notebook new-section \"First thoughts\"\n")
(check-refused ":notebook append 1 text"
               "there is no section 1 | the notebook is empty; :notebook new-section TITLE")
(check-shows ":notebook show" "session-1
no section yet; make one: :notebook new-section \"First thoughts\"\n")
(check-shows ":notebook new-section Themes" "made section 1 \"Themes\" (s1)\n")
(check-shows ":notebook new-section The long coda" "made section 2 \"The long coda\" (s2)\n")
(check-shows ":notebook new-section 1 First theme" "made section 1.1 \"First theme\" (s3)\n")
(check-shows ":notebook new-section s1 \"2 more\"" "made section 1.2 \"2 more\" (s4)\n")
(check-shows ":notebook new-section \"3 more\"" "made section 3 \"3 more\" (s5)\n")
(check-shows ":notebook new-section 7" "made section 4 \"7\" (s6)\n")
(check-refused ":notebook new-section 9 Lost" "there is no section 9 | is it part of the title? then write \"9 Lost\"")
(check-refused ":notebook new-section" ":notebook new-section needs TITLE")
(check-refused ":notebook new-section \" \"" "a title needs")
(check-shows ":notebook outline" "session-1
  1    Themes         0 blocks  s1
  1.1    First theme  0 blocks  s3
  1.2    2 more       0 blocks  s4
  2    The long coda  0 blocks  s2
  3    3 more         0 blocks  s5
  4    7              0 blocks  s6\n")
(check-shows ":notebook rename 4 Seven" "section 4 (s6): 7 -> Seven\n")
(check-unchanged ":notebook rename s6 \"Seven\"" "section 4 (s6): Seven already; nothing changed\n")
(check-shows ":notebook title On the waltz" "title: session-1 -> On the waltz\n")
(check-unchanged ":notebook title On the waltz" "title: On the waltz already; nothing changed\n")
(check-shows ":notebook move 1.2 top 1" "moved section 1.2 -> 1 \"2 more\" (s4)\n")
(check-shows ":notebook move s4 2" "moved section 1 -> 1.2 \"2 more\" (s4)\n")
(check-refused ":notebook move 1 1.1" "a section cannot be moved into itself")
(check-refused ":notebook move 1 3 9" "there is no position 9")
(check-refused ":notebook move 1 3 first" "first is not a position")
(check-unchanged ":notebook move 1 top 1" "section 1 \"Themes\" (s1) is there already; nothing changed\n")

;;; Text

(check-shows ":notebook append 1.1 He said \"forte\"  twice."
             "added prose as 1.1/1 (b7)\n")
(check-equal "as it stands" "He said \"forte\"  twice." (field "b7" 'text))
(check-shows ":notebook append 1.1\nOne line,\n\nand another." "added prose as 1.1/2 (b8)\n")
(check-equal "over lines" "One line,\n\nand another." (field "1.1/2" 'text))
(check-equal "by the user" "user" (field "1.1/2" 'author))
(check-shows ":notebook insert 1.1/2 Between." "added prose as 1.1/2 (b9)\n")
(check-equal "the others move" "b8" (block-id (block "1.1/3")))
(check-shows ":notebook edit b9 \"In between.\"" "changed 1.1/2 (b9)\n")
(check-equal "edited" "In between." (field "b9" 'text))
(check-unchanged ":notebook edit b9 In between." "nothing was changed, nothing was done\n")
(check-unchanged ":notebook edit b9 \"  \"" "nothing was written, nothing was done\n")
(check-refused ":notebook edit 1.1/9 x" "there is no block 1.1/9")
(check-refused ":notebook edit b99 x" "there is no block b99")
(check-refused ":notebook append 1.1 \"\"" "there is no text in this prose")
(check-refused ":notebook append 1.1" ":notebook append needs TEXT")
(check-refused ":notebook insert 1.1/0 x" "there is no block 1.1/0")
(check-refused ":notebook prose 1" "an editor needs a terminal")
(check-refused ":notebook prose 9" "there is no section 9")

;;; Music

(check-shows ":notebook music 1 (note c4 :q)" "added music as 1/1 (b10)\n")
(check-equal "its expression" "(note c4 :q)" (field "b10" 'source))
(check "nothing is entered" (not (session-score (active-session))))
(type "(define tune (line :q c4 d4 e4 f4))")
(check-shows ":notebook music 1 (transpose :M3\n tune)" "added music as 1/2 (b11)\n")
(check-equal "as typed" "(transpose :M3\n tune)" (field "b11" 'source))
(check "and as notation, which needs no definition"
       (string-contains (field "b11" 'compiled) "(note e4 :q) (note f#4 :q)"))
(check-equal "which a score can be read from" #t
             (->bool ((@ (fermata native text) read-score) (field "b11" 'compiled))))
(check-shows ":notebook music 1 (begin (set-key! d :major) (note d4 :q))"
             "added music as 1/3 (b12)\n")
(check "what it would have changed is put back" (not (session-score (active-session))))
(check-refused ":notebook music 1 (transpse tune)" "unknown name transpse")
(check-refused ":notebook music 1 (note c4" "this list is never closed")
(check-refused ":notebook music 1 42" "this is no music")
(check-refused ":notebook music 1 \"text\"" "this is no music")
(check-refused ":notebook music 1 '()" "this is no music")
(check-refused ":notebook music 1 (exit)" "this is no music")
(check-refused ":notebook music 7 (note c4 :q)" "there is no section 7")
(check-shows ":notebook edit b10 (note g4 :h)" "changed 1/1 (b10)\n")
(check-equal "compiled again" "(note g4 :h)" (field "b10" 'compiled))
(check-refused ":notebook edit b10 (note g4" "this list is never closed")
(check-equal "what was there stays" "(note g4 :h)" (field "b10" 'source))

;;; References

(check-refused ":notebook ref 1 m1" "there is no score yet")
(type "(list (line :q c4 d4 e4 f4) (note g4 :w))")
(check-shows ":notebook ref 1 m1-2" "added reference as 1/4 (b13)\n")
(check-shows ":notebook ref 1 P1.v1:m1.2-m2.1 --pin" "added pinned reference as 1/5 (b14)\n")
(check-shows ":notebook ref 1 2 --part \"Part 1\" --voice 1" "added reference as 1/6 (b15)\n")
(define (region text)
  (map (lambda (key) (field text key)) '(session_id part voice measures revision)))
(check-equal "a live one" '(#f #f #f "m1-2" #f) (region "b13"))
(check-equal "a pinned one" `(#f "P1" 1 "m1.2-m2.1" ,(session-revision (active-session)))
             (region "b14"))
(check-equal "with options" '(#f "P1" 1 "m2" #f) (region "b15"))
(check "a pinned one keeps the music" (string-contains (field "b14" 'source) "(note g4"))
(check-refused ":notebook ref 1 m3" "m3: part P1 has no measure 3")
(check-refused ":notebook ref 1 P7:m1" "P7:m1: the score has no part P7")
(check-refused ":notebook ref 1 m1 --part Flute" "the score has no part Flute")
(check-refused ":notebook ref 1 m1 --voice x" "x is not the number of a voice")
(check-refused ":notebook ref 1 nonsense" "\"nonsense\" is no region")
(check-refused ":notebook ref 1 m1 --session nowhere" "there is no session nowhere")
(check-refused ":notebook edit b13 text" "a reference to the score has no text")

;;; Annotations

(check-shows ":notebook annotate 2 harmonic It ends on the dominant. --at P1:m2"
             "added annotation (harmonic) as 2/1 (b16)\n")
(check-equal "its text" "It ends on the dominant." (field "b16" 'text))
(check-equal "its anchor" '((session_id . null) (part . "P1") (voice . null) (measures . "m2"))
             (field "b16" 'anchor))
(check-shows ":notebook annotate 2 form \"ABA\"" "added annotation (form) as 2/2 (b17)\n")
(check-equal "without anchor" #f (field "b17" 'anchor))
(check-refused ":notebook annotate 2 harmonc x" "there is no kind of annotation called harmonc")
(check-refused ":notebook annotate 2 form x --at m9" "m9: part P1 has no measure 9")

;;; History

(define (count) (history-count (session-history (active-session))))
(check-shows ":notebook capture 2 In[2]:In[4] \"How it began\""
             "added In[2]:In[4] as 2/3 (b18)\n")
(check-equal "entries and caption" '(2 4 "How it began")
             (map (lambda (key) (field "b18" key)) '(from_index to_index caption)))
(check-shows ":notebook capture 2 2:4" "added In[2]:In[4] as 2/4 (b19)\n")
(check-shows ":notebook capture 2 In[3] one entry" "added In[3] as 2/5 (b20)\n")
(check-equal "one" '(3 3 "one entry")
             (map (lambda (key) (field "b20" key)) '(from_index to_index caption)))
(let ((last (count)))
  (shown ":notebook capture 2 -3:")
  (check-equal "counted from the end" (list (- last 2) last)
               (map (lambda (key) (field "b21" key)) '(from_index to_index))))
(check-refused ":notebook capture 2 900:901" "there is no entry 900")
(check-refused ":notebook capture 2 0" "there is no entry 0")
(check-refused ":notebook capture 2 4:2" "the range 4:2 ends before it begins")
(check-refused ":notebook capture 2 In[2" "In[2 is not a range")
(check-shows ":notebook edit b19 Now with a caption" "changed 2/4 (b19)\n")
(check-equal "a caption is text" "Now with a caption" (field "b19" 'caption))

(check-unchanged ":notebook chat 2" "there are no messages to gather; nothing changed\n")
(define asked (+ 1 (count)))
(act! (active-session) "// is it a cadence?")
(session-entry! (active-session) "AiMessage" '(content . "It is.") '(source . "send_message"))
(check-shows ":notebook chat 2" "added 2 messages as 2/7 (b22)\n")
(check-equal "what was said" "User: is it a cadence?\nAssistant: It is." (field "b22" 'content))
(check-equal "where" (list asked (+ 1 asked)) (list (field "b22" 'from_index) (field "b22" 'to_index)))
(check-unchanged ":notebook chat 2" "there are no messages to gather; nothing changed\n")
(act! (active-session) "// thank you")
(check-shows ":notebook chat 2" "added 1 message as 2/8 (b23)\n")
(check-shows (string-append ":notebook chat 2 " (number->string asked))
             "added 1 message as 2/9 (b24)\n")
(check-unchanged ":notebook chat 2 1:2" "there are no messages to gather; nothing changed\n")

;;; Links

(define first-session (active-session))
(set-active-session! (create-session! "Other piece"))
(shown ":notebook new-section There")
(set-active-session! first-session)
(check-shows ":notebook link 3 other-piece 1 Compare" "added link as 3/1 (b25)\n")
(check-equal "by id" "Compare [[other-piece#s1]]" (field "b25" 'text))
(check-shows ":notebook link 3 \"Other piece\"" "added link as 3/2 (b26)\n")
(check-equal "the whole notebook" "[[other-piece]]" (field "b26" 'text))
(check-refused ":notebook link 3 nowhere" "there is no session nowhere")
(check-refused ":notebook link 3 other-piece 2" "there is no section 2 in the notebook of other-piece")

;;; Found, moved, deleted, and back

(check-shows ":notebook search compare" "  3/1  Prose: Compare [[other-piece#s1]]\n1 found in 1 section\n")
(check-shows ":notebook search THEME" "nothing in the notebook matches\n")
(check-shows ":notebook search dominant --kind harmonic"
             "  2/1  harmonic: It ends on the dominant.\n1 found in 1 section\n")
(check-shows ":notebook search first theme" "  1.1  title: First theme\n1 found in 1 section\n")
(check-refused ":notebook search" "there is nothing to look for")
(check-refused ":notebook search --type poem" "there are no blocks of type poem")
(check-shows ":notebook move 3/1 3 2" "moved block 3/1 -> 3/2 (b25)\n")
(check-shows ":notebook move b25 1.1 1" "moved block 3/2 -> 1.1/1 (b25)\n")
(check-unchanged ":notebook move b25 1.1 1" "block 1.1/1 (b25) is there already; nothing changed\n")
(check-refused ":notebook move b25 top" "a block stands in a section")
(check-shows ":notebook delete 1.1/1"
             "deleted block 1.1/1 (b25), Prose: Compare [[other-piece#s1]]; :undo brings it back\n")
(define before (notebook->json (notebook)))
(check-shows ":notebook delete 1"
             (string-append "deleted section 1 \"Themes\" (s1) with 9 blocks and 2 sections below it; "
                            ":undo brings it back\n"))
(shown ":undo")
(check-equal "all of it is back" (assq-ref before 'sections)
             (assq-ref (notebook->json (notebook)) 'sections))
(check-refused ":notebook delete 9" "there is no section 9")
(check-refused ":notebook delete 1/99" "there is no block 1/99")
(check-refused ":notebook delete" ":notebook delete needs WHAT")
(check-refused ":notebook delte 1" ":notebook has no delte | did you mean :notebook delete ?")

;;; Files

(define json-file (string-append scratch "/out.json"))
(check "exported" (string-prefix? (string-append "wrote " json-file)
                                  (shown (string-append ":notebook export " json-file))))
(check-equal "as it is stored" (notebook->json (notebook)) (json->value (read-file json-file)))
(check "again" (string-prefix? "replaced " (shown (string-append ":notebook export " json-file))))
(check-refused (string-append ":notebook export 1 " json-file) "JSON is the whole notebook")
(check-refused ":notebook export 1 notes.txt" "the name notes.txt does not say what to write")
(check-refused ":notebook export 9 notes.md" "there is no section 9")
(check-refused ":notebook import /nowhere.md" "there is no file /nowhere.md")

;;; Completion

(define (candidates text)
  (call-with-values (lambda () (complete text (string-length text))) (lambda (start rows) rows)))

(define (offers? text . rows)
  (every (lambda (row) (member row (candidates text))) rows))

(check "sub-commands" (offers? ":notebook ca" '("capture" . "Add a RANGE of the history to the section PATH, with a CAPTION.")))
(check-equal "sections with their titles"
             '(("1" . "Themes") ("1.1" . "First theme") ("1.2" . "2 more"))
             (candidates ":notebook append 1"))
(check "blocks with their texts" (offers? ":notebook edit 1.1/" '("1.1/2" . "Prose: In between.")))
(check "both" (offers? ":notebook delete " '("1" . "Themes") '("1/1" . "InlineMusic: (note g4 :h)")))
(check "kinds with what they mean"
       (offers? ":notebook annotate 1 ha" '("harmonic" . "chords, keys, cadences")))
(check "kinds for search" (offers? ":notebook search --kind f" '("form" . "sections, phrases, proportions")))
(check-equal "types" '(("Prose" . "")) (candidates ":notebook search --type P"))
(check-equal "authors" '(("user" . "")) (candidates ":notebook search --author "))
(check "sessions" (offers? ":notebook link 1 o" '("other-piece" . "Other piece")))
(check-equal "sections there" '(("1" . "There")) (candidates ":notebook link 1 other-piece "))
(check "sessions for ref" (offers? ":notebook ref 1 m1 --session o" '("other-piece" . "Other piece")))
(check-equal "parts" '(("P1" . "Part 1")) (candidates ":notebook ref 1 m1 --part "))
(check "code after the section" (assoc "tune" (candidates ":notebook music 1 (transpose :M3 tun")))
(check "but sections before it" (offers? ":notebook music 1." '("1.1" . "First theme")))
(check "the top" (offers? ":notebook move 1 t" '("top" . "the notebook itself")))
(check "an unknown session breaks nothing" (null? (candidates ":notebook link 1 nowhere ")))

(check-equal "regions" '(("P1:m1-2" . "Part 1") ("m1-2" . "all parts"))
             (sort (candidates ":notebook ref 1 ") (lambda (a b) (string<? (car a) (car b)))))
(check "the last entries with their texts"
       (offers? ":notebook capture 1 "
                (cons (string-append "In[" (number->string (count)) "]")
                      (entry-ref (car (history-range (session-history (active-session))
                                                     (count) (count)))
                                 'raw))))
(check-equal "and no more than ten" 10 (length (candidates ":notebook capture 1 ")))

;;; Problems stand at the word at fault, and say what was meant

(define (culprit text)
  "Type TEXT; return the word that its problem is placed at."
  (let ((problem (outcome-problem (reply-outcome (act! (active-session) text)))))
    (substring text (- (problem-column problem) 1)
               (+ (problem-column problem) -1 (problem-length problem)))))

(define-syntax-rule (check-culprit text word) (check-equal text word (culprit text)))

(check-culprit ":notebook append 77 a 77" "77")
(check-culprit ":notebook edit 77/1 x" "77/1")
(check-culprit ":notebook delete b999" "b999")
(check-culprit ":notebook annotate 1 harmonik look" "harmonik")
(check-culprit ":notebook ref 1 m9" "m9")
(check-culprit ":notebook ref 2 m1 --voice 2" "m1")
(check-culprit ":notebook ref 1 m1 --part P9" "P9")
(check-culprit ":notebook annotate 1 form é --at P1:m9" "P1:m9")
(check-culprit ":notebook capture 1 5:999 a caption" "5:999")
(check-culprit ":notebook new-section 1812 Overture" "1812")
(check-culprit ":notebook move 1 1" ":notebook move 1 1")
(check-culprit ":undo x" "x")

(check-refused ":notebook new-section 1812 Overture"
               "there is no section 1812 | is it part of the title? then write \"1812 Overture\"")
(check-refused ":notebook append them text" "there is no section them | did you mean 1 Themes ?")
(check-refused ":notebook export notes.txt"
               "there is no section notes.txt | the name of a file ends in .md, .html, .json")
(check-refused ":notebook annotate 1 harmonik look"
               "there is no kind of annotation called harmonik | did you mean harmonic ?")
(check-refused ":notebook search --kind harmonik" "there is no kind of annotation called harmonik")
(check-refused ":notebook link 1 other-piece compare this"
               "there is no section compare in the notebook of other-piece | the section stands")
(check-refused ":notebook ref 1 m1 --session other-piece"
               "session other-piece has no score yet | :session switch other-piece")
(check-refused ":notebook ref 1 m1 --voice 2" "m1 has no voice 2")
(check-refused ":notebook annotate 1 form x --at P1.v2:m1" "P1.v2:m1 has no voice 2")
(check-refused ":notebook capture 1 In[2] : In[4]" "In[2] : In[4] is not one word")
(check-refused ":notebook capture 1 In[2]: In[4]" "In[2]: In[4] is not one word")
(check-refused ":notebook annotate 1 form look --at m2 there" "--at stands in the middle")
(check-shows ":notebook new-section Bach's \"little\" fugue"
             "made section 5 \"Bach's \"little\" fugue\" (s27)\n")
(shown ":undo")
(check-refused ":notebook new-section \"Bach" "this quote does not end")

;;; All of it comes back

(define outline (notebook-outline (notebook)))
(drop!)
(check-equal "after a crash" outline (notebook-outline (notebook)))
(come-back!)
(check-equal "and after leaving" outline (notebook-outline (notebook)))

(finish-session-tests)
