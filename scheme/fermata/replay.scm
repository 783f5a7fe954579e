;;; (fermata replay) -- what the journal adds to what the files of a session hold: score and
;;; notebook as they are after entries that no file covers. Nothing is evaluated.

(define-module (fermata replay)
  #:use-module (fermata history)
  #:use-module (fermata notebook)
  #:use-module (fermata store)
  #:use-module (fermata workspace)
  #:use-module (srfi srfi-1)
  #:export (notebook-after
            notebook-entries
            read-notebook
            revision-after
            score-after))

(define (revision-after revision entries delta number)
  "Return the revision that follows from REVISION by those of ENTRIES that have a DELTA; their field
NUMBER says which it is."
  (fold (lambda (entry revision)
          (if (entry-ref entry delta) (entry-ref entry number (+ 1 revision)) revision))
        revision entries))

(define (changed value entries delta change misfit)
  "Return VALUE changed by (CHANGE VALUE ENTRY) for those of ENTRIES that have a DELTA. One that
does not fit, because an entry was damaged, is left out, and MISFIT is called with it and the
reason."
  (fold (lambda (entry value)
          (if (entry-ref entry delta)
              (or-else (lambda () (change value entry))
                       (lambda (message) (misfit entry message) value))
              value))
        value entries))

(define (or-else thunk otherwise)
  "Return what THUNK returns, or (OTHERWISE MESSAGE) when it raises anything but an interrupt: what
is read may be anything."
  (catch #t thunk
    (lambda (key . arguments)
      (cond ((not (eq? key 'fermata-error)) (otherwise "it is not what it should be"))
            ((eq? 'interrupt (car arguments)) (apply throw key arguments))
            (else (otherwise (cadr arguments)))))))

(define* (score-after score entries #:optional (misfit (const #f)))
  "Return SCORE, which may be #f, as ENTRIES changed it; MISFIT is called with an entry whose change
does not fit, and the reason."
  (changed score entries 'score_delta
           (lambda (score entry) (apply-score-delta score (entry-ref entry 'score_delta)))
           misfit))

(define* (notebook-after notebook entries #:optional (misfit (const #f)))
  "Return NOTEBOOK as ENTRIES changed it; MISFIT is called with an entry whose change does not fit,
and the reason."
  (changed notebook entries 'notebook_delta
           (lambda (notebook entry)
             (notebook-settled (apply-notebook-delta notebook (entry-ref entry 'notebook_delta))
                               (entry-ref entry 'timestamp)))
           misfit))

(define (notebook-entries history covered)
  "Return the entries of HISTORY after the one numbered COVERED that changed the notebook."
  (history-query history `((from_index . ,(+ 1 covered)) (changed . "notebook"))))

(define (read-notebook directory)
  "Return the stored notebook, its revision and what it covers, or #f when it is missing or not
whole."
  (let ((stored (read-notebook-file directory)))
    (and stored
         (or-else
          (lambda ()
            `((covers . ,(assq-ref stored 'covers))
              (revision . ,(assq-ref stored 'notebook_revision))
              (notebook . ,(json->notebook (assq-ref stored 'notebook)))))
          (const #f)))))
