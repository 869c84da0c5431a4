"""What a screen reader meets: rows are named and can be acted on, states and changes are announced. That every control
of every window has a name and a role is looked at where words.py reads them.

Usage: accessible.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import json
import re

from desk import first, run, step, until, window_with_class
from foreign import nodes
from shown import OWN, WINDOW, go

CONTROLS = {
    "push button", "toggle button", "check box", "radio button", "text", "password text", "entry", "combo box",
    "slider", "list", "list item", "menu item", "radio menu item", "check menu item", "link", "progress bar",
    "spin button", "image", "dialog", "frame", "alert", "label",
}


def is_named_above(path):
    """The keyboard is on a part of a control that GTK builds of several."""
    return any(role in ("combo box", "password text", "text", "entry") and name for role, name in path)


def faults(seen):
    """Controls without a name, and what takes the keyboard without being a control."""
    found = []
    for node, path in seen:
        role, name = node.role, (node.name or "").strip()
        if re.fullmatch(r"Gtk[A-Z]\w+", name):  # so GTK calls what has no name
            name = ""
        where = f"{role} “{name}” in {' > '.join(f'{r} “{n}”' for r, n in path[-4:])}"
        if role in CONTROLS and not name and not is_named_above(path):
            found.append("no name: " + where)
        if node.has("focusable") and role in ("unknown", "invalid", "filler", "panel", "redundant object") \
                and not name and not is_named_above(path):
            found.append("no role: " + where)
        if re.match("⟦?_", name):
            found.append("underlined: " + where)
    return found


def clean(desk, title, what):
    def look():
        seen = list(nodes(desk.window(title)))
        return any(node.has("focusable") for node, _ in seen) and [faults(seen)]

    found = until(look, f"{what} to walk")[0]
    for fault in found:
        print("   ", fault, flush=True)
    step(f"{what}: every control has a name and a role", not found)


def carriers(row):
    """What carries a row's actions: the row's content."""
    return (node for node, _ in nodes(row) if any(name.startswith("row.") for name in node.actions()))


def inside(row):
    return first(lambda: carriers(row), f"what carries the actions of {row.name}")


def rows(desk, title):
    return [row for row in desk.find("list", title) if row and row.name]


def screen_reader(build, _pictures, *arguments):
    with window_with_class(build, *arguments) as (desk, server):
        toast = desk.find("alert", "^150 people downloaded", exact=False)
        step("a message is an alert that is called what it says", toast.name)
        for task in ("Wash the car", "Feed the cat"):
            server.ask("/todos", "POST", json.dumps({"title": task}).encode())
        people(desk)
        desk.keys("ctrl+l")
        desk.find("push button", "Show Answer", desk.window("Learn the Names"))
        clean(desk, "Learn the Names", "Learn the Names")
        desk.keys("Escape")
        desk.is_gone("Learn the Names")
        for title in ("Contacts", "Tours"):
            go(desk, title)
            clean(desk, WINDOW, f"{title} without records")
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
    star = desk.find("push button", "Favorite")
    step("nobody is a favorite yet", not star.has("pressed"))
    desk.keys("ctrl+b")
    until(lambda: star.has("pressed"), "the star")
    step("a favorite says so")
    row = first(lambda: (row for row in rows(desk, "People") if row.name.startswith(OWN)), OWN)
    inside(row).perform("row.edit")
    desk.shows("Edit Person")
    form(desk)
    desk.leave_form("Discard")
    inside(row).perform("row.delete")
    desk.find("alert", "deleted", exact=False)
    desk.keys("ctrl+z")
    desk.find("alert", "^Nothing was deleted", exact=False)
    step("edit and delete work from there, and one's own record stays")
    search.write("")


def form(desk):
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
                         for node, _ in nodes(row) if node.role == "check box"), "its box")
    step("ticked, its row and its box say so", box.has("checked"))
    chips = [node for node, _ in nodes(desk.window(WINDOW)) if node.role == "radio button"]
    step("the chosen query says so", [chip.name for chip in chips if chip.has("checked")] == ["All"])


if __name__ == "__main__":
    run(screen_reader)
