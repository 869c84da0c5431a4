"""One user's visits of the collections: go through them, add, tick, and book, by pointer and by keys alone.

Usage: everything.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
The arguments change the look of the window: --dark, --size 1400x800. It cannot be called collections.py, for Python has a
module of that name.
"""

from contacts import contacts
from desk import run
from todos import to_dos
from together import keyboard, narrow, sidebar
from tours import tours

run(sidebar, contacts, to_dos, tours, keyboard, narrow)
