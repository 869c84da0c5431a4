"""The desktop starts the real program over D-Bus, asks it for things, hands it a file, searches in it, and hears of
the end of a download.

Usage: desktop.py BUILD-FOLDER; it starts a session bus of its own, on which the program can be started.
"""

import functools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

INSIDE = "DUKE_DIRECTORY_TEST_BUS"

if INSIDE in os.environ:  # else there is no bus yet
    import desk
    from gi.repository import Gio, GLib

ID = "io.github.dukedirectory.DukeDirectory"
PATH = "/io/github/dukedirectory/DukeDirectory"


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
            XDG_DATA_HOME=f"{folder}/home", DUKE_DIRECTORY_PASSWORD="demo")
        command = ["dbus-run-session", "--", sys.executable, __file__, build]
        return subprocess.run(command, env=environment, check=False).returncode


@functools.cache
def bus():
    return Gio.bus_get_sync(Gio.BusType.SESSION)


def call(name, path, interface, method, arguments=None):
    """What the other side answers, which is started if it does not run."""
    answer = bus().call_sync(
        name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, int(desk.TIMEOUT * 1000))
    return answer.unpack()


def ask_bus(method):
    bus = "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"
    return call(*bus, method, GLib.Variant("(s)", (ID,)))[0]


def ask(method, types, *arguments):
    call(ID, PATH, "org.freedesktop.Application", method, GLib.Variant(types, arguments))


def do(action):
    ask("ActivateAction", "(sava{sv})", action, [], {})


def served():
    """The window of the program that the bus started, as soon as there is one."""

    class Served(desk.Desk):
        def __init__(self, process):
            self.process = type("Process", (), {"pid": process, "poll": lambda self: None})()

        @property
        def program(self):
            return desk.until(self._program, "the program on the accessibility bus")

    return Served(ask_bus("GetConnectionUnixProcessID"))


def shown():
    """The X windows of the program that are open."""
    search = ["xdotool", "search", "--onlyvisible", "--name", "^Duke Directory$"]
    return subprocess.run(search, capture_output=True, text=True, check=False).stdout.split()


def quit_program():
    do("quit")
    desk.until(lambda: not ask_bus("NameHasOwner"), "the end of the program")


def actions(build, _pictures):
    desk.step("nobody has started it", not ask_bus("NameHasOwner"))
    # Download asks how only where a server is known.
    subprocess.run([f"{build}/dukedir", "list", "--server", "http://127.0.0.1:9"], check=True, capture_output=True)
    call(ID, PATH, "org.freedesktop.DBus.Peer", "Ping")
    window = served()
    desk.step("started as a service, it shows nothing", not shown())

    do("new-person")
    window.find("text", "First Name")
    desk.step("New Person opens the window on an empty form", window.text("First Name") == "")
    window.keys("Escape")

    do("download")
    window.find("push button", "Download and Replace")
    desk.step("Download asks how", True)
    window.click("Cancel", window.window("Download People"))

    ask("Open", "(asa{sv})", [written("Ada").as_uri()], {})
    window.click("Import")
    window.shows("1 person imported")
    desk.step("a file that is opened is taken in", True)

    started = subprocess.run([f"{build}/duke-directory", "--desktop-action", "download"], check=False)
    window.find("push button", "Download and Replace")
    desk.step("the menu's command reaches the window that is open", started.returncode == 0)

    quit_program()
    desk.step("Quit ends it", True)


def written(*names):
    """A file of people of these first names."""
    file = pathlib.Path(os.environ["XDG_DATA_HOME"], "Zoë 1.json")
    people = [{"DUID": 5550001 + index, "fName": name, "lName": "Sample"} for index, name in enumerate(names)]
    file.write_text(json.dumps(people), encoding="utf-8")
    return file


