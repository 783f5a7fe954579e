#!/usr/bin/env python3
"""Signals at random moments of work: the program lives, or ends in order with the code that says why;
what was shown is in the journal, which has no gap. SIGNAL_ROUNDS says how many evaluations, 300 when
unset."""

import glob
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from terminal import Terminal, check, check_equal, run_tests

FERMATA = os.environ["FERMATA"]
ROUNDS = int(os.environ.get("SIGNAL_ROUNDS", "300"))
SEED = int(os.environ.get("SIGNAL_SEED", random.randrange(10**6)))
HARMLESS = [signal.SIGINT, signal.SIGWINCH, signal.SIGPIPE, signal.SIGTSTP, signal.SIGCONT]
EXPRESSIONS = ["(note c4 :q)", "(let loop ((i 0)) (if (< i 30000) (loop (+ i 1)) i))", "(iota 5)",
               ":undo", "(define z (iota 100))", ":session save", "(begin (display \"x\") 1)"]


def entries(home):
    (path,) = glob.glob(os.path.join(home, "fermata/sessions/*/history.jsonl"))
    return [json.loads(line) for line in open(path, encoding="utf-8")]


def check_journal(home, numbers):
    stored = entries(home)
    check_equal(f"numbers without a gap, seed {SEED}", list(range(1, len(stored) + 1)),
                [entry["index"] for entry in stored])
    results = {entry.get("result") for entry in stored}
    check_equal("what was shown is stored", [], [n for n in numbers if n not in results])


def evaluate(t, number):
    """Type an expression with a result of its own until it is shown; a signal may have dropped it."""
    for _ in range(10):
        t.type(f"(+ {number} 0)\n")
        try:
            return t.wait_for(rf"Out\[\d+\]: {number}\b", timeout=3)
        except AssertionError:
            t.key("ctrl-c")
    raise AssertionError(f"no answer to {number}:\n{t.picture()}")


def test_a_storm_of_signals():
    random.seed(SEED)
    numbers = []
    with Terminal([FERMATA]) as t:
        t.wait_for(r"In\[2\]: $")
        for number in range(100000, 100000 + ROUNDS):
            t.type(random.choice(EXPRESSIONS) + "\n")
            for _ in range(random.randint(0, 2)):
                time.sleep(random.uniform(0, 0.004))
                chosen = random.choice(HARMLESS)
                t.signal(chosen)
                if chosen == signal.SIGTSTP:
                    t.signal(signal.SIGCONT)
            if number % 10 == 0:
                evaluate(t, number)
                numbers.append(str(number))
        evaluate(t, 999999)
        t.settle()
        t.key("ctrl-c")
        t.settle()
        check_equal("it ends as always", 0, t.leave())
        check_journal(t.home, numbers)


def test_ctrl_c_goes_on_working():
    """After a program that Guile ran, and on a sleep, which it only cuts short."""
    with Terminal([FERMATA]) as t:
        t.wait_for(r"In\[2\]: $")
        for number, text in ((2, '(system* "true")'), (3, "(let loop () (loop))"), (4, "(sleep 100)"), (5, "(+ 2 3)")):
            t.type(text)
            t.key("enter")
            if number in (3, 4):
                time.sleep(0.5)
                t.type("\x03")
                t.wait_for(rf"Err\[{number}\]: .*interrupted")
            t.wait_for(rf"In\[{number + 1}\]: $")
        check("the prompt lives", "Out[5]: 5" in t.text())


def test_asked_to_end():
    random.seed(SEED)
    for number, code in ((signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        for moment in range(8):
            with Terminal([FERMATA]) as t:
                t.wait_for(r"In\[2\]: $")
                t.type("(+ 4 4)\n")
                t.wait_for(r"Out\[2\]: 8")
                t.type(["", "(let loop () (loop))\n", "(half a li", ":session save\n"][moment % 4])
                time.sleep(random.uniform(0, 0.05))
                t.signal(number)
                check_equal(f"{number.name}, moment {moment}", code, t.wait())
                check_journal(t.home, ["8"])
                lock, = glob.glob(os.path.join(t.home, "fermata/sessions/*/lock"))
                check_equal("the session was closed", 0, os.path.getsize(lock))


def test_terminal_that_goes_away():
    with Terminal([FERMATA]) as t:
        t.wait_for(r"In\[2\]: $")
        t.type("(+ 4 4)\n")
        t.wait_for(r"Out\[2\]: 8")
        os.close(t.fd)
        t.fd = -1
        _, status = os.waitpid(t.pid, 0)
        t.status = os.waitstatus_to_exitcode(status)
        check_equal("a terminal that is closed", 129, t.status)
        check_journal(t.home, ["8"])


def piped(text, number=None, wait=0.5, close_output=False):
    """Run the program on a pipe that stays open; return its exit code and its home."""
    home = tempfile.mkdtemp(prefix="signals-")
    program = subprocess.Popen([FERMATA], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL,
                               env=dict(os.environ, FERMATA_HOME=os.path.join(home, "fermata")))
    program.stdin.write(text.encode())
    program.stdin.flush()
    program.stdout.readline()
    if close_output:
        program.stdout.close()
        program.stdin.write(b"1\n" * 3000)
        program.stdin.close()
    else:
        program.send_signal(number)
    return program.wait(10), home


def test_on_a_pipe():
    for number, code in ((signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)):
        ended, home = piped("8\n", number)
        check_equal(f"{number.name} while it waits for a line", code, ended)
        check_journal(home, ["8"])
        lock, = glob.glob(os.path.join(home, "fermata/sessions/*/lock"))
        check_equal("the session was closed", 0, os.path.getsize(lock))


def test_nobody_reads():
    ended, home = piped("8\n", close_output=True)
    check_equal("the output is closed", 3, ended)
    check_journal(home, ["8"])
    lock, = glob.glob(os.path.join(home, "fermata/sessions/*/lock"))
    check_equal("the session was closed", 0, os.path.getsize(lock))


def test_snapshots_by_themselves():
    with Terminal([FERMATA]) as t:
        t.wait_for(r"In\[2\]: $")
        t.type(":set autosave.entries 3\n")
        for index in range(3, 7):
            t.wait_for(rf"In\[{index}\]: $")
            t.type("(note c4 :q)\n")
        t.wait_for(r"In\[7\]: $")
        score, = glob.glob(os.path.join(t.home, "fermata/sessions/*/score.ferm"))
        deadline = time.monotonic() + 10
        while " entry 6 " not in open(score).readline() and time.monotonic() < deadline:
            t.settle(0.05)
        check("a snapshot was written", " entry 6 " in open(score).readline())
        t.signal(signal.SIGKILL)
        check_equal("killed", -9, t.wait())


run_tests(globals())
