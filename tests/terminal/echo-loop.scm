;;; The line editor by itself: prints what it gives, until the end of input. Arguments: options that
;;; are turned off (colour, suggestions), a file for what was typed before as history=PATH.
;;; Typed text that begins with `:` is an order to this loop: `:above`, `:run` (for ever), `:quit`.

(use-modules (fermata native line) (fermata native loop) (ice-9 match) (srfi srfi-1))

(define arguments (cdr (command-line)))

(define words
  '("chord" "chromatic" "chorale" "church-mode" "note" "rest" "display"))

(define (say . things)
  (for-each display things)
  (newline)
  (force-output))

(define (word-start text point)
  (let loop ((at point))
    (if (or (= at 0) (memv (string-ref text (- at 1)) '(#\space #\( #\newline #\")))
        at
        (loop (- at 1)))))

(define (candidates-for word)
  (if (string=? word "many")
      (map (lambda (n) (cons (string-append "many-" (number->string n)) "one of them")) (iota 40))
      (map (lambda (name) (cons name (string-append "what " name " is, in one line")))
           (filter (lambda (name) (string-prefix? word name)) words))))

(define (complete! text point)
  (let ((start (word-start text point)))
    (editor-complete! start (candidates-for (substring text start point)))))

(define turn 0)

(define (prompt!)
  (set! turn (+ turn 1))
  (force-output)
  (editor-prompt! (string-append "[echo] In[" (number->string turn) "]: ")))

(define (act! text)
  (match text
    (":quit" (exit 7))
    (":run" (say "running")
     (catch 'user-interrupt
       (lambda () (call-with-unblocked-asyncs (lambda () (let loop () (loop)))))
       (lambda args (say "stopped"))))
    (":paint" (say (paint-text "(note c4 :q \"x\")")))
    (_ #t)))

(define (answer! event)
  (match event
    (#f #t)
    (((or 'line 'whole) . text)
     (editor-pause!)
     (editor-remember! text)
     (say "got " (with-output-to-string (lambda () (write text))))
     (act! text)
     (prompt!))
    (('interrupt) (say "dropped") (prompt!))
    (('eof) (editor-close!) (say "end") (exit 0))
    (('complete text point) (complete! text point))))

(define (handle! event)
  (match event
    (0 (answer! (editor-read!)))
    ('resize (editor-resize!))
    ('continue (editor-resize!))
    ('interrupt (editor-above! "interrupt from outside"))
    ((or 'terminate 'hangup) (editor-close!) (say event) (exit 3))
    (_ #t)))

(define (turn-off name)
  (cons name (not (member (symbol->string name) arguments))))

(define (run)
  (let loop ()
    (if (editor-pending?)
        (answer! (editor-read!))
        (for-each handle! (wait-for-events '(0) '() -1)))
    (loop)))

(watch-signals!)
(editor-open! (list (turn-off 'colour) (turn-off 'suggestions)))
(editor-names! (append '(list define lambda let + map) (map string->symbol words)))
(editor-command! "preview" #t 0)
(for-each (lambda (argument)
            (when (string-prefix? "history=" argument)
              (editor-history! (substring argument 8))))
          arguments)
(prompt!)
;; An interrupt is for an evaluation; the loop itself is told of it as an event.
(call-with-blocked-asyncs run)
