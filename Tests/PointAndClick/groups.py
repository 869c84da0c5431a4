"""Makes groups from a search and by dragging people, reorders and deletes them, with the mouse and with keys.

Usage: groups.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
"""

from collection_pane import WINDOW, shows_faces
from driver import run, step, until, window_with_class


def sidebar_rows(app):
    return [row for title in ("Collections", "Groups") for row in app.lookup("list", title) or [] if row and row.name]


def sidebar_names(app):
    return [row.name for row in sidebar_rows(app)]


def sidebar_row(app, prefix):
    return until(lambda: next((row for row in sidebar_rows(app) if row.name.startswith(prefix)), None), prefix)


def wait_for_sidebar_row(app, name):
    until(lambda: name in sidebar_names(app), f"{name}, not {sidebar_names(app)}")


def choose(app, prefix):
    """Clicks a row of the sidebar until it has the focus: after a window was closed, the first click may be lost."""
    def has_focus():
        if not sidebar_row(app, prefix).has("focused"):
            app.move_mouse(*app.area(sidebar_row(app, prefix))[:2])
            app.click_at_pointer()
        return sidebar_row(app, prefix).has("focused")

    until(has_focus, f"the focus on {prefix}")


def drag(app, source, target, accepts=True):
    x, y = app.area(target)[:2]
    app.drag(source, (x, y), (target.extents().x + 5, y) if accepts else None)


def groups(build, screenshots, *arguments):
    with window_with_class(build, *arguments) as (app, _):
        from_a_search(app, screenshots)
        drag_people(app)
        drag_several(app)
        use_keys(app)


def from_a_search(app, screenshots):
    app.keys("ctrl+f")
    app.type("ho=swim, -ro=ta")
    until(lambda: app.lookup("push button", "Save Search…"), "Save Search")
    app.click("Save Search…")
    app.find("text", "Name")
    app.keys("ctrl+a")
    app.type("Swimmers")
    app.keys("Return")
    until(lambda: any(name.startswith("Swimmers, ") for name in sidebar_names(app)), "Swimmers")
    step("Save Search makes a smart group and opens it", app.rows() != [])
    app.keys("ctrl+g")
    until(lambda: shows_faces(app), "faces")
    app.screenshot(WINDOW, f"{screenshots}/groups.png")
    app.keys("ctrl+g")


def stable_row(app, prefix):
    """The extents of a row after it has stopped moving."""
    row = app.row(prefix)
    until(lambda: app.stable_area(row), "the row to stop moving")
    return row.extents()


def drag_people(app):
    app.click("New Group…")
    app.find("text", "Name")
    app.type("My Team")
    app.keys("Return")
    wait_for_sidebar_row(app, "My Team")
    choose(app, "People")
    until(lambda: len(app.rows()) > 20, "everyone")
    row = stable_row(app, app.rows()[2].split(",")[0])
    # The picture is 48 pixels wide, at 8 pixels from the edge, in the vertical center of the row's 78 pixels.
    drag(app, (row.x + 8 + 24, row.y + row.height - 39), sidebar_row(app, "My Team"))
    wait_for_sidebar_row(app, "My Team, 1")
    step("dragging a face to a group adds the person")
    row = app.row(app.rows()[3].split(",")[0]).extents()
    # The name is beside the picture.
    drag(app, (row.x + 90, row.y + row.height - 39), sidebar_row(app, "My Team"))
    wait_for_sidebar_row(app, "My Team, 2")
    step("so does dragging the name")
    drag(app, (row.x + 90, row.y + row.height - 39), sidebar_row(app, "Contacts"), accepts=False)
    app.keys("ctrl+z")
    wait_for_sidebar_row(app, "My Team, 1")
    step("a drop on another collection imports nothing",
         not any(window.name.startswith("Review Changes") for window in app.program if window))
    row = stable_row(app, app.rows()[3].split(",")[0])
    drag(app, (row.x + 90, row.y + row.height - 39), app.find("push button", "Groups"))
    app.window("New Group from 1 Person")
    step("a drop on the heading makes a group")
    app.keys("Escape")
    app.wait_until_closed("New Group from 1 Person")


def drag_several(app):
    choose(app, "People")
    until(lambda: len(app.rows()) > 20, "everyone")
    names = [name.split(",")[0] for name in app.rows()[1:4]]
    app.click_row(names[0])
    app.keys("shift+Down", "shift+Down")
    app.shows("3 selected")
    row = stable_row(app, names[1])
    face = (row.x + 8 + 24, row.y + row.height - 39)
    drag(app, face, sidebar_row(app, "My Team"))
    wait_for_sidebar_row(app, "My Team, 3")
    app.shows("3 selected")
    step("dragging one of three selected rows drags all")
    app.move_mouse(*face)
    app.click_at_pointer()
    app.shows("2 selected")
    step("a click without a drag deselects the row")
    app.keys("Escape")


def use_keys(app):
    before = sidebar_names(app).index("My Team, 3")
    choose(app, "My Team")
    for moved in (1, 2):
        app.keys("ctrl+Up")
        until(lambda: sidebar_names(app).index("My Team, 3") == before - moved, f"My Team {moved} higher")
    step("Ctrl+Up moves a group up, also twice")
    app.keys("Delete")
    app.shows("Group “My Team” deleted")
    until(lambda: "My Team, 3" not in sidebar_names(app), "no My Team")
    app.click("Undo")
    wait_for_sidebar_row(app, "My Team, 3")
    step("Delete deletes it, and Undo restores it")


run(groups)
