"""Several people at once, in the list and on the wall of faces: keys and a long press select them; the bar writes to
all, copies, and exports. The mail program is one of this test, which records the requests it gets. Then the wall by
real keys and clicks.

Usage: several.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import json
import os
import subprocess
import tempfile
from unittest.mock import patch
from urllib.parse import unquote

from desk import run, step, until, window_with_class
from shown import WINDOW, is_wall

SHARE = "/usr/local/share:/usr/share"


class MailProgram:
    """The desktop's mail program, as long as it is needed: a script that writes down each address it gets."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="directory-mail-")
        self.noted = f"{self.folder}/noted"
        self.file = f"{self.folder}/applications/io.example.Mail.desktop"
        script = f"{self.folder}/mail"
        os.makedirs(os.path.dirname(self.file))
        with open(script, "w", encoding="utf-8") as program:
            program.write(f'#!/bin/sh\nprintf "%s\\n" "$1" >>"{self.noted}"\n')
        os.chmod(script, 0o755)
        with open(self.file, "w", encoding="utf-8") as entry:
            entry.write("[Desktop Entry]\nType=Application\nName=Mail of the Test\n"
                        f"Exec={script} %u\nMimeType=x-scheme-handler/mailto;\n")
        with open(f"{self.folder}/applications/mimeapps.list", "w", encoding="utf-8") as list_of_programs:
            list_of_programs.write("[Default Applications]\nx-scheme-handler/mailto=io.example.Mail.desktop\n")

    def emails(self):
        """Who each email was to be sent to."""
        if not os.path.exists(self.noted):
            return []
        with open(self.noted, encoding="utf-8") as noted:
            return [[unquote(one) for one in line.strip().split("mailto:?bcc=")[-1].split(",")] for line in noted]


def selected(desk, count):
    return desk.shows(f"{count} selected")


def stop_selecting(desk):
    desk.keys("Escape", "Escape")
    until(lambda: not desk.look("push button", "Email All"), "the bar gone")


def several(build, pictures, *arguments):
    mail = MailProgram()
    surroundings = {"XDG_DATA_HOME": mail.folder, "XDG_DATA_DIRS": os.environ.get("XDG_DATA_DIRS", SHARE)}
    with patch.dict(os.environ, surroundings), window_with_class(build, *arguments) as (desk, _):
        choosing(desk)
        writing(desk, mail)
        exporting(desk)
        on_the_wall(desk, pictures)
        opens(desk)
        moves(desk)
        sizes(desk)


def long_press(desk, name):
    desk.hover_row(name)
    subprocess.run(["xdotool", "mousedown", "1"], check=True)
    selected(desk, 1)
    subprocess.run(["xdotool", "mouseup", "1"], check=True)


def choosing(desk):
    desk.keys("ctrl+f", "ctrl+a")
    step("in the search entry Ctrl+A selects what is typed there", not desk.look("push button", "Email All"))
    desk.keys("Down", "ctrl+a")
    selected(desk, 150)
    step("and in the list everyone")
    stop_selecting(desk)
    step("Esc leaves")
    names = [name.split(",")[0] for name in desk.rows()[1:3]]
    long_press(desk, names[0])
    step("a long press on a row selects it, and is not a click too")
    desk.click_row(names[1])
    selected(desk, 2)
    step("and it is read out", desk.find("alert", "2 selected") is not None)
    step("then a click anywhere on a row adds it", desk.is_selected(names[0]) and desk.is_selected(names[1]))
    desk.click_row(names[1])
    selected(desk, 1)
    step("and takes it away")
    desk.keys("Down", "Down", "space")
    selected(desk, 2)
    step("arrows move the keyboard and leave the selection, and Space adds the row with the keyboard")


