#!/usr/bin/env python3
"""kill -9 at random moments of real work: starting, typing, undoing, saving, making, switching and
deleting sessions, leaving, while messages arrive. What was acknowledged is there, numbers have no
gap, every session opens, its score and notebook are what its entries make, and :undo works.
KILL_CYCLES says how often, 200 times when unset."""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from program import (FERMATA, Program, gapless, journal, notebook_of, notes_in, run, sessions,
                     steps_of, texts_of)

scratch = tempfile.mkdtemp(prefix="session-kill-", dir=os.environ.get("FERMATA_SCRATCH"))
home = os.path.join(scratch, "home")
cycles = int(os.environ.get("KILL_CYCLES", "200"))
problems = []


class Known:
    """What has been acknowledged so far."""
    results = {}    # (session, index) -> text of the result
    messages = {}   # text -> session
    deleted = set()
    doomed = set()  # asked to be deleted


def complain(*words):
    problems.append(" ".join(str(word) for word in words))
    print("FAILED", problems[-1])


def random_line(number):
    ids = [id for id, _ in sessions(home)] or ["session-1"]
    choice = random.random()
    if choice < 0.46:
        return "(note %s%d :q)" % (random.choice("cdefgab"), random.randint(2, 6))
    if choice < 0.53:
        return ":notebook new-section Section-%d" % number
    if choice < 0.58:
        return ":notebook append 1 remark-%d" % number
    if choice < 0.62:
        return ":undo"
    if choice < 0.67:
        return ":redo"
    if choice < 0.75:
        return "(define v%d (list %d))" % (random.randint(1, 9), number)
    if choice < 0.82:
        return "(+ %d 0)" % random.randint(1, 10**6)
    if choice < 0.88:
        return ":session save"
    if choice < 0.92:
        return ":session new piece-%d" % random.randint(1, 10**6)
    if choice < 0.97 or len(ids) < 4:
        return ":session switch " + random.choice(ids)
    return ":session delete " + random.choice(ids)


def learn(said):
    """Take in what the program SAID; its last line may be half of one."""
    session = None
    for line in said.split("\n")[:-1]:
        found = re.match(r"  id +(\S+)$|session (\S+), \d+ measures?, \d+ entr", line)
        if found:
            session = found.group(1) or found.group(2)
        found = re.match(r"Out\[(\d+)\]: (.*)$", line)
        if found and session:
            Known.results[session, int(found.group(1))] = found.group(2)
        found = re.match(r"deleted (\S+)$", line)
        if found:
            Known.deleted.add(found.group(1))
        if "internal" in line or "Backtrace" in line or "not stored" in line:
            complain("said:", said[-800:])


def check_disk():
    """Compare the files with what is known."""
    there = dict(sessions(home))
    entries = {id: journal(directory) for id, directory in there.items()}
    for id in Known.deleted & set(there):
        complain(id, "was deleted, and is there")
    for id, list in entries.items():
        if not gapless(list):
            complain(id, "has the numbers", [entry["index"] for entry in list])
    for (id, index), text in Known.results.items():
        if id in Known.doomed:
            continue
        list = entries.get(id, [])
        stored = list[index - 1] if index <= len(list) else {}
        if not stored.get("result", "").startswith(text[:20]):
            complain("entry", index, "of", id, "was shown as", text, "and is", stored)
    check_messages(there, entries)
    return entries


def check_messages(there, entries):
    for text, id in Known.messages.items():
        if id in Known.doomed or id not in there:
            continue
        shown = [entry for entry in entries[id] if entry.get("content") == text]
        inbox = os.path.join(there[id], "inbox.jsonl")
        waiting = os.path.exists(inbox) and text in open(inbox).read()
        if not shown and not waiting:
            complain("message", text, "to", id, "is lost")
        if len(shown) > 1:
            complain("message", text, "was shown", len(shown), "times")


def send(number):
    """Start a message to a session; return what finish_sending needs."""
    ids = [id for id, _ in sessions(home)]
    if not ids or random.random() > 0.2:
        return None
    id, text = random.choice(ids), "message-%d." % number
    return id, text, subprocess.Popen([FERMATA, "send", "--session", id, text],
                                      env=dict(os.environ, FERMATA_HOME=home),
                                      stderr=subprocess.DEVNULL)


def finish_sending(sent):
    if sent and sent[2].wait() == 0:
        Known.messages[sent[1]] = sent[0]


def cycle(number, pace):
    lines = [random_line(number) for _ in range(random.randint(1, 12))]
    Known.doomed |= {line.split()[-1] for line in lines if line.startswith(":session delete")}
    sent = send(number)
    program = Program(home)
    program.type(":session info", ":set autosave.entries 2", *lines)
    if random.random() < 0.3:
        program.process.stdin.close()
    patience = random.uniform(0, 0.08) if random.random() < 0.3 else random.uniform(0.05, 0.3)
    deadline = time.monotonic() + patience * pace
    while time.monotonic() < deadline and program.listen(deadline - time.monotonic()):
        pass
    program.kill()
    finish_sending(sent)
    learn(program.said)


def check_session(id):
    """Open the session ID as a user would and compare its score with its entries."""
    _, said = run(home, "(current-score)", ":undo", "(current-score)", arguments=("--session", id))
    entries = journal(os.path.join(home, "sessions", id))
    scores = [entry["result"] for entry in entries if entry.get("input") == "(current-score)"][-2:]
    before, after = [notes_in(text) for text in scores] if len(scores) == 2 else ([], ["?"])
    steps = steps_of(entries[:-3])
    expected = texts_of(steps, "note")
    if before != expected:
        complain(id, "has the score", before, "but its entries make", expected, said[:600])
    elif after != texts_of(steps[:-1], "note"):
        complain(id, ":undo made", after, "of", before, said[:600])
    check_notebook(id, steps[:-1])


def check_notebook(id, steps):
    """Compare the notebook of the session ID, which was left in order, with what STEPS make."""
    expected = texts_of(steps, "new-section"), texts_of(steps, "append")
    found = notebook_of(os.path.join(home, "sessions", id))
    if found != expected:
        complain(id, "has the notebook", found, "but its entries make", expected)


def main():
    seed = int(os.environ.get("KILL_SEED", random.randrange(10**6)))
    random.seed(seed)
    begun = time.monotonic()
    run(home, "(+ 1 0)")
    pace = max(1, (time.monotonic() - begun) / 0.15)  # a busy machine gets more time to do something
    for number in range(cycles):
        cycle(number, pace)
        check_disk()
        if number % 20 == 19:
            check_session(random.choice(sessions(home))[0])
        if problems:
            break
    for id, _ in sessions(home):
        check_session(id)
    print("%d kills, %d results, %d messages, %d sessions, seed %d, %d failed" % (
        number + 1, len(Known.results), len(Known.messages), len(sessions(home)), seed,
        len(problems)))
    # On a busy machine most kills come before a result; a run that saw hardly any proves nothing.
    return 1 if problems or len(Known.results) < cycles // 10 else 0


try:
    sys.exit(main())
finally:
    if not os.environ.get("KILL_KEEP"):
        shutil.rmtree(scratch, ignore_errors=True)
