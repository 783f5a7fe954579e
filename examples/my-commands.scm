; Your own commands and syntax. Load this at the prompt with  :load my-commands.scm  or copy it into
; init.scm of Fermata's home; then  :help echo-at  and Tab know them like built-in ones.
;
; A command is a procedure from words to text: operands first, options by keyword. Its usage line,
; its completion and the hints for mistyped words follow from the definition.
(use practice)                          ; a library beside this file: practice.scm

; A macro: (three-times MUSIC ...) evaluates its operands three times, so that each can differ.
(define-syntax-rule (three-times music ...)
  (append (list music ...) (list music ...) (list music ...)))

(define (midi-text pitch) (number->string (pitch->midi pitch)))

(define-command (pitches region #:key names)
  :doc "List the pitches in a region of the score, each once, low to high.
With --names as names, else as MIDI numbers."
  :examples '(":pitches m1-4" ":pitches P1:m1 --names")
  :options '(("--names" "names instead of numbers"))
  :complete (lambda (words) '(("m1" . "the first measure")))
  (let ((found (distinct-pitches (selection region))))
    (if (null? found)
        "no pitches there"
        (string-join (map (if names pitch-text midi-text) found) " "))))

; A script can run commands, too; the tests do this.
(use-modules (fermata command))
(display (length (three-times c4 (list e4 g4))))
(newline)
(display (run-command ":warm-up c4 --steps 5"))
(newline)
