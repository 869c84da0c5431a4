"""The widgets of a program over AT-SPI. They are read with one call from GTK's cache interface, because a walk from
widget to widget would take a thousand calls."""

import functools
import time
from typing import NamedTuple

import dbus
import dbus.bus
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

CACHE_LIFETIME = 0.02  # seconds
ROOT = "/org/a11y/atspi/accessible/root"
ATSPI = "org.a11y.atspi"
BUS = "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"
WINDOW_COORDINATES = 1


class WidgetGone(LookupError):
    """A widget that no longer exists was used."""


class CacheItem(NamedTuple):
    """A widget in the answer to GetItems."""

    role: str
    name: str
    description: str
    states: int
    interfaces: list
    parent: str
    index: int
    count: int
    children: list


class Extents(NamedTuple):
    """The position of a widget in its window and its size, in pixels."""

    x: int
    y: int
    width: int
    height: int


class Program:
    """A program on the accessibility bus."""

    def __init__(self, bus, name):
        self.bus = bus
        self.name = name
        self.items = {}
        self.time = 0

    def call(self, path, interface, method, signature="", *arguments):
        try:
            return self.bus.call_blocking(self.name, path, interface, method, signature, arguments, timeout=20)
        except dbus.DBusException as error:
            raise WidgetGone(str(error)) from error

    def tree(self):
        """The items by path."""
        if time.monotonic() > self.time + CACHE_LIFETIME:
            self.items = self._tree()
            self.time = time.monotonic()
        return self.items

    def _tree(self):
        """GTK adds a widget to its cache only after a request, and not its visibility; in doubt, queries the parent."""
        for _ in range(4):
            items, new, pending = self._cached_items(), 0, [ROOT]
            while pending:
                path = pending.pop()
                if path not in items:
                    new += 1
                    pending.extend(self._children(path))
                    continue
                item = items[path]
                if not self._is_complete(item, items):
                    # GetChildren of a stack returns the children of its pages instead of the pages.
                    item.children[:] = [
                        items[child].parent if child in items and items[child].parent != path else child
                        for child in self._children(path)]
                pending.extend(item.children)
            if not new:
                break
        return items

    @staticmethod
    def _is_complete(item, items):
        children = [items[child] for child in item.children]
        return (all(child.states & state_bit("visible") for child in children)
                and [child.index for child in children] == list(range(item.count))
                and not any(page.name == "GtkStackPage" for page in [item, *children]))

    def _children(self, path):
        try:
            return [child for _, child in self.call(path, f"{ATSPI}.Accessible", "GetChildren")]
        except WidgetGone:
            return []

    def _cached_items(self):
        items = {}
        for (_, path), _, (_, parent), index, count, interfaces, name, role, description, (low, high) in self.call(
                "/org/a11y/atspi/cache", f"{ATSPI}.Cache", "GetItems"):
            items[path] = CacheItem(
                role_name(role), str(name), str(description), low | high << 32, interfaces, parent, index, count, [])
        for path, item in sorted(items.items(), key=lambda pair: pair[1].index):
            if item.parent in items:
                items[item.parent].children.append(path)
        return items

    def invalidate(self):
        """Makes the next query read the widgets again."""
        self.time = 0

    def paths(self, path):
        """The paths of a widget and its descendants, in depth-first order."""
        tree, found, pending = self.tree(), [], [path]
        while pending:
            found.append(path := pending.pop())
            if path not in tree:
                raise WidgetGone(f"{path} is gone")
            pending.extend(reversed(tree[path].children))
        return found

    def lookup(self, role, matches, inside=None):
        """The first widget of that role whose name matches, or None; rows of lists are not searched."""
        tree, pending = self.tree(), [inside.path if inside else ROOT]
        while pending:
            item = tree.get(path := pending.pop())
            if item and item.role == role and matches(item.name):
                return Widget(self, path)
            if item and item.role != "list":
                pending.extend(item.children)
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
    """A widget; its properties are the current ones."""

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
    def _item(self):
        try:
            return self.program.tree()[self.path]
        except KeyError:
            raise WidgetGone(f"{self.path} is gone") from None

    @property
    def role(self):
        return self._item.role

    @property
    def name(self):
        return self._item.name

    @property
    def description(self):
        return self._item.description

    @property
    def parent(self):
        parent = self._item.parent
        return Widget(self.program, parent) if parent in self.program.tree() else None

    def has(self, state):
        """Whether it is "focused", "selected", "checked", …"""
        return bool(self._item.states & state_bit(state))

    def __iter__(self):
        return (Widget(self.program, path) for path in list(self._item.children))

    def __len__(self):
        return len(self._item.children)

    def __getitem__(self, index):
        children = [Widget(self.program, path) for path in self._item.children]
        return children[index]

    def subtree(self):
        """The widget and its descendants."""
        return [Widget(self.program, path) for path in self.program.paths(self.path)]

    def has_text(self):
        return f"{ATSPI}.Text" in self._item.interfaces

    # Queries about this widget alone.

    def _call(self, interface, method, signature="", *arguments):
        return self.program.call(self.path, f"{ATSPI}.{interface}", method, signature, *arguments)

    def _value(self, interface, name):
        return self.program.call(self.path, dbus.PROPERTIES_IFACE, "Get", "ss", f"{ATSPI}.{interface}", name)

    def actions(self):
        """The names of its actions."""
        try:
            count = self._value("Action", "NActions")
            return [str(self._call("Action", "GetName", "i", index)) for index in range(count)]
        except WidgetGone:
            return []

    def perform(self, name=None):
        """Performs the action of that name, or the only action."""
        self._call("Action", "DoAction", "i", self.actions().index(name) if name else 0)
        self.program.invalidate()

    def text(self):
        return str(self._call("Text", "GetText", "ii", 0, self._value("Text", "CharacterCount")))

    def write(self, text):
        """Replaces its text."""
        self._call("EditableText", "SetTextContents", "s", text)
        self.program.invalidate()

    def extents(self):
        return Extents(*map(int, self._call("Component", "GetExtents", "u", WINDOW_COORDINATES)))

    def value(self):
        return float(self._value("Value", "CurrentValue"))


@functools.cache
def accessibility_bus():
    launcher = "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus"
    return dbus.bus.BusConnection(str(dbus.SessionBus().call_blocking(*launcher, "GetAddress", "", ())))


def program(process):
    """The program with that process ID on the bus, or None."""
    bus = accessibility_bus()
    registry = "org.a11y.atspi.Registry", ROOT, f"{ATSPI}.Accessible"
    for name, _ in bus.call_blocking(*registry, "GetChildren", "", ()):
        try:
            if bus.call_blocking(*BUS, "GetConnectionUnixProcessID", "s", (name,)) == process:
                return Program(bus, name)
        except dbus.DBusException:  # it has ended
            continue
    return None
