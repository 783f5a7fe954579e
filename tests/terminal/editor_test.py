"""The line editor, driven key by key through a real terminal by tests/terminal/echo-loop.scm."""

import os
import re
import signal
import time

from terminal import FERMATA, Terminal, check, check_equal, run_tests

LOOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "echo-loop.scm")
MARGIN = len("[echo] In[1]: ")


def start(*arguments, **options):
    terminal = Terminal([FERMATA, "run", LOOP, *arguments], **options)
    terminal.wait_for(r"In\[1\]: $")
    return terminal


def enter(t, text):
    """Type TEXT and Enter, and wait for the answer and the next prompt."""
    now = int(re.findall(r"In\[(\d+)\]: $", t.text(), re.M)[-1])
    t.type(text + "\n")
    t.wait_for(rf"In\[{now + 1}\]: $")


def got(t):
    """What the loop says it got last."""
    return re.findall(r'^got "(.*)"$', t.text(), re.M)[-1]


# -- colours ---------------------------------------------------------------------------------------------------------

def test_colours():
    with start() as t:
        t.type('(note c#4 :q :fermata "la" 3/4 $Out[2]) ; why')
        t.wait_for("why$")
        for word, colour in (("c#4", "cyan"), (":q", "magenta"), (":fermata", "blue"), ('"la"', "green"),
                             ("3/4", "brown"), ("; why", "brightblack"), ("$Out", "cyan")):
            check_equal(f"the colour of {word}", colour, t.colour_of(word))
        check("a known name in front is bold", t.cell(*t.find("note")).bold)


def test_unknown_name_when_finished():
    with start() as t:
        t.type("(nite")
        t.wait_for("nite$")
        check_equal("a word being typed is not judged", "default", t.colour_of("nite"))
        t.type(" x")
        t.wait_for("nite x$")
        check_equal("a finished unknown word is red", "red", t.colour_of("nite"))
        t.key("ctrl-u")
        t.type("(lambda (y) (list y 1))")
        t.wait_for(r"1\)\)$")
        check_equal("a name that is bound here is not unknown", "default", t.colour_of("y 1"))


def test_commands_and_chat():
    with start() as t:
        t.type(":history 3")
        t.wait_for("history 3$")
        check_equal("a command", "magenta", t.colour_of(":history"))
        t.key("ctrl-u")
        t.type("// hello")
        t.wait_for("hello$")
        check_equal("a message", "brown", t.colour_of("// hello"))


def test_matching_bracket():
    with start() as t:
        t.type("(list (list 1))")
        t.wait_for(r"1\)\)$")
        row, _ = t.find("(list (list")
        lit = [column - MARGIN for column in range(MARGIN, MARGIN + 15) if t.cell(row, column).reverse]
        check_equal("the outer pair is lit", [0, 14], lit)
        t.key("left")
        t.key("left")
        t.wait_for(lambda t: t.cell(row, MARGIN + 6).reverse)
        check("the pair at the cursor", t.cell(row, MARGIN + 13).reverse and not t.cell(row, MARGIN).reverse)


def test_no_colour():
    with start("colour") as t:
        enter(t, "(note c4 :q)")
        t.type("(no")
        t.wait_for(lambda t: "(note c4 :q)" in t.screen()[-1])
        check("no colour is sent", not re.search(rb"\x1b\[[0-9;]*[349]\d", bytes(t.log)), bytes(t.log))
        t.key("right")
        t.key("enter")
        t.wait_for(r"In\[3\]: $")
        check_equal("everything else works", "(note c4 :q)", got(t))


def test_dumb_terminal():
    for name in ("dumb", None):
        with start(environment={"TERM": name}) as t:
            t.type("(note c4\n")
            t.type(":q)\n")
            t.wait_for(r"In\[2\]: $")
            check_equal(f"many lines when TERM is {name}", r"(note c4\n:q)", got(t))
            t.key("ctrl-c")
            t.wait_for(r"In\[3\]: $")
            t.type("(chr\t")
            t.wait_for("chromatic $")
            t.key("ctrl-u")
            t.key("ctrl-d")
            t.wait()
            check("not one escape", b"\x1b" not in t.log, bytes(t.log))


