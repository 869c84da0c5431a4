"""Finds and uses the list, the detail, and the form of a collection in the window."""

import json
import subprocess

from driver import App, until

TITLES = ["People", "Contacts", "To-Dos", "Tours", "Players", "Courses"]
WINDOW = "Duke Directory"
OWN_NAME = "Demo Quillfeather"
OTHER_NAME = "Thaddeus Quillfeather"
MENU_ROLES = ("menu item", "check menu item", "radio menu item")


def names(items):
    return [item.name for item in items if item and item.name]


class CollectionPane:
    """A collection in the window: a panel with its list, and a panel with its detail or form."""

    def __init__(self, app, title):
        self.app = app
        self.title = title
        container = app.find("list", "Collections")
        for _ in range(6):
            container = container.parent
        self.side = app.find("panel", title, container[2])
        # The welcome page replaces the detail while the own record is the only one.
        self.detail = app.lookup("panel", title, container[4]) or app.find("label", "Welcome", container[4])

    @property
    def list(self):
        """The list, or nothing where a page for an empty list replaces it."""
        return self.app.lookup("list", self.title, self.side) or []

    def rows(self):
        return names(self.list)

    def row(self, prefix):
        return until(lambda: next((r for r in self.list if r and (r.name or "").startswith(prefix)), None),
                     f"row {prefix}")

    def wait_for_rows(self, *prefixes):
        """Waits until the names of the rows begin with these prefixes, in this order."""
        def matches():
            names = self.rows()
            return len(names) == len(prefixes) and all(map(str.startswith, names, prefixes))
        until(matches, f"exactly the rows {prefixes}, not {self.rows()}")

    def click(self, prefix):
        """Clicks a row that is in view with the mouse."""
        x, y, _, height = self.app.area(self.row(prefix))
        self.app.move_mouse(x, y + height // 2 - 20)  # its area may include a header above it
        self.app.click_at_pointer()

    def is_selected(self, prefix):
        return self.row(prefix).has("selected")

    def find(self, role, name, exact=True):
        """Waits for a widget in the detail or the form."""
        return self.app.find(role, name, self.detail, exact)

    def lookup(self, role, name):
        return self.app.lookup(role, name, self.detail)

    def press(self, role, name):
        self.app.press(role, name, self.detail)

    def fill(self, name, text):
        self.app.fill(name, text, self.detail)

    def text(self, name):
        return self.app.text(name, self.detail)

    def shows(self, sentence):
        return self.app.shows(sentence, self.detail)

    def has_focus(self, role, name):
        return self.app.has_focus(role, name, self.detail)

    def is_focused(self, prefix):
        return self.row(prefix).has("focused")

    def walk_to(self, index):
        """Moves the focus to the row of that index with keys."""
        self.app.keys("ctrl+f", "Down")
        until(lambda: any(row.has("focused") for row in self.list), "the focus in the list")
        self.app.keys("Home", *["Down"] * index)
        until(lambda: [row for row in self.list if row.name][index].has("selected"), f"row {index} selected")

    def choose_query(self, label):
        """Chooses a query above the list."""
        self.app.press("radio button", label, self.side)


def dukedir(build, sandbox, *arguments):
    """Runs a dukedir command in a sandbox, and returns its output."""
    command = [f"{build}/dukedir", *arguments, "--sandbox", sandbox]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def open_window(build, *arguments, server=None, **sandbox):
    options = ["--server", server.address, "--netid", "demo"] if server else []
    return App(build, *options, *arguments, no_animations=True, **sandbox)


def open_collection(app, title):
    """Opens a collection with its keyboard shortcut."""
    app.keys(f"ctrl+{TITLES.index(title) + 1}")
    until(lambda: is_open(app, title), f"{title} open")
    return CollectionPane(app, title)


def find_person(app, name):
    """Searches for a name, and opens the only result."""
    app.keys("ctrl+f", "ctrl+a")
    app.type(name)
    until(lambda: len(app.rows()) == 1 and app.rows()[0].startswith(name), f"{name} alone in the list")
    app.keys("Return")
    app.find("label", name)


def is_open(app, title):
    return app.lookup("entry", f"Search {title.lower()}") is not None


def shows_faces(app):
    """Whether the people are shown as faces: the first two are side by side."""
    first, second = (row.extents() for row in list(app.find("list", "People"))[:2])
    return first.y == second.y and first.x < second.x


def completed(server):
    return [todo["title"] for todo in json.loads(server.request("/todos")[0]) if todo["completed"]]