def search(build, _pictures):
    def provide(method, types, *arguments):
        where = ID, f"{PATH}/SearchProvider", "org.gnome.Shell.SearchProvider2"
        return call(*where, method, GLib.Variant(types, arguments))

    subprocess.run([f"{build}/dukedir", "import", str(written("Zoravia", "Zoravius"))], check=True, capture_output=True)
    desk.step("nobody has started it for a search", not ask_bus("NameHasOwner"))
    both = provide("GetInitialResultSet", "(as)", ["zorav"])[0]
    desk.step("a search starts it and finds people", both == ["people/5550001", "people/5550002"])
    one = provide("GetSubsearchResultSet", "(asas)", both, ["zorav", "zoravius"])[0]
    desk.step("another word narrows it", one == ["people/5550002"])
    metas = provide("GetResultMetas", "(as)", both)[0]
    reported = [(meta["id"], meta["name"]) for meta in metas]
    desk.step("each has a name", reported == [(both[0], "Zoravia Sample"), (both[1], "Zoravius Sample")])
    desk.step("nothing is shown for that", not shown())

    provide("ActivateResult", "(sasu)", one[0], ["zorav"], 0)
    window = served()
    window.find("push button", "Copy DUID")
    desk.step("a result opens that person", window.shows("5550002") and not window.look("label", "5550001"))
    provide("LaunchSearch", "(asu)", ["sam", "ple"], 0)
    entry = window.find("entry", "Search everywhere", window.window("Search Everywhere"))
    desk.until(lambda: entry.text() == "sam ple", "the words in the entry")
    desk.step("More opens the search with its words", True)
    quit_program()


class Notifications:
    """The desktop's place for notifications; keeps what it is told."""

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
        self.reported = []
        self.node = Gio.DBusNodeInfo.new_for_xml(self.XML)
        bus().register_object(self.PATH, self.node.interfaces[0], self._called, None, None)
        Gio.bus_own_name_on_connection(bus(), self.NAME, Gio.BusNameOwnerFlags.NONE)

    def _called(self, _bus, _sender, _path, _interface, method, arguments, invocation):
        if method != "Notify":
            return invocation.return_value(None)
        _, _, _, title, body, *_ = arguments.unpack()
        self.reported.append((title, body))
        return invocation.return_value(GLib.Variant("(u)", (len(self.reported),)))

    def has(self, count):
        """Waits until it was told so many things, and returns the last."""
        def listen():
            while GLib.MainContext.default().iteration(False):
                pass
            return len(self.reported) >= count

        desk.until(listen, f"notification {count}")
        assert len(self.reported) == count, self.reported
        return self.reported[-1]

    def click(self):
        """Clicks the last one."""
        clicked = GLib.Variant("(us)", (len(self.reported), "default"))
        bus().emit_signal(None, self.PATH, self.NAME, "ActionInvoked", clicked)


class Watched:
    """A window whose downloads take as long as is wanted, and another that can be in front of it."""

    def __init__(self, server, window):
        (self.server, self.window) = (server, window)
        self.frame = window.window("Duke Directory")
        (self.own,) = shown()
        self.other = None

    def is_in_front(self):
        return self.frame.has("active")

    def turn_to(self, other):
        subprocess.run(["xdotool", "windowfocus", "--sync", other or self.own], check=True, capture_output=True)
        desk.until(lambda: self.is_in_front() == (other is None), "the keyboard in the other window")

    def download(self, other, end):
        """Downloads while the other window is in front, or this one where it is None."""
        self.server.process.send_signal(signal.SIGSTOP)
        self.window.click("Download")
        self.window.click("Download and Replace", self.window.window("Download People"))
        self.window.is_gone("Download People")
        self.window.find("push button", "Cancel Download")
        self.turn_to(other)
        self.server.process.send_signal(end)


def notification(build, _pictures):
    notifications = Notifications()
    with desk.Server(build) as server, desk.Desk(build, "--server", server.address, "--netid", "demo") as window:
        watched = Watched(server, window)
        with desk.Desk(build, "--collection", "courses"):
            other = desk.first(lambda: (one for one in shown() if one != watched.own), "the other window")
            watched.download(other, signal.SIGCONT)
            title, body = notifications.has(1)
            desk.step("the desktop is told of the end of a download", title == "Download finished")
            desk.step("in the words of the window", body.startswith("150 people downloaded"))
            window.find("alert", body)
            desk.step("which is still behind", not watched.is_in_front())
            notifications.click()
            desk.until(watched.is_in_front, "the window in front")
            desk.step("a click brings the window to the front", True)

            watched.download(None, signal.SIGCONT)
            window.find("alert", "Already up to date")
            watched.download(other, signal.SIGKILL)
            title, body = notifications.has(2)
            desk.step("in front it tells the desktop nothing, behind it tells what went wrong", title == "Download failed")
            window.find("alert", body)


if __name__ == "__main__":
    if INSIDE in os.environ:
        desk.run(actions, search, notification)
    else:
        sys.exit(outside(sys.argv[1]))
