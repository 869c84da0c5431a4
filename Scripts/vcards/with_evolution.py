"""Adds the cards to the address book of Evolution's data server, compares its contacts, and writes them as vCards."""

import base64
import json
import sys

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("EBook", "1.2")
gi.require_version("EBookContacts", "1.2")
from gi.repository import EBook, EBookContacts, EDataServer

people = {person["DUID"]: person for person in json.load(open(sys.argv[1]))}
registry = EDataServer.SourceRegistry.new_sync(None)
source = registry.ref_builtin_address_book()
book = EBook.BookClient.connect_sync(source, 30, None)
cards = open(sys.argv[2], encoding="utf-8", newline="").read().split("END:VCARD\r\n")[:-1]
contacts = [EBookContacts.Contact.new_from_vcard(card + "END:VCARD\r\n") for card in cards]
for start in range(0, len(contacts), 100):
    book.add_contacts_sync(contacts[start : start + 100], 0, None)

_, stored = book.get_contacts_sync(EBookContacts.BookQuery.any_field_contains("").to_string(), None)
wrong, written = [], []
for contact in stored:
    attribute = contact.get_attribute("X-DUKE-DUID")
    person = people[int(attribute.get_value())]
    contact.inline_local_photos()
    photo = contact.get_property("photo")
    name = contact.get_property("name")
    expected = {
        "given": person["fName"].strip(),
        "family": " ".join(person["lName"].split()),
        "email": person["email"],
        "photo": base64.b64decode(person["picture"]),
        "org": person["program"],
        "unit": person["team"],
        "title": person["plan"],
    }
    found = {
        "given": name.given,
        "family": name.family,
        "email": contact.get_property("email-1"),
        "photo": bytes(photo.get_inlined()) if photo and photo.get_inlined() else None,
        "org": contact.get_property("org"),
        "unit": contact.get_property("org-unit"),
        "title": contact.get_property("title"),
    }
    wrong += [(person["DUID"], key, expected[key], found[key]) for key in expected if expected[key] != found[key]]
    written.append(contact.to_string(EBookContacts.VCardFormat(1)))
with open(sys.argv[3], "w", encoding="utf-8", newline="") as file:
    file.write("\r\n".join(written) + "\r\n")
print(f"Evolution's data server: {len(stored)} contacts stored, {len(wrong)} values differ {str(wrong[:3])[:600]}")
sys.exit(bool(wrong) or len(stored) != len(people))
