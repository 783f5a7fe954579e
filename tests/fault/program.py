"""The program with its standard input and output as pipes, and what it left in its home."""

import glob
import json
import os
import re
import select
import subprocess
import time

FERMATA = os.environ["FERMATA"]
SHIM = os.path.join(os.environ["FERMATA_BUILD"], "libfault_shim.so")


class Program:
    """One run of the prompt on pipes; what it says on either output is in `said`."""

    def __init__(self, home, *arguments, **environment):
        values = dict(os.environ, FERMATA_HOME=home, NO_COLOR="1", **environment)
        self.process = subprocess.Popen([FERMATA, *arguments], env=values, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
        self.said = ""

    def type(self, *lines):
        """Type LINES, unless the program has ended already."""
        try:
            self.process.stdin.write(("\n".join(lines) + "\n").encode())
        except BrokenPipeError:
            pass

    def listen(self, seconds):
        """Take in what is said within SECONDS; False once there will be no more."""
        if not select.select([self.process.stdout], [], [], max(0, seconds))[0]:
            return True
        data = os.read(self.process.stdout.fileno(), 65536)
        self.said += data.decode(errors="replace")
        return bool(data)

    def wait_for(self, pattern, seconds=20):
        """Listen until PATTERN is said after what was waited for before; return the match."""
        start, deadline = getattr(self, "heard", 0), time.monotonic() + seconds
        while True:
            found = re.compile(pattern, re.M).search(self.said, start)
            if found:
                self.heard = found.end()
                return found
            if time.monotonic() > deadline or not self.listen(deadline - time.monotonic()):
                raise AssertionError("waited for %r after:\n%s" % (pattern, self.said[-1500:]))

    def ask(self, line, pattern=r"^(?:Out|Err)\[\d+\]: .*$"):
        """Type LINE and return what it is answered."""
        self.type(line)
        return self.wait_for(pattern).group(0)

    def end(self):
        """Close the input and return the exit code."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        while self.listen(20):
            pass
        return self.gone()

    def kill(self, number=9):
        self.process.send_signal(number)
        while self.listen(20):
            pass
        return self.gone()

    def gone(self):
        code = self.process.wait(20)
        self.process.stdin.close()
        self.process.stdout.close()
        return code


def run(home, *lines, arguments=(), **environment):
    """Type LINES into a program of its own; return the exit code and what it said."""
    program = Program(home, *arguments, **environment)
    program.type(*lines)
    code = program.end()
    return code, program.said


def journal(directory):
    """The entries of the session in DIRECTORY; a torn last line is none."""
    path = os.path.join(directory, "history.jsonl")
    if not os.path.exists(path):
        return []
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    return [json.loads(line) for line in lines[:-1]]


def sessions(home):
    """(ID, DIRECTORY) of every session that has a timeline."""
    paths = glob.glob(os.path.join(home, "sessions", "*", "history.jsonl"))
    return [(os.path.basename(os.path.dirname(path)), os.path.dirname(path))
            for path in sorted(paths) if os.path.getsize(path) > 0]


def gapless(entries):
    return [entry["index"] for entry in entries] == list(range(1, len(entries) + 1))


def steps_of(entries):
    """What ENTRIES make of an empty session, by a model of our own: notes, sections and remarks of the
    notebook are appended, :undo and :redo go back and forth. A list of (KIND, TEXT)."""
    steps, undone = [], []
    for entry in entries:
        typed = entry.get("input", entry.get("raw", ""))
        step = (re.fullmatch(r"\((note) (\S+) :q\)", typed)
                or re.fullmatch(r":notebook (new-section) (\S+)", typed)
                or re.fullmatch(r":notebook (append) 1 (\S+)", typed))
        if entry.get("error"):
            continue
        if step:
            steps, undone = steps + [step.groups()], []
        elif typed == ":undo" and steps:
            undone.append(steps.pop())
        elif typed == ":redo" and undone:
            steps.append(undone.pop())
    return steps


def texts_of(steps, kind):
    """The texts of those STEPS that are of KIND: note, new-section or append."""
    return [text for step, text in steps if step == kind]


def notes_of(entries):
    """The notes that ENTRIES make of an empty score."""
    return texts_of(steps_of(entries), "note")


def notebook_of(directory):
    """(TITLES, REMARKS) of the notebook that is stored in DIRECTORY."""
    with open(os.path.join(directory, "notebook.json"), encoding="utf-8") as file:
        sections = json.load(file)["notebook"]["sections"]
    return ([section["title"] for section in sections],
            [block["text"] for section in sections for block in section["blocks"]])


def notes_in(text):
    """The notes that stand in source TEXT, in order."""
    return re.findall(r"\(note (\S+) :q\)", text)
