"""Compares a class, as JSON, with the cards of a folder: DUIDs, email addresses, teams, and pictures."""

import base64
import glob
import json
import os
import re
import sys

people = {str(person["DUID"]): person for person in json.load(open(sys.argv[1]))}
cards = {}
for path in glob.glob(os.path.join(sys.argv[2], "*.vcf")):
    text = open(path, encoding="utf-8", newline="").read().replace("\r\n ", "")
    fields = dict(line.split(":", 1) for line in text.split("\r\n") if ":" in line)
    number = str(int(fields["X-DUKE-DUID"]))
    cards[number] = fields
wrong, photos = [], 0
for number, person in people.items():
    card = cards.get(number)
    if card is None:
        wrong.append((number, "is missing"))
        continue
    photo = next((value for name, value in card.items() if name.startswith("PHOTO")), "")
    if base64.b64decode(photo) != base64.b64decode(person["picture"]):
        wrong.append((number, "another picture"))
    photos += bool(photo)
    email = next((value for name, value in card.items() if name.startswith("EMAIL")), "")
    if email and email != re.sub(r"([\\;,])", r"\\\1", person["email"]):
        wrong.append((number, email, person["email"]))
    team = card.get("ORG", ";").split(";")[-1]
    if person["team"] and team != re.sub(r"([\\;,])", r"\\\1", person["team"]):
        wrong.append((number, team, person["team"]))
wrong += [(number, "is too many") for number in cards if number not in people]
print(f"    {len(cards)} cards of {len(people)}, {photos} with a picture, {len(wrong)} wrong {str(wrong[:3])}")
sys.exit(bool(wrong))
