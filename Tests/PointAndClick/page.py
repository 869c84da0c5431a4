"""The page about a person: links by pointer and by keys, few Tab stops, and a mail program that is not there.

Usage: page.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

from desk import Desk, Server, run, step, until

WINDOW = "Duke Directory"


def focused(desk):
    """The role and the name of what has the keyboard."""
    widget = desk.with_keyboard()
    return (widget.role, widget.name) if widget else (None, None)


def tab(desk):
    """Presses Tab, and waits until the keyboard is somewhere else."""
    before = desk.with_keyboard()
    desk.keys("Tab")
    until(lambda: desk.with_keyboard() not in (None, before), "the keyboard somewhere else")


def walk_to(desk, name):
    """Presses Tab until the keyboard is on what is called so."""
    for _ in range(60):
        if focused(desk)[1] == name:
            return
        tab(desk)
    raise AssertionError(f"no way to {name} by Tab")


def page(build, pictures, *arguments):
    with Server(build) as server:
        with Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace", "--show-own",
                  *arguments, still=True) as desk:
            desk.says("150 people downloaded")
            desk.find("push button", "Copy Email")
            step("one's own record is open", desk.look("label", "You") is not None)
            step("and is the first of the list", desk.rows()[0].startswith("Demo Quillfeather, You"))
            desk.portrait(WINDOW, f"{pictures}/own.png")
            desk.press("push button", "Details")
            desk.find("push button", "From: Reykjavík, Iceland")
            step("Details replaces the sentence by what it says, one by one")
            links(desk)
            stops(desk)
            mail(desk)
            step("Ctrl+Q ends the program", desk.stop() == 0)


def links(desk):
    search = desk.find("entry", "Search people")

    def searched(beginning, fewest, most, what):
        """Waits for what stands in the entry, and for as many rows: the list follows the entry, and not at once."""
        until(lambda: search.text().startswith(beginning)
              and fewest <= len(desk.rows()) <= most, what)

    desk.press("push button", "From: Reykjavík, Iceland")
    searched('from="Reykjav', 1, 20, "those from there")
    step("a place shows everyone from there")
    desk.type("ow")
    searched("ow", 21, 100, "what was typed in its place")
    step("letters typed then search for themselves")
    desk.keys("Escape")
    searched("", 101, 200, "everybody")
    desk.press("push button", "From: Reykjavík, Iceland")
    searched('from="Reykjav', 1, 20, "those from there again")
    desk.keys("Escape")
    searched("", 101, 200, "everybody again")
    step("Esc ends the search that a link began")
    desk.keys("ctrl+m")
    step("Ctrl+M opens one's own record", desk.find("push button", "Copy Email") is not None)


def stops(desk):
    """Goes through the window with Tab, and counts what is on the page."""
    desk.keys("ctrl+f")
    until(lambda: focused(desk)[0] in ("entry", "text"), "the keyboard in the search")
    seen = []
    for _ in range(40):
        tab(desk)
        seen.append(focused(desk))
        if seen[-1][0] in ("entry", "text"):
            break
    page = desk.scrolled(desk.find("push button", "Copy Email"))
    names = [name for role, name in seen if desk.look(role, name, page)]
    print("   ", seen, flush=True)
    step(f"Tab stops at most eight times on the page: {names}", 2 <= len(names) <= 8)
    walk_to(desk, "Email")
    desk.keys("Right")
    until(lambda: focused(desk) == ("push button", "Copy Email"), "the keyboard on Copy")
    step("arrows move between the actions")
    walk_to(desk, "🎨 painting")
    desk.keys("Right", "ctrl+c")
    until(lambda: desk.clipboard() == "karaoke", "the hobby on the clipboard")
    step("arrows move between hobbies, and Ctrl+C copies the one with the keyboard")
    desk.keys("Down", "Down", "ctrl+c")
    until(lambda: desk.clipboard() == "Reykjavík, Iceland", "the place on the clipboard")
    step("and from line to line")


def mail(desk):
    desk.click("Email")
    desk.find("alert", "No email app was found.")
    step("a mail program that is not there is told")
    desk.click("Copy")
    until(lambda: desk.clipboard() == "demo@duke.example", "the address on the clipboard")
    step("and the address can be copied instead")


run(page)
