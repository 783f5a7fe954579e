;;; Markdown taken in: headings of all sorts, fences, line ends; and our own export read back.

(load "sessions-harness.scm")
(use-modules (fermata display markdown) (fermata notebook) (fermata notebook block)
             (fermata notebook edit) (fermata notebook markdown) (srfi srfi-1))

(define (block-words fields)
  (if (equal? "InlineMusic" (assq-ref fields 'type))
      (list 'music (assq-ref fields 'source))
      (assq-ref fields 'text)))

(define (tree section)
  "Return SECTION, as markdown->sections gives it, as (TITLE (TEXT ...) TREE ...)."
  (cons* (assq-ref section 'title)
         (map block-words (assq-ref section 'blocks))
         (map tree (assq-ref section 'sections))))

(define (read-back text) (map tree (markdown->sections text)))

(define-syntax-rule (check-read name text expected ...)
  (check-equal name '(expected ...) (read-back text)))

(check-read "nothing" "")
(check-read "no heading" "Only\ntext." ("Notes" ("Only\ntext.")))
(check-equal "it may have another title" '(("Mine" ("x")))
             (map tree (markdown->sections "x" "Mine")))
(check-read "text before the first heading" "Before.\n\n# A\n\nafter"
            ("Notes" ("Before.")) ("A" ("after")))
(check-read "levels" "# A\n## B\n### C\n## D\n# E"
            ("A" () ("B" () ("C" ())) ("D" ())) ("E" ()))
(check-read "levels that are left out" "## A\n#### B\n### C\n# D"
            ("A" () ("B" ()) ("C" ())) ("D" ()))
(check-read "headings that are closed, empty or none"
            "# A ##\n#\n#B\n####### C\n    # D"
            ("A" ()) ("Untitled" ("#B\n####### C\n    # D")))
(check-read "C# is no closing" "# In C#" ("In C#" ()))
(check-read "underlined headings" "A\n===\n\ntext\n\nB of\ntwo lines\n---\n\nmore"
            ("A" ("text") ("B of two lines" ("more"))))
(check-read "rules are text" "# A\n\none\n\n---\n\n- item\n---\n"
            ("A" ("one\n\n---\n\n- item\n---")))
(check-read "music" "# A\nbefore\n```fermata\n(note c4 :q)\n\n; # no heading\n```\nafter"
            ("A" ("before" (music "(note c4 :q)\n\n; # no heading") "after")))
(check-read "longer fences and tildes" "# A\n~~~~ fermata\n(note c4)\n```\n~~~~"
            ("A" ((music "(note c4)\n```"))))
(check-read "other fences are text, headings in them too" "# A\n```python\n# no heading\n```\nx"
            ("A" ("```python\n# no heading\n```\nx")))
(check-read "an open fence goes to the end" "# A\n```fermata\n(note c4)\n# B"
            ("A" ((music "(note c4)\n# B"))))
(check-read "an empty one is nothing" "# A\n```fermata\n```" ("A" ()))
(check-read "lines may end as on Windows" "\ufeff# A\r\n\r\none\r\ntwo\r\n" ("A" ("one\ntwo")))
(check-read "backslashes in titles" "# \\*a\\* \\[b\\] c\\d" ("*a* [b] c\\d" ()))
(check-equal "music waits to be compiled" '(null null)
             (let ((block (car (assq-ref (car (markdown->sections "```fermata\nx\n```")) 'blocks))))
               (list (assq-ref block 'compiled) (assq-ref block 'error))))

;;; Numbers

(check-read "numbers are dropped" "# 1 A\n## 1.1 B\n## 1.2 C\n# 2 D"
            ("A" () ("B" ()) ("C" ())) ("D" ()))
(check-read "of a part of a notebook too" "## 2.4 B\n### 2.4.1 C" ("B" () ("C" ())))
(check-read "a year is no number" "# 1812 Overture\n## 3 parts\n## 2.0 beta"
            ("1812 Overture" () ("3 parts" ()) ("2.0 beta" ())))
(check-read "deep ones are in bold" "###### 1.1.1.1.1 F\n\n**1.1.1.1.1.1 G**\n\n**not 1**"
            ("F" () ("G" ("**not 1**"))))

;;; Bytes

(define path (string-append scratch "/import.md"))
(call-with-output-file path
  (lambda (port) (display "# A\n\nna\u00efve" port))
  #:encoding "ISO-8859-1")
(check-equal "what is not UTF-8 does not stop the rest" '(("A" ("na\ufffdve")))
             (read-back (read-markdown path)))
(check-equal "a file that is not there" "cannot read /nowhere.md: No such file or directory"
             (catch 'fermata-error
               (lambda () (read-markdown "/nowhere.md"))
               (lambda (key kind message . rest) message)))

;;; There and back

(define session (active-session))
(define-syntax-rule (turn body ...)
  (session-turn! session "Command" (lambda () body ... '((raw . "test")))))

(define (section->tree section)
  (cons* (section-title section)
         (map (lambda (block) (block-ref block 'text)) (vector->list (section-blocks section)))
         (map section->tree (vector->list (section-sections section)))))

(define titles
  '("Plain" "*Stars* and _lines_" "# signs #" "C#" "In C #" "[a](b) `c` [[d]]" "<b> & &amp; \\"
    "1812" "2 Cellos" "1.1 Twice" "~~struck~~" "日本" "a | b"))

(define texts
  '("One line." "Two paragraphs,\n\nthe second here." "# looks like a heading"
    "A title?\n===" "or this\n---\nand on" "- item\n---" "\\# escaped\n\\\\# twice"
    "```\n# code\n```" "```\n<!-- -->\n```\nx" "<!-- -->" "1. a\n2. b" "> quoted\n> # twice"
    "    # indented\n    code" "**1.1.1.1.1.1.1 Bold**"
    "text\n**1.1.1.1.1.1.1 Bold**" "日本語。\n\n# 音楽"
    "~~~\n```\n~~~" "trailing #" "***" "\\" "a\n  ## b\n   --- \nc"))

(turn
 (notebook-set-title! session "Round *trip*")
 (for-each (lambda (title) (notebook-create-section! session #f title)) titles)
 (notebook-create-section! session "1" "Below")
 (for-each (lambda (depth)
             (notebook-create-section!
              session (string-join (make-list depth "1") ".") "Deeper"))
           (iota 8 2))
 (for-each (lambda (text place)
             (notebook-append! session (number->string (+ 1 (modulo place (length titles))))
                               (prose-block text))
             (notebook-append! session "1.1.1.1.1.1.1.1" (prose-block text)))
           texts (iota (length texts))))

(define exported (notebook->markdown session #f))
(for-each (lambda (expected actual) (check-equal (car expected) expected actual))
          (map section->tree (vector->list (notebook-sections (session-notebook session))))
          (read-back exported))
(check-equal "as many sections" (length titles) (length (read-back exported)))
(check-equal "the title" "Round *trip*" (markdown-title exported))
(check-equal "others have none" #f (markdown-title "# A\n# B"))
(check-equal "one section alone" '(("Below" ()))
             (map (lambda (tree) (list-head tree 2))
                  (read-back (notebook->markdown
                              session (find-section (session-notebook session) "1.1")))))

;; Any text whatever: the pieces that mean something, in any order.
(define state (seed->random-state 4))
(define pieces
  #("#" " " "\n" "\n" "\n\n" "-" "---" "===" "\\" "a" "b c" "<!-- -->" "> " "- " "1. " "    " "**"
    "**1.1.1.1.1.1.1 x**" "~"))
(define (any-text)
  (string-append "x" (string-concatenate
                      (map (lambda (n) (vector-ref pieces (random (vector-length pieces) state)))
                           (iota (random 20 state))))))
(define (same? text)
  "Return whether TEXT comes back; nothing is said about blank lines at its end."
  (equal? (list (list "A" (list (string-trim-right text))))
          (read-back (string-append "# A\n\n" (escaped-prose text) "\n"))))
(define odd (filter (lambda (text) (not (same? text))) (map (lambda (n) (any-text)) (iota 3000))))
(check-equal "3,000 random texts come back" '() (take odd (min 3 (length odd))))

(define long (string-concatenate (make-list 20000 "# A\n\ntext\n\n```fermata\n(note c4)\n```\n\n")))
(check-equal "a long file" 20000 (length (markdown->sections long)))

(finish-session-tests)
