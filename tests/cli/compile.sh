#!/bin/bash
# fermata compile and check.
. "$(dirname "$0")/harness"

cat >tune.ferm <<'S'
(score :title "Tune"
  (part :violin (measure (note c5 :w))))
S
run compile tune.ferm; code 0; is err "" "$err"; has "$out" "<work-title>Tune</work-title>"; musicxml=$out
run compile tune.ferm --to musicxml; is "the same" "$musicxml" "$out"
run compile --to=ferm tune.ferm; code 0; source=$out
is source '(score :title "Tune" (part :violin :id "P1" (measure (note c5 :w))))' "$source"
run compile tune.ferm --to ir; code 0; is events "P1 m1 s1 v1 0 1 (note c5 :w)" "$out"
run_with "$(cat tune.ferm)" compile; code 0; is "from standard input" "$musicxml" "$out"
run_with "$(cat tune.ferm)" compile -; code 0; is "from -" "$musicxml" "$out"
run compile tune.ferm -o -; code 0; is "to -" "$musicxml" "$out"

for suffix in musicxml xml; do
  run compile tune.ferm -o "out.$suffix"; code 0; is out "" "$out"; is file "$musicxml" "$(cat "out.$suffix")"
done
run compile tune.ferm --output out.ferm; code 0; is file "$source" "$(cat out.ferm)"
run compile tune.ferm -o out.ir; code 0; is file "P1 m1 s1 v1 0 1 (note c5 :w)" "$(cat out.ir)"
run compile tune.ferm -o out.xml --to ferm; code 0; is "--to is stronger" "$source" "$(cat out.xml)"
run compile tune.ferm -o out.pdf2; code 2; has "$err" "out.pdf2"; holds ! -e out.pdf2
run compile tune.ferm --to pfd; code 2; has "$err" "unknown kind of output pfd"
run compile tune.ferm --to musicxm; code 2; has "$err" "did you mean musicxml ?"
run compile tune.ferm --too ferm; code 2; has "$err" "did you mean --to ?"
run compile tune.ferm -o; code 2; has "$err" "-o needs a value"
run compile a b; code 2; has "$err" "compile takes one file"
run compile missing.ferm; code 3; has "$err" "missing.ferm"

# An output that cannot be written leaves nothing, and what was there stays.
run compile tune.ferm -o no/such/folder.xml; code 3; has "$err" "no/such/folder.xml"; holds ! -e no
echo old >keep.xml
echo '(score (part :violin (measure (note c5 :w) (note c5 :w :tie stop))))' >bad.ferm
run compile bad.ferm -o keep.xml; code 1; is "the old file" old "$(cat keep.xml)"
run compile bad.ferm -o new.xml; code 1; holds ! -e new.xml
is "nothing left beside them" "" "$(ls -A | grep -E '\.tmp|keep\.xml.|new\.xml' || true)"
if [ -e /dev/full ]; then
  timeout 60 "$fermata" compile tune.ferm >/dev/full 2>err; status=$?; last="compile >/dev/full"; err=$(cat err)
  code 3; has "$err" "cannot write"
  run compile tune.ferm --to musicxml -o /dev/full; code 3; holds -c /dev/full
fi
if [ "$(id -u)" -ne 0 ]; then
  mkdir locked; chmod a-w locked
  run compile tune.ferm -o locked/out.xml; code 3; is "an empty folder" "" "$(ls -A locked)"
fi

run check tune.ferm; code 0; is out "OK: tune.ferm" "$out"; is err "" "$err"
run check tune.ferm bad.ferm missing.ferm; code 3; has "$out" "OK: tune.ferm"; has "$err" "bad.ferm:1:22: error:"; has "$err" "missing.ferm"
run check bad.ferm tune.ferm; code 1; has "$out" "OK: tune.ferm"
run check; code 2; has "$err" "check needs a file"
run_with '(score (part :violin (measure (note h4 :q))))' check -; code 1; has "$err" "<stdin>:1:37: error:"
echo '(define x 5)' >library.ferm
run check library.ferm; code 0; is out "OK: library.ferm" "$out"

# What is left open is legal and told; so is a pitch that MusicXML cannot have.
echo '(score (part :violin (measure (note c5 :w :slur start))))' >open.ferm
run compile open.ferm; code 0; has "$err" "open.ferm: warning: P1: "; has "$err" "slur"
echo '(score (part :piano (measure (note c-1 :w))))' >low.ferm
run compile low.ferm; code 0; has "$err" "octave -1"
run check open.ferm; code 0; has "$err" "warning"
finish
