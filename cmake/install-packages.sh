#!/bin/sh
# install-packages.sh GROUP...: install what these groups of cmake/packages need and this machine lacks.
# Exit 3, with the line to type on stderr, when that cannot be done from here.
set -u

wanted=$(awk -v groups=" $* " '
  /^#/ { next }
  index(groups, " " $1 " ") { for (i = 2; i <= NF; i++) if (!seen[$i]++) print $i }
' "$(dirname "$0")/packages")

if ! command -v dpkg-query >/dev/null; then
  echo "note: not a Debian system; these packages, or their likes, must be there:" $wanted >&2
  exit 0
fi

installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null)
missing=
for package in $wanted; do
  case "
$installed
" in
    *"
installed $package
"*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

give_up() {
  echo "error: packages are missing and $1; as root, type:" >&2
  echo "  apt-get update && apt-get install -y --no-install-recommends$missing" >&2
  exit 3
}

if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif sudo -n true 2>/dev/null; then
  as_root="sudo -n"
else
  give_up "only root can install them"
fi

apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 "$@" >&2
}

install() { apt install -y --no-install-recommends $missing; }

echo "installing:$missing" >&2
# The package lists are fetched only when there are none, or when those here are too old to install from.
if ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1; then
  install || { apt update && install; } || give_up "apt-get could not install them"
else
  { apt update && install; } || give_up "apt-get could not install them"
fi
