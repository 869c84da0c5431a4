"""Counts the wake-ups of the window's main thread without user input, with a person open, in front and behind: line 21,
and Scripts/try-idle.py.

Every wake-up ends with a voluntary context switch, which the kernel counts. Unlike strace this needs no permission to
trace, does not slow the program, and counts a wake-up once regardless of its system calls.
"""
import os
import pathlib
import sys
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../../Tests/PointAndClick")
from driver import App, Server

IDLE_DELAY = 10  # seconds until animations and pending writes have ended


def context_switches(process):
    """The voluntary context switches of each thread, by its ID."""
    return {int(task.name): int((task / "status").read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
            for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir()}


def wake_ups(build, seconds):
    """The window's position, the wake-ups of its main thread in `seconds`, and those of all other threads."""
    with Server(build) as server, App(build, "--server", server.address, "--netid", "demo", "--download", "replace",
                                      "--show-own") as app:
        app.shows("150 people downloaded")
        for name, position in (("in front", (700, 600)), ("behind", (1270, 890))):
            app.move_mouse(*position)
            time.sleep(IDLE_DELAY)
            before = context_switches(app.process)
            time.sleep(seconds)
            added = {task: count - before.get(task, 0) for task, count in context_switches(app.process).items()}
            yield name, added.pop(app.process.pid), sum(added.values())


if __name__ == "__main__":
    from common import BUILD, note, print_round

    for name, main, others in wake_ups(str(BUILD), 60):
        print_round(21, float(main))
        note(21, f"{name}: {main} wake-ups of the main thread, {others} of others in 60 s")
