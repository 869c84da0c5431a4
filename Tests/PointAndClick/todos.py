"""A visit of To-Dos on a real server: add and toggle."""

from desk import Server, step, until
from shown import WINDOW, completed, go, is_checked, open_window, todos, tree


def to_dos(build, pictures, *arguments):
    with Server(build) as server, open_window(build, *arguments, server=server) as desk:
        shown = go(desk, "To-Dos")
        add_to_dos(desk, shown, server)
        toggle_to_dos(desk, shown, server)
        desk.portrait(WINDOW, f"{pictures}/to-dos.png")
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


def add_to_dos(desk, shown, server):
    desk.press("push button", "Add")
    shown.shows("New To-Do")
    entries = [node.name for node in tree(shown.detail) if node.role in ("text", "combo box", "check box")]
    step("Add asks for task and user and nothing else", entries == ["Task", "User"])
    step("a to-do without a task cannot be saved", not shown.can("Save"))
    desk.keys("Escape")
    for task, user in [("Water the ferns", "Ada"), ("Count the spoons", "Grace"), ("Oil the gate", "")]:
        add_to_do(desk, shown, task, user)
    shown.has("Water the ferns, Ada", "Count the spoons, Grace", "Oil the gate")
    step("they are on the server", len(todos(server)) == 3)


def toggle_to_dos(desk, shown, server):
    check = desk.find("check box", "Count the spoons", shown.row("Count"))
    desk.move_mouse(*desk.area(check)[:2])
    desk.click_at_pointer()
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
