"""Checks D-Bus activation, desktop actions, opening a file, the search provider of GNOME Shell, and notifications at
the end of downloads.

Usage: desktop.py BUILD-FOLDER; it runs itself again on a session bus that can activate the program.
"""

import functools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

BUS_MARKER = "DUKE_DIRECTORY_TEST_BUS"

if BUS_MARKER in os.environ:  # otherwise there is no bus yet
    from driver import TIMEOUT, App, Server, first, run, step, until
    from gi.repository import Gio, GLib

ID = "io.github.dukedirectory.DukeDirectory"
PATH = "/io/github/dukedirectory/DukeDirectory"


def run_on_own_bus(build):
    """Runs this file again on a bus that finds the service file, with an empty data home."""
    with tempfile.TemporaryDirectory(prefix="desktop-") as folder:
        services = pathlib.Path(folder, "share/dbus-1/services")
        services.mkdir(parents=True)
        template = pathlib.Path(f"data/{ID}.service.in").read_text(encoding="utf-8")
        bindir = os.path.abspath(build)
        services.joinpath(f"{ID}.service").write_text(template.replace("@bindir@", bindir), encoding="utf-8")
        environment = dict(
            os.environ, **{BUS_MARKER: "yes"}, XDG_DATA_DIRS=f"{folder}/share:/usr/local/share:/usr/share",
            XDG_DATA_HOME=f"{folder}/home", DUKE_DIRECTORY_PASSWORD="demo")
        command = ["dbus-run-session", "--", sys.executable, __file__, build]
        return subprocess.run(command, env=environment, check=False).returncode


@functools.cache
def bus():
    return Gio.bus_get_sync(Gio.BusType.SESSION)


def call(name, path, interface, method, arguments=None):
    """Calls a D-Bus method, which starts the service if necessary, and returns the result."""
    reply = bus().call_sync(
        name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, int(TIMEOUT * 1000))
    return reply.unpack()


def call_bus(method):
    bus = "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"
    return call(*bus, method, GLib.Variant("(s)", (ID,)))[0]


def call_application(method, types, *arguments):
    call(ID, PATH, "org.freedesktop.Application", method, GLib.Variant(types, arguments))


def activate_action(action):
    call_application("ActivateAction", "(sava{sv})", action, [], {})


def service_app():
    """The program that the bus started."""

    class ServiceApp(App):
        def __init__(self, process):
            self.process = type("Process", (), {"pid": process, "poll": lambda self: None})()

        @property
        def program(self):
            return until(self._program, "the program on the accessibility bus")

    return ServiceApp(call_bus("GetConnectionUnixProcessID"))


def visible_windows():
    search = ["xdotool", "search", "--onlyvisible", "--name", "^Duke Directory$"]
    return subprocess.run(search, capture_output=True, text=True, check=False).stdout.split()


def quit_program():
    activate_action("quit")
    until(lambda: not call_bus("NameHasOwner"), "the end of the program")


def actions(build, _screenshots):
    step("it does not run", not call_bus("NameHasOwner"))
    # Download opens its dialog only if there is a server.
    subprocess.run([f"{build}/dukedir", "list", "--server", "http://127.0.0.1:9"], check=True, capture_output=True)
    call(ID, PATH, "org.freedesktop.DBus.Peer", "Ping")
    app = service_app()
    step("started as a service, it shows no window", not visible_windows())

    activate_action("new-person")
    app.find("text", "First Name")
    step("New Person opens the window with an empty form", app.text("First Name") == "")
    app.keys("Escape")

    activate_action("download")
    app.find("push button", "Download and Replace")
    step("Download opens its dialog")
    app.click("Cancel", app.window("Download People"))

    call_application("Open", "(asa{sv})", [people_file("Ada").as_uri()], {})
    app.click("Import")
    app.shows("1 person imported")
    step("a file is opened and imported")

    started = subprocess.run([f"{build}/duke-directory", "--desktop-action", "download"], check=False)
    app.find("push button", "Download and Replace")
    step("a desktop action reaches the open window", started.returncode == 0)

    quit_program()
    step("Quit ends it")


def people_file(*names):
    """A file with people with these first names."""
    file = pathlib.Path(os.environ["XDG_DATA_HOME"], "Zoë 1.json")
    people = [{"DUID": 5550001 + index, "fName": name, "lName": "Sample"} for index, name in enumerate(names)]
    file.write_text(json.dumps(people), encoding="utf-8")
    return file


