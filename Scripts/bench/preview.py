"""Line 23: the preview of a download of 10,000 people of whom 1,000 have changed: how long it takes once the list has
arrived, and in the window, where Download and Update shows it, how long the main loop is held at most meanwhile."""
import json
import os
import subprocess
import sys
import tempfile
import time

from common import BUILD, DUKEDIR, HERE, IS_BEFORE, ROUNDS, WORK, Server, run, say, wrapped

sys.path.insert(0, f"{HERE}/../../Tests/PointAndClick")
from desk import Desk

REST = 2  # seconds until a window that has come is drawn


def filled(server):
    """A sandbox with the server's list, as a file had it before 1,000 of the people changed."""
    people = server.ask("/entries/all")
    for person in [person for person in people if person["netid"] != "demo"][:1000]:
        person["movie"] = "An Older Movie"
    folder, file = tempfile.mkdtemp(dir=WORK), WORK / "older.json"
    file.write_text(json.dumps(people))
    run(DUKEDIR, "--sandbox", folder, "import", file, stderr=subprocess.DEVNULL)
    return folder


def stalls(log):
    """How long the main loop was held, each time, in milliseconds."""
    return [float(line.split()[-1]) for line in log.read_text().splitlines() if "stall ms" in line]


def in_window():
    log = WORK / "stalls.txt"
    os.environ["DUKE_DIRECTORY_STALLS"] = "1"
    with Server(10_000) as server, Desk(
            wrapped(f'"{BUILD}/duke-directory" "$@" 2>"{log}"'), "--server", server.url, "--netid", "demo",
            "--collection", "people", sandbox=filled(server)) as desk:
        for _ in range(ROUNDS):
            desk.keys("ctrl+d")
            update = desk.find("push button", "Download and Update", desk.window("Download People"))
            time.sleep(REST)
            seen = len(stalls(log))
            update.act()
            # The X server knows without a question to the program, which would hold its main loop.
            title = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Review Changes$"]
            subprocess.run(title, stdout=subprocess.DEVNULL, check=True, timeout=60)
            time.sleep(REST)
            say("23-held", max(stalls(log)[seen:], default=0.0))
            desk.find("label", "1000 changed", desk.window("Review Changes"))
            desk.click("Cancel", desk.window("Review Changes"))
            desk.is_gone("Review Changes")


# An earlier StoreBenchmark cannot do it, and may take the word for a folder.
subprocess.run([BUILD / "StoreBenchmark", "--preview", str(ROUNDS)], check=not IS_BEFORE, cwd=WORK)
in_window()
