"""A visit of Tours on a real server: choose and buy."""

import datetime
import re

from desk import Server, step, until
from shown import WINDOW, go, is_checked, is_sensitive, names, open_window


def tours(build, pictures, *arguments):
    with Server(build) as server, open_window(build, *arguments, server=server) as desk:
        shown = go(desk, "Tours")
        desk.press("push button", "Add")
        until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
        days = choose(desk, shown)
        desk.portrait(WINDOW, f"{pictures}/tour-form.png")
        buy(desk, shown, days)
        desk.portrait(WINDOW, f"{pictures}/tour-answer.png")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def day(moment):
    return f"{moment:%A, %B} {moment.day}, {moment.year}"


def choose(desk, shown):
    shown.fill("Name", "Garvan Keeley and friends")
    sizes = [str(size) for size in range(1, 7)]
    buttons = [shown.find("radio button", size) for size in sizes]
    step("the group size has six buttons, 1 chosen", [is_checked(button) for button in buttons] == [True] + [False] * 5)
    shown.press("radio button", "4")
    until(lambda: is_checked(buttons[3]) and not is_checked(buttons[0]), "4 chosen")
    today = datetime.date.today()
    days = [day(today + datetime.timedelta(after)) for after in range(1, 15)]
    dates = shown.find("combo box", "Date")
    shown.press("combo box", "Date")
    offered = until(lambda: names(desk.look("list", "GtkListView", dates) or []), "the list of days")
    step("the date is from tomorrow to two weeks from today", offered == [f"Tomorrow, {days[0]}", *days[1:]])
    desk.type(days[4].split(", ", 1)[1])
    until(lambda: names(desk.find("list", "GtkListView", dates)) == [days[4]], "that day alone")
    desk.keys("Return")
    until(lambda: dates.description == days[4], "the fifth day chosen")
    return days


def buy(desk, shown, days):
    shown.press("push button", "Buy")
    answer = shown.shows("Thank you, Garvan Keeley and friends.")
    text = f"Thank you, Garvan Keeley and friends. Your tour for 4 people is reserved.\nDate: {days[4]}\n"
    step("Buy shows the server's answer", answer.name.startswith(text))
    parts = [shown.find("text", "Name"), shown.find("grouping", "Group Size"), shown.find("combo box", "Date")]
    until(lambda: not any(is_sensitive(part) for part in parts), "the form insensitive")
    step("then Clear alone can be used", not shown.can("Buy") and shown.can("Clear"))
    shown.has(f"Garvan Keeley and friends, {days[4]}, 4 people")
    step("the reservation is listed under Upcoming", shown.headers() == ["Upcoming"])
    code = re.search(r"^Reservation: (\S+)$", answer.name, re.MULTILINE).group(1)
    step("with the code of the answer", shown.rows()[0].endswith(f"4 people · {code}"))
