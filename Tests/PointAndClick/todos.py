"""A visit of To-Dos on a real server: add, toggle, edit, look up, delete, put back, delete all."""

import json

from desk import Server, step, until
from shown import WINDOW, completed, go, is_checked, open_window, todos, tree


def to_dos(build, pictures, *arguments):
    with Server(build) as server, open_window(build, *arguments, server=server) as desk:
        shown = go(desk, "To-Dos")
        add_to_dos(desk, shown, server)
        toggle_to_dos(desk, shown, server)
        edit_to_do(desk, shown, server)
        desk.portrait(WINDOW, f"{pictures}/to-dos.png")
        look_up(desk, shown)
        delete_to_dos(desk, shown, server)
        step("Ctrl+Q ends the program", desk.stop() == 0)


def add_to_do(desk, shown, task, user):
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "Task"), "the keyboard in Task")
    desk.type(task)
    desk.keys("Return")
    until(lambda: shown.has_focus("text", "User"), "the keyboard in User")
    desk.type(user)
    desk.keys("Return")
    desk.says(f"{task} added")


def add_to_dos(desk, shown, server):
    desk.press("push button", "Add")
    shown.says("New To-Do")
    entries = [node.name for node in tree(shown.detail) if node.role in ("text", "combo box", "check box")]
    step("Add asks for task and user and nothing else", entries == ["Task", "User"])
    step("a to-do without a task cannot be saved", not shown.can("Save"))
    desk.keys("Escape")
    for task, user in [("Water the ferns", "Ada"), ("Count the spoons", "Grace"), ("Oil the gate", "")]:
        add_to_do(desk, shown, task, user)
    shown.has("Water the ferns, Ada", "Count the spoons, Grace", "Oil the gate")
    there = [(todo["title"], todo["order"], todo["completed"]) for todo in todos(server)]
    step("their order is their position", there == [
        ("Water the ferns", 1, False), ("Count the spoons", 2, False), ("Oil the gate", 3, False)])


def toggle_to_dos(desk, shown, server):
    check = desk.find("check box", "Count the spoons", shown.row("Count"))
    desk.move_mouse(*desk.place(check)[:2])
    desk.click_here()
    until(lambda: completed(server) == ["Count the spoons"], "it completed on the server")
    shown.row("Count the spoons, Grace, completed")
    step("a click on the check button completes it", is_checked(check))
    step("and opens no form", not shown.look("label", "Edit To-Do"))
    shown.walk_to(0)
    desk.keys("space")
    until(lambda: completed(server) == ["Water the ferns", "Count the spoons"], "both completed on the server")
    shown.row("Water the ferns, Ada, completed")
    desk.keys("space")
    until(lambda: completed(server) == ["Count the spoons"], "one completed on the server")
    step("Space on the row toggles it, there and back")
    shown.query("Open")
    shown.has("Water", "Oil")
    shown.query("Completed")
    shown.has("Count")
    shown.query("All")
    shown.has("Water", "Count", "Oil")
    step("Open and Completed show what they say")


def edit_to_do(desk, shown, server):
    shown.click("Oil the gate")
    shown.says("Edit To-Do")
    shown.fill("Task", "Sand the gate")
    shown.fill("User", "Hedy")
    server.ask("/todos/3", "PATCH", json.dumps({"title": "Paint the gate"}).encode())
    desk.keys("ctrl+s")
    both = desk.window("Two Versions")
    desk.find("radio button", "Task, Mine: Sand the gate", both)
    step("a title that somebody else changed meanwhile is shown beside one's own", not todos(server)[2].get("user"))
    desk.press("radio button", "Task, Server’s: Paint the gate", both)
    desk.click("Keep Selected", both)
    desk.says("Paint the gate saved")
    shown.has("Water", "Count", "Paint the gate, Hedy, open")
    step("activating a row edits task and user", (todos(server)[2]["title"], todos(server)[2]["user"]) == (
        "Paint the gate", "Hedy"))


def look_up(desk, shown):
    desk.keys("ctrl+f", "ctrl+a")
    desk.type("2")
    desk.keys("Return")
    until(lambda: shown.is_selected("Count the spoons"), "number 2 selected")
    step("looking up 2 opens its row")
    desk.keys("ctrl+f")
    desk.type("77")
    desk.keys("Return")
    told = desk.window("To-Do 77")
    desk.find("label", "Not Found", told)
    desk.keys("Escape")
    desk.is_gone("To-Do 77")
    step("looking up 77 shows “Not Found”")
    desk.keys("ctrl+f", "ctrl+a", "BackSpace")


def delete_to_dos(desk, shown, server):
    shown.has("Water", "Count", "Paint")
    shown.walk_to(1)
    desk.keys("Delete")
    desk.says("Count the spoons deleted")
    shown.has("Water", "Paint")
    until(lambda: shown.is_focused("Paint"), "the keyboard on the next row")
    step("Delete deletes it on the server", [todo["title"] for todo in todos(server)] == [
        "Water the ferns", "Paint the gate"])
    desk.click("Undo")
    desk.says("Undone: Deleting Count the spoons")
    shown.has("Water", "Count the spoons, Grace, completed", "Paint")
    back = todos(server)[2]
    step("Undo puts it back there, as it was", (back["title"], back["order"], back["completed"]) == (
        "Count the spoons", 2, True))
    for answer in ["Cancel", "Delete All"]:
        desk.keys("F10")
        desk.find("menu item", "Delete All…").act()
        question = desk.window("Delete All To-Dos?")
        desk.click(answer, question)
        desk.is_gone("Delete All To-Dos?")
        if answer == "Cancel":
            step("Delete All… asks first", len(todos(server)) == 3)
    desk.says("All to-dos deleted")
    shown.has()
    step("and deletes all", todos(server) == [])
