#!/usr/bin/python3
# Writes the small lists of the sample class to data: sample-contacts.json, sample-todos.json, sample-tours.json, and
# sample-courses.json. Its people are in ece564cohort.json, its players in players.plist.
# Usage: python3 Scripts/data/samples.py. The bytes are the same each time.
# All people and addresses are invented; the phone numbers are from a range that is reserved for fiction.

import json
import os

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data")

# first name, last name, street, apartment, city, state, zip code, phone, email, is an emergency contact
CONTACTS = [
    ("Wendell", "Ashgrove", "12 Lantern Row", "", "Durham", "NC", "27701", "9195550112", "wendell@example.org", True),
    ("Marisol", "Brightwater", "408 Quarry Lane", "3B", "Raleigh", "NC", "27601", "9195550134", "marisol@example.org",
     True),
    ("Thaddeus", "Crane", "7 Millpond Court", "", "Chapel Hill", "NC", "27514", "9195550155", "", False),
    ("Imogen", "Delacroix-Hart", "91 Observatory Road", "12", "Asheville", "NC", "28801", "8285550119",
     "imogen@example.org", False),
    ("Basil", "Everhart", "", "", "Boone", "NC", "28607", "8285550177", "basil@example.org", False),
    ("Noor", "Farouk-Lindt", "230 Harbor Street", "", "Wilmington", "NC", "28401", "9105550143", "noor@example.org",
     False),
    ("Juniper", "Galloway", "5 Tannery Alley", "2", "Durham", "NC", "27701", "9195550168", "", False),
    ("Osric", "Halvorsen", "1450 Pinecrest Avenue", "", "Cary", "NC", "27511", "9195550181", "osric@example.org",
     False),
    ("Priya", "Iyer-Stone", "66 Gardenia Walk", "", "Durham", "NC", "27705", "9195550126", "priya@example.org", False),
    ("Campus", "Locksmith", "1 Facilities Drive", "", "Durham", "NC", "27708", "9195550100", "", True),
    # A possible duplicate of the Priya above, for Find Duplicates.
    ("Priya", "Iyer", "", "", "Carrboro", "NC", "", "9195550126", "priya@example.org", False),
]

# title, user, is completed
TODOS = [
    ("Book the projector for the demo day", "Ngũgĩ Kamweti", False),
    ("Grade lab 2", "Łukasz Gąsiorek", False),
    ("Collect the pictures that are missing", "Ngũgĩ Kamweti", False),
    ("Print the roster for the first session", "Ingrid Sørbråten", True),
    ("Find a room with enough sockets", "Łukasz Gąsiorek", True),
    ("Write down who brings what to the picnic", "Zoë Vandermeulen", False),
    ("Learn the names of Monday’s section", "Ingrid Sørbråten", False),
]

# customer, number of people, day, code. When the program loads them, it shifts the days so that 2026-09-14 is today.
TOURS = [
    ("The Halvorsen family", 4, "2026-09-11T16:00Z", "WK4TRE"),
    ("Juniper Galloway", 1, "2026-09-16T15:00Z", "LM7PQA"),
    ("Marisol Brightwater and friends", 5, "2026-09-18T14:00Z", "HX2NDB"),
    ("Noor Farouk-Lindt", 2, "2026-09-23T16:00Z", "QT9CSV"),
    ("Visitors of the open day", 6, "2026-09-26T12:00Z", "BR5YGM"),
]

# code, name, program, level, status
COURSES = [
    ("IPC144", "Thinking in Programs", "CPA", 1, "Required"),
    ("ULI101", "The Shell and Its Friends", "CPA", 1, "Required"),
    ("OOQ244", "Objects and Their Quarrels", "CPA", 2, "Required"),
    ("DBW201", "Tables That Keep", "CPA", 2, "Required"),
    ("DSJ333", "Lists and Trees and Heaps", "CPA", 3, "Required"),
    ("GAM301", "Games on Paper", "CPA", 3, "Option"),
    ("TST405", "Finding What Fails", "CPA", 4, "Required"),
    ("PRJ566", "A Project From the Start", "CPA", 5, "Required"),
    ("IPS101", "First Programs", "BSD", 1, "Required"),
    ("MTH120", "Numbers for Builders", "BSD", 1, "Required"),
    ("STA212", "Counting Chance", "BSD", 2, "Required"),
    ("ALG314", "Steps That End", "BSD", 3, "Required"),
    ("MUS330", "Sound as Numbers", "BSD", 3, "Option"),
]


def write(name, records):
    with open(os.path.join(DATA, f"sample-{name}.json"), "w", encoding="utf-8", newline="\n") as file:
        json.dump(records, file, ensure_ascii=False, indent=1)
        file.write("\n")


KEYS = ["firstName", "lastName", "street", "apartment", "city", "state", "zipcode", "phone", "email",
        "isEmergencyContact"]
write("contacts", [{"id": number, **dict(zip(KEYS, contact))} for number, contact in enumerate(CONTACTS, 1)])
write("todos", [
    {"title": title, "user": user, "order": number, "completed": completed, "url": f"http://127.0.0.1/todos/{number}"}
    for number, (title, user, completed) in enumerate(TODOS, 1)])
write("tours", [
    {"Id": number, "CustomerName": customer, "NumberOfCustomers": count, "TourDate": day,
     "Message": "Your tour is reserved.", "ReservationCode": code, "DateCreated": "2026-09-09T12:00Z"}
    for number, (customer, count, day, code) in enumerate(TOURS, 1)])
write("courses", [
    {"Id": number, "Code": code, "Name": name, "Program": program, "Level": level, "Status": status,
     "DateCreated": "2026-08-24T12:00Z"}
    for number, (code, name, program, level, status) in enumerate(COURSES, 1)])
