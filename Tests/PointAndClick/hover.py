"""The buttons at the end of a row: they do at the first click what they say, also on a row that is not selected.

Usage: hover.py BUILD-FOLDER
"""

import json

from desk import HELD, Server, run, step, until
from shown import go, open_window, todos


def hover_button(desk, shown, beginning, name, held=HELD):
    """Moves the pointer onto a row and clicks one of the buttons that come up there, once, holding it for `held` seconds."""
    row = shown.row(beginning)
    x, y, _, height = desk.place(row)
    desk.move_mouse(x, y + height // 2 - 20)

    def is_under_the_pointer():
        place = placed_button(desk, row, name)
        desk.move_mouse(*place)
        return placed_button(desk, row, name) == place

    until(is_under_the_pointer, f"{name} under the pointer")
    desk.click_here(held)


def placed_button(desk, row, name):
    """Where one of the buttons is that come up on a row under the pointer, once it stands still at the row's end."""
    button = desk.find("push button", name, row)

    def is_at_the_end():
        place = desk.still(button)
        return place and place[0] > desk.place(row)[0] and place[:2]

    return until(is_at_the_end, f"{name} at the end of the row")


def first_click(build, _pictures):
    with Server(build) as server, open_window(build, server=server) as desk:
        for title in ["Water the ferns", "Count the spoons", "Oil the gate"]:
            server.ask("/todos", "POST", json.dumps({"title": title}).encode())
        in_todos(desk, server)
        in_people(desk)
        step("Ctrl+Q ends the program", desk.stop() == 0)


def in_todos(desk, server):
    shown = go(desk, "To-Dos")
    shown.has("Water", "Count", "Oil")
    hover_button(desk, shown, "Count", "Delete")
    desk.says("Count the spoons deleted")
    shown.has("Water", "Oil")
    step("the bin of a to-do that is not selected deletes it", len(todos(server)) == 2)
    step("and opens no form", not shown.look("push button", "Save"))
    hover_button(desk, shown, "Oil", "Edit")
    shown.says("Edit To-Do")
    step("the pencil of one opens its form")
    desk.keys("Escape")


def in_people(desk):
    shown = go(desk, "People")
    desk.keys("ctrl+d")
    desk.click("Download and Replace", desk.window("Download People"))
    desk.says("150 people downloaded")
    # The first page was in the detail's place.
    shown = go(desk, "People")
    _, second, third = [name.split(",")[0] for name in shown.rows()[:3]]
    hover_button(desk, shown, second, "Delete")
    desk.says(f"{second} deleted")
    until(lambda: shown.rows()[1].startswith(third), "the next row in its place")
    step("the bin of a person who is not selected deletes that person")
    placed_button(desk, shown.row(third), "Delete")
    desk.click_here()
    desk.says(f"{third} deleted")
    step("and clicked again without a move, the person who came in that place")
    until(lambda: not shown.rows()[1].startswith(third), "the next row in its place")
    fourth = shown.rows()[1].split(",")[0]
    hover_button(desk, shown, fourth, "Edit", held=0.7)
    shown.says("Edit Person")
    step("the pencil of one opens their form, also when it is held as long as a press that selects")
    desk.keys("Escape")


run(first_click)
