#!/bin/bash
# fermata eval, run, FILE, scripts and standard input.
. "$(dirname "$0")/harness"

run eval '(+ 1 2)'; code 0; is value 3 "$out"; is complaint "" "$err"
run eval '(note c4 :q)'; code 0; is value "(note c4 :q)" "$out"
run eval '(+ 1' '2)'; code 0; is "joined words" 3 "$out"
run eval '1 2 "three"'; code 0; is "the last value" '"three"' "$out"
run eval '(if #f #f)'; code 0; is "nothing" "" "$out"
run eval '(values 1 2)'; code 0; is "both values" $'1\n2' "$out"
run eval '(begin (display "hi") (newline) 5)'; code 0; is "output, then value" $'hi\n5' "$out"
run eval; code 2; has "$err" "eval needs an expression"; is out "" "$out"
run eval '(note h4 :q)'; code 1; is out "" "$out"
is error $'<eval>:1:7: error: there is no pitch h4: letters go from a to g\n  (note h4 :q)\n        ^^\nhint: did you mean b4 ?' "$err"
run eval '(exit 7)'; code 7
run eval '(exit)'; code 0
run eval '(exit #f)'; code 1
run eval '(transpose :M3 (line :q c4 e4))'; code 0; is value "(list (note e4 :q) (note g#4 :q))" "$out"
run eval '(c4 e4 g4)'; code 0; is value "(c4 e4 g4)" "$out"
run eval "(define-syntax-rule (twice x) (list x x)) (twice c4)"; code 0; is value "(c4 c4)" "$out"
run eval '(equal? (note c4 :q) (note c4 1/4))'; code 0; is value "#t" "$out"

cat >tune.scm <<'S'
(display (cdr (command-line)))
(newline)
S
run run tune.scm a "b c"; code 0; is arguments "(a b c)" "$out"
run tune.scm a; code 0; is arguments "(a)" "$out"
run ./tune.scm; code 0; is arguments "()" "$out"
run run; code 2; has "$err" "run needs a file"
run run missing.scm; code 3; has "$err" "missing.scm"; is out "" "$out"
run missing.scm; code 3; has "$err" "missing.scm"
run run .; code 3; has "$err" "."
run_with '(display 42)' run -; code 0; is out 42 "$out"
run_with '(display 42)' -; code 0; is out 42 "$out"
run_with '(display 42)'; code 0; is out 42 "$out"
run_with $'(define x 1)\n(+ x h4)'; code 1; has "$err" "<stdin>:2:6: error: there is no pitch h4"

printf '#!%s\n(display "script ")\n(display (length (command-line)))\n' "$fermata" >script.scm
chmod +x script.scm
out=$(./script.scm one two 2>err); status=$?; last=./script.scm; err=$(cat err)
code 0; is script "script 3" "$out"

printf '#!/usr/bin/env fermata\n(display "first line skipped")\n' >skip.ferm
run skip.ferm; code 0; is script "first line skipped" "$out"

mkdir -p lib; echo '(define inner 5)' >lib/inner.scm; echo '(load "inner.scm") (display inner)' >lib/outer.scm
run run lib/outer.scm; code 0; is "a file beside the file" 5 "$out"
finish
