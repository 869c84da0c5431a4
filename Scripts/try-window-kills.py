#!/usr/bin/env python3
"""Kills the window COUNT times while it saves, deletes, or undoes by keyboard. After each, the list must be that
before or after the change, the database valid, and people.json must have the same people after the next start.

Usage: Scripts/headless.sh /usr/bin/python3 Scripts/try-window-kills.py BUILD [COUNT [SEED]]
"""

import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Tests/PointAndClick"))

from driver import App, until  # noqa: E402 (needs the path above)
from random_changes import RandomChanges  # noqa: E402

PEOPLE = 200
count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
draw = random.Random(seed)
folder = tempfile.mkdtemp(prefix="window-kills-")
changes = RandomChanges(sys.argv[1], folder, draw, PEOPLE + 1)


def people():
    """The exported people by DUID."""
    return {person["DUID"]: person for person in json.loads(changes.exported())}


def discard_draft(app):
    """Discards the draft of a form that was open when the window was killed."""
    with contextlib.closing(sqlite3.connect(f"{changes.sandbox}/directory.sqlite")) as database:
        if database.execute("SELECT 1 FROM setting WHERE name LIKE 'draft%'").fetchone():
            app.click("Discard", app.window("Continue Editing?"))
            app.wait_until_closed("Continue Editing?")


def problems():
    with contextlib.closing(sqlite3.connect(f"{changes.sandbox}/directory.sqlite")) as database:
        integrity = database.execute("PRAGMA integrity_check").fetchone()[0]
        orphans = database.execute(
            "SELECT COUNT(*) FROM image WHERE change NOT IN (SELECT id FROM undo_change)").fetchone()[0]
    with open(f"{changes.sandbox}/people.json", encoding="utf-8") as file:
        written = {person["DUID"]: person for person in json.load(file)}
    return [*([integrity] if integrity != "ok" else []), *(["images without a change"] if orphans else []),
            *(["people.json has other people"] if written != people() else [])]


def open_person(app, name):
    app.keys("ctrl+f", "ctrl+a")
    app.type(name)
    until(lambda: app.lookup("list", "People") and len(app.rows()) == 1, name)
    app.keys("Return")
    app.find("push button", "Edit")


# Each action does everything except the last key, which it returns.
def edit(app, number):
    open_person(app, f"Last{number}x")
    app.keys("F2")
    app.fill("From", f"Town {draw.randrange(10**6)}")
    return "ctrl+s"


def delete(app, number):
    open_person(app, f"Last{number}x")
    app.keys("Down")  # the search entry would take Delete
    return "Delete"


def undo(app, number):
    app.keys(delete(app, number))
    app.shows(f"Name{number} Last{number}x deleted")
    return "ctrl+z"


def main():
    print(f"seed {seed}, {folder}", flush=True)
    changes.dukedir("import", changes.write([
        {"DUID": number, "fName": f"Name{number}", "lName": f"Last{number}x"} for number in range(1, PEOPLE + 1)]))
    wrong, made = [], 0
    for turn in range(count):
        before = people()
        number = draw.choice([key for key in before if 1 <= key <= PEOPLE])
        action, delay = draw.choice([edit, edit, delete, undo]), draw.uniform(0, 0.15)
        with App(sys.argv[1], sandbox=changes.sandbox) as app:
            discard_draft(app)
            key = action(app, number)
            with subprocess.Popen(["xdotool", "key", "--clearmodifiers", key]):
                time.sleep(delay)
                app.kill()
        after = people()
        changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        made += bool(changed)
        found = problems() + ([f"{changed - {number}} changed"] if changed - {number} else [])
        wrong += [f"{action.__name__} of {number}, killed after {delay:.3f} s: {what}" for what in found]
        if turn % 20 == 19:
            print(f"{turn + 1} killed, {made} with the change, {len(wrong)} wrong", flush=True)
    print(f"{count} killed, {made} with the change, {len(wrong)} wrong", *wrong[:20], sep="\n")
    sys.exit(1 if wrong else 0)


main()
