#!/usr/bin/env python3
"""kill -9 at random moments: no acknowledged entry, message or snapshot is lost, nothing is
damaged. KILL_CYCLES says how often, 50 times when unset."""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
root = tempfile.mkdtemp(prefix="kill-", dir=os.environ.get("FERMATA_SCRATCH"))
cycles = int(os.environ.get("KILL_CYCLES", "50"))


def cycle(patience):
    """Run the child until PATIENCE seconds after its first word; return all it said."""
    child = subprocess.Popen([os.environ["FERMATA"], "run", os.path.join(here, "append_forever.scm")],
                             env=dict(os.environ, FAULT_ROOT=root), stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
    first = child.stdout.readline()
    time.sleep(patience)
    child.kill()
    rest = child.stdout.read()
    child.wait()
    lines = (first + rest).split("\n")
    return lines[:-1]  # a line without its end was not said


def last_number(lines, word, otherwise):
    numbers = [int(line.split()[1]) for line in lines if line.startswith(word + " ")]
    return numbers[-1] if numbers else otherwise


class Known:
    """What has been acknowledged so far."""

    def __init__(self):
        self.entries = self.snapshot = 0
        self.messages = set()
        self.trimming = False

    def check(self, lines):
        said = dict(line.split(" ", 1) for line in lines[:3])
        count, damaged = [int(n) for n in re.findall(r"\d+", said["entries"])]
        waiting = set(int(n) for n in re.findall(r"\d+", said["messages"]))
        problems = []
        if damaged:
            problems.append("%d entries are damaged" % damaged)
        if not self.entries <= count <= self.entries + 2:
            problems.append("%d entries were acknowledged, %d are there" % (self.entries, count))
        if int(said["snapshot"]) not in (self.snapshot, count, self.entries):
            problems.append("snapshot %s, acknowledged %d" % (said["snapshot"], self.snapshot))
        if self.messages - waiting and not (self.trimming and len(waiting) <= 1):
            problems.append("messages lost: %s" % sorted(self.messages - waiting))
        self.entries, self.messages, self.snapshot = count, waiting, int(said["snapshot"])
        return problems

    def learn(self, lines):
        self.entries = last_number(lines, "stored", self.entries)
        self.snapshot = last_number(lines, "written", self.snapshot)
        self.trimming = False
        for line in lines:
            if line.startswith("posted "):
                self.messages.add(int(line.split()[1]))
            elif line == "trimming":
                self.trimming = True
            elif line == "trimmed":
                self.trimming = False
                self.messages = set()


def main():
    seed = random.randrange(10**6)
    random.seed(seed)
    stored = failures = 0
    for number in range(cycles):
        # Every cycle reads all there is, so it must not grow for ever.
        if number % 25 == 0:
            shutil.rmtree(root)
            os.mkdir(root)
            known = Known()
        before = known.entries
        lines = cycle(random.uniform(0, 0.15))
        while len(lines) < 3:
            lines = cycle(0.3)
        problems = known.check(lines)
        known.learn(lines[3:])
        stored += known.entries - before
        if problems:
            failures += 1
            print("FAILED cycle %d of seed %d: %s" % (number, seed, "; ".join(problems)))
    print("%d kills, %d entries, %d failed" % (cycles, stored, failures))
    return 1 if failures or stored < cycles else 0


try:
    sys.exit(main())
finally:
    shutil.rmtree(root, ignore_errors=True)
