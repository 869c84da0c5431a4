"""Edits people in the window: new records, corrections, pictures, uploads, conflicts, drafts after a kill, and skipped
entries.

Usage: editing.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
The options are, for example, --dark and --size 360x700.
"""

import json
import os
import re
import sqlite3
import subprocess
import tempfile

from collection_pane import OTHER_NAME, OWN_NAME, WINDOW, find_person, open_window
from driver import App, Server, chromium, run, step, until, window_with_class

NEW = "Rosalind Ferngarden"
RENAMED = "Demonia Quillfeather"


def edit(app, name):
    find_person(app, name)
    app.keys("F2")
    app.shows("Edit Person")


def save(app, name):
    app.keys("ctrl+s")
    app.shows(f"{name} saved")


def scroll_to_top(app):
    """Scrolls to the top of the form: to its title, or to the picture if the header has the title."""
    form = app.scroll_pane(app.find("text", "First Name"))
    app.scroll_to(app.find("push button", "Choose a Picture File…", form).parent.parent[0])


def own_record(build, screenshots, *arguments):
    with window_with_class(build, "--look", "faces", *arguments) as (app, server):
        fill_new_form(app, screenshots)
        correct_values(app, screenshots)
        change_picture(app, screenshots)
        upload(app, server, screenshots)
        show_in_chromium(server, screenshots)
        conflict(app, server, screenshots)
        preview(app, screenshots)


def fill_new_form(app, screenshots):
    app.keys("ctrl+n")
    app.shows("New Person")
    app.fill("First Name", "Rosalind")
    app.fill("Last Name", "Ferngarden")
    app.fill("NetID", "rf12")
    app.keys("Tab")
    until(lambda: app.text("Email") == "rf12@duke.edu", "the email")
    app.shows("Filled in from NetID.")
    step("the email is completed from the NetID")
    app.fill("Hobbies", "swimming, chess")
    app.fill("DUID", "1234567")
    scroll_to_top(app)
    app.screenshot(WINDOW, f"{screenshots}/add.png")
    app.keys("ctrl+s")
    app.dismiss(f"{NEW} added")