# -- suggestions and history -----------------------------------------------------------------------------------------

def test_suggestion():
    with start() as t:
        enter(t, "(note c4 :q)")
        t.type("(no")
        t.wait_for(lambda t: t.screen()[-1].endswith("(note c4 :q)"))
        row, column = t.cursor()
        check_equal("the cursor is where the typed text ends", MARGIN + 3, column)
        check_equal("the suggestion is grey", "brightblack", t.colour_at(row, column))
        t.key("alt-f")
        t.wait_for(lambda t: t.cursor()[1] == MARGIN + 5)
        t.key("end")
        t.wait_for(lambda t: t.cursor()[1] == MARGIN + 12)
        check_equal("taken, it has its colours", "cyan", t.colour_of("c4"))
        t.key("ctrl-c")
        t.wait_for(r"In\[3\]: $")
        t.type("(no")
        t.wait_for(lambda t: t.screen()[-1].endswith(":q)"))
        t.type("\n)\n")
        t.wait_for(r"In\[4\]: $")
        check_equal("a suggestion not taken is not text", r"(no\n  )", got(t))
        check("and it is gone from the screen", "[echo] In[3]: (no\n" in t.text(), t.text())


def test_prefix_search():
    with start() as t:
        for text in ("(chord 1)", "(list 2)", "(chord 3)", "(list 4)"):
            enter(t, text)
        t.type("(ch")
        t.wait_for(lambda t: t.screen()[-1].endswith("(chord 3)"))  # as a suggestion
        t.key("up")
        t.wait_for(lambda t: t.cursor()[1] == MARGIN + 9)
        check("the entry, with the cursor at its end", t.screen()[-1].endswith("(chord 3)"), t.screen())
        t.key("up")
        t.wait_for(r"In\[5\]: \(chord 1\)$")
        t.key("up")
        t.key("down")
        t.wait_for(r"In\[5\]: \(chord 3\)$")
        t.key("down")
        t.wait_for(lambda t: t.cursor()[1] == MARGIN + 3)


def test_history_file():
    with start("history=/tmp/none/none") as t:
        enter(t, "1")
        check_equal("a file that cannot be written disturbs nobody", "1", got(t))
        home = t.home
        path = os.path.join(home, "typed")
    with start("history=" + path, home=home) as t:
        enter(t, "(list 1\n2)")
        enter(t, "(list 3)")
        enter(t, "(list 3)")
        enter(t, " (secret)")
    check_equal("one line each, nothing twice, nothing that begins with a space", ["(list 1\\n  2)", "(list 3)"],
                open(path).read().splitlines())
    with start("history=" + path, home=home) as t:
        t.key("up")
        t.key("up")
        t.key("enter")
        t.wait_for(r"In\[2\]: $")
        check_equal("many lines are one entry, also in the next process", r"(list 1\n  2)", got(t))


def test_reverse_search():
    with start() as t:
        enter(t, "(chord c4)")
        enter(t, "(list 2)")
        t.key("ctrl-r")
        t.type("cho")
        t.wait_for(r"reverse-i-search\)`cho': \(chord c4\)")
        t.key("enter")
        t.wait_for(r"In\[4\]: $")
        check_equal("found and taken", "(chord c4)", got(t))


# -- many lines ------------------------------------------------------------------------------------------------------

def test_many_lines():
    with start() as t:
        t.type("(list\n(list 1\n2)\n")
        t.wait_for(lambda t: t.cursor()[0] == 3)
        check_equal("indented by depth, blanks under the prompt",
                    ["[echo] In[1]: (list", " " * MARGIN + "  (list 1", " " * MARGIN + "    2)"], t.screen()[:3])
        t.key("up")
        t.key("up")
        t.key("end")
        t.type(" c4")
        t.key("down", 2)
        t.key("end")
        t.type("3)\n")
        t.wait_for(r"In\[2\]: $")
        check_equal("edited in the middle", r"(list\n  (list 1 c4\n    2)\n  3)", got(t))
        t.type("(list")
        t.key("alt-enter")
        t.type("1)")
        t.key("alt-enter")
        t.type("2\n")
        t.wait_for(r"In\[3\]: $")
        check_equal("Alt-Enter breaks what is complete", r"(list\n  1)\n2", got(t))


