"""People's records in the window: edited, given a picture, and published; drafts after a kill; two versions; skipped
entries.

Usage: editing.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
The arguments change the look of the window: --dark, --size 360x700.
"""

import json
import os
import re
import sqlite3
import subprocess
import tempfile

from desk import Desk, Server, browser, run, step, until, window_with_class
from shown import OTHER, OWN, WINDOW, find_person, open_window

NEW = "Rosalind Ferngarden"
RENAMED = "Demonia Quillfeather"


def edit(desk, name):
    find_person(desk, name)
    desk.keys("F2")
    desk.shows("Edit Person")


def save(desk, name):
    desk.keys("ctrl+s")
    desk.shows(f"{name} saved")


def show_top(desk):
    """Scrolls to the first thing of the form: its title, or the picture where the header says the title."""
    form = desk.scrolled(desk.find("text", "First Name"))
    desk.show(desk.find("push button", "Choose a Picture File…", form).parent.parent[0])


def own_record(build, pictures, *arguments):
    with window_with_class(build, "--look", "faces", *arguments) as (desk, server):
        fill_new_form(desk, pictures)
        correct_values(desk, pictures)
        change_picture(desk, pictures)
        upload(desk, server, pictures)
        look_in_browser(server, pictures)
        conflict(desk, server, pictures)
        preview(desk, pictures)


def fill_new_form(desk, pictures):
    desk.keys("ctrl+n")
    desk.shows("New Person")
    desk.fill("First Name", "Rosalind")
    desk.fill("Last Name", "Ferngarden")
    desk.fill("NetID", "rf12")
    desk.keys("Tab")
    until(lambda: desk.text("Email") == "rf12@duke.edu", "the email")
    desk.shows("Filled in from NetID.")
    step("the email is completed from the NetID")
    desk.fill("Hobbies", "swimming, chess")
    desk.fill("DUID", "1234567")
    show_top(desk)
    desk.portrait(WINDOW, f"{pictures}/add.png")
    desk.keys("ctrl+s")
    desk.dismiss(f"{NEW} added")


