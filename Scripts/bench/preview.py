"""Line 23: the preview of a download of 10,000 people of whom 1,000 have changed: the time from the arrival of the
list, and, in the window, the maximum time that the main loop is blocked."""
import json
import os
import subprocess
import sys
import tempfile
import time

from common import BUILD, DUKEDIR, HERE, IS_BEFORE, ROUNDS, WORK, Server, print_round, run, wrapped

sys.path.insert(0, f"{HERE}/../../Tests/PointAndClick")
from driver import App

DRAW_DELAY = 2  # seconds until a new window is drawn


def filled_sandbox(server):
    """A sandbox with the server's list, in which 1,000 people have another movie."""
    people = server.request("/entries/all")
    for person in [person for person in people if person["netid"] != "demo"][:1000]:
        person["movie"] = "An Older Movie"
    folder, file = tempfile.mkdtemp(dir=WORK), WORK / "older.json"
    file.write_text(json.dumps(people))
    run(DUKEDIR, "--sandbox", folder, "import", file, stderr=subprocess.DEVNULL)
    return folder


def stalls(log):
    """The times that the main loop was blocked, in milliseconds."""
    return [float(line.split()[-1]) for line in log.read_text().splitlines() if "stall ms" in line]


def in_window():
    log = WORK / "stalls.txt"
    os.environ["DUKE_DIRECTORY_STALLS"] = "1"
    with Server(10_000) as server, App(
            wrapped(f'"{BUILD}/duke-directory" "$@" 2>"{log}"'), "--server", server.url, "--netid", "demo",
            "--collection", "people", sandbox=filled_sandbox(server)) as app:
        for _ in range(ROUNDS):
            app.keys("ctrl+d")
            update = app.find("push button", "Download and Update", app.window("Download People"))
            time.sleep(DRAW_DELAY)
            earlier = len(stalls(log))
            update.perform()
            # Queries the X server, because an AT-SPI query would block the program's main loop.
            title = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Review Changes$"]
            subprocess.run(title, stdout=subprocess.DEVNULL, check=True, timeout=60)
            time.sleep(DRAW_DELAY)
            print_round("23-held", max(stalls(log)[earlier:], default=0.0))
            app.find("label", "1000 changed", app.window("Review Changes"))
            app.click("Cancel", app.window("Review Changes"))
            app.wait_until_closed("Review Changes")


# An earlier StoreBenchmark lacks the option, and may take it for a folder.
subprocess.run([BUILD / "StoreBenchmark", "--preview", str(ROUNDS)], check=not IS_BEFORE, cwd=WORK)
in_window()
