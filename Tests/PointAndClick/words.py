"""Checks that every text of the window is translated: runs it in the pseudolocale of pseudolocale.py, and reports texts
that are neither marked nor data. Also checks that every control has a name and a role.

Usage: words.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
"""

import contextlib
import datetime
import json
import os
import pathlib
import sqlite3
import tempfile
from unittest.mock import patch

from accessible import check_names, rows, widgets_with_actions
from collection_pane import OWN_NAME, TITLES, WINDOW, CollectionPane, dukedir
from driver import Server, first, run, step, until
from pseudolocale import DataFilter, Pseudolocale, PseudolocalizedApp, UntranslatedTexts, players, visible_widgets

CONTACT = {"fn": "Ottoline", "ln": "Marchbanks", "st": "12 Quince Lane", "ci": "Durham", "sa": "NC", "zi": "27708",
           "ph": "919-555-0134", "em": "ottoline@example.org", "ec": "yes"}
TOUR = {"na": "Garvan Keeley and friends", "nu": "4", "da": str(datetime.date.today() + datetime.timedelta(7))}
TASKS = ("Wash the car", "Feed the cat")
PREVIEWED = [{"DUID": 7654321, "netid": "cm88", "fName": "Clementine", "lName": "Marrow"},
             ["Orla", "Whin", "ow20@duke.edu"]]
# GTK builds these windows, so that their controls are not checked.
GTK_WINDOWS = ("About Duke Directory", "Keyboard Shortcuts", "Print")
NONSENSE = "qqzzxx"
TYPED = (NONSENSE, "quillfeather", "nonsense at all", "Musical", "Western", "Ottoline Marchbanks", "9195550134")


def text(build, _screenshots, *arguments):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with Pseudolocale(build), Server(build) as server:
        options = ("--server", server.address, "--netid", "demo")
        output = fill(build, server, sandbox, options)
        findings = UntranslatedTexts(DataFilter(window_data(server), output, CONTACT, TOUR, TASKS, PREVIEWED, TYPED))
        try:
            main_window(build, options, sandbox, findings, *arguments)
            search_in_two_languages(build, sandbox)
            import_preview(build, options, sandbox, findings, *arguments)
        finally:
            findings.report()
    step(f"of {len(findings.read)} texts, {len(findings.found)} are not translated", not findings.found)


def main_window(build, options, sandbox, findings, *arguments):
    """The window with a downloaded class."""
    with PseudolocalizedApp(build, *options, "--download", "replace", *arguments, sandbox=sandbox) as app:
        app.shows("150 people downloaded")
        findings.read_window(app, WINDOW, "the window")
        step("the window is in the pseudolocale", any("⟦" in text for text in findings.read))
        for read in (collections, forms, searches, windows, publishing):
            read(app, findings)
        step("Ctrl+Q ends the program", app.stop() == 0)


def search_in_two_languages(build, sandbox):
    """A contact that was added in English is found by a translated word, without a change of the tables."""
    fingerprints = definitions(sandbox)
    with patch.dict(os.environ, PseudolocalizedApp.environment):
        found = dukedir(build, sandbox, "contacts", "find", "⟦Emergency")
    step("a translated word finds a contact that was added in English", CONTACT["fn"] in found)
    step("another language changes no table", definitions(sandbox) == fingerprints)


def definitions(sandbox):
    with contextlib.closing(sqlite3.connect(f"{sandbox}/directory.sqlite")) as database:
        return database.execute("SELECT * FROM definition ORDER BY collection").fetchall()


def fill(build, server, sandbox, options):
    """Adds records to every collection, and returns the output of the commands."""
    output = []
    for task in TASKS:
        server.request("/todos", "POST", json.dumps({"title": task, "user": "Ottoline"}).encode())
    for group, command, record in (("contacts", "add", CONTACT), ("tours", "book", TOUR)):
        fields = ", ".join(f"{key}={value}" for key, value in record.items())
        output += dukedir(build, sandbox, group, command, *options, fields).splitlines()
    return output


def window_data(server):
    courses = [json.loads(server.request(f"/api/courses/in/{program}")[0]) for program in ("cpa", "bsd")]
    return [json.loads(server.request("/entries/all")[0]), json.loads(server.request("/todos")[0]), courses, players()]


def open_list(app, title):
    """Opens a collection with its keyboard shortcut."""
    app.keys(f"ctrl+{TITLES.index(title) + 1}")
    until(lambda: app.lookup("list", title), f"{title} open")


def perform(app, title, name):
    """Performs an action of the first row of a list through AT-SPI."""
    first(lambda: (node for row in rows(app, title)[:1] for node in widgets_with_actions(row)),
          f"a row of {title}").perform(name)


def collections(app, findings):
    for title in TITLES:
        open_list(app, title)
        perform(app, title, "row.open")
        until(lambda: any(row and row.has("selected") for row in app.find("list", title)), "the row selected")
        findings.read_window(app, WINDOW, title)
        check_names(app, WINDOW, title)
        step(f"{title} and a record of it were read")


