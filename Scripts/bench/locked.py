"""Line 27: the time that the window's main loop is blocked when a person becomes a favorite while another program
locks the database for five seconds."""
import os
import pathlib
import sqlite3
import sys
import time

from common import BUILD, HERE, ROUNDS, WORK, print_round, sandbox, wrapped

sys.path.insert(0, f"{HERE}/../../Tests/PointAndClick")
from driver import App

SECONDS = 5


def stalls():
    """The times that the main loop was blocked, in milliseconds."""
    return [float(line.split()[-1]) for line in log.read_text().splitlines() if "stall ms" in line]


os.environ["DUKE_DIRECTORY_STALLS"] = "1"
log = WORK / "stalls-locked.txt"
people = pathlib.Path(sandbox(1000))
with App(
        wrapped(f'"{BUILD}/duke-directory" "$@" 2>"{log}"'), "--collection", "people", sandbox=str(people)) as app:
    app.keys("Down")
    app.keys("Return")
    for _ in range(ROUNDS):
        time.sleep(2)
        earlier = len(stalls())
        other = sqlite3.connect(people / "directory.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        app.keys("ctrl+b")
        time.sleep(SECONDS)
        other.execute("ROLLBACK")
        other.close()
        time.sleep(2)
        print_round(27, max(stalls()[earlier:], default=0.0))
