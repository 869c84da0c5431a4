"""Shows how often the window wakes up while nobody does anything: with a person open, in front and behind, a minute
each, by strace. The main thread must not wake up at all; Swift's libdispatch looks after its own threads once a second
on one of them, which no program can turn off.

Usage: Scripts/headless.sh /usr/bin/python3 Scripts/try-idle.py BUILD-FOLDER [SECONDS]
"""

import collections
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../Tests/PointAndClick")
from desk import Desk, Server

REST = 10  # seconds until a scene has come to rest and what was drawn last is written


def calls(process, seconds):
    """The system calls in so many seconds, by thread."""
    with tempfile.NamedTemporaryFile() as log:
        tracer = subprocess.Popen(
            ["strace", "-f", "-q", "-o", log.name, "-p", str(process.pid)], stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        tracer.send_signal(signal.SIGINT)
        tracer.wait()
        with open(log.name, encoding="utf-8", errors="replace") as lines:
            made = [line for line in lines if "resumed" not in line and "unfinished" not in line and "(" in line]
    return collections.Counter(int(line.split()[0]) for line in made if "detached" not in line)


def idle(build, seconds):
    quiet = True
    with Server(build) as server, Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace",
                                       "--show-own") as desk:
        desk.says("150 people downloaded")
        for name, place in (("in front", (700, 600)), ("behind", (1270, 890))):
            desk.move_mouse(*place)
            time.sleep(REST)
            by_thread = calls(desk.process, seconds)
            main = by_thread.pop(desk.process.pid, 0)
            print(f"{name}: {main} system calls of the main thread in {seconds} s, {dict(by_thread)} of others", flush=True)
            # A look of libdispatch is four calls.
            quiet = quiet and main <= 1 and sum(by_thread.values()) <= 5 * (seconds + 1)
    return quiet


sys.exit(0 if idle(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60) else 1)
