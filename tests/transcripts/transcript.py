"""A transcript: a file that reads like a terminal, and the playing of it against the real program.

    # a remark
    % size 60x20                          directives, see Player.directives
    [session-1] In[2]: (+ 1 2)            what stands after a prompt is typed, with Enter;
    Out[2]: 3                             all below, up to the next step, must be on the screen
    $ fermata send "look at bar 3"        a line for the shell; what it prints is below
    < (no<Tab>                            keys without Enter, and a picture: everything from the last prompt to the
    [session-1] In[3]: (note              end of the screen, up to a blank line here; ~ is a blank line there

In a Markdown document the ```console blocks together are one transcript. Times, process numbers and directories are
masked, blanks at the ends of lines are nothing. A step is over when the screen is as the file says, so nothing waits
for a fixed time.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
os.environ.setdefault("FERMATA", os.path.join(ROOT, "build", "fermata"))
sys.path.insert(0, os.path.join(ROOT, "tests", "terminal"))
from terminal import FERMATA, PATIENCE, Terminal, Timeout  # noqa: E402

PROMPT = re.compile(r"^(\[[^]]+\] In\[\d+\]: ?|sh\$ ?)(.*)$")
LIVE = re.compile(PROMPT.pattern + r"|^\(reverse-i-search\)")
STEP = re.compile(r"^([%$<]) (.*)$")
KEY = re.compile(r"<(C-.|M-.|[A-Z][A-Za-z-]+)>")
STARTS = ("fermata", "make run")  # shell lines that begin the program in the terminal

MASKS = (
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "YYYY-MM-DDTHH:MM:SS.mmmZ"),
    (r"\b\d{4}-\d\d-\d\d\b", "YYYY-MM-DD"),
    (r"\b\d\d:\d\d:\d\d\b", "HH:MM:SS"),
    (r"(?<=YYYY-MM-DD )\d\d:\d\d\b", "HH:MM"),
    (r"\bpid \d+\b", "pid N"),
    (r'"message_id":"[^"]*"', '"message_id":"ID"'),
    (r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "UUID"),
    (r"\b\d+(\.\d+)? (ms|s|µs)\b", "N ms"),
    (r"\b\d+(\.\d+)? [kMGT]B (free|allocated)\b", r"N MB \2"),
    (r"(?<=\.html: )\d+(\.\d+)? kB", "N kB"),
    (r"\.torn-\w+", ".torn-TIME"),
    (r"\.rejected-[\w.-]+Z", ".rejected-TIME"),
    (r"^(Fermata) \d+\.\d+\.\d+", r"\1 VERSION"),
)


class Step:
    """One thing that is done, and what must then be seen. `before` are the lines of the file that lead to it."""

    def __init__(self, kind, text, before):
        self.kind, self.text, self.before = kind, text, before  # kind: typed % $ <
        self.body = []  # for a directive: the lines that begin with |
        self.expected = []


def parse(path):
    """Return the steps of the transcript at PATH, and the lines after the last one."""
    lines = open(path, encoding="utf-8").read().split("\n")
    if path.endswith(".md"):
        return parse_document(lines)
    return parse_lines(lines, [])


def parse_document(lines):
    steps, before, inside, played = [], [], False, []
    for line in lines:
        if inside and line == "```":
            inside = False
            more, rest = parse_lines(played, before)
            steps += more
            before = rest + [line]
        elif inside:
            played.append(line)
        else:
            before.append(line)
            if line == "```console":
                inside, played = True, []
    return steps, before


def parse_lines(lines, before):
    steps, before, at = [], list(before), 0
    while at < len(lines):
        step = begin_step(lines[at], before)
        if not step:
            before.append(lines[at])
            at += 1
            continue
        at = take_input(step, lines, at + 1)
        at = take_expected(step, lines, at)
        steps.append(step)
        before = []
    return steps, before


def begin_step(line, before):
    mark, prompt = STEP.match(line), PROMPT.match(line)
    if mark:
        return Step(mark[1], mark[2], before)
    if prompt and prompt[2].strip():
        step = Step("typed", prompt[2], before)
        step.expected.append(line)
        return step
    return None


def take_input(step, lines, at):
    """Give STEP the further lines of its input; return where they end."""
    while step.kind == "%" and at < len(lines) and re.match(r"\|( |$)", lines[at]):
        step.body.append(lines[at][2:])
        at += 1
    while step.kind == "typed" and unfinished(step.text) and at < len(lines) and lines[at].startswith("  "):
        step.text += "\n" + lines[at].strip()
        step.expected.append(lines[at])
        at += 1
    return at


def take_expected(step, lines, at):
    """Give STEP the lines that must be seen; return where they end."""
    while at < len(lines) and not ends_step(step, lines[at]):
        step.expected.append(lines[at])
        at += 1
    while step.expected and not step.expected[-1].strip():
        step.expected.pop()
        at -= 1
    return at


def ends_step(step, line):
    if re.match(r"[%$<] |# ", line):
        return True
    if is_picture(step):
        return not line.strip()
    prompt = PROMPT.match(line)
    if not prompt or not prompt[2].strip():
        return False
    # After a message, the line that was typed is shown again under its final number.
    return not (prompt[2] == step.text and any(line.startswith("<< ") for line in step.expected))


def is_picture(step):
    return step.kind == "<" or (step.kind == "%" and step.text.split()[0] in ("resize", "paste", "signal"))


def unfinished(text):
    """Whether TEXT has an open bracket or quote, so that Enter goes on to the next line."""
    code = re.sub(r"^:(preview|time|notebook music \S+) ", "", text)
    if re.match(r":|//|\?", code):
        return False
    bare = re.sub(r'"(\\.|[^"\\])*"|;.*|#\\.', "", code)
    return '"' in bare or bare.count("(") + bare.count("[") > bare.count(")") + bare.count("]")


def size_of(text):
    return tuple(int(number) for number in text.split("x"))


def shortened(lines):
    """LINES, or the first and the last of very many."""
    return lines if len(lines) <= 100 else lines[:5] + [f"... {len(lines) - 10} lines ..."] + lines[-5:]


class Player:
    """Plays steps in one home directory, in one terminal or several."""

    def __init__(self, document=False, recording=False):
        self.recording = recording  # what is expected does not matter
        self.home = tempfile.mkdtemp(prefix="transcript-")
        self.document = document
        self.size, self.environment = (100, 60), {"PAGER": "cat"}
        self.terminals, self.name = {}, "1"
        self.marks = {}  # for each terminal: how many of its lines are done with
        os.mkdir(os.path.join(self.home, "build"))
        os.symlink(os.path.abspath(FERMATA), os.path.join(self.home, "build", "fermata"))
        os.symlink(os.path.join(ROOT, "examples"), os.path.join(self.home, "examples"))

    def close(self):
        for terminal in self.terminals.values():
            terminal.close()
        shutil.rmtree(self.home, ignore_errors=True)

    @property
    def terminal(self):
        if self.name not in self.terminals:
            self.start([])
        return self.terminals[self.name]

    def start(self, arguments, command=None):
        """Start the program in this terminal, or COMMAND, and wait for its prompt."""
        self.leave()
        terminal = Terminal(command or [FERMATA, *arguments], *self.size, environment=self.program_environment(),
                            home=self.home, cwd=self.home)
        self.terminals[self.name] = terminal
        self.marks[self.name] = 0
        self.wait(self.at_prompt)
        return self.new_lines()

    def leave(self):
        """End what runs in this terminal, as a user does."""
        terminal = self.terminals.pop(self.name, None)
        if terminal:
            if not terminal.ended:
                terminal.key("ctrl-d")
                terminal.wait()
            terminal.close()

    def program_environment(self):
        path = os.path.join(self.home, "build") + ":" + os.environ["PATH"]
        return {"PATH": path, "PS1": "sh$ ", "PID": str(self.pid()), **self.environment}

    def pid(self):
        return self.terminals[self.name].pid if self.name in self.terminals else ""

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, step):
        """Do STEP; return the lines that are seen."""
        if step.kind == "typed":
            seen = self.typed(step)
        elif step.kind == "<":
            seen = self.keys(step)
        elif step.kind == "$":
            seen = self.start([]) if step.text.strip() in STARTS else self.shell(step.text)
        else:
            word, _, rest = step.text.partition(" ")
            seen = self.directives[word](self, rest, step) or []
        return [line.rstrip() for line in seen]

    def typed(self, step):
        terminal = self.terminal
        first, *rest = step.text.split("\n")
        terminal.type(first)
        for line in rest:
            terminal.key("enter")
            terminal.type(line)
        shown = rest[-1] if rest else first
        self.wait(lambda t: t.text().replace("\n", "").rstrip().endswith(shown.rstrip()) or self.no_echo(t))
        begin = len(terminal.log)
        terminal.key("enter")
        self.wait(lambda t: t.log.find(b"\n", begin) >= 0 and self.at_prompt(t))
        return self.new_lines()

    def no_echo(self, terminal):
        """A suggestion may stand behind what was typed."""
        row, column = terminal.cursor()
        return terminal.cell(row, column).fg == "brightblack"

    def keys(self, step):
        self.send(step.text)
        return self.picture(step)

    def send(self, text):
        terminal, at = self.terminal, 0
        for found in KEY.finditer(text):
            terminal.type(text[at:found.start()])
            self.press(found[1])
            at = found.end()
        terminal.type(text[at:])

    def press(self, name):
        name = re.sub("^C-", "ctrl-", re.sub("^M-", "alt-", name))
        self.terminal.key(name if len(name) == 1 else name[:5].lower() + name[5:] if "-" in name else name.lower())

    def picture(self, step):
        """Wait until the terminal shows what STEP expects, or nothing moves; return what it shows."""
        wanted = [self.masked(line) for line in step.expected]
        if wanted and not self.recording:
            self.wait(lambda t: [self.masked(l) for l in self.shown_lines()] == wanted, give_up=False)
        else:
            self.terminal.settle(0.4)
        lines = self.shown_lines()
        self.marks[self.name] = self.last_prompt()
        return lines

    def shell(self, command):
        done = subprocess.run(["sh", "-c", command], cwd=self.home, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                              env=self.shell_environment())
        lines = done.stdout.rstrip("\n").split("\n") if done.stdout else []
        return lines + ([f"exit {done.returncode}"] if done.returncode and not self.document else [])

    def shell_environment(self):
        return {"HOME": self.home, "FERMATA_HOME": os.path.join(self.home, "fermata"), "LANG": "C.UTF-8",
                **self.program_environment()}

    # -- the lines of the terminal -----------------------------------------------------------------------------------

    def wait(self, what, give_up=True):
        try:
            self.terminal.wait_for(what, PATIENCE if give_up else min(PATIENCE, 5))
        except Timeout:
            if give_up and not (self.terminal.ended and what(self.terminal)):
                raise

    def at_prompt(self, terminal):
        """Whether the program waits at an empty prompt, or has ended."""
        lines = terminal.screen()
        prompt = PROMPT.match(lines[-1]) if lines else None
        return terminal.ended or (prompt and not prompt[2] and terminal.cursor()[1] == len(lines[-1]))

    def new_lines(self):
        """What was shown since the last prompt, without the new prompt; the next step begins at that."""
        terminal = self.terminal
        lines = terminal.scrollback()
        begin = min(self.marks[self.name], len(lines))
        if terminal.ended:
            self.marks[self.name] = len(lines)
            return lines[begin:] + self.exit_line()
        self.marks[self.name] = len(lines) - 1
        return lines[begin:-1]

    def shown_lines(self):
        lines = self.terminal.scrollback()
        begin = self.marks[self.name]
        if begin is None or begin >= len(lines):  # the screen has another size, or was cleared
            begin = self.last_prompt()
        ended = self.exit_line() if self.terminal.ended else []
        return shortened([line if line.strip() else "~" for line in lines[begin:]]) + ended

    def exit_line(self):
        return [] if self.document else [f"exit {self.terminal.wait()}"]

    def last_prompt(self):
        lines = self.terminal.scrollback()
        return max((n for n, line in enumerate(lines) if LIVE.match(line)), default=len(lines))

    def masked(self, line):
        """LINE without what differs from one run to the next."""
        line = line.replace(self.home, "HOME").rstrip()
        for pattern, mask in MASKS:
            line = re.sub(pattern, mask, line)
        return line

    # -- directives --------------------------------------------------------------------------------------------------

    def directive_size(self, text, step):
        """% size 60x20: the window of programs started from now on."""
        self.size = size_of(text)

    def directive_resize(self, text, step):
        """% resize 60x20: the window while the program runs; the picture begins at the last prompt."""
        self.terminal.resize(*size_of(text))
        self.marks[self.name] = None
        return self.picture(step)

    def directive_env(self, text, step):
        """% env NAME=VALUE: for programs started from now on; NAME alone removes it."""
        name, equals, value = text.partition("=")
        self.environment[name] = value if equals else None

    def directive_file(self, text, step):
        """% file PATH, and its lines below, each after a bar."""
        path = os.path.join(self.home, text)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in step.body))

    def directive_start(self, text, step):
        """% start ARGUMENTS: the program, again; what it says before the prompt is below."""
        return self.start(shlex.split(text))

    def directive_run(self, text, step):
        """% run COMMAND: something else in the terminal."""
        return self.start([], ["sh", "-c", "exec " + text])

    def directive_terminal(self, text, step):
        """% terminal NAME: what follows is done in that terminal."""
        self.name = text

    def directive_paste(self, text, step):
        """% paste COMMAND: what the shell command prints is pasted; or the lines below, each after a bar."""
        self.terminal.paste("\n".join(self.shell(text) if text else step.body))
        return self.picture(step)

    def directive_kill(self, text, step):
        """% kill: the program dies as if the power went."""
        self.terminal.signal(signal.SIGKILL)
        return [f"exit {self.terminal.wait()}"]

    def directive_signal(self, text, step):
        """% signal TERM: the program gets that signal."""
        self.terminal.signal(getattr(signal, "SIG" + text))
        return self.picture(step)

    def directive_colour(self, text, step):
        """% colour NAME TEXT: what the last TEXT on the screen looks like, else its colour is below."""
        name, _, words = text.partition(" ")
        seen = self.terminal.colour_of(words)
        return [] if seen == name else [f"but it is {seen}"]

    def directive_escapes(self, text, step):
        """% escapes none: not one escape sequence has been sent."""
        return ["but there are some"] if b"\x1b" in self.terminal.log else []

    directives = {name[10:]: value for name, value in list(locals().items()) if name.startswith("directive_")}
