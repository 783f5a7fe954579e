;;; (fermata commands) -- all built-in commands, defined by being loaded.

(define-module (fermata commands)
  #:use-module (fermata commands help)
  #:use-module (fermata commands program)
  #:use-module (fermata commands set))
