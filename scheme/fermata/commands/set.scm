;;; :set -- read and change settings.

(define-module (fermata commands set)
  #:use-module (fermata config)
  #:use-module (fermata display theme)
  #:use-module (fermata prelude commands)
  #:use-module (fermata settings))

(define-command (set #:optional name value #:key global)
  #:usage ":set [--global] [NAME [VALUE]]"
  #:doc "Show all settings, show one, or change one for this session.
With --global the change is for all sessions that do not say otherwise; it is kept in the file
config of Fermata's home."
  #:examples '(":set" ":set history.limit" ":set history.limit 50" ":set --global colour off")
  #:access 'write
  #:group 'help
  #:options '(("--global" "for all sessions"))
  #:complete (lambda (words)
               (cond ((null? words) (map (lambda (name) (cons name (setting-doc name)))
                                         (setting-names)))
                     ((member (car words) (setting-names)) (setting-choices (car words)))
                     (else '())))
  (cond (value (change name value global))
        (name (string-append (setting-line name) "\n  " (setting-doc name) "; it takes "
                             (setting-type-text name) "\n"))
        (else (all-settings))))

(define (setting-line name)
  (string-append (styled 'name name) " = " (setting->text (setting name))
                 (case (setting-origin name)
                   ((session) "  (this session)")
                   ((global) "  (global)")
                   (else ""))))

(define (all-settings)
  (string-append
   (string-concatenate (map (lambda (name) (string-append (setting-line name) "\n"))
                            (setting-names)))
   (if (config-problem)
       (string-append (styled 'warning "warning: ") (config-problem) "\n")
       "")))

(define (change name text global?)
  "Set NAME to what TEXT says; say what it was before."
  (let* ((before (setting name))
         (stored (set-setting! name text #:global? global?))
         (after (setting name)))
    (string-append
     (cond ((not (equal? before after))
            (string-append name ": " (setting->text before) " -> " (setting->text after)))
           ((equal? after stored)
            (string-append name " is " (setting->text after) " already; nothing changed"))
           (else
            (string-append name " is " (setting->text stored) " globally; this session has its own "
                           (setting->text after))))
     "\n")))