def forms(app, findings):
    for title, form in (("People", "New person"), ("Contacts", "New contact"), ("To-Dos", "New to-do"),
                        ("Tours", "Book a tour"), ("Players", "New player")):
        open_list(app, title)
        app.keys("ctrl+n")
        app.shows(form)
        findings.read_window(app, WINDOW, f"the form {form}")
        check_names(app, WINDOW, form)
        app.keys("Escape")
        step(f"{form} was read")


def searches(app, findings):
    for title in TITLES:
        open_list(app, title)
        entry = app.find("entry", f"Search {title.lower()}")
        entry.write(NONSENSE)
        until(lambda: not app.lookup("list", title), "nothing found")
        findings.read_window(app, WINDOW, f"an empty search of {title}")
        entry.write("")
    step("searches that find nothing were read")


def windows(app, findings):
    open_list(app, "People")
    for keys, title in (("ctrl+comma", "Preferences"), ("ctrl+k", "Search Everywhere"), ("ctrl+question",
                        "Keyboard Shortcuts"), ("ctrl+d", "Download People"), ("ctrl+p", "Print"), ("F1", "Help")):
        app.keys(keys)
        app.focus_window(title)
        findings.read_window(app, title, title)
        if title not in GTK_WINDOWS:
            check_names(app, title, title)
        if title == "Search Everywhere":
            search_everywhere(app, findings)
        if title == "Help":
            help_pages(app, findings)
        close(app, title)
    for item, title in (("About Duke Directory", "About Duke Directory"), ("Skipped Entries…", "Skipped Entries")):
        app.keys("F10")
        menu_item = app.find("menu item", item)
        findings.read_window(app, WINDOW, "the menu")
        check_names(app, WINDOW, "the menu")
        menu_item.perform()
        app.focus_window(title)
        findings.read_window(app, title, title)
        if title not in GTK_WINDOWS:
            check_names(app, title, title)
        close(app, title)


def search_everywhere(app, findings):
    entry = app.find("entry", "Search everywhere")
    for text in (TYPED[1], NONSENSE):
        before = entry.description
        entry.write(text)
        until(lambda: entry.description != before, f"the number of results for {text}")
        findings.read_window(app, "Search Everywhere", f"Search Everywhere for {text}")
        if text != NONSENSE:
            check_names(app, "Search Everywhere", "results")


def help_pages(app, findings):
    for page in [row for row in app.find("list", "Contents", app.window("Help")) if row][1:]:
        app.keys("Down", "Return")
        title = first(lambda: (app.english(node.name) for node, _ in visible_widgets(page) if node.role == "label"),
                      "a title")
        app.find("label", title, app.find("scroll pane", "Page"))
        findings.read_window(app, "Help", f"the help’s page {title}")


def close(app, title):
    app.keys("Escape")
    app.wait_until_closed(title)
    app.focus_window(WINDOW)
    step(f"{title} was read")


def publishing(app, findings):
    """The form with the own record, with an invalid value, before an upload, and before changes are discarded."""
    app.find("entry", "Search people").write(OWN_NAME)
    until(lambda: len(rows(app, "People")) == 1, f"{OWN_NAME} alone")
    perform(app, "People", "row.edit")
    app.shows("Edit person")
    findings.read_window(app, WINDOW, "the form with the own record")
    check_names(app, WINDOW, "the form with the own record")
    pane = CollectionPane(app, "People")
    email = pane.find("text", "Email")
    before = pane.text("Email")
    email.write(TYPED[2])
    pane.find("push button", "Save").perform()
    until(lambda: email.description, "the description of the error")
    findings.read_window(app, WINDOW, "a form with an invalid value")
    email.write(before)
    pane.find("text", "Movie").write("Musical")
    pane.find("push button", "Upload…").perform()
    app.focus_window("Check Before Publishing")
    findings.read_window(app, "Check Before Publishing", "Check Before Publishing")
    close(app, "Check Before Publishing")
    perform(app, "People", "row.edit")
    until(lambda: pane.has_focus("text", "First Name"), "the form again")
    pane.find("text", "Movie").write("Western")
    app.keys("Escape")
    app.focus_window("Discard Changes?")
    findings.read_window(app, "Discard Changes?", "Discard Changes?")
    app.click("Discard", app.window("Discard Changes?"))
    app.wait_until_closed("Discard Changes?")
    app.focus_window(WINDOW)


def import_preview(build, options, sandbox, findings, *arguments):
    """The preview of a file with a new person and an entry that cannot be read."""
    file = pathlib.Path(tempfile.mkdtemp(prefix="directory-file-"), "class.json")
    file.write_text(json.dumps(PREVIEWED), encoding="utf-8")
    with PseudolocalizedApp(build, *options, *arguments, file, sandbox=sandbox) as app:
        button = app.find("push button", "Import")
        title = first(lambda: (app.english(one.name) for one in app.program
                               if one and app.lookup("push button", "Import", one)), "the preview")
        findings.read_window(app, title, "the preview of an import")
        button.perform()
        app.wait_until_closed(title)
        findings.read_window(app, WINDOW, "after an import")
        step("the preview of an import was read")


run(text)
