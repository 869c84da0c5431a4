"""A visit of another's record: no upload, and a form that was half typed when the program was killed."""

import sqlite3

from desk import Server, step, until
from forms import OTHER, edit, find_person, open_window, save


def others(build, pictures, *arguments):
    with Server(build) as server:
        with open_window(build, server, "--download", "replace", *arguments) as desk:
            desk.shows("150 people downloaded")
            edit(desk, OTHER)
            step("another's record has no Upload in the widget tree", not desk.look("push button", "Upload…"))
            desk.keys("Escape")
            half_typed(desk)
        with open_window(build, server, *arguments, sandbox=desk.sandbox) as desk:
            desk.click("Continue Editing", desk.window("Continue Editing?"))
            until(lambda: desk.text("From") == "Durh", "what was typed")
            step("killed with a half-typed form, it offers what was typed")
            desk.fill("From", "Durham")
            save(desk, OTHER)
            step("Ctrl+Q ends the program", desk.stop() == 0)
        with open_window(build, server, *arguments, sandbox=desk.sandbox) as desk:
            find_person(desk, OTHER)
            desk.press("push button", "Details")
            desk.find("label", "Durham")
            step("and opens again with it saved", not desk.has_window("Continue Editing?"))


def half_typed(desk):
    edit(desk, OTHER)
    desk.fill("From", "Durh")
    store = sqlite3.connect(f"file:{desk.sandbox}/directory.sqlite?mode=ro", uri=True)
    until(lambda: store.execute("SELECT 1 FROM setting WHERE value LIKE '%Durh%'").fetchone(), "the draft on the disk")
    desk.kill()
