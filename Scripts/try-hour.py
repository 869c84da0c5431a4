"""Uses the window as somebody does in an hour: searches, opens, edits, deletes and undoes, looks at faces, learns names,
imports a file, downloads; and prints what memory it has of its own after each minute of acts. It fails where it ends with
more than 10 MB over what it had after the first five.

Usage: Scripts/headless.sh /usr/bin/python3 Scripts/try-hour.py BUILD-FOLDER [MINUTES [FILE]]; with a FILE, Debian's
heaptrack writes into it what holds memory at the end, for `heaptrack_print --print-leaks 1 FILE | swift demangle`; what
heaptrack itself has then counts as the window's.
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

MOST = 10  # megabytes
SETTLED = 5  # minutes
ACTS = 12  # in each minute
HEAPTRACK = "/usr/lib/heaptrack"


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


def import_file(desk, name):
    """Imports twenty people, some of them again."""
    with open(f"{desk.sandbox}/twenty.json", "w", encoding="utf-8") as file:
        json.dump([{"DUID": 5000000 + number, "netid": f"i{number}", "fName": f"Imported{number}",
                    "lName": name.split()[-1], "role": "Student"} for number in range(20)], file)
    desk.keys("ctrl+1", "F10")
    desk.find("menu item", "Import…").act()
    desk.window("Import People")
    desk.type(file.name)
    desk.keys("Return")
    desk.click("Import")
    desk.says("20 people imported")


def download(desk, _):
    """Brings the server's list back, whatever was done here."""
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


def pressed(*chords):
    return lambda desk, _: desk.keys(*chords)


KINDS = [
    open_page, open_page, search, edit, open_page, delete_and_undo, row_menu, learn, open_page, search,
    pressed("ctrl+1", "ctrl+g"), pressed("ctrl+2", "ctrl+f", "Down", "Down", "Return"), open_page,
    pressed("ctrl+3", "ctrl+f", "Down", "Down"), pressed("ctrl+k", "a", "n", "a"), pressed("ctrl+5", "ctrl+f", "Down"),
    pressed("ctrl+6", "ctrl+f", "Down", "Return"), pressed("F10"), pressed("ctrl+comma"), pressed("F1"),
    pressed("ctrl+question"), pressed("ctrl+1", "ctrl+f", "Down", "ctrl+a"), import_file, undo, download,
]


def back(desk):
    """Closes what an act left open: a window over the first one, a selection, a search."""
    for _ in range(4):
        desk.keys("Escape")
        time.sleep(0.1)
        if windows(desk.process) == 1:
            break
    desk.keys("ctrl+f", "Escape")


@contextlib.contextmanager
def under_heaptrack(build, file):
    """A folder with a window that heaptrack looks into, in the same process, which is killed in the end: what it has
    then is what heaptrack calls leaked."""
    folder = tempfile.mkdtemp(prefix="heap-")
    os.mkfifo(f"{folder}/raw")
    with open(f"{folder}/duke-directory", "w", encoding="utf-8") as script:
        script.write(
            f"#!/bin/sh\nexport DUMP_HEAPTRACK_OUTPUT={folder}/raw LD_PRELOAD={HEAPTRACK}/libheaptrack_preload.so\n"
            f"exec '{build}/duke-directory' \"$@\"\n")
    os.chmod(f"{folder}/duke-directory", 0o755)
    with subprocess.Popen(f"{HEAPTRACK}/libexec/heaptrack_interpret <{folder}/raw | gzip >'{file}'", shell=True):
        yield folder


def hour(build, minutes, file=None):
    folder = tempfile.mkdtemp(prefix="hour-")
    seen = under_heaptrack(os.path.abspath(build), file) if file else contextlib.nullcontext(build)
    with seen as window, Server(build, hasToDos=True) as server:
        people = json.loads(server.ask("/entries/all")[0])
        names = [f"{one['fName']} {one['lName']}" for one in people]
        names = [name for name in names if name.isascii()]
        with Desk(window, "--server", server.address, "--netid", "demo", "--download", "replace", sandbox=folder) as desk:
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


sys.exit(0 if hour(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60, *sys.argv[3:4]) else 1)
