;;; (fermata instrument) -- place marks in expanded code, so that an error knows where it happened.
;;; A mark is one integer stored by a native procedure just before the call it belongs to. A call
;;; whose operands are all simple is marked before; any other around its last operand, because by
;;; then the calls inside the others have left marks of their own. Tail calls stay tail calls.

(define-module (fermata instrument)
  #:use-module (fermata native host)
  #:use-module (language tree-il)
  #:export (instrument))

(define (simple? tree)
  (or (const? tree) (lexical-ref? tree) (toplevel-ref? tree) (module-ref? tree) (lambda? tree)))

(define (mark-call place)
  (make-call #f (make-const #f mark!) (list (make-const #f place))))

(define (marked-operand operand place)
  "Return code that evaluates OPERAND, then marks PLACE, then gives the operand's value."
  (if (simple? operand)
      (make-seq #f (mark-call place) operand)
      (let ((name (gensym "operand ")))
        (make-let #f '(operand) (list name) (list operand)
                  (make-seq #f (mark-call place) (make-lexical-ref #f 'operand name))))))

(define (with-last-marked operands place)
  (let loop ((rest operands))
    (if (null? (cdr rest))
        (list (marked-operand (car rest) place))
        (cons (car rest) (loop (cdr rest))))))

(define (marked call place)
  "Return the tree CALL with its mark."
  (let ((operands (call-args call)))
    (if (and-map simple? operands)
        (make-seq #f (mark-call place) call)
        (make-call (call-src call) (call-proc call) (with-last-marked operands place)))))

(define (names-used tree)
  "Return the names outside TREE that it refers to, each once."
  (let ((seen (make-hash-table)))
    ((make-tree-il-folder)
     tree
     (lambda (node)
       (when (toplevel-ref? node) (hashq-set! seen (toplevel-ref-name node) #t))
       (values))
     (lambda (node) (values)))
    (hash-map->list (lambda (name true) name) seen)))

(define (instrument tree place-of defined!)
  "Return TREE with a mark for every call whose source PLACE-OF turns into an integer; call DEFINED!
with each name that TREE defines or sets at top level and the names its definition uses."
  (post-order
   (lambda (node)
     (cond ((call? node)
            (let ((place (and (call-src node) (place-of (call-src node)))))
              (if place (marked node place) node)))
           ((toplevel-define? node)
            (defined! (toplevel-define-name node) (names-used (toplevel-define-exp node)))
            node)
           ((toplevel-set? node)
            (defined! (toplevel-set-name node) #f)
            node)
           (else node)))
   tree))
