"""Another program, with a window from which a file can be dragged, as from a file manager.

Usage: files.py FILE
"""

import pathlib
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def activate(application):
    address = pathlib.Path(sys.argv[1]).resolve().as_uri() + "\r\n"
    drag = Gtk.DragSource()
    drag.set_content(Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(address.encode())))
    file = Gtk.Label(label=pathlib.Path(sys.argv[1]).name)
    file.add_controller(drag)
    window = Gtk.ApplicationWindow(application=application, title="Files", child=file)
    window.set_default_size(150, 150)
    window.set_decorated(False)
    window.present()


application = Gtk.Application()
application.connect("activate", activate)
application.run()
