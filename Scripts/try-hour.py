"""Uses the window as somebody does in an hour, by keys, and prints what memory it has of its own after each minute of
acts; fails where it ends with more than 10 MB over what it had after the first five.

Usage: Scripts/headless.sh /usr/bin/python3 Scripts/try-hour.py BUILD-FOLDER [MINUTES]
"""

import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../Tests/PointAndClick")
from desk import Desk, Server, until

MOST = 10  # megabytes
SETTLED = 5  # minutes
ACTS = 12  # in each minute


def memory(process):
    """What the process has of its own, in megabytes."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("RssAnon"))


def windows(process):
    ran = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)], capture_output=True, text=True)
    return len(ran.stdout.split())


def search(desk, name):
    desk.keys("ctrl+1", "ctrl+f")
    desk.type(name)


def open_page(desk, name):
    search(desk, name)
    desk.keys("Return")


def edit(desk, name):
    open_page(desk, name)
    time.sleep(0.2)  # a page opens in a frame or two; nobody can press a key sooner
    desk.keys("F2")
    time.sleep(0.2)
    desk.type("x")
    desk.keys("BackSpace", "ctrl+s")


def delete_and_undo(desk, name):
    open_page(desk, name)
    desk.keys("ctrl+f", "Down", "Delete", "ctrl+z")


def row_menu(desk, name):
    search(desk, name)
    desk.keys("Down", "Menu")
    time.sleep(0.2)
    desk.keys("Escape")


def learn(desk, _):
    desk.keys("ctrl+1", "ctrl+l")
    time.sleep(0.5)
    for _ in range(4):
        desk.keys("1", "Return")


def pressed(*chords):
    return lambda desk, _: desk.keys(*chords)


KINDS = [
    open_page, open_page, search, edit, open_page, delete_and_undo, row_menu, learn, open_page, search,
    pressed("ctrl+1", "ctrl+g"), pressed("ctrl+2", "ctrl+f", "Down", "Down", "Return"), open_page,
    pressed("ctrl+3", "ctrl+f", "Down", "Down"), pressed("ctrl+k", "a", "n", "a"), pressed("ctrl+5", "ctrl+f", "Down"),
    pressed("ctrl+6", "ctrl+f", "Down", "Return"), pressed("F10"), pressed("ctrl+comma"), pressed("F1"),
    pressed("ctrl+question"), pressed("ctrl+1", "ctrl+f", "Down", "ctrl+a"),
]


def back(desk):
    """Closes what an act left open: a window over the first one, a selection, a search."""
    for _ in range(4):
        desk.keys("Escape")
        time.sleep(0.1)
        if windows(desk.process) == 1:
            break
    desk.keys("ctrl+f", "Escape")


def hour(build, minutes):
    folder = tempfile.mkdtemp(prefix="hour-")
    with Server(build, hasToDos=True) as server:
        people = json.loads(server.ask("/entries/all")[0])
        names = [f"{one['fName']} {one['lName']}" for one in people]
        names = [name for name in names if name.isascii()]
        with Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace", sandbox=folder) as desk:
            desk.says(f"{len(people)} people downloaded")
            # Keys go to the window under the pointer: to the one in front.
            desk.move_mouse(150, 150)
            count, had = 0, []
            for minute in range(minutes):
                for _ in range(ACTS):
                    KINDS[count % len(KINDS)](desk, names[count * 7 % len(names)])
                    time.sleep(0.2)
                    back(desk)
                    count += 1
                until(lambda: windows(desk.process) == 1, "the window alone")
                had.append(memory(desk.process))
                print(f"minute {minute + 1}: {had[-1]:.1f} MB, {count} acts", flush=True)
    grown = had[-1] - had[min(SETTLED, len(had)) - 1]
    print(f"{grown:+.1f} MB since minute {SETTLED}")
    return grown <= MOST


sys.exit(0 if hour(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60) else 1)
