"""Visits of what is only read: Courses from the server, Players from the list that ships."""

import json
import plistlib

from desk import Server, step, until
from shown import Shown, WINDOW, go, open_window


def courses(build, pictures, *arguments):
    with Server(build) as server:
        there = {program: json.loads(server.ask(f"/api/courses/in/{program}")[0]) for program in ("cpa", "bsd")}
        with open_window(build, *arguments, server=server) as desk:
            shown = go(desk, "Courses")
            total = len(there["bsd"]) + len(there["cpa"])
            until(lambda: len(shown.rows()) == total, f"{total} courses")
            step("they are fetched when they are first looked at", shown.headers() == ["BSD", "CPA"])
            expected = [f'{c["Name"]}, {c["Code"]} - Level {c["Level"]}' for program in ("bsd", "cpa")
                        for c in sorted(there[program], key=lambda c: (c["Level"], c["Code"]))]
            step("each row says name, code and level", [
                row.startswith(text) for row, text in zip(shown.rows(), expected)] == [True] * total)
            course = sorted(there["bsd"], key=lambda c: (c["Level"], c["Code"]))[1]
            shown.click(course["Name"])
            for text in [course["Code"], course["Name"], "In the BSD program", f'Level {course["Level"]}',
                         f'{course["Status"]} status', f'Created on {course["DateCreated"][:10]}']:
                shown.find("label", text)
            step("the detail says it in the words asked for")
            step("nobody changes a course here", not shown.look("push button", "Edit") and not desk.look(
                "push button", "Add"))
            desk.portrait(WINDOW, f"{pictures}/courses.png")
            desk.keys("ctrl+r")
            desk.says("Already up to date")
            step("Ctrl+R fetches them again")
            step("Ctrl+Q ends the program", desk.stop() == 0)
    with open_window(build, *arguments, server=server, sandbox=desk.sandbox) as desk:
        shown = Shown(desk, "Courses")
        until(lambda: len(shown.rows()) == total, "the courses kept")
        step("without a server the next start has them still", not desk.look("label", "^The server", exact=False))


def players(build, pictures, *arguments):
    with open("data/players.plist", "rb") as file:
        known = plistlib.load(file)

    def row(player):
        return f'{player["Player"]}, Team: {player["Team"]} - Rating: {player["Rating"]:.1f}'

    def name(player):
        return player["Player"].casefold()

    best = sorted(known, key=lambda p: (-p["Rating"], name(p)))[:5]
    of_c_or_d = sorted([p for p in known if p["Team"].casefold()[0] in "cd"], key=lambda p: (p["Team"], name(p)))
    with open_window(build, *arguments) as desk:
        shown = go(desk, "Players")
        shown.has(*[row(player) for player in sorted(known, key=name)])
        step("All shows everybody by name")
        shown.query("Top 5 by Rating")
        shown.has(*[row(player) for player in best])
        step("Top 5 by Rating shows those five", until(lambda: len(shown.rows()) == 5, "five rows"))
        shown.query("QBs on Teams Named C or D")
        shown.has(*[row(player) for player in of_c_or_d])
        step(f"QBs on teams named C or D: {len(of_c_or_d)}, by team")
        shown.click(of_c_or_d[0]["Player"])
        shown.find("label", str(of_c_or_d[0]["Yards"]))
        desk.portrait(WINDOW, f"{pictures}/players.png")
        step("Ctrl+Q ends the program", desk.stop() == 0)