def correct_values(app, screenshots):
    edit(app, OWN_NAME)
    app.fill("Movie", "")
    app.fill("First Name", "  Demonia ")
    app.fill("Email", "demo at duke")
    app.keys("Tab")
    app.shows("Extra spaces and invisible characters were removed.")
    step("a name is corrected, with a note", app.text("First Name") == "Demonia")
    note = app.shows("Enter an email address such as abc12@duke.edu.")

    def is_yellow():
        x, y, width, _ = app.area(note)
        red, _, blue = app.color(x + width // 2 - 2, y)
        return red > blue + 50

    app.scroll_to(note)
    until(is_yellow, "the yellow row")
    step("the row of an invalid email is yellow")
    scroll_to_top(app)
    app.scroll_to(note)
    app.screenshot(WINDOW, f"{screenshots}/edit.png")
    app.fill("Email", "demo@duke.edu")


def change_picture(app, screenshots):
    drop(app, landscape())
    step("dropping a picture file on the form opens the crop dialog")
    zoom = app.find("slider", "Zoom")
    before = zoom.value()
    app.find("push button", "Use Picture")
    app.keys("plus", "plus", "plus", "Left", "Up")
    until(lambda: zoom.value() > before, "a larger zoom")
    step("+ and arrow keys change the crop")
    app.screenshot("Picture", f"{screenshots}/crop.png")
    app.click("Use Picture")
    app.wait_until_closed("Picture")


def landscape():
    """A picture file in landscape format."""
    file = tempfile.mkdtemp(prefix="directory-picture-") + "/landscape.jpg"
    subprocess.run(
        ["convert", "data/portraits/01.jpg", "-resize", "480x480", "-background", "skyblue", "-gravity", "center",
         "-extent", "720x480", file], check=True)
    return file


def drop(app, file):
    """Drags a file from the window of another program to the form."""
    source = subprocess.Popen(["/usr/bin/python3", os.path.dirname(__file__) + "/files.py", file])
    try:
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Files$",
                        "windowmove", "--sync", "1120", "40"], check=True, stdout=subprocess.DEVNULL)
        x, y, width, _ = app.area(app.scroll_pane(app.find("text", "First Name")))
        app.drag((1195, 115), (x, y), (x - width // 2, y))
        app.window("Picture")
    finally:
        source.kill()
        source.wait()


def upload(app, server, screenshots):
    before = server.request("/entries/demo/picture")[0]
    save(app, RENAMED)
    until(lambda: app.lookup("label", "Edited here, not uploaded yet"), "the label of an edited record")
    app.keys("F2")
    app.click("Upload…")
    check = app.window("Check Before Publishing")
    app.find("label", f"^\u200e{RENAMED} is a Student.*demo@duke.edu", check, exact=False)
    app.find("label", "Check one thing", check)
    for change in ("First Name: “Demo” → “Demonia”", "Picture changed."):
        app.find("label", re.escape(change), check, exact=False)
    app.screenshot("Check Before Publishing", f"{screenshots}/publish.png")
    step("the dialog shows the record for others, and the changes")
    app.click("Upload", check)
    app.shows("Your record is published.")
    step("the record is published", server.entry("demo")["email"] == "demo@duke.edu")
    picture, headers = server.request("/entries/demo/picture")
    step("the server has the picture", headers["Content-Type"] == "image/jpeg" and picture != before)


def show_in_chromium(server, screenshots):
    page = server.request("/entries?q=demo")[0].decode()
    step("the server's page has the name and the email", RENAMED in page and "demo@duke.edu" in page)
    address = server.address.replace("//", "//demo:demo@") + "/entries?q=demo"
    chromium(address, "--hide-scrollbars", f"--screenshot={screenshots}/page.png", "--window-size=1100,800")
    step("Chromium shows it", os.path.getsize(f"{screenshots}/page.png") > 10_000)


def draft(build, _screenshots, *arguments):
    """Kills the program while a form has changes."""
    with Server(build) as server:
        with open_window(build, "--download", "replace", *arguments, server=server) as app:
            app.shows("150 people downloaded")
            edit(app, OTHER_NAME)
            app.fill("From", "Durh")
            database = sqlite3.connect(f"file:{app.sandbox}/directory.sqlite?mode=ro", uri=True)
            until(lambda: database.execute("SELECT 1 FROM setting WHERE value LIKE '%Durh%'").fetchone(),
                  "the draft in the database")
            app.kill()
        with open_window(build, *arguments, server=server, sandbox=app.sandbox) as app:
            app.click("Continue Editing", app.window("Continue Editing?"))
            until(lambda: app.text("From") == "Durh", "the draft")
            step("after a kill, it offers to continue editing, with the draft")
            app.fill("From", "Durham")
            save(app, OTHER_NAME)
            step("Ctrl+Q ends the program", app.stop() == 0)


def change_elsewhere(server, **fields):
    server.request("/entries/demo", "PUT", json.dumps(dict(server.entry("demo"), **fields)).encode())


def conflict(app, server, screenshots):
    change_elsewhere(server, movie="Western", team="Elsewhere")
    edit(app, RENAMED)
    app.fill("Movie", "Musical")
    app.click("Upload…")
    app.click("Upload", app.window("Check Before Publishing"))
    both = app.window("Two Versions")
    app.find("radio button", "Movie, Mine: Musical", both)
    app.find("radio button", "Movie, Server’s: Western", both)
    step("a conflict shows both versions")
    app.screenshot("Two Versions", f"{screenshots}/conflict.png")
    change_elsewhere(server, movie="Comedy")
    app.click("Publish Selected", both)
    app.find("label", "^Your record changed on the server again", both, exact=False)
    app.press("radio button", "Movie, Server’s: Comedy", both)
    until(lambda: app.find("radio button", "Movie, Server’s: Comedy", both).has("checked"), "the newer version chosen")
    step("after another change, it shows the newer version and a message")
    app.click("Publish Selected", both)
    app.wait_until_closed("Two Versions")
    now = server.entry("demo")
    step("the selected version is published", (now["movie"], now["team"]) == ("Comedy", "Elsewhere"))


def preview(app, screenshots):
    edit(app, OTHER_NAME)
    app.fill("From", "Durham")
    save(app, OTHER_NAME)
    app.keys("ctrl+d")
    app.click("Download and Replace", app.window("Download People"))
    window = app.window("Review Changes")
    app.find("label", "1 changed, 1 removed", window)
    app.screenshot("Review Changes", f"{screenshots}/preview.png")
    step("a download that loses data shows a preview first")
    app.press("check box", f"Removed {NEW}", window)
    app.find("label", "1 changed", window)
    app.click("Apply", window)
    app.wait_until_closed("Review Changes")
    find_person(app, NEW)
    step("a deselected removal is not applied")


def skipped_entries(build, _screenshots, *_arguments):
    """The first launches with a people.json that has an invalid entry."""
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with open(f"{sandbox}/people.json", "w", encoding="utf-8") as out:
        json.dump([{"DUID": 7654321, "fName": "Clementine"}, {"DUID": "none yet", "fName": "Percival"}], out)
    for is_first in (True, False):
        with App(build, sandbox=sandbox, no_animations=True) as app:
            if is_first:
                page = app.window("Skipped Entries")
                step("the first launch lists skipped entries", "Percival" in app.text("Original text", page))
                app.keys("Escape")
                app.wait_until_closed("Skipped Entries")
            app.find("list", "People")
            if not is_first:
                step("the second does not", not app.has_window("Skipped Entries"))
            step("Ctrl+Q ends the program", app.stop() == 0)


run(own_record, draft, skipped_entries)
