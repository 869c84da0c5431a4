"""Duplicates are found, merged, and marked as different people by keys.

Usage: duplicates.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

import tempfile

from desk import run, step, until
from shown import dukedir, go, open_window

TITLE = "Duplicates in Contacts"
CONTACTS = (
    "fn=Ana, ln=Marsh, em=ana@example.org, ci=Durham",
    "fn=Ana, ln=Marsh, em=ana@example.org, ci=Raleigh, ph=919-555-0134",
    "fn=Garvan, ln=Keeley, ph=919-555-0112",
    "fn=Garvin, ln=Keeley, ph=919-555-0112, ci=Cary",
)


def duplicates(build, pictures):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    for contact in CONTACTS:
        dukedir(build, sandbox, "contacts", "add", contact)
    with open_window(build, sandbox=sandbox) as desk:
        go(desk, "Contacts")
        desk.keys("F10")
        desk.find("menu item", "Find Duplicates…").perform()
        desk.find("label", "1 of 2", desk.window(TITLE))
        desk.find("label", "same email", desk.window(TITLE))
        until(lambda: desk.has_focus("push button", "Merge", desk.window(TITLE)), "the keyboard on Merge")
        step("the menu opens the first pair, with its reason, and the keyboard on Merge")
        desk.portrait(TITLE, f"{pictures}/duplicates.png")
        desk.keys("2")
        until(lambda: desk.find("radio button", "City, Raleigh", desk.window(TITLE)).has("checked"), "Raleigh chosen")
        desk.keys("Return")
        desk.find("label", "2 of 2", desk.window(TITLE))
        desk.find("label", "same phone", desk.window(TITLE))
        step("2 chooses the second value, and Return merges and shows the next pair")
        desk.keys("n")
        desk.find("label", "No More Duplicates", desk.window(TITLE))
        desk.keys("Escape")
        desk.is_gone(TITLE)
        shown = dukedir(build, sandbox, "contacts", "find", "fn=Ana")
        step("one contact is left with what was chosen", "City: Raleigh" in shown and shown.count("Number:") == 1)
        step("different people are not found again",
             dukedir(build, sandbox, "contacts", "duplicates") == "No duplicates were found.\n")
        step("Ctrl+Q ends the program", desk.stop() == 0)


run(duplicates)
