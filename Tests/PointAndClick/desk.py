"""Drives the real programs as a user at a desk would: finds widgets by role and name, clicks, types, looks."""

import atexit
import base64
import contextlib
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import widgets

TIMEOUT = 120.0
HAND = 0.1  # seconds from one act of a hand to the next, which nobody does without
HELD = 0.05  # seconds a click holds the button
EDGE = 5  # what a window without a window manager draws around itself
passed = 0


def step(name, isTrue=True):
    """One thing that was shown."""
    global passed
    assert isTrue, name
    passed += 1
    print(f"ok: {name}", flush=True)


def run(*visits):
    """Runs every visit as the command line says: BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]. Pictures are
    taken where a folder for them is named."""
    build, *rest = sys.argv[1:]
    Desk.takes_pictures = bool(rest)
    pictures, *arguments = rest or [tempfile.mkdtemp(prefix="directory-pictures-")]
    os.makedirs(pictures, exist_ok=True)
    failed = 0
    for visit in visits:
        try:
            visit(build, pictures, *arguments)
        except (AssertionError, OSError, subprocess.SubprocessError, widgets.Gone) as error:
            failed += 1
            print(f"failed: {visit.__name__}: {error}", flush=True)
    if rest:
        print(f"Screenshots: {pictures}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def until(look, what, timeout=TIMEOUT):
    """What `look` gives once it gives something; fails with `what` after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while (now := time.monotonic()) < deadline:
        try:
            found = look()
        except (widgets.Gone, IndexError, ValueError):  # a widget went away while it was looked at, or a list is empty
            found = None
        if found:
            return found
        # Another process cannot be waited for otherwise. It has half of the time for itself.
        time.sleep(max(0.02, time.monotonic() - now))
    raise AssertionError(f"never came: {what}")


def first(look, what):
    """The first of what `look` gives once it gives any; fails with `what` like `until`."""
    return until(lambda: next(([one] for one in look()), None), what)[0]


def browser(address, *arguments):
    """Opens a page in a real browser without a window; what the browser writes."""
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--password-store=basic",
             f"--user-data-dir={profile}", *arguments, address],
            check=True, capture_output=True, text=True, timeout=60)


def hand(*arguments):
    """Does something with keys or the mouse, as `xdotool` does."""
    subprocess.run(["xdotool", *arguments], check=True)
    time.sleep(HAND)


class Postgres:
    """The PostgreSQL server of this run, started when it is first used; it ends with this program."""

    _address = None
    _process = None
    _schemas = {}

    @classmethod
    def address(cls, file):
        """The address of the database that is used in the place of a file: a schema of its own."""
        if not cls._address:
            folder = tempfile.mkdtemp(prefix="postgres-", dir="/tmp")
            script = os.path.join(os.path.dirname(__file__), "../../Scripts/postgres.sh")
            cls._process = subprocess.Popen(
                [script, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
                env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"})
            atexit.register(cls._process.communicate)
            cls._is_ready("start")
            cls._address = f"host={folder} user=postgres dbname=postgres"
        if file not in cls._schemas:
            schema = f"visit{len(cls._schemas)}"
            subprocess.run(["psql", "-qX", cls._address, "-c", f"CREATE SCHEMA {schema}"], check=True)
            cls._schemas[file] = f"{cls._address} options='-c search_path={schema}'"
        return cls._schemas[file]

    @classmethod
    def order(cls, what):
        """Has the server stop, start, freeze or thaw, and waits until it has."""
        cls._process.stdin.write(f"{what}\n")
        cls._process.stdin.flush()
        cls._is_ready(what)

    @classmethod
    def _is_ready(cls, what):
        assert cls._process.stdout.readline() == "ready\n", f"PostgreSQL did not {what}"


class Server:
    """The real class server with a sample class, on a free port unless one is named. Where the environment has
    DIRECTORY_VISIT_DATABASE=postgres, it keeps what it has in PostgreSQL, which must not make a difference."""

    def __init__(self, build, *arguments, port=0, hasToDos=False):
        arguments = list(arguments)
        if os.environ.get("DIRECTORY_VISIT_DATABASE") == "postgres":
            if "--database" not in arguments:
                arguments += ["--database", object()]
            index = arguments.index("--database") + 1
            arguments[index] = Postgres.address(arguments[index])
        self.database = arguments[arguments.index("--database") + 1] if "--database" in arguments else None
        command = [f"{build}/duke-directory-server", "--sample", "--port", str(port), "--log-level", "error", *arguments]
        if not hasToDos:  # as a sample class of a given size is
            command += ["--people", "150"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.stop()

    def ask(self, path, method="GET", body=None, **headers):
        """What the server answers to `demo`: its bytes and its headers."""
        headers["Authorization"] = "Basic " + base64.b64encode(b"demo:demo").decode()
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return answer.read(), answer.headers

    def execute(self, statement):
        """Reads or changes what is stored, behind the server's back; returns the first column, bytes as bytes."""
        if os.path.exists(self.database):
            with contextlib.closing(sqlite3.connect(self.database)) as store, store:
                return [row[0] for row in store.execute(statement)]
        lines = subprocess.run(
            ["psql", "-qXAt", self.database, "-c", statement], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        return [bytes.fromhex(line[2:]) if line.startswith("\\x") else line for line in lines]

    def entry(self, netid):
        return json.loads(self.ask(f"/entries/{netid}")[0])

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Tap:
    """A line to the server that lets through as many bytes of the answers as it is told."""

    def __init__(self, server):
        host, port = server.address.split("//")[1].split(":")
        self.target = (host, int(port))
        self.allowed = 1 << 60
        self.passed = 0
        self.changed = threading.Condition()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def allow(self, count):
        """Lets `count` bytes through from now on, and no more."""
        with self.changed:
            self.allowed = self.passed + count
            self.changed.notify_all()

    def _accept(self):
        while True:
            client, _ = self.socket.accept()
            server = socket.create_connection(self.target)
            threading.Thread(target=self._up, args=(client, server), daemon=True).start()
            threading.Thread(target=self._down, args=(server, client), daemon=True).start()

    @staticmethod
    def _up(client, server):
        try:
            while data := client.recv(65536):
                server.sendall(data)
        except OSError:  # the window hung up
            pass
        server.close()

    def _down(self, server, client):
        try:
            while data := server.recv(65536):
                while data:
                    with self.changed:
                        self.changed.wait_for(lambda: self.allowed > self.passed)
                        part = data[:self.allowed - self.passed]
                        self.passed += len(part)
                    client.sendall(part)
                    data = data[len(part):]
            client.close()
        except OSError:  # the window hung up
            pass


class Desk:
    """The real window, and hands and eyes for it."""

    takes_pictures = False
    seen = None  # a widget and its place

    def __init__(self, build, *arguments, password="demo", sandbox=None, still=False):
        self.sandbox = sandbox or tempfile.mkdtemp(prefix="directory-")
        environment = dict(os.environ, DUKE_DIRECTORY_PASSWORD=password)
        if password is None:
            del environment["DUKE_DIRECTORY_PASSWORD"]
        if still:  # so that pictures are not taken in the middle of a movement
            os.makedirs(f"{self.sandbox}/config/gtk-4.0", exist_ok=True)
            with open(f"{self.sandbox}/config/gtk-4.0/settings.ini", "w", encoding="utf-8") as settings:
                settings.write("[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\n")
                if "DIRECTORY_FONT" in os.environ:
                    settings.write(f"gtk-font-name={os.environ['DIRECTORY_FONT']}\n")
            environment["XDG_CONFIG_HOME"] = f"{self.sandbox}/config"
        # Keys go to the window under the pointer where no window manager gives them to another.
        self.move_mouse(150, 690)
        self.process = subprocess.Popen(
            [f"{build}/duke-directory", "--sandbox", self.sandbox, *arguments], env=environment)
        self.program = until(self._program, "the program on the accessibility bus")
        self.window("Duke Directory")

    def __enter__(self):
        return self

    def __exit__(self, kind, *problem):
        if kind and self.process.poll() is None:
            subprocess.run(["import", "-window", "root", f"{self.sandbox}/failed.png"], check=True)
            print(f"Where it failed: {self.sandbox}/failed.png", flush=True)
        self.kill()

    def _program(self):
        assert self.process.poll() is None, "the program ended"
        return widgets.program(self.process.pid)

    def window(self, title):
        """The window of that title."""
        return until(lambda: next((w for w in self.program if w and self.named(w) == title), None), f"window {title}")

    def look_at(self, title):
        """Gives a window the keys, as a window manager does when a window opens."""
        name = re.escape(self.window(title).name)
        # xdotool finds names of other languages only in UTF-8.
        subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--name", f"^{name}$", "windowfocus", "--sync"],
            check=True, capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def has_window(self, title):
        return any(w and self.named(w) == title for w in self.program)

    def named(self, node):
        """What a widget or window is called."""
        return self.english(node.name)

    @staticmethod
    def english(name):
        """What the window says by that name."""
        return name

    def look(self, role, name, inside=None, exact=True):
        """The widget of that role and name, or None; rows of lists are not walked into."""
        matches = (lambda message: message == name) if exact else re.compile(name).search
        return self.program.look(role, lambda message: matches(self.english(message)), inside)

    def find(self, role, name, inside=None, exact=True):
        return until(lambda: self.look(role, name, inside, exact), f"{role} “{name}”")

    def click(self, name, inside=None):
        self.find("push button", name, inside).perform()
        time.sleep(HAND)

    def write(self, name, text):
        field = until(lambda: self.look("text", name) or self.look("password text", name), f"entry “{name}”")
        field.write(text)

    def text(self, name, inside=None):
        """What stands in the entry of that name."""
        return self.find("text", name, inside).text()

    def leave_form(self, answer):
        """Escapes from a form that was written in, and answers the question."""
        self.keys("Escape")
        self.click(answer, self.window("Discard Changes?"))
        self.is_gone("Discard Changes?")

    def has_focus(self, role, name, inside=None):
        widget = self.look(role, name, inside)
        return widget is not None and widget.has("focused")

    def with_keyboard(self, *roles):
        """What has the keyboard, if it has one of the roles or any if none are given."""
        every = (widget for window in self.program for widget in window.every() if widget.has("focused"))
        return next((one for one in every if one.role != "frame" and one.role in (roles or (one.role,))), None)

    def is_selected(self, beginning):
        return self.row(beginning).has("selected")

    def area(self, widget):
        """The middle of a widget on the screen, and its size."""
        area = widget.extents()
        return area.x + area.width // 2 + EDGE, area.y + area.height // 2 + EDGE, area.width, area.height

    def still(self, widget):
        """Its place if that is what it was a moment ago, or None."""
        before, self.seen = self.seen, (widget, self.area(widget))
        return self.seen[1] if self.seen == before else None

    @staticmethod
    def scrolled(widget):
        """The scrolled part of the window that a widget is in, or None."""
        while widget and widget.role != "scroll pane":
            widget = widget.parent
        return widget

    def show(self, widget):
        """Turns the wheel until the widget is in view; where its middle is then."""
        view = self.scrolled(widget)
        if not view:
            return until(lambda: self.still(widget), f"{widget.name} standing still")[:2]
        x, middle, _, height = self.area(view)

        def is_seen():
            area = self.still(widget)
            if not area:
                return None
            below = area[1] + area[3] - (middle + height // 2)
            above = middle - height // 2 - (area[1] - area[3])
            if below <= 0 and above <= 0:
                return area[:2]
            self.move_mouse(x, middle)
            subprocess.run(["xdotool", "click", "5" if below > 0 else "4"], check=True)
            return None

        return until(is_seen, f"{widget.name} in view")

    def press(self, role, name, inside=None):
        """Clicks with the mouse."""
        self.move_mouse(*self.show(self.find(role, name, inside)))
        self.click_at_pointer()

    @staticmethod
    def click_at_pointer(held=HELD, count=1):
        # GTK cancels a click whose release it sees in the frame of the press; no hand is as fast.
        hand(*["mousedown", "1", "sleep", str(held), "mouseup", "1", "sleep", str(HAND)] * count)

    def drag(self, start, end, edge=None):
        """Drags as a hand does; it lets go once the target shows at its edge, where one is named, that it takes the drop."""
        before = edge and self.color(*edge)
        self.move_mouse(*start)
        subprocess.run(["xdotool", "mousedown", "1"], check=True)
        try:
            for part in range(1, 26):
                self.move_mouse(*(a + (b - a) * part // 25 for a, b in zip(start, end)))
            if edge:
                until(lambda: self.color(*edge) != before, "the edge that says drop it here")
                # Another program learns that the drop is taken only after it is shown.
                self.move_mouse(end[0], end[1] + 3)
        finally:
            subprocess.run(["xdotool", "mouseup", "1"], check=True)

    def fill(self, name, text, inside=None):
        """Types into an entry in the place of what stands there, and leaves it there."""
        self.press("text", name, inside)
        until(lambda: self.has_focus("text", name, inside), f"the keyboard in “{name}”")
        self.keys("ctrl+a", "BackSpace")
        self.type(text)
        until(lambda: self.text(name, inside) == text, f"“{text}” in “{name}”")

    def shows(self, sentence, inside=None):
        """Waits for a label that begins so."""
        return self.find("label", f"^{re.escape(sentence)}", inside, exact=False)

    def dismiss(self, sentence):
        """Closes the message that begins so."""
        name = f"^{re.escape(sentence)}"
        self.click("Close", self.find("alert", name, exact=False))
        until(lambda: not self.look("alert", name, exact=False), "the message closing")

    def is_gone(self, title):
        until(lambda: not self.has_window(title), f"{title} closing")

    def rows(self):
        """The names of the rows the list has built."""
        return until(lambda: ([row.name for row in self.find("list", "People") if row.name],), "the rows")[0]

    def click_row(self, beginning):
        self.hover_row(beginning)
        self.click_at_pointer()

    def row(self, beginning):
        people = self.find("list", "People")
        return until(lambda: next((r for r in people if r and r.name.startswith(beginning)), None), f"row {beginning}")

    def hover_row(self, beginning):
        row = self.row(beginning)
        area = row.extents()
        self.move_mouse(area.x + area.width // 2, area.y + area.height - 20)

    @staticmethod
    def move_mouse(x, y):
        at = subprocess.run(["xdotool", "getmouselocation", "--shell"], capture_output=True, text=True, check=True)
        # To be moved to where it is would be waited for in vain.
        if f"X={x}\nY={y}\n" not in at.stdout:
            hand("mousemove", "--sync", str(x), str(y))

    @staticmethod
    def keys(*names):
        hand("key", "--clearmodifiers", *names)

    @staticmethod
    def type(text):
        hand("type", "--delay", "15", text)

    @staticmethod
    def clipboard():
        ran = subprocess.run(["xclip", "-o", "-selection", "clipboard"], capture_output=True, text=True)
        return ran.stdout

    @staticmethod
    def center(title):
        """There is no window manager that would place a dialog over its window."""
        subprocess.run(["xdotool", "search", "--name", f"^{title}$", "windowmove", "--sync", "400", "220"], check=True)

    def picture(self, file):
        """Takes a picture of what is on the screen."""
        self._take("root", file, "-trim", "+repage")

    def portrait(self, title, file):
        """Takes the picture of one window, without its edge."""
        if self.takes_pictures:
            self._take(self._number(title), file, "-shave", f"{EDGE - 1}x{EDGE - 1}", "-strip", "-quality", "95")

    def _take(self, window, file, *changes):
        if self.takes_pictures:
            subprocess.run(["import", "-window", window, file], check=True)
            subprocess.run(["mogrify", *changes, file], check=True)

    @staticmethod
    def _number(title):
        """The X server's number of a window."""
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"], capture_output=True, text=True, check=True)
        return found.stdout.split()[-1]

    @staticmethod
    def color(x, y):
        """Red, green and blue of a pixel of the screen."""
        taken = subprocess.run(
            ["import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-"],
            capture_output=True, check=True)
        return tuple(taken.stdout[:3])

    def kill(self):
        """An unexpected end."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.keys("ctrl+q")
        try:
            return self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("Ctrl+Q did not end the program")


@contextlib.contextmanager
def window_with_class(build, *arguments, **options):
    """A window that has downloaded the class of a server, and the server. Ctrl+Q ends the window."""
    with Server(build) as server, Desk(
            build, "--server", server.address, "--netid", "demo", "--download", "replace", *arguments, still=True,
            **options) as desk:
        desk.shows("150 people downloaded")
        yield desk, server
        step("Ctrl+Q ends the program", desk.stop() == 0)
