;;; (fermata elsewhere) -- what sessions that are not open here hold, read from their files. Nothing
;;; is locked, evaluated or written, so a session that another process has open can be read too.

(define-module (fermata elsewhere)
  #:use-module (fermata history)
  #:use-module (fermata home)
  #:use-module (fermata notebook)
  #:use-module (fermata outcome)
  #:use-module ((fermata store) #:renamer (symbol-prefix-proc 'file:))
  #:use-module (fermata replay)
  #:export (reading-once
            stored-name
            stored-notebook
            stored-score))

;; What has been read while reading-once is at work: a table from (WHAT . ID), or #f.
(define already-read (make-parameter #f))

(define (reading-once thunk)
  "Call THUNK; within it, every stored session is read once, however often it is asked for."
  (if (already-read)
      (thunk)
      (parameterize ((already-read (make-hash-table))) (thunk))))

(define (read-once what id read)
  "Return what (READ ID) returns, or the problem that it raises, from memory when there is one."
  (let* ((key (cons what id))
         (known (and (already-read) (hash-ref (already-read) key)))
         (result (or known (outcome-of (lambda () (read id))))))
    (when (already-read) (hash-set! (already-read) key result))
    (if (eq? 'value (car result)) (cdr result) (apply throw (cdr result)))))

(define (outcome-of thunk)
  (catch 'fermata-error
    (lambda () (cons 'value (thunk)))
    (lambda (key kind . rest)
      (when (eq? kind 'interrupt) (apply throw key kind rest))
      (cons* 'problem key kind rest))))

(define (checked id)
  "Return ID when there is such a session."
  (unless (stored-session? id)
    (raise-problem 'not_found (string-append "there is no session " id) ":session list shows them"))
  id)

(define (call-with-history id procedure)
  "Call PROCEDURE with the history of the session ID, open to be read."
  (let ((history (open-history (session-path id "history.jsonl") #:read-only? #t)))
    (dynamic-wind
      (lambda () #f)
      (lambda () (procedure history))
      (lambda () (close-history! history)))))

(define (metadata id)
  "Return the metadata of the session ID, or () when they cannot be read."
  (or (file:read-meta (session-path (checked id))) '()))

(define (stored-name id)
  "Return what the session ID is called."
  (read-once 'name id (lambda (id) (or (assq-ref (metadata id) 'name) id))))

(define (stored-score id)
  "Return the score of the session ID as its files and its journal have it, or #f when nothing has
been written."
  (read-once 'score id read-score-of))

(define (read-score-of id)
  (let ((stored (file:read-stored-score (session-path id) (metadata id))))
    (if (file:stored-edited stored)
        (car (file:stored-edited stored))
        (call-with-history id
          (lambda (history)
            (score-after (file:stored-score stored)
                         (history-range history (+ 1 (file:stored-covers stored))
                                        (history-count history))))))))

(define (stored-notebook id)
  "Return the notebook of the session ID as its files and its journal have it."
  (read-once 'notebook id read-notebook-of))

(define (read-notebook-of id)
  (let* ((meta (metadata id))
         (stored (or (read-notebook (session-path id)) '()))
         (notebook (or (assq-ref stored 'notebook)
                       (make-notebook (or (assq-ref meta 'name) id)
                                      (or (assq-ref meta 'created) "")))))
    (call-with-history id
      (lambda (history)
        (notebook-after notebook
                        (notebook-entries history (or (assq-ref stored 'covers) 0)))))))
