"""What only a hand does with a row: a swipe to either side, and a menu whose submenu is closed while it moves.

Usage: menus.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import datetime
import subprocess
import tempfile

from desk import Desk, Server, run, step, until
from shown import completed, go

LINES = ("menu item", "check menu item", "radio menu item")


def fill(build, server, sandbox):
    """One record at least in each collection that has none by itself."""
    day = datetime.date.today() + datetime.timedelta(days=5)
    for text in (["contacts", "add", "fn=Ana, ln=Okafor, ph=9195550134"], ["todos", "add", "ti=Grade lab 2, us=Ana"],
                  ["tours", "book", f"na=Garvan Keeley, nu=4, da={day}"]):
        command = [f"{build}/dukedir", "--sandbox", sandbox, "--server", server.address, "--netid", "demo", *text]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def lines(desk):
    """The lines of the menus that can be used."""
    return [node for window in desk.program for node in window.every() if node.role in LINES]


def submenus_that_move(build, pictures, *arguments):
    """With the animations that most people see, and the other visits do not."""
    sandbox = tempfile.mkdtemp(prefix="directory-")
    for name in ("Okafor", "Raman"):
        command = [f"{build}/dukedir", "--sandbox", sandbox, "contacts", "add", f"fn=Ana, ln={name}, ph=9195550134"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with Desk(build, *arguments, sandbox=sandbox) as desk:
        shown = go(desk, "Contacts")
        until(lambda: len(shown.rows()) == 2, "two contacts")

        def click_elsewhere():
            desk.move_mouse(700, 600)
            desk.click_at_pointer()

        for way, close in (("Escape", lambda: desk.keys("Escape")), ("a click elsewhere", click_elsewhere)):
            desk.keys("F10")
            desk.find("menu item", "Files and Printing")
            for _ in range(40):
                if desk.with_keyboard(*LINES).name == "Files and Printing":
                    break
                desk.keys("Down")
            desk.keys("Right")
            until(lambda: desk.with_keyboard(*LINES).name in ("Files and Printing", "Load from Disk", "Import…"),
                  "the keyboard in the submenu")
            close()
            until(lambda: not lines(desk), "the menu closed")
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


def swipes_to_the_right(build, pictures, *arguments):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with Server(build) as server:
        fill(build, server, sandbox)
        named = ("--server", server.address, "--netid", "demo", *arguments)
        with Desk(build, *named, sandbox=sandbox, still=True) as desk:
            shown = go(desk, "To-Dos")
            swipe_right(desk, shown, "Grade lab 2")
            until(lambda: completed(server) == ["Grade lab 2"], "the to-do completed on the server")
            step("a swipe to the right completes a to-do, and opens no form", not shown.look("push button", "Save"))
            swipe_right(desk, shown, "Grade lab 2")
            until(lambda: completed(server) == [], "the to-do open on the server")
            step("another opens it again")
            shown = go(desk, "Contacts")
            swipe_right(desk, shown, "Ana Okafor")
            shown.shows("Edit Contact")
            step("a swipe to the right edits a contact")
            desk.keys("Escape")
            shown = go(desk, "Courses")
            first = shown.rows()[0]
            swipe_right(desk, shown, first)
            # The keys come after the swipe.
            go(desk, "Contacts")
            shown = go(desk, "Courses")
            step("and no course", shown.rows()[0] == first and not shown.look("push button", "Save"))


def swipe(build, pictures, *arguments):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    for name in ("Okafor", "Raman"):
        command = [f"{build}/dukedir", "--sandbox", sandbox, "contacts", "add", f"fn=Ana, ln={name}, ph=9195550134"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with Desk(build, *arguments, sandbox=sandbox, still=True) as desk:
        shown = go(desk, "Contacts")
        row = shown.row("Ana Raman")
        x, y, width, height = desk.area(row)
        desk.move_mouse(x + width // 3, y + height // 2 - 20)
        step("a row under the pointer has no buttons", not desk.look("push button", "Delete", row))
        drag(-width)
        desk.shows("Ana Raman deleted")
        shown.has("Ana Okafor")
        step("a swipe to the left deletes")


run(submenus_that_move, swipe, swipes_to_the_right)
