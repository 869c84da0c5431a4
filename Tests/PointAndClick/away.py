"""A visit while the server is away, and when it is back."""

import tempfile

from desk import Server, first, step, until
from shown import AWAY, WINDOW, completed, go, open_window, todos, tree
from todos import add_to_do


def offline(build, pictures, *arguments):
    database = tempfile.mkdtemp(prefix="directory-server-") + "/class.sqlite"
    with Server(build, "--database", database) as server:
        port = int(server.address.rsplit(":", 1)[1])
        with open_window(build, *arguments, server=server) as desk:
            shown = go(desk, "To-Dos")
            add_to_do(desk, shown, "Water the ferns", "Ada")
            add_to_do(desk, shown, "Count the spoons", "Grace")
            until(lambda: len(go(desk, "Courses").rows()) > 20, "the courses")
            server.stop()
            pushed = cannot(desk, pictures)
            booking = cannot_book(desk)
            with Server(build, "--database", database, port=port) as server:
                can_again(desk, booking, server, pushed)
            step("Ctrl+Q ends the program", desk.stop() == 0)


def cannot(desk, pictures):
    """Tries everything; how high the list is under the notice."""
    shown = go(desk, "To-Dos")
    notice = desk.says(AWAY, shown.side)
    step("the last known list stays, and that is said", "This is the last downloaded list." in notice.name)
    pushed = desk.place(shown.list)[3]
    shown.walk_to(0)
    for what, key in {"toggling": "space", "deleting": "Delete", "refreshing": "ctrl+r"}.items():
        fails(desk, shown, what, lambda: desk.keys(key))
    desk.portrait(WINDOW, f"{pictures}/away.png")
    fails(desk, shown, "looking up a number", lambda: look_up(desk))
    fails(desk, shown, "deleting all", lambda: delete_all(desk))
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "Task"), "the keyboard in Task")
    desk.type("Oil the gate")
    desk.keys("ctrl+s")
    shown.says(AWAY)
    step("adding says it under the form, which keeps what was typed", shown.text("Task") == "Oil the gate")
    desk.leave_form("Discard")
    for task in ("Wind the clock", "Feed the cat"):
        desk.press("text", "Add a to-do")
        desk.type(task)
        desk.keys("Return")
    desk.find("push button", "Discard", shown.side)
    step("two quick ones stay in order, each in a row of its own", [
        label.name for label in tree(shown.side) if label.name in ("Wind the clock", "Feed the cat")
        and label.role == "label"] == ["Wind the clock", "Feed the cat"] and desk.text("Add a to-do", shown.side) == "")
    desk.portrait(WINDOW, f"{pictures}/outgoing.png")
    for task in ("Wind the clock", "Feed the cat"):
        desk.click("Discard", shown.side)
        until(lambda: not any(label.name == task for label in tree(shown.side)), f"{task} gone")
    shown = go(desk, "Courses")
    until(lambda: any(shown.is_focused(row) for row in shown.rows()), "the keyboard in the list")
    fails(desk, shown, "fetching the courses", lambda: desk.keys("ctrl+r"))
    desk.says(AWAY, shown.side)
    return pushed


def fails(desk, shown, what, do):
    """Does what needs the server: the message says what is wrong, and the list without a search is as it was."""
    before = shown.rows()
    desk.keys("ctrl+z")
    until(lambda: message(desk) == "No changes to undo", "another message than the last")
    do()
    until(lambda: message(desk) != "No changes to undo", "a message")
    step(f"{what} says what is wrong", message(desk).startswith(AWAY))
    desk.keys("ctrl+f", "ctrl+a", "BackSpace", "Down")
    shown.has(*before)


def look_up(desk):
    desk.keys("ctrl+f")
    desk.type("2")
    desk.keys("Return")


def delete_all(desk):
    desk.keys("F10")
    desk.find("menu item", "Delete All…").act()
    desk.click("Delete All", desk.window("Delete All To-Dos?"))


def message(desk):
    """What the message over the list says, or said last."""
    alert = first(lambda: (node for node in tree(desk.window(WINDOW)) if node.role == "alert"), "the message")
    return alert[0].name


def cannot_book(desk):
    shown = go(desk, "Tours")
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
    desk.type("Garvan Keeley")
    shown.press("push button", "Buy")
    shown.says(AWAY)
    step("buying says it too, and keeps what was typed", (shown.text("Name"), shown.rows(), shown.can("Buy")) == (
        "Garvan Keeley", [], True))
    return shown


def can_again(desk, booking, server, pushed):
    # With the pointer where it rests since the first try.
    booking.press("push button", "Buy")
    booking.says("Thank you, Garvan Keeley.")
    booking.has("Garvan Keeley")
    step("with the server back, buying again books", not any(
        label.name.startswith(AWAY) for label in tree(booking.detail) if label.role == "label"))
    desk.keys("Escape")
    shown = go(desk, "To-Dos")
    shown.walk_to(0)
    desk.keys("space")
    until(lambda: completed(server) == ["Water the ferns"], "it completed on the server")
    shown.row("Water the ferns, Ada, completed")
    shown.walk_to(1)
    desk.keys("Delete")
    desk.says("Count the spoons deleted")
    shown.has("Water")
    add_to_do(desk, shown, "Oil the gate", "Hedy")
    step("toggling, deleting and adding work again", [todo["title"] for todo in todos(server)] == [
        "Water the ferns", "Oil the gate"])
    desk.keys("ctrl+r")
    desk.says("Already up to date")
    until(lambda: desk.place(shown.list)[3] > pushed, "room for the list where the notice was")
    step("and the notice is gone")
