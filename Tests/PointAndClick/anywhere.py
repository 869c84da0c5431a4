"""Typing in the list or the detail searches, also with dead keys and Compose; typing in menus and other windows does
not. Esc returns the focus.

Usage: anywhere.py BUILD-FOLDER
"""

from collection_pane import open_collection
from driver import run, step, until, window_with_class

SEARCH = "Search people"


def search_text(app):
    return app.find("entry", SEARCH).text()


def wait_for_search_text(app, text):
    until(lambda: search_text(app) == text, f"“{text}” in the search, not “{search_text(app)}”")


def is_searching(app):
    """Whether the focus is in the search entry."""
    entry = app.find("entry", SEARCH)
    return any(node.has("focused") for node in entry.subtree())


def stop(app):
    app.keys("Escape")
    wait_for_search_text(app, "")


def anywhere(build, _screenshots):
    with window_with_class(build, "--size", "1100x760") as (app, _):
        pane = open_collection(app, "People")
        until(lambda: len(pane.rows()) > 100, "everyone")
        from_the_list(app, pane)
        from_the_detail(app, pane)
        with_accents(app, pane)
        not_from_elsewhere(app)


def from_the_list(app, pane):
    pane.walk_to(2)
    name = pane.rows()[2].split(",")[0]
    app.type("tel")
    wait_for_search_text(app, "tel")
    step("letters typed on a row search, the first one included", is_searching(app))
    stop(app)
    until(lambda: len(pane.rows()) > 100 and pane.is_selected(name) and pane.is_focused(name),
          f"everyone, and the focus on {name}")
    step("Esc shows the whole list again, and selects and focuses the same row")
    app.type("qu")
    app.keys("Down")
    until(lambda: not is_searching(app) and pane.is_focused(pane.rows()[0].split(",")[0]), "the first result focused")
    app.type("i")
    wait_for_search_text(app, "qui")
    step("letters typed on a result are added to the search")
    stop(app)
    until(lambda: len(pane.rows()) > 100 and pane.is_focused(name), f"everyone, and the focus on {name} again")
    app.keys("space")
    until(lambda: not is_searching(app), "the focus outside the search")
    step("Space in the list does not search", search_text(app) == "")


def from_the_detail(app, pane):
    app.keys("Return")
    button = pane.find("push button", "Email")
    walk_to(app, button)
    app.type("ow")
    wait_for_search_text(app, "ow")
    step("letters typed in the detail search")
    stop(app)
    until(lambda: button.has("focused"), "the focus on Email again")
    step("Esc returns the focus to the button")


def walk_to(app, button):
    """Presses Tab until the button has the focus."""
    def is_focused():
        if button.has("focused"):
            return True
        app.keys("Tab")
        return False

    until(is_focused, f"the focus on {button.name}")


def with_accents(app, pane):
    for keys, letter in [(("dead_acute", "e"), "é"), (("Multi_key", "o", "e"), "œ")]:
        until(lambda: composed(app, pane, keys) == letter, f"“{letter}” in the search")
        step(f"{' '.join(keys)} searches for {letter}")
        stop(app)


def composed(app, pane, keys):
    """The text of the search after keys on a row. xdotool adds these keys to the keyboard map, and the window may miss
    a key that arrives before it has read the new map."""
    app.keys("ctrl+f", "Escape")
    pane.walk_to(0)
    app.keys(*keys)
    return until(lambda: search_text(app), "a letter in the search")


def not_from_elsewhere(app):
    app.keys("F10")
    app.find("menu item", "Keyboard Shortcuts")
    app.type("zz")
    app.keys("Escape")
    step("letters typed in an open menu do not search", search_text(app) == "")
    app.keys("ctrl+l")
    app.window("Learn the Names")
    app.type("zz")
    app.keys("Escape")
    app.wait_until_closed("Learn the Names")
    step("letters typed in another window stay there", search_text(app) == "")


run(anywhere)
