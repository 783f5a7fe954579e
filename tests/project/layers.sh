#!/bin/sh
# Commands do not import each other, and only the prompt, commands and command line import displays.
set -eu
status=0
complain() { echo "$1"; status=1; }

for file in scheme/fermata/commands/*.scm; do
  if grep -n '#:use-module (fermata commands ' "$file"; then complain "$file imports another command"; fi
done
for file in scheme/fermata/*.scm; do
  case $file in
    */repl.scm|*/manual.scm|*/act.scm|*/cli.scm) continue ;;
  esac
  if grep -n '(fermata display ' "$file"; then complain "$file knows of displays"; fi
done
for file in scheme/fermata/display/*.scm; do
  if grep -nE '\(fermata (commands?|sessions|repl)( |\))' "$file"; then complain "$file knows more than what it shows"; fi
done
exit $status
