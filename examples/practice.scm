; A library with a procedure, a macro and a command: (use practice) gives a session all three.

; (with-each (x list) body ...) is the list of what BODY makes of each x.
(define-syntax-rule (with-each (name items) body ...)
  (map (lambda (name) body ...) items))

(define (distinct-pitches music)
  "Return the pitches of MUSIC, each once, from low to high."
  (let loop ((rest (sort (pitches-of music) pitch<?)) (kept '()))
    (cond ((null? rest) (reverse kept))
          ((and (pair? kept) (eq? (car rest) (car kept))) (loop (cdr rest) kept))
          (else (loop (cdr rest) (cons (car rest) kept))))))

(define (pitch-text pitch)
  "Return the name of PITCH."
  (object->string pitch))

(define (five-finger start steps)
  "Return an exercise of eighths: STEPS scale steps up from START and back."
  (let ((up (with-each (step (iota steps)) (transpose-diatonic step start))))
    (with-each (pitch (append up (cdr (reverse up)))) (note pitch :8))))

(define-command (warm-up start #:key steps)
  :doc "Show a five-finger exercise from START: the notes up and back."
  :examples '(":warm-up c4" ":warm-up d4 --steps 8")
  :options '(("--steps N" "how far up, 5 when left out"))
  (string-join (with-each (note (five-finger (string->pitch start)
                                             (string->number (or steps "5"))))
                 (object->string (note-pitch note)))
               " "))

(define (string->pitch name)
  "Return the pitch called NAME."
  (or (pitch-named name) (error "this is not a pitch:" name)))
