"""Line 27: how long the main loop of the window is held while a person is made a favorite and another program has locked
the database for five seconds."""
import os
import pathlib
import sqlite3
import sys
import time

from common import BUILD, HERE, ROUNDS, WORK, sandbox, say, wrapped

sys.path.insert(0, f"{HERE}/../../Tests/PointAndClick")
from desk import Desk

SECONDS = 5


def stalls():
    """How long the main loop was held, each time, in milliseconds."""
    return [float(line.split()[-1]) for line in log.read_text().splitlines() if "stall ms" in line]


os.environ["DUKE_DIRECTORY_STALLS"] = "1"
log = WORK / "stalls-locked.txt"
people = pathlib.Path(sandbox(1000))
with Desk(
        wrapped(f'"{BUILD}/duke-directory" "$@" 2>"{log}"'), "--collection", "people", sandbox=str(people)) as desk:
    desk.keys("Down")
    desk.keys("Return")
    for _ in range(ROUNDS):
        time.sleep(2)
        seen = len(stalls())
        other = sqlite3.connect(people / "directory.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        desk.keys("ctrl+b")
        time.sleep(SECONDS)
        other.execute("ROLLBACK")
        other.close()
        time.sleep(2)
        say(27, max(stalls()[seen:], default=0.0))