def writing(desk, mail):
    desk.click("Email All")
    until(lambda: len(mail.emails()) == 1, "an email")
    receivers = mail.emails()[0]
    step(f"Email All opens one email to both: {receivers}", len(receivers) == 2 and all("@" in one for one in receivers))
    desk.keys("ctrl+e")
    until(lambda: len(mail.emails()) == 2, "another email")
    step("so does Ctrl+E", mail.emails()[1] == receivers)
    desk.click("Copy Addresses")
    until(lambda: desk.clipboard() == ", ".join(receivers), "the addresses on the clipboard")
    step("Copy Addresses copies them")
    desk.shows("2 email addresses copied")


def exporting(desk):
    file = f"{desk.sandbox}/some.json"
    desk.click("Export Selected…")
    window = desk.window("Export People")
    desk.center("Export People")
    desk.keys("ctrl+a")
    desk.type(file)
    until(lambda: any(one.is_text() and one.text() == file for one in window.every()), f"“{file}” in the chooser")
    # GTK's list of completions, which it opens while one types, would take a Return for itself.
    # GTK’s chooser says the label of the button twice, with its underscore.
    desk.find("push button", "^_?Save", window, exact=False).perform()
    desk.is_gone("Export People")
    desk.shows("2 people exported")
    with open(file, encoding="utf-8") as exported:
        step("Export writes only them", len(json.load(exported)) == 2)


def on_the_wall(desk, pictures):
    desk.dismiss("2 people exported")
    stop_selecting(desk)
    rows = desk.rows()
    desk.keys("ctrl+g")
    until(lambda: is_wall(desk), "a wall of faces")
    step("Ctrl+G makes a wall of faces", len(desk.rows()) < 150)
    step("every face says what its row says", desk.rows()[:9] == rows[:9])
    names = [name.split(",")[0] for name in rows[1:6]]
    long_press(desk, names[0])
    desk.click_row(names[2])
    selected(desk, 2)
    step("on the wall of faces a long press selects, and a click adds")
    desk.keys("Left", "space")
    selected(desk, 3)
    step("arrows leave the selection as it is, and Space adds")
    desk.keys("Left", "Return")
    selected(desk, 2)
    step("and Return takes away")
    desk.portrait(WINDOW, f"{pictures}/several.png")
    stop_selecting(desk)


def focused(desk):
    """The name of the face with the keyboard, or None."""
    return next((face.name for face in desk.find("list", "People") if face and face.has("focused")), None)


def arrives(desk, name):
    until(lambda: focused(desk) == name, f"the keyboard on {name}")
    until(lambda: desk.is_selected(name), f"{name} selected")


def opens(desk):
    """The page of a face makes the wall narrower, so that another face gets under the pointer."""
    faces = [face for face in desk.find("list", "People") if face and face.name]
    name = max(faces, key=lambda face: face.extents().x).name
    desk.hover_row(name)
    desk.click_at_pointer(count=2)
    arrives(desk, name)
    step("a double click opens the face under the pointer", desk.find("label", name.split(",")[0]))
    desk.keys("Escape")


def moves(desk):
    name = desk.rows()[0]
    desk.click_row(name)
    arrives(desk, name)
    step("a click selects a face", desk.is_selected(name))
    desk.keys("ctrl+f", "Tab")
    until(lambda: focused(desk) == name, "the keyboard on the first face")
    step("Tab goes from the search to the face that had the keyboard")
    desk.keys("Page_Down")
    until(lambda: focused(desk) not in (None, name), "a face further down")
    step("Page Down goes on")
    desk.keys("Home")
    arrives(desk, name)
    desk.keys("Menu")
    until(lambda: desk.with_keyboard("menu item"), "the keyboard in the menu")
    desk.keys("Escape")
    arrives(desk, name)
    step("a menu returns the keyboard to its face")


def sizes(desk):
    def width():
        return desk.row(desk.rows()[0]).extents().width

    before = width()
    desk.keys("ctrl+minus")
    until(lambda: width() < before, "smaller faces")
    desk.keys("ctrl+plus", "ctrl+plus")
    until(lambda: width() > before, "larger faces")
    step("Ctrl+Minus and Ctrl+Plus change their size")
    desk.keys("ctrl+g")
    until(lambda: not is_wall(desk), "rows")
    step("Ctrl+G makes rows of it again")


run(several)
