"""How long a keystroke takes to be painted, in a text of 200 lines: from the write of the key to the end of what the
editor sends back, through a real terminal. Beside it the same for `cat`, which only gives the key back."""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "terminal"))
from terminal import FERMATA, Terminal  # noqa: E402

LOOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "terminal", "echo-loop.scm")
KEYS = 1000


def answer_time(t, key, end):
    """Milliseconds from KEY to the bytes END in what comes back. The screen is not fed meanwhile: that is our time."""
    start = time.perf_counter()
    os.write(t.fd, key)
    seen = b""
    while end not in seen:
        seen += os.read(t.fd, 65536)
    return (time.perf_counter() - start) * 1000


def report(name, times):
    times.sort()
    print(f"{name}: p50 {times[len(times) // 2]:.2f} ms   p99 {times[len(times) * 99 // 100]:.2f} ms")


with Terminal(["sh", "-c", "stty raw -echo; echo ready; exec cat"]) as t:
    t.wait_for("ready")
    report("cat", [answer_time(t, b"x", b"x") for _ in range(KEYS)])

with Terminal([FERMATA, "run", LOOP], columns=100, rows=50) as t:
    t.wait_for(r"In\[1\]: $")
    lines = [f'  (measure (note c4 :q :staccato) (note d#5 :8) (chord (c4 e4 g4) :h "line {n}"))' for n in range(198)]
    t.paste("(list\n" + "\n".join(lines) + "\n  (note c4")
    t.wait_for(r"\(note c4$")
    shown = b"\x1b[?25h"
    report("a key at the end of 200 lines", [answer_time(t, b"x", shown) for _ in range(KEYS)])
    t.key("up", 100)
    t.settle()
    report("a key in the middle", [answer_time(t, b"x", shown) for _ in range(KEYS)])
    report("one row up or down, scrolling", [answer_time(t, b"\x1b[A" if n % 80 < 40 else b"\x1b[B", shown)
                                             for n in range(KEYS)])
