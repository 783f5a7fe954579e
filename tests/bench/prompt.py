"""From the start of the program to its first prompt, in a pty: with an empty session, and with 100,000 entries."""

import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

program = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))


def to_prompt(home):
    """Milliseconds until the prompt is on the screen; the program is then left."""
    start = time.monotonic()
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(program, [program], {**os.environ, "FERMATA_HOME": home, "TERM": "xterm", "LANG": "C.UTF-8"})
    seen = b""
    while b"In[" not in seen:
        select.select([fd], [], [], 10)
        seen += os.read(fd, 4096)
    took = (time.monotonic() - start) * 1000
    os.write(fd, b"\x04")
    try:
        while os.read(fd, 4096):
            pass
    except OSError:
        pass
    os.waitpid(pid, 0)
    os.close(fd)
    return took


homes = {"empty": tempfile.mkdtemp(), "long": tempfile.mkdtemp()}
try:
    subprocess.run([program, "run", os.path.join(here, "long-session.scm")], check=True,
                   env={**os.environ, "FERMATA_HOME": homes["long"]})
    to_prompt(homes["empty"])
    runs = {name: [] for name in homes}
    for _ in range(20):
        for name, home in homes.items():
            runs[name].append(to_prompt(home))
    empty, long = min(runs["empty"]), min(runs["long"])
    print(f"start to first prompt: empty session {empty:.1f} ms, 100,000 entries {long:.1f} ms, ratio {long / empty:.2f}")
finally:
    for home in homes.values():
        shutil.rmtree(home)
