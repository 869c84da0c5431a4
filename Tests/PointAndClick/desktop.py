"""The desktop starts the real program over D-Bus, asks it for things, and hands it a file.

Usage: desktop.py BUILD-FOLDER; it starts a session bus of its own, on which the program can be started.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ID = "io.github.dukedirectory.DukeDirectory"
PATH = "/io/github/dukedirectory/DukeDirectory"
INSIDE = "DUKE_DIRECTORY_TEST_BUS"


def outside(build):
    """Runs this file again on a bus that finds the service file, with a home where nothing is yet."""
    with tempfile.TemporaryDirectory(prefix="desktop-") as folder:
        services = pathlib.Path(folder, "share/dbus-1/services")
        services.mkdir(parents=True)
        template = pathlib.Path(f"data/{ID}.service.in").read_text(encoding="utf-8")
        bindir = os.path.abspath(build)
        services.joinpath(f"{ID}.service").write_text(template.replace("@bindir@", bindir), encoding="utf-8")
        environment = dict(
            os.environ, **{INSIDE: "yes"}, XDG_DATA_DIRS=f"{folder}/share:/usr/local/share:/usr/share",
            XDG_DATA_HOME=f"{folder}/home")
        command = ["dbus-run-session", "--", sys.executable, __file__, build]
        return subprocess.run(command, env=environment, check=False).returncode


def visit(build, _pictures):
    from gi.repository import Gio, GLib

    import desk as tools

    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def call(name, path, interface, method, arguments=None):
        return bus.call_sync(
            name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, int(tools.PATIENCE * 1000))

    def ask_bus(method):
        arguments = GLib.Variant("(s)", (ID,))
        return call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments)[0]

    def ask(method, arguments):
        call(ID, PATH, "org.freedesktop.Application", method, arguments)

    def do(action):
        ask("ActivateAction", GLib.Variant("(sava{sv})", (action, [], {})))

    class Served(tools.Desk):
        """The window of the program that the bus started."""

        def __init__(self, process):
            self.process = type("Process", (), {"pid": process, "poll": lambda self: None})()

    tools.step("nobody has started it", not ask_bus("NameHasOwner"))
    call(ID, PATH, "org.freedesktop.DBus.Peer", "Ping")
    window = Served(ask_bus("GetConnectionUnixProcessID"))
    shown = ["xdotool", "search", "--onlyvisible", "--name", "^Duke Directory$"]
    found = subprocess.run(shown, capture_output=True, text=True, check=False).stdout
    tools.step("started as a service, it shows nothing", found == "")

    do("new-person")
    window.program = tools.until(window._program, "the program on the accessibility bus")
    window.find("text", "First Name")
    tools.step("New Person opens the window on an empty form", window.text("First Name") == "")

    do("download")
    window.find("push button", "Download and Replace")
    tools.step("Download asks how", True)
    window.click("Cancel", window.window("Download People"))

    file = pathlib.Path(os.environ["XDG_DATA_HOME"], "Zoë 1.json")
    file.write_text(json.dumps([{"DUID": 5550001, "fName": "Ada", "lName": "Sample"}]), encoding="utf-8")
    ask("Open", GLib.Variant("(asa{sv})", ([file.as_uri()], {})))
    window.click("Import")
    window.says("1 person read: 1 new")
    tools.step("a file that is opened is taken in", True)

    started = subprocess.run([f"{build}/duke-directory", "--desktop-action", "download"], check=False)
    window.find("push button", "Download and Replace")
    tools.step("the menu's command reaches the window that is open", started.returncode == 0)

    do("quit")
    tools.until(lambda: not ask_bus("NameHasOwner"), "the end of the program")
    tools.step("Quit ends it", True)


if __name__ == "__main__":
    if INSIDE in os.environ:
        import desk

        desk.run(visit)
    else:
        sys.exit(outside(sys.argv[1]))
