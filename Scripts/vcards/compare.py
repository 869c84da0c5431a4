"""Compares two lists of people field by field, regardless of their order."""

import collections
import json
import sys

name, *files = sys.argv[1:]
before, after = ({person["DUID"]: person for person in json.load(open(file))} for file in files)
others = collections.Counter(
    key for number, person in before.items() for key in person if person[key] != after.get(number, {}).get(key)
)
print(f"{name}: {len(after)} of {len(before)} people, fields that differ: {dict(others) or 'none'}")
sys.exit(bool(others) or before.keys() != after.keys())
