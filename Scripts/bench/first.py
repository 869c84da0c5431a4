"""Lines 9 and 20: the first frame of the window with 100,000 people, beside that with one person; and from the start of
the program to the first frame with rows, with 1,000 people, beside an empty GTK window."""
import os
import subprocess
import sys
import time

from common import BUILD, ROUNDS, WORK, Process, compiled, sandbox, say
from window import directory


def first_frame(*command):
    """Milliseconds from just before the program is started until it says that its first frame is painted."""
    started = {**os.environ, "DUKE_DIRECTORY_STARTED": str(time.time())}
    with Process(*command, log="window.log", stdout=subprocess.PIPE, env=started) as program:
        return next(float(line.split()[-1]) for line in program.process.stdout if line.startswith(b"first frame ms"))


def ours(count):
    return first_frame(BUILD / "duke-directory", "--sandbox", sandbox(count), "--measure", "z")


def seen():
    """The same from outside: until the place of the list has more than one color."""
    before = time.monotonic()
    with directory(1000) as (_, keys):
        keys.do("shown")
        return (time.monotonic() - before) * 1000


def line_9():
    for count in (1, 100_000):
        ours(count)
    for _ in range(ROUNDS):
        say(9, ours(100_000), ours(1))


def line_20():
    empty = compiled("empty", library="gtk4")
    first_frame(empty), ours(1000), seen()
    for _ in range(ROUNDS * 3):
        say(20, ours(1000), first_frame(empty))
        say("20-seen", seen())


globals()[f"line_{sys.argv[1]}"]()
