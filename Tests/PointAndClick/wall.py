"""The wall of faces by real keys and clicks.

Usage: wall.py BUILD-FOLDER
"""

from desk import run, step, until, window_with_class
from widgets import Gone


def box(cell):
    area = cell.extents()
    return area.x, area.y, area.width, area.height


def cells(desk):
    """The faces the wall has made, with their places, first to last."""
    people = desk.find("list", "People")
    return [(cell.name, box(cell)) for cell in people if cell and cell.name]


def focused(desk):
    """The name of the face with the keyboard, or None."""
    people = desk.find("list", "People")
    return next((c.name for c in people if c and c.has("focused")), None)


def is_wall(desk):
    """Whether the first two are beside each other."""
    try:
        areas = [area for _, area in cells(desk)[:2]]
    except Gone:  # one went away while we looked
        return False
    return len(areas) == 2 and areas[0][1] == areas[1][1] and areas[0][0] < areas[1][0]


def arrives(desk, name):
    until(lambda: focused(desk) == name, f"the keyboard on {name}")
    until(lambda: desk.is_selected(name), f"{name} selected")


def opens(desk):
    """The page of a face makes the wall narrower, so that another face gets under the pointer."""
    name = max(cells(desk), key=lambda cell: cell[1][0])[0]
    desk.hover_row(name)
    desk.click_at_pointer(count=2)
    arrives(desk, name)
    step("a double click opens the face under the pointer", desk.find("label", name.split(",")[0]))
    desk.keys("Escape")


def moves(desk):
    names = [name for name, _ in cells(desk)]
    desk.click_row(names[0])
    arrives(desk, names[0])
    step("a click selects a face", desk.is_selected(names[0]))
    desk.keys("Right")
    arrives(desk, names[1])
    areas = dict(cells(desk))  # the page of the first one makes the wall narrower
    step("Right goes to the face beside it", areas[names[1]][1] == areas[names[0]][1])
    desk.keys("Down")
    until(lambda: focused(desk) not in (None, names[0], names[1]), "a face below")
    below = focused(desk)
    step("Down stays in the column", areas[below][0] == areas[names[1]][0] and areas[below][1] > areas[names[1]][1])
    desk.keys("Home")
    arrives(desk, names[0])
    desk.keys("ctrl+f", "Tab")
    until(lambda: focused(desk) == names[0], "the keyboard on the first face")
    step("Tab goes from the search to the face that had the keyboard")
    desk.keys("Page_Down")
    until(lambda: focused(desk) not in (None, names[0]), "a face further down")
    step("Page Down goes on", focused(desk) in dict(cells(desk)))
    desk.keys("Home")
    arrives(desk, names[0])
    desk.keys("Menu")
    until(lambda: desk.with_keyboard("menu item"), "the keyboard in the menu")
    desk.keys("Escape")
    arrives(desk, names[0])
    step("a menu returns the keyboard to its face")
    desk.keys("Return")
    desk.find("label", names[0].split(",")[0])
    step("Return opens the person")


def sizes(desk):
    width = cells(desk)[0][1][2]
    desk.keys("ctrl+minus")
    until(lambda: cells(desk)[0][1][2] < width, "smaller faces")
    desk.keys("ctrl+plus", "ctrl+plus")
    until(lambda: cells(desk)[0][1][2] > width, "larger faces")
    step("Ctrl+Minus and Ctrl+Plus change their size")


def walls(build, _pictures):
    with window_with_class(build) as (desk, _):
        rows = desk.rows()
        desk.keys("ctrl+g")
        until(lambda: is_wall(desk), "a wall of faces")
        step("Ctrl+G makes a wall of faces", len(cells(desk)) < 150)
        step("every face says what its row says", [name for name, _ in cells(desk)][:9] == rows[:9])
        opens(desk)
        moves(desk)
        sizes(desk)
        desk.keys("ctrl+g")
        until(lambda: not is_wall(desk), "rows")
        step("Ctrl+G makes rows of it again")


run(walls)
