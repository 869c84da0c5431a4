"""Several people at once: keys and a long press select them; the bar writes to all, copies, exports, prints,
makes favorites and deletes. The mail program is one of this test, which notes what it is asked for.

Usage: several.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import json
import os
import subprocess
import tempfile
from unittest.mock import patch
from urllib.parse import unquote

from desk import Desk, Server, run, step, until

WINDOW = "Duke Directory"
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

    def remove(self):
        os.remove(self.file)


def selected(desk, count):
    return desk.says(f"{count} selected")


def several(build, pictures, *arguments):
    mail = MailProgram()
    surroundings = {"XDG_DATA_HOME": mail.folder, "XDG_DATA_DIRS": os.environ.get("XDG_DATA_DIRS", SHARE)}
    with patch.dict(os.environ, surroundings), Server(build) as server:
        with Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace", *arguments,
                  still=True) as desk:
            desk.says("150 people downloaded")
            choosing(desk, pictures)
            writing(desk, mail)
            keeping(desk, pictures)
            deleting(desk, pictures)
            step("Ctrl+Q ends the program", desk.stop() == 0)


def choosing(desk, pictures):
    desk.keys("ctrl+f", "ctrl+a")
    step("in the search entry Ctrl+A selects what is typed there", not desk.look("push button", "Email All"))
    desk.keys("Down", "ctrl+a")
    selected(desk, 150)
    step("and in the list everyone")
    desk.portrait(WINDOW, f"{pictures}/all.png")
    desk.keys("Escape", "Escape")
    until(lambda: not desk.look("push button", "Email All"), "the bar gone")
    step("Esc leaves")
    names = [name.split(",")[0] for name in desk.rows()[1:6]]
    desk.hover_row(names[0])
    subprocess.run(["xdotool", "mousedown", "1"], check=True)
    selected(desk, 1)
    subprocess.run(["xdotool", "mouseup", "1"], check=True)
    step("a long press on a row selects it")
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
    desk.portrait(WINDOW, f"{pictures}/two.png")
    desk.keys("Escape")
    until(lambda: not desk.look("push button", "Email All"), "the bar gone")
    desk.hover_row(names[2])
    subprocess.run(["xdotool", "mousedown", "1"], check=True)
    selected(desk, 1)
    subprocess.run(["xdotool", "mouseup", "1"], check=True)
    step("a long press selects")
    desk.click_row(names[3])
    selected(desk, 2)
    step("and is not a click too")


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
    desk.says("2 email addresses copied")


def keeping(desk, pictures):
    desk.click("Favorite")
    until(lambda: desk.look("label", "Favorites"), "the favorites in the sidebar")
    step("Favorite puts them into the sidebar")
    desk.keys("ctrl+b")
    until(lambda: not desk.look("label", "Favorites"), "no favorites")
    step("and Ctrl+B takes them away")
    file = f"{desk.sandbox}/some.json"
    desk.click("Export Selected…")
    chooser = desk.window("Export People")
    desk.choose_file("Export People", "Save", file)
    desk.says("2 people exported")
    with open(file, encoding="utf-8") as exported:
        step("Export writes only them", len(json.load(exported)) == 2 and chooser is not None)
    desk.keys("ctrl+p")
    window = desk.window("Print")
    step("Ctrl+P prints only them", desk.find("label", "Selected (2 people)", window) is not None)
    desk.portrait("Print", f"{pictures}/print.png")
    desk.keys("Escape")
    desk.is_gone("Print")


def deleting(desk, pictures):
    desk.portrait(WINDOW, f"{pictures}/before.png")
    desk.click("Delete")
    desk.says("2 people deleted")
    until(lambda: len(desk.rows()) == 148, "148 people")
    desk.portrait(WINDOW, f"{pictures}/deleted.png")
    desk.click("Undo")
    until(lambda: len(desk.rows()) == 150, "150 people")
    selected(desk, 2)
    step("Delete deletes them, and Undo selects them again")
    desk.keys("Escape")


def people_with_addresses(count):
    return [{"DUID": 1000 + number, "netid": f"s{number}", "fName": f"Number{number}", "lName": "Student",
             "email": f"student.number{number}@duke.example"} for number in range(count)] + [
                 {"DUID": 5000, "netid": "none", "fName": "Nomail", "lName": "Student"}]


def many(build, pictures, *arguments):
    """400 addresses: so many emails as are needed, each by a click; then without a mail program."""
    mail = MailProgram()
    sandbox = tempfile.mkdtemp(prefix="directory-")
    with open(f"{sandbox}/people.json", "w", encoding="utf-8") as file:
        json.dump(people_with_addresses(400), file)
    surroundings = {"XDG_DATA_HOME": mail.folder, "XDG_DATA_DIRS": os.environ.get("XDG_DATA_DIRS", SHARE)}
    with patch.dict(os.environ, surroundings):
        with Desk(build, "--netid", "demo", *arguments, sandbox=sandbox, still=True) as desk:
            until(lambda: len(desk.rows()) > 100, "everybody")
            desk.keys("ctrl+f", "Down", "ctrl+a")
            until(lambda: desk.look("push button", "Email All"), "the bar")
            desk.click("Email All")
            window = desk.window("Email 400 People")
            step("nothing is opened before a click", mail.emails() == [])
            desk.portrait("Email 400 People", f"{pictures}/emails.png")
            count = 0

            def next_button():
                """The button of the next email, False if there is none, None while the message is the one before's."""
                if desk.look("label", "All ", window, exact=False):
                    return (False,)
                button = desk.look("push button", f"Open Email {count + 1} of ", window, exact=False)
                return button and (button,)

            while button := until(next_button, f"the button of email {count + 1}, or the end")[0]:
                button.act()
                count += 1
                until(lambda: len(mail.emails()) == count, f"email {count}")
            receivers = [one for email in mail.emails() for one in email]
            step(f"{count} clicks open {count} emails", count > 1)
            step("all 400 are in Bcc of one of them", len(receivers) == len(set(receivers)) == 400)
            desk.says("All ", window)
            desk.keys("Escape")
            desk.is_gone("Email 400 People")
            mail.remove()
            until(lambda: desk.look("push button", "Email All"), "the bar")
            desk.keys("ctrl+e")
            window = desk.window("Email 400 People")
            desk.find("push button", "Open Email 1 of ", window, exact=False).act()
            desk.says("No email app was found.", window)
            desk.portrait("Email 400 People", f"{pictures}/no-mail.png")
            step("a mail program that is not there is told")
            desk.click("Copy Addresses", window)
            until(lambda: len(desk.clipboard().split(", ")) == 400, "the addresses on the clipboard")
            step("and the addresses can be copied instead")
            desk.keys("Escape")
            desk.is_gone("Email 400 People")
            step("Ctrl+Q ends the program", desk.stop() == 0)


