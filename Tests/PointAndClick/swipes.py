"""Swipes over rows, and closes a submenu during its animation.

Usage: swipes.py BUILD-FOLDER
"""

import subprocess
import tempfile

from collection_pane import MENU_ROLES, completed, dukedir, open_collection, open_window
from driver import App, Server, run, step, until


def two_contacts(build):
    """A sandbox with the contacts Ana Okafor and Ana Raman."""
    sandbox = tempfile.mkdtemp(prefix="directory-")
    for name in ("Okafor", "Raman"):
        dukedir(build, sandbox, "contacts", "add", f"fn=Ana, ln={name}, ph=9195550134")
    return sandbox


def animated_submenus(build, _screenshots):
    """Uses a window with animations, which the other tests disable."""
    with App(build, sandbox=two_contacts(build)) as app:
        pane = open_collection(app, "Contacts")
        until(lambda: len(pane.rows()) == 2, "two contacts")

        def click_elsewhere():
            app.move_mouse(700, 600)
            app.click_at_pointer()

        for action, close in (("Escape", lambda: app.keys("Escape")), ("a click elsewhere", click_elsewhere)):
            app.keys("F10")
            app.find("menu item", "Files and Printing")
            for _ in range(40):
                if app.focused_widget(*MENU_ROLES).name == "Files and Printing":
                    break
                app.keys("Down")
            app.keys("Right")
            until(lambda: app.focused_widget(*MENU_ROLES).name in ("Files and Printing", "Load from Disk", "Import…"),
                  "the focus in the submenu")
            close()
            until(lambda: not any(node.role in MENU_ROLES for window in app.program for node in window.subtree()),
                  "the menu to close")
            app.type("raman")
            until(lambda: len(pane.rows()) == 1, f"one contact in the list after {action}")
            step(f"the window receives keys after {action} closed a submenu")
            app.keys("Escape")
            until(lambda: len(pane.rows()) == 2, "two contacts")


def drag(width):
    """Drags the row under the pointer by half of its width, to the left if `width` is negative."""
    steps = ["mousemove_relative", "--", "40" if width > 0 else "-40", "0", "sleep", "0.02"] * (abs(width) // 80)
    subprocess.run(["xdotool", "mousedown", "1", *steps, "mouseup", "1"], check=True)


def swipe_right(app, pane, prefix):
    x, y, width, height = app.area(pane.row(prefix))
    app.move_mouse(x - width // 4, y + height // 2 - 20)
    drag(width)


def swipes(build, _screenshots):
    with Server(build) as server:
        server.request("/todos", "POST", b'{"title": "Grade lab 2"}')
        with open_window(build, server=server, sandbox=two_contacts(build)) as app:
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


run(animated_submenus, swipes)
