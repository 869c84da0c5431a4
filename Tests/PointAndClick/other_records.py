"""A visit of the others' records: no upload, delete and undo, a form that was half typed."""

import sqlite3
import urllib.error

from desk import Server, step, until
from forms import OTHER, edit, find_person, open_window, save


def others(build, pictures, *arguments):
    with Server(build) as server:
        with open_window(build, server, "--download", "replace", *arguments) as desk:
            desk.says("150 people downloaded")
            edit(desk, OTHER)
            step("another's record has no Upload in the widget tree", not desk.look("push button", "Upload…"))
            bodies = {netid: server.ask(f"/entries/{netid}")[0] for netid in ("tq51", "demo")}
            step("a PUT of another's record by hand is refused", answer(server, "tq51", bodies["tq51"]) == 403)
            step("so is one's own body at another's path", answer(server, "tq51", bodies["demo"]) == 403)
            step("and another's body at one's own path", answer(server, "demo", bodies["tq51"]) == 403)
            desk.keys("Escape")
            delete_and_undo(desk)
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


def answer(server, netid, body):
    """The status of a PUT."""
    try:
        server.ask(f"/entries/{netid}", "PUT", body)
        return 200
    except urllib.error.HTTPError as error:
        return error.code


def delete_and_undo(desk):
    desk.keys("ctrl+f", "ctrl+a")
    desk.type("quillfeather")
    until(lambda: len(desk.rows()) == 2, "two people")
    for way in ("the button", "Ctrl+Z"):
        desk.keys("Down", "Down")
        until(lambda: desk.is_selected(OTHER), "the row selected")
        desk.keys("Delete")
        desk.says(f"{OTHER} deleted")
        until(lambda: len(desk.rows()) == 1, "one person less")
        step("Delete takes somebody out of the list")
        if way == "the button":
            desk.click("Undo")
        else:
            desk.keys("ctrl+z")
        desk.says("Undone")
        until(lambda: len(desk.rows()) == 2, "everybody back")
        step(f"Undo by {way} brings them back")


def half_typed(desk):
    edit(desk, OTHER)
    desk.fill("From", "Durh")
    store = sqlite3.connect(f"file:{desk.sandbox}/directory.sqlite?mode=ro", uri=True)
    until(lambda: store.execute("SELECT 1 FROM setting WHERE value LIKE '%Durh%'").fetchone(), "the draft on the disk")
    desk.kill()
