"""A day in the life: Nia at her desk in Tokyo, Nia's own record changed in a window on her laptop, Demo in a window of
the same class, a third person who arrives, `dukedir` beside the open window, a minute to midnight, and a program that is
killed twice. At its end nothing that was typed is lost, and everybody sees the same.

Usage: day.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
"""

import base64
import contextlib
import datetime
import json
import math
import os
import sqlite3
import subprocess
import tempfile
import urllib.request
import zoneinfo

from desk import PATIENCE, Desk, Screen, Server, Tap, run, step, until
from shown import WINDOW, go
from tours import day as day_in_words

TOKYO = "Asia/Tokyo"
NIA = {"DUID": "7000001", "First Name": "Nia", "Last Name": "Okonkwo-Lind", "From": "Lagos", "Movie": "Musical"}
NAME = "Nia Okonkwo-Lind"


def begin():
    """Has every program that is started from here on take it for a minute to midnight, in Tokyo.

    Returns what has to be kept for so long."""
    now = datetime.datetime.now(zoneinfo.ZoneInfo(TOKYO))
    start = now.replace(hour=23, minute=59, second=0, microsecond=0)
    seconds = math.ceil((start - now).total_seconds()) % 86400
    keeper = subprocess.Popen(
        ["faketime", "--exclude-monotonic", "-m", "-f", f"+{seconds}s", "sh", "-c", "env | grep -a FAKETIME; "
         "echo LD_PRELOAD=$LD_PRELOAD; echo; exec cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in iter(keeper.stdout.readline, "\n"):
        name, _, value = line.rstrip("\n").partition("=")
        os.environ[name] = value
    os.environ["TZ"] = TOKYO
    return keeper


def time_there():
    """What the programs take for the time."""
    said = subprocess.run(["date", "+%Y-%m-%dT%H:%M:%S"], check=True, capture_output=True, text=True).stdout.strip()
    return datetime.datetime.fromisoformat(said)


class Person:
    """Somebody with an account, and a sandbox that `dukedir` uses."""

    def __init__(self, build, server, netid, password=None):
        self.build = build
        self.server = server
        self.netid = netid
        self.sandbox = tempfile.mkdtemp(prefix="directory-")
        self.password = password or subprocess.run(
            [f"{build}/duke-directory-server", "user", "add", netid, "--database", server.database], check=True,
            capture_output=True, text=True).stdout.split()[-1]

    def dukedir(self, *arguments, sandbox=None):
        """What it says; fails where it does."""
        ran = subprocess.run(
            [f"{self.build}/dukedir", *arguments, "--sandbox", sandbox or self.sandbox], capture_output=True, text=True,
            env={**os.environ, "DUKE_DIRECTORY_PASSWORD": self.password})
        assert ran.returncode == 0, f"dukedir {arguments}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    def window(self, *arguments, sandbox=None):
        """A window of theirs, signed in."""
        return Desk(self.build, *self.signed_in(), *arguments, password=self.password, sandbox=sandbox or self.sandbox,
                    still=True)

    def signed_in(self):
        return ["--server", self.server.address, "--netid", self.netid]

    def people(self, sandbox=None):
        """Everybody in the directory, by DUID, without the pictures."""
        everybody = json.loads(self.dukedir("export", "-", sandbox=sandbox))
        return {one["DUID"]: {**one, "picture": ""} for one in everybody}

    def ask(self, path, method="GET", body=None):
        pair = base64.b64encode(f"{self.netid}:{self.password}".encode()).decode()
        headers = {"Authorization": f"Basic {pair}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())


def a_day(build, pictures, *arguments):
    database = tempfile.mkdtemp(prefix="directory-server-") + "/class.sqlite"
    with Server(build, "--database", database) as server, contextlib.closing(Screen()) as screen:
        nia, demo = Person(build, server, "nia7"), Person(build, server, "demo", "demo")
        tap = Tap(server)

        def again():
            return Desk(build, *arguments, password=nia.password, sandbox=nia.sandbox, still=True)

        with Desk(build, "--server", tap.address, *arguments, password=None, sandbox=nia.sandbox, still=True) as desk:
            booked = book_at_midnight(desk)
            sign_in(desk, nia)
            fill_own(desk)
            half_typed(desk)
        with again() as desk:
            go_on_and_publish(desk, nia, pictures)
        # From here on by the real clock: libfaketime keeps timers of files that change from coming.
        del os.environ["LD_PRELOAD"]
        with screen:
            elsewhere(nia, *arguments)
        with again() as desk:
            merge(desk, nia, pictures)
            third = arrival(desk, build, server)
            beside(desk, nia)
            killed_while_downloading(desk, tap, nia, server)
        with again() as desk:
            with screen:
                demos = demo.window("--download", "replace", *arguments)
            with demos:
                both_see_the_same(desk, screen, demos, pictures)
            nothing_is_lost(desk, nia, demo, third, booked)
            step("Ctrl+Q ends the program", desk.stop() == 0)


def book_at_midnight(desk):
    step("a first launch shows one row: oneself", len(desk.rows()) == 1)
    now = time_there()
    step("it is a minute to midnight in Tokyo", (now.hour, now.minute) == (23, 59))
    shown = go(desk, "Tours")
    desk.keys("ctrl+n")
    until(lambda: shown.has_focus("text", "Name"), "the keyboard in Name")
    desk.type("Nia and friends")
    tomorrow = day_in_words(now.date() + datetime.timedelta(1))
    shown.press("push button", "Buy")
    answer = shown.says("Thank you, Nia and friends.")
    step("a tour of tomorrow is on Tokyo’s tomorrow", f"Date: {tomorrow}" in answer.name)
    shown.has(f"Nia and friends, {tomorrow}, 1 person")
    desk.keys("Escape")
    go(desk, "People")
    return tomorrow


def sign_in(desk, nia):
    desk.keys("ctrl+d")
    desk.click("Download and Update", desk.window("Download People"))
    desk.find("label", "Enter your password to download.")
    desk.write("NetID", nia.netid)
    desk.write("Password", nia.password)
    desk.click("Download Class")
    desk.says("150 people downloaded")
    step("signed in under another name than the computer’s, the download goes on", until(lambda: len(desk.rows()) > 20, "the class"))
    until(lambda: nia.people()[0]["netid"] == nia.netid, "the NetID in one's own record")
    step("and one's own record is still one's own")


def open_form(desk, words):
    desk.keys("ctrl+f", "ctrl+a")
    desk.type(words)
    until(lambda: desk.look("list", "People") and len(desk.rows()) == 1, f"{words} alone in the list")
    desk.keys("Return")
    desk.keys("F2")
    desk.find("text", "First Name")


def fill_own(desk):
    open_form(desk, "nia7")
    step("it is found by that name, and its form offers Upload", desk.look("push button", "Upload…"))
    for field, text in NIA.items():
        desk.fill(field, text)
    choose_student(desk)


def choose_student(desk):
    """An entry without a role is refused by the server."""
    desk.press("push button", "Role")
    roles = desk.find("combo box", "Role")
    until(lambda: desk.look("list", "GtkListView", roles), "the list of roles")
    desk.keys("Home", "Down", "Down", "Return")  # Professor, TA, Student
    until(lambda: roles.description == "Student", "the role")


def half_typed(desk):
    desk.fill("Hobbies", "chess, bell ri")
    store = sqlite3.connect(f"file:{desk.sandbox}/directory.sqlite?mode=ro", uri=True)
    until(lambda: store.execute("SELECT 1 FROM setting WHERE value LIKE '%bell ri%'").fetchone(), "the draft on the disk")
    desk.kill()


def go_on_and_publish(desk, nia, pictures):
    desk.click("Continue Editing", desk.window("Continue Editing?"))
    until(lambda: desk.text("Hobbies") == "chess, bell ri", "what was typed")
    step("killed in the middle of a word, it has every word", all(desk.text(key) == text for key, text in NIA.items()))
    desk.fill("Hobbies", "chess, bell ringing")
    desk.keys("ctrl+s")
    desk.says(f"{NAME} saved")
    desk.keys("F2")
    desk.click("Upload…")
    desk.click("Upload", desk.window("Check Before Publishing"))
    desk.says("Your record was published for the first time.")
    desk.portrait(WINDOW, f"{pictures}/day-published.png")
    step("her record is published", nia.ask("/entries/nia7")["hobby"] == "chess, bell ringing")
    step("Ctrl+Q ends the program", desk.stop() == 0)


def elsewhere(nia, *arguments):
    """In a window on her laptop."""
    laptop = tempfile.mkdtemp(prefix="directory-")
    with nia.window("--download", "replace", *arguments, sandbox=laptop) as desk:
        desk.says("151 people downloaded")
        open_form(desk, NAME)
        desk.fill("Movie", "Western")
        desk.fill("Team", "Owls")
        desk.click("Upload…")
        desk.click("Upload", desk.window("Check Before Publishing"))
        desk.says("Your record is published.")
        step("she changes it on her laptop", nia.ask("/entries/nia7")["movie"] == "Western")
        step("Ctrl+Q ends the program there", desk.stop() == 0)


def merge(desk, nia, pictures):
    open_form(desk, NAME)
    desk.fill("Movie", "Mystery")
    desk.fill("From", "Ibadan")
    desk.click("Upload…")
    desk.click("Upload", desk.window("Check Before Publishing"))
    both = desk.window("Two Versions")
    desk.find("radio button", "Movie, Mine: Mystery", both)
    step("only what both changed is asked", not desk.look("radio button", "^(Team|From|Hobbies),", both, exact=False))
    desk.portrait("Two Versions", f"{pictures}/day-merge.png")
    desk.press("radio button", "Movie, Mine: Mystery", both)
    desk.click("Publish Selected", both)
    desk.says("Your record is published.")
    there = nia.ask("/entries/nia7")
    step("and neither side’s words are lost", [there[key] for key in ("movie", "from", "team", "hobby")] == [
        "Mystery", "Ibadan", "Owls", "chess, bell ringing"])


def arrival(desk, build, server):
    third = Person(build, server, "wm40")
    third.ask("/entries/create", "POST", {
        "DUID": 7000040, "netid": "wm40", "fName": "Wilhelmina", "lName": "Marchbanks", "role": "Student"})
    for way in ("arrives", "is there again"):
        desk.keys("ctrl+d")
        desk.click("Download and Update", desk.window("Download People"))
        desk.says("152 people downloaded: 1 new")
        finds(desk, "Wilhelmina Marchbanks")
        step(f"a third person {way}")
        if way == "arrives":
            desk.keys("Down")  # in the entry it would undo what was typed
            until(lambda: desk.row("Wilhelmina Marchbanks").has("focused"), "the keyboard on her")
            desk.keys("ctrl+z")
            desk.says("Undone: Download and Update")
            desk.keys("ctrl+f", "ctrl+a")
            desk.type("Wilhelmina March")
            until(lambda: not desk.look("list", "People"), "nobody of that name")
            step("and is gone with Undo")
    return third


def finds(desk, name):
    desk.keys("ctrl+f", "ctrl+a")
    desk.type(name)
    until(lambda: desk.look("list", "People") and desk.rows()[:1] and desk.rows()[0].startswith(name), name)


def beside(desk, nia):
    """Another program changes what the window shows."""
    desk.keys("ctrl+f", "ctrl+a")
    desk.type("Ottoline Brook")
    until(lambda: not desk.look("list", "People"), "nobody of that name")
    nia.dukedir("add", "7000099", "fn=Ottoline, ln=Brook")
    until(lambda: desk.look("list", "People") and desk.rows()[0].startswith("Ottoline Brook"), "what dukedir added")
    step("the open window shows what dukedir adds beside it")
    nia.dukedir("contacts", "add", "fn=Barnaby, ln=Appleyard")
    shown = go(desk, "Contacts")
    shown.has("Barnaby Appleyard")
    step("in every collection")
    go(desk, "People")


def killed_while_downloading(desk, tap, nia, server):
    before = nia.people()
    # The server forgets what changed since, so that it sends the whole list.
    server.execute("DELETE FROM entry_change")
    for pressed in ("ctrl+f", "ctrl+a", "BackSpace", "ctrl+d"):
        desk.keys(pressed)
    tap.allow(300_000)  # of some 1.5 MB
    desk.click("Download and Replace", desk.window("Download People"))
    desk.find("push button", "Cancel Download")
    desk.kill()
    tap.allow(1 << 60)
    step("killed in the middle of a download, the list is as it was", nia.people() == before)


def both_see_the_same(desk, screen, demos, pictures):
    """Her window and Demo's at the same time, each on a screen of its own."""
    with screen:
        demos.says("152 people downloaded")
        finds(demos, NAME)
        demos.keys("Return")
        demos.press("push button", "Details")
        for text in ("Ibadan", "Mystery", "Owls"):
            demos.find("label", text)
        demos.portrait(WINDOW, f"{pictures}/day-demo.png")
    finds(desk, NAME)
    # Hers says that it is her own.
    until(lambda: [row.replace(", You", "") for row in desk.rows()] == demos.rows(), "the same row in both windows")
    step("her record is the same in her window and in Demo’s")
    with screen:
        step("Ctrl+Q ends the program there", demos.stop() == 0)


def nothing_is_lost(desk, nia, demo, third, booked):
    for key, text in {"First Name": "Nia", "From": "Ibadan", "Movie": "Mystery"}.items():
        desk.keys("ctrl+f", "ctrl+a")
        desk.type(text)
        finds(desk, NAME)
    here, there = nia.people(), demo.people()
    mine = here.pop(7000099)
    step("who was only added here is here", (mine["fName"], mine["lName"]) == ("Ottoline", "Brook"))
    step("everybody else is the same for both", here == there)
    step("with the third person", there[7000040]["netid"] == third.netid)
    step("and with what was typed at the desk and at the laptop", [there[7000001][key] for key in (
        "fName", "lName", "from", "movie", "team", "hobby", "netid")] == [
            "Nia", "Okonkwo-Lind", "Ibadan", "Mystery", "Owls", "chess, bell ringing", "nia7"])
    shown = go(desk, "Tours")
    shown.has(f"Nia and friends, {booked}, 1 person")
    step("by another clock the tour is still on its day")
    shown = go(desk, "Contacts")
    shown.has("Barnaby Appleyard")


if __name__ == "__main__":
    kept = begin()
    run(a_day)
