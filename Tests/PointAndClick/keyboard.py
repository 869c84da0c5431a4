"""People, Contacts, and To-Dos with no mouse: every key goes to what has the keyboard, and the pointer does not move.

Usage: keyboard.py BUILD-FOLDER
"""

import json
import subprocess

from desk import Desk, Server, run, step, until
from shown import MENU_LINES, OTHER, OWN, WINDOW, find_person, go


class Keyboard(Desk):
    """A desk without a mouse."""

    is_open = False

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, still=True, **options)
        self.is_open = True
        self.resting = self.pointer()
        self.look_at(WINDOW)

    def move_mouse(self, x, y):
        assert not self.is_open, "this desk has no mouse"

    def click(self, *what, **where):
        raise AssertionError("this desk has no mouse")

    press = click

    @staticmethod
    def pointer():
        return subprocess.run(["xdotool", "getmouselocation"], check=True, capture_output=True, text=True).stdout.split()[:2]

    def rested(self):
        step("the pointer never moved", self.pointer() == self.resting)

    def closed(self, title):
        self.is_gone(title)
        self.look_at(WINDOW)

    def rows(self, collection="People"):
        return [row.name for row in self.look("list", collection) or [] if row and row.name]

    def focused(self, *roles):
        """The name of what has the keyboard, if it has one of the roles or any if none are given."""
        widget = self.with_keyboard(*roles)
        return widget.name if widget else None

    def choose(self, item, *keys):
        """Opens a menu, with F10 or the keys that lead to it, and goes down to a line of it."""
        self.keys(*keys or ["F10"])
        until(lambda: any(self.look(line, item) for line in MENU_LINES), f"“{item}” in the menu")
        for _ in range(40):
            if self.focused(*MENU_LINES) == item:
                return self.keys("Return")
            self.keys("Down")
        raise AssertionError(f"no way down to “{item}”")

    def enter(self, text):
        """Writes in the place of what stands where the keyboard is."""
        self.keys("ctrl+a", "BackSpace")
        self.type(text)

    def answer(self, title, *keys):
        self.look_at(title)
        self.keys(*keys)
        self.closed(title)


def people(build, _pictures):
    with Server(build) as server:
        with Keyboard(build, "--server", server.address, "--netid", "demo", "--look", "faces", password=None) as desk:
            download(desk)
            edit(desk)
            delete_and_undo(desk)
            group(desk)
            desk.rested()
            step("Ctrl+Q ends the program", desk.stop() == 0)


def download(desk):
    desk.keys("ctrl+d")
    desk.answer("Download People", "Return")
    desk.find("label", "Enter your password to download.")
    until(lambda: desk.focused() == "Password", "the keyboard on the password")
    for key, name in ("alt+n", "NetID"), ("alt+p", "Password"):
        desk.keys(key)
        until(lambda: desk.focused() == name, f"the keyboard on {name}")
    desk.type("demo")
    desk.keys("Return")
    desk.shows("150 people downloaded")
    step("Alt and a letter go through the first page, Return signs in, and the download goes on")


def edit(desk):
    find_person(desk, OWN)
    desk.find("push button", "Copy Email")
    step("a name and Return open a person")
    desk.keys("F2")
    desk.shows("Edit Person")
    until(lambda: desk.focused() == "First Name", "the keyboard on the first name")
    show_access_keys(desk)
    desk.keys("alt+m")
    until(lambda: desk.focused() == "Movie", "the keyboard on Movie")
    desk.enter("Musical")
    desk.keys("ctrl+s")
    desk.shows(f"{OWN} saved")
    step("F2, Alt+M and Ctrl+S change the movie")


def show_access_keys(desk):
    x, y, width, height = desk.area(desk.find("label", "First Name"))

    def label():
        """How the label looks."""
        part = f"{width}x{height}+{x - width // 2}+{y - height // 2}"
        return subprocess.run(
            ["import", "-window", "root", "-crop", part, "rgb:-"], check=True, capture_output=True).stdout

    before = label()
    subprocess.run(["xdotool", "keydown", "Alt_L"], check=True)
    until(lambda: label() != before, "an underlined letter")
    subprocess.run(["xdotool", "keyup", "Alt_L"], check=True)
    step("Alt shows the letters")


def delete_and_undo(desk):
    desk.keys("ctrl+f")
    desk.enter("quillfeather")
    until(lambda: len(desk.rows()) == 2, "two people")
    desk.keys("Down", "Right")  # the class is shown as faces
    until(lambda: desk.is_selected(OTHER), "the face selected")
    desk.keys("Delete")
    desk.shows(f"{OTHER} deleted")
    until(lambda: len(desk.rows()) == 1, "one less")
    desk.keys("ctrl+z")
    until(lambda: len(desk.rows()) == 2, "both back")
    step("Delete takes somebody out, Ctrl+Z brings them back")
    desk.keys("ctrl+f")
    desk.keys("Escape")
    until(lambda: len(desk.rows()) > 20, "everybody")


