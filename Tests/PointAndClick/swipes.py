"""Swipes over rows.

Usage: swipes.py BUILD-FOLDER
"""

import subprocess
import tempfile

from collection_pane import completed, dukedir, open_collection, open_window
from driver import Server, run, step, until


def drag(width):
    """Drags the row under the pointer by half of its width, to the left if `width` is negative."""
    steps = ["mousemove_relative", "--", "40" if width > 0 else "-40", "0", "sleep", "0.02"] * (abs(width) // 80)
    subprocess.run(["xdotool", "mousedown", "1", *steps, "mouseup", "1"], check=True)


def swipe_right(app, pane, prefix):
    x, y, width, height = app.area(pane.row(prefix))
    app.move_mouse(x - width // 4, y + height // 2 - 20)
    drag(width)


def swipes(build, _screenshots):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    for name in ("Okafor", "Raman"):
        dukedir(build, sandbox, "contacts", "add", f"fn=Ana, ln={name}, ph=9195550134")
    with Server(build) as server:
        server.request("/todos", "POST", b'{"title": "Grade lab 2"}')
        with open_window(build, server=server, sandbox=sandbox) as app:
            swipe(app, server)


def swipe(app, server):
    pane = open_collection(app, "To-Dos")
    swipe_right(app, pane, "Grade lab 2")
    until(lambda: completed(server) == ["Grade lab 2"], "the completed to-do on the server")
    step("a swipe to the right completes a to-do, and opens no form", not pane.lookup("push button", "Save"))
    pane = open_collection(app, "Courses")
    first = until(pane.rows, "the courses")[0]
    swipe_right(app, pane, first)
    # These keys are handled after the swipe.
    open_collection(app, "Contacts")
    pane = open_collection(app, "Courses")
    step("no course is edited", until(pane.rows, "the courses")[0] == first and not pane.lookup("push button", "Save"))
    pane = open_collection(app, "Contacts")
    swipe_right(app, pane, "Ana Okafor")
    pane.shows("Edit Contact")
    step("it edits a contact")
    app.keys("Escape")
    row = pane.row("Ana Raman")
    x, y, width, height = until(lambda: app.stable_area(row), "the row to stop moving")
    app.move_mouse(x + width // 3, y + height // 2 - 20)
    drag(-width)
    app.shows("Ana Raman deleted")
    pane.wait_for_rows("Ana Okafor")
    step("a swipe to the left deletes a contact")


run(swipes)
