#!/usr/bin/env python3
"""Makes ACTIONS random changes of 5,000 people with `dukedir`: additions, edits, deletions, imports, merges, undo,
pictures, groups, edits of people.json by hand, and three programs at once. After each, the export, people.json, and
the database must have the same people, and the export the same bytes as people.json. At the end SQLite checks the
database.

Usage: check-actions.py BUILD [ACTIONS [SEED]]
"""

import base64
import json
import os
import random
import shutil
import sqlite3
import struct
import sys
import tempfile
import zlib

from random_changes import RandomChanges

PEOPLE = 5000
actions = int(sys.argv[2]) if len(sys.argv) > 2 else 500
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
draw = random.Random(seed)
folder = tempfile.mkdtemp(prefix="actions-")
changes = RandomChanges(sys.argv[1], folder, draw, PEOPLE + 100)
people_json = os.path.join(changes.sandbox, "people.json")
LIST_SEPARATOR = "\x1f"
TEXTS = ["Ada", "Bo", "Çelik", "D'Arcy", "Émile", "王", "O’Neil", "Zoë 🦉", "Jr.", "a, b", "\"q\"", "x=y"]


def picture():
    """A small picture as Base64."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    size = draw.randrange(1, 40)
    rows = b"".join(b"\0" + draw.randbytes(3 * size) for _ in range(size))
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
    return base64.b64encode(png + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")).decode()


def person(number):
    """A person with some of the fields."""
    fields = {
        "netid": lambda: f"n{number}", "fName": lambda: draw.choice(TEXTS), "lName": lambda: draw.choice(TEXTS),
        "email": lambda: f"p{number}@example.org", "from": lambda: draw.choice(TEXTS),
        "gender": lambda: draw.choice(["Male", "Female", "Other", "Unknown"]),
        "role": lambda: draw.choice(["Professor", "TA", "Student", "Other"]), "team": lambda: draw.choice(TEXTS),
        "hobby": lambda: ", ".join(draw.sample(["swim", "read", "chess"], 2)),
        "languages": lambda: draw.sample(["Swift", "C", "Go", "Español"], draw.randrange(4)), "picture": picture}
    chosen = {name: make() for name, make in fields.items() if draw.random() < (0.2 if name == "picture" else 0.6)}
    return {"DUID": number, **chosen}


def edit_by_hand():
    """Changes people.json as an editor does, and then makes a change or loads the file."""
    with open(people_json, encoding="utf-8") as file:
        people = json.load(file)
    if draw.random() < 0.5:
        draw.choice(people)["movie"] = draw.choice(TEXTS)
    else:
        people.remove(draw.choice(people))
    with open(people_json, "w", encoding="utf-8") as file:
        json.dump(people, file, indent=draw.choice([None, 2]))
    if draw.random() < 0.5:
        changes.dukedir("import")
    else:
        changes.dukedir("add", PEOPLE + 1000 + draw.randrange(10**6), "fn=After, ln=Edit")


def three_at_once():
    """Runs three commands at the same time."""
    commands = [["update", changes.number(), f"mo={draw.choice(TEXTS[:2])}"], ["delete", changes.number()],
                ["add", changes.number(), "fn=At, ln=Once"], ["import", changes.random_file()], ["list"]]
    running = [changes.start(*command) for command in draw.sample(commands, 3)]
    for process in running:
        _, errors = process.communicate()
        if process.returncode > 1:
            print("at once", errors.strip(), sep=" · ", flush=True)


def import_some():
    """Imports some people with pictures, as an update or, rarely, as a replacement of nearly all."""
    if draw.random() < 0.1:
        people = json.loads(changes.exported())
        changes.dukedir("import", changes.write(draw.sample(people, len(people) - 20)), "--replace")
    else:
        changes.dukedir("import", changes.write([person(number) for number in changes.numbers(30)]))


def merge():
    """Merges two people into one."""
    changes.dukedir("merge", *draw.sample(range(1, PEOPLE), 2), "--yes")


ACTIONS = [
    (3, changes.add), (4, changes.update), (2, changes.delete), (3, import_some), (3, changes.undo),
    (2, changes.change_group), (1, edit_by_hand), (2, three_at_once),
    (2, merge),
]


def canonical(people):
    """The people as JSON texts that can be compared."""
    return sorted(json.dumps(person, sort_keys=True, ensure_ascii=False) for person in people)


def value(field, row, sample):
    """The value of a field in a row of the database, as JSON has it."""
    if field == "picture":
        content = row["content"]
        return base64.b64encode(content).decode() if isinstance(content, bytes) else content or ""
    if isinstance(sample, list):
        return row[field].split(LIST_SEPARATOR) if row[field] else []
    return row[field]


def stored_people(sample):
    """The people in the database, and the number of missing pictures; `sample` is a person as JSON."""
    connection = sqlite3.connect(f"file:{changes.sandbox}/directory.sqlite?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    rows = connection.execute("SELECT p.*, c.content FROM people p LEFT JOIN picture c ON c.hash = p.picture")
    people = [{field: value(field, row, sample[field]) for field in sample} for row in rows]
    # Unreferenced pictures are removed by the next sweep.
    lost = connection.execute(
        "SELECT COUNT(*) FROM people WHERE picture NOT IN (SELECT hash FROM picture)").fetchone()[0]
    connection.close()
    return people, lost


def differences():
    """The differences between the export, people.json, and the database."""
    exported = changes.exported()
    people = json.loads(exported)
    with open(people_json, encoding="utf-8") as file:
        written = file.read()
    found = []
    if exported != written:
        found.append("people.json is not the export")
    stored, lost = stored_people(people[0])
    for expected, actual in zip(canonical(people), canonical(stored)):
        if expected != actual:
            found.append(f"exported {expected[:300]}, stored {actual[:300]}")
            break
    if len(people) != len(stored):
        found.append(f"{len(people)} exported, {len(stored)} stored")
    if len({person["DUID"] for person in people}) != len(people):
        found.append("two people have one DUID")
    if lost:
        found.append(f"{lost} pictures are lost")
    return found


def main():
    """Makes the actions, and compares after each."""
    print(f"seed {seed}, {folder}", flush=True)
    changes.dukedir("import", changes.write([person(number) for number in range(1, PEOPLE + 1)]), "--replace")
    changes.dukedir("groups", "make", "Team", 1, 2, 3)
    wrong = 0
    weighted = [action for weight, action in ACTIONS for _ in range(weight)]
    for count in range(actions):
        action = draw.choice(weighted)
        action()
        for difference in differences():
            wrong += 1
            print(f"after action {count + 1} ({action.__name__}): {difference}", flush=True)
        if count % 100 == 99:
            print(f"{count + 1} actions", flush=True)
    connection = sqlite3.connect(os.path.join(changes.sandbox, "directory.sqlite"))
    integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    if integrity != "ok":
        wrong += 1
        print(f"SQLite reports: {integrity}")
    print(f"{actions} actions, {wrong} differences")
    if not wrong:
        shutil.rmtree(folder)
    sys.exit(1 if wrong else 0)


main()
