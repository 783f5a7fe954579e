#!/usr/bin/env python3
"""A journal whose last record was cut, at twenty places of it: the program opens the session with
every entry before that, keeps the piece, and what is typed next is there at the start after."""

import glob
import os
import shutil
import sys
import tempfile

from program import Program, gapless, journal, notes_in, run

scratch = tempfile.mkdtemp(prefix="cut-", dir=os.environ.get("FERMATA_SCRATCH"))
home, base = os.path.join(scratch, "home"), os.path.join(scratch, "base")
PLACES = 20


def make_base():
    """A program that was killed after its last note; return its journal and where that begins."""
    program = Program(base, "--new", "piece")
    program.type("(note c4 :q)", ":session save", "(note d4 :q)", "(note e4 :q)")
    program.wait_for(r"^Out\[\d+\]: \(note e4 :q\)$")
    program.kill()
    with open(os.path.join(base, "sessions/piece/history.jsonl"), "rb") as file:
        data = file.read()
    return data, data.rindex(b"\n", 0, -1) + 1


def check(data, start, size):
    """What is wrong when only SIZE bytes of DATA are there; the last record begins at START."""
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(base, home)
    directory = os.path.join(home, "sessions/piece")
    os.truncate(os.path.join(directory, "history.jsonl"), size)
    notes = ["c4", "d4"] + (["e4"] if size == len(data) else [])
    code, said = run(home, "(current-score)", "(note b4 :q)")
    if code != 0 or notes_in(said) != notes + ["b4"]:
        yield "opened with %s: %s" % (code, said)
    torn = [open(path, "rb").read() for path in glob.glob(directory + "/history.jsonl.torn-*")]
    if torn != ([data[start:size]] if start < size < len(data) else []):
        yield "the piece that was cut is not kept: %s" % torn
    if not gapless(journal(directory)):
        yield "the numbers have a gap"
    code, said = run(home, "(current-score)")
    if code != 0 or notes_in(said) != notes + ["b4"]:
        yield "the next start: " + said


def main():
    data, start = make_base()
    length, failed = len(data) - start, 0
    sizes = sorted({start + length * n // (PLACES - 1) for n in range(PLACES)} | {len(data) - 1})
    for size in sizes:
        for problem in check(data, start, size):
            failed += 1
            print("FAILED after %d of %d bytes: %s" % (size - start, length, problem))
    print("%d cuts of a record of %d bytes, %d failed" % (len(sizes), length, failed))
    return 1 if failed or len(sizes) < PLACES else 0


try:
    sys.exit(main())
finally:
    shutil.rmtree(scratch, ignore_errors=True)
