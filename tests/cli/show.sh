#!/bin/bash
# fermata show and doc: every topic, as text and as JSON.
. "$(dirname "$0")/harness"

topics="durations pitches clefs keys dynamics articulations ornaments techniques instruments barlines accidentals noteheads fermatas syntax"
run show; code 0; for topic in $topics; do has "$out" "  $topic"; done
for topic in $topics; do
  run show "$topic"; code 0; is err "" "$err"; holds -n "$out"
  is "no line is wider than 100" "" "$(printf '%s\n' "$out" | awk 'length($0) > 100')"
  run show "$topic" --format json; code 0; has "$out" "[{\"name\": \"$topic\", \"items\": [{\"keyword\": "; json=$out
  run show "$topic" --json; is "the short option" "$json" "$out"
  run show "$topic" --format text; code 0
  command -v python3 >python && { printf '%s' "$json" | python3 -m json.tool >parsed 2>&1 || fail "$topic is no JSON"; }
done
run show durations; has "$out" ":q"; has "$out" ":crotchet"
run show clefs; has "$out" ":treble-8vb"
run show syntax; has "$out" "(note PITCH [DURATION] MARK ...)"; has "$out" "repeat-section"
run show --json; code 0; for topic in $topics; do has "$out" "\"name\": \"$topic\""; done
run show duration; code 2; has "$err" "did you mean durations ?"
run show durations clefs; code 2; has "$err" "show takes one topic"
run show durations --format yaml; code 2; has "$err" "unknown format yaml"

# The example of every word evaluates.
run show --json
printf '%s' "$out" | grep -o '"example": "\([^"\\]\|\\.\)*"' | sed 's/^"example": "//; s/"$//; s/\\"/"/g; s/\\\\/\\/g' >examples
holds "$(wc -l <examples)" -gt 300
{ echo '(define count 0)'; sed 's/$/\n(set! count (+ count 1))/' examples; echo '(display count)'; } >examples.scm
run run examples.scm; code 0; is "examples that evaluate" "$(wc -l <examples | tr -d ' ')" "$out"

run doc note; code 0; has "$out" "(note PITCH [DURATION] MARK ...)"; has "$out" "For example:"
run doc transpose; code 0; holds -n "$out"
run doc nte; code 2; has "$err" "did you mean"
run doc; code 2; has "$err" "doc needs a name"
finish