def group(desk):
    desk.choose("Group Students by Team", "ctrl+f", "shift+Tab", "space")
    memory = f"{desk.sandbox}/window.ini"
    until(lambda: "grouping-people=team" in open(memory, encoding="utf-8").read(), "the grouping")
    # The person who is open remains in view, with their team.
    until(lambda: any((row.description or "").startswith("Tide")
                      for row in list(desk.find("list", "People")) if row), "the team")
    step("Shift+Tab and arrows group by team")
    for times, key in ((3, "bracketright"), (1, "bracketleft")):
        desk.keys(*[f"ctrl+{key}"] * times)
    until(lambda: "list-width=460" in open(memory, encoding="utf-8").read(), "a wider list")
    step("Ctrl+] and Ctrl+[ make the list wider and narrower")


def todos(build, _pictures):
    with Server(build) as server:
        for index, task in enumerate(("Wash the car", "Feed the cat", "Mend the fence")):
            server.ask("/todos", "POST", json.dumps({"title": task, "order": index}).encode())
        with Keyboard(build, "--server", server.address, "--netid", "demo", "--collection", "todos") as desk:
            until(lambda: len(desk.rows("To-Dos")) == 3, "the server's to-dos")
            add_contact(desk)
            go(desk, "To-Dos")
            tick(desk)
            remove(desk)
            desk.rested()
            step("Ctrl+Q ends the program", desk.stop() == 0)


def find(desk, text):
    desk.keys("ctrl+f")
    desk.enter(text)
    until(lambda: len(desk.rows("To-Dos")) == 1 and text in desk.rows("To-Dos")[0], f"{text} alone")
    desk.keys("Down")
    until(lambda: (desk.focused("list item") or "").startswith(text), "the keyboard on the row")


def tick(desk):
    find(desk, "Wash the car")
    for state in ("completed", "open"):
        desk.keys("space")
        until(lambda: desk.rows("To-Dos")[0].endswith(state), state)
    step("Space ticks it and unticks it")


def remove(desk):
    desk.keys("Delete")
    until(lambda: not desk.rows("To-Dos"), "the to-do gone")
    step("Delete takes it away")
    desk.keys("ctrl+f")
    desk.keys("Escape")
    until(lambda: len(desk.rows("To-Dos")) == 2, "the other to-dos")
    desk.choose("Delete All…")
    desk.answer("Delete All To-Dos?", "Escape")
    step("Escape keeps them all", len(desk.rows("To-Dos")) == 2)
    desk.choose("Delete All…")
    desk.answer("Delete All To-Dos?", "alt+d")
    desk.find("label", "^No To-Dos", exact=False)
    step("Alt+D deletes them all")


def add_contact(desk):
    shown = go(desk, "Contacts")
    desk.keys("Return")  # Add… in the place of the empty list
    typed = {"First Name": "Wilhelmina", "Last Name": "Larkspur", "Street": "12 Elm Street", "Apartment": "4B",
             "City": "Durham"}
    for name, text in typed.items():
        until(lambda: shown.has_focus("text", name), f"the keyboard in {name}")
        desk.type(text)
        desk.keys("Return")
    until(lambda: shown.has_focus("push button", "State"), "the keyboard on the drop-down")
    desk.keys("space")
    states = shown.find("combo box", "State")
    until(lambda: desk.look("list", "GtkListView", states), "the list of states")
    desk.type("north c")
    desk.keys("Return")
    until(lambda: states.description == "North Carolina", "the state")
    until(lambda: shown.has_focus("push button", "State"), "the keyboard back on the drop-down")
    desk.keys("Tab")
    for name, text in {"ZIP Code": "27701", "Phone": "9195550142", "Email": "wl@duke.example"}.items():
        until(lambda: shown.has_focus("text", name), f"the keyboard in {name}")
        desk.type(text)
        desk.keys("Tab")
    until(lambda: shown.has_focus("check box", "Emergency contact"), "the keyboard on the switch")
    desk.keys("space", "Return")
    shown.has("Wilhelmina Larkspur, (919) 555-0142, 12 Elm Street 4B, Durham, NC 27701, Emergency contact")
    step("a contact is added without a pointer")


def french(build, _pictures):
    """The digits of a French keyboard are behind Shift."""
    with Keyboard(build) as desk:
        until(desk.rows, "oneself")
        subprocess.run(["setxkbmap", "fr"], check=True)
        try:
            for key, name in (("eacute", "Contacts"), ("quotedbl", "To-Dos"), ("ampersand", "People")):
                desk.keys(f"ctrl+{key}")
                until(lambda: any(row.has("selected") and row.name.startswith(name)
                                  for row in desk.find("list", "Collections")), f"{name} in the sidebar")
                step(f"Ctrl and the key of a digit open {name} without Shift")
        finally:
            subprocess.run(["setxkbmap", "us"], check=True)


run(people, todos, french)
