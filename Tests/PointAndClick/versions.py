"""A visit where two versions meet: a conflict, what a download changes, what was set aside."""

import json
import tempfile

from desk import Desk, Server, step
from forms import OTHER, OWN, download, edit, find_person, open_window, save


def versions(build, pictures, *arguments):
    with Server(build) as server:
        with open_window(build, server, "--download", "replace", *arguments) as desk:
            desk.shows("150 people downloaded")
            conflict(desk, server, pictures)
            preview(desk, server, pictures)
            step("Ctrl+Q ends the program", desk.stop() == 0)
    set_aside_at_first(build, pictures)


def conflict(desk, server, pictures):
    entry = dict(server.entry("demo"), movie="Western", team="Elsewhere")
    server.ask("/entries/demo", "PUT", json.dumps(entry).encode())
    edit(desk, OWN)
    desk.fill("Movie", "Musical")
    desk.click("Upload…")
    desk.click("Upload", desk.window("Check Before Publishing"))
    both = desk.window("Two Versions")
    desk.find("radio button", "Movie, Mine: Musical", both)
    desk.find("radio button", "Movie, Server’s: Western", both)
    step("a version changed elsewhere is shown beside one's own")
    desk.find("label", "Took Team from the server.", both)
    step("what only the server changed is not asked for", not desk.look("radio button", "^Team", both, exact=False))
    desk.portrait("Two Versions", f"{pictures}/conflict.png")
    desk.click("Publish Selected", both)
    desk.shows("Your record is published.")
    now = server.entry("demo")
    step("what was picked is published", (now["movie"], now["team"]) == ("Musical", "Elsewhere"))


def preview(desk, server, pictures):
    edit(desk, OTHER)
    desk.fill("From", "Durham")
    save(desk, OTHER)
    desk.keys("ctrl+n")
    desk.shows("New Person")
    desk.fill("First Name", "Rosalind")
    desk.fill("Last Name", "Ferngarden")
    desk.fill("DUID", "1234567")
    desk.keys("ctrl+s")
    desk.shows("Rosalind Ferngarden added")
    download(desk)
    window = desk.window("Review Changes")
    desk.find("label", "1 changed, 1 removed", window)
    desk.portrait("Review Changes", f"{pictures}/preview.png")
    step("a download that would lose something shows it first")
    desk.press("check box", "Removed Rosalind Ferngarden", window)
    desk.find("label", "1 changed", window)
    desk.click("Apply", window)
    desk.is_gone("Review Changes")
    find_person(desk, "Rosalind Ferngarden")
    find_person(desk, OTHER)
    step("only what stayed ticked is taken over", not desk.look("label", r"is from Durham\.", exact=False))


def set_aside_at_first(build, pictures):
    """A sandbox that holds only people.json, with an entry that cannot be read."""
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with open(f"{sandbox}/people.json", "w", encoding="utf-8") as out:
        json.dump([{"DUID": 7654321, "fName": "Clementine"}, {"DUID": "none yet", "fName": "Percival"}], out)
    for is_first in (True, False):
        with Desk(build, sandbox=sandbox, still=True) as desk:
            if is_first:
                page = desk.window("Skipped Entries")
                step("a first launch lists what it set aside", "Percival" in desk.text("Original text", page))
                desk.picture(f"{pictures}/set-aside-at-first.png")
                desk.keys("Escape")
                desk.is_gone("Skipped Entries")
            desk.find("list", "People")
            if not is_first:
                step("and only a first one", not desk.has_window("Skipped Entries"))
            step("Ctrl+Q ends the program", desk.stop() == 0)