def correct_values(desk, pictures):
    edit(desk, OWN)
    desk.fill("Movie", "")
    desk.fill("First Name", "  Demonia ")
    desk.fill("Email", "demo at duke")
    desk.keys("Tab")
    desk.shows("Extra spaces and invisible characters were removed.")
    step("a name is corrected, and the form says so", desk.text("First Name") == "Demonia")
    note = desk.shows("Enter an email address such as abc12@duke.edu.")

    def is_yellow():
        x, y, width, _ = desk.area(note)
        red, _, blue = desk.color(x + width // 2 - 2, y)
        return red > blue + 50

    desk.show(note)
    until(is_yellow, "the yellow row")
    step("the row of a wrong email is yellow")
    show_top(desk)
    desk.show(note)
    desk.portrait(WINDOW, f"{pictures}/edit.png")
    desk.fill("Email", "demo@duke.edu")


def change_picture(desk, pictures):
    drop(desk, made_picture())
    step("a picture file dropped on the form opens the crop")
    zoom = desk.find("slider", "Zoom")
    before = zoom.value()
    desk.find("push button", "Use Picture")
    desk.keys("plus", "plus", "plus", "Left", "Up")
    until(lambda: zoom.value() > before, "the zoom")
    step("+ and arrows crop it")
    desk.portrait("Picture", f"{pictures}/crop.png")
    desk.click("Use Picture")
    desk.is_gone("Picture")


def made_picture():
    """A landscape with somebody in it, as a camera would have taken it."""
    file = tempfile.mkdtemp(prefix="directory-picture-") + "/landscape.jpg"
    subprocess.run(
        ["convert", "data/portraits/01.jpg", "-resize", "480x480", "-background", "skyblue", "-gravity", "center",
         "-extent", "720x480", file], check=True)
    return file


def drop(desk, file):
    """Drags a file out of another program's window onto the form."""
    source = subprocess.Popen(["/usr/bin/python3", os.path.dirname(__file__) + "/files.py", file])
    try:
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Files$",
                        "windowmove", "--sync", "1120", "40"], check=True, stdout=subprocess.DEVNULL)
        x, y, width, _ = desk.area(desk.scrolled(desk.find("text", "First Name")))
        desk.drag((1195, 115), (x, y), (x - width // 2, y))
        desk.window("Picture")
    finally:
        source.kill()
        source.wait()


def upload(desk, server, pictures):
    before = server.ask("/entries/demo/picture")[0]
    save(desk, RENAMED)
    until(lambda: desk.look("label", "Edited here, not uploaded yet"), "the mark of an edited record")
    desk.keys("F2")
    desk.click("Upload…")
    check = desk.window("Check Before Publishing")
    desk.find("label", f"^\u200e{RENAMED} is a Student.*demo@duke.edu", check, exact=False)
    desk.find("label", "Check one thing", check)
    for change in ("First Name: “Demo” → “Demonia”", "Picture changed."):
        desk.find("label", re.escape(change), check, exact=False)
    desk.portrait("Check Before Publishing", f"{pictures}/publish.png")
    step("the check shows what others will read, and what changes")
    desk.click("Upload", check)
    desk.shows("Your record is published.")
    step("the record is published", server.entry("demo")["email"] == "demo@duke.edu")
    picture, headers = server.ask("/entries/demo/picture")
    step("the server has the picture", headers["Content-Type"] == "image/jpeg" and picture != before)


def look_in_browser(server, pictures):
    page = server.ask("/entries?q=demo")[0].decode()
    step("the server's page holds the name and the email", RENAMED in page and "demo@duke.edu" in page)
    address = server.address.replace("//", "//demo:demo@") + "/entries?q=demo"
    browser(address, "--hide-scrollbars", f"--screenshot={pictures}/page.png", "--window-size=1100,800")
    step("a real browser shows it", os.path.getsize(f"{pictures}/page.png") > 10_000)


def draft(build, _pictures, *arguments):
    """A form that was half typed when the program was killed."""
    with Server(build) as server:
        with open_window(build, "--download", "replace", *arguments, server=server) as desk:
            desk.shows("150 people downloaded")
            edit(desk, OTHER)
            desk.fill("From", "Durh")
            store = sqlite3.connect(f"file:{desk.sandbox}/directory.sqlite?mode=ro", uri=True)
            until(lambda: store.execute("SELECT 1 FROM setting WHERE value LIKE '%Durh%'").fetchone(),
                  "the draft on the disk")
            desk.kill()
        with open_window(build, *arguments, server=server, sandbox=desk.sandbox) as desk:
            desk.click("Continue Editing", desk.window("Continue Editing?"))
            until(lambda: desk.text("From") == "Durh", "what was typed")
            step("killed with a half-typed form, it offers what was typed")
            desk.fill("From", "Durham")
            save(desk, OTHER)
            step("Ctrl+Q ends the program", desk.stop() == 0)


def change_elsewhere(server, **fields):
    server.ask("/entries/demo", "PUT", json.dumps(dict(server.entry("demo"), **fields)).encode())


def conflict(desk, server, pictures):
    change_elsewhere(server, movie="Western", team="Elsewhere")
    edit(desk, RENAMED)
    desk.fill("Movie", "Musical")
    desk.click("Upload…")
    desk.click("Upload", desk.window("Check Before Publishing"))
    both = desk.window("Two Versions")
    desk.find("radio button", "Movie, Mine: Musical", both)
    desk.find("radio button", "Movie, Server’s: Western", both)
    step("a version changed elsewhere is shown beside one's own")
    desk.portrait("Two Versions", f"{pictures}/conflict.png")
    change_elsewhere(server, movie="Comedy")
    desk.click("Publish Selected", both)
    desk.find("label", "^Your record changed on the server again", both, exact=False)
    desk.press("radio button", "Movie, Server’s: Comedy", both)
    until(lambda: desk.find("radio button", "Movie, Server’s: Comedy", both).has("checked"), "the newer version chosen")
    step("where it changes once more, the newer version is shown, with a reason")
    desk.click("Publish Selected", both)
    desk.is_gone("Two Versions")
    now = server.entry("demo")
    step("the selected version is published", (now["movie"], now["team"]) == ("Comedy", "Elsewhere"))


def preview(desk, pictures):
    edit(desk, OTHER)
    desk.fill("From", "Durham")
    save(desk, OTHER)
    desk.keys("ctrl+d")
    desk.click("Download and Replace", desk.window("Download People"))
    window = desk.window("Review Changes")
    desk.find("label", "1 changed, 1 removed", window)
    desk.portrait("Review Changes", f"{pictures}/preview.png")
    step("a download that would lose something shows it first")
    desk.press("check box", f"Removed {NEW}", window)
    desk.find("label", "1 changed", window)
    desk.click("Apply", window)
    desk.is_gone("Review Changes")
    find_person(desk, NEW)
    step("a removal that was unticked is not applied")


def skipped_at_first(build, _pictures, *_arguments):
    """A sandbox that holds only people.json, with an entry that cannot be read."""
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with open(f"{sandbox}/people.json", "w", encoding="utf-8") as out:
        json.dump([{"DUID": 7654321, "fName": "Clementine"}, {"DUID": "none yet", "fName": "Percival"}], out)
    for is_first in (True, False):
        with Desk(build, sandbox=sandbox, still=True) as desk:
            if is_first:
                page = desk.window("Skipped Entries")
                step("a first launch lists what it set aside", "Percival" in desk.text("Original text", page))
                desk.keys("Escape")
                desk.is_gone("Skipped Entries")
            desk.find("list", "People")
            if not is_first:
                step("and only a first one", not desk.has_window("Skipped Entries"))
            step("Ctrl+Q ends the program", desk.stop() == 0)


run(own_record, draft, skipped_at_first)
