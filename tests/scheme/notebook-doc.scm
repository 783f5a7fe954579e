;;; docs/notebook.md: the file and the step it shows are what the program reads.

(load "harness.scm")
(use-modules (fermata native file) (fermata native json) (fermata notebook)
             (fermata notebook block) (fermata notebook search) (ice-9 match) (srfi srfi-1))

(define document (read-file "docs/notebook.md"))

(define (fenced-json from)
  "Return the data of the JSON blocks of the document from FROM on."
  (let* ((start (string-contains document "```json\n" from))
         (end (and start (string-contains document "\n```" (+ start 8)))))
    (if start
        (cons (json->value (substring document (+ start 8) end)) (fenced-json end))
        '())))

(match (fenced-json 0)
  ((file delta)
   (define notebook (json->notebook (assq-ref file 'notebook)))
   (check-equal "the version" 1 (assq-ref file 'format))
   (check-equal "the outline" '(("1" "Harmony" 1 "s1") ("1.1" "The borrowed chord" 5 "s2"))
                (notebook-outline notebook))
   (check-equal "nothing is lost" (assq-ref file 'notebook) (notebook->json notebook))
   (check-equal "all types of blocks are shown" (sort (block-types) string<?)
                (sort (append-map (lambda (row)
                                    (map block-type (vector->list (section-blocks (cdr row)))))
                                  (notebook-rows notebook))
                      string<?))
   (check-equal "the step can be done"
                '(("1" "Harmony" 2 "s1") ("1.1" "The borrowed chord" 5 "s2"))
                (notebook-outline (apply-notebook-delta notebook delta)))
   (check-equal "and taken back" (notebook-outline notebook)
                (notebook-outline
                 (apply-notebook-delta (apply-notebook-delta notebook delta)
                                       (invert-notebook-delta delta))))))

(for-each (lambda (type)
            (check (list type "is in the table")
                   (string-contains document (string-append "| `" type "` |"))))
          (block-types))

(finish-tests)
