"""Groups, by pointer and by keyboard: made from a search, filled by dragging a face, reordered and deleted.

Usage: groups.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

from desk import run, step, until, window_with_class
from shown import WINDOW, is_wall


def rows(desk):
    """The rows of the sidebar."""
    return [row for title in ("Collections", "Groups") for row in desk.look("list", title) or [] if row and row.name]


def sidebar_rows(desk):
    """The rows of the sidebar, as they are read out."""
    return [row.name for row in rows(desk)]


def sidebar_row(desk, beginning):
    return until(lambda: next((row for row in rows(desk) if row.name.startswith(beginning)), None), beginning)


def has_sidebar_row(desk, name):
    until(lambda: name in sidebar_rows(desk), f"{name}, not {sidebar_rows(desk)}")


def chosen(desk, beginning):
    """Clicks a row of the sidebar until it has the keyboard: after a window closed, the first click may be lost."""
    def has_keyboard():
        if not sidebar_row(desk, beginning).has("focused"):
            desk.move_mouse(*desk.area(sidebar_row(desk, beginning))[:2])
            desk.click_at_pointer()
        return sidebar_row(desk, beginning).has("focused")

    until(has_keyboard, f"{beginning} with the keyboard")


def dragged(desk, source, target, takes=True):
    x, y = desk.area(target)[:2]
    desk.drag(source, (x, y), (target.extents().x + 5, y) if takes else None)


def groups(build, pictures, *arguments):
    with window_with_class(build, *arguments) as (desk, _):
        from_a_search(desk, pictures)
        filled_by_dragging(desk)
        several_dragged(desk)
        by_keys(desk)


def from_a_search(desk, pictures):
    desk.keys("ctrl+f")
    desk.type("ho=swim, -ro=ta")
    until(lambda: desk.look("push button", "Save Search…"), "Save Search")
    desk.click("Save Search…")
    desk.find("text", "Name")
    desk.keys("ctrl+a")
    desk.type("Swimmers")
    desk.keys("Return")
    until(lambda: any(one.startswith("Swimmers, ") for one in sidebar_rows(desk)), "Swimmers")
    step("a search becomes a smart group, which is open", desk.rows() != [])
    desk.keys("ctrl+g")
    until(lambda: is_wall(desk), "a wall of faces")
    desk.portrait(WINDOW, f"{pictures}/groups.png")
    desk.keys("ctrl+g")


def row_at_rest(desk, beginning):
    """Where a row is once it stands still."""
    row = desk.row(beginning)
    until(lambda: desk.still(row), "the row standing still")
    return row.extents()


def filled_by_dragging(desk):
    desk.click("New Group…")
    desk.find("text", "Name")
    desk.type("My Team")
    desk.keys("Return")
    has_sidebar_row(desk, "My Team")
    chosen(desk, "People")
    until(lambda: len(desk.rows()) > 20, "everyone")
    row = row_at_rest(desk, desk.rows()[2].split(",")[0])
    # The picture is 48 pixels wide, 8 from the edge, in the middle of the record's 78 pixels.
    dragged(desk, (row.x + 8 + 24, row.y + row.height - 39), sidebar_row(desk, "My Team"))
    has_sidebar_row(desk, "My Team, 1")
    step("a face dragged onto a group is in it")
    row = desk.row(desk.rows()[3].split(",")[0]).extents()
    # The names begin beside the picture.
    dragged(desk, (row.x + 90, row.y + row.height - 39), sidebar_row(desk, "My Team"))
    has_sidebar_row(desk, "My Team, 2")
    step("so is a row dragged by its name")
    dragged(desk, (row.x + 90, row.y + row.height - 39), sidebar_row(desk, "Contacts"), takes=False)
    desk.keys("ctrl+z")
    has_sidebar_row(desk, "My Team, 1")
    step("dropped elsewhere in the window, it is not imported",
         not any(desk.named(window).startswith("Review Changes") for window in desk.program if window))
    row = row_at_rest(desk, desk.rows()[3].split(",")[0])
    dragged(desk, (row.x + 90, row.y + row.height - 39), desk.find("push button", "Groups"))
    desk.window("New Group from 1 Person")
    step("dropped on the heading, it makes a group")
    desk.keys("Escape")
    desk.is_gone("New Group from 1 Person")


def several_dragged(desk):
    chosen(desk, "People")
    until(lambda: len(desk.rows()) > 20, "everyone")
    names = [name.split(",")[0] for name in desk.rows()[1:4]]
    desk.click_row(names[0])
    desk.keys("shift+Down", "shift+Down")
    desk.shows("3 selected")
    row = row_at_rest(desk, names[1])
    face = (row.x + 8 + 24, row.y + row.height - 39)
    dragged(desk, face, sidebar_row(desk, "My Team"))
    has_sidebar_row(desk, "My Team, 3")
    desk.shows("3 selected")
    step("of three selected rows, dragging one drags all")
    desk.move_mouse(*face)
    desk.click_at_pointer()
    desk.shows("2 selected")
    step("a click without a drag takes the row out of the selection")
    desk.keys("Escape")


def by_keys(desk):
    before = sidebar_rows(desk).index("My Team, 3")
    chosen(desk, "My Team")
    for moved in (1, 2):
        desk.keys("ctrl+Up")
        until(lambda: sidebar_rows(desk).index("My Team, 3") == before - moved, f"My Team {moved} above")
    step("Ctrl+Up moves it up, and up again")
    desk.keys("Delete")
    desk.shows("Group “My Team” deleted")
    until(lambda: "My Team, 3" not in sidebar_rows(desk), "no My Team")
    desk.click("Undo")
    has_sidebar_row(desk, "My Team, 3")
    step("Delete deletes, and Undo brings it back")


run(groups)
