"""Selects several people with keys and long presses, as rows and as faces; writes an email to them, copies their
addresses, and exports them. The mail program is a script that records its arguments. Then navigates the faces with keys
and clicks.

Usage: several.py BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]]
"""

import json
import os
import subprocess
import tempfile
from unittest.mock import patch
from urllib.parse import unquote

from collection_pane import WINDOW, shows_faces
from driver import run, step, until, window_with_class

SHARE = "/usr/local/share:/usr/share"


class MailProgram:
    """A default mail program: a script that appends each mailto: URL to a file."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="directory-mail-")
        self.log = f"{self.folder}/log"
        self.file = f"{self.folder}/applications/io.example.Mail.desktop"
        script = f"{self.folder}/mail"
        os.makedirs(os.path.dirname(self.file))
        with open(script, "w", encoding="utf-8") as program:
            program.write(f'#!/bin/sh\nprintf "%s\\n" "$1" >>"{self.log}"\n')
        os.chmod(script, 0o755)
        with open(self.file, "w", encoding="utf-8") as entry:
            entry.write("[Desktop Entry]\nType=Application\nName=Mail of the Test\n"
                        f"Exec={script} %u\nMimeType=x-scheme-handler/mailto;\n")
        with open(f"{self.folder}/applications/mimeapps.list", "w", encoding="utf-8") as defaults:
            defaults.write("[Default Applications]\nx-scheme-handler/mailto=io.example.Mail.desktop\n")

    def emails(self):
        """The recipients of each email."""
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as log:
            return [[unquote(address) for address in line.strip().split("mailto:?bcc=")[-1].split(",")] for line in log]


def wait_for_selected(app, count):
    return app.shows(f"{count} selected")


def stop_selecting(app):
    app.keys("Escape", "Escape")
    until(lambda: not app.lookup("push button", "Email All"), "the bar to close")


def several(build, screenshots, *arguments):
    mail = MailProgram()
    environment = {"XDG_DATA_HOME": mail.folder, "XDG_DATA_DIRS": os.environ.get("XDG_DATA_DIRS", SHARE)}
    with patch.dict(os.environ, environment), window_with_class(build, *arguments) as (app, _):
        select(app)
        write_email(app, mail)
        export(app)
        select_faces(app, screenshots)
        open_face(app)
        navigate_faces(app)
        resize_faces(app)


def long_press(app, name):
    app.hover_row(name)
    subprocess.run(["xdotool", "mousedown", "1"], check=True)
    wait_for_selected(app, 1)
    subprocess.run(["xdotool", "mouseup", "1"], check=True)


def select(app):
    app.keys("ctrl+f", "ctrl+a")
    step("in the search entry, Ctrl+A does not select people", not app.lookup("push button", "Email All"))
    app.keys("Down", "ctrl+a")
    wait_for_selected(app, 150)
    step("in the list, it selects everyone")
    stop_selecting(app)
    step("Esc ends the selection")
    names = [name.split(",")[0] for name in app.rows()[1:3]]
    long_press(app, names[0])
    step("a long press on a row selects it, and is not also a click")
    app.click_row(names[1])
    wait_for_selected(app, 2)
    step("the number of selected people is announced", app.find("alert", "2 selected") is not None)
    step("then a click on a row selects it, too", app.is_selected(names[0]) and app.is_selected(names[1]))
    app.click_row(names[1])
    wait_for_selected(app, 1)
    step("and another click deselects it")
    app.keys("Down", "Down", "space")
    wait_for_selected(app, 2)
    step("arrow keys move only the focus, and Space selects the focused row")


def write_email(app, mail):
    app.click("Email All")
    until(lambda: len(mail.emails()) == 1, "an email")
    recipients = mail.emails()[0]
    step(f"Email All opens one email to both: {recipients}", len(recipients) == 2 and all("@" in r for r in recipients))
    app.keys("ctrl+e")
    until(lambda: len(mail.emails()) == 2, "another email")
    step("so does Ctrl+E", mail.emails()[1] == recipients)
    app.click("Copy Addresses")
    until(lambda: app.clipboard() == ", ".join(recipients), "the addresses on the clipboard")
    step("Copy Addresses copies them")
    app.shows("2 email addresses copied")


def export(app):
    file = f"{app.sandbox}/some.json"
    app.click("Export Selected…")
    window = app.window("Export People")
    app.center("Export People")
    app.keys("ctrl+a")
    app.type(file)
    until(lambda: any(node.has_text() and node.text() == file for node in window.subtree()), f"“{file}” in the dialog")
    # Return would choose from GTK's list of completions.
    # In GTK’s dialog, the name of the button includes the underscore.
    app.find("push button", "^_?Save", window, exact=False).perform()
    app.wait_until_closed("Export People")
    app.shows("2 people exported")
    with open(file, encoding="utf-8") as exported:
        step("Export writes only the selected people", len(json.load(exported)) == 2)


def select_faces(app, screenshots):
    app.dismiss("2 people exported")
    stop_selecting(app)
    rows = app.rows()
    app.keys("ctrl+g")
    until(lambda: shows_faces(app), "faces")
    step("Ctrl+G shows faces", len(app.rows()) < 150)
    step("faces have the names of the rows", app.rows()[:9] == rows[:9])
    names = [name.split(",")[0] for name in rows[1:6]]
    long_press(app, names[0])
    app.click_row(names[2])
    wait_for_selected(app, 2)
    step("a long press on a face selects it, and then a click another")
    app.keys("Left", "space")
    wait_for_selected(app, 3)
    step("arrow keys do not change the selection, and Space selects")
    app.keys("Left", "Return")
    wait_for_selected(app, 2)
    step("Return deselects")
    app.screenshot(WINDOW, f"{screenshots}/several.png")
    stop_selecting(app)


def focused(app):
    """The name of the focused face, or None."""
    return next((face.name for face in app.find("list", "People") if face and face.has("focused")), None)


def wait_for_focus(app, name):
    until(lambda: focused(app) == name, f"the focus on {name}")
    until(lambda: app.is_selected(name), f"{name} selected")


def open_face(app):
    """The detail makes the list narrower, so that another face is then under the pointer."""
    faces = [face for face in app.find("list", "People") if face and face.name]
    name = max(faces, key=lambda face: face.extents().x).name
    app.hover_row(name)
    app.click_at_pointer(count=2)
    wait_for_focus(app, name)
    step("a double click opens the face under the pointer", app.find("label", name.split(",")[0]))
    app.keys("Escape")


def navigate_faces(app):
    name = app.rows()[0]
    app.click_row(name)
    wait_for_focus(app, name)
    step("a click selects a face", app.is_selected(name))
    app.keys("ctrl+f", "Tab")
    until(lambda: focused(app) == name, "the focus on the first face")
    step("Tab moves the focus from the search to the last focused face")
    app.keys("Page_Down")
    until(lambda: focused(app) not in (None, name), "the focus on another face")
    step("Page Down moves the focus")
    app.keys("Home")
    wait_for_focus(app, name)
    app.keys("Menu")
    until(lambda: app.focused_widget("menu item"), "the focus in the menu")
    app.keys("Escape")
    wait_for_focus(app, name)
    step("closing a menu returns the focus to the face")


def resize_faces(app):
    def width():
        return app.row(app.rows()[0]).extents().width

    before = width()
    app.keys("ctrl+minus")
    until(lambda: width() < before, "smaller faces")
    app.keys("ctrl+plus", "ctrl+plus")
    until(lambda: width() > before, "larger faces")
    step("Ctrl+Minus and Ctrl+Plus change their size")
    app.keys("ctrl+g")
    until(lambda: not shows_faces(app), "rows")
    step("Ctrl+G shows rows again")


run(several)
