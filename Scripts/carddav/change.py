"""Prints the NetIDs of two people of a class, and writes the record of the first with another team."""

import json
import sys

people = [person for person in json.load(open(sys.argv[1])) if person["netid"].isalnum() and person["picture"]]
first, second = people[0], people[1]
first["team"] = "Changed"
json.dump(first, open(sys.argv[2], "w"))
print(first["netid"], second["netid"])
