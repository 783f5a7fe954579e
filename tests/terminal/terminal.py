"""A program in a terminal: a real pty on one side, a screen that tests can look at on the other.

    from terminal import Terminal, check, finish

    with Terminal([FERMATA], columns=80, rows=24) as t:
        t.wait_for(r"In\\[1\\]: $")
        t.type("(note c4 :q)")
        t.key("enter")
        t.wait_for(r"Out\\[1\\]: ")
        check("the note comes back", "(note c4 :q)" in t.text())
    finish()

What is waited for is a regular expression searched in the lines of the screen (see `screen`; joined by newlines, `^` and
`$` match at each line), or a function of the terminal. Nothing here sleeps for a fixed time:
a test waits for what must be seen, and fails with a picture of the screen when it does not come.
"""

import atexit
import errno
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

try:
    import pyte
except ImportError:
    print("the Debian package python3-pyte is not installed")
    sys.exit(77)

# Some versions of pyte call the bright colours by the names of the others.
_COLOURS = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
pyte.graphics.FG_AIXTERM.update({90 + n: "bright" + name for n, name in enumerate(_COLOURS)})
pyte.graphics.BG_AIXTERM.update({100 + n: "bright" + name for n, name in enumerate(_COLOURS)})

FERMATA = os.environ.get("FERMATA") or "build/fermata"
PATIENCE = float(os.environ.get("TERMINAL_PATIENCE", "20"))  # seconds; machines are shared

