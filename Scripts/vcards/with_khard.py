"""Adds the cards to an address book of khard, lists it, and compares the names."""

import json
import os
import subprocess
import sys

people = json.load(open(sys.argv[1]))
folder = os.path.join(sys.argv[3], "khard")
os.makedirs(os.path.join(folder, "book"))
cards = open(sys.argv[2], encoding="utf-8", newline="").read().split("END:VCARD\r\n")[:-1]
for number, card in enumerate(cards):
    with open(os.path.join(folder, "book", f"{number}.vcf"), "w", encoding="utf-8", newline="") as file:
        file.write(card + "END:VCARD\r\n")
configuration = os.path.join(folder, "khard.conf")
with open(configuration, "w") as file:
    file.write(f"[addressbooks]\n[[book]]\npath = {folder}/book\n[general]\neditor = true\nmerge_editor = true\n")
listed = subprocess.run(
    ["/usr/bin/khard", "-c", configuration, "email", "--parsable"], capture_output=True, text=True, timeout=600
)
lines = [line.split("\t") for line in listed.stdout.splitlines() if "\t" in line]
addresses = {line[0]: line[1] for line in lines}
wrong = []
for person in people:
    name = " ".join(f"{person['fName']} {person['lName']}".split())
    if " ".join(addresses.get(person["email"], "").split()) != name:
        wrong.append((name, addresses.get(person["email"])))
shown = subprocess.run(
    ["/usr/bin/khard", "-c", configuration, "show", "--format", "yaml", people[2]["email"]], capture_output=True, text=True)
if not all(name in shown.stdout for name in ("Brass; Wind, and Śląsk", "Crew")):
    wrong.append(("categories", shown.stdout + shown.stderr))
version = subprocess.run(["/usr/bin/khard", "--version"], capture_output=True, text=True).stdout.strip()
print(f"khard {version}: {len(cards)} cards given, {len(addresses)} listed, {len(wrong)} names differ {wrong[:3]}")
print(listed.stderr[:500], end="")
sys.exit(bool(wrong))