def test_commands_are_complete():
    with start() as t:
        for text in (":load (", "// a (smile", "?note ("):
            enter(t, text)
            check_equal("complete", text, got(t))
        t.type(":preview (list\n1)\n")
        t.wait_for(r"In\[5\]: $")
        check_equal("but not the code of :preview", r":preview (list\n  1)", got(t))


def test_higher_than_the_screen():
    with start(columns=40, rows=8) as t:
        t.paste("(list\n" + "\n".join(str(n) for n in range(30)) + ")")
        t.wait_for(r"29\)$")
        check_equal("the cursor's row is on the screen", ("29)", 7), (t.screen()[-1].strip(), t.cursor()[0]))
        t.key("up", 20)
        t.wait_for(lambda t: t.screen()[0].strip() == "9")
        check_equal("it moves into view", 0, t.cursor()[0])
        t.key("ctrl-c")
        t.wait_for(r"In\[2\]: $")
        numbers = [line.strip() for line in t.scrollback() if re.match(r" +\d+$", line)]
        check_equal("all of it is left behind, each line once", [str(n) for n in range(29)], numbers[-29:])


# -- width -----------------------------------------------------------------------------------------------------------

def test_right_margin():
    with start(columns=30, rows=10) as t:
        for extra in (-1, 0, 1):
            count = 30 - MARGIN + extra
            t.type("x" * count)
            at = MARGIN + count
            t.wait_for(lambda t: t.cursor()[1] == at % 30)
            check_equal(f"{extra} beside the margin", "x" * count, t.text().replace("\n", "")[-count:])
            check_equal("the row of the cursor", at // 30, t.cursor()[0] - t.find("[echo]")[0])
            t.key("left")
            t.wait_for(lambda t: t.cursor()[1] == (at - 1) % 30)
            t.key("ctrl-e")
            t.key("ctrl-u")
            t.wait_for(r"In\[1\]: $")
        t.key("ctrl-d")
        t.wait_for("^end")
        check_equal("nothing is left on the screen", ["[echo] In[1]:", "end"], [l.rstrip() for l in t.screen()])


def test_wide_characters():
    with start(columns=20, rows=8) as t:
        t.type('"e\u0301漢字漢"')
        t.wait_for(lambda t: t.cursor() == (1, 3))
        check_equal("a wide character that does not fit begins the next row", ['[echo] In[1]: "é漢字', '漢"'], t.screen())
        t.key("left", 2)
        t.wait_for(lambda t: t.cursor() == (1, 0))
        t.key("left")
        t.wait_for(lambda t: t.cursor() == (0, 18))
        t.key("left", 2)
        t.wait_for(lambda t: t.cursor() == (0, 15))
        t.key("end")
        t.key("backspace", 2)
        t.type('"\n')
        t.wait_for(r"In\[2\]: $")
        check("whole characters are deleted", '"é漢字\\""' in "".join(t.screen()), t.screen())


def test_resize():
    with start(columns=60, rows=12) as t:
        t.type("(list 1 2 3 4 5 6 7 8 9")
        t.wait_for("9$")
        t.resize(30, 12)
        t.wait_for(lambda t: t.cursor() == (1, 7))
        t.resize(70, 12)
        t.wait_for(lambda t: t.screen() == ["[echo] In[1]: (list 1 2 3 4 5 6 7 8 9"])
        t.type(")\n")
        t.wait_for(r"In\[2\]: $")
        check_equal("the text lives on", "(list 1 2 3 4 5 6 7 8 9)", got(t))


# -- paste -----------------------------------------------------------------------------------------------------------

def test_paste():
    with start() as t:
        check("the terminal is asked to mark pastes", b"\x1b[?2004h" in t.log)
        t.paste("(list 1)\n(list 2)\n")
        t.wait_for(r"2\)$")
        check("not run by itself", "got" not in t.text())
        t.key("enter")
        t.wait_for(r"In\[2\]: $")
        check_equal("one text", r"(list 1)\n(list 2)", got(t))
        t.paste("[echo] In[7]: (list 1\n" + " " * MARGIN + "  2)\nOut[7]: (1 2)")
        t.key("enter")
        t.wait_for(r"In\[3\]: $")
        check_equal("of our own screen, only what was typed", r"(list 1\n  2)", got(t))
        t.paste("")
        t.type("9\n")
        t.wait_for(r"In\[4\]: $")
        check_equal("an empty paste", "9", got(t))


def test_paste_in_pieces():
    with start() as t:
        for piece in (b"\x1b", b"[20", b"0~(list 1\r", b"2)\x1b[2", b"01", b"~\r"):
            os.write(t.fd, piece)
            t.settle(0.1)
        t.wait_for(r"In\[2\]: $")
        check_equal("marks cut in two", r"(list 1\n2)", got(t))
        os.write(t.fd, b"\x1b[200~never ended")
        t.settle(0.1)
        t.key("ctrl-c")
        t.wait_for(r"In\[3\]: $")
        enter(t, "3")
        check_equal("Ctrl-C ends a paste that does not", "3", got(t))


def test_paste_into_a_search():
    with start() as t:
        t.key("ctrl-r")
        t.wait_for("reverse")
        t.paste("(list 1\n2)")
        t.key("enter")
        t.wait_for(r"In\[2\]: $")
        check_equal("the search is over", r"(list 1\n2)", got(t))


def test_paste_of_a_thousand_lines():
    with start() as t:
        lines = [f"  (note c4 :q \"line {n}\")" for n in range(1000)]
        begin = time.monotonic()
        t.paste("(list\n" + "\n".join(lines) + ")")
        t.wait_for(lambda t: "line 999" in t.text())
        took = time.monotonic() - begin
        check("quick", took < 5, f"{took:.2f} s")
        t.key("ctrl-c")
        t.wait_for(r"In\[2\]: $")
        t.type("1\n")
        t.wait_for(r"In\[3\]: $")
        check_equal("and dropped as one", "1", got(t))


# -- completion ------------------------------------------------------------------------------------------------------

def test_completion():
    with start() as t:
        t.type("(no\t")
        t.wait_for(r"In\[1\]: \(note $")
        t.key("ctrl-u")
        t.type("(c\t")
        t.wait_for(r"^church-mode  what church-mode is, in one line$")
        check_equal("what all have in common, and the list in columns",
                    ["[echo] In[1]: (ch", "chord        what chord is, in one line"], t.screen()[:2])
        check_equal("the docs are grey", "brightblack", t.colour_of("what chord"))
        t.key("tab")
        t.settle()
        check("a second Tab keeps the list", "what chord is" in t.text())
        t.type("u")
        t.wait_for(lambda t: len(t.screen()) == 1)
        t.key("tab")
        t.wait_for(r"\(church-mode $")
        t.key("ctrl-u")
        t.type("many\t")
        t.wait_for(r"^\.\.\. and 33 more$")
        check_equal("a third of the screen", 9, len(t.screen()))
        t.key("ctrl-u")
        t.type('"chr\t')
        t.wait_for(r'"chromatic"$')


# -- signals ---------------------------------------------------------------------------------------------------------

def test_ctrl_c_and_ctrl_d():
    with start() as t:
        t.type("(list 1")
        t.key("ctrl-c")
        t.wait_for(r"\(list 1\^C\ndropped\n\[echo\] In\[2\]: $")
        t.key("ctrl-r")
        t.key("ctrl-c")
        t.wait_for(r"In\[3\]: $")
        t.type("1")
        t.key("ctrl-d")
        t.type("\n")
        t.wait_for(r"In\[4\]: $")
        check_equal("Ctrl-D in a text does not end", "1", got(t))
        t.key("ctrl-d")
        check_equal("at an empty prompt it does", 0, t.wait())
        check_equal("the paste marks are off", b"\x1b[?2004l", t.log[t.log.rindex(b"\x1b[?2004"):][:8])


def test_ctrl_c_in_the_middle_of_keys():
    with start() as t:
        for number, keys in enumerate(("\x1b", "\x1b[", "\x1b3", "\x12abc", "\x18"), 2):
            t.type(keys)
            t.settle(0.1)
            t.key("ctrl-c")
            t.wait_for(rf"In\[{number}\]: $")
        enter(t, "7")
        check_equal("the next key is a key again", "7", got(t))


def test_interrupt_of_an_evaluation():
    with start() as t:
        t.type(":run\n")
        t.wait_for("^running")
        check_equal("the terminal is its own again", {"echo": True, "canonical": True, "signals": True}, t.modes())
        t.key("ctrl-c")
        t.wait_for(r"stopped\n\[echo\] In\[2\]: $")
        t.type("(list")
        t.signal(signal.SIGINT)
        t.wait_for(r"^interrupt from outside\n\[echo\] In\[2\]: \(list$")
        t.type(" 1)\n")
        t.wait_for(r"In\[3\]: $")
        check_equal("the text was not touched, nothing was raised", "(list 1)", got(t))


def test_asked_to_end():
    for number, word in ((signal.SIGTERM, "terminate"), (signal.SIGHUP, "hangup")):
        with start() as t:
            t.type("(half")
            t.wait_for("half$")
            t.signal(number)
            check_equal(f"{word} at the prompt", 3, t.wait())
        with start() as t:
            t.type(":run\n")
            t.wait_for("^running")
            t.signal(number)
            check_equal(f"{word} during an evaluation", 3, t.wait())
            check("which was interrupted first", "stopped\n" in t.text() and word in t.text(), t.text())


def test_exit_restores_the_terminal():
    with Terminal(["bash", "--norc", "-i"], environment={"PS1": "$ "}) as t:
        t.wait_for(r"^\$ $")
        t.type(f"stty -a > before; {FERMATA_PATH} run {LOOP}; echo left $?; stty -a > after; cmp before after && echo same\n")
        t.wait_for(r"In\[1\]: $")
        t.type(":quit\n")
        t.wait_for(r"^left 7$")
        t.wait_for(r"^same$")


def test_suspend():
    with Terminal(["bash", "--norc", "-i"], environment={"PS1": "$ "}) as t:
        t.wait_for(r"^\$ $")
        t.type(f"{FERMATA_PATH} run {LOOP}\n")
        t.wait_for(r"In\[1\]: $")
        t.type("(list 1")
        t.wait_for("list 1$")
        t.key("ctrl-z")
        t.wait_for(r"Stopped")
        t.type("echo between\n")
        t.wait_for(r"^between")
        t.type("fg\n")
        t.wait_for(r"\[echo\] In\[1\]: \(list 1$")
        t.type(" 2)\n")
        t.wait_for(r"In\[2\]: $")
        check_equal("it goes on where it was", "(list 1 2)", got(t))


# -- readline's own --------------------------------------------------------------------------------------------------

def test_readline_keys():
    with start() as t:
        t.type("(list one two)")
        t.key("ctrl-w")
        t.key("ctrl-y")
        t.key("ctrl-y")
        t.wait_for(r"two\)two\)$")
        t.key("ctrl-_")
        t.wait_for(r"\(list one two\)$")
        t.key("ctrl-a")
        t.key("ctrl-k")
        t.wait_for(r"In\[1\]: $")
        t.key("ctrl-y")
        t.key("enter")
        t.wait_for(r"In\[2\]: $")
        check_equal("kill, yank and undo", "(list one two)", got(t))


def test_vi_mode():
    inputrc = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"inputrc-{os.getpid()}")
    with open(inputrc, "w") as file:
        file.write("set editing-mode vi\n")
    try:
        with start(environment={"INPUTRC": inputrc}) as t:
            t.type("(list 1 2)")
            t.key("escape")
            t.type("0xi[")
            t.key("escape")
            t.type("A]")
            t.key("left")
            t.key("backspace")
            t.key("enter")
            t.wait_for(r"In\[2\]: $")
            check_equal("vi's keys, and arrows beside them", "[list 1 2]", got(t))
    finally:
        os.remove(inputrc)


def test_typed_ahead():
    with start() as t:
        t.type("1\n(list\n2)\n3\n")
        t.wait_for(r"In\[4\]: $")
        check_equal("nothing is lost", ["1", r"(list\n  2)", "3"], re.findall(r'^got "(.*)"$', t.text(), re.M))


FERMATA_PATH = os.path.abspath(FERMATA)
run_tests(globals())
