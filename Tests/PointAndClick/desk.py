"""Drives the real programs as a user at a desk would: finds widgets by role and name, clicks, types, looks."""

import os
import re
import socket
import subprocess
import tempfile
import threading
import time

import pyatspi

PATIENCE = 20.0


def until(look, what):
    """What `look` gives once it gives something; fails with `what` after PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = look()
        if found:
            return found
        time.sleep(0.02)  # between two looks at another process, which cannot be waited for otherwise
    raise AssertionError(f"never came: {what}")


class Server:
    """The real class server with a sample class, on a free port."""

    def __init__(self, build, *arguments):
        command = [f"{build}/duke-directory-server", "--sample", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[-1]

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

    def __init__(self, build, *arguments, password="demo"):
        self.sandbox = tempfile.mkdtemp(prefix="directory-")
        environment = dict(os.environ, DUKE_DIRECTORY_PASSWORD=password)
        if password is None:
            del environment["DUKE_DIRECTORY_PASSWORD"]
        self.process = subprocess.Popen(
            [f"{build}/duke-directory", "--sandbox", self.sandbox, *arguments], env=environment)
        self.program = until(self._program, "the program on the accessibility bus")
        self.window("Duke Directory")

    def _program(self):
        assert self.process.poll() is None, "the program ended"
        for program in pyatspi.Registry.getDesktop(0):
            if program and program.get_process_id() == self.process.pid:
                return program
        return None

    def window(self, title):
        """The window of that title."""
        return until(lambda: next((w for w in self.program if w and w.name == title), None), f"window {title}")

    def has_window(self, title):
        return any(w and w.name == title for w in self.program)

    def look(self, role, name, inside=None, exact=True):
        """The widget of that role and name, or None; rows of lists are not walked into."""
        matches = (lambda n: n == name) if exact else re.compile(name).search
        waiting = [inside or window for window in ([inside] if inside else self.program)]
        while waiting:
            node = waiting.pop()
            try:
                if node.getRoleName() == role and matches(node.name or ""):
                    return node
                if node.getRoleName() != "list":
                    waiting.extend(child for child in node if child)
            except Exception:  # it went away while we looked
                continue
        return None

    def find(self, role, name, inside=None, exact=True):
        return until(lambda: self.look(role, name, inside, exact), f"{role} “{name}”")

    def click(self, name, inside=None):
        self.find("push button", name, inside).queryAction().doAction(0)

    def write(self, name, text):
        field = until(lambda: self.look("text", name) or self.look("password text", name), f"entry “{name}”")
        field.queryEditableText().setTextContents(text)

    def rows(self):
        """The names of the rows the list has built."""
        people = self.find("list", "People")
        return [row.name for row in people if row and row.name]

    def click_row(self, beginning):
        self.hover_row(beginning)
        subprocess.run(["xdotool", "click", "1"], check=True)

    def hover_row(self, beginning):
        row = until(
            lambda: next((r for r in self.find("list", "People") if r and r.name.startswith(beginning)), None),
            f"row {beginning}")
        place = row.queryComponent().getExtents(pyatspi.WINDOW_COORDS)
        self.move_mouse(place.x + place.width // 2, place.y + place.height - 20)

    @staticmethod
    def move_mouse(x, y):
        subprocess.run(["xdotool", "mousemove", "--sync", str(x), str(y)], check=True)

    @staticmethod
    def keys(*names):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *names], check=True)

    @staticmethod
    def type(text):
        subprocess.run(["xdotool", "type", "--delay", "15", text], check=True)

    @staticmethod
    def clipboard():
        ran = subprocess.run(["xclip", "-o", "-selection", "clipboard"], capture_output=True, text=True)
        return ran.stdout

    @staticmethod
    def centre(title):
        """There is no window manager that would place a dialog over its window."""
        subprocess.run(["xdotool", "search", "--name", f"^{title}$", "windowmove", "--sync", "400", "220"], check=True)

    @staticmethod
    def picture(file):
        subprocess.run(["import", "-window", "root", file], check=True)

    def stop(self):
        self.keys("ctrl+q")
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("Ctrl+Q did not end the program")
