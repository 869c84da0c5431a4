"""Uses the window for an hour: searches, opens, edits, deletes and undoes, shows faces, learns names, imports a file,
downloads; and prints its private memory after each minute. It fails if the memory grows by more than 10 MB after the
first five minutes.

Usage: Scripts/headless.sh /usr/bin/python3 Scripts/try-hour.py BUILD-FOLDER [MINUTES [FILE]]; with a FILE, Debian's
heaptrack writes the allocations at the end to it, for `heaptrack_print --print-leaks 1 FILE | swift demangle`; its own
memory then counts as the window's.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../Tests/PointAndClick")
from desk import Desk, Server, until

MAX_GROWTH = 10  # megabytes
WARM_UP = 5  # minutes
ACTIONS_PER_MINUTE = 12
HEAPTRACK = "/usr/lib/heaptrack"


def memory(process):
    """The private memory of the process, in megabytes."""
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
    time.sleep(0.2)  # the page opens within some frames, before a user can press a key
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


def import_file(desk, name):
    """Imports twenty people, some of them again."""
    with open(f"{desk.sandbox}/twenty.json", "w", encoding="utf-8") as file:
        json.dump([{"DUID": 5000000 + number, "netid": f"i{number}", "fName": f"Imported{number}",
                    "lName": name.split()[-1], "role": "Student"} for number in range(20)], file)
    desk.keys("ctrl+1", "F10")
    desk.find("menu item", "Import…").perform()
    desk.window("Import People")
    desk.type(file.name)
    desk.keys("Return")
    desk.click("Import")
    desk.shows("20 people imported")


def download(desk, _):
    """Restores the server's list."""
    desk.keys("ctrl+1", "ctrl+d")
    desk.click("Download and Replace", desk.window("Download People"))

    def is_answered():
        if desk.has_window("Review Changes"):
            desk.click("Apply", desk.window("Review Changes"))
        return desk.look("label", "people downloaded|Already up to date", exact=False)

    until(is_answered, "the end of the download")


def undo(desk, _):
    desk.keys("ctrl+1", "ctrl+f", "Down", "ctrl+z")
    time.sleep(0.5)
    desk.keys("ctrl+y")


def press(*chords):
    return lambda desk, _: desk.keys(*chords)


ACTIONS = [
    open_page, open_page, search, edit, open_page, delete_and_undo, row_menu, learn, open_page, search,
    press("ctrl+1", "ctrl+g"), press("ctrl+2", "ctrl+f", "Down", "Down", "Return"), open_page,
    press("ctrl+3", "ctrl+f", "Down", "Down"), press("ctrl+k", "a", "n", "a"), press("ctrl+5", "ctrl+f", "Down"),
    press("ctrl+6", "ctrl+f", "Down", "Return"), press("F10"), press("ctrl+comma"), press("F1"),
    press("ctrl+question"), press("ctrl+1", "ctrl+f", "Down", "ctrl+a"), import_file, undo, download,
]


def back(desk):
    """Closes what an action left open: a dialog, a selection, a search."""
    for _ in range(4):
        desk.keys("Escape")
        time.sleep(0.1)
        if windows(desk.process) == 1:
            break
    desk.keys("ctrl+f", "Escape")


@contextlib.contextmanager
def under_heaptrack(build, file):
    """A folder with a window that runs with heaptrack and is killed at the end: heaptrack reports its memory then as
    leaked."""
    folder = tempfile.mkdtemp(prefix="heap-")
    os.mkfifo(f"{folder}/raw")
    with open(f"{folder}/duke-directory", "w", encoding="utf-8") as script:
        script.write(
            f"#!/bin/sh\nexport DUMP_HEAPTRACK_OUTPUT={folder}/raw LD_PRELOAD={HEAPTRACK}/libheaptrack_preload.so\n"
            f"exec '{build}/duke-directory' \"$@\"\n")
    os.chmod(f"{folder}/duke-directory", 0o755)
    with subprocess.Popen(f"{HEAPTRACK}/libexec/heaptrack_interpret <{folder}/raw | gzip >'{file}'", shell=True):
        yield folder


def use(build, minutes, file=None):
    folder = tempfile.mkdtemp(prefix="hour-")
    observer = under_heaptrack(os.path.abspath(build), file) if file else contextlib.nullcontext(build)
    with observer as window, Server(build, hasToDos=True) as server:
        people = json.loads(server.ask("/entries/all")[0])
        names = [f"{one['fName']} {one['lName']}" for one in people]
        names = [name for name in names if name.isascii()]
        with Desk(window, "--server", server.address, "--netid", "demo", "--download", "replace", sandbox=folder) as desk:
            desk.shows(f"{len(people)} people downloaded")
            # Keys go to the window under the pointer: to the one in front.
            desk.move_mouse(150, 150)
            count, measured = 0, []
            for minute in range(minutes):
                for _ in range(ACTIONS_PER_MINUTE):
                    ACTIONS[count % len(ACTIONS)](desk, names[count * 7 % len(names)])
                    time.sleep(0.2)
                    back(desk)
                    count += 1
                until(lambda: windows(desk.process) == 1, "the window alone")
                measured.append(memory(desk.process))
                print(f"minute {minute + 1}: {measured[-1]:.1f} MB, {count} actions", flush=True)
    warm_up = min(WARM_UP, minutes)
    growth = measured[-1] - measured[warm_up - 1]
    print(f"{growth:+.1f} MB from minute {warm_up} to minute {minutes}")
    return growth <= MAX_GROWTH


sys.exit(0 if use(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60, *sys.argv[3:4]) else 1)
