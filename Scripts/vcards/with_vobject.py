"""Reads the cards with vobject, compares them, and writes them with vobject."""

import base64
import json
import sys

import vobject

people = {person["DUID"]: person for person in json.load(open(sys.argv[1]))}
wrong, count, written = [], 0, []
for card in vobject.readComponents(open(sys.argv[2], encoding="utf-8", newline="")):
    person = people[int(card.contents["x-duke-duid"][0].value)]
    count += 1
    expected = {
        "given": person["fName"].strip(),
        "family": " ".join(person["lName"].split()),
        "email": person["email"],
        "photo": base64.b64decode(person["picture"]),
        "org": [person["program"], person["team"]],
        "title": person["plan"],
    }
    found = {
        "given": card.n.value.given,
        "family": card.n.value.family,
        "email": card.email.value,
        "photo": card.photo.value,
        "org": card.org.value,
        "title": card.title.value,
    }
    wrong += [(person["DUID"], key, expected[key], found[key]) for key in expected if expected[key] != found[key]]
    written.append(card.serialize())
open(sys.argv[3], "w", encoding="utf-8", newline="").write("".join(written))
print(f"vobject: {count} cards read, {len(wrong)} values differ {wrong[:3]}")
sys.exit(bool(wrong) or count != len(people))
