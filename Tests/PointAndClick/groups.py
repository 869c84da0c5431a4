"""Groups, by pointer and by keyboard: made from a search, filled by dragging a face, reordered and deleted.

Usage: groups.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import subprocess
import time

from desk import Desk, Server, run, step, until

WINDOW = "Duke Directory"


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


def middle(widget):
    box = widget.extents()
    return box.x + box.width // 2, box.y + box.height // 2


def is_wall(desk):
    first, second = (row.extents() for row in list(desk.find("list", "People"))[:2])
    return first.y == second.y and first.x < second.x


def chosen(desk, beginning):
    """Clicks a row of the sidebar until it has the keyboard: after a window closed, the first click may be lost."""
    def has_keyboard():
        if not sidebar_row(desk, beginning).has("focused"):
            desk.move_mouse(*middle(sidebar_row(desk, beginning)))
            desk.click_at_pointer()
        return sidebar_row(desk, beginning).has("focused")

    until(has_keyboard, f"{beginning} with the keyboard")


def dragged(desk, source, target, takes=True):
    """Drags as a hand does, which lets go once the target shows that it takes the drop."""
    (x, y), (to_x, to_y) = source, middle(target)
    box = target.extents()
    edge = (box.x + 5, to_y)
    before = desk.color(*edge)
    desk.move_mouse(x, y)
    subprocess.run(["xdotool", "mousedown", "1"], check=True)
    try:
        for part in range(1, 21):
            desk.move_mouse(x + (to_x - x) * part // 20, y + (to_y - y) * part // 20)
            time.sleep(0.02)
        if takes:
            until(lambda: desk.color(*edge) != before, f"{target.name} as a target")
    finally:
        subprocess.run(["xdotool", "mouseup", "1"], check=True)


def groups(build, pictures, *arguments):
    with Server(build) as server:
        with Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace", *arguments,
                  still=True) as desk:
            desk.shows("150 people downloaded")
            until(lambda: any(one.startswith("Without") for one in sidebar_rows(desk)), "Without a Picture")
            step("a smart group with members is there from the start, and none without")
            from_a_search(desk, pictures)
            filled_by_dragging(desk, pictures)
            several_dragged(desk)
            by_keys(desk)
            step("Ctrl+Q ends the program", desk.stop() == 0)


def from_a_search(desk, pictures):
    desk.keys("ctrl+f")
    desk.type("ho=swim, -ro=ta")
    until(lambda: desk.look("push button", "Save Search…"), "Save Search")
    desk.portrait(WINDOW, f"{pictures}/search.png")
    desk.click("Save Search…")
    desk.find("text", "Name")
    desk.keys("ctrl+a")
    desk.type("Swimmers")
    desk.portrait("Save Search", f"{pictures}/save-search.png")
    desk.keys("Return")
    until(lambda: any(one.startswith("Swimmers, ") for one in sidebar_rows(desk)), "Swimmers")
    step("a search becomes a smart group, which is open", desk.rows() != [])
    desk.portrait(WINDOW, f"{pictures}/smart-group.png")
    desk.keys("ctrl+g")
    until(lambda: is_wall(desk), "a wall of faces")
    desk.portrait(WINDOW, f"{pictures}/wall.png")
    desk.keys("ctrl+g")


def filled_by_dragging(desk, pictures):
    desk.click("New Group…")
    desk.find("text", "Name")
    desk.type("My Team")
    desk.keys("Return")
    has_sidebar_row(desk, "My Team")
    chosen(desk, "People")
    until(lambda: len(desk.rows()) > 20, "everyone")
    row = desk.row(desk.rows()[2].split(",")[0])
    until(lambda: desk.still(row), "the row standing still")
    row = row.extents()
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
    row = desk.row(desk.rows()[3].split(",")[0])
    until(lambda: desk.still(row), "the row standing still")
    row = row.extents()
    dragged(desk, (row.x + 90, row.y + row.height - 39), desk.find("push button", "Groups"))
    desk.window("New Group from 1 Person")
    step("dropped on the heading, it makes a group")
    desk.keys("Escape")
    desk.is_gone("New Group from 1 Person")
    desk.click("Groups")
    until(lambda: not any(one.startswith("My Team") for one in sidebar_rows(desk)), "the groups hidden")
    desk.click("Groups")
    has_sidebar_row(desk, "My Team, 1")
    step("a click on the heading hides the groups, and another brings them back")
    chosen(desk, "My Team")
    until(lambda: len(desk.rows()) == 1, "one person")
    desk.click_row(desk.rows()[0].split(",")[0])
    desk.press("push button", "Details")
    desk.find("push button", "My Team")
    step("and the page has the group as a chip")
    desk.portrait(WINDOW, f"{pictures}/chip.png")


def several_dragged(desk):
    chosen(desk, "People")
    until(lambda: len(desk.rows()) > 20, "everyone")
    names = [name.split(",")[0] for name in desk.rows()[1:4]]
    desk.click_row(names[0])
    desk.keys("shift+Down", "shift+Down")
    desk.shows("3 selected")
    row = desk.row(names[1])
    until(lambda: desk.still(row), "the row standing still")
    row = row.extents()
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
