#!/usr/bin/env python3
"""Each file of a home, damaged in every way: the program starts, says so in one line that names the
file, has everything that another file still knows, keeps what it cannot read, and goes on; the next
start has nothing more to say."""

import glob
import json
import os
import re
import shutil
import sys
import tempfile

from program import Program, notebook_of, notes_in, run

scratch = tempfile.mkdtemp(prefix="damaged-", dir=os.environ.get("FERMATA_SCRATCH"))
home, base = os.path.join(scratch, "home"), os.path.join(scratch, "base")
NOTES = ["c4", "d4", "e4"]


def make_base():
    os.mkdir(base)
    with open(os.path.join(base, "init.scm"), "w") as file:
        file.write("(define from-init 7)\n")
    run(base, ":set --global width 90", "(note c4 :q)", "(define kept 41)", "(note d4 :q)",
        ":session tag first", ":notebook new-section Notes", ":notebook append 1 remark",
        "(note e4 :q)", arguments=("--new", "piece"))


# -- Damages: each makes other bytes of those of a file; None: nothing is there, DIRECTORY: no file is

DIRECTORY = object()


def wrong_types(data):
    """JSON, or its lines, with numbers for texts and texts for everything else."""
    def wrong(value, key):
        if key in ("index", "format", "version"):
            return value
        return 5 if isinstance(value, str) else "x"
    lines = [json.loads(line) for line in data.decode().splitlines()]
    return "".join(json.dumps({key: wrong(value, key) for key, value in line.items()}) + "\n"
                   for line in lines).encode()


def from_the_future(data):
    return re.sub(rb'("(?:format|version)":\s*|fermata-score )1\b', rb"\g<1>99", data)


def bad_line(data):
    """One line in the middle is garbage, the others are as they were."""
    lines = data.splitlines(True)
    lines[len(lines) // 2] = b"\x00\xff{{{ not a line\n"
    return b"".join(lines)


DAMAGES = {
    "missing": lambda data: None,
    "empty": lambda data: b"",
    "a directory": lambda data: DIRECTORY,
    "not JSON": lambda data: b"(((( what is this?\n",
    "wrong types": wrong_types,
    "from a future version": from_the_future,
    "cut in the middle": lambda data: data[:len(data) // 2],
    "a damaged line": bad_line,
}

SESSION = "sessions/piece/"
FILES = ["config", "init.scm", "last-session", SESSION + "meta.json", SESSION + "env.json",
         SESSION + "notebook.json", SESSION + "score.ferm", SESSION + "history.jsonl"]
JSON = {"config", SESSION + "meta.json", SESSION + "env.json", SESSION + "notebook.json",
        SESSION + "history.jsonl"}
VERSIONED = JSON | {SESSION + "score.ferm"}

# Nothing is said where nothing is missed, and of old lines of the journal, which are not read at the
# start, only where they are looked at.
QUIET = {("config", "missing"), ("init.scm", "missing"), ("init.scm", "empty"),
         (SESSION + "score.ferm", "missing"),
         (SESSION + "history.jsonl", "wrong types"), (SESSION + "history.jsonl", "a damaged line")}
UNMISSED = {"last-session"}
# Not to be written by this program: it is left alone, and another session is begun.
LEFT_ALONE = {(name, "from a future version") for name in FILES if name.startswith(SESSION)}
LEFT_ALONE.add((SESSION + "history.jsonl", "a directory"))
# The score is the user's to edit, so an empty one is an edit.
UNDONE = {(SESSION + "score.ferm", "empty")}


def cases():
    for name in FILES:
        for damage in DAMAGES:
            if damage == "wrong types" and name not in JSON:
                continue
            if damage == "from a future version" and name not in VERSIONED:
                continue
            yield name, damage


def harm(name, damage):
    """Damage the file NAME; return the bytes that are there now, b"" when it is no file."""
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(base, home)
    path = os.path.join(home, name)
    data = b""
    if os.path.exists(path):
        with open(path, "rb") as file:
            data = file.read()
        os.remove(path)
    harmed = DAMAGES[damage](data or b"one line\n")
    if harmed is DIRECTORY:
        os.mkdir(path)
    elif harmed is not None:
        with open(path, "wb") as file:
            file.write(harmed)
        return harmed
    return b""


def kept(data):
    """Whether the files in the home still hold DATA, line by line."""
    everything = b""
    for path in glob.glob(os.path.join(home, "**"), recursive=True):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                everything += file.read()
    return all(line in everything for line in data.splitlines())


def start(name, damage):
    first = [":undo"] if (name, damage) in UNDONE else []
    return run(home, *first, "(current-score)", "(list 'kept kept)", "(note g4 :q)")


def check(name, damage):
    """What is wrong after DAMAGE to NAME, sentence by sentence."""
    harmed = harm(name, damage)
    code, said = start(name, damage)
    if re.search("Backtrace|internal|In procedure", said):
        yield "a crash"
    if (name, damage) in LEFT_ALONE:
        if os.path.basename(name) not in said or notes_in(said) != ["g4"]:
            yield "no other session, or no word of it"
    else:
        if notes_in(said[said.find("Out["):]) != NOTES + ["g4"]:
            yield "the score is not there"
        if "(kept 41)" not in said or code != 0:
            yield "a definition is not there"
        if notebook_of(os.path.join(home, SESSION)) != (["Notes"], ["remark"]):
            yield "the notebook is not there"
    about = [line for line in said.splitlines() if os.path.basename(name) in line]
    silent = (name, damage) in QUIET or name in UNMISSED
    if not silent and len(about) != 1 and (name, damage) not in LEFT_ALONE:
        yield "%d lines about it" % len(about)
    if harmed and name not in UNMISSED and not kept(harmed):
        yield "what was in the file is lost"
    if (name, damage) not in LEFT_ALONE:
        yield from check_again(name)


def check_again(name):
    code, said = run(home, "(current-score)")
    if code != 0 or notes_in(said) != NOTES + ["g4"]:
        yield "the next start: " + said
    if name.startswith(SESSION) and not re.match(r"Out\[", said):
        yield "the next start has more to say: " + said


def check_journal_lines():
    """A damaged line that has to be done again is mentioned, an older one where it is looked at."""
    harm(SESSION + "history.jsonl", "a damaged line")
    if "is damaged or lost" not in run(home, ":history")[1]:
        yield ":history does not show the damaged line"
    program = Program(home)
    program.type("(define later 5)", "(define last 6)")
    program.ask("last")
    program.kill()
    path = os.path.join(home, SESSION, "history.jsonl")
    with open(path, "rb") as file:
        lines = file.read().splitlines(True)
    with open(path, "wb") as file:
        file.writelines(lines[:-3] + [b"{{{ damaged\n"] + lines[-2:])
    said = run(home, "(list 'last last)", "(list 'kept kept)")[1]
    if not all(text in said for text in ("is damaged or lost", "(last 6)", "(kept 41)")):
        yield "after a damaged line: " + said


def main():
    make_base()
    failed = count = 0
    for name, damage in cases():
        count += 1
        problems = list(check(name, damage))
        if problems:
            failed += 1
            print("FAILED %s, %s: %s\n  %s" % (
                name, damage, "; ".join(problems),
                again(name, damage).replace("\n", "\n  ")))
    for problem in check_journal_lines():
        failed += 1
        print("FAILED", problem)
    print("%d damages, %d failed" % (count, failed))
    return 1 if failed or count < 45 else 0


def again(name, damage):
    harm(name, damage)
    return start(name, damage)[1]


try:
    sys.exit(main())
finally:
    shutil.rmtree(scratch, ignore_errors=True)
