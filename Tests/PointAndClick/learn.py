"""Uses Learn the Names: answers by keys and by typing, and continues after the program was killed.

Usage: learn.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

import re

from collection_pane import open_window
from driver import App, Server, run, step, until

TITLE = "Learn the Names"


def known(app):
    """The number of known names, and of all."""
    text = app.find("label", "^You know", app.window(TITLE), exact=False).name
    return tuple(int(number) for number in re.findall(r"\d+", text))


def wait_for_question(app):
    app.find("push button", "Show Answer", app.window(TITLE))


def wait_for_result(app):
    """Waits for the result of an answer, and returns whether it was right, and the name."""
    window = app.window(TITLE)
    app.find("push button", "Next", window)
    text = app.find("label", "^(Correct: |This is )", window, exact=False).name
    until(lambda: app.has_focus("push button", "Next", app.window(TITLE)), "the focus on Next")
    return text.startswith("Correct: "), re.sub("^(Correct: |This is )", "", text)


def open_learning(app):
    app.keys("ctrl+l")
    wait_for_question(app)


def learn(build, screenshots):
    with Server(build) as server, open_window(build, "--download", "replace", server=server) as app:
        app.shows("150 people downloaded")
        open_learning(app)
        step("Ctrl+L opens Learn the Names with the people in the list", known(app)[0] == 0 and known(app)[1] > 100)
        app.screenshot(TITLE, f"{screenshots}/learn-question.png")

        until(lambda: app.has_focus("text", "Name", app.window(TITLE)), "the focus in the entry")
        step("the entry has the focus")
        app.click("Show Answer", app.window(TITLE))
        isRight, missed = wait_for_result(app)
        step("the answer is shown", not isRight)

        right = 0
        for key in ("1", "2", "3"):  # the missed name is repeated after three others
            app.keys("Return")
            wait_for_question(app)
            app.keys(key)
            right += wait_for_result(app)[0]
        step("the keys 1 to 3 choose, and Return continues", known(app)[0] == right)

        app.keys("Return")
        wait_for_question(app)
        # Letters are typed into the entry from anywhere.
        app.keys("Tab")
        if missed.isascii():
            typed = missed if " " in missed[-4:] else missed[:-1]
            app.type(typed)
        else:
            # The keyboard map lacks the letters. xdotool would add and remove them, and a busy program would read the
            # map too late.
            typed = missed
            app.find("text", "Name", app.window(TITLE)).write(typed)
            app.press("text", "Name", app.window(TITLE))
        until(lambda: app.text("Name", app.window(TITLE)) == typed, f"“{typed}” in the entry")
        app.keys("Return")
        isRight, name = wait_for_result(app)
        step("the missed name is repeated, and a typo is accepted", isRight and name == missed)
        app.screenshot(TITLE, f"{screenshots}/learn-right.png")

        app.kill()
        with App(build, sandbox=app.sandbox, no_animations=True) as again:
            again.find("list", "People")
            open_learning(again)
            step("after kill -9 the names are still known", known(again)[0] == right + 1)
            again.click("Show Everyone", again.window(TITLE))
            again.find("push button", "Continue", again.window(TITLE))
            again.find("image", re.escape(missed), again.window(TITLE), exact=False)
            again.screenshot(TITLE, f"{screenshots}/learn-wall.png")
            step("Show Everyone shows all faces, and the known names")
            again.keys("Escape")
            again.wait_until_closed(TITLE)
            step("Esc ends it", again.stop() == 0)


run(learn)
