"""Takes the pictures of the windows that no test takes: keys, help, About, and the preview of a file.

Usage: gallery.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import json

from desk import run, step, window_with_class
from shown import open_window

ABOUT = "About Duke Directory"
LISTED = [
    {"DUID": 7654321, "netid": "cm88", "fName": "Clementine", "lName": "Marrow", "role": "TA"},
    ["Orla", "Whin"],
]


def gallery(build, pictures, *arguments):
    with window_with_class(build, *arguments) as (desk, server):
        everybody = json.loads(server.ask("/entries/all")[0])
        for name, title, keys in (("shortcuts", "Keyboard Shortcuts", "ctrl+question"), ("help", "Help", "F1")):
            desk.keys(keys)
            taken(desk, title, f"{pictures}/{name}.png")
        desk.keys("F10")
        desk.find("menu item", ABOUT).perform()
        taken(desk, ABOUT, f"{pictures}/about.png")
    with open(f"{desk.sandbox}/class.json", "w", encoding="utf-8") as file:
        json.dump([dict(everybody[7], movie="Pinecone", team="Herons"), everybody[8], *LISTED], file)
    with open_window(build, "--netid", "demo", *arguments, file.name, sandbox=desk.sandbox) as desk:
        taken(desk, "Review Changes from “class.json”", f"{pictures}/import.png")


def taken(desk, title, file):
    """The picture of the window that has just opened, which is closed then."""
    desk.window(title)
    desk.portrait(title, file)
    desk.keys("Escape")
    desk.is_gone(title)
    step(title)


run(gallery)
