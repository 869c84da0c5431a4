"""A new student's first minute, with an account that has no entry yet: the class is downloaded with each of the two
answers, one's own record is there, edited and published; by pointer and by keys alone; from a class with NetIDs and from
one without, as older servers send it.

Usage: newcomer.py BUILD-FOLDER [SCREENSHOT-FOLDER]
"""

import http.server
import json
import os
import re
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from desk import PATIENCE, Desk, Server, run, step, until
from shown import WINDOW

ANSWERS = ("Download and Replace", "Download and Update")
OLDER = {"DUID": "id", "fName": "firstname", "lName": "lastname", "from": "wherefrom"}


class WithoutNetIDs:
    """A server in front of another one, which leaves the NetIDs out of the list, and never sends only what changed."""

    def __init__(self, server):
        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                isList = self.path.startswith("/entries/all")
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
                passed = {name: value for name, value in self.headers.items()
                          if name.lower() not in ("host", "connection", "if-none-match", "content-length")}
                request = urllib.request.Request(
                    server.address + ("/entries/all" if isList else self.path), body, passed, method=self.command)
                try:
                    answer = urllib.request.urlopen(request, timeout=20)
                except urllib.error.HTTPError as refused:
                    answer = refused
                with answer:
                    text = answer.read()
                    if isList and answer.status == 200:
                        text = json.dumps([
                            {OLDER.get(key, key): value for key, value in person.items() if key != "netid"}
                            for person in json.loads(text)]).encode()
                    self.send_response(answer.status)
                    for name in ("Content-Type", "ETag", "WWW-Authenticate"):
                        if answer.headers[name] and not (isList and name == "ETag"):
                            self.send_header(name, answer.headers[name])
                    self.send_header("Content-Length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = answer

            def log_message(self, *words):
                pass

        web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{web.server_port}"
        threading.Thread(target=web.serve_forever, daemon=True).start()


class Keys:
    """Everything by keys."""

    name = "keys"

    def __init__(self, desk):
        self.desk = desk

    def goes_to(self, role, name, inside=None, key="Tab"):
        for _ in range(60):
            if self.desk.has_focus(role, name, inside):
                return
            self.desk.keys(key)
        until(lambda: self.desk.has_focus(role, name, inside), f"the keyboard in {name}")

    def download(self, answer):
        # Without a window manager, keys that are pressed while a window closes may go nowhere.
        for _ in range(4):
            front(self.desk, WINDOW)
            self.desk.keys("ctrl+d")
            deadline = time.monotonic() + PATIENCE / 24
            while time.monotonic() < deadline and not self.desk.has_window("Download People"):
                time.sleep(0.02)
            if self.desk.has_window("Download People"):
                break
        asked = front(self.desk, "Download People")
        self.goes_to("push button", answer, asked)
        self.desk.keys("Return")

    def password(self, text):
        self.goes_to("password text", "Password")
        self.desk.type(text)
        self.desk.keys("Return")

    def my_record(self):
        self.desk.keys("ctrl+m")

    def edit(self, texts):
        self.desk.keys("F2")
        for name, text in texts.items():
            self.goes_to("text", name)
            self.desk.keys("ctrl+a")
            self.desk.type(text)
        self.goes_to("push button", "Role")
        self.desk.keys("space")
        roles(self.desk)
        self.desk.keys("Home", "Down", "Down", "Return")

    def upload(self):
        self.desk.keys("alt+u")
        front(self.desk, "Check Before Publishing")
        self.desk.keys("Return")

    def answer(self, title, label):
        self.goes_to("push button", label, front(self.desk, title))
        self.desk.keys("Return")


class Pointer(Keys):
    """Everything by pointing and clicking; only texts are typed."""

    name = "pointer"

    def download(self, answer):
        self.desk.press("push button", "Download")
        self.desk.press("push button", answer, front(self.desk, "Download People"))

    def password(self, text):
        self.desk.press("password text", "Password")
        self.desk.type(text)
        self.desk.press("push button", "Download Class")

    def my_record(self):
        self.desk.click_row(self.desk.rows()[0])

    def edit(self, texts):
        self.desk.press("push button", "Edit")
        for name, text in texts.items():
            self.desk.fill(name, text)
        self.desk.press("push button", "Role")
        words = [row.name for row in roles(self.desk)]
        x, y, width, height = popup()
        # Below the arrow of the popup and its edge.
        top, each = y + 18, (height - 26) / len(words)
        self.desk.move_mouse(x + width // 2, int(top + each * (words.index("Student") + 0.5)))
        self.desk.click_here()
        until(lambda: self.desk.find("combo box", "Role").description == "Student", "the role")

    def upload(self):
        self.desk.press("push button", "Upload…")
        self.desk.press("push button", "Upload", front(self.desk, "Check Before Publishing"))

    def answer(self, title, label):
        self.desk.press("push button", label, front(self.desk, title))


def front(desk, title):
    """A window that opened, with the keys, as a window manager gives them to it."""
    window = desk.window(title)
    subprocess.run(
        ["xdotool", "search", "--sync", "--onlyvisible", "--name", f"^{re.escape(title)}$", "windowfocus",
         "--sync"], check=True, timeout=PATIENCE, capture_output=True)
    return window


def roles(desk):
    """The list of roles that dropped down."""
    return until(lambda: desk.look("list", "GtkListView", desk.find("combo box", "Role")), "the list of roles")


def popup():
    """The place and the size of what popped up, which is a window of its own."""
    shown = until(lambda: subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "^io.github.dukedirectory.DukeDirectory$"],
        capture_output=True, text=True).stdout.split(), "its window")
    place = subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", shown[-1]], capture_output=True, text=True, check=True).stdout
    return tuple(int(re.search(f"^{name}=(-?\\d+)$", place, re.MULTILINE).group(1))
                 for name in ("X", "Y", "WIDTH", "HEIGHT"))


