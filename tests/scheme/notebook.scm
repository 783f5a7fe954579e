;;; The notebook: each operation, what it refuses, undo, and coming back.

(load "sessions-harness.scm")
(use-modules (fermata native json) (fermata notebook) (fermata notebook block)
             (fermata notebook edit) (ice-9 match) (ice-9 regex) (srfi srfi-1))

(define (notebook) (session-notebook (active-session)))

(define (outline)
  "Return the sections as text: number, title, and the words of the blocks."
  (map (match-lambda
         ((path . section)
          (string-append path " " (section-title section) ":"
                         (string-join (map (lambda (block) (string-append " " (block-text block)))
                                           (vector->list (section-blocks section)))
                                      ""))))
       (notebook-rows (notebook))))

(define-syntax-rule (turn body ...)
  "Do BODY in a turn of the active session, as a command does; return its entry."
  (session-turn! (active-session) "Command" (lambda () body ... '((raw . "test")))))

(define (problem-of thunk)
  "Return the message and the hint of the problem that THUNK, in a turn, comes to."
  (catch 'fermata-error
    (lambda () (turn (thunk)) "no problem")
    (lambda (key kind message hint . rest) (list message hint))))

(define s (active-session))

;;; Sections

(check-equal "a new notebook is empty" '() (outline))
(check-equal "it is called as the session is" (session-name s) (notebook-title (notebook)))
(check-equal "and counts from 0" 0 (session-notebook-revision s))
(turn (notebook-create-section! s #f "Opening"))
(turn (notebook-create-section! s #f "  Close\n of   it ") (notebook-create-section! s "1" "Theme"))
(turn (notebook-create-section! s #f "Middle" 1))
(check-equal "sections are numbered by position"
             '("1 Opening:" "1.1 Theme:" "2 Middle:" "3 Close of it:") (outline))
(check-equal "ids do not move" '("s1" "s3" "s4" "s2")
             (map (lambda (row) (section-id (cdr row))) (notebook-rows (notebook))))
(check-equal "a turn is one change" 3 (session-notebook-revision s))
(check-equal "found by number" "s3" (section-id (find-section (notebook) "1.1")))
(check-equal "found by id" "Theme" (section-title (find-section (notebook) "s3")))
(check-equal "its number" "1.1" (section-path (notebook) (find-section (notebook) "s3")))
(turn (notebook-rename-section! s "3" "Coda"))
(turn (notebook-move-section! s "1.1" "3"))
(check-equal "moved into another" '("1 Opening:" "2 Middle:" "3 Coda:" "3.1 Theme:") (outline))
(turn (notebook-move-section! s "s2" #f 0))
(check-equal "moved with all in it" '("1 Coda:" "1.1 Theme:" "2 Opening:" "3 Middle:") (outline))
(turn (notebook-delete-section! s "1"))
(check-equal "deleted with all in it" '("1 Opening:" "2 Middle:") (outline))
(typed ":undo")
(check-equal "and back" '("1 Coda:" "1.1 Theme:" "2 Opening:" "3 Middle:") (outline))

;;; Blocks

(turn (notebook-append! s "1" (prose-block "one")) (notebook-append! s "1" (prose-block "three")))
(turn (notebook-insert! s "1" 1 (prose-block "two") #:author "claude"))
(check-equal "appended and inserted" "1 Coda: one two three" (car (outline)))
(define two (third (find-block (notebook) "1/2")))
(check-equal "who wrote it" "claude" (block-author two))
(check "when" (string-prefix? "20" (block-ref two 'created)))
(turn (notebook-edit! s "1/2" '((text . "zwei"))))
(define zwei (third (find-block (notebook) (block-id two))))
(check-equal "edited, by its id" '("zwei" "claude" "user")
             (list (block-text zwei) (block-author zwei) (block-ref zwei 'edited_by)))
(turn (notebook-move-block! s "1/1" "1"))
(check-equal "moved to the end" "1 Coda: zwei three one" (car (outline)))
(turn (notebook-move-block! s "1/3" "1.1" 0))
(check-equal "moved elsewhere" '("1 Coda: zwei three" "1.1 Theme: one") (take (outline) 2))
(turn (notebook-delete-block! s "1/1"))
(check-equal "deleted" "1 Coda: three" (car (outline)))
(turn (notebook-set-title! s "Nocturne"))
(check-equal "the title" "Nocturne" (notebook-title (notebook)))

(define (nothing-done thunk)
  "Return whether a turn with THUNK leaves no delta."
  (not (assq 'notebook_delta (turn (thunk)))))

(check "the same title is no change" (nothing-done (lambda () (notebook-set-title! s "Nocturne"))))
(check "the same place is no move" (nothing-done (lambda () (notebook-move-block! s "1/1" "1" 0))))
(check "the same text is no edit"
       (nothing-done (lambda () (notebook-edit! s "1/1" '((text . "three"))))))

;;; Undo, redo, ids

(define whole (notebook->json (notebook)))
(define (sections-of json) (assq-ref json 'sections))
(define depth (session-undo-depth s))
(typed (string-append ":undo " (number->string depth)))
(check-equal "all taken back" '() (outline))
(check-equal "the title too" (session-name s) (notebook-title (notebook)))
(typed (string-append ":redo " (number->string depth)))
(check-equal "all made again" (sections-of whole) (sections-of (notebook->json (notebook))))
(typed ":undo 3")
(turn (notebook-append! s "1" (prose-block "new")))
(check "an id is never given twice"
       (not (string-contains (value->json whole)
                             (string-append "\"" (block-id (third (find-block (notebook) "1/4")))
                                            "\""))))

;;; One stack for score and notebook

(typed "(note c4 :q)")
(turn (notebook-append! s "2" (prose-block "about c4")))
(typed ":undo")
(check-equal "the notebook first" '("2 Opening:" #t)
             (list (third (outline)) (->bool (string-contains (score-text) "c4"))))
(typed ":undo")
(check-equal "then the score" "" (score-text))
(typed ":redo 2")
(check-equal "and both again" '("2 Opening: about c4" #t)
             (list (third (outline)) (->bool (string-contains (score-text) "c4"))))

;;; Coming back

(define stored (notebook->json (notebook)))
(define revision (session-notebook-revision s))
(define (check-back name)
  (check-equal (string-append name ": the notebook") stored (notebook->json (notebook)))
  (check-equal (string-append name ": its revision") revision
               (session-notebook-revision (active-session)))
  (check-equal (string-append name ": it is settled") #() (notebook-delta (notebook))))
(define path (string-append (session-directory s) "/notebook.json"))
(drop!)
(check-back "killed, from the journal")
(come-back!)
(check-back "left, from the file")
(delete-file path)
(drop!)
(check-back "the file lost")
(come-back!)
(define text (read-file path))
(for-each (lambda (name damaged)
            (drop!)
            (write-file! path damaged)
            (drop!)
            (check-back name)
            (come-back!))
          '("cut short" "of another shape" "two things of one id")
          (list (substring text 0 (quotient (string-length text) 2))
                "{\"format\":1,\"covers\":9,\"notebook_revision\":1,\"notebook\":{\"title\":7}}"
                (regexp-substitute/global #f "\"id\":\"s[0-9]+\"" text
                                          'pre "\"id\":\"s1\"" 'post)))
(typed ":undo")
(check-equal "undo after all that" "2 Opening:" (third (outline)))
(typed ":redo")
(set! s (active-session))

;;; Refusals, which change nothing

(define before (notebook->json (notebook)))
(define (check-refused name message thunk)
  (let ((answer (problem-of thunk)))
    (check-equal name message (if (pair? answer) (car answer) answer))
    (check-equal (string-append name ", nothing changed") before (notebook->json (notebook)))))

(check-refused "no section" "there is no section 9.1"
               (lambda () (notebook-append! s "9.1" (prose-block "x"))))
(check-refused "no id" "there is no section s99"
               (lambda () (notebook-rename-section! s "s99" "x")))
(check-refused "nonsense" "there is no section 1..2"
               (lambda () (notebook-create-section! s "1..2" "x")))
(check-refused "no block" "there is no block 1/77" (lambda () (notebook-delete-block! s "1/77")))
(check-refused "no block id" "there is no block b999" (lambda () (notebook-delete-block! s "b999")))
(check-refused "no position" "there is no position 9"
               (lambda () (notebook-insert! s "1" 8 (prose-block "x"))))
(check-refused "no text" "there is no text in this prose"
               (lambda () (notebook-append! s "1" (prose-block " \n\t "))))
(check-refused "no title" "a title needs at least one character that can be seen"
               (lambda () (notebook-create-section! s #f " \x1b[31m ")))
(check-refused "into itself" "a section cannot be moved into itself"
               (lambda () (notebook-move-section! s "1" "1.1")))
(check-refused "another type" "a block of type Prose stays one of that type"
               (lambda () (notebook-edit! s "1/1" '((type . "Annotation")))))
(check-refused "a wrong field" "the text of this Prose must be a text"
               (lambda () (notebook-edit! s "1/1" '((text . 7)))))
(check-refused "a range backwards" "the range of entries ends before it begins"
               (lambda () (notebook-append! s "1" (history-ref-block 9 4 #f))))
(check-refused "no kind" "there is no kind of annotation called spectral"
               (lambda () (notebook-append! s "1" (annotation-block "spectral" "x"))))
(check-refused "half of it fails" "there is no section 8"
               (lambda ()
                 (notebook-append! s "1" (prose-block "lost"))
                 (notebook-append! s "8" (prose-block "x"))))
(check-refused "too deep" "sections nest at most 12 deep"
               (lambda ()
                 (let loop ((parent "1") (left 12))
                   (unless (zero? left)
                     (loop (section-id (notebook-create-section! s parent "deep"))
                           (- left 1))))))

;;; Numbers are digits, whatever Scheme would read

(for-each (lambda (text)
            (check-refused text (string-append "there is no section " text)
                           (lambda () (notebook-append! s text (prose-block "x")))))
          '("#x1" "1e0" "1e400000000" "01e1" "1/1" "" "99999999999999999999" "-1" "+1" "1."))

;;; What is edited is as clean as what is written

(turn (notebook-append! s "1" (prose-block "plain")))
(define edited-id
  (let ((blocks (section-blocks (find-section (notebook) "1"))))
    (block-id (vector-ref blocks (- (vector-length blocks) 1)))))
(turn (notebook-edit! s edited-id `((text . "red \x1b[31mhat\a, twice  \n"))))
(check-equal "no control characters" "red hat, twice" (block-text (third (find-block (notebook) edited-id))))
(set! before (notebook->json (notebook)))
(check-refused "edited to nothing" "there is no text in this prose"
               (lambda () (notebook-edit! s edited-id '((text . " ")))))

;;; Titles keep every character that can be seen

(turn (notebook-rename-section! s "1" "می‌خواهم  👩‍👩‍👧 \ue050\tclef"))
(check-equal "joiners and clefs" "می‌خواهم 👩‍👩‍👧 \ue050 clef"
             (section-title (find-section (notebook) "1")))

;;; Files that are not what they should be: the journal is used, and the session opens

(define (with-notebook-file change)
  "Return the outline after the notebook's file was changed by CHANGE, a procedure of its text."
  (come-back!)
  (let ((text (read-file path)))
    (drop!)
    (write-file! path (change text))
    (drop!)
    (let ((result (outline)))
      (come-back!)
      result)))

(define (replacing pattern text)
  (lambda (whole) (regexp-substitute/global #f pattern whole 'pre text 'post)))

(define right (outline))
(for-each (lambda (name change)
            (check-equal name right (with-notebook-file change)))
          '("next_id is a text" "an id is no text" "an author is a number" "no author" "no type"
            "a strange type" "sections nested a thousand deep")
          (list (replacing "\"next_id\":[0-9]+" "\"next_id\":\"x\"")
                (replacing "\"id\":\"b[0-9]+\"" "\"id\":5")
                (replacing "\"author\":\"[a-z]+\"" "\"author\":5")
                (replacing "\"author\":\"[a-z]+\"," "")
                (replacing "\"type\":\"[A-Za-z]+\"," "")
                (replacing "\"type\":\"Prose\"" "\"type\":\"Video\"")
                (lambda (whole)
                  (string-append (string-concatenate (make-list 1000 "{\"sections\":[")) whole))))
(set! s (active-session))

;;; A damaged line of the journal loses what it made, and nothing else

(set-active-session! (create-session! "damaged"))
(set! s (active-session))
(for-each (lambda (title) (turn (notebook-create-section! s #f title))) '("A" "B" "C"))
(turn (notebook-append! s "3" (prose-block "in C")))
(turn (notebook-move-block! s "3/1" "2"))
(turn (notebook-delete-section! s "3"))
(define journal-path (string-append (session-directory s) "/history.jsonl"))
(define journal-text (read-file journal-path))
(drop!)
(delete-file (string-append (session-directory s) "/notebook.json"))
(write-file! journal-path ((replacing "\n\\{\"index\":2,[^\n]*\n" "\n{\"index\":2,damaged\n") journal-text))
(drop!)
(check-equal "B, with what was moved there" '("1 B: in C") (outline))

;;; Kinds of annotations

(set! s (active-session))
(turn (notebook-create-section! s #f "Colours"))

(typed "(define-annotation-kind :spectral \"what the partials do\")")
(turn (notebook-append! s "2" (annotation-block "spectral" "bright")))
(check-equal "a kind of one's own" "spectral"
             (let ((blocks (section-blocks (find-section (notebook) "2"))))
               (block-ref (vector-ref blocks (- (vector-length blocks) 1)) 'kind)))

(finish-session-tests)
