;;; (fermata journal) -- a file of JSON values, one a line, that only grows.

(define-module (fermata journal)
  #:use-module (fermata native file)
  #:use-module (fermata native json)
  #:export (call-with-journal
            journal-store!
            journal-values))

(define (call-with-journal path read-only? procedure)
  "Open the journal PATH, call PROCEDURE with its descriptor and how many lines it has, close it."
  (let ((opened (journal-open! path read-only?)))
    (dynamic-wind
      (lambda () #f)
      (lambda () (procedure (car opened) (caddr opened)))
      (lambda () (journal-close! (car opened))))))

(define (value->line value)
  (string-append (value->json value) "\n"))

(define (journal-store! journal values)
  "Append VALUES to JOURNAL, together. When this returns they are on the disk; when the disk
refuses, a problem is raised and nothing has changed."
  (journal-append! journal (string-concatenate (map value->line values))))

(define (line->value text)
  (catch 'fermata-error
    (lambda () (and text (json->value text)))
    (lambda (key kind . rest) (and (eq? kind 'interrupt) (apply throw key kind rest)))))

(define* (journal-values procedure journal from to #:optional (any-of '()))
  "Call PROCEDURE with the index, the offset in bytes and the value of each of the lines FROM to TO
of JOURNAL and return the list of what it returns. The value of a damaged line is #f. Lines with
none of the texts ANY-OF, if there are any, are left out."
  (map (lambda (row) (procedure (car row) (cadr row) (line->value (caddr row))))
       (journal-lines journal from to any-of)))
