#!/bin/bash
# fermata fmt: in place, from standard input, and --check.
. "$(dirname "$0")/harness"

ugly='(score   (part :violin
(measure (note   c5 :q) ; first
 (note d5 :q))))'
echo "$ugly" >ugly.ferm
run fmt --check ugly.ferm; code 1; is out ugly.ferm "$out"; is unchanged "$ugly" "$(cat ugly.ferm)"
run_with "$ugly" fmt -; code 0; pretty=$out
has "$pretty" "; first"; hasnt "$pretty" "score   ("
run fmt ugly.ferm; code 0; is out "" "$out"; is "as from standard input" "$pretty" "$(cat ugly.ferm)"
run fmt --check ugly.ferm; code 0; is out "" "$out"
run fmt ugly.ferm; is "twice is once" "$pretty" "$(cat ugly.ferm)"
run_with "$ugly" fmt - --check; code 1
echo '(score' >open.ferm
run fmt open.ferm; code 1; has "$err" "open.ferm:1:1: error: this list is never closed"; is unchanged "(score" "$(cat open.ferm)"
echo "$ugly" >second.ferm
run fmt open.ferm second.ferm; code 1; is "the other is laid out" "$pretty" "$(cat second.ferm)"
run fmt; code 2; has "$err" "fmt needs a file"
run fmt --chek ugly.ferm; code 2; has "$err" "did you mean --check ?"
run fmt missing.ferm; code 3; has "$err" "missing.ferm"
printf '\377\376' >bytes.ferm
run fmt bytes.ferm; code 3; has "$err" "bytes.ferm: it is not UTF-8 text"; is unchanged 2 "$(wc -c <bytes.ferm | tr -d ' ')"
for file in "$root"/tests/golden/*.txt; do cp "$file" golden.ferm; run fmt --check golden.ferm; code 0; done
finish
