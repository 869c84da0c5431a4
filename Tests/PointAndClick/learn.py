"""Somebody learns the names of a class: types, is killed, and goes on where it ended.

Usage: learn.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

import re

from desk import Desk, Server, run, step, until
from shown import open_window

TITLE = "Learn the Names"


def known(desk):
    """How many names are known, of how many."""
    text = desk.find("label", "^You know", desk.window(TITLE), exact=False).name
    return tuple(int(number) for number in re.findall(r"\d+", text))


def requested(desk):
    """Waits for a question."""
    desk.find("push button", "Show Answer", desk.window(TITLE))


def answered(desk):
    """Waits for what came of an answer: whether it was right, and the name."""
    window = desk.window(TITLE)
    desk.find("push button", "Next", window)
    text = desk.find("label", "^(Correct: |This is )", window, exact=False).name
    until(lambda: desk.has_focus("push button", "Next", desk.window(TITLE)), "the keyboard on Next")
    return text.startswith("Correct: "), re.sub("^(Correct: |This is )", "", text)


def open_deck(desk):
    desk.keys("ctrl+l")
    requested(desk)


def learns(build, pictures):
    with Server(build) as server, open_window(build, "--download", "replace", server=server) as desk:
        desk.shows("150 people downloaded")
        open_deck(desk)
        step("Ctrl+L opens a deck of the people in view", known(desk)[0] == 0 and known(desk)[1] > 100)
        desk.portrait(TITLE, f"{pictures}/learn-question.png")

        until(lambda: desk.has_focus("text", "Name", desk.window(TITLE)), "the keyboard in the entry")
        step("the keyboard is in the entry")
        desk.click("Show Answer", desk.window(TITLE))
        isRight, missed = answered(desk)
        step("the answer is shown", not isRight)

        right = 0
        for key in ("1", "2", "3"):  # the missed name comes again after three others
            desk.keys("Return")
            requested(desk)
            desk.keys(key)
            right += answered(desk)[0]
        step("the keys 1 to 3 choose, Return goes on", known(desk)[0] == right)

        desk.keys("Return")
        requested(desk)
        # Letters go to the entry from anywhere.
        desk.keys("Tab")
        if missed.isascii():
            typed = missed if " " in missed[-4:] else missed[:-1]
            desk.type(typed)
        else:
            # The keyboard of the tests lacks its letters: xdotool would add them to the keyboard and remove them again,
            # which a busy program reads too late.
            typed = missed
            desk.find("text", "Name", desk.window(TITLE)).write(typed)
            desk.press("text", "Name", desk.window(TITLE))
        until(lambda: desk.text("Name", desk.window(TITLE)) == typed, f"“{typed}” in the entry")
        desk.keys("Return")
        isRight, name = answered(desk)
        step("the missed name comes again soon, and is right with a typo", isRight and name == missed)
        desk.portrait(TITLE, f"{pictures}/learn-right.png")

        desk.kill()
        with Desk(build, sandbox=desk.sandbox, still=True) as again:
            again.find("list", "People")
            open_deck(again)
            step("after kill -9 it is still known", known(again)[0] == right + 1)
            again.click("Show Everyone", again.window(TITLE))
            again.find("push button", "Continue", again.window(TITLE))
            again.find("image", re.escape(missed), again.window(TITLE), exact=False)
            again.portrait(TITLE, f"{pictures}/learn-wall.png")
            step("the wall has everyone, and the names that are known")
            again.keys("Escape")
            again.is_gone(TITLE)
            step("Esc ends it", again.stop() == 0)


run(learns)
