"""Writes a thousand invented people as JSON, with all fields, names in many scripts, and texts that need escapes."""

import base64
import json
import os
import sys

folder = sys.argv[1]
pictures = [
    base64.b64encode(open(os.path.join(folder, name), "rb").read()).decode()
    for name in sorted(os.listdir(folder))
    if name.endswith(".jpg")
]
firsts = ["Ana", "Zoë", "Łukasz", "山田", "محمد", "O'Neil", "Ann; Mary", "Bo, Jr.", "דָּוִד", "👩🏽‍🚀 Sally", "a\\nb", "=Sum"]
lasts = ["Li", "Straußen" * 9, "García Márquez", "太郎", "بن عبد الله", "Smith; Jones", "de la Cruz, PhD", "\\;", "Ek"]
people = [
    {
        "DUID": number,
        "netid": f"n{number}",
        "fName": firsts[number % len(firsts)],
        "lName": f"{lasts[number % len(lasts)]} {number}",
        "email": f"n{number}@duke.edu",
        "from": "Pittsboro, NC; USA",
        "gender": ["Male", "Female", "Other", "Unknown"][number % 4],
        "role": ["Professor", "TA", "Student", "Other", "Unknown"][number % 5],
        "program": "ECE; Software",
        "plan": "MEng, second year",
        "team": f"Team {number % 9}",
        "movie": "日本語の映画 " * 8 + "\\n is no break",
        "hobby": "chess, long, distance running",
        "languages": ["Swift", "C++", "Objective-C; old"],
        "picture": pictures[number % len(pictures)],
    }
    for number in range(1, 1001)
]
json.dump(people, sys.stdout)
