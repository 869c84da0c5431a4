"""Checks what a screen reader gets: names and actions of rows, states, and announcements. words.py checks that the
controls of the other windows have names and roles.

Usage: accessible.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
"""

import json
import re

from collection_pane import OWN_NAME, WINDOW, open_collection
from driver import first, run, step, until, window_with_class
from pseudolocale import visible_widgets

CONTROLS = {
    "push button", "toggle button", "check box", "radio button", "text", "password text", "entry", "combo box",
    "slider", "list", "list item", "menu item", "radio menu item", "check menu item", "link", "progress bar",
    "spin button", "image", "dialog", "frame", "alert", "label",
}


def is_named_above(path):
    """Whether a control that contains this widget has a name: GTK builds some of several widgets."""
    return any(role in ("combo box", "password text", "text", "entry") and name for role, name in path)


def problems(widgets):
    """Controls without a name, focusable widgets without a role, and names that begin with an underscore."""
    found = []
    for node, path in widgets:
        role, name = node.role, (node.name or "").strip()
        if re.fullmatch(r"Gtk[A-Z]\w+", name):  # GTK's name for a widget without one
            name = ""
        where = f"{role} “{name}” in {' > '.join(f'{r} “{n}”' for r, n in path[-4:])}"
        if role in CONTROLS and not name and not is_named_above(path):
            found.append("no name: " + where)
        if node.has("focusable") and role in ("unknown", "invalid", "filler", "panel", "redundant object") \
                and not name and not is_named_above(path):
            found.append("no role: " + where)
        if re.match("⟦?_", name):
            found.append("underscore: " + where)
    return found


def check_names(app, title, place):
    def problems_when_shown():
        widgets = list(visible_widgets(app.window(title)))
        return any(node.has("focusable") for node, _ in widgets) and [problems(widgets)]

    found = until(problems_when_shown, f"the widgets of {place}")[0]
    for problem in found:
        print("   ", problem, flush=True)
    step(f"{place}: every control has a name and a role", not found)


def widgets_with_actions(row):
    """The widgets in a row that have its actions."""
    return (node for node, _ in visible_widgets(row) if any(name.startswith("row.") for name in node.actions()))


def content(row):
    return first(lambda: widgets_with_actions(row), f"the actions of {row.name}")


def rows(app, title):
    return [row for row in app.find("list", title) if row and row.name]


def screen_reader(build, _screenshots, *arguments):
    with window_with_class(build, *arguments) as (app, server):
        toast = app.find("alert", "^150 people downloaded", exact=False)
        step("a message is an alert with its text as the name", toast.name)
        for task in ("Wash the car", "Feed the cat"):
            server.request("/todos", "POST", json.dumps({"title": task}).encode())
        people(app)
        app.keys("ctrl+l")
        app.find("push button", "Show Answer", app.window("Learn the Names"))
        check_names(app, "Learn the Names", "Learn the Names")
        app.keys("Escape")
        app.wait_until_closed("Learn the Names")
        for title in ("Contacts", "Tours"):
            open_collection(app, title)
            check_names(app, WINDOW, f"{title} without records")
        todos(app)


def people(app):
    found = rows(app, "People")
    step("rows have names", len(found) > 100 and all("," in row.name for row in found))
    search = app.find("entry", "Search people")
    step("the search entry describes the number of people", search.description == "150 people")
    search.write("quillfeather")
    until(lambda: search.description == "2 people", "the number of results")
    step("and the number of results")
    row = first(lambda: (row for row in rows(app, "People") if row.name.startswith(OWN_NAME)), OWN_NAME)
    actions = set(content(row).actions())
    step("a row has the actions of its menu", {"row.open", "row.edit", "row.delete"} <= actions)
    content(row).perform("row.open")
    app.find("push button", "Copy Email")
    step("the action Open shows the detail")
    row = first(lambda: (row for row in rows(app, "People") if row.name.startswith(OWN_NAME)), OWN_NAME)
    step("the open row has the state “selected”", row.has("selected"))
    star = app.find("push button", "Favorite")
    step("the favorite button is not pressed", not star.has("pressed"))
    app.keys("ctrl+b")
    until(lambda: star.has("pressed"), "the pressed favorite button")
    step("Ctrl+B presses it")
    row = first(lambda: (row for row in rows(app, "People") if row.name.startswith(OWN_NAME)), OWN_NAME)
    content(row).perform("row.edit")
    app.shows("Edit Person")
    form(app)
    app.leave_form("Discard")
    content(row).perform("row.delete")
    app.find("alert", "deleted", exact=False)
    app.keys("ctrl+z")
    app.find("alert", "^Nothing was deleted", exact=False)
    step("the actions Edit and Delete work, and the own record is not deleted")
    search.write("")


def form(app):
    email = app.find("text", "Email")
    app.write("Email", "nonsense at all")
    app.click("Save")
    # GTK 4.8 reports INVALID instead of INVALID_ENTRY.
    until(lambda: email.has("invalid") or email.has("invalid_entry"), "an invalid entry")
    step("an invalid value has the state and a description", email.description.startswith("Enter an email address"))
    gender = app.find("combo box", "Gender")
    step("a drop-down describes the chosen item", gender.description)


def todos(app):
    app.keys("ctrl+3")
    task = until(lambda: rows(app, "To-Dos"), "to-dos")[0]
    step("the name of a to-do includes its state", task.name.endswith("open"))
    step("and it has the action Toggle", "row.toggle" in content(task).actions())
    content(task).perform("row.toggle")
    until(lambda: any(row.name.endswith("completed") for row in rows(app, "To-Dos")), "a completed to-do")
    box = first(lambda: (node for row in rows(app, "To-Dos") if row.name.endswith("completed")
                         for node, _ in visible_widgets(row) if node.role == "check box"), "its check box")
    step("the check box of a completed to-do has the state “checked”", box.has("checked"))
    queries = [node for node, _ in visible_widgets(app.window(WINDOW)) if node.role == "radio button"]
    step("so has the chosen query", [query.name for query in queries if query.has("checked")] == ["All"])


if __name__ == "__main__":
    run(screen_reader)
