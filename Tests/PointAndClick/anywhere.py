"""Typing anywhere searches: from the list and the page, with accents; not from forms, menus and other
windows. Esc gives the keyboard back.

Usage: anywhere.py BUILD-FOLDER
"""

from desk import run, step, until, window_with_class
from shown import go

SEARCH = "Search people"


def searched(desk, title="people"):
    """What the search entry has."""
    return desk.find("entry", f"Search {title}").text()


def finds(desk, text):
    until(lambda: searched(desk) == text, f"“{text}” in the search, not “{searched(desk)}”")


def is_searching(desk):
    """Whether the keyboard is in the search entry."""
    entry = desk.find("entry", SEARCH)
    return any(node.has("focused") for node in entry.every())


def stop(desk):
    desk.keys("Escape")
    finds(desk, "")


def anywhere(build, _pictures):
    with window_with_class(build, "--size", "1100x760") as (desk, _):
        shown = go(desk, "People")
        until(lambda: len(shown.rows()) > 100, "everyone")
        from_the_list(desk, shown)
        from_the_page(desk, shown)
        with_accents(desk, shown)
        elsewhere_keys_stay(desk)


def from_the_list(desk, shown):
    shown.walk_to(2)
    name = shown.rows()[2].split(",")[0]
    desk.type("tel")
    finds(desk, "tel")
    step("letters typed on a row search, the first one included", is_searching(desk))
    stop(desk)
    until(lambda: len(shown.rows()) > 100 and shown.is_selected(name) and shown.is_focused(name),
          f"everyone, and the keyboard on {name}")
    step("Esc gives the list back with the row that was selected")
    desk.type("qu")
    desk.keys("Down")
    until(lambda: not is_searching(desk) and shown.is_focused(shown.rows()[0].split(",")[0]), "the first result focused")
    desk.type("i")
    finds(desk, "qui")
    step("letters typed among results go on with the search")
    stop(desk)
    until(lambda: len(shown.rows()) > 100 and shown.is_focused(name), f"everyone, and the keyboard on {name} again")
    desk.keys("space")
    until(lambda: not is_searching(desk), "the keyboard out of the search")
    step("Space stays in the list", searched(desk) == "")


def from_the_page(desk, shown):
    desk.keys("Return")
    button = shown.find("push button", "Email")
    walk_to(desk, button)
    desk.type("ow")
    finds(desk, "ow")
    step("letters typed on the page search")
    stop(desk)
    until(lambda: button.has("focused"), "the keyboard on Email again")
    step("Esc gives the keyboard back to the button")


def walk_to(desk, button):
    """Presses Tab until the keyboard is on a button."""
    def is_there():
        if button.has("focused"):
            return True
        desk.keys("Tab")
        return False

    until(is_there, f"the keyboard on {button.name}")


def with_accents(desk, shown):
    for keys, letter in [(("dead_acute", "e"), "é"), (("Multi_key", "o", "e"), "œ")]:
        until(lambda: composed(desk, shown, keys) == letter, f"“{letter}” in the search")
        step(f"{' '.join(keys)} searches for {letter}")
        stop(desk)


def composed(desk, shown, keys):
    """What the search has after keys on a row. The keyboard has no such keys, so that xdotool gives it some, and the
    window may miss a key that comes before it knows them."""
    desk.keys("ctrl+f", "Escape")
    shown.walk_to(0)
    desk.keys(*keys)
    return until(lambda: searched(desk), "a letter in the search")


def elsewhere_keys_stay(desk):
    desk.keys("F10")
    desk.find("menu item", "Keyboard Shortcuts")
    desk.type("zz")
    desk.keys("Escape")
    step("letters typed in an open menu do not search", searched(desk) == "")
    desk.keys("ctrl+l")
    desk.window("Learn the Names")
    desk.type("zz")
    desk.keys("Escape")
    desk.is_gone("Learn the Names")
    step("letters typed in another window stay there", searched(desk) == "")


run(anywhere)
