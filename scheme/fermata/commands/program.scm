;;; :clear and :quit.

(define-module (fermata commands program)
  #:use-module (fermata display theme)
  #:use-module (fermata native host)
  #:use-module (fermata prelude commands))

(define-command (clear)
  #:doc "Clear the screen. The history keeps everything."
  #:examples '(":clear")
  #:access 'system
  #:group 'run
  (if (terminal? 1) clear-screen ""))

(define-command (quit)
  #:doc "Save the session and leave; Ctrl-D does the same."
  #:examples '(":quit")
  #:access 'system
  #:group 'run
  #:aliases '("q")
  (exit 0))
