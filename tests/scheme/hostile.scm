;;; Every native procedure and every music form, called with every wrong kind of argument, answers with
;;; a value or an error of its own: never an internal error, never a crash.

(load "harness.scm")
(use-modules (fermata native text))

(define junk
  (list #f #t 0 1 -1 99999 (expt 10 30) 1/3 1.5 (nan) "" "x" #\a 'c 'start :q :bogus c4 q.
        (interval :M3) (note c4 :q) (note c4 :q :lyric "a") (rest :q) (key d :major) (mf)
        (measure (note c4 :w)) (part :violin (measure (note c4 :w)))
        (score (part :violin (measure (note c4 :w)))) '() (list 1 2) (list c4 e4) '(1 . 2)
        (vector 1 2) car (make-hash-table) (if #f #f) (list (list (list c4)))
        (let ((loop (list 1))) (set-cdr! loop loop) loop)))

;; These act on the process, and are tested elsewhere.
(define spared '(start-watcher! write-file! read-file mark! journal-open! lock-file! wait-lock-file!
                 make-private-directory! editor-history!))

(define (try procedure args)
  "Call PROCEDURE with ARGS; return the kind of error, or #f."
  (catch #t
    (lambda () (apply procedure args) #f)
    (lambda (key . args) (if (eq? key 'fermata-error) (car args) key))))

(define (pick index) (list-ref junk (modulo index (length junk))))

(define (arguments seed count)
  (map (lambda (place) (pick (+ (* seed (+ 1 (* 2 place))) (* place 7)))) (iota count)))

(for-each
 (lambda (row)
   (unless (memq (cadr row) spared)
     (let ((procedure (module-ref (resolve-interface (list 'fermata 'native (car row))) (cadr row))))
       (for-each
        (lambda (count)
          (let loop ((seed 0) (internal #f))
            (if (< seed (length junk))
                (loop (+ seed 1)
                      (or internal (eq? 'internal (try procedure (arguments seed count)))))
                (check (list (cadr row) count 'arguments) (not internal)))))
        '(0 1 2 3 4 6)))))
 (primitive-rows))

(finish-tests)
