"""Shows the history of people, undoes a change, and shows an earlier list, with keys.

Usage: history.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
"""

from collection_pane import WINDOW, dukedir
from driver import run, step, until, window_with_class

TITLE = "History of People"


def history(build, screenshots, *arguments):
    with window_with_class(build, *arguments) as (app, _):
        names = [row.split(",")[0] for row in app.rows()[1:4]]
        lines = dukedir(build, app.sandbox, "export", "-", "--format", "csv").split("\n")
        keys = [line.split(",")[0] for name in names for line in lines if ",".join(name.rsplit(" ", 1)) in line]
        dukedir(build, app.sandbox, "update", keys[0], "te=Herons")
        dukedir(build, app.sandbox, "delete", keys[1])
        undo(app, screenshots, names[1])
        show_earlier_list(app, screenshots, names[0])


def tab_to(app, title, prefix):
    """Presses Tab in a window until a button whose name has that prefix has the focus."""
    app.focus_window(title)

    def is_reached():
        focus = focused()
        if focus and focus.role == "push button" and focus.name.startswith(prefix):
            return True
        app.keys("Tab")
        until(lambda: focused() != focus, "Tab to move the focus")
        return False

    def focused():
        found = (node for node in app.window(title).subtree() if node.has("focused") and node.role != "frame")
        return next(found, None)

    until(is_reached, f"the focus on “{prefix}”")


def undo(app, screenshots, name):
    app.keys("ctrl+h")
    app.focus_window(TITLE)
    newest = app.find("push button", f"^Deleting {name}", app.window(TITLE), exact=False)
    until(lambda: newest.has("focused"), "the focus on the newest change")
    app.keys("Return")
    app.find("push button", "Undo This", app.window(TITLE))
    app.screenshot(TITLE, f"{screenshots}/history.png")
    tab_to(app, TITLE, "Undo This")
    app.keys("Return")
    app.find("push button", f"Undoing “Deleting {name}”", app.window(TITLE), exact=False)
    app.keys("Escape")
    app.wait_until_closed(TITLE)
    app.focus_window(WINDOW)
    step("Ctrl+H shows a deletion by dukedir, and Undo This restores the person",
         until(lambda: any(row.startswith(name) for row in app.rows()), name))


def show_earlier_list(app, screenshots, name):
    app.keys("ctrl+h")
    tab_to(app, TITLE, f"Editing {name}")
    app.keys("Return")
    tab_to(app, TITLE, "Show the List as It Was")
    app.keys("Return")
    app.wait_until_closed(TITLE)
    app.focus_window(WINDOW)
    app.find("push button", "Return to Now")
    app.keys("ctrl+f")
    app.type("te=herons")
    until(lambda: [row.split(",")[0] for row in app.rows()] == [name], f"only {name} in the list")
    app.screenshot(WINDOW, f"{screenshots}/past.png")
    step("the earlier list is shown, and can be searched")


run(history)
