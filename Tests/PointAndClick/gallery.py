"""Takes screenshots of windows that no test captures: shortcuts, help, About, and the preview of an import.

Usage: gallery.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
"""

import json

from collection_pane import open_window
from driver import run, step, window_with_class

ABOUT = "About Duke Directory"
ADDED = [
    {"DUID": 7654321, "netid": "cm88", "fName": "Clementine", "lName": "Marrow", "role": "TA"},
    ["Orla", "Whin"],
]


def gallery(build, screenshots, *arguments):
    with window_with_class(build, *arguments) as (app, server):
        people = json.loads(server.request("/entries/all")[0])
        for name, title, keys in (("shortcuts", "Keyboard Shortcuts", "ctrl+question"), ("help", "Help", "F1")):
            app.keys(keys)
            capture(app, title, f"{screenshots}/{name}.png")
        app.keys("F10")
        app.find("menu item", ABOUT).perform()
        capture(app, ABOUT, f"{screenshots}/about.png")
    with open(f"{app.sandbox}/class.json", "w", encoding="utf-8") as file:
        json.dump([dict(people[7], movie="Pinecone", team="Herons"), people[8], *ADDED], file)
    with open_window(build, "--netid", "demo", *arguments, file.name, sandbox=app.sandbox) as app:
        capture(app, "Review Changes from “class.json”", f"{screenshots}/import.png")


def capture(app, title, file):
    """Takes a screenshot of a window when it has opened, and closes it."""
    app.window(title)
    app.screenshot(title, file)
    app.keys("Escape")
    app.wait_until_closed(title)
    step(title)


run(gallery)
