"""One user's own record and the others': edit, mend, picture, upload, conflict, delete, undo, preview, set aside.

Usage: editing.py BUILD-FOLDER [SCREENSHOT-FOLDER [ARGUMENT-OF-THE-WINDOW…]]
The arguments change the look of the window: --dark, --size 360x700.
"""

from desk import run
from other_records import others
from own_record import own_record
from versions import versions

run(own_record, others, versions)
