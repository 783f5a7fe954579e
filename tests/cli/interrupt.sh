# Ctrl-C: Scheme code and native loops stop at the next safe point; a built-in that has none is ended by a second one.
. "$(dirname "$0")/harness"

# interrupted NAME EXPRESSION AGAIN?: send SIGINT once the expression has called (begun), and if asked, again and again.
interrupted() {
  last=$1
  # What an earlier run left would let us signal the shell's own child before it becomes the program.
  rm -f begun err
  "$fermata" eval "(define (begun) (display \"begun\\n\") (force-output)) $2" >begun 2>err &
  pid=$!
  for _ in $(seq 300); do [ -s begun ] && break; sleep 0.1; done
  kill -INT $pid
  if [ -n "${3:-}" ]; then
    for _ in $(seq 60); do sleep 1; kill -INT $pid 2>which || break; done
  fi
  wait $pid; status=$?
  err=$(cat err)
}

interrupted loop '(begin (begun) (let loop () (loop)))'; code 130; has "$err" "interrupted"
interrupted native '(let loop () (begun) (transpose 2 (repeat 100000 (note c4 :q))) (loop))'; code 130; has "$err" "interrupted"
interrupted caught "(let loop () (begun) (catch 'other (lambda () (loop)) list))"; code 130
interrupted stubborn '(let ((in (make-string 40000000 #\a)) (for (string-append (make-string 20000000 #\a) "b")))
  (begun) (string-contains in for))' again
code 130; has "$err" "did not stop"
finish
