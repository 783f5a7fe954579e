"""Ten thousand evaluations, with messages from other processes at random moments: one gapless timeline, whose order is
the order on the screen, with no message lost and none shown twice."""

import json
import os
import re
import subprocess
import tempfile

from terminal import FERMATA, check, check_equal, run_tests

POST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "post-messages.scm")
EVALUATIONS = 10000
POSTERS, MESSAGES = 2, 250


def play(home):
    """Type the evaluations while others post; return the lines that were shown."""
    environment = {**os.environ, "FERMATA_HOME": home}
    subprocess.run([FERMATA, "-q"], input=b"", env=environment, check=True)  # the session is there
    with open(os.path.join(home, "shown"), "w+b") as shown:
        program = subprocess.Popen([FERMATA], stdin=subprocess.PIPE, stdout=shown, env=environment)
        posters = [subprocess.Popen([FERMATA, "run", POST, f"poster{n}", str(MESSAGES)], env=environment)
                   for n in range(POSTERS)]
        send(program, range(EVALUATIONS - 100))
        for poster in posters:
            check_equal("everything was posted", 0, poster.wait())
        send(program, range(EVALUATIONS - 100, EVALUATIONS))
        program.stdin.close()
        check_equal("it ends well", 0, program.wait())
        shown.seek(0)
        return shown.read().decode().splitlines()


def send(program, numbers):
    for number in numbers:
        program.stdin.write(f"(+ 0 {number})\n".encode())
    program.stdin.flush()


def on_screen(line):
    """(INDEX, TEXT) of a line that shows a value or a message."""
    found = re.match(r"Out\[(\d+)\]: (.*)$|<< \[(\d+)\] \w+: (.*)$", line)
    return (int(found[1] or found[3]), found[2] or found[4]) if found else (None, line)


def in_history(entry):
    return entry["index"], entry.get("result") or entry.get("content")


def test_order():
    with tempfile.TemporaryDirectory(prefix="order-") as home:
        shown = [on_screen(line) for line in play(home)]
        path = os.path.join(home, "sessions", "session-1", "history.jsonl")
        entries = [json.loads(line) for line in open(path)]
    told = [in_history(entry) for entry in entries if entry["kind"] in ("Eval", "AiMessage")]
    check_equal("gapless", list(range(1, len(entries) + 1)), [entry["index"] for entry in entries])
    check("shown in the order of the history", shown == told,
          next((pair for pair in zip(shown, told) if pair[0] != pair[1]), (len(shown), len(told))))
    check_equal("all evaluated, in order", [str(n) for n in range(EVALUATIONS)],
                [text for _, text in shown if re.match(r"\d", text)])
    for poster in range(POSTERS):
        check_equal(f"all that poster{poster} said, once and in order",
                    [f"poster{poster}-{n + 1}" for n in range(MESSAGES)],
                    [text for _, text in shown if text.startswith(f"poster{poster}-")])
    kinds = [entry["kind"] for entry in entries]
    first, last = kinds.index("AiMessage"), len(kinds) - 1 - kinds[::-1].index("AiMessage")
    check("messages came in between", kinds[first:last].count("Eval") > 100, first, last)


run_tests(globals())
