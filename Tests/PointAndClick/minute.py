"""Counts the actions of a new user, with keys only and with the mouse: downloads a class, and opens, edits, and
publishes the own record. Also tries the sample class and the start of `make run`.

An action is a typed text, a key with its modifiers, or a click. Each check prints the number of actions and the time.

Usage: minute.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

import subprocess
import tempfile
import time

from collection_pane import WINDOW, open_collection, open_window
from driver import App, Server, run, step, until

MAX_ACTIONS = 12


class NewUser(App):
    """A window that counts the actions of its user."""

    def __init__(self, build):
        self.actions = 0
        super().__init__(build, password=None, no_animations=True)
        self.focus_window(WINDOW)
        self.started = time.monotonic()

    def perform(self, action, *arguments):
        self.actions += 1
        action(*arguments)

    def step(self, name, condition=True):
        step(f"{name} (action {self.actions}, second {time.monotonic() - self.started:.1f})", condition)

    def finish(self):
        step(f"in {self.actions} actions, of {MAX_ACTIONS} at most", self.actions <= MAX_ACTIONS)
        self.keys("ctrl+q")
        step("Ctrl+Q ends the program", self.process.wait(20) == 0)


def with_keys(build, screenshots):
    with Server(build) as server, NewUser(build) as app:
        until(lambda: app.has_focus("text", "Server"), "the focus in Server")
        app.display_screenshot(f"{screenshots}/welcome.png")
        for text, key in ((server.address, "Tab"), ("demo", "Tab"), ("demo", "Return")):
            app.perform(app.type, text)
            app.perform(app.keys, key)
        app.shows("150 people downloaded")
        until(lambda: len(app.rows()) > 5, "the faces")
        app.step("the class is downloaded")
        app.perform(app.keys, "ctrl+m")
        app.find("label", "Demo Quillfeather")
        app.find("label", "You")
        app.step("the own record is open")
        app.perform(app.keys, "F2")
        until(lambda: app.has_focus("text", "First Name"), "the focus in First Name")
        app.perform(app.type, "nia")
        app.perform(app.keys, "alt+u")
        app.focus_window("Check Before Publishing")
        app.step("it is edited, and shown as others will see it")
        app.perform(app.keys, "Return")
        app.wait_until_closed("Check Before Publishing")
        until(lambda: server.entry("demo")["fName"] == "Demonia", "Demonia on the server")
        app.step("it is published, with keys only")
        app.focus_window(WINDOW)
        app.finish()


def with_mouse(build, _screenshots):
    with Server(build) as server, NewUser(build) as app:
        # The entry Server has the focus at the start.
        app.perform(app.type, server.address)
        # The default NetID is the login name; a click selects it.
        for role, name in (("text", "NetID"), ("password text", "Password")):
            app.perform(app.press, role, name)
            app.perform(app.type, "demo")
        app.perform(app.press, "push button", "Download Class")
        app.shows("150 people downloaded")
        until(lambda: len(app.rows()) > 5, "the faces")
        app.step("the class is downloaded")
        app.perform(app.click_row, "Demo")
        app.find("label", "Demo Quillfeather")
        app.step("the own record is open")
        app.perform(app.press, "push button", "Edit")
        app.perform(app.press, "text", "Last Name")
        app.perform(app.type, "ia")
        app.perform(app.press, "push button", "Upload…")
        app.focus_window("Check Before Publishing")
        app.step("it is edited, and shown as others will see it")
        app.perform(app.press, "push button", "Upload", app.window("Check Before Publishing"))
        app.wait_until_closed("Check Before Publishing")
        until(lambda: server.entry("demo")["lName"] != "Quillfeather", "another last name on the server")
        app.step("it is published, with the mouse and typing")
        app.focus_window(WINDOW)
        app.finish()


def sample(build, _screenshots):
    with NewUser(build) as app:
        app.perform(app.press, "push button", "Try a Sample Class")
        until(lambda: len(app.rows()) > 5, "the sample class")
        app.step("one click opens the sample class", app.actions == 1)
        app.finish()


def make_run(build, _screenshots):
    sandbox = tempfile.mkdtemp(prefix="directory-") + "/demo"
    with Server(build, hasToDos=True) as server:
        for _ in range(2):  # the second time, contacts and tours exist already
            subprocess.run(["Scripts/fill-sample.sh", build, sandbox, server.address], check=True)
        with open_window(build, "--download", "update", "--show-own", server=server, sandbox=sandbox) as app:
            app.find("label", "Demo Quillfeather")
            step("make run opens the own record in a class", until(lambda: len(app.rows()) > 100, "the class"))
            counts = [len(open_collection(app, title).rows()) for title in ("Contacts", "Tours")]
            step("contacts and tours are added only once", counts == [11, 2])
            step("Ctrl+Q ends the program", app.stop() == 0)


run(with_keys, with_mouse, sample, make_run)
