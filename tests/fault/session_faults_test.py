#!/usr/bin/env python3
"""Each write-like system call of a whole run of the prompt -- start, entries, snapshot, leaving --
fails in turn, once or from there to the end. Nothing that was acknowledged is lost, what was refused
is not there, the program says so, goes on, and ends in order; the next start finds everything.
With FAULT_ALL set every call fails in every way."""

import os
import re
import shutil
import sys
import tempfile

from program import SHIM, gapless, journal, notes_in, notes_of, run, sessions

scratch = tempfile.mkdtemp(prefix="session-faults-", dir=os.environ.get("FERMATA_SCRATCH"))
home, base = os.path.join(scratch, "home"), os.path.join(scratch, "base")
log = os.path.join(scratch, "log")

WORK = ["(note e4 :q)", "(define x 5)", ":session save", "(note f4 :q)", ":session new other",
        "(note g4 :q)", ":session switch first", ":undo", "(list 1 x)"]


def prepare(model):
    shutil.rmtree(home, ignore_errors=True)
    if model:
        shutil.copytree(model, home)
    if os.path.exists(log):
        os.remove(log)


def faulty(lines, error, call, count):
    return run(home, *lines, LD_PRELOAD=SHIM, FAULT_ROOT=home, FAULT_LOG=log, FAULT_ERROR=error,
               FAULT_CALL=str(call), FAULT_COUNT=str(count))


def shown(said):
    """The results that were shown, in order."""
    return re.findall(r"^Out\[\d+\]: (.*)$", said, re.M)


def stored(home):
    return [entry.get("result") for _, directory in sessions(home) for entry in journal(directory)]


def check_run(code, said, error, count):
    """What is wrong with a run that was told in SAID."""
    if code not in (0, 1, 3) or "Backtrace" in said or "internal" in said:
        yield "it ended with %s" % code
    if error in ("EINTR", "SHORT") and (code != 0 or "cannot" in said):
        yield "that is no reason to refuse"
    lost = [text for text in shown(said) if text not in stored(home)]
    if lost and "read-only" not in said:
        yield "shown, and not stored: %s" % lost


def check_restart(said, lasting):
    """What is wrong with the sessions that the run left."""
    expected = {id: notes_of(journal(directory)) for id, directory in sessions(home)}
    for id, notes in expected.items():
        code, again = run(home, "(current-score)", "(note a4 :q)", arguments=("--session", id))
        entries = journal(os.path.join(home, "sessions", id))
        score = notes_in([e for e in entries if e.get("input") == "(current-score)"][-1]["result"]) \
            if code == 0 else again
        if code != 0 or score != notes:
            yield "%s has %s, its entries make %s" % (id, score, notes)
        if not gapless(entries) or notes_of(entries) != notes + ["a4"]:
            yield "%s does not go on" % id
    wanted = ["(note e4 :q)", "(note f4 :q)", "(note g4 :q)"]
    for text in wanted if not lasting else []:
        if text not in shown(said) and text in stored(home):
            yield "%s was refused, and is there" % text


def trial(model, lines, error, call, count):
    prepare(model)
    code, said = faulty(lines, error, call, count)
    with open(log) as file:
        struck = [line for line in file if not line.endswith(" passed\n")]
    problems = list(check_run(code, said, error, count)) + list(check_restart(said, count > 1))
    if struck and error in ("ENOSPC", "EIO") and not said_so(said, struck[0], count):
        problems.append("nobody was told")
    if problems:
        print("FAILED %s x %d at call %d, %s%s\n%s" % (error, count, call, "".join(struck[:1]),
                                                     "; ".join(problems), said[-1500:]))
    return not problems


def said_so(said, struck, count):
    """A refused entry or snapshot must be told of; the note in a lock, the name of the last session
    and the clearing up after a failure need not."""
    minor = re.search(r"/(lock|last-session\S*|home) |^ftruncate", struck)
    return minor or re.search(r"cannot|not stored|could not", said)


def calls_of(model, lines):
    prepare(model)
    code, said = faulty(lines, "EIO", 0, 0)
    if code != 0:
        print("FAILED without any fault:", said)
    with open(log) as file:
        return [line.split() for line in file]


def schedules(calls):
    all = "FAULT_ALL" in os.environ
    for number, call in enumerate(calls, 1):
        yield "ENOSPC", number, 1
        if all or "sync" in call[0]:
            yield "EIO", number, 1
        if all or number % 3 == 0:
            yield "EINTR", number, 1
        if call[0] == "write":
            yield "SHORT", number, 1
        if all or number % 6 == 1:
            yield "ENOSPC", number, 100000


def main():
    run(base, "(note c4 :q)", "(note d4 :q)", arguments=("--new", "first"))
    results = []
    for model, lines in ((base, WORK), (None, ["(note e4 :q)"])):
        calls = calls_of(model, lines)
        results += [trial(model, lines, *schedule) for schedule in schedules(calls)]
    print("%d faults, %d failed" % (len(results), results.count(False)))
    return 0 if len(results) > 100 and all(results) else 1


try:
    sys.exit(main())
finally:
    shutil.rmtree(scratch, ignore_errors=True)
