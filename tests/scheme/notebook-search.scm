;;; The outline of a notebook, and what is found in it.

(load "harness.scm")
(use-modules (fermata notebook) (fermata notebook search) (ice-9 match) (srfi srfi-1))

(define (block id type author . fields)
  `((id . ,id) (type . ,type) ,@fields (author . ,author)
    (created . "2026-01-01T00:00:00.000Z") (modified . "2026-01-01T00:00:00.000Z")))

(define long-text
  (string-append (string-concatenate (make-list 40 "before "))
                 "the Neapolitan chord" (string-concatenate (make-list 40 " after"))))

(define (section id title blocks sections)
  `((id . ,id) (title . ,title) (blocks . ,(list->vector blocks))
    (sections . ,(list->vector sections))))

(define notebook
  (json->notebook
   `((title . "Notes") (created . "2026-01-01T00:00:00.000Z") (modified . null) (next_id . 20)
     (sections
      . ,(vector
          (section "s1" "Themes"
                   (list (block "b3" "Prose" "user" '(text . "The first theme, in C minor."))
                         (block "b4" "Annotation" "claude" '(kind . "harmonic")
                                '(text . "A Neapolitan sixth.") '(anchor . null)))
                   (list (section "s2" "Second theme"
                                  (list (block "b5" "Prose" "claude" `(text . ,long-text))
                                        (block "b6" "HistoryRef" "user" '(from_index . 1)
                                               '(to_index . 2) '(caption . "How the THEME came"))
                                        (block "b7" "Annotation" "user" '(kind . "form")
                                               '(text . "Eight\nmeasures.") '(anchor . null)))
                                  '())))
          (section "s8" "Coda" '() '()))))))

(check-equal "the outline"
             '(("1" "Themes" 2 "s1") ("1.1" "Second theme" 3 "s2") ("2" "Coda" 0 "s8"))
             (notebook-outline notebook))
(check-equal "of nothing" '() (notebook-outline (make-notebook "Empty" "2026-01-01T00:00:00.000Z")))

(define (found . query)
  "Return where QUERY is found: 1.1/2 is a block, 1.1 a title."
  (map (match-lambda
         ((path _ #f #f _) path)
         ((path section position block _)
          (unless (eq? block (vector-ref (section-blocks section) position))
            (fail! "the position is that of the block" path))
          (string-append path "/" (number->string (+ position 1)))))
       (apply notebook-search notebook query)))

(check-equal "titles, prose and captions" '("1" "1/1" "1.1" "1.1/2") (found "theme"))
(check-equal "capitals matter when there are some" '("1.1/2") (found "THEME"))
(check-equal "and only as typed" '("1") (found "Theme"))
(check-equal "over words" '("1/2" "1.1/1") (found "neapolitan"))
(check-equal "nothing" '() (found "xyzzy"))
(check-equal "a type" '("1/1" "1.1/1") (found #f #:type "Prose"))
(check-equal "as others write it" '("1.1/2") (found #f #:type "history_ref"))
(check-equal "or so" '("1.1/2") (found #f #:type "history-ref"))
(check-equal "a kind" '("1/2") (found #f #:kind "harmonic"))
(check-equal "an author" '("1/2" "1.1/1") (found #f #:author "claude"))
(check-equal "all together" '("1.1/1") (found "neapolitan" #:type "prose" #:author "claude"))
(check-equal "a filter leaves titles out" '("1/1") (found "theme" #:type "prose"))
(check-equal "no such kind" "there is no kind of annotation called colour"
             (catch 'fermata-error
               (lambda () (found #f #:kind "colour"))
               (lambda (key kind message . rest) message)))
(check-equal "one that only occurs here" '("1/1")
             (map (lambda (row) (string-append (first row) "/1"))
                  (notebook-search
                   (json->notebook
                    '((title . "t") (created . "2026-01-01T00:00:00.000Z")
                      (sections . #(((id . "s1") (title . "a") (sections . #())
                                     (blocks . #(((id . "b2") (type . "Annotation") (kind . "odd")
                                                  (text . "x") (anchor . null) (author . "user")
                                                  (created . "") (modified . "")))))))))
                   #f #:kind "odd")))

(define (excerpts . query) (map fifth (apply notebook-search notebook query)))

(check-equal "an excerpt is one line" '("Eight measures.") (excerpts "eight"))
(check-equal "a title is its own" '("Coda") (excerpts "coda"))
(let ((excerpt (first (excerpts "Neapolitan chord"))))
  (check "a long text is cut around what was found"
         (and (string-contains excerpt "the Neapolitan chord")
              (string-prefix? "... before" excerpt) (string-suffix? " ..." excerpt)
              (< (string-length excerpt) 75))))
(check "one long word is cut too"
       (< (string-length (text-excerpt (make-string 1000 #\x) 500)) 75))
(check-equal "what stands at the end is shown"
             #t (->bool (string-contains (text-excerpt (string-append (make-string 100 #\x) " end")
                                                       101)
                                         "end")))

(check-equal "a type that is none"
             "there are no blocks of type poem"
             (catch 'fermata-error
               (lambda () (found #f #:type "poem"))
               (lambda (key kind message . rest) message)))

(finish-tests)
