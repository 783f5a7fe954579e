#!/bin/bash
# Wrong inputs and exactly what is said about them: tests/cli/errors.cases has blocks of
#   == NAME [COMMAND]        check unless said otherwise
#   the source, as tune.ferm
#   --
#   what must stand on standard error
# errors.sh --update writes what is said now: read the difference before keeping it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
fermata=${FERMATA:?set FERMATA to the program}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NO_COLOR=1
cd "$work" || exit 1
awk '/^== / { close(file); file = sprintf("%03d.case", ++n); $0 = substr($0, 4) } { print > file }' "$here/errors.cases"

failures=0
count=0
: >updated
for case in *.case; do
  read -r name command <"$case"
  command=${command:-check}
  sed -n '2,/^--$/p' "$case" | sed '$d' >tune.ferm
  sed '1,/^--$/d' "$case" >expected
  timeout 120 "$fermata" "$command" tune.ferm >out 2>actual
  status=$?
  count=$((count + 1))
  {
    echo "== $name${command:+$([ "$command" = check ] || echo " $command")}"
    cat tune.ferm
    echo "--"
    cat actual
  } >>updated
  if [ "$status" -ne 1 ]; then
    echo "FAIL $name: exit code $status, not 1"
    failures=$((failures + 1))
  fi
  if ! diff -u expected actual >diff; then
    echo "FAIL $name"
    cat tune.ferm diff
    failures=$((failures + 1))
  fi
done
if [ "${1:-}" = --update ]; then
  cp updated "$here/errors.cases"
  echo "$count cases written"
  exit
fi
echo "$count wrong inputs, $failures failures"
[ "$count" -ge 60 ] && [ "$failures" -eq 0 ]
