"""The menu of a row in each of the six collections, a message beside a form in a narrow window, and a first launch: takes
their pictures, and looks that nothing is cut or covered.

Usage: menus.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import datetime
import getpass
import subprocess
import tempfile

from desk import EDGE, Desk, Server, run, step, until
from shown import TITLES, WINDOW, completed, go

LINES = ("menu item", "check menu item", "radio menu item")


def fill(build, server, sandbox):
    """One record at least in each collection that has none by itself."""
    day = datetime.date.today() + datetime.timedelta(days=5)
    for words in (["contacts", "add", "fn=Ana, ln=Okafor, ph=9195550134"], ["todos", "add", "ti=Grade lab 2, us=Ana"],
                  ["tours", "book", f"na=Garvan Keeley, nu=4, da={day}"]):
        command = [f"{build}/dukedir", "--sandbox", sandbox, "--server", server.address, "--netid", "demo", *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def lines(desk):
    """The lines of the menus that can be used."""
    return [node for window in desk.program for node in window.every() if node.role in LINES]


def whole(desk, file):
    """The window and what has popped up from it, which is a window of its own, without the edge."""
    desk.picture(file, "-crop", f"1090x750+{EDGE}+{EDGE}", "+repage", "-strip")


def row_menus(build, pictures, *arguments):
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with Server(build) as server:
        fill(build, server, sandbox)
        named = ("--server", server.address, "--netid", "demo", *arguments)
        with Desk(build, *named, "--download", "replace", sandbox=sandbox, still=True) as desk:
            desk.says("150 people downloaded")
            for title in TITLES:
                shown = go(desk, title)
                shown.walk_to(0)
                desk.keys("shift+F10")
                until(lambda: any(line.name for line in lines(desk)), f"the menu of {title}")
                whole(desk, f"{pictures}/row-menu-{title.lower()}.png")
                desk.keys("Escape")
                # A key that comes while the menu closes is the menu's.
                until(lambda: not lines(desk), f"the menu of {title} closed")
                until(lambda: shown.is_focused(shown.rows()[0]), "the keyboard in the list")
                step(f"a row of {title} has a menu")


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
            desk.click_here()

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
    x, y, width, height = desk.place(shown.row(beginning))
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
            shown.says("Edit Contact")
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
        x, y, width, height = desk.place(row)
        desk.move_mouse(x + width // 3, y + height // 2 - 20)
        step("a row under the pointer has no buttons", not desk.look("push button", "Delete", row))
        drag(-width)
        desk.says("Ana Raman deleted")
        shown.has("Ana Okafor")
        step("a swipe to the left deletes")


def toast_beside_a_form(build, pictures, *arguments):
    with Server(build) as server:
        named = ("--server", server.address, "--netid", "demo", "--size", "360x700", *arguments)
        with Desk(build, *named, "--download", "replace", still=True) as desk:
            desk.says("150 people downloaded")
            desk.keys("ctrl+f")
            desk.type("quillfeather demo")
            until(lambda: len(desk.rows()) == 1, "oneself alone")
            desk.keys("Return")
            desk.find("push button", "Copy Email")
            desk.keys("F2")
            save = desk.find("push button", "Save")
            desk.keys("ctrl+d")
            desk.click("Download and Update", desk.window("Download People"))
            words = desk.says("Already up to date")

            def is_above():
                (_, y, _, height), (_, top, _, high) = desk.place(words), desk.place(save)
                return height > 0 and top - 80 < y + height // 2 <= top - high // 2

            until(is_above, "the message above the buttons")
            desk.portrait(WINDOW, f"{pictures}/toast-narrow.png")
            step("a message stands above the buttons of a form")


def first_launch(build, pictures, *arguments):
    with Server(build) as server:
        with Desk(build, "--server", server.address, "--netid", "demo", *arguments, still=True) as desk:
            until(desk.rows, "oneself")
            desk.portrait(WINDOW, f"{pictures}/first-launch.png")
            step("a first launch shows one row: oneself", len(desk.rows()) == 1)
            _, *said = desk.rows()[0].split(", ")
            step("under the NetID that was given, not the computer’s", "demo" in said and getpass.getuser() not in said)


run(row_menus, submenus_that_move, swipe, swipes_to_the_right, toast_beside_a_form, first_launch)
