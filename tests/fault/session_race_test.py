#!/usr/bin/env python3
"""Eight whole programs race for one session: exactly one writes it, the others are told which process
that is, and work in sessions of their own or only look. When the writer is killed, the next who asks
has the session at once, with all that was acknowledged."""

import os
import re
import shutil
import sys
import tempfile
import time

from program import Program, gapless, journal, run, sessions

scratch = tempfile.mkdtemp(prefix="session-race-", dir=os.environ.get("FERMATA_SCRATCH"))
home = os.path.join(scratch, "home")
shared = os.path.join(home, "sessions", "shared")
problems = []


def expect(what, right, *details):
    if not right:
        problems.append(what)
        print("FAILED %s:" % what, *details)


def start(arguments):
    """Eight programs; each says its process in what it types."""
    racers = [Program(home, *arguments) for _ in range(8)]
    for racer in racers:
        racer.type("(list 'writer %d)" % racer.process.pid)
    return racers


def writers(directory):
    """The racers that wrote into the session in DIRECTORY, as its journal has them."""
    results = [entry.get("result") or "" for entry in journal(directory)]
    return [int(pid) for text in results for pid in re.findall(r"^\(writer (\d+)\)$", text)]


def holder_told(racer):
    """The process that RACER was told of as the holder of the session."""
    told = re.search(r"session shared is open in another Fermata \(pid (\d+)\)", racer.said)
    return int(told.group(1)) if told else None


def race_by_name(number):
    """All ask for the session by name: who cannot have it ends, or may look."""
    racers = start(("--session", "shared"))
    answers = [racer.wait_for(r"Out\[\d+\]: |^hint: ") for racer in racers]
    winners = [racer for racer, answer in zip(racers, answers) if "Out" in answer.group(0)]
    losers = [racer for racer in racers if racer not in winners]
    expect("one writer", len(winners) == 1, len(winners))
    for loser in losers:
        code = loser.end()
        expect("a loser ends with 1", code == 1, code, loser.said)
        expect("a loser is told who", holder_told(loser) == winners[0].process.pid, loser.said)
    code, said = run(home, "(list 'looking)", "(note c4 :q)",
                     arguments=("--session", "shared", "--read-only"))
    expect("others may look", "(looking)" in said and "read-only" in said, code, said)
    return winners


def race_by_habit(number):
    """All resume the last session: who cannot have it works in another."""
    with open(os.path.join(home, "last-session"), "w") as file:
        file.write("shared")
    racers = start(())
    for racer in racers:
        racer.wait_for(r"Out\[\d+\]: \(writer %d\)$" % racer.process.pid)
    mine = [racer for racer in racers if racer.process.pid in writers(shared)]
    expect("one writer", len(mine) == 1, writers(shared))
    pids = {racer.process.pid for racer in racers}
    written = [pid for _, directory in sessions(home) for pid in set(writers(directory)) & pids]
    expect("each writes one session", sorted(written) == sorted(pids), written)
    told = [holder_told(racer) for racer in racers if racer not in mine]
    # Who starts late finds the name of another racer's session.
    expect("losers are told who", set(told) - {None} == {mine[0].process.pid}, told)
    for racer in racers:
        if racer not in mine:
            expect("told of some session", "is open in another Fermata (pid " in racer.said, racer.said)
            racer.end()
    return mine


def take_over(holder):
    holder.type("(define kept %d)" % holder.process.pid, "kept")
    holder.wait_for(r"Out\[\d+\]: %d$" % holder.process.pid)
    holder.kill()
    begun = time.monotonic()
    next = Program(home, "--session", "shared")
    answer = next.ask("kept")
    expect("taken over", answer.endswith(": %d" % holder.process.pid), next.said)
    expect("said so", "shared was not closed" in next.said, next.said)
    expect("an ordinary end", next.end() == 0, next.said)
    return time.monotonic() - begun


def main():
    run(home, "(note c4 :q)", arguments=("--new", "shared"))
    slowest = 0
    for number in range(5):
        winners = (race_by_habit if number % 2 else race_by_name)(number)
        if problems:
            for racer in winners:
                racer.kill()
            break
        slowest = max(slowest, take_over(winners[0]))
        expect("no gap", all(gapless(journal(directory)) for _, directory in sessions(home)))
    print("%d races, slowest take-over %.2f s, %d failed" % (number + 1, slowest, len(problems)))
    return 1 if problems else 0


try:
    sys.exit(main())
finally:
    shutil.rmtree(scratch, ignore_errors=True)
