#!/bin/bash
# --help everywhere, --version, unknown words, exit codes, colour.
. "$(dirname "$0")/harness"

run --help; code 0; is err "" "$err"
for word in eval run compile check fmt show doc; do has "$out" "  $word"; done
help=$out
run -h; is "-h" "$help" "$out"
run help; is "help" "$help" "$out"
for word in eval run compile check fmt show doc; do
  run "$word" --help; code 0; has "$out" "usage: fermata $word"; is err "" "$err"
  run help "$word"; code 0; has "$out" "usage: fermata $word"
done
run --version; code 0; has "$out" "fermata "; holds "$(printf '%s' "$out" | grep -c '^fermata [0-9]')" -eq 1
run -V; code 0
run complie x; code 2; has "$err" "unknown subcommand complie"; has "$err" "did you mean compile ?"
run --hepl; code 2; has "$err" "did you mean --help ?"
run zzz; code 2; has "$err" "fermata --help"

# Every exit code: 0 1 2 3 and the code a program asks for. 70 is ours alone.
run eval 1; code 0
run eval 'h4'; code 1
run bogus-word; code 2
run run nowhere.scm; code 3
run eval '(exit 70)'; code 70

# No colour without a terminal; with NO_COLOR none at all.
unset NO_COLOR
run eval 'h4'; hasnt "$err" $'\x1b'
if script -qec true typescript >shown 2>&1 </dev/null; then
  TERM=xterm script -qec "$fermata eval h4" typescript >shown </dev/null; has "$(cat shown)" $'\x1b[1;31m'
  NO_COLOR=1 TERM=xterm script -qec "$fermata eval h4" typescript >shown </dev/null; hasnt "$(cat shown)" $'\x1b[1'
  TERM=dumb script -qec "$fermata eval h4" typescript >shown </dev/null; hasnt "$(cat shown)" $'\x1b[1'
elif [ -n "${FERMATA_SKIPS:-}" ]; then
  echo "cli/usage: colours on a terminal were not looked at, since script(1) cannot make one here" >>"$FERMATA_SKIPS"
fi
if [ -e /dev/full ]; then
  "$fermata" --help >/dev/full 2>err; status=$?; last="--help >/dev/full"; err=$(cat err); code 3
  "$fermata" eval 1 >/dev/full 2>err; status=$?; last="eval 1 >/dev/full"; err=$(cat err); code 3
fi
finish
