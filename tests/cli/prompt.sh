# The prompt from a pipe: what must not end it, and the codes it ends with.
. "$(dirname "$0")/harness"

prompt() {
  export FERMATA_HOME=$work/home
  rm -rf "$FERMATA_HOME"
  run_with "$1"
}

prompt $'(make-list 20 car)\n(+ 20 1)\n'
code 0; has "$out" "#<procedure car>"; has "$out" "Out[3]: 21"

prompt $'(close-port (current-output-port))\n(+ 20 2)\n'
code 0; has "$out" "Out[3]: 22"

prompt $'(nonsense)\n:quit\n'
code 1
prompt $'(+ 1 1)\n:quit\n'
code 0
prompt $'(nonsense)\n(exit 0)\n'
code 0
prompt $'(exit 7)\n'
code 7

prompt $'(list 1 2)\n$Out[-1]\n$In[-1]\n'
has "$out" 'Out[4]: $Out[-1]'; hasnt "$out" "%history"

prompt $'(values 1 2)\n'
has "$out" "Out[2]: 1"; has "$out" "Out[2]: 2"

# A file that may not grow is a refusal, not the end.
export FERMATA_HOME=$work/home
rm -rf "$FERMATA_HOME"
last="under ulimit -f"
out=$(ulimit -f 8; printf '%s\n' "(define big (make-string 20000 #\\x))" '(+ 20 3)' | "$fermata" 2>&1); status=$?
code 1; has "$out" "not stored"; has "$out" "Out[2]: 23"
finish
