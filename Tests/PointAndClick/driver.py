"""Drives the built programs through AT-SPI and the X server: finds widgets by role and name, clicks, and types."""

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

TIMEOUT = 120.0  # seconds
INPUT_DELAY = 0.1  # seconds after each input
CLICK_DURATION = 0.05  # seconds from press to release
BORDER = 5  # pixels that GTK draws around a window where there is no window manager
passed = 0


def step(name, condition=True):
    """Prints and counts a passed check; fails if the condition is false."""
    global passed
    assert condition, name
    passed += 1
    print(f"ok: {name}", flush=True)


def run(*tests):
    """Runs the tests with the arguments of the command line: BUILD-FOLDER [SCREENSHOT-FOLDER [WINDOW-OPTION…]].
    Screenshots are saved only if a folder is given."""
    build, *rest = sys.argv[1:]
    App.saves_screenshots = bool(rest)
    screenshots, *arguments = rest or [tempfile.mkdtemp(prefix="directory-screenshots-")]
    os.makedirs(screenshots, exist_ok=True)
    failed = 0
    for test in tests:
        try:
            test(build, screenshots, *arguments)
        except (AssertionError, OSError, subprocess.SubprocessError, widgets.WidgetGone) as error:
            failed += 1
            print(f"failed: {test.__name__}: {error}", flush=True)
    if rest:
        print(f"Screenshots: {screenshots}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def until(condition, description, timeout=TIMEOUT):
    """Polls `condition` until it returns something, and returns that; fails with `description` after the timeout."""
    deadline = time.monotonic() + timeout
    while (now := time.monotonic()) < deadline:
        try:
            found = condition()
        except (widgets.WidgetGone, IndexError, ValueError):  # a widget disappeared, or a list is empty
            found = None
        if found:
            return found
        # A query blocks the program, which gets at least half of the time.
        time.sleep(max(0.02, time.monotonic() - now))
    raise AssertionError(f"timed out waiting for {description}")


def first(items, description):
    """Polls `items` until it returns a nonempty iterable, and returns the first item; fails as `until` does."""
    return until(lambda: next(([item] for item in items()), None), description)[0]


def chromium(address, *arguments):
    """Opens a page in headless Chromium, and returns the completed process."""
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--password-store=basic",
             f"--user-data-dir={profile}", *arguments, address],
            check=True, capture_output=True, text=True, timeout=60)


def xdotool(*arguments):
    """Runs an xdotool command, and waits for INPUT_DELAY."""
    subprocess.run(["xdotool", *arguments], check=True)
    time.sleep(INPUT_DELAY)


