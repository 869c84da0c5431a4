#!/usr/bin/env python3
"""Fills a folder and a server's database with the programs of an earlier version, and uses both with this version:
nothing may be lost, earlier changes can be uploaded, and Undo works after the upgrade. Then kills
`dukedir` KILLS times while it opens a copy of a folder with 20,000 people; the people must be the same after each.
With DIRECTORY_VISIT_DATABASE=postgres in the environment, the servers use PostgreSQL, which 0.1 does not support.

Usage: Scripts/headless.sh try-upgrade.py OLD-BUILD NEW-BUILD [KILLS]
"""

import csv
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Tests/PointAndClick"))
from driver import App, Postgres, Server, step, until  # noqa: E402

COLLECTIONS = ["people", "contacts", "todos", "tours", "players", "courses"]
ENVIRONMENT = dict(os.environ, DUKE_DIRECTORY_PASSWORD="demo", LC_ALL="C.UTF-8", LANGUAGE="", NO_COLOR="1")


class OldServer(Server):
    """A class server of an earlier version, which has fewer options."""

    def __init__(self, build, *arguments):
        if arguments[0] == "--database" and os.environ.get("DIRECTORY_VISIT_DATABASE") == "postgres":
            arguments = ["--database", Postgres.connection_string(arguments[1])]
        self.process = subprocess.Popen(
            [f"{build}/duke-directory-server", "--sample", "--port", "0", *arguments], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().split()[-1]


class Programs:
    """The programs of a version, with a sandbox and, while one is running, a server."""

    def __init__(self, build, folder):
        self.build, self.folder, self.server = build, folder, None

    def run(self, *arguments, fails=False):
        """Runs `dukedir`, and returns its output."""
        options = ["--sandbox", self.folder]
        if self.server:
            options += ["--server", self.server.address, "--netid", "demo"]
        completed = subprocess.run(
            [f"{self.build}/dukedir", *arguments, *options], env=ENVIRONMENT, capture_output=True, text=True)
        assert fails or completed.returncode == 0, f"{arguments}: {completed.stdout}{completed.stderr}"
        return completed.stdout + completed.stderr

    def state(self, *collections):
        """The records of these collections."""
        found = {}
        for name in collections or COLLECTIONS:
            prefix = [] if name == "people" else [name]
            if name in ("people", "contacts"):
                file = os.path.join(tempfile.mkdtemp(), "all.json")
                self.run(*prefix, "export", file)
                with open(file, encoding="utf-8") as records:
                    found[name] = json.load(records)
                shutil.rmtree(os.path.dirname(file))
            else:
                # The headings between the records differ among versions.
                found[name] = sorted(re.findall(r"^\d+\. (.*)", self.run(name, "list"), re.MULTILINE))
        return found


def fill(old):
    """Fills the sandbox with downloaded, added, edited, published, not yet uploaded, and rejected records."""
    old.run("download", "--replace")
    me = str(old.server.entry("demo")["DUID"])
    old.run("update", me, "mo=Musical")
    old.run("upload", "--update")
    old.run("update", me, "te=Not Uploaded")
    old.run("add", "1234567", "fn=Rosalind, ln=Ferngarden, em=rosalind@example.org")
    with tempfile.TemporaryDirectory() as files:
        contacts = os.path.join(files, "contacts.csv")
        with open(contacts, "w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(["First Name", "Last Name", "Street", "City", "State", "ZIP Code", "Phone", "Email"])
            for number in range(40):
                table.writerow([f"Ana{number}", "Núñez", "12 Elm St.", "Durham", "North Carolina", "27701",
                                f"91955501{number:02}", f"ana{number}@example.org"])
        old.run("contacts", "import", contacts)
        people = os.path.join(files, "people.json")
        with open(people, "w", encoding="utf-8") as file:
            json.dump([{"DUID": "no number", "fName": "Bad", "lName": "Element"},
                       {"DUID": 7654321, "fName": "Tove", "lName": "Larkspur", "email": "tove@example.org"}], file)
        old.run("import", people)
    for number in range(5):
        old.run("players", "add", f"na=Quillfeather {number}, te=ATL, rk={number + 1}")
        old.run("todos", "add", f"ti=Task {number}")
    old.run("todos", "toggle", re.search(r"\d+", old.run("todos", "list")).group())
    day = time.strftime("%Y-%m-%d", time.localtime(time.time() + 3 * 86400))
    old.run("tours", "book", f"na=Ana, nu=2, da={day}")
    old.run("courses", "refresh")


def rows(folder):
    """The number of rows of each table in the sandbox, except those that are rebuilt."""
    with sqlite3.connect(f"{folder}/directory.sqlite") as database:
        names = [name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rebuilt = re.compile("^(undo|sqlite|grdb|change$)|_before|_search|_text|_picture")
        compared = [name for name in names if not rebuilt.search(name)]
        conditions = {
            # 0.1 marked the own record as published at the first start, without a tag.
            "published": "WHERE tag <> ''",
            # Settings of 0.3 for its files for search and people.json.
            "setting": "WHERE name NOT GLOB 'search-file-*' AND name NOT GLOB 'file-pieces-*'"}
        counts = {name: database.execute(f'SELECT count(*) FROM "{name}" {conditions.get(name, "")}').fetchone()[0]
                  for name in compared}
        marks = database.execute("SELECT kind, count(*) FROM mark GROUP BY kind") if "mark" in compared else []
        return counts | {f"mark {kind}": count for kind, count in marks}


def delete_someone(build, server, folder):
    """Deletes a person in the window."""
    with App(build, "--server", server.address, "--netid", "demo", sandbox=folder) as app:
        app.keys("ctrl+f")
        app.type("rosalind")
        until(lambda: len(app.rows()) == 1, "the added person")
        app.keys("Down", "Down")
        until(lambda: app.is_selected("Rosalind Ferngarden"), "the selected row")
        app.keys("Delete")
        app.shows("Rosalind Ferngarden deleted")
        step("the window deletes a person", app.stop() == 0)


def differences(before, after):
    """The collections that differ, with the first difference."""
    for name in before:
        if before[name] != after[name]:
            pairs = zip(before[name], after[name])
            yield name, next(((one, other) for one, other in pairs if one != other), "another number of records")


def upgrade(old_build, new_build, work):
    database, folder = f"{work}/class.sqlite", f"{work}/folder"
    old = Programs(old_build, folder)
    with OldServer(old_build, "--database", database) as old.server:
        fill(old)
        before = old.state()
        counts = rows(folder)
        step("a record was rejected", counts["set_aside"] > 0)
        entries = json.loads(old.server.request("/entries/all")[0])
    new = Programs(new_build, folder)
    with Server(new_build, "--database", database, hasToDos=True) as new.server:
        step("the server has the same entries", json.loads(new.server.request("/entries/all")[0]) == entries)
        found = list(differences(before, new.state()))
        for difference in found:
            print(difference)
        step("the folder has the same records", not found)
        now = rows(folder)
        # Earlier versions had separate tables for marks.
        kinds = {"own_record": "own", "published": "published"}
        now |= {table: now.get(f"mark {kind}", 0) for table, kind in kinds.items() if table not in now}
        lost = {name: (count, now.get(name)) for name, count in counts.items() if count > now.get(name, 0)}
        step(f"no table has fewer rows: {lost or counts}", not lost)
        with sqlite3.connect(f"{folder}/directory.sqlite") as database_file:
            step("SQLite finds no damage", database_file.execute("PRAGMA integrity_check").fetchone() == ("ok",))
        print(new.run("download", "--update"))
        print(new.run("upload", "--update"))
        step("the earlier change is uploaded", new.server.entry("demo")["team"] == "Not Uploaded")
        count = len(new.state()["people"])
        delete_someone(new_build, new.server, folder)
        step("the person is deleted", len(new.state()["people"]) == count - 1)
        with App(new_build, "--server", new.server.address, "--netid", "demo", sandbox=folder) as app:
            app.keys("ctrl+z")
            app.shows("Undone: Deleting Rosalind Ferngarden")
            step("Undo works after a restart", app.stop() == 0)
        step("the deleted person is restored", len(new.state()["people"]) == count)


def kill(old_build, new_build, work, kills):
    folder = f"{work}/many"
    old = Programs(old_build, folder)
    with OldServer(old_build, "--people", "20000") as old.server:
        old.run("download", "--replace")
    old.server = None
    before = old.state("people")
    new, draw, was_killed = Programs(new_build, f"{work}/killed"), random.Random(20), 0
    started = time.monotonic()
    shutil.copytree(folder, new.folder)
    new.run("list")
    duration = time.monotonic() - started
    for _ in range(kills):
        shutil.rmtree(new.folder)
        shutil.copytree(folder, new.folder)
        process = subprocess.Popen(
            [f"{new_build}/dukedir", "find", "zzz", "--sandbox", new.folder], env=ENVIRONMENT,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=draw.uniform(0.005, duration))
        except subprocess.TimeoutExpired:
            was_killed += 1
        process.kill()
        process.wait()
        found = list(differences(before, new.state("people")))
        assert not found, found
    step(f"{kills} starts with 20,000 people, {was_killed} of them killed: the same people after each")


def main():
    old_build, new_build, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as work:
        upgrade(os.path.abspath(old_build), os.path.abspath(new_build), work)
        if rest:
            kill(os.path.abspath(old_build), os.path.abspath(new_build), work, int(rest[0]))


if __name__ == "__main__":
    main()
