"""Uses People, Contacts, and To-Dos with keys only; the pointer does not move.

Usage: keyboard.py BUILD-FOLDER
"""

import json
import subprocess

from collection_pane import MENU_ROLES, OTHER_NAME, OWN_NAME, WINDOW, find_person, open_collection
from driver import App, Server, run, step, until


class Keyboard(App):
    """A window that is used without a mouse."""

    is_open = False

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, no_animations=True, **options)
        self.is_open = True
        self.initial_pointer = self.pointer()
        self.focus_window(WINDOW)

    def move_mouse(self, x, y):
        assert not self.is_open, "this test must not use the mouse"

    def click(self, *arguments, **options):
        raise AssertionError("this test must not use the mouse")

    press = click

    @staticmethod
    def pointer():
        found = subprocess.run(["xdotool", "getmouselocation"], check=True, capture_output=True, text=True)
        return found.stdout.split()[:2]

    def check_pointer(self):
        step("the pointer did not move", self.pointer() == self.initial_pointer)

    def return_from(self, title):
        self.wait_until_closed(title)
        self.focus_window(WINDOW)

    def rows(self, collection="People"):
        return [row.name for row in self.lookup("list", collection) or [] if row and row.name]

    def focused(self, *roles):
        widget = self.focused_widget(*roles)
        return widget.name if widget else None

    def choose(self, item, *keys):
        """Opens a menu, with F10 or the given keys, and activates an item of it."""
        self.keys(*keys or ["F10"])
        until(lambda: any(self.lookup(role, item) for role in MENU_ROLES), f"“{item}” in the menu")
        for _ in range(40):
            if self.focused(*MENU_ROLES) == item:
                return self.keys("Return")
            self.keys("Down")
        raise AssertionError(f"Down does not reach “{item}”")

    def enter(self, text):
        """Replaces the text of the focused entry by typing."""
        self.keys("ctrl+a", "BackSpace")
        self.type(text)

    def answer(self, title, *keys):
        self.focus_window(title)
        self.keys(*keys)
        self.return_from(title)


def people(build, _screenshots):
    with Server(build) as server:
        with Keyboard(build, "--server", server.address, "--netid", "demo", "--look", "faces", password=None) as app:
            download(app)
            edit(app)
            delete_and_undo(app)
            group(app)
            app.check_pointer()
            step("Ctrl+Q ends the program", app.stop() == 0)


def download(app):
    app.keys("ctrl+d")
    app.answer("Download People", "Return")
    app.find("label", "Enter your password to download.")
    until(lambda: app.focused() == "Password", "the focus on the password")
    for key, name in ("alt+n", "NetID"), ("alt+p", "Password"):
        app.keys(key)
        until(lambda: app.focused() == name, f"the focus on {name}")
    app.type("demo")
    app.keys("Return")
    app.shows("150 people downloaded")
    step("access keys work on the welcome page, Return signs in, and the download continues")


def edit(app):
    find_person(app, OWN_NAME)
    app.find("push button", "Copy Email")
    step("a search and Return open a person")
    app.keys("F2")
    app.shows("Edit Person")
    until(lambda: app.focused() == "First Name", "the focus on the first name")
    show_access_keys(app)
    app.keys("alt+m")
    until(lambda: app.focused() == "Movie", "the focus on Movie")
    app.enter("Musical")
    app.keys("ctrl+s")
    app.shows(f"{OWN_NAME} saved")
    step("F2, Alt+M, and Ctrl+S change the movie")


def show_access_keys(app):
    x, y, width, height = app.area(app.find("label", "First Name"))

    def pixels():
        part = f"{width}x{height}+{x - width // 2}+{y - height // 2}"
        return subprocess.run(
            ["import", "-window", "root", "-crop", part, "rgb:-"], check=True, capture_output=True).stdout

    before = pixels()
    subprocess.run(["xdotool", "keydown", "Alt_L"], check=True)
    until(lambda: pixels() != before, "an underlined letter")
    subprocess.run(["xdotool", "keyup", "Alt_L"], check=True)
    step("Alt underlines the access keys")


def delete_and_undo(app):
    app.keys("ctrl+f")
    app.enter("quillfeather")
    until(lambda: len(app.rows()) == 2, "two people")
    app.keys("Down", "Right")  # the people are shown as faces
    until(lambda: app.is_selected(OTHER_NAME), "the selected face")
    app.keys("Delete")
    app.shows(f"{OTHER_NAME} deleted")
    until(lambda: len(app.rows()) == 1, "one person")
    app.keys("ctrl+z")
    until(lambda: len(app.rows()) == 2, "two people again")
    step("Delete deletes a person, and Ctrl+Z restores them")
    app.keys("ctrl+f")
    app.keys("Escape")
    until(lambda: len(app.rows()) > 20, "everyone")


