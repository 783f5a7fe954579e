#!/usr/bin/env python3
"""Eight processes race for one lock: exactly one gets it. When that one is killed, the next who asks
gets it at once."""

import os
import shutil
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
scratch = tempfile.mkdtemp(prefix="lock-", dir=os.environ.get("FERMATA_SCRATCH"))
lock = os.path.join(scratch, "lock")


def racer(start):
    environment = dict(os.environ, FAULT_LOCK=lock, FAULT_START=repr(start))
    return subprocess.Popen([os.environ["FERMATA"], "run", os.path.join(here, "take_lock.scm")],
                            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def end(process):
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


def race():
    """Return what went wrong in one race, or None."""
    start = time.time() + 0.5
    racers = [racer(start) for _ in range(8)]
    answers = [process.stdout.readline().strip() for process in racers]
    try:
        if sorted(answers) != ["held"] * 7 + ["mine"]:
            return "answers " + " ".join(answers)
        holder = racers[answers.index("mine")]
        with open(lock) as note:
            if note.read() != str(holder.pid):
                return "the note does not name the holder"
        holder.kill()
        holder.wait()
        racers.append(racer(0))
        if racers[-1].stdout.readline().strip() != "mine":
            return "the lock of a dead process was not taken over"
    finally:
        for process in racers:
            end(process)
    return None


try:
    problems = [problem for problem in (race() for _ in range(5)) if problem]
    for problem in problems:
        print("FAILED", problem)
    print("5 races, %d failed" % len(problems))
    sys.exit(1 if problems else 0)
finally:
    shutil.rmtree(scratch, ignore_errors=True)
