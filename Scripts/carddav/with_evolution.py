"""Reads the class as a client of Evolution's data server, and compares it with JSON."""

import base64
import json
import sys
import time

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("EBook", "1.2")
gi.require_version("EBookContacts", "1.2")
from gi.repository import EBook, EBookContacts, EDataServer

people = {int(person["DUID"]): person for person in json.load(open(sys.argv[1]))}
registry = EDataServer.SourceRegistry.new_sync(None)
source = registry.ref_source("class")
book = EBook.BookClient.connect_sync(source, 30, None)
book.refresh_sync(None)
everyone = EBookContacts.BookQuery.any_field_contains("").to_string()
stored = []
# The refresh runs in its own thread.
for _ in range(300):
    _, stored = book.get_contacts_sync(everyone, None)
    if len(stored) >= len(people):
        break
    time.sleep(0.2)
wrong, photos = [], 0
for contact in stored:
    person = people.pop(int(contact.get_attribute("X-DUKE-DUID").get_value()), None)
    contact.inline_local_photos()
    photo = contact.get_property("photo")
    data = bytes(photo.get_inlined()) if photo and photo.get_inlined() else b""
    photos += bool(data)
    if person is None or data != base64.b64decode(person["picture"]):
        wrong.append((contact.get_attribute("X-DUKE-DUID").get_value(), contact.get_property("full-name"), len(data)))
print(f"    {len(stored)} contacts, {photos} with a photo, {len(wrong)} wrong, {len(people)} missing {wrong[:3]} {list(people)[:3]}")
print(f"    read-only: {book.is_readonly()}")
sys.exit(bool(wrong or people) or not book.is_readonly())
