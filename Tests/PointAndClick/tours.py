"""A visit of Tours on a real server: choose, buy, start anew."""

import datetime
import json
import re
import socket
import tempfile

from desk import Desk, Server, step, until
from shown import WINDOW, go, is_checked, is_sensitive, names, open_window


def tours(build, pictures, *arguments):
    database = tempfile.mkdtemp(prefix="directory-server-") + "/class.sqlite"
    with Server(build, "--database", database) as server, open_window(build, *arguments, server=server) as desk:
        shown = go(desk, "Tours")
        buy_nothing(desk, shown)
        days = choose(desk, shown)
        desk.portrait(WINDOW, f"{pictures}/tour-form.png")
        buy(desk, shown, server, days)
        desk.portrait(WINDOW, f"{pictures}/tour-answer.png")
        start_anew(desk, shown, days)
        kept = map(json.loads, server.execute("SELECT json FROM item WHERE list = 'tours' ORDER BY number"))
        step("the server has both", [(tour["CustomerName"], tour["NumberOfCustomers"]) for tour in kept] == [
            ("Garvan Keeley and friends", 4), ("Ada", 3)])
        desk.portrait(WINDOW, f"{pictures}/tours.png")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def slow_tour(build, pictures, *arguments):
    """Buys from a server that never answers."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with Desk(build, "--server", address, "--netid", "demo", *arguments) as desk:
            shown = go(desk, "Tours")
            desk.keys("ctrl+n")
            until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
            desk.type("Garvan Keeley")
            shown.press("push button", "Buy")
            parts = [shown.find("push button", "Buy"), shown.find("text", "Name"), shown.find("grouping", "Group Size")]
            until(lambda: not any(is_sensitive(part) for part in parts), "the form insensitive")
            step("while Buy waits, Clear alone can be used", shown.can("Clear"))
            seen = set()

            def moves():
                seen.add(desk.pixels(WINDOW))
                return len(seen) > 5

            until(moves, "something that moves")
            step("and something moves")
            shown.press("push button", "Clear")
            until(lambda: shown.text("Name") == "" and is_sensitive(shown.find("text", "Name")), "an empty form")
            step("and Clear starts anew")


def buy_nothing(desk, shown):
    desk.press("push button", "Add")
    until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
    shown.press("push button", "Buy")
    shown.says("Fill in Name.")
    step("Buy without a name says what is missing", shown.can("Buy"))


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


def buy(desk, shown, server, days):
    shown.press("push button", "Buy")
    answer = shown.says("Thank you, Garvan Keeley and friends.")
    text = f"Thank you, Garvan Keeley and friends. Your tour for 4 people is reserved.\nDate: {days[4]}\n"
    step("Buy shows the server's answer", answer.name.startswith(text))
    parts = [shown.find("text", "Name"), shown.find("grouping", "Group Size"), shown.find("combo box", "Date")]
    until(lambda: not any(is_sensitive(part) for part in parts), "the form insensitive")
    step("then Clear alone can be used", not shown.can("Buy") and shown.can("Clear"))
    shown.has(f"Garvan Keeley and friends, {days[4]}, 4 people")
    step("the reservation is listed under Upcoming", shown.headers() == ["Upcoming"])
    code = re.search(r"^Reservation: (\S+)$", answer.name, re.MULTILINE).group(1)
    step("with the code of the answer", shown.rows()[0].endswith(f"4 people · {code}"))


def start_anew(desk, shown, days):
    shown.press("push button", "Clear")
    until(lambda: shown.text("Name") == "", "an empty form")
    until(lambda: is_sensitive(shown.find("text", "Name")), "a form that can be used")
    step("Clear starts anew", is_checked(shown.find("radio button", "1")))
    until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
    desk.type("Ada")
    desk.keys("Return", "3", "Tab")
    until(lambda: is_checked(shown.find("radio button", "3")), "3 chosen")
    shown.press("push button", "Buy")
    shown.says("Thank you, Ada.")
    shown.has(f"Ada, {days[0]}, 3 people", "Garvan Keeley and friends")
    step("a second one stands before it, for it is sooner")
    desk.keys("Escape")
    shown.click("Garvan")
    shown.find("label", "Garvan Keeley and friends")


def book(desk, shown, customer):
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
    desk.type(customer)
    shown.press("push button", "Buy")
    shown.says(f"Thank you, {customer}.")
    desk.keys("Escape")
