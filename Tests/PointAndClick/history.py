"""What changed, by keys alone: the history of the people, one change undone, and the list as it was.

Usage: history.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

from desk import run, step, until, window_with_class
from shown import WINDOW, dukedir

TITLE = "History of People"


def history(build, pictures, *arguments):
    with window_with_class(build, *arguments) as (desk, _):
        names = [row.split(",")[0] for row in desk.rows()[1:4]]
        lines = dukedir(build, desk.sandbox, "export", "-", "--format", "csv").split("\n")
        keys = [line.split(",")[0] for name in names for line in lines if ",".join(name.rsplit(" ", 1)) in line]
        dukedir(build, desk.sandbox, "update", keys[0], "te=Herons")
        dukedir(build, desk.sandbox, "delete", keys[1])
        undone(desk, pictures, names[1])
        as_it_was(desk, pictures, names[0])


def tab_to(desk, title, beginning):
    """Presses Tab in a window until a button whose name begins so has the keyboard."""
    desk.look_at(title)

    def is_reached():
        focus = keyboard()
        if focus and focus.role == "push button" and focus.name.startswith(beginning):
            return True
        desk.keys("Tab")
        until(lambda: keyboard() != focus, "Tab to move the keyboard")
        return False

    def keyboard():
        every = (one for one in desk.window(title).every() if one.has("focused") and one.role != "frame")
        return next(every, None)

    until(is_reached, f"the keyboard on “{beginning}”")


def undone(desk, pictures, name):
    desk.keys("ctrl+h")
    desk.look_at(TITLE)
    newest = desk.find("push button", f"^Deleting {name}", desk.window(TITLE), exact=False)
    until(lambda: newest.has("focused"), "the focus on the newest change")
    desk.keys("Return")
    desk.find("push button", "Undo This", desk.window(TITLE))
    desk.portrait(TITLE, f"{pictures}/history.png")
    tab_to(desk, TITLE, "Undo This")
    desk.keys("Return")
    desk.find("push button", f"Undoing “Deleting {name}”", desk.window(TITLE), exact=False)
    desk.keys("Escape")
    desk.is_gone(TITLE)
    desk.look_at(WINDOW)
    step("Ctrl+H shows what dukedir deleted, and Undo This brings it back",
         until(lambda: any(row.startswith(name) for row in desk.rows()), name))


def as_it_was(desk, pictures, name):
    desk.keys("ctrl+h")
    tab_to(desk, TITLE, f"Editing {name}")
    desk.keys("Return")
    tab_to(desk, TITLE, "Show the List as It Was")
    desk.keys("Return")
    desk.is_gone(TITLE)
    desk.look_at(WINDOW)
    desk.find("push button", "Return to Now")
    desk.keys("ctrl+f")
    desk.type("te=herons")
    until(lambda: [row.split(",")[0] for row in desk.rows()] == [name], f"{name} alone")
    desk.portrait(WINDOW, f"{pictures}/past.png")
    step("the list is shown as it was, and search works in it")


run(history)
