#!/bin/bash
# Hostile sizes: each input ends in a value or an error, never in a signal or without an end.
. "$(dirname "$0")/harness"

ends() {
  checks=$((checks + 1))
  case $status in
    0 | 1 | 3) ;;
    124) fail "did not end" ;;
    *) fail "ended with $status: ${err:0:300}" ;;
  esac
}
repeated() { head -c "$2" /dev/zero | sed "s/\x0/$1/g"; }

repeated '(' 1000000 >open.ferm
run check open.ferm; ends; code 1; has "$err" "never closed"
run fmt open.ferm; ends; code 1
{ repeated '(' 1000000; repeated ')' 1000000; } >nested.ferm
run run nested.ferm; ends; code 1
run fmt nested.ferm; ends
{ echo "(define x '"; repeated '(' 1000000; repeated ')' 1000000; echo ')'; } >quoted.ferm
run run quoted.ferm; ends
{ echo '(+'; repeated ' 1' 200000; echo ')'; } >operands.scm
run run operands.scm; ends
{ echo '(define x (list'; repeated ' 1' 200000; echo ')) (display (length x))'; } >operands.scm
run run operands.scm; ends
{ echo '(begin'; repeated ' (+ 1 2)' 200000; echo ' 5)'; } >begin.scm
run run begin.scm; ends
{ echo '(score (part :violin'; repeated ' (measure (note c5 :w))' 200000; echo '))'; } >long.ferm
run check long.ferm; ends; code 0
{ echo '(score (part :violin (measure (time :senza)'; repeated ' (note c5 :q)' 200000; echo ')))'; } >wide.ferm
run check wide.ferm; ends; code 0
{ echo "(define x 'a"; repeated 'a' 10000000; echo ')'; } >atom.scm
run run atom.scm; ends
{ echo '(display (string-length "'; repeated 'a' 10000000; echo '"))'; } >string.scm
run run string.scm; ends; code 0
{ echo '(define x '; repeated '7' 1000000; echo ')'; } >number.scm
run run number.scm; ends
{ repeated 'c' 10000000; } >name.scm
run run name.scm; ends; code 1; holds "${#err}" -lt 2000
{ echo '(note '; repeated ':q ' 200000; echo ')'; } >keywords.ferm
run check keywords.ferm; ends; code 1
repeated "'" 1000000 >quotes.ferm
run check quotes.ferm; ends; code 1
repeated '#;' 1000000 >hidden.ferm
run check hidden.ferm; ends
repeated '#|' 1000000 >comments.ferm
run check comments.ferm; ends; code 1

printf '(display "\377\376\300")' >bytes.scm
run run bytes.scm; ends; code 3; has "$err" "bytes.scm: it is not UTF-8 text"
printf '(a\000b)' >nul.scm
run run nul.scm; ends; code 1
head -c 100000 /dev/urandom >noise.ferm
run check noise.ferm; ends; code 3
: >empty.ferm
run check empty.ferm; ends; code 0

run eval '(define (f x) (+ 1 (f x))) (f 1)'; ends; code 1; has "$err" "recursion"
run eval '(define (f x) (cons 1 (f x))) (f 1)'; ends; code 1
run eval '(let loop ((x (list))) (loop (cons (make-string 1000000) x)))'; ends; code 1
run eval '(make-vector 1000000000000 0)'; ends; code 1; has "$err" "make-vector"
run eval '(make-string 1000000000000)'; ends; code 1
run eval '(make-bytevector 1000000000000)'; ends; code 1
run eval '(make-list 1000000000000)'; ends; code 1
run eval '(iota 1000000000000)'; ends; code 1
run eval '(expt 7 (expt 10 9))'; ends; code 1
run eval '(ash 1 (expt 10 12))'; ends; code 1
run eval '(string->number (make-string 1000000 #\7))'; ends
run eval '(let loop ((i 0) (x (list))) (if (< i 1000000) (loop (+ i 1) (list x)) x))'; ends; holds "${#out}" -lt 100000
run eval '(let ((x (list 1 2))) (set-cdr! (cdr x) x) x)'; ends
run eval '(repeat 100000 (repeat 100000 (note c4 :q)))'; ends; code 1
run eval '(note c4 (expt 10 100))'; ends; code 1
run eval '(note c4 1/100000000000000000000000)'; ends; code 1
run eval '(tuplet 999999999999:2 (note c4 :8))'; ends; code 1
run eval '(transpose (expt 10 30) c4)'; ends; code 1
run eval '(call/cc (lambda (k) (k (k 1))))'; ends
run eval '(abort)'; ends; code 1
run eval "(kill (getpid) 0)"; ends
# A heap that grows without end stops at its cap: half of what the process may use. (Sanitizers need more room to start.)
cat >grow.scm <<'SCHEME'
(let loop ((all '())) (loop (cons (make-vector 100000 0) all)))
SCHEME
if (ulimit -v 2000000 && "$fermata" --version >which 2>&1); then
  (ulimit -v 2000000; timeout 120 "$fermata" run grow.scm >grown 2>&1); status=$?; last="run grow.scm"; err=$(cat grown)
  code 1; has "$err" "more memory than a session may use"; hasnt "$err" "GC Warning"
fi
finish
