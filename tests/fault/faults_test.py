#!/usr/bin/env python3
"""Each write-like system call of "one entry + snapshot" fails in turn, once or until the end, with
ENOSPC, EIO, EINTR and a short write. What was acknowledged is there afterwards, what was refused is
not, nothing is torn, and the next append is readable."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
fermata = os.environ["FERMATA"]
shim = os.path.join(os.environ["FERMATA_BUILD"], "libfault_shim.so")
scratch = tempfile.mkdtemp(prefix="faults-", dir=os.environ.get("FERMATA_SCRATCH"))
root = os.path.join(scratch, "root")
log = os.path.join(scratch, "log")


def run(script, **faults):
    environment = dict(os.environ, FAULT_ROOT=root, FAULT_LOG=log)
    if faults:
        environment.update(LD_PRELOAD=shim, **{name: str(value) for name, value in faults.items()})
    done = subprocess.run([fermata, "run", os.path.join(here, script)], env=environment,
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


def prepare(tail=""):
    """Three entries and their snapshot, acknowledged; then, perhaps, a line that a crash tore."""
    shutil.rmtree(root, ignore_errors=True)
    os.mkdir(root)
    if os.path.exists(log):
        os.remove(log)
    with open(os.path.join(root, "history.jsonl"), "w") as journal:
        for index in (1, 2, 3):
            journal.write('{"index":%d,"timestamp":"2026-02-01T12:00:00.000Z","kind":"Eval"}\n' % index)
        journal.write(tail)
    with open(os.path.join(root, "score.ferm"), "w") as snapshot:
        snapshot.write("3")


def logged():
    with open(log) as lines:
        return [line.split() for line in lines]


def acknowledged(output, what):
    return [int(n) for n in re.findall(r"^did \(%s (\d+)\)$" % what, output, re.M)]


def check(name, output, code, lasting):
    """What is on the disk must be what OUTPUT says was acknowledged."""
    problems = []
    if code != 0 or "rror:" in output.replace("cannot", ""):
        problems.append("the program failed with %d" % code)
    entries = [1, 2, 3] + acknowledged(output, "entry")
    written = ["3"] + [str(n) for n in acknowledged(output, "snapshot")]
    code, stored = run("read_back.scm")
    if code != 0:
        return problems + ["reading back failed: " + stored]
    before, snapshot, after = stored.splitlines()
    found = [int(n) for n in re.findall(r"\d+|#f", before)] if "#f" not in before else None
    # A disk that refuses everything to the end refuses to be cut back too: one entry may be there
    # that was not acknowledged, whole. After a single failure there is none.
    if found != entries and not (lasting and found == entries + [entries[-1] + 1]):
        problems.append("entries %s, acknowledged %s" % (before, entries))
    last = len(found or [])
    if after != "(" + " ".join(str(n) for n in range(1, last + 2)) + ")":
        problems.append("after one more append: " + after)
    refused_last = "sync the directory" in output
    if snapshot.strip('"') != written[-1] and not refused_last:
        problems.append("snapshot %s, acknowledged %s" % (snapshot, written[-1]))
    if not lasting:
        if "changed (entry" in output:
            problems.append("a refused entry left something in the file")
        if "changed (snapshot" in output and not refused_last:
            problems.append("a refused snapshot left something in the file")
        if len(entries) != 5 or written[-1] != "5":
            problems.append("the session did not go on")
    leftovers = [name for name in os.listdir(root)
                 if name not in ("history.jsonl", "score.ferm") and ".torn-" not in name]
    if leftovers and not lasting:
        problems.append("left behind: " + " ".join(leftovers))
    return problems


def main():
    failures = checks = 0
    for tail in ("", '{"index":4,"timest'):
        prepare(tail)
        code, output = run("entry_and_snapshot.scm", FAULT_CALL=0)
        calls = logged()
        names = {call[0] for call in calls}
        if not {"write", "fdatasync", "fsync", "rename", "mkostemp"} <= names:
            print("the shim saw only", sorted(names), output)
            return 1
        for error in ("ENOSPC", "EIO", "EINTR", "SHORT"):
            for count in (1, 1000) if error in ("ENOSPC", "EIO") else (1,):
                for k in range(1, len(calls) + 1):
                    prepare(tail)
                    code, output = run("entry_and_snapshot.scm", FAULT_CALL=k, FAULT_ERROR=error,
                                       FAULT_COUNT=count)
                    fate = logged()[k - 1]
                    problems = check(k, output, code, count > 1)
                    if fate[2] != error:
                        problems.append("call %d was not failed" % k)
                    if error in ("EINTR", "SHORT") and "refused" in output:
                        problems.append("%s is no reason to refuse" % error)
                    if error in ("ENOSPC", "EIO") and "refused" not in output:
                        problems.append("nobody was told")
                    checks += 1
                    if problems:
                        failures += 1
                        print("FAILED %s at call %d x %d (%s)%s: %s\n%s" % (
                            error, k, count, fate[0], " with a torn tail" if tail else "",
                            "; ".join(problems), output))
    print("%d faults, %d failed" % (checks, failures))
    return 1 if failures or not checks else 0


try:
    sys.exit(main())
finally:
    shutil.rmtree(scratch, ignore_errors=True)