KEYS = {
    "enter": "\r", "tab": "\t", "escape": "\x1b", "backspace": "\x7f", "delete": "\x1b[3~",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[H", "end": "\x1b[F", "page-up": "\x1b[5~", "page-down": "\x1b[6~",
    "alt-enter": "\x1b\r",
}


class Timeout(AssertionError):
    """What was waited for did not come; the message holds the screen."""


class Terminal:
    """A program that runs in a pty of `columns` by `rows`, and the screen it has painted.

    `environment` is added to a clean one (TERM=xterm-256color, LANG=C.UTF-8, a HOME and a FERMATA_HOME of its own that
    are removed at the end, no NO_COLOR); a value of None removes a variable. `home` keeps a directory given by the test,
    for starting a second program on what the first one left.
    """

    def __init__(self, command, columns=80, rows=24, environment=None, home=None, cwd=None):
        self.columns, self.rows = columns, rows
        self._screen = pyte.HistoryScreen(columns, rows, history=10000, ratio=0.5)
        self._screen.write_process_input = lambda text: self._write(text.encode())
        self._stream = pyte.ByteStream(self._screen)
        self.log = bytearray()  # every byte the program has written
        self.home = home or _scratch()
        self.ended = False  # whether the program has closed its side
        self.status = None  # after wait(): exit code, or minus the signal
        self._start(command, self._environment(environment or {}), cwd)

    def _environment(self, changes):
        values = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": self.home,
                  "FERMATA_HOME": os.path.join(self.home, "fermata"), "INPUTRC": "/dev/null"}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
            if name in os.environ:
                values[name] = os.environ[name]
        values.update(changes)
        return {name: value for name, value in values.items() if value is not None}

    def _start(self, command, environment, cwd):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                # The size is set before the program can ask for it.
                _set_size(0, self.columns, self.rows)
                if cwd:
                    os.chdir(cwd)
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        _set_size(self.fd, self.columns, self.rows)

    # -- what a person does --------------------------------------------------------------------------------------

    def type(self, text):
        """Type TEXT, each character a key. Newlines are typed as Enter."""
        self._write(text.replace("\n", "\r").encode())

    def key(self, name, times=1):
        """Press a key: a name of KEYS, `ctrl-x`, `alt-x`, or a single character."""
        self._write(_key(name).encode() * times)

    def paste(self, text):
        """Paste TEXT as a terminal with bracketed paste does: newlines arrive as carriage returns."""
        self._write(b"\x1b[200~" + text.replace("\n", "\r").encode() + b"\x1b[201~")

    def resize(self, columns, rows):
        """Change the size of the window; the program gets SIGWINCH."""
        self.update()
        self.columns, self.rows = columns, rows
        self._screen.resize(rows, columns)
        _set_size(self.fd, columns, rows)

    def signal(self, number):
        """Send the signal NUMBER to the program."""
        os.kill(self.pid, number)

    # -- what a person sees --------------------------------------------------------------------------------------

    def screen(self):
        """The lines of the screen without trailing blanks, except those before the cursor: a prompt ends as it ends.
        Blank lines at the end are left off."""
        self.update()
        lines = [line.rstrip() for line in self._screen.display]
        row, column = self.cursor()
        before = "".join(self._screen.buffer[row][at].data for at in range(column))
        # After a resize the cursor is outside until the program has painted.
        if row < len(lines) and lines[row] == before.rstrip():
            lines[row] = before
        while lines and not lines[-1].strip():
            lines.pop()
        return lines

    def text(self):
        """The screen as one string."""
        return "\n".join(self.screen())

    def scrollback(self):
        """Everything that was ever on the screen: the lines that have scrolled away, then the screen."""
        self.update()
        gone = ["".join(row[column].data for column in range(self.columns)).rstrip()
                for row in self._screen.history.top]
        return gone + self.screen()

    def cursor(self):
        """(ROW, COLUMN) of the cursor, from 0."""
        self.update()
        # A terminal that has just filled the last column keeps the cursor on it; pyte says one further.
        return self._screen.cursor.y, min(self._screen.cursor.x, self.columns - 1)

    def colour_at(self, row, column):
        """The foreground colour of a cell: `default`, `red`, `brightblack` ..."""
        return self.cell(row, column).fg

    def cell(self, row, column):
        """One cell as pyte gives it: data, fg, bg, bold, underscore, reverse."""
        self.update()
        return self._screen.buffer[row][column]

    def find(self, text):
        """(ROW, COLUMN) of the last place where TEXT stands on the screen. Wide characters take two columns."""
        self.update()
        for row in range(self.rows - 1, -1, -1):
            cells = [self._screen.buffer[row][column].data for column in range(self.columns)]
            at = "".join(cells).rfind(text)
            if at >= 0:
                return row, _column_of(cells, at)
        raise AssertionError(f"{text!r} is not on the screen:\n{self.picture()}")

    def colour_of(self, text):
        """The foreground colour of the first character of TEXT where it stands last on the screen."""
        return self.colour_at(*self.find(text))

    def picture(self):
        """The screen with a frame and the cursor's place, for messages."""
        row, column = self.cursor()
        bar = "+" + "-" * self.columns + "+"
        body = [f"|{line:<{self.columns}}|" for line in self._screen.display]
        return "\n".join([bar, *body, bar, f"cursor at row {row}, column {column}"])

    # -- waiting -------------------------------------------------------------------------------------------------

    def wait_for(self, what, timeout=PATIENCE):
        """Read until WHAT, a regular expression or a function of this terminal, is found; return what it gave."""
        seek = (lambda _: re.search(what, "\n".join(self.screen()), re.M)) if isinstance(what, str) else what
        deadline = time.monotonic() + timeout
        while True:
            self.update()
            taken_in = len(self.log)
            found = seek(self)
            if found:
                return found
            if len(self.log) > taken_in:  # while it was looked for; look again
                continue
            left = deadline - time.monotonic()
            if left <= 0 or not self._read(left):
                why = "the program has ended" if self.ended else f"{timeout:g} s have passed"
                raise Timeout(f"waited for {what!r}, but {why}:\n{self.picture()}")

    def settle(self, quiet=0.15, timeout=PATIENCE):
        """Read until nothing has come for QUIET seconds: only where there is nothing to wait for."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline and self._read(quiet):
            pass

    def update(self):
        """Take in what the program has already written."""
        while self._read(0):
            pass

    def wait(self, timeout=PATIENCE):
        """Wait for the program's end; return its exit code, or minus the signal that ended it."""
        deadline = time.monotonic() + timeout
        while self.status is None:
            self._read(0.02)
            self._reap()
            if time.monotonic() > deadline:
                raise Timeout(f"the program has not ended in {timeout:g} s:\n{self.picture()}")
        self.update()
        return self.status

    def leave(self):
        """Wait for the prompt, press Ctrl-D there (typed ahead, line mode swallows it); return the exit code."""
        self.wait_for(r"In\[\d+\]: \s*\Z")
        self.key("ctrl-d")
        return self.wait()

    # -- the terminal itself -------------------------------------------------------------------------------------

    def modes(self):
        """The modes of the terminal, by name: echo, canonical, signals."""
        local = termios.tcgetattr(self.fd)[3]
        return {"echo": bool(local & termios.ECHO), "canonical": bool(local & termios.ICANON),
                "signals": bool(local & termios.ISIG)}

    def settings(self):
        """All of the terminal's settings, for comparing before and after."""
        return termios.tcgetattr(self.fd)

    def close(self):
        """End the program, if it has not ended, and the terminal."""
        if self.status is None:
            for number in (signal.SIGHUP, signal.SIGCONT, signal.SIGKILL):
                try:
                    os.kill(self.pid, number)
                except ProcessLookupError:
                    break
            _, status = os.waitpid(self.pid, 0)
            self.status = os.waitstatus_to_exitcode(status)
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _write(self, data):
        # What the program answers is read meanwhile, or both would wait for each other.
        while data:
            _, writable, _ = select.select([], [self.fd], [], 0.05)
            if writable:
                data = data[os.write(self.fd, data[:1024]):]
            self.update()

    def _read(self, timeout):
        """Take in one piece of output; False when none came in time or there will be no more."""
        if self.fd < 0 or not select.select([self.fd], [], [], max(0, timeout))[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError as problem:  # how Linux says that the other side is closed
            if problem.errno != errno.EIO:
                raise
            data = b""
        self.ended = not data
        self.log += data
        self._stream.feed(data)
        return bool(data)

    def _reap(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)


def _key(name):
    if name in KEYS:
        return KEYS[name]
    if name.startswith("ctrl-"):
        return chr(ord(name[5:].upper()) ^ 0x40)
    if name.startswith("alt-"):
        return "\x1b" + _key(name[4:])
    if len(name) == 1:
        return name
    raise KeyError(f"no key is called {name}")


def _column_of(cells, at):
    passed = 0
    for column, cell in enumerate(cells):
        if passed >= at and cell:
            return column
        passed += len(cell)
    return len(cells)


def _set_size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def _scratch():
    directory = tempfile.mkdtemp(prefix="terminal-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return directory


# -- checks: a file of tests says what must be, goes on after a failure, and ends with finish() ----------------------

_checks = 0
_failures = 0


def check(what, holds, *seen):
    """Count one check; print WHAT and what was SEEN when it does not hold."""
    global _checks, _failures
    _checks += 1
    if not holds:
        _failures += 1
        print(f"FAIL: {what}", *(f"  seen: {value}" for value in seen), sep="\n")


def check_equal(what, expected, seen):
    """Check that SEEN is EXPECTED."""
    check(what, expected == seen, f"{seen!r}\n  expected: {expected!r}")


def run_tests(names):
    """Run every function of NAMES (give it globals()) whose name begins with test_; an exception is its failure."""
    global _failures
    wanted = sys.argv[1:]
    for name, test in list(names.items()):
        if not name.startswith("test_") or (wanted and name not in wanted):
            continue
        try:
            test()
        except Exception as problem:
            _failures += 1
            print(f"FAIL: {name}: {type(problem).__name__}: {problem}")
    finish()


def finish():
    """Say how it went and exit."""
    print(f"{_checks} checks, {_failures} failures")
    sys.exit(1 if _failures else 0)
