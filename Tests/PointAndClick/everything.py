"""Uses all collections with the mouse, also in a narrow window.

Usage: everything.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
The options are, for example, --dark and --size 1400x800. Python has a module `collections`, hence the file's name.
"""

import datetime

from collection_pane import (
    MENU_ROLES, TITLES, WINDOW, CollectionPane, completed, is_open, names, open_collection, open_window)
from driver import Server, first, run, step, until


def local_collections(build, _screenshots, *arguments):
    with open_window(build, *arguments) as app:
        collections = app.find("list", "Collections")
        until(lambda: len(names(collections)) == len(TITLES), "the collections")
        for title in reversed(TITLES):
            def row():
                return next(row for row in collections if row and row.name.startswith(title))

            app.move_mouse(*app.area(row())[:2])
            app.click_at_pointer()
            until(lambda: is_open(app, title), f"{title} open")
            until(lambda: row().has("selected"), f"{title} marked")
        step("a click in the sidebar opens a collection")
        pane = open_collection(app, "Contacts")
        app.press("push button", "Add")
        until(lambda: pane.has_focus("text", "First Name"), "the focus in the first field")
        pane.press("check box", "Emergency contact")
        until(lambda: pane.find("check box", "Emergency contact").has("checked"), "the switch on")
        step("a click turns on the switch")
        app.leave_form("Discard")
        step("Ctrl+Q ends the program", app.stop() == 0)


def server_collections(build, _screenshots, *arguments):
    with Server(build) as server, open_window(build, *arguments, server=server) as app:
        pane = open_collection(app, "To-Dos")
        for task, user in [("Water the ferns", "Ada"), ("Count the spoons", "Grace")]:
            add_to_do(app, pane, task, user)
        check = app.find("check box", "Count the spoons", pane.row("Count"))
        app.move_mouse(*app.area(check)[:2])
        app.click_at_pointer()
        until(lambda: completed(server) == ["Count the spoons"], "the completed to-do on the server")
        pane.row("Count the spoons, Grace, completed")
        step("a click on the check box completes a to-do", check.has("checked"))
        step("and opens no form", not pane.lookup("label", "Edit To-Do"))
        pane.choose_query("Completed")
        pane.wait_for_rows("Count")
        step("a click on a query filters the list")
        book(app, open_collection(app, "Tours"))
        step("Ctrl+Q ends the program", app.stop() == 0)


def add_to_do(app, pane, task, user):
    app.keys("ctrl+n")
    until(lambda: pane.has_focus("text", "Task"), "the focus in Task")
    app.type(task)
    app.keys("Return")
    until(lambda: pane.has_focus("text", "User"), "the focus in User")
    app.type(user)
    app.keys("Return")
    app.shows(f"{task} added")


def book(app, pane):
    app.press("push button", "Add")
    until(lambda: pane.has_focus("text", "Name"), "the focus in Name")
    pane.fill("Name", "Garvan Keeley and friends")
    pane.press("radio button", "4")
    until(lambda: pane.find("radio button", "4").has("checked"), "4 chosen")
    date = datetime.date.today() + datetime.timedelta(5)
    day = f"{date:%A, %B} {date.day}, {date.year}"
    dates = pane.find("combo box", "Date")
    pane.press("combo box", "Date")
    until(lambda: app.lookup("list", "GtkListView", dates), "the list of days")
    app.type(day.split(", ", 1)[1])
    until(lambda: names(app.find("list", "GtkListView", dates)) == [day], "only that day")
    app.keys("Return")
    until(lambda: dates.description == day, "the chosen day")
    pane.press("push button", "Buy")
    answer = pane.shows("Thank you, Garvan Keeley and friends.")
    text = f"Thank you, Garvan Keeley and friends. Your tour for 4 people is reserved.\nDate: {day}\n"
    step("Buy shows the server's answer", answer.name.startswith(text))
    parts = [pane.find("text", "Name"), pane.find("combo box", "Date")]
    until(lambda: not any(part.has("sensitive") for part in parts), "an insensitive form")
    pane.wait_for_rows(f"Garvan Keeley and friends, {day}, 4 people")
    step("the tour is listed")


def narrow(build, _screenshots, *arguments):
    with open_window(build, *arguments, "--size", "360x700") as app:
        app.click("Back")  # from the welcome page
        until(lambda: not app.lookup("push button", "Back"), "the list")
        for title in TITLES[1:] + TITLES[:1]:
            choose_collection(app, title)
        app.find("label", "Welcome")
        app.click("Back")
        until(lambda: not app.lookup("push button", "Back"), "the list")
        step("the menu in the header lists the collections and opens each")
        choose_collection(app, "Contacts")
        pane = CollectionPane(app, "Contacts")
        app.press("push button", "Add")
        until(lambda: pane.has_focus("text", "First Name"), "the focus in the first field")
        app.type("Barnaby")
        app.keys("Tab")
        app.type("Appleyard")
        pane.press("push button", "Save")
        app.shows("Barnaby Appleyard added")
        step("a form is filled and saved", pane.rows() == ["Barnaby Appleyard"])
        app.click("Back")
        until(lambda: not app.lookup("push button", "Back"), "the list")
        pane.click("Barnaby")
        until(lambda: app.lookup("push button", "Back"), "the detail")
        app.keys("Escape")
        until(lambda: not app.lookup("push button", "Back"), "the list")
        step("a click opens the detail, and Esc returns to the list")
        pane.click("Barnaby")
        until(lambda: app.lookup("push button", "Back"), "the detail")
        app.type("barn")
        until(lambda: not app.lookup("push button", "Back") and app.find("entry", "Search contacts").text() == "barn",
              "the list, and “barn” in the search")
        step("letters typed in the detail show the list and search it")
        step("Ctrl+Q ends the program", app.stop() == 0)


def choose_collection(app, title):
    """Chooses a collection in the menu of the header, whose button has the title of the open collection."""
    before = first(lambda: (other for other in TITLES if is_open(app, other)), "an open collection")
    app.press("push button", before)
    items = until(lambda: [node for node in app.window(WINDOW).subtree() if node.role in MENU_ROLES
                           and node.name in TITLES], "the menu of collections")
    assert [item.name for item in items[:6]] == TITLES, [item.name for item in items]
    items[TITLES.index(title)].perform()
    until(lambda: is_open(app, title), f"{title} open")


run(local_collections, server_collections, narrow)
