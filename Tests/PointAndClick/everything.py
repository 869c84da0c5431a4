"""The other collections in the window, by pointer and in a narrow window.

Usage: everything.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
The arguments change the look of the window: --dark, --size 1400x800. It cannot be called collections.py, because Python
has a module of that name.
"""

import datetime

from desk import Server, first, run, step, until
from shown import MENU_LINES, TITLES, WINDOW, Shown, completed, go, is_open, names, open_window


def local_collections(build, _pictures, *arguments):
    with open_window(build, *arguments) as desk:
        collections = desk.find("list", "Collections")
        until(lambda: len(names(collections)) == len(TITLES), "the collections")
        for title in reversed(TITLES):
            def row():
                return next(row for row in collections if row and row.name.startswith(title))

            desk.move_mouse(*desk.area(row())[:2])
            desk.click_at_pointer()
            until(lambda: is_open(desk, title), f"{title} open")
            until(lambda: row().has("selected"), f"{title} marked")
        step("a click in the sidebar opens each collection")
        shown = go(desk, "Contacts")
        desk.press("push button", "Add")
        until(lambda: shown.has_focus("text", "First Name"), "the keyboard in the first field")
        shown.press("check box", "Emergency contact")
        until(lambda: shown.find("check box", "Emergency contact").has("checked"), "the switch on")
        step("a click turns the switch on")
        desk.leave_form("Discard")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def server_collections(build, _pictures, *arguments):
    with Server(build) as server, open_window(build, *arguments, server=server) as desk:
        shown = go(desk, "To-Dos")
        for task, user in [("Water the ferns", "Ada"), ("Count the spoons", "Grace")]:
            add_to_do(desk, shown, task, user)
        check = desk.find("check box", "Count the spoons", shown.row("Count"))
        desk.move_mouse(*desk.area(check)[:2])
        desk.click_at_pointer()
        until(lambda: completed(server) == ["Count the spoons"], "it completed on the server")
        shown.row("Count the spoons, Grace, completed")
        step("a click on the check button completes it", check.has("checked"))
        step("and opens no form", not shown.look("label", "Edit To-Do"))
        shown.query("Completed")
        shown.has("Count")
        step("a click on a query shows what it finds")
        book(desk, go(desk, "Tours"))
        step("Ctrl+Q ends the program", desk.stop() == 0)


def add_to_do(desk, shown, task, user):
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "Task"), "the keyboard in Task")
    desk.type(task)
    desk.keys("Return")
    until(lambda: shown.has_focus("text", "User"), "the keyboard in User")
    desk.type(user)
    desk.keys("Return")
    desk.shows(f"{task} added")


def book(desk, shown):
    desk.press("push button", "Add")
    until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
    shown.fill("Name", "Garvan Keeley and friends")
    shown.press("radio button", "4")
    until(lambda: shown.find("radio button", "4").has("checked"), "4 chosen")
    after = datetime.date.today() + datetime.timedelta(5)
    day = f"{after:%A, %B} {after.day}, {after.year}"
    dates = shown.find("combo box", "Date")
    shown.press("combo box", "Date")
    until(lambda: desk.look("list", "GtkListView", dates), "the list of days")
    desk.type(day.split(", ", 1)[1])
    until(lambda: names(desk.find("list", "GtkListView", dates)) == [day], "that day alone")
    desk.keys("Return")
    until(lambda: dates.description == day, "the fifth day chosen")
    shown.press("push button", "Buy")
    answer = shown.shows("Thank you, Garvan Keeley and friends.")
    text = f"Thank you, Garvan Keeley and friends. Your tour for 4 people is reserved.\nDate: {day}\n"
    step("Buy shows the server's answer", answer.name.startswith(text))
    parts = [shown.find("text", "Name"), shown.find("combo box", "Date")]
    until(lambda: not any(part.has("sensitive") for part in parts), "the form insensitive")
    shown.has(f"Garvan Keeley and friends, {day}, 4 people")
    step("the tour is listed")


def narrow(build, _pictures, *arguments):
    with open_window(build, *arguments, "--size", "360x700") as desk:
        desk.click("Back")  # from the first page
        until(lambda: not desk.look("push button", "Back"), "the list")
        for title in TITLES[1:] + TITLES[:1]:
            choose_collection(desk, title)
        desk.find("label", "Welcome")
        desk.click("Back")
        until(lambda: not desk.look("push button", "Back"), "the list")
        step("the button in the header lists the six and opens each")
        choose_collection(desk, "Contacts")
        shown = Shown(desk, "Contacts")
        desk.press("push button", "Add")
        until(lambda: shown.has_focus("text", "First Name"), "the keyboard in the first field")
        desk.type("Barnaby")
        desk.keys("Tab")
        desk.type("Appleyard")
        shown.press("push button", "Save")
        desk.shows("Barnaby Appleyard added")
        step("a form is filled and saved", shown.rows() == ["Barnaby Appleyard"])
        desk.click("Back")
        until(lambda: not desk.look("push button", "Back"), "the list")
        shown.click("Barnaby")
        until(lambda: desk.look("push button", "Back"), "the detail")
        desk.keys("Escape")
        until(lambda: not desk.look("push button", "Back"), "the list")
        step("a click opens the detail, Esc goes back")
        shown.click("Barnaby")
        until(lambda: desk.look("push button", "Back"), "the detail")
        desk.type("barn")
        until(lambda: not desk.look("push button", "Back") and desk.find("entry", "Search contacts").text() == "barn",
              "the list, and “barn” in the search")
        step("letters typed on a page show the list and search it")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def choose_collection(desk, title):
    """Chooses a collection from the menu behind the open one's title."""
    before = first(lambda: (other for other in TITLES if is_open(desk, other)), "an open collection")
    desk.press("push button", before)
    offered = until(lambda: [node for node in desk.window(WINDOW).every() if node.role in MENU_LINES
                             and node.name in TITLES], "the menu of collections")
    assert [item.name for item in offered[:6]] == TITLES, [item.name for item in offered]
    offered[TITLES.index(title)].perform()
    until(lambda: is_open(desk, title), f"{title} open")


run(local_collections, server_collections, narrow)
