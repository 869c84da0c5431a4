"""Adds invented people to the address book of Evolution Data Server, which GNOME Contacts shows.

Usage: contacts.py COUNT, in its own D-Bus session.
"""
import sys

import gi

gi.require_version("EBook", "1.2")
gi.require_version("EBookContacts", "1.2")
gi.require_version("EDataServer", "1.2")
from gi.repository import EBook, EBookContacts, EDataServer  # noqa: E402

# The names that Benchmarks/StoreBenchmark uses.
FIRST = ["Ana", "Zoë", "Łukasz", "Đặng", "Ric", "Mary Jane", "Søren", "Priya"]
LAST = ["Strauß", "Telford", "Nguyễn", "Okafor", "Lindqvist", "Marsh", "Quillfeather"]


def contact(number):
    first, last = FIRST[number % 8], f"{LAST[number // 8 % 7]}{number % 1000}"
    return EBookContacts.Contact.new_from_vcard(
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{first} {last}\r\nN:{last};{first};;;\r\n"
        f"EMAIL:n{number}@duke.edu\r\nORG:Team {number % 20}\r\nEND:VCARD\r\n")


registry = EDataServer.SourceRegistry.new_sync(None)
book = EBook.BookClient.connect_sync(registry.ref_builtin_address_book(), 30, None)
book.add_contacts_sync([contact(number) for number in range(1, int(sys.argv[1]) + 1)], 0, None)
