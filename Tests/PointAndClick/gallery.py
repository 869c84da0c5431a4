"""Takes the pictures of the windows that no other run takes: keys, help, About, and the preview of a file. Nothing is
looked for by its text, so that they can be taken in any language (LANGUAGE=es) and at any size of text (GDK_DPI_SCALE=2).

Usage: gallery.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import json
import tempfile

from desk import Desk, Server, run, step, until
from shown import MENU_LINES

LISTED = [
    {"DUID": 7654321, "netid": "cm88", "fName": "Clementine", "lName": "Marrow", "role": "TA"},
    ["Orla", "Whin"],
]


def gallery(build, pictures, *arguments):
    file = tempfile.mkdtemp(prefix="directory-file-") + "/class.json"
    with Server(build) as server:
        everybody = json.loads(server.ask("/entries/all")[0])
        with open(file, "w", encoding="utf-8") as list_of_people:
            json.dump([dict(everybody[7], movie="Pinecone", team="Herons"), everybody[8], *LISTED], list_of_people)
        named = ("--server", server.address, "--netid", "demo", *arguments)
        with Desk(build, *named, "--download", "replace", still=True) as desk:
            until(lambda: len([row for row in tables(desk) if row]) > 5, "the class")
            for name, keys in (("shortcuts", "ctrl+question"), ("help", "F1")):
                desk.keys(keys)
                taken(desk, f"{pictures}/{name}.png")
            desk.keys("F10")
            until(lambda: desk.with_keyboard(*MENU_LINES), "the keyboard in the menu")
            desk.keys("Up", "Up", "Return")
            taken(desk, f"{pictures}/about.png")
        with Desk(build, *named, file, sandbox=desk.sandbox, still=True) as desk:
            taken(desk, f"{pictures}/import.png")


def tables(desk):
    """The rows of the biggest list that is shown."""
    found = [node for window in desk.program for node in window.every() if node.role == "list"]
    return max(found, key=len, default=[])


def taken(desk, file):
    """The picture of the window that has just opened, which is closed then."""
    title = until(
        lambda: next((one.name for one in desk.program if one and one.name != "Duke Directory"), None), file)
    desk.portrait(title, file)
    desk.keys("Escape")
    desk.is_gone(title)
    step(file.rsplit("/", 1)[-1])


run(gallery)
