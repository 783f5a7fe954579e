#!/usr/bin/env python3
"""Text from anywhere -- messages, names, results, errors, files, an edited journal, what is pasted --
never steers the terminal: of control sequences only our own reach it. Bytes that are no text are
refused with a sentence, and nothing is lost."""

import glob
import json
import os
import subprocess

from terminal import Terminal, check, check_equal, run_tests

FERMATA = os.environ["FERMATA"]
EVIL = "\x1b]0;title\x07\x1b[2J\x1b[5n\x1b[8mhidden\x1b]52;c;QUJD\x07\u009b2J"
SEQUENCES = [b"\x1b]", b"\x1b[2J", b"\x1b[5n", b"\x1b[8m", b"\x07", b"\xc2\x9b", b"\x00"]


def check_clean(what, t):
    t.settle(0.1)
    check_equal(f"{what}: nothing steers the terminal", [],
                [sequence for sequence in SEQUENCES if sequence in bytes(t.log)])


def send(home, *arguments):
    return subprocess.run([FERMATA, "send", *arguments], capture_output=True,
                          env=dict(os.environ, FERMATA_HOME=os.path.join(home, "fermata"))).returncode


def test_messages_and_names():
    with Terminal([FERMATA, "--new", "na" + EVIL + "me"]) as t:
        t.wait_for(r"In\[2\]: $")
        check_equal("sent", 0, send(t.home, "--as", "who" + EVIL, "look " + EVIL + " here"))
        t.type("1\n")
        t.wait_for(r"Out\[3\]: 1")
        check("the message is shown", "look" in t.text() and "here" in t.text(), t.picture())
        for index, line in enumerate((":session list", ":session info", ":session", ":history"), 4):
            t.type(line + "\n")
            t.wait_for(rf"In\[{index + 1}\]: $")
        t.type(":session switch \t")
        check_clean("a message and a name", t)


def test_results_errors_and_files():
    evil = "".join(rf"\x{ord(c):x};" if ord(c) < 32 or ord(c) > 126 else c for c in EVIL)
    with Terminal([FERMATA], environment={"PAGER": "cat"}) as t:
        t.wait_for(r"In\[2\]: $")
        lines = [f'(string->symbol "{evil}")', f'(list "{evil}")', f'(error "{evil}")',
                 f'(throw (quote x) (string->symbol "{evil}"))', f'(load "{evil}.scm")', ":history",
                 ":env", f'(define (f) "{evil}")', f'(note c4 :q :lyric "{evil}")', ":score",
                 f'(raise (string->symbol "{evil}"))', ":history --errors", ":history --json"]
        for index, line in enumerate(lines, 2):
            t.type(line + "\n")
            t.wait_for(rf"In\[{index + 1}\]: $")
        check_clean("results", t)


def test_an_edited_journal():
    with Terminal([FERMATA]) as t:
        t.wait_for(r"In\[2\]: $")
        t.type("1\n")
        t.wait_for(r"In\[3\]: $")
        t.key("ctrl-d")
        t.wait()
        home = t.home
    path, = glob.glob(os.path.join(home, "fermata/sessions/*/history.jsonl"))
    with open(path) as file:
        entries = [json.loads(line) for line in file]
    entries[1].update(input=EVIL, parsed=EVIL, result=EVIL, output=EVIL)
    entries.append({"index": 3, "timestamp": EVIL, "kind": "AiMessage", "content": EVIL, "client": EVIL})
    entries.append({"index": 4, "timestamp": EVIL, "kind": EVIL, "event": EVIL})
    with open(path, "w") as file:
        file.writelines(json.dumps(entry) + "\n" for entry in entries)
    os.makedirs(os.path.join(home, "fermata/sessions/e\x1b[2Jvil"))
    open(os.path.join(home, "fermata/sessions/e\x1b[2Jvil/meta.json"), "w").close()
    with Terminal([FERMATA], home=home) as t:
        index = int(t.wait_for(r"In\[(\d+)\]: $").group(1))
        for line in (":history", ":session list", "$Out[2]", "(list $Out[2])"):
            t.type(line + "\n")
            index += 1
            t.wait_for(rf"In\[{index}\]: $")
        check_clean("an edited journal", t)


def test_bytes_that_are_no_text():
    with Terminal([FERMATA]) as t:
        t.wait_for(r"In\[2\]: $")
        for garbage in (b"\x1b[200~(list \"a\x00b\x1b[2Jc\")\x1b[201~\r", b"\xff\xfe(+ 1 1)\r", b"\x00\x00\r",
                        b"\x1b[200~\xc3(\xed\xa0\x80\x1b[201~\r", b'"\xc2\x9b2J"\r',
                        b'\x1b[200~(list "\xc2\x9b2J\x07\xc2\x9d0;x\xc2\x9c")\x1b[201~\r'):
            t._write(garbage)
            t.settle(0.1)
        t.key("ctrl-c")
        t.type("(+ 20 22)\n")
        t.wait_for(r"Out\[\d+\]: 42")
        check_clean("bytes", t)
        path, = glob.glob(os.path.join(t.home, "fermata/sessions/*/history.jsonl"))
        stored = [json.loads(line) for line in open(path, "rb")]
        check_equal("numbers", list(range(1, len(stored) + 1)), [entry["index"] for entry in stored])


def test_a_very_long_line():
    with Terminal([FERMATA]) as t:
        t.wait_for(r"In\[2\]: $")
        t.paste('(string-length "' + "x" * 100000 + '")')
        t.key("enter")
        t.wait_for(r"Out\[2\]: 100000", timeout=60)


run_tests(globals())
