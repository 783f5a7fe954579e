"""Commands as a user meets them: typed into the real program, read from its screen."""

import os
import re
import stat
import tempfile

from terminal import FERMATA, Terminal, check, check_equal, run_tests


def start(**options):
    environment = {"PAGER": "cat", "EDITOR": None, "VISUAL": None}
    environment.update(options.pop("environment", {}))
    terminal = Terminal([FERMATA], environment=environment, **options)
    terminal.wait_for(r"In\[\d+\]: $")
    return terminal


def waiting(t):
    """The number of the prompt that waits at the end of the screen, or None."""
    found = re.search(r"In\[(\d+)\]: ?\Z", t.text())
    return int(found[1]) if found else None


def enter(t, text, *shown):
    """Type TEXT and Enter, wait for the next prompt, and check that each of SHOWN is on the screen."""
    before = t.wait_for(waiting)
    t.type(text + "\n")
    t.wait_for(lambda t: (waiting(t) or 0) > before)
    for part in shown:
        check(f"{text} shows {part}", part in t.text())


def program(home, name, body):
    """Make a shell script NAME in the directory HOME; return its path."""
    path = os.path.join(home, name)
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + body)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


# -- the score -------------------------------------------------------------------------------------------------------

def test_score_undo_diff():
    with start(rows=40) as t:
        enter(t, "(list (note c4 :q) (note d4 :q) (note e4 :h))", "+ P1 m1")
        enter(t, "(note f4 :w)", "+ P1 m2")
        enter(t, ":score", "| c4:q d4:q e4:h | f4:w")
        enter(t, ":measures 2 --source", "(measure (note f4 :w))")
        enter(t, ":undo", "took back entry", "- (measure (note f4 :w))")
        enter(t, ":redo", "made again entry", "+ (measure (note f4 :w))")
        enter(t, ":diff", "P1 m2")
        enter(t, ":entry off", "entry: on -> off")
        enter(t, ":preview (set-key! d :major)", "would change")
        enter(t, ":time (+ 40 2)", "of which")


# -- mistakes --------------------------------------------------------------------------------------------------------

def test_mistakes_are_pointed_at():
    with start() as t:
        enter(t, ":histroy 3", "there is no command :histroy", "did you mean :history ?")
        row, column = t.find("^^^^^^^^")
        check_equal("the carets stand below the word", t.find(":histroy 3")[0] < row, True)
        check_equal("in red", "red", t.colour_of("^^^^^^^^"))
        enter(t, ":history --sinse 3m", "did you mean --since ?")
        enter(t, ":session swich x", "did you mean :session switch ?")


# -- sessions --------------------------------------------------------------------------------------------------------

def test_sessions():
    with start(rows=40) as t:
        enter(t, "(note c4 :w)")
        t.type(":session new Waltz\n")
        t.wait_for(r"\[waltz\] In\[\d+\]: $")
        enter(t, ":session list", "* waltz", "session-1")
        enter(t, ":session tag slow", "tags: none -> slow")
        t.type(":session switch session-1\n")
        t.wait_for(r"\[session-1\] In\[\d+\]: $")
        enter(t, ":session info", "measures   1")
        enter(t, ":session close waltz", "closed waltz")
        enter(t, ":session delete waltz", "deleted waltz")


# -- settings --------------------------------------------------------------------------------------------------------

def test_colours_follow_the_setting():
    with start() as t:
        t.type("c4 ")
        t.wait_for("c4 $|c4$")
        check_equal("coloured", "cyan", t.colour_of("c4"))
        t.key("ctrl-c")
        t.wait_for(r"In\[\d+\]: $")
        enter(t, ":set colour off", "colour: auto -> off")
        t.type("d4 ")
        t.wait_for("d4")
        check_equal("plain", "default", t.colour_of("d4"))


# -- the editor and the pager ----------------------------------------------------------------------------------------

def test_edit():
    with tempfile.TemporaryDirectory() as home:
        editor = program(home, "editor", "printf '(note g4 :w)\\n' > \"$1\"\n")
        with start(environment={"EDITOR": editor}, home=home) as t:
            t.type(":edit\n")
            index = t.wait_for(r"Out\[(\d+)\]: \(note g4 :w\)")[1]
            check("the text is shown as typed", f"In[{index}]: (note g4 :w)" in t.text())
            t.type(":quit\n")
            t.wait()
        with start(environment={"EDITOR": "true"}, home=home) as t:
            enter(t, ":edit", "nothing was written")
            enter(t, ":edit " + index, "nothing was changed")
            t.type(":quit\n")
            t.wait()
        with start(environment={"EDITOR": "false"}, home=home) as t:
            enter(t, ":edit", "the editor false failed")


def test_pager():
    with tempfile.TemporaryDirectory() as home:
        pager = program(home, "pager", "echo PAGED; head -3; echo END\n")
        check_pager(pager, home)


def check_pager(pager, home):
    with start(environment={"PAGER": pager}, rows=20, home=home) as t:
        enter(t, ":help", "PAGED", "What to type", "END")
        enter(t, "?note", "(note PITCH")
        check("what fits is not paged", t.text().count("PAGED") <= 1)
        enter(t, ":set pager off")
        enter(t, ":help", "syntax")


# -- help, completion, leaving ---------------------------------------------------------------------------------------

def test_completion():
    with start() as t:
        t.type(":session s")
        t.key("tab")
        t.wait_for("save")
        t.wait_for("Write a snapshot")
        check("with its sister", "switch" in t.text())
        t.key("ctrl-c")
        t.wait_for(r"In\[\d+\]: $")
        t.type("(transpose-d")
        t.key("tab")
        t.wait_for(r"\(transpose-diatonic")


def test_own_command():
    with start() as t:
        enter(t, '(define-command (salute whom) :doc "Salute WHOM." (string-append "hail " whom))')
        enter(t, ":salute Clara", "hail Clara")
        enter(t, ":salut Clara", "did you mean :salute ?")
        enter(t, ":help salute", ":salute WHOM", "Salute WHOM.")
        t.type(":sal")
        t.key("tab")
        t.wait_for(":salute")
        t.key("ctrl-c")
        t.wait_for(waiting)
        t.type(":quit\n")
        t.wait()
        check_equal("left well", 0, t.status)
    with start(home=t.home) as t:
        enter(t, ":salute Robert", "hail Robert")


def test_clear_and_quit():
    with start() as t:
        enter(t, "(+ 40 2)", "42")
        t.type(":clear\n")
        t.wait_for(lambda t: "42" not in "\n".join(t.screen()))
        t.type(":q\n")
        t.wait()
        check_equal("the exit code", 0, t.status)


run_tests(globals())
