"""Uses the window for an hour: searches, opens, edits, deletes and undoes, shows faces, learns names, imports a file,
and downloads. Prints its private memory after each minute, and fails if it grows by more than 10 MB after the first
five minutes.

Usage: Scripts/headless.sh /usr/bin/python3 Scripts/try-hour.py BUILD-FOLDER [MINUTES [FILE]]; with a FILE, Debian's
heaptrack writes the allocations to it, for `heaptrack_print --print-leaks 1 FILE | swift demangle`; the measured memory
then includes heaptrack's.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../Tests/PointAndClick")
from driver import App, Server, until

MAX_GROWTH = 10  # megabytes
WARM_UP = 5  # minutes
ACTIONS_PER_MINUTE = 12
HEAPTRACK = "/usr/lib/heaptrack"


def memory(process):
    """The private memory of the process, in megabytes."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("RssAnon"))


def windows(process):
    found = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)], capture_output=True, text=True)
    return len(found.stdout.split())


def search(app, name):
    app.keys("ctrl+1", "ctrl+f")
    app.type(name)


def open_detail(app, name):
    search(app, name)
    app.keys("Return")


def edit(app, name):
    open_detail(app, name)
    time.sleep(0.2)  # the detail opens after some frames
    app.keys("F2")
    time.sleep(0.2)
    app.type("x")
    app.keys("BackSpace", "ctrl+s")


def delete_and_undo(app, name):
    open_detail(app, name)
    app.keys("ctrl+f", "Down", "Delete", "ctrl+z")


def row_menu(app, name):
    search(app, name)
    app.keys("Down", "Menu")
    time.sleep(0.2)
    app.keys("Escape")


def learn(app, _):
    app.keys("ctrl+1", "ctrl+l")
    time.sleep(0.5)
    for _ in range(4):
        app.keys("1", "Return")


def import_file(app, name):
    """Imports twenty people, who are updated the next time."""
    with open(f"{app.sandbox}/twenty.json", "w", encoding="utf-8") as file:
        json.dump([{"DUID": 5000000 + number, "netid": f"i{number}", "fName": f"Imported{number}",
                    "lName": name.split()[-1], "role": "Student"} for number in range(20)], file)
    app.keys("ctrl+1", "F10")
    app.find("menu item", "Import…").perform()
    app.window("Import People")
    app.type(file.name)
    app.keys("Return")
    app.click("Import")
    app.shows("20 people imported")


def download(app, _):
    """Restores the server's list."""
    app.keys("ctrl+1", "ctrl+d")
    app.click("Download and Replace", app.window("Download People"))

    def is_finished():
        if app.has_window("Review Changes"):
            app.click("Apply", app.window("Review Changes"))
        return app.lookup("label", "people downloaded|Already up to date", exact=False)

    until(is_finished, "the end of the download")


def undo(app, _):
    app.keys("ctrl+1", "ctrl+f", "Down", "ctrl+z")
    time.sleep(0.5)
    app.keys("ctrl+y")


def press(*chords):
    return lambda app, _: app.keys(*chords)


ACTIONS = [
    open_detail, open_detail, search, edit, open_detail, delete_and_undo, row_menu, learn, open_detail, search,
    press("ctrl+1", "ctrl+g"), press("ctrl+2", "ctrl+f", "Down", "Down", "Return"), open_detail,
    press("ctrl+3", "ctrl+f", "Down", "Down"), press("ctrl+k", "a", "n", "a"), press("ctrl+5", "ctrl+f", "Down"),
    press("ctrl+6", "ctrl+f", "Down", "Return"), press("F10"), press("ctrl+comma"), press("F1"),
    press("ctrl+question"), press("ctrl+1", "ctrl+f", "Down", "ctrl+a"), import_file, undo, download,
]


def close_all(app):
    """Closes dialogs, and ends a selection and a search."""
    for _ in range(4):
        app.keys("Escape")
        time.sleep(0.1)
        if windows(app.process) == 1:
            break
    app.keys("ctrl+f", "Escape")


@contextlib.contextmanager
def under_heaptrack(build, file):
    """A build folder whose window runs with heaptrack. The window is killed at the end, so that heaptrack reports its
    memory as leaked."""
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
    wrapper = under_heaptrack(os.path.abspath(build), file) if file else contextlib.nullcontext(build)
    with wrapper as target, Server(build, hasToDos=True) as server:
        people = json.loads(server.request("/entries/all")[0])
        names = [f"{person['fName']} {person['lName']}" for person in people]
        names = [name for name in names if name.isascii()]
        with App(target, "--server", server.address, "--netid", "demo", "--download", "replace", sandbox=folder) as app:
            app.shows(f"{len(people)} people downloaded")
            # Without a window manager, the window under the pointer has the focus.
            app.move_mouse(150, 150)
            count, measured = 0, []
            for minute in range(minutes):
                for _ in range(ACTIONS_PER_MINUTE):
                    ACTIONS[count % len(ACTIONS)](app, names[count * 7 % len(names)])
                    time.sleep(0.2)
                    close_all(app)
                    count += 1
                until(lambda: windows(app.process) == 1, "only one window")
                measured.append(memory(app.process))
                print(f"minute {minute + 1}: {measured[-1]:.1f} MB, {count} actions", flush=True)
    warm_up = min(WARM_UP, minutes)
    growth = measured[-1] - measured[warm_up - 1]
    print(f"{growth:+.1f} MB from minute {warm_up} to minute {minutes}")
    return growth <= MAX_GROWTH


sys.exit(0 if use(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60, *sys.argv[3:4]) else 1)
