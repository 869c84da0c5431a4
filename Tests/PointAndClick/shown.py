"""What the visits of the six collections share: one collection as the window shows it."""

import json
import subprocess

from desk import Desk, until

TITLES = ["People", "Contacts", "To-Dos", "Tours", "Players", "Courses"]
WINDOW = "Duke Directory"
OWN = "Demo Quillfeather"
OTHER = "Thaddeus Quillfeather"
MENU_LINES = ("menu item", "check menu item", "radio menu item")


def names(items):
    """What the items of a list are called, while it may be changing."""
    return [item.name for item in items if item and item.name]


class Shown:
    """One collection as the window shows it: its list, and its detail or form, which have the collection's name."""

    def __init__(self, desk, title):
        self.desk = desk
        self.title = title
        fold = desk.find("list", "Collections")
        for _ in range(6):
            fold = fold.parent
        self.side = desk.find("panel", title, fold[2])
        # Where People has only oneself, the first page is in the detail's place.
        self.detail = desk.look("panel", title, fold[4]) or desk.find("label", "Welcome", fold[4])

    @property
    def list(self):
        """What has the rows; nothing where an empty page stands in its place."""
        return self.desk.look("list", self.title, self.side) or []

    def rows(self):
        """What the rows say, from top to bottom."""
        return names(self.list)

    def row(self, beginning):
        return until(lambda: next((r for r in self.list if r and (r.name or "").startswith(beginning)), None),
                     f"row {beginning}")

    def has(self, *rows):
        """Waits until the list has exactly these rows, by what they begin with."""
        def fits():
            names = self.rows()
            return len(names) == len(rows) and all(name.startswith(row) for name, row in zip(names, rows))
        until(fits, f"exactly the rows {rows}, not {self.rows()}")

    def click(self, beginning):
        """Clicks a row that is in view with the mouse."""
        x, y, _, height = self.desk.area(self.row(beginning))
        self.desk.move_mouse(x, y + height // 2 - 20)  # a header may stand over it
        self.desk.click_at_pointer()

    def is_selected(self, beginning):
        return self.row(beginning).has("selected")

    def find(self, role, name, exact=True):
        """The widget of that role and name in the detail or the form."""
        return self.desk.find(role, name, self.detail, exact)

    def look(self, role, name):
        return self.desk.look(role, name, self.detail)

    def press(self, role, name):
        self.desk.press(role, name, self.detail)

    def fill(self, name, text):
        self.desk.fill(name, text, self.detail)

    def text(self, name):
        return self.desk.text(name, self.detail)

    def shows(self, sentence):
        return self.desk.shows(sentence, self.detail)

    def has_focus(self, role, name):
        return self.desk.has_focus(role, name, self.detail)

    def is_focused(self, beginning):
        return self.row(beginning).has("focused")

    def walk_to(self, index):
        """Puts the keyboard on a row, counted from 0, as somebody without a pointer does."""
        self.desk.keys("ctrl+f", "Down")
        until(lambda: any(row.has("focused") for row in self.list), "the keyboard in the list")
        self.desk.keys("Home", *["Down"] * index)
        until(lambda: [row for row in self.list if row.name][index].has("selected"), f"row {index} selected")

    def query(self, label):
        """Chooses one of the queries over the list."""
        self.desk.press("radio button", label, self.side)


def dukedir(build, sandbox, *arguments):
    """What the command line says to a command in a sandbox."""
    command = [f"{build}/dukedir", *arguments, "--sandbox", sandbox]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def open_window(build, *arguments, server=None, **sandbox):
    named = ["--server", server.address, "--netid", "demo"] if server else []
    return Desk(build, *named, *arguments, still=True, **sandbox)


def go(desk, title):
    """Opens a collection with its keys."""
    desk.keys(f"ctrl+{TITLES.index(title) + 1}")
    until(lambda: is_open(desk, title), f"{title} open")
    return Shown(desk, title)


def find_person(desk, name):
    """Types a name and opens the only one of that name."""
    desk.keys("ctrl+f", "ctrl+a")
    desk.type(name)
    until(lambda: len(desk.rows()) == 1 and desk.rows()[0].startswith(name), f"{name} alone in the list")
    desk.keys("Return")
    desk.find("label", name)


def is_open(desk, title):
    return desk.look("entry", f"Search {title.lower()}") is not None


def is_wall(desk):
    """Whether the first two people are beside each other."""
    first, second = (row.extents() for row in list(desk.find("list", "People"))[:2])
    return first.y == second.y and first.x < second.x


def completed(server):
    return [todo["title"] for todo in json.loads(server.ask("/todos")[0]) if todo["completed"]]