def on_the_wall(build, pictures, *arguments):
    with Server(build) as server:
        with Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace", *arguments,
                  still=True) as desk:
            desk.dismiss("150 people downloaded")
            desk.keys("ctrl+g")
            until(lambda: len(desk.rows()) < 150, "a wall of faces")
            names = [name.split(",")[0] for name in desk.rows()[1:6]]
            desk.hover_row(names[0])
            subprocess.run(["xdotool", "mousedown", "1"], check=True)
            selected(desk, 1)
            subprocess.run(["xdotool", "mouseup", "1"], check=True)
            desk.click_row(names[2])
            selected(desk, 2)
            step("on the wall of faces a long press selects, and a click adds")
            desk.keys("Left", "space")
            selected(desk, 3)
            step("arrows leave the selection as it is, and Space adds")
            desk.keys("Left", "Return")
            selected(desk, 2)
            step("and Return takes away")
            desk.portrait(WINDOW, f"{pictures}/wall.png")
            desk.keys("ctrl+a")
            selected(desk, 150)
            step("Ctrl+A selects everyone on the wall")
            desk.portrait(WINDOW, f"{pictures}/wall-all.png")
            desk.keys("Escape")
            until(lambda: not desk.look("push button", "Email All"), "the bar gone")
            step("Ctrl+Q ends the program", desk.stop() == 0)


def narrow(build, pictures, *arguments):
    with Server(build) as server:
        with Desk(build, "--server", server.address, "--netid", "demo", "--download", "replace", "--size", "360x700",
                  *arguments, still=True) as desk:
            desk.says("150 people downloaded")
            desk.keys("ctrl+f", "Down", "ctrl+a")
            selected(desk, 150)
            names = ["Email All", "Copy Addresses", "Export Selected…", "Print Selected…", "Favorite", "Delete"]
            places = [desk.place(desk.find("push button", name)) for name in names]
            step("at 360 pixels the whole bar is in the window",
                 all(0 <= x - width // 2 and x + width // 2 <= 365 and y <= 705 for x, y, width, _ in places))
            desk.portrait(WINDOW, f"{pictures}/narrow.png")
            desk.keys("Escape", "Escape")
            until(lambda: not desk.look("push button", "Email All"), "the bar gone")
            step("Ctrl+Q ends the program", desk.stop() == 0)


run(several, many, on_the_wall, narrow)
