"""What a screen reader meets: every control has a name and a role, rows are named and can be acted on, states and
changes are announced. Walks every window and collection through AT-SPI.

Usage: accessible.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import json
import re

from desk import first, run, step, until, window_with_class
from shown import OWN, TITLES, WINDOW, go

CONTROLS = {
    "push button", "toggle button", "check box", "radio button", "text", "password text", "entry", "combo box",
    "slider", "list", "list item", "menu item", "radio menu item", "check menu item", "link", "progress bar",
    "spin button", "image", "dialog", "frame", "alert", "label",
}
ROWS = 8  # of a list are walked into: all are made by the same code


def walk(node, path=()):
    """Every node below one, with the roles above it."""
    role = node.role
    yield node, path
    count = 0
    for child in node:
        if child is None:
            continue
        count += 1
        if role == "list" and count > ROWS:
            return
        yield from walk(child, path + ((role, node.name),))


def is_focusable(node):
    return node.has("focusable")


def is_named_above(path):
    """The keyboard is on a part of a control that GTK builds of several."""
    return any(role in ("combo box", "password text", "text", "entry") and name for role, name in path)


def faults(window):
    """Controls without a name, and what takes the keyboard without being a control."""
    found = []
    for node, path in walk(window):
        role, name = node.role, (node.name or "").strip()
        if re.fullmatch(r"Gtk[A-Z]\w+", name):  # so GTK calls what has no name
            name = ""
        where = f"{role} “{name}” in {' > '.join(f'{r} “{n}”' for r, n in path[-4:])}"
        if not node.has("visible"):
            continue
        if role in CONTROLS and not name and not is_named_above(path):
            found.append("no name: " + where)
        if is_focusable(node) and role in ("unknown", "invalid", "filler", "panel", "redundant object") \
                and not name and not is_named_above(path):
            found.append("no role: " + where)
        if name.startswith("_"):
            found.append("underlined: " + where)
    return found


def clean(desk, title, what):
    step(f"{what}: there is something to walk", sum(1 for node, _ in walk(desk.window(title)) if is_focusable(node)) > 0)
    found = faults(desk.window(title))
    for fault in found:
        print("   ", fault, flush=True)
    step(f"{what}: every control has a name and a role", not found)


def inside(row):
    """What carries a row's actions: the row's content."""
    return first(lambda: (node for node, _ in walk(row) if any(name.startswith("row.") for name in node.actions())),
                 f"what carries the actions of {row.name}")


def rows(desk, title):
    return [row for row in desk.find("list", title) if row and row.name]


def collections(build, _pictures, *arguments):
    with window_with_class(build, *arguments) as (desk, server):
        toast = desk.find("alert", "^150 people downloaded", exact=False)
        step("a message is an alert that is called what it says", toast.name)
        for task in ("Wash the car", "Feed the cat"):
            server.ask("/todos", "POST", json.dumps({"title": task}).encode())
        people(desk)
        for title in TITLES:
            go(desk, title)
            clean(desk, WINDOW, title)
        for index, form in ((1, "New Person"), (2, "New Contact"), (3, "New To-Do"), (4, "Book a Tour"),
                            (5, "New Player")):
            desk.keys(f"ctrl+{index}", "ctrl+n")
            desk.shows(form[:6])
            clean(desk, WINDOW, form)
            desk.keys("Escape")
        todos(desk)


def people(desk):
    everybody = rows(desk, "People")
    step("rows are named", len(everybody) > 100 and all("," in row.name for row in everybody))
    search = desk.find("entry", "Search people")
    step("the search says how much there is", search.description == "150 people")
    search.write("quillfeather")
    until(lambda: search.description == "2 people", "the number found")
    step("and how much is found")
    row = first(lambda: (row for row in rows(desk, "People") if row.name.startswith(OWN)), OWN)
    offered = set(inside(row).actions())
    step("a row offers what can be done with it", {"row.open", "row.edit", "row.delete"} <= offered)
    inside(row).perform("row.open")
    desk.find("push button", "Copy Email")
    step("opened by assistive technology, its detail is shown")
    row = first(lambda: (row for row in rows(desk, "People") if row.name.startswith(OWN)), OWN)
    step("a selected row says so", row.has("selected"))
    clean(desk, WINDOW, "a person")
    star = desk.find("push button", "Favorite")
    step("nobody is a favorite yet", not star.has("pressed"))
    desk.keys("ctrl+b")
    until(lambda: star.has("pressed"), "the star")
    step("a favorite says so")
    row = first(lambda: (row for row in rows(desk, "People") if row.name.startswith(OWN)), OWN)
    inside(row).perform("row.edit")
    desk.shows("Edit Person")
    form(desk)
    desk.keys("Escape")
    desk.click("Discard", desk.window("Discard Changes?"))
    inside(row).perform("row.delete")
    desk.find("alert", "deleted", exact=False)
    desk.keys("ctrl+z")
    desk.find("alert", "^Nothing was deleted", exact=False)
    step("edit and delete work from there, and one's own record stays")
    search.write("")


def form(desk):
    clean(desk, WINDOW, "a form")
    email = desk.find("text", "Email")
    desk.write("Email", "nonsense at all")
    desk.click("Save")
    # GTK 4.8 says INVALID where others say INVALID_ENTRY.
    until(lambda: email.has("invalid") or email.has("invalid_entry"), "an invalid entry")
    step("a wrong value says so, and why", email.description.startswith("Enter an email address"))
    gender = desk.find("combo box", "Gender")
    step("what drops down says what is chosen", gender.description)


def todos(desk):
    desk.keys("ctrl+3")
    task = until(lambda: rows(desk, "To-Dos"), "to-dos")[0]
    step("a to-do says that it is open", task.name.endswith("open"))
    step("and offers to be ticked", "row.toggle" in inside(task).actions())
    inside(task).perform("row.toggle")
    until(lambda: any(row.name.endswith("completed") for row in rows(desk, "To-Dos")), "a completed to-do")
    box = first(lambda: (node for row in rows(desk, "To-Dos") if row.name.endswith("completed")
                         for node, _ in walk(row) if node.role == "check box"), "its box")
    step("ticked, its row and its box say so", box.has("checked"))
    chips = [node for node, _ in walk(desk.window(WINDOW)) if node.role == "radio button"]
    step("the chosen query says so", [chip.name for chip in chips if chip.has("checked")] == ["All"])


def windows(build, _pictures, *arguments):
    with window_with_class(build, *arguments) as (desk, _):
        for keys, title in (("ctrl+comma", "Preferences"), ("ctrl+k", "Search Everywhere"), ("F1", "Help"),
                            ("ctrl+d", "Download People"), ("ctrl+l", "Learn the Names")):
            desk.keys(keys)
            desk.window(title)
            if title == "Learn the Names":
                desk.find("push button", "Show Answer", desk.window(title))
            clean(desk, title, title)
            if title == "Search Everywhere":
                results(desk)
            close(desk, title)
        desk.keys("F10")
        desk.find("menu item", "Skipped Entries…")
        clean(desk, WINDOW, "the menu")
        desk.find("menu item", "Skipped Entries…").perform()
        clean(desk, "Skipped Entries", "Skipped Entries")
        close(desk, "Skipped Entries")


def close(desk, title):
    """Escape goes to the window under the pointer, which a small one is not."""
    desk.center(title)
    desk.move_mouse(500, 300)
    desk.keys("Escape")
    desk.is_gone(title)
    desk.move_mouse(150, 690)


def results(desk):
    entry = desk.find("entry", "Search everywhere")
    entry.write("quillfeather")
    until(lambda: "Quillfeather" in entry.description, "the first result in the entry's description")
    step("the entry tells which result is chosen")
    clean(desk, "Search Everywhere", "results")


run(collections, windows)
