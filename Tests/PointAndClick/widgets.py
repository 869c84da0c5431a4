"""A program's widgets, as it tells them to assistive technology. GTK tells all of them in one answer; a walk from widget
to widget asks a thousand times."""

import functools
import time
from typing import NamedTuple

import dbus
import dbus.bus
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

FRESH = 0.02  # seconds for which an answer is taken for what there is
ROOT = "/org/a11y/atspi/accessible/root"
ATSPI = "org.a11y.atspi"
BUS = "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"
WINDOW_COORDINATES = 1


class Gone(LookupError):
    """A widget went away while it was looked at."""


class Told(NamedTuple):
    """What one answer says of a widget."""

    role: str
    name: str
    description: str
    states: int
    interfaces: list
    parent: str
    index: int
    count: int
    children: list


class Place(NamedTuple):
    """Where a widget is in its window, in pixels."""

    x: int
    y: int
    width: int
    height: int


class Program:
    """A program on the accessibility bus."""

    def __init__(self, bus, name):
        self.bus = bus
        self.name = name
        self.reported = {}
        self.time = 0

    def ask(self, path, interface, method, signature="", *arguments):
        """What a widget answers."""
        try:
            return self.bus.call_blocking(self.name, path, interface, method, signature, arguments, timeout=20)
        except dbus.DBusException as error:
            raise Gone(str(error)) from error

    def tree(self):
        """What there is now, by path."""
        if time.monotonic() > self.time + FRESH:
            self.reported = self._tree()
            self.time = time.monotonic()
        return self.reported

    def _tree(self):
        """GTK announces a widget only after a request, and not whether it is shown: in doubt, its parent is queried."""
        for _ in range(4):
            reported, new, waiting = self._reported(), 0, [ROOT]
            while waiting:
                path = waiting.pop()
                if path not in reported:
                    new += 1
                    waiting.extend(self._children(path))
                    continue
                one = reported[path]
                if not self._is_certain(one, reported):
                    # A stack names the widgets in its pages, which are in it.
                    one.children[:] = [
                        reported[child].parent if child in reported and reported[child].parent != path else child
                        for child in self._children(path)]
                waiting.extend(one.children)
            if not new:
                break
        return reported

    @staticmethod
    def _is_certain(one, reported):
        children = [reported[child] for child in one.children]
        return (all(child.states & state_bit("visible") for child in children)
                and [child.index for child in children] == list(range(one.count))
                and not any(page.name == "GtkStackPage" for page in [one, *children]))

    def _children(self, path):
        try:
            return [child for _, child in self.ask(path, f"{ATSPI}.Accessible", "GetChildren")]
        except Gone:
            return []

    def _reported(self):
        reported = {}
        for (_, path), _, (_, parent), index, count, can, name, role, description, (low, high) in self.ask(
                "/org/a11y/atspi/cache", f"{ATSPI}.Cache", "GetItems"):
            reported[path] = Told(
                role_name(role), str(name), str(description), low | high << 32, can, parent, index, count, [])
        for path, one in sorted(reported.items(), key=lambda item: item[1].index):
            if one.parent in reported:
                reported[one.parent].children.append(path)
        return reported

    def change(self):
        """Something is about to be different."""
        self.time = 0

    def paths(self, path):
        """A widget and everything in it, from top to bottom."""
        tree, found, waiting = self.tree(), [], [path]
        while waiting:
            found.append(path := waiting.pop())
            if path not in tree:
                raise Gone(f"{path} is gone")
            waiting.extend(reversed(tree[path].children))
        return found

    def look(self, role, matches, inside=None):
        """A widget of that role whose name matches, in another one or anywhere, or None; rows of lists are not walked
        into."""
        tree, waiting = self.tree(), [inside.path if inside else ROOT]
        while waiting:
            reported = tree.get(path := waiting.pop())
            if reported and reported.role == role and matches(reported.name):
                return Widget(self, path)
            if reported and reported.role != "list":
                waiting.extend(reported.children)
        return None

    def __iter__(self):
        """The windows."""
        return iter(Widget(self, ROOT))


@functools.cache
def role_name(role):
    return Atspi.role_get_name(Atspi.Role(role))


@functools.cache
def state_bit(name):
    return 1 << int(getattr(Atspi.StateType, name.upper().replace(" ", "_")))


class Widget:
    """A widget as it is at each time it is looked at."""

    def __init__(self, program, path):
        self.program = program
        self.path = path

    def __eq__(self, other):
        return isinstance(other, Widget) and (self.program, self.path) == (other.program, other.path)

    def __hash__(self):
        return hash(self.path)

    def __bool__(self):
        return True

    @property
    def _reported(self):
        try:
            return self.program.tree()[self.path]
        except KeyError:
            raise Gone(f"{self.path} is gone") from None

    @property
    def role(self):
        return self._reported.role

    @property
    def name(self):
        return self._reported.name

    @property
    def description(self):
        return self._reported.description

    @property
    def parent(self):
        parent = self._reported.parent
        return Widget(self.program, parent) if parent in self.program.tree() else None

    def has(self, state):
        """Whether it is "focused", "selected", "checked", …"""
        return bool(self._reported.states & state_bit(state))

    def __iter__(self):
        return (Widget(self.program, path) for path in list(self._reported.children))

    def __len__(self):
        return len(self._reported.children)

    def __getitem__(self, index):
        children = [Widget(self.program, path) for path in self._reported.children]
        return children[index]

    def every(self):
        """It and everything in it."""
        return [Widget(self.program, path) for path in self.program.paths(self.path)]

    def is_text(self):
        """Whether something is written in it."""
        return f"{ATSPI}.Text" in self._reported.interfaces

    # Queries about this widget alone.

    def _ask(self, interface, method, signature="", *arguments):
        return self.program.ask(self.path, f"{ATSPI}.{interface}", method, signature, *arguments)

    def _value(self, interface, name):
        return self.program.ask(self.path, dbus.PROPERTIES_IFACE, "Get", "ss", f"{ATSPI}.{interface}", name)

    def actions(self):
        """The names of what it offers to do."""
        try:
            count = self._value("Action", "NActions")
            return [str(self._ask("Action", "GetName", "i", index)) for index in range(count)]
        except Gone:
            return []

    def perform(self, name=None):
        """Does what it offers under that name, or its only action."""
        self._ask("Action", "DoAction", "i", self.actions().index(name) if name else 0)
        self.program.change()

    def text(self):
        """What is written in it."""
        return str(self._ask("Text", "GetText", "ii", 0, self._value("Text", "CharacterCount")))

    def write(self, text):
        """Puts a text in the place of what is written in it."""
        self._ask("EditableText", "SetTextContents", "s", text)
        self.program.change()

    def extents(self):
        """Where it is in its window."""
        return Place(*map(int, self._ask("Component", "GetExtents", "u", WINDOW_COORDINATES)))

    def value(self):
        return float(self._value("Value", "CurrentValue"))


@functools.cache
def accessibility_bus():
    index = "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus"
    return dbus.bus.BusConnection(str(dbus.SessionBus().call_blocking(*index, "GetAddress", "", ())))


def program(process):
    """The program with that number on the bus, or None."""
    bus = accessibility_bus()
    registry = "org.a11y.atspi.Registry", ROOT, f"{ATSPI}.Accessible"
    for name, _ in bus.call_blocking(*registry, "GetChildren", "", ()):
        try:
            if bus.call_blocking(*BUS, "GetConnectionUnixProcessID", "s", (name,)) == process:
                return Program(bus, name)
        except dbus.DBusException:  # it ended meanwhile
            continue
    return None