def search(build, _screenshots):
    def call_provider(method, types, *arguments):
        provider = ID, f"{PATH}/SearchProvider", "org.gnome.Shell.SearchProvider2"
        return call(*provider, method, GLib.Variant(types, arguments))

    file = str(people_file("Zoravia", "Zoravius"))
    subprocess.run([f"{build}/dukedir", "import", file], check=True, capture_output=True)
    step("it does not run before a search", not call_bus("NameHasOwner"))
    both = call_provider("GetInitialResultSet", "(as)", ["zorav"])[0]
    step("a search starts it and finds people", both == ["people/5550001", "people/5550002"])
    one = call_provider("GetSubsearchResultSet", "(asas)", both, ["zorav", "zoravius"])[0]
    step("another word narrows the results", one == ["people/5550002"])
    names = [(meta["id"], meta["name"]) for meta in call_provider("GetResultMetas", "(as)", both)[0]]
    step("results have names", names == [(both[0], "Zoravia Sample"), (both[1], "Zoravius Sample")])
    step("a search shows no window", not visible_windows())

    call_provider("ActivateResult", "(sasu)", one[0], ["zorav"], 0)
    app = service_app()
    app.find("push button", "Copy DUID")
    step("activating a result opens the person", app.shows("5550002") and not app.lookup("label", "5550001"))
    call_provider("LaunchSearch", "(asu)", ["sam", "ple"], 0)
    entry = app.find("entry", "Search everywhere", app.window("Search Everywhere"))
    until(lambda: entry.text() == "sam ple", "the terms in the entry")
    step("LaunchSearch opens Search Everywhere with the terms")
    quit_program()


class Notifications:
    """A notification service that records notifications."""

    NAME = "org.freedesktop.Notifications"
    PATH = "/org/freedesktop/Notifications"
    XML = """<node><interface name="org.freedesktop.Notifications">
        <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
        <arg type="u" direction="out"/></method>
        <method name="CloseNotification"><arg type="u" direction="in"/></method>
        <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal></interface></node>"""

    def __init__(self):
        self.received = []
        self.node = Gio.DBusNodeInfo.new_for_xml(self.XML)
        bus().register_object(self.PATH, self.node.interfaces[0], self._called, None, None)
        Gio.bus_own_name_on_connection(bus(), self.NAME, Gio.BusNameOwnerFlags.NONE)

    def _called(self, _bus, _sender, _path, _interface, method, arguments, invocation):
        if method != "Notify":
            return invocation.return_value(None)
        _, _, _, title, body, *_ = arguments.unpack()
        self.received.append((title, body))
        return invocation.return_value(GLib.Variant("(u)", (len(self.received),)))

    def wait_for(self, count):
        """Waits until there are `count` notifications, and returns the last."""
        def is_received():
            while GLib.MainContext.default().iteration(False):
                pass
            return len(self.received) >= count

        until(is_received, f"notification {count}")
        assert len(self.received) == count, self.received
        return self.received[-1]

    def click_last(self):
        arguments = GLib.Variant("(us)", (len(self.received), "default"))
        bus().emit_signal(None, self.PATH, self.NAME, "ActionInvoked", arguments)


class DownloadWindow:
    """A window that downloads while it or another window is active."""

    def __init__(self, server, app):
        self.server, self.app = server, app
        self.frame = app.window("Duke Directory")
        self.own, = visible_windows()

    def is_active(self):
        return self.frame.has("active")

    def activate(self, other):
        subprocess.run(["xdotool", "windowfocus", "--sync", other or self.own], check=True, capture_output=True)
        until(lambda: self.is_active() == (other is None), "the focus in the other window")

    def download(self, other, end):
        """Downloads from a stopped server, activates the other window or this one, and sends the server a signal."""
        self.server.process.send_signal(signal.SIGSTOP)
        self.app.click("Download")
        self.app.click("Download and Replace", self.app.window("Download People"))
        self.app.wait_until_closed("Download People")
        self.app.find("push button", "Cancel Download")
        self.activate(other)
        self.server.process.send_signal(end)


def notification(build, _screenshots):
    notifications = Notifications()
    with Server(build) as server, App(build, "--server", server.address, "--netid", "demo") as app:
        downloads = DownloadWindow(server, app)
        with App(build, "--collection", "courses"):
            other = first(lambda: (one for one in visible_windows() if one != downloads.own), "the other window")
            downloads.download(other, signal.SIGCONT)
            title, body = notifications.wait_for(1)
            step("the end of a download is a notification", title == "Download finished")
            step("with the text of the message", body.startswith("150 people downloaded"))
            app.find("alert", body)
            step("the window is still inactive", not downloads.is_active())
            notifications.click_last()
            until(downloads.is_active, "the active window")
            step("a click on the notification activates the window")

            downloads.download(None, signal.SIGCONT)
            app.find("alert", "Already up to date")
            downloads.download(other, signal.SIGKILL)
            title, body = notifications.wait_for(2)
            step("only an inactive window sends a notification, also of a failure", title == "Download failed")
            app.find("alert", body)


if __name__ == "__main__":
    if BUS_MARKER in os.environ:
        run(actions, search, notification)
    else:
        sys.exit(run_on_own_bus(sys.argv[1]))
