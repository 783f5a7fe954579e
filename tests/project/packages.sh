#!/bin/sh
# A user who may not install is told exactly what to type, with exit 3; nothing missing is silence and exit 0.
set -eu
command -v dpkg-query >/dev/null || { echo "dpkg-query is not here"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp cmake/install-packages.sh "$dir"
fail() { echo "$1"; exit 1; }

# Commands of the same names ahead on the path: a user who is not root, and whom sudo refuses.
mkdir "$dir/bin"
printf '#!/bin/sh\necho 1000\n' >"$dir/bin/id"
printf '#!/bin/sh\nexit 1\n' >"$dir/bin/sudo"
printf '#!/bin/sh\necho called >>"%s/apt"\n' "$dir" >"$dir/bin/apt-get"
chmod +x "$dir"/bin/*
PATH=$dir/bin:$PATH

cat >"$dir/packages" <<'LIST'
# group packages
there  dpkg
lacking dpkg no-such-package-a no-such-package-b
LIST

"$dir/install-packages.sh" there >"$dir/out" 2>&1 || fail "an installed package was thought missing"
[ ! -s "$dir/out" ] || fail "it is not silent when nothing is missing"

status=0
"$dir/install-packages.sh" there lacking >"$dir/out" 2>"$dir/err" || status=$?
[ "$status" -eq 3 ] || fail "exit $status where 3 was expected"
[ ! -s "$dir/out" ] || fail "the advice must go to stderr"
grep -q 'apt-get install -y --no-install-recommends no-such-package-a no-such-package-b$' "$dir/err" ||
  { cat "$dir/err"; fail "the line to type is not there, or not exact"; }
[ ! -e "$dir/apt" ] || fail "apt-get was called without the right to"

# As root, but apt-get fails: the same answer.
printf '#!/bin/sh\necho 0\n' >"$dir/bin/id"
printf '#!/bin/sh\nexit 100\n' >"$dir/bin/apt-get"
status=0
"$dir/install-packages.sh" lacking 2>"$dir/err" || status=$?
[ "$status" -eq 3 ] || fail "exit $status where 3 was expected when apt-get fails"
grep -q 'apt-get install .* no-such-package-a no-such-package-b$' "$dir/err" || fail "no line to type when apt-get fails"

# As root, and apt-get works: the missing packages, and only these, are asked for.
printf '#!/bin/sh\necho "$@" >>"%s/apt"\n' "$dir" >"$dir/bin/apt-get"
"$dir/install-packages.sh" lacking 2>/dev/null || fail "it failed although apt-get worked"
grep -q 'install -y --no-install-recommends no-such-package-a no-such-package-b$' "$dir/apt" || fail "the wrong packages were asked for"