def account(build, server, netid):
    """The password of a new account."""
    return subprocess.run(
        [f"{build}/duke-directory-server", "user", "add", netid, "--database", server.database], check=True,
        capture_output=True, text=True).stdout.split()[-1]


def own_page(desk, name):
    """Waits for the page of one's own record."""
    desk.find("label", name)
    desk.find("label", "You")
    desk.find("push button", "Edit")


def minute(build, pictures, server, address, answer, hand):
    netid = "st1"
    password = account(build, server, netid)
    with Desk(build, "--server", address, "--netid", netid, password=None, still=True) as desk:
        hands = hand(desk)
        hands.download(answer)
        desk.find("label", "Enter your password to download.")
        hands.password(password)
        desk.says("150 people downloaded")
        hands.my_record()
        own_page(desk, os.environ.get("USER", "root"))
        step("one's own record is here, and has Edit")
        desk.picture(f"{pictures}/newcomer-{hand.name}.png")
        hands.edit({"First Name": "Wilhelmina", "Last Name": "Newcomer", "DUID": "9000001"})
        hands.upload()
        desk.is_gone("Check Before Publishing")
        until(lambda: server.entry(netid)["fName"] == "Wilhelmina", "the entry on the server")
        step("it is edited and published")
        until(lambda: desk.look("push button", "Download"), "the end of the upload")
        front(desk, WINDOW)
        # Whichever answer comes next, it stays
        for again in ANSWERS:
            hands.download(again)
            until(lambda: not desk.has_window("Download People"), "the question closing")
            until(lambda: desk.look("push button", "Download"), "the end of the download")
            hands.my_record()
            own_page(desk, "Wilhelmina Newcomer")
        step("and stays under both answers")
        step("Ctrl+Q ends the program", desk.stop() == 0)


def first_minutes(hand, hasNetIDs):
    def visit(build, pictures):
        for answer in ANSWERS:
            with tempfile.TemporaryDirectory() as folder, Server(build, "--database", f"{folder}/class.sqlite") as server:
                address = server.address if hasNetIDs else WithoutNetIDs(server).address
                minute(build, pictures, server, address, answer, hand)

    visit.__name__ = f"{hand.name} {'with' if hasNetIDs else 'without'} NetIDs"
    return visit


def without_one(build, pictures):
    """A sandbox of an older version, which lost the record: My Record offers to make it."""
    with Server(build) as server:
        with Desk(build, "--server", server.address, "--netid", "st3", still=True) as desk:
            sandbox = desk.sandbox
            desk.stop()
        with sqlite3.connect(f"{sandbox}/directory.sqlite") as store:
            store.executescript("DELETE FROM people; DELETE FROM mark WHERE kind = 'own';")
        with Desk(build, sandbox=sandbox, still=True) as desk:
            Keys(desk).my_record()
            desk.window("Create Your Record?")
            desk.picture(f"{pictures}/make-own.png")
            Keys(desk).answer("Create Your Record?", "Create My Record")
            desk.is_gone("Create Your Record?")
            front(desk, WINDOW)
            own_page(desk, os.environ.get("USER", "root"))
            step("it is made, and its page open")
            step("Ctrl+Q ends the program", desk.stop() == 0)


run(*(first_minutes(hand, hasNetIDs) for hand in (Keys, Pointer) for hasNetIDs in (True, False)), without_one)