def group(app):
    app.choose("Group Students by Team", "ctrl+f", "shift+Tab", "space")
    settings = f"{app.sandbox}/window.ini"
    until(lambda: "grouping-people=team" in open(settings, encoding="utf-8").read(), "the grouping")
    # The open person remains in view, with the team.
    until(lambda: any((row.description or "").startswith("Tide")
                      for row in list(app.find("list", "People")) if row), "the team")
    step("Shift+Tab and arrow keys group by team")
    for times, key in ((3, "bracketright"), (1, "bracketleft")):
        app.keys(*[f"ctrl+{key}"] * times)
    until(lambda: "list-width=460" in open(settings, encoding="utf-8").read(), "a wider list")
    step("Ctrl+] and Ctrl+[ make the list wider and narrower")


def todos(build, _screenshots):
    with Server(build) as server:
        for index, task in enumerate(("Wash the car", "Feed the cat", "Mend the fence")):
            server.request("/todos", "POST", json.dumps({"title": task, "order": index}).encode())
        with Keyboard(build, "--server", server.address, "--netid", "demo", "--collection", "todos") as app:
            until(lambda: len(app.rows("To-Dos")) == 3, "the server's to-dos")
            add_contact(app)
            open_collection(app, "To-Dos")
            toggle(app)
            delete(app)
            app.check_pointer()
            step("Ctrl+Q ends the program", app.stop() == 0)


def find(app, text):
    app.keys("ctrl+f")
    app.enter(text)
    until(lambda: len(app.rows("To-Dos")) == 1 and text in app.rows("To-Dos")[0], f"only {text} in the list")
    app.keys("Down")
    until(lambda: (app.focused("list item") or "").startswith(text), "the focus on the row")


def toggle(app):
    find(app, "Wash the car")
    for state in ("completed", "open"):
        app.keys("space")
        until(lambda: app.rows("To-Dos")[0].endswith(state), state)
    step("Space completes and reopens a to-do")


def delete(app):
    app.keys("Delete")
    until(lambda: not app.rows("To-Dos"), "the deletion of the to-do")
    step("Delete deletes it")
    app.keys("ctrl+f")
    app.keys("Escape")
    until(lambda: len(app.rows("To-Dos")) == 2, "the other to-dos")
    app.choose("Delete All…")
    app.answer("Delete All To-Dos?", "Escape")
    step("Escape cancels the deletion of all", len(app.rows("To-Dos")) == 2)
    app.choose("Delete All…")
    app.answer("Delete All To-Dos?", "alt+d")
    app.find("label", "^No To-Dos", exact=False)
    step("Alt+D deletes them all")


def add_contact(app):
    pane = open_collection(app, "Contacts")
    app.keys("Return")  # Add… on the page of an empty list
    typed = {"First Name": "Wilhelmina", "Last Name": "Larkspur", "Street": "12 Elm Street", "Apartment": "4B",
             "City": "Durham"}
    for name, text in typed.items():
        until(lambda: pane.has_focus("text", name), f"the focus in {name}")
        app.type(text)
        app.keys("Return")
    until(lambda: pane.has_focus("push button", "State"), "the focus on the drop-down")
    app.keys("space")
    states = pane.find("combo box", "State")
    until(lambda: app.lookup("list", "GtkListView", states), "the list of states")
    app.type("north c")
    app.keys("Return")
    until(lambda: states.description == "North Carolina", "the state")
    until(lambda: pane.has_focus("push button", "State"), "the focus back on the drop-down")
    app.keys("Tab")
    for name, text in {"ZIP Code": "27701", "Phone": "9195550142", "Email": "wl@duke.example"}.items():
        until(lambda: pane.has_focus("text", name), f"the focus in {name}")
        app.type(text)
        app.keys("Tab")
    until(lambda: pane.has_focus("check box", "Emergency contact"), "the focus on the switch")
    app.keys("space", "Return")
    pane.wait_for_rows("Wilhelmina Larkspur, (919) 555-0142, 12 Elm Street 4B, Durham, NC 27701, Emergency contact")
    step("a contact is added with keys")


def french(build, _screenshots):
    """The digits of a French keyboard need Shift."""
    with Keyboard(build) as app:
        until(app.rows, "the own record")
        subprocess.run(["setxkbmap", "fr"], check=True)
        try:
            for key, name in (("eacute", "Contacts"), ("quotedbl", "To-Dos"), ("ampersand", "People")):
                app.keys(f"ctrl+{key}")
                until(lambda: any(row.has("selected") and row.name.startswith(name)
                                  for row in app.find("list", "Collections")), f"{name} in the sidebar")
                step(f"Ctrl and a digit key open {name} without Shift")
        finally:
            subprocess.run(["setxkbmap", "us"], check=True)


run(people, todos, french)
