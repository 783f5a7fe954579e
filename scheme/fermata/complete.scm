;;; (fermata complete) -- what could stand at the cursor: names, keywords of the form around it,
;;; commands with all that can follow them, files, entries of the history.

(define-module (fermata complete)
  #:use-module (fermata command)
  #:use-module (fermata environment)
  #:use-module (fermata help)
  #:use-module (fermata history)
  #:use-module (fermata native text)
  #:use-module (fermata paths)
  #:use-module (fermata session)
  #:use-module (fermata sessions)
  #:use-module (fermata surroundings)
  #:use-module (fermata words)
  #:use-module (srfi srfi-1)
  #:export (complete))

(define (complete text point)
  "Return where the word at POINT of TEXT begins, and a list of (TEXT . DOC) that could replace it
up to POINT."
  (let* ((head (substring text 0 point))
         (first (string-index head (negate char-whitespace?))))
    (cond ((not first) (values point '()))
          ((string-prefix? "//" (substring head first)) (values point '()))
          ((char=? (string-ref head first) #\?) (complete-question head))
          ((char=? (string-ref head first) #\:) (complete-command head first))
          (else (complete-code head)))))

(define (negate test?) (lambda (char) (not (test? char))))

(define (environment) (session-environment (active-session)))

(define (matching prefix candidates)
  "Return those CANDIDATES, (TEXT . DOC) or TEXT, that begin with PREFIX, in order, each once."
  (let ((rows (filter-map (lambda (candidate)
                            (let ((row (if (pair? candidate) candidate (cons candidate ""))))
                              (and (string-prefix? prefix (car row)) row)))
                          candidates)))
    (sort (delete-duplicates rows (lambda (a b) (string=? (car a) (car b))))
          (lambda (a b) (string<? (car a) (car b))))))

;;; ?name

(define (complete-question head)
  (let* ((start (string-index head (lambda (char) (not (or (char-whitespace? char)
                                                           (char=? char #\?))))))
         (start (or start (string-length head)))
         (prefix (substring head start)))
    (values start (matching prefix (append (name-candidates prefix) (colon-commands))))))

;;; Commands

(define (colon-commands)
  (map (lambda (row) (cons (string-append ":" (car row)) (cdr row))) (command-candidates)))

(define (command-candidates)
  "Return (NAME . DOC) for each first word of a command."
  (map (lambda (command)
         (let ((head (command-head command)))
           (cons head (if (string=? head (command-name command))
                          (command-summary command)
                          (string-join (map second-word (subcommands head)) ", ")))))
       (delete-duplicates (commands)
                          (lambda (a b) (string=? (command-head a) (command-head b))))))

(define (second-word command) (cadr (string-split (command-name command) #\space)))

(define (complete-command head first)
  (let* ((words (split-words head))
         (fresh? (char-whitespace? (string-ref head (- (string-length head) 1))))
         (open? (unfinished-word head))
         (before (if (and fresh? (not open?)) words (drop-right words 1)))
         (word (and (not (and fresh? (not open?))) (last words)))
         (start (if word (word-start word) (string-length head)))
         (prefix (if word (word-text word) "")))
    (if (null? before)
        (values start (matching prefix (colon-commands)))
        (complete-operand head (map word-text before) start prefix))))

(define (complete-operand head before start prefix)
  "Complete PREFIX, which follows the words BEFORE of a command line."
  (let* ((name (string-drop (car before) 1))
         (under (subcommands name))
         (inner (and (pair? under) (pair? (cdr before))
                     (command-named (string-append name " " (cadr before)))))
         (command (or inner (command-named name)))
         (operands (if inner (cddr before) (cdr before))))
    (cond ((and (pair? under) (null? (cdr before)))
           (values start (matching prefix (map (lambda (command)
                                                 (cons (second-word command)
                                                       (command-summary command)))
                                               under))))
          ((not command) (values start '()))
          ((and (eq? (command-takes command) 'code)
                (>= (length operands) (lead-count command)))
           (complete-code head))
          ((string-prefix? "--" prefix)
           (values start (matching prefix (option-candidates command))))
          (else (values start (operand-candidates command operands prefix))))))

(define (option-candidates command)
  (map (lambda (row) (cons (car (string-split (car row) #\space)) (cadr row)))
       (command-options command)))

(define (operand-candidates command words prefix)
  "Return what could follow WORDS: a value of the option they end with, or what COMMAND itself says
could follow its operands. Files, names and commands are asked for by these symbols."
  (let* ((option (and (pair? words) (valued-option command (last words))))
         (given (if option
                    (option-values option)
                    ((command-complete command) (without-options command words))))
         (given (if (list? given) given (list given))))
    (append-map (lambda (item)
                  (case item
                    ((files) (map quoted-candidate (file-candidates prefix)))
                    ((names) (matching prefix (name-candidates prefix)))
                    ((commands) (matching prefix (command-candidates)))
                    (else (matching prefix (list item)))))
                given)))

(define (valued-option command word)
  "Return the row of the option WORD of COMMAND when the next word is its value, else #f."
  (let ((row (option-named command word)))
    (and row (option-value-name row) row)))

(define (option-values row)
  (if (pair? (cddr row)) ((caddr row)) '()))

(define (without-options command words)
  "Return WORDS without options and their values."
  (cond ((null? words) '())
        ((valued-option command (car words))
         (without-options command (if (pair? (cdr words)) (cddr words) '())))
        ((string-prefix? "--" (car words)) (without-options command (cdr words)))
        (else (cons (car words) (without-options command (cdr words))))))

(define (quoted-candidate row)
  "Return ROW with its text as a word of a command line: in quotes when it holds spaces."
  (if (string-index (car row) char-whitespace?)
      (cons (string-append "\"" (car row) (if (string-suffix? "/" (car row)) "" "\"")) (cdr row))
      row))

;;; Files

(define (file-candidates prefix)
  "Return (PATH . DOC) for the files whose path begins with PREFIX; directories end with a slash."
  (let* ((slash (string-rindex prefix #\/))
         (folder (if slash (substring prefix 0 (+ slash 1)) ""))
         (stem (if slash (substring prefix (+ slash 1)) prefix))
         (path (if (string-null? folder) "." (expand-home folder))))
    (filter-map (lambda (name)
                  (and (string-prefix? stem name)
                       (or (string-prefix? "." stem) (not (string-prefix? "." name)))
                       (file-row folder path name)))
                (names-in path))))

(define (names-in path)
  (let ((stream (false-if-exception (opendir path))))
    (if (not stream)
        '()
        (let loop ((names '()))
          (let ((name (readdir stream)))
            (cond ((eof-object? name) (closedir stream) (sort names string<?))
                  ((member name '("." "..")) (loop names))
                  (else (loop (cons name names)))))))))

(define (file-row folder path name)
  (let* ((whole (string-append path "/" name))
         (info (false-if-exception (stat whole))))
    (cond ((not info) (cons (string-append folder name) ""))
          ((eq? (stat:type info) 'directory) (cons (string-append folder name "/") "directory"))
          (else (cons (string-append folder name) (size-text (stat:size info)))))))

;;; Code

(define (complete-code head)
  "Complete the word that ends HEAD, code that need not be complete."
  (let* ((place (surroundings head))
         (start (place-start place))
         (prefix (substring head start)))
    (case (place-kind place)
      ((string)
       (values start (if (equal? (place-form place) "load") (file-candidates prefix) '())))
      ((comment) (values start '()))
      (else
       (cond ((history-prefix prefix)
              => (lambda (lead)
                   (values start (matching prefix (history-candidates lead)))))
             ((string-prefix? ":" prefix)
              (values start (matching prefix (keyword-candidates (place-form place)))))
             (else (values start (matching prefix (name-candidates prefix)))))))))

(define (name-candidates prefix)
  "Return (NAME . DOC) for the names that the session sees and that begin with PREFIX; none when
nothing is typed yet, since all would be too many to read."
  (let ((environment (environment)))
    (if (string-null? prefix)
        '()
        (filter-map (lambda (name)
                      (let ((text (symbol->string name)))
                        (and (string-prefix? prefix text)
                             (not (string-prefix? "%" text))
                             (cons text (name-summary name environment)))))
                    (environment-visible-names environment)))))

(define (keyword-candidates form)
  "Return the keywords that mean something in FORM, the name of a form or #f."
  (if form
      (map (lambda (word) (cons (string-append ":" word) (keyword-summary word)))
           (form-keywords form))
      '()))

(define (history-prefix prefix)
  "Return the part of PREFIX, such as $Out[, that comes before the number of an entry; or #f."
  (find (lambda (lead) (string-prefix? lead prefix)) '("$Out[" "$In[")))

(define recent 30)

(define (history-candidates lead)
  "Return the recent evaluations, for numbers after LEAD."
  (map (lambda (entry)
         (cons (string-append lead (number->string (entry-ref entry 'index)) "]")
               (string-join (string-tokenize (entry-ref entry 'input "")) " ")))
       (history-query (session-history (active-session))
                      `((kinds . #("Eval")) (limit . ,recent)))))
