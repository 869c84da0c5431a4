"""Lines 9 and 20: the time to the window's first frame with 10,000 and 100,000 people, with one person as the
reference; and to the first frame with rows, with 1,000 people, with an empty GTK window as the reference."""
import contextlib
import os
import subprocess
import sys
import time

from common import BUILD, ROUNDS, Process, compiled, print_round, sandbox
from window import Keys, directory

ROWS = (212, 140, 352, 600)
CORNER = (0, 0, 300, 300)
EMPTY = compiled("empty", library="gtk4")


def first_frame(*command):
    """Milliseconds from just before the start of the program until it prints that its first frame is painted."""
    started = {**os.environ, "DUKE_DIRECTORY_STARTED": str(time.time())}
    with Process(*command, log="window.log", stdout=subprocess.PIPE, env=started) as program:
        return next(float(line.split()[-1]) for line in program.process.stdout if line.startswith(b"first frame ms"))


def ours(count):
    return first_frame(BUILD / "duke-directory", "--sandbox", sandbox(count), "--measure", "z")


def first_drawn(window):
    """Milliseconds until the region of the rows, or the corner of an empty window, has more than one color."""
    before = time.monotonic()
    with window as (_, keys):
        keys.do("shown")
        return (time.monotonic() - before) * 1000


@contextlib.contextmanager
def empty_window():
    with Process(EMPTY, log="window.log") as program, Keys(program, CORNER) as keys:
        yield program, keys


def line_9():
    sizes = (10_000, 100_000)
    for count in (1, *sizes):
        ours(count)
    for _ in range(ROUNDS):
        for count in sizes:
            print_round(f"9-{count}", ours(count), ours(1))


def line_20():
    sandbox(1000)
    # The first round fills the caches.
    for number in range(ROUNDS * 3 + 1):
        printed = ours(1000), first_frame(EMPTY)
        by_pixels = first_drawn(directory(1000, ROWS)), first_drawn(empty_window())
        if number:
            print_round(20, *printed)
            print_round("20-seen", *by_pixels)


globals()[f"line_{sys.argv[1]}"]()
