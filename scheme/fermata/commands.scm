;;; (fermata commands) -- all built-in commands, defined by being loaded.

(define-module (fermata commands)
  #:use-module (fermata commands doctor)
  #:use-module (fermata commands edit)
  #:use-module (fermata commands env)
  #:use-module (fermata commands evaluate)
  #:use-module (fermata commands help)
  #:use-module (fermata commands history)
  #:use-module (fermata commands program)
  #:use-module (fermata commands session)
  #:use-module (fermata commands set)
  #:use-module (fermata commands undo))
