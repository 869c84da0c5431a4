"""A stranger's first minute, in actions that are counted: on a fresh sandbox a class from its server, the own record found,
edited and published, by keys alone and by pointer and typing alone; the sample class; and what `make run` opens with.

An action is a text that is typed, a key with those held with it, or a click. Each step prints its action and its second.

Usage: minute.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

import subprocess
import tempfile
import time

from desk import Desk, Server, run, step, until
from shown import WINDOW, go, open_window

MOST = 12


class Stranger(Desk):
    """A desk that counts what is done at it."""

    def __init__(self, build):
        self.actions = 0
        super().__init__(build, password=None, still=True)
        self.look_at(WINDOW)
        self.began = time.monotonic()

    def perform(self, action, *arguments):
        self.actions += 1
        action(*arguments)

    def came(self, what, isTrue=True):
        step(f"{what} (action {self.actions}, second {time.monotonic() - self.began:.1f})", isTrue)

    def ended(self):
        step(f"in {self.actions} actions, of {MOST} at most", self.actions <= MOST)
        self.keys("ctrl+q")
        step("Ctrl+Q ends the program", self.process.wait(20) == 0)


def by_keys(build, pictures):
    with Server(build) as server, Stranger(build) as desk:
        until(lambda: desk.has_focus("text", "Server"), "the keyboard in Server")
        desk.picture(f"{pictures}/welcome.png")
        for text, key in ((server.address, "Tab"), ("demo", "Tab"), ("demo", "Return")):
            desk.perform(desk.type, text)
            desk.perform(desk.keys, key)
        desk.shows("150 people downloaded")
        until(lambda: len(desk.rows()) > 5, "the faces")
        desk.came("the class is here")
        desk.perform(desk.keys, "ctrl+m")
        desk.find("label", "Demo Quillfeather")
        desk.find("label", "You")
        desk.came("and one's own record is open")
        desk.perform(desk.keys, "F2")
        until(lambda: desk.has_focus("text", "First Name"), "the keyboard in First Name")
        desk.perform(desk.type, "nia")
        desk.perform(desk.keys, "alt+u")
        desk.look_at("Check Before Publishing")
        desk.came("it is edited, and shown as others will see it")
        desk.perform(desk.keys, "Return")
        desk.is_gone("Check Before Publishing")
        until(lambda: server.entry("demo")["fName"] == "Demonia", "Demonia on the server")
        desk.came("it is published, by keys alone")
        desk.look_at(WINDOW)
        desk.ended()


def by_pointer(build, _pictures):
    with Server(build) as server, Stranger(build) as desk:
        # The keyboard is in Server from the beginning.
        desk.perform(desk.type, server.address)
        # The NetID is the login name until it is another; a click selects it.
        for role, name in (("text", "NetID"), ("password text", "Password")):
            desk.perform(desk.press, role, name)
            desk.perform(desk.type, "demo")
        desk.perform(desk.press, "push button", "Download Class")
        desk.shows("150 people downloaded")
        until(lambda: len(desk.rows()) > 5, "the faces")
        desk.came("the class is here")
        desk.perform(desk.click_row, "Demo")
        desk.find("label", "Demo Quillfeather")
        desk.came("and one's own record is open")
        desk.perform(desk.press, "push button", "Edit")
        desk.perform(desk.press, "text", "Last Name")
        desk.perform(desk.type, "ia")
        desk.perform(desk.press, "push button", "Upload…")
        desk.look_at("Check Before Publishing")
        desk.came("it is edited, and shown as others will see it")
        desk.perform(desk.press, "push button", "Upload", desk.window("Check Before Publishing"))
        desk.is_gone("Check Before Publishing")
        until(lambda: server.entry("demo")["lName"] != "Quillfeather", "another last name on the server")
        desk.came("it is published, by pointing, clicking and typing")
        desk.look_at(WINDOW)
        desk.ended()


def sample(build, _pictures):
    with Stranger(build) as desk:
        desk.perform(desk.press, "push button", "Try a Sample Class")
        until(lambda: len(desk.rows()) > 5, "the sample class")
        desk.came("one click fills the window", desk.actions == 1)
        desk.ended()


def as_make_run(build, _pictures):
    sandbox = tempfile.mkdtemp(prefix="directory-") + "/demo"
    with Server(build, hasToDos=True) as server:
        for _ in range(2):  # the second time, contacts and tours are there
            subprocess.run(["Scripts/fill-sample.sh", build, sandbox, server.address], check=True)
        with open_window(build, "--download", "update", "--show-own", server=server, sandbox=sandbox) as desk:
            desk.find("label", "Demo Quillfeather")
            step("what make run opens with is one's own record in a class", until(lambda: len(desk.rows()) > 100, "the class"))
            step("contacts and tours are not doubled", [len(go(desk, title).rows()) for title in ("Contacts", "Tours")] ==
                 [11, 2])
            step("Ctrl+Q ends the program", desk.stop() == 0)


run(by_keys, by_pointer, sample, as_make_run)
