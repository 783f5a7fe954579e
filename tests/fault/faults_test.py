#!/usr/bin/env python3
"""Each write-like system call of "one entry + snapshot" fails in turn, once or until the end, with
ENOSPC, EIO, EINTR, a short write, and a disk that fills in the middle of a write. What was acknowledged is there afterwards, what was refused is
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
        # A sanitizer wants to be loaded first, but need not be.
        environment["ASAN_OPTIONS"] = "detect_leaks=0:verify_asan_link_order=0"
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


def listed(numbers):
    return "(" + " ".join(str(number) for number in numbers) + ")"


def acknowledged(output, what):
    return [int(n) for n in re.findall(r"^did \(%s (\d+)\)$" % what, output, re.M)]


def check(output, code, lasting):
    """Return how the disk differs from what OUTPUT acknowledged. LASTING: it refused to the end."""
    problems = ["the program failed"] if code != 0 else []
    entries = [1, 2, 3] + acknowledged(output, "entry")
    snapshots = [3] + acknowledged(output, "snapshot")
    code, stored = run("read_back.scm")
    if code != 0:
        return problems + ["reading back failed: " + stored]
    before, snapshot, after = stored.splitlines()
    # A disk that refuses to the end refuses to be cut back too: one whole entry may be there that
    # was not acknowledged.
    allowed = [entries, entries + [entries[-1] + 1]] if lasting else [entries]
    if before not in [listed(numbers) for numbers in allowed]:
        problems.append("entries %s, acknowledged %s" % (before, entries))
    if after != listed(range(1, len(before.split()) + 2)):
        problems.append("after one more append: " + after)
    # When only the directory could not be synced, the new file is there though it was refused.
    renamed = "sync the directory" in output
    if snapshot != '"%d"' % snapshots[-1] and not renamed:
        problems.append("snapshot %s, acknowledged %d" % (snapshot, snapshots[-1]))
    if not lasting:
        if "changed (entry" in output or ("changed (snapshot" in output and not renamed):
            problems.append("what was refused left something behind")
        if len(entries) != 5 or snapshots[-1] != 5:
            problems.append("the session did not go on")
        if [name for name in os.listdir(root) if re.search(r"ferm\.", name)]:
            problems.append("a temporary file was left behind")
    return problems


def schedules(calls):
    """Every (ERROR, CALL, COUNT) to try."""
    for k in range(1, len(calls) + 1):
        for error in ("ENOSPC", "EIO", "EINTR", "SHORT"):
            yield error, k, 1
        yield "ENOSPC", k, 1000
        yield "EIO", k, 1000
        if calls[k - 1][0] == "write":
            yield "FULL", k, 2


def try_fault(tail, error, k, count):
    prepare(tail)
    code, output = run("entry_and_snapshot.scm", FAULT_CALL=k, FAULT_ERROR=error, FAULT_COUNT=count)
    problems = check(output, code, count == 1000)
    call, _, fate = logged()[k - 1]
    if fate != error:
        problems.append("the call was not failed")
    if error in ("EINTR", "SHORT") and "refused" in output:
        problems.append("that is no reason to refuse")
    if error in ("ENOSPC", "EIO", "FULL") and "refused" not in output:
        problems.append("nobody was told")
    if problems:
        print("FAILED %s at call %d (%s) x %d%s: %s\n%s" % (
            error, k, call, count, " with a torn tail" if tail else "", "; ".join(problems), output))
    return not problems


def main():
    results = []
    for tail in ("", '{"index":4,"timest'):
        prepare(tail)
        run("entry_and_snapshot.scm", FAULT_CALL=0)
        calls = logged()
        seen = {call[0] for call in calls}
        if not {"write", "fdatasync", "fsync", "rename", "mkostemp"} <= seen:
            print("the shim saw only", sorted(seen))
            return 1
        results += [try_fault(tail, *schedule) for schedule in schedules(calls)]
    print("%d faults, %d failed" % (len(results), results.count(False)))
    return 0 if results and all(results) else 1


try:
    sys.exit(main())
finally:
    shutil.rmtree(scratch, ignore_errors=True)
