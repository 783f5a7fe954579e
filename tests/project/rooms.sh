#!/bin/sh
# A room cannot include the header of a room it does not use, and only bind includes libguile.h.
set -eu
rooms=$FERMATA_BUILD/rooms
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "$1"; exit 1; }

compiles() {  # ROOM HEADER
  echo "#include \"$2\"" >"$dir/probe.cpp"
  c++ -std=c++20 -fsyntax-only -I "$rooms/$1" "$dir/probe.cpp" 2>"$dir/log"
}

compiles text ir/score.h || { cat "$dir/log"; fail "text must see ir"; }
for breach in "base ir/pitch.h" "ir text/value.h" "ir musicxml/writer.h" "text musicxml/writer.h" "musicxml text/value.h" \
  "ipc ir/pitch.h" "line ipc/loop.h" "line musicxml/writer.h"; do
  set -- $breach
  ! compiles "$1" "$2" || fail "$1 can include $2"
  grep -q "$2: No such file" "$dir/log" || { cat "$dir/log"; fail "$2 was refused for another reason"; }
done

guile=$(grep -rl --include='*.h' --include='*.cpp' 'include <libguile' native ipc | grep -v -e '^native/bind/' -e '^native/main.cpp$' || true)
[ -z "$guile" ] || fail "libguile.h is included outside bind: $guile"
