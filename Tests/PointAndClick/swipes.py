"""Swipes over rows, and a menu whose submenu is closed while it moves.

Usage: swipes.py BUILD-FOLDER
"""

import subprocess
import tempfile

from desk import Desk, Server, run, step, until
from shown import MENU_LINES, completed, dukedir, go, open_window


def two_contacts(build):
    """A sandbox with Ana Okafor and Ana Raman."""
    sandbox = tempfile.mkdtemp(prefix="directory-")
    for name in ("Okafor", "Raman"):
        dukedir(build, sandbox, "contacts", "add", f"fn=Ana, ln={name}, ph=9195550134")
    return sandbox


def submenus_that_move(build, _pictures):
    """With the animations that most people see, and the other visits do not."""
    with Desk(build, sandbox=two_contacts(build)) as desk:
        shown = go(desk, "Contacts")
        until(lambda: len(shown.rows()) == 2, "two contacts")

        def click_elsewhere():
            desk.move_mouse(700, 600)
            desk.click_at_pointer()

        for way, close in (("Escape", lambda: desk.keys("Escape")), ("a click elsewhere", click_elsewhere)):
            desk.keys("F10")
            desk.find("menu item", "Files and Printing")
            for _ in range(40):
                if desk.with_keyboard(*MENU_LINES).name == "Files and Printing":
                    break
                desk.keys("Down")
            desk.keys("Right")
            until(lambda: desk.with_keyboard(*MENU_LINES).name in ("Files and Printing", "Load from Disk", "Import…"),
                  "the keyboard in the submenu")
            close()
            until(lambda: not any(node.role in MENU_LINES for window in desk.program for node in window.every()),
                  "the menu closed")
            desk.type("raman")
            until(lambda: len(shown.rows()) == 1, f"the contact searched for after {way}")
            step(f"the window gets keys after {way} closed a submenu")
            desk.keys("Escape")
            until(lambda: len(shown.rows()) == 2, "two contacts")


def drag(width):
    """Drags the row under the pointer by half of its width, to the left where that is below 0."""
    steps = ["mousemove_relative", "--", "40" if width > 0 else "-40", "0", "sleep", "0.02"] * (abs(width) // 80)
    subprocess.run(["xdotool", "mousedown", "1", *steps, "mouseup", "1"], check=True)


def swipe_right(desk, shown, beginning):
    x, y, width, height = desk.area(shown.row(beginning))
    desk.move_mouse(x - width // 4, y + height // 2 - 20)
    drag(width)


def swipes(build, _pictures):
    with Server(build) as server:
        server.ask("/todos", "POST", b'{"title": "Grade lab 2"}')
        with open_window(build, server=server, sandbox=two_contacts(build)) as desk:
            swipe(desk, server)


def swipe(desk, server):
    shown = go(desk, "To-Dos")
    swipe_right(desk, shown, "Grade lab 2")
    until(lambda: completed(server) == ["Grade lab 2"], "the to-do completed on the server")
    step("a swipe to the right completes a to-do, and opens no form", not shown.look("push button", "Save"))
    shown = go(desk, "Courses")
    first = until(shown.rows, "the courses")[0]
    swipe_right(desk, shown, first)
    # The keys come after the swipe.
    go(desk, "Contacts")
    shown = go(desk, "Courses")
    step("it edits no course", until(shown.rows, "the courses")[0] == first and not shown.look("push button", "Save"))
    shown = go(desk, "Contacts")
    swipe_right(desk, shown, "Ana Okafor")
    shown.shows("Edit Contact")
    step("it edits a contact")
    desk.keys("Escape")
    row = shown.row("Ana Raman")
    x, y, width, height = until(lambda: desk.still(row), "the row standing still")
    desk.move_mouse(x + width // 3, y + height // 2 - 20)
    drag(-width)
    desk.shows("Ana Raman deleted")
    shown.has("Ana Okafor")
    step("a swipe to the left deletes")


run(submenus_that_move, swipes)
