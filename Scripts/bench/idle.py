"""How often the window's main thread wakes up while nobody does anything, with a person open, in front and behind: line 21,
and Scripts/try-idle.py.

A thread that waits gives up the processor of its own will, and the system counts how often: every wake-up ends so. Unlike
strace's list of calls it needs no right to trace, takes no time from the program, and counts a wake-up once, however many
calls it makes.
"""
import os
import pathlib
import sys
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../../Tests/PointAndClick")
from desk import Desk, Server

REST = 10  # seconds until a scene has come to rest and what was drawn last is written


def waits(process):
    """How often each thread has begun to wait, by its number."""
    return {int(task.name): int((task / "status").read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
            for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir()}


def wake_ups(build, seconds):
    """Where the window is, the wake-ups of its main thread in so many seconds, and those of all other threads."""
    with Server(build) as server, Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace",
                                       "--show-own") as desk:
        desk.says("150 people downloaded")
        for name, place in (("in front", (700, 600)), ("behind", (1270, 890))):
            desk.move_mouse(*place)
            time.sleep(REST)
            before = waits(desk.process)
            time.sleep(seconds)
            more = {task: count - before.get(task, 0) for task, count in waits(desk.process).items()}
            yield name, more.pop(desk.process.pid), sum(more.values())


if __name__ == "__main__":
    from common import BUILD, note, say

    for name, main, others in wake_ups(str(BUILD), 60):
        say(21, float(main))
        note(21, f"{name}: {main} wake-ups of the main thread, {others} of others in 60 s")
