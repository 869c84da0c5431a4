"""No text of the window is left in English: it is started in a language that marks every text of the catalogue
(foreign.py), and what is not marked and no data is reported. Every control has a name and a role.

Usage: words.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import contextlib
import datetime
import json
import os
import sqlite3
import tempfile
from unittest.mock import patch

from accessible import carriers, clean, rows
from desk import Server, first, run, step, until
from foreign import Findings, Foreign, Judge, Language, nodes, players
from shown import OWN, TITLES, WINDOW, Shown, dukedir

CONTACT = {"fn": "Ottoline", "ln": "Marchbanks", "st": "12 Quince Lane", "ci": "Durham", "sa": "NC", "zi": "27708",
           "ph": "919-555-0134", "em": "ottoline@example.org", "ec": "yes"}
TOUR = {"na": "Garvan Keeley and friends", "nu": "4", "da": str(datetime.date.today() + datetime.timedelta(7))}
TASKS = ("Wash the car", "Feed the cat")
LISTED = {"DUID": 7654321, "netid": "cm88", "fName": "Clementine", "lName": "Marrow"}
UNKNOWN = ["Orla", "Whin", "ow20@duke.edu"]
# The names of their controls are not looked at.
UNNAMED = ("About Duke Directory", "Keyboard Shortcuts", "Print")
NONSENSE = "qqzzxx"
TYPED = (NONSENSE, "quillfeather", "nonsense at all", "Musical", "Western", "Ottoline Marchbanks", "9195550134")


def text(build, _pictures, *arguments):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with Language(build), Server(build) as server:
        named = ("--server", server.address, "--netid", "demo")
        answers = fill(build, server, sandbox, named)
        findings = Findings(Judge(sample(server), answers, CONTACT, TOUR, TASKS, LISTED, UNKNOWN, TYPED))
        try:
            whole(build, named, sandbox, findings, *arguments)
            searched(build, sandbox)
            imported(build, named, sandbox, findings, *arguments)
        finally:
            findings.report()
    step(f"none of {len(findings.read)} texts is left in English, but {len(findings.found)} are", not findings.found)


def whole(build, named, sandbox, findings, *arguments):
    """Everything the window shows of a class that was downloaded."""
    with Foreign(build, *named, "--download", "replace", *arguments, sandbox=sandbox) as desk:
        desk.shows("150 people downloaded")
        findings.walk(desk, WINDOW, "the window")
        step("the window speaks it", any("⟦" in text for text in findings.read))
        for visit in (collections, forms, searches, windows, published):
            visit(desk, findings)
        step("Ctrl+Q ends the program", desk.stop() == 0)


def searched(build, sandbox):
    """The contact was written in English; her switch is found as this language shows it, in the same tables."""
    fingerprints = definitions(sandbox)
    with patch.dict(os.environ, Foreign.surroundings):
        found = dukedir(build, sandbox, "contacts", "find", "⟦Emergency")
    step("a word of the language finds what was written in another", CONTACT["fn"] in found)
    step("another language changes no table", definitions(sandbox) == fingerprints)


def definitions(sandbox):
    with contextlib.closing(sqlite3.connect(f"{sandbox}/directory.sqlite")) as database:
        return database.execute("SELECT * FROM definition ORDER BY collection").fetchall()


def fill(build, server, sandbox, named):
    """Puts something into every collection; what was answered to that."""
    answers = []
    for task in TASKS:
        server.ask("/todos", "POST", json.dumps({"title": task, "user": "Ottoline"}).encode())
    for group, command, record in (("contacts", "add", CONTACT), ("tours", "book", TOUR)):
        fields = ", ".join(f"{key}={value}" for key, value in record.items())
        answers += dukedir(build, sandbox, group, command, *named, fields).splitlines()
    return answers


def sample(server):
    """What is data in the window."""
    courses = [json.loads(server.ask(f"/api/courses/in/{program}")[0]) for program in ("cpa", "bsd")]
    return [json.loads(server.ask("/entries/all")[0]), json.loads(server.ask("/todos")[0]), courses, players()]


def opened(desk, title):
    """Opens a collection with its keys."""
    desk.keys(f"ctrl+{TITLES.index(title) + 1}")
    until(lambda: desk.look("list", title), f"{title} open")


def perform(desk, title, name):
    """Does what assistive technology does with the first row of a list."""
    first(lambda: (node for row in rows(desk, title)[:1] for node in carriers(row)), f"a row of {title}").perform(name)


def collections(desk, findings):
    for title in TITLES:
        opened(desk, title)
        perform(desk, title, "row.open")
        until(lambda: any(row and row.has("selected") for row in desk.find("list", title)),
              "the row selected")
        findings.walk(desk, WINDOW, title)
        clean(desk, WINDOW, title)
        step(f"{title} and a record of it were read")


def forms(desk, findings):
    for title, form in (("People", "New person"), ("Contacts", "New contact"), ("To-Dos", "New to-do"),
                        ("Tours", "Book a tour"), ("Players", "New player")):
        opened(desk, title)
        desk.keys("ctrl+n")
        desk.shows(form)
        findings.walk(desk, WINDOW, f"the form {form}")
        clean(desk, WINDOW, form)
        desk.keys("Escape")
        step(f"{form} was read")


def searches(desk, findings):
    for title in TITLES:
        opened(desk, title)
        entry = desk.find("entry", f"Search {title.lower()}")
        entry.write(NONSENSE)
        until(lambda: not desk.look("list", title), "nothing found")
        findings.walk(desk, WINDOW, f"an empty search of {title}")
        entry.write("")
    step("searches that find nothing were read")


def windows(desk, findings):
    opened(desk, "People")
    for keys, title in (("ctrl+comma", "Preferences"), ("ctrl+k", "Search Everywhere"), ("ctrl+question",
                        "Keyboard Shortcuts"), ("ctrl+d", "Download People"), ("ctrl+p", "Print"), ("F1", "Help")):
        desk.keys(keys)
        desk.look_at(title)
        findings.walk(desk, title, title)
        if title not in UNNAMED:
            clean(desk, title, title)
        if title == "Search Everywhere":
            everything(desk, findings)
        if title == "Help":
            pages(desk, findings)
        close(desk, title)
    for item, title in (("About Duke Directory", "About Duke Directory"), ("Skipped Entries…", "Skipped Entries")):
        desk.keys("F10")
        line = desk.find("menu item", item)
        findings.walk(desk, WINDOW, "the menu")
        clean(desk, WINDOW, "the menu")
        line.perform()
        desk.look_at(title)
        findings.walk(desk, title, title)
        if title not in UNNAMED:
            clean(desk, title, title)
        close(desk, title)


def everything(desk, findings):
    entry = desk.find("entry", "Search everywhere")
    for text in (TYPED[1], NONSENSE):
        before = entry.description
        entry.write(text)
        until(lambda: entry.description != before, f"what was found of {text}")
        findings.walk(desk, "Search Everywhere", f"Search Everywhere for {text}")
        if text != NONSENSE:
            clean(desk, "Search Everywhere", "results")


def pages(desk, findings):
    for page in [row for row in desk.find("list", "Contents", desk.window("Help")) if row][1:]:
        desk.keys("Down", "Return")
        title = first(lambda: (desk.named(node) for node, _ in nodes(page) if node.role == "label"), "a title")
        desk.find("label", title, desk.find("scroll pane", "Page"))
        findings.walk(desk, "Help", f"the help’s page {title}")


def close(desk, title):
    desk.keys("Escape")
    desk.is_gone(title)
    desk.look_at(WINDOW)
    step(f"{title} was read")


def published(desk, findings):
    """One's own record in the form, with a wrong value, on the way to the server, and left."""
    desk.find("entry", "Search people").write(OWN)
    until(lambda: len(rows(desk, "People")) == 1, f"{OWN} alone")
    perform(desk, "People", "row.edit")
    desk.shows("Edit person")
    findings.walk(desk, WINDOW, "the form of one’s own")
    clean(desk, WINDOW, "the form of one’s own")
    shown = Shown(desk, "People")
    email = shown.find("text", "Email")
    before = shown.text("Email")
    email.write(TYPED[2])
    shown.find("push button", "Save").perform()
    until(lambda: email.description, "what is wrong with it")
    findings.walk(desk, WINDOW, "a form with a wrong value")
    email.write(before)
    shown.find("text", "Movie").write("Musical")
    shown.find("push button", "Upload…").perform()
    desk.look_at("Check Before Publishing")
    findings.walk(desk, "Check Before Publishing", "Check Before Publishing")
    close(desk, "Check Before Publishing")
    perform(desk, "People", "row.edit")
    until(lambda: shown.has_focus("text", "First Name"), "the form once more")
    shown.find("text", "Movie").write("Western")
    desk.keys("Escape")
    desk.look_at("Discard Changes?")
    findings.walk(desk, "Discard Changes?", "Discard Changes?")
    desk.click("Discard", desk.window("Discard Changes?"))
    desk.is_gone("Discard Changes?")
    desk.look_at(WINDOW)


def imported(build, named, sandbox, findings, *arguments):
    """The preview of a file that brings somebody new and somebody who cannot be read."""
    file = tempfile.mkdtemp(prefix="directory-file-") + "/class.json"
    with open(file, "w", encoding="utf-8") as list_of_people:
        json.dump([LISTED, UNKNOWN], list_of_people)
    with Foreign(build, *named, *arguments, file, sandbox=sandbox) as desk:
        button = desk.find("push button", "Import")
        title = first(lambda: (desk.named(one) for one in desk.program if one and desk.look("push button", "Import", one)),
                      "the preview")
        findings.walk(desk, title, "the preview of an import")
        button.perform()
        desk.is_gone(title)
        findings.walk(desk, WINDOW, "after an import")
        step("the preview of an import was read")


run(text)
