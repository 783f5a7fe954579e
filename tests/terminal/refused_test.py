#!/usr/bin/env python3
"""A disk that refuses, as it is seen at the prompt: nothing changes, the prompt says `not saved` for
as long as that lasts, and the program says what to do where it cannot even start."""

import os
import pwd
import subprocess
import tempfile

from terminal import Terminal, check, check_equal, run_tests

FERMATA = os.environ["FERMATA"]
SHIM = os.path.join(os.environ["FERMATA_BUILD"], "libfault_shim.so")


class Disk:
    """A home on a disk that refuses with ERROR while it is `full`."""

    def __init__(self, error):
        self.home = tempfile.mkdtemp(prefix="refused-", dir=os.environ.get("FERMATA_SCRATCH"))
        self.switch = os.path.join(self.home, "full")
        self.environment = {"LD_PRELOAD": SHIM, "FAULT_ROOT": os.path.join(self.home, "fermata"),
                            "FAULT_WHILE": self.switch, "FAULT_ERROR": error,
                            # A sanitizer wants to be loaded first, but need not be.
                            "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0"}

    def refuse(self):
        open(self.switch, "w").close()

    def accept(self):
        os.remove(self.switch)

    def terminal(self, *arguments):
        return Terminal([FERMATA, *arguments], columns=200, home=self.home, environment=self.environment)


def piped(lines, **environment):
    """Run the program on LINES in ENVIRONMENT alone; return its exit code and all it said."""
    values = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment}
    done = subprocess.run([FERMATA], input=lines, env=values, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def test_not_saved_while_the_disk_is_full():
    disk = Disk("ENOSPC")
    with disk.terminal("--new", "piece") as t:
        t.wait_for(r"\[piece\] In\[2\]: $")
        t.type("(note c4 :q)\n")
        t.wait_for(r"\[piece\] In\[3\]: $")
        disk.refuse()
        t.type("(begin (define x 5) (note d4 :q))\n")
        t.wait_for(r"Err\[3\]: .*not stored, and nothing was changed")
        t.wait_for(r"\[piece not saved\] In\[3\]: $")
        t.type("\n")
        t.wait_for(r"\[piece not saved\] In\[3\]: ?\n\[piece not saved\] In\[3\]: $")
        t.type(":session save\n")
        t.wait_for(r":session save\n(.*\n)+\[piece not saved\] In\[3\]: $")
        disk.accept()
        t.type("(current-score)\n")
        t.wait_for(r"\[piece\] In\[4\]: $")
        check("the last acknowledged score", '(measure (note c4 :q))' in t.text(), t.picture())
        check("the disk was said to be full", "No space left" in t.text(), t.picture())
        t.type("x\n")
        t.wait_for(r"Err\[4\]: ")
        t.type("(note e4 :q)\n")
        t.wait_for(r"Out\[5\]: \(note e4 :q\)")
        check_equal("an ordinary end", 0, t.leave())


def test_leaving_while_the_disk_is_full():
    disk = Disk("ENOSPC")
    with disk.terminal("--new", "piece") as t:
        t.wait_for(r"\[piece\] In\[2\]: $")
        t.type("(note c4 :q)\n")
        t.wait_for(r"\[piece\] In\[3\]: $")
        disk.refuse()
        check_equal("an ordinary end", 0, t.leave())
        check("said", "piece could not be saved" in t.text(), t.picture())
        check("and what is kept", "its journal has everything" in t.text(), t.picture())
    disk.accept()
    with disk.terminal() as t:
        t.wait_for(r"\[piece\] In\[\d\]: $")
        t.type("(current-score)\n")
        t.wait_for(r"\(measure \(note c4 :q\)\)")


def test_a_read_only_home():
    disk = Disk("EROFS")
    disk.refuse()
    code, said = piped("(+ 1 2)\n", FERMATA_HOME=disk.environment["FAULT_ROOT"], **disk.environment)
    check_equal("there is nothing to open: a problem with files", 3, code)
    check("what to do", "hint: FERMATA_HOME names another directory" in said, said)
    disk.accept()
    with disk.terminal("--new", "piece") as t:
        t.wait_for(r"\[piece\] In\[2\]: $")
        t.type("(note c4 :q)\n")
        t.wait_for(r"In\[3\]: $")
        t.key("ctrl-d")
        t.wait()
    disk.refuse()
    with disk.terminal() as t:
        t.wait_for(r"piece is open read-only")
        t.wait_for(r"\[piece read-only\] In\[3\]: $")
        check("why", "Read-only file system" in t.text(), t.picture())
        t.type("(current-score)\n")
        t.wait_for(r"\(measure \(note c4 :q\)\)")
        t.type("(note d4 :q)\n")
        t.wait_for(r"nothing was changed: this session is open read-only")
        check_equal("an ordinary end", 0, t.leave())


def test_homes_that_are_none():
    directory = tempfile.mkdtemp(prefix="nowhere-", dir=os.environ.get("FERMATA_SCRATCH"))
    path = os.path.join(directory, "file")
    open(path, "w").close()
    for environment in ({"FERMATA_HOME": path}, {"HOME": path}):
        code, said = piped("(+ 1 2)\n", **environment)
        check_equal(f"{environment} is no directory", 3, code)
        check("what to do", "hint: FERMATA_HOME names another directory" in said, said)
    for environment in ({}, {"HOME": ""}, {"HOME": "", "FERMATA_HOME": ""}):
        values = {"PATH": os.environ["PATH"], **environment}
        said = subprocess.run([FERMATA, "eval", "((@ (fermata home) fermata-home))"], env=values,
                              capture_output=True, text=True).stdout
        check_equal("without HOME, that of the user",
                    '"%s/.fermata"' % pwd.getpwuid(os.getuid()).pw_dir, said.strip())


run_tests(globals())
