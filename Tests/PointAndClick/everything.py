"""One user's visits of all six collections: go through them, add, mend, toggle, book, look up, with and without a server.

Usage: everything.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
The arguments change how the window looks: --dark, --size 1400x800. It cannot be called collections.py, for Python has a
module of that name.
"""

from away import offline
from contacts import contacts
from desk import run
from lists import courses, players
from todos import to_dos
from together import everywhere, keyboard, narrow, sidebar
from tours import slow_tour, tours

run(sidebar, contacts, to_dos, tours, slow_tour, courses, players, everywhere, offline, keyboard, narrow)
