#!/bin/sh
# Generated documents are those this program generates.
set -eu
[ -f docs/primitives.md ] || { echo "docs/primitives.md has not been generated"; exit 77; }
"$FERMATA" --primitives-doc | diff -u docs/primitives.md - || { echo "docs/primitives.md is out of date: make docs"; exit 1; }
