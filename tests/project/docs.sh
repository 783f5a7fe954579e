#!/bin/sh
# Generated documents are those this program generates.
set -eu
for name in primitives commands; do
  [ -f docs/$name.md ] || { echo "docs/$name.md has not been generated"; exit 77; }
  "$FERMATA" --$name-doc | diff -u docs/$name.md - || { echo "docs/$name.md is out of date: make docs"; exit 1; }
done