class Postgres:
    """The PostgreSQL server of this run, started at the first use and stopped at exit."""

    _server = None
    _process = None
    _schemas = {}

    @classmethod
    def connection_string(cls, name):
        """The connection string of an empty schema, which is created at the first use of the name."""
        if not cls._server:
            folder = tempfile.mkdtemp(prefix="postgres-", dir="/tmp")
            script = os.path.join(os.path.dirname(__file__), "../../Scripts/postgres.sh")
            cls._process = subprocess.Popen(
                [script, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
                env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"})
            atexit.register(cls._process.communicate)
            cls._wait_until_ready("start")
            cls._server = f"host={folder} user=postgres dbname=postgres"
        if name not in cls._schemas:
            schema = f"test{len(cls._schemas)}"
            subprocess.run(["psql", "-qX", cls._server, "-c", f"CREATE SCHEMA {schema}"], check=True)
            cls._schemas[name] = f"{cls._server} options='-c search_path={schema}'"
        return cls._schemas[name]

    @classmethod
    def send(cls, command):
        """Sends a command to Scripts/postgres.sh (stop, start, freeze, or thaw), and waits until it is done."""
        cls._process.stdin.write(f"{command}\n")
        cls._process.stdin.flush()
        cls._wait_until_ready(command)

    @classmethod
    def _wait_until_ready(cls, command):
        assert cls._process.stdout.readline() == "ready\n", f"PostgreSQL did not {command}"


class Server:
    """The class server with a sample class, on a free port by default. With DIRECTORY_VISIT_DATABASE=postgres in the
    environment, it uses PostgreSQL, and the tests must pass as with SQLite."""

    def __init__(self, build, *arguments, port=0, hasToDos=False):
        arguments = list(arguments)
        if os.environ.get("DIRECTORY_VISIT_DATABASE") == "postgres":
            if "--database" not in arguments:
                arguments += ["--database", object()]
            index = arguments.index("--database") + 1
            arguments[index] = Postgres.connection_string(arguments[index])
        self.database = arguments[arguments.index("--database") + 1] if "--database" in arguments else None
        command = [f"{build}/duke-directory-server", "--sample", "--port", str(port), "--log-level", "error"]
        size = [] if hasToDos else ["--people", "150"]  # a sample class of a given size has no to-dos
        self.process = subprocess.Popen([*command, *arguments, *size], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.stop()

    def request(self, path, method="GET", body=None, **headers):
        """Sends a request as `demo`, and returns the body and the headers of the response."""
        headers["Authorization"] = "Basic " + base64.b64encode(b"demo:demo").decode()
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            return response.read(), response.headers

    def execute(self, statement):
        """Executes an SQL statement directly in the server's database, and returns the first column."""
        if os.path.exists(self.database):
            with contextlib.closing(sqlite3.connect(self.database)) as database, database:
                return [row[0] for row in database.execute(statement)]
        lines = subprocess.run(
            ["psql", "-qXAt", self.database, "-c", statement], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        return [bytes.fromhex(line[2:]) if line.startswith("\\x") else line for line in lines]

    def entry(self, netid):
        return json.loads(self.request(f"/entries/{netid}")[0])

    def stop(self):
        self.process.terminate()
        self.process.wait()


class ThrottledProxy:
    """A proxy for the server that forwards only as many response bytes as it is allowed to."""

    def __init__(self, server):
        host, port = server.address.split("//")[1].split(":")
        self.target = (host, int(port))
        self.allowed = 1 << 60
        self.forwarded = 0
        self.changed = threading.Condition()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def allow(self, count):
        """Forwards the next `count` bytes, and no more."""
        with self.changed:
            self.allowed = self.forwarded + count
            self.changed.notify_all()

    def _accept(self):
        while True:
            client, _ = self.socket.accept()
            server = socket.create_connection(self.target)
            threading.Thread(target=self._forward_requests, args=(client, server), daemon=True).start()
            threading.Thread(target=self._forward_responses, args=(server, client), daemon=True).start()

    @staticmethod
    def _forward_requests(client, server):
        try:
            while data := client.recv(65536):
                server.sendall(data)
        except OSError:  # the client disconnected
            pass
        server.close()

    def _forward_responses(self, server, client):
        try:
            while data := server.recv(65536):
                while data:
                    with self.changed:
                        self.changed.wait_for(lambda: self.allowed > self.forwarded)
                        part = data[:self.allowed - self.forwarded]
                        self.forwarded += len(part)
                    client.sendall(part)
                    data = data[len(part):]
            client.close()
        except OSError:  # the client disconnected
            pass


class App:
    """A running duke-directory and its windows."""

    saves_screenshots = False
    last_area = None  # a widget and its area, for stable_area

    def __init__(self, build, *arguments, password="demo", sandbox=None, no_animations=False):
        self.sandbox = sandbox or tempfile.mkdtemp(prefix="directory-")
        environment = dict(os.environ, DUKE_DIRECTORY_PASSWORD=password)
        if password is None:
            del environment["DUKE_DIRECTORY_PASSWORD"]
        if no_animations:  # screenshots would show transitions and the cursor
            os.makedirs(f"{self.sandbox}/config/gtk-4.0", exist_ok=True)
            with open(f"{self.sandbox}/config/gtk-4.0/settings.ini", "w", encoding="utf-8") as settings:
                settings.write("[Settings]\ngtk-enable-animations=false\ngtk-cursor-blink=false\n")
                if "DIRECTORY_FONT" in os.environ:
                    settings.write(f"gtk-font-name={os.environ['DIRECTORY_FONT']}\n")
            environment["XDG_CONFIG_HOME"] = f"{self.sandbox}/config"
        # Without a window manager, the window under the pointer has the keyboard focus.
        self.move_mouse(150, 690)
        self.process = subprocess.Popen(
            [f"{build}/duke-directory", "--sandbox", self.sandbox, *arguments], env=environment)
        self.program = until(self._program, "the program on the accessibility bus")
        self.window("Duke Directory")  # waits for it

    def __enter__(self):
        return self

    def __exit__(self, kind, *problem):
        if kind and self.process.poll() is None:
            subprocess.run(["import", "-window", "root", f"{self.sandbox}/failed.png"], check=True)
            print(f"Screenshot of the failure: {self.sandbox}/failed.png", flush=True)
        self.kill()

    def _program(self):
        assert self.process.poll() is None, "the program ended"
        return widgets.program(self.process.pid)

    def window(self, title):
        def named():
            return next((window for window in self.program if window and self.english(window.name) == title), None)
        return until(named, f"window {title}")

    def focus_window(self, title):
        """Gives a window the keyboard focus, as a window manager would."""
        name = re.escape(self.window(title).name)
        # xdotool matches names outside ASCII only in a UTF-8 locale.
        subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--name", f"^{name}$", "windowfocus", "--sync"],
            check=True, capture_output=True, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def has_window(self, title):
        return any(w and self.english(w.name) == title for w in self.program)

    @staticmethod
    def english(name):
        """The English text of a name; a subclass for another language overrides it."""
        return name

    def lookup(self, role, name, inside=None, exact=True):
        """The widget of that role and name, or None; rows of lists are not searched."""
        matches = (lambda message: message == name) if exact else re.compile(name).search
        return self.program.lookup(role, lambda message: matches(self.english(message)), inside)

    def find(self, role, name, inside=None, exact=True):
        return until(lambda: self.lookup(role, name, inside, exact), f"{role} “{name}”")

    def click(self, name, inside=None):
        """Activates a button through AT-SPI; `press` uses the mouse."""
        self.find("push button", name, inside).perform()
        time.sleep(INPUT_DELAY)

    def write(self, name, text):
        field = until(lambda: self.lookup("text", name) or self.lookup("password text", name), f"entry “{name}”")
        field.write(text)

    def text(self, name, inside=None):
        return self.find("text", name, inside).text()

    def leave_form(self, answer):
        """Leaves a changed form with Esc, and answers the question."""
        self.keys("Escape")
        self.click(answer, self.window("Discard Changes?"))
        self.wait_until_closed("Discard Changes?")

    def has_focus(self, role, name, inside=None):
        widget = self.lookup(role, name, inside)
        return widget is not None and widget.has("focused")

    def focused_widget(self, *roles):
        """The focused widget, or None; with roles, only if it has one of them."""
        focused = (widget for window in self.program for widget in window.subtree() if widget.has("focused"))
        return next((one for one in focused if one.role != "frame" and one.role in (roles or (one.role,))), None)

    def is_selected(self, prefix):
        return self.row(prefix).has("selected")

    def area(self, widget):
        """The center of a widget on the screen, and its size."""
        area = widget.extents()
        return area.x + area.width // 2 + BORDER, area.y + area.height // 2 + BORDER, area.width, area.height

    def stable_area(self, widget):
        """The area of a widget if it has not changed since the last call, or None."""
        before, self.last_area = self.last_area, (widget, self.area(widget))
        return self.last_area[1] if self.last_area == before else None

    @staticmethod
    def scroll_pane(widget):
        """The scrolled window that contains a widget, or None."""
        while widget and widget.role != "scroll pane":
            widget = widget.parent
        return widget

    def scroll_to(self, widget):
        """Scrolls with the wheel until the widget is in view, and returns its center."""
        view = self.scroll_pane(widget)
        if not view:
            return until(lambda: self.stable_area(widget), f"{widget.name} to stop moving")[:2]
        x, middle, _, height = self.area(view)

        def is_in_view():
            area = self.stable_area(widget)
            if not area:
                return None
            below = area[1] + area[3] - (middle + height // 2)
            above = middle - height // 2 - (area[1] - area[3])
            if below <= 0 and above <= 0:
                return area[:2]
            self.move_mouse(x, middle)
            subprocess.run(["xdotool", "click", "5" if below > 0 else "4"], check=True)
            return None

        return until(is_in_view, f"{widget.name} in view")

    def press(self, role, name, inside=None):
        """Clicks a widget with the mouse."""
        self.move_mouse(*self.scroll_to(self.find(role, name, inside)))
        self.click_at_pointer()

    @staticmethod
    def click_at_pointer(duration=CLICK_DURATION, count=1):
        # GTK cancels a click if press and release arrive in the same frame.
        xdotool(*["mousedown", "1", "sleep", str(duration), "mouseup", "1", "sleep", str(INPUT_DELAY)] * count)

    def drag(self, start, end, edge=None):
        """Drags with the mouse; with a point `edge` of the target, drops only after the highlight changed its color."""
        before = edge and self.color(*edge)
        self.move_mouse(*start)
        subprocess.run(["xdotool", "mousedown", "1"], check=True)
        try:
            for part in range(1, 26):
                self.move_mouse(*(a + (b - a) * part // 25 for a, b in zip(start, end)))
            if edge:
                until(lambda: self.color(*edge) != before, "the highlight of the drop target")
                # The source learns that the drop is accepted only after the highlight.
                self.move_mouse(end[0], end[1] + 3)
        finally:
            subprocess.run(["xdotool", "mouseup", "1"], check=True)

    def fill(self, name, text, inside=None):
        """Replaces the text of an entry by typing."""
        self.press("text", name, inside)
        until(lambda: self.has_focus("text", name, inside), f"the focus in “{name}”")
        self.keys("ctrl+a", "BackSpace")
        self.type(text)
        until(lambda: self.text(name, inside) == text, f"“{text}” in “{name}”")

    def shows(self, sentence, inside=None):
        """Waits for a label that begins with the sentence."""
        return self.find("label", f"^{re.escape(sentence)}", inside, exact=False)

    def dismiss(self, sentence):
        """Closes the message that begins with the sentence."""
        name = f"^{re.escape(sentence)}"
        self.click("Close", self.find("alert", name, exact=False))
        until(lambda: not self.lookup("alert", name, exact=False), "the message to close")

    def wait_until_closed(self, title):
        until(lambda: not self.has_window(title), f"{title} to close")

    def rows(self):
        """The names of the rows for which the list has widgets."""
        return until(lambda: ([row.name for row in self.find("list", "People") if row.name],), "the rows")[0]

    def click_row(self, prefix):
        self.hover_row(prefix)
        self.click_at_pointer()

    def row(self, prefix):
        people = self.find("list", "People")
        return until(lambda: next((r for r in people if r and r.name.startswith(prefix)), None), f"row {prefix}")

    def hover_row(self, prefix):
        row = self.row(prefix)
        area = row.extents()
        self.move_mouse(area.x + area.width // 2, area.y + area.height - 20)

    @staticmethod
    def move_mouse(x, y):
        mouse = subprocess.run(["xdotool", "getmouselocation", "--shell"], capture_output=True, text=True, check=True)
        # `mousemove --sync` hangs if the pointer is already there.
        if f"X={x}\nY={y}\n" not in mouse.stdout:
            xdotool("mousemove", "--sync", str(x), str(y))

    @staticmethod
    def keys(*names):
        xdotool("key", "--clearmodifiers", *names)

    @staticmethod
    def type(text):
        xdotool("type", "--delay", "15", text)

    @staticmethod
    def clipboard():
        return subprocess.run(["xclip", "-o", "-selection", "clipboard"], capture_output=True, text=True).stdout

    @staticmethod
    def center(title):
        """Moves a dialog over its window, as a window manager would."""
        subprocess.run(["xdotool", "search", "--name", f"^{title}$", "windowmove", "--sync", "400", "220"], check=True)

    def display_screenshot(self, file):
        """Saves a screenshot of the display."""
        self._save_screenshot("root", file, "-trim", "+repage")

    def screenshot(self, title, file):
        """Saves a screenshot of a window, without its border."""
        if self.saves_screenshots:
            crop = f"{BORDER - 1}x{BORDER - 1}"
            self._save_screenshot(self._window_id(title), file, "-shave", crop, "-strip", "-quality", "95")

    def _save_screenshot(self, window, file, *changes):
        if self.saves_screenshots:
            subprocess.run(["import", "-window", window, file], check=True)
            subprocess.run(["mogrify", *changes, file], check=True)

    @staticmethod
    def _window_id(title):
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"], capture_output=True, text=True, check=True)
        return found.stdout.split()[-1]

    @staticmethod
    def color(x, y):
        """The red, green, and blue of a pixel on the screen."""
        pixel = subprocess.run(
            ["import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-"],
            capture_output=True, check=True)
        return tuple(pixel.stdout[:3])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Quits with Ctrl+Q, and returns the exit status."""
        self.keys("ctrl+q")
        try:
            return self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("Ctrl+Q did not end the program")


@contextlib.contextmanager
def window_with_class(build, *arguments, **options):
    """A window with the downloaded class of a server, and the server; quits the window with Ctrl+Q at the end."""
    download = ["--netid", "demo", "--download", "replace"]
    with Server(build) as server, App(
            build, "--server", server.address, *download, *arguments, no_animations=True, **options) as app:
        app.shows("150 people downloaded")
        yield app, server
        step("Ctrl+Q ends the program", app.stop() == 0)
