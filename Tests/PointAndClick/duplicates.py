"""Finds duplicates, merges them, and marks a pair as different people, with keys.

Usage: duplicates.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

import tempfile

from collection_pane import dukedir, open_collection, open_window
from driver import run, step, until

TITLE = "Duplicates in Contacts"
CONTACTS = (
    "fn=Ana, ln=Marsh, em=ana@example.org, ci=Durham",
    "fn=Ana, ln=Marsh, em=ana@example.org, ci=Raleigh, ph=919-555-0134",
    "fn=Garvan, ln=Keeley, ph=919-555-0112",
    "fn=Garvin, ln=Keeley, ph=919-555-0112, ci=Cary",
)


def duplicates(build, screenshots):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    for contact in CONTACTS:
        dukedir(build, sandbox, "contacts", "add", contact)
    with open_window(build, sandbox=sandbox) as app:
        open_collection(app, "Contacts")
        app.keys("F10")
        app.find("menu item", "Find Duplicates…").perform()
        app.find("label", "1 of 2", app.window(TITLE))
        app.find("label", "same email", app.window(TITLE))
        until(lambda: app.has_focus("push button", "Merge", app.window(TITLE)), "the focus on Merge")
        step("the menu opens the first pair, with its reason, and the focus on Merge")
        app.screenshot(TITLE, f"{screenshots}/duplicates.png")
        app.keys("2")
        until(lambda: app.find("radio button", "City, Raleigh", app.window(TITLE)).has("checked"), "Raleigh chosen")
        app.keys("Return")
        app.find("label", "2 of 2", app.window(TITLE))
        app.find("label", "same phone", app.window(TITLE))
        step("2 chooses the second value, and Return merges and shows the next pair")
        app.keys("n")
        app.find("label", "No More Duplicates", app.window(TITLE))
        app.keys("Escape")
        app.wait_until_closed(TITLE)
        found = dukedir(build, sandbox, "contacts", "find", "fn=Ana")
        step("the merged contact has the chosen value", "City: Raleigh" in found and found.count("Number:") == 1)
        step("different people are not found again",
             dukedir(build, sandbox, "contacts", "duplicates") == "No duplicates were found.\n")
        step("Ctrl+Q ends the program", app.stop() == 0)


run(duplicates)
