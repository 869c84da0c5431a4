"""Records a film of the window: a download, faces, search, an edit, Learn the Names, and the dark style. The program
writes its own frames.

Usage: recording.py BUILD-FOLDER FILE.webp
"""

import glob
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../Tests/PointAndClick")
from desk import EDGE, Desk, Server, Tap, until

WIDTH, HEIGHT = 1100, 760
SHOWN = 880  # the width of the film
MAX_FRAME_TIME = 1600  # milliseconds that one frame is shown at most
STEPS = 15  # pieces of the download


def pause(seconds):
    """Time for the viewer."""
    time.sleep(seconds)


def type_slowly(desk, text):
    for letter in text:
        desk.type(letter)
        pause(0.16)


def record(build, folder):
    with Server(build) as server:
        people = {f"{person['fName']} {person['lName']}": person for person in json.loads(server.ask("/entries/all")[0])}
        tap = Tap(server)
        sandbox = tempfile.mkdtemp(prefix="directory-")
        with open(f"{sandbox}/window.ini", "w", encoding="utf-8") as settings:
            settings.write("[Window]\nlist-width=480\n")  # a wall of four faces
        with Desk(build, "--server", tap.address, "--netid", "demo", "--size", f"{WIDTH}x{HEIGHT}", "--record", folder,
                  password=None, sandbox=sandbox, still=True) as desk:
            download(desk, tap, len(server.ask("/entries/all")[0]))
            wall(desk)
            search(desk)
            edit(desk)
            learn(desk, people)
            desk.stop()
        with Desk(build, "--show-own", "--look", "faces", "--dark", "--size", f"{WIDTH}x{HEIGHT}", "--record",
                  f"{folder}/dark", password=None, sandbox=sandbox, still=True) as desk:
            desk.find("list", "People")
            pause(2)
            desk.stop()


def download(desk, tap, size):
    """The first page, and a download over a slow connection."""
    desk.find("label", "Welcome")
    desk.write("Password", "demo")
    pause(1)
    tap.allow(0)
    desk.click("Download Class")
    for _ in range(STEPS):
        tap.allow(size // STEPS)
        pause(0.12)
    tap.allow(1 << 60)
    desk.shows("150 people downloaded")
    pause(1.2)
    desk.dismiss("150 people downloaded")
    pause(0.5)


def wall(desk):
    desk.keys("ctrl+g")
    pause(1)
    desk.click_row(desk.rows()[2])
    for key in ("Right", "Down"):
        pause(0.8)
        desk.keys(key)
    pause(1)
    desk.keys("ctrl+g")
    pause(0.5)


def search(desk):
    desk.keys("ctrl+f")
    type_slowly(desk, "bee")
    pause(1)
    for _ in range(2):
        desk.keys("Down")
        pause(0.8)
    desk.keys("ctrl+f")
    desk.keys("Escape")
    pause(0.5)


def edit(desk):
    desk.keys("ctrl+m")
    pause(0.6)
    desk.keys("F2")
    desk.find("push button", "Save")
    desk.press("text", "From")
    desk.keys("ctrl+a")
    type_slowly(desk, "Lisbon")
    pause(0.5)
    desk.keys("ctrl+s")
    until(lambda: not desk.look("push button", "Save"), "the form to close")
    pause(1.2)


def learn(desk, people):
    desk.keys("ctrl+l")
    window = desk.window("Learn the Names")
    for isKnown in (True, False, True):
        desk.find("push button", "Show Answer", window)
        pause(0.9)
        description = desk.find("image", "^Who is this", window, exact=False).name
        name = max(people, key=lambda name: count_matches(people[name], description))
        desk.click(name if isKnown else "Show Answer", window)
        desk.find("push button", "Next", window)
        pause(1)
        desk.keys("Return")
    pause(1)
    desk.keys("Escape")
    desk.is_gone("Learn the Names")
    pause(0.8)


def count_matches(person, description):
    """The number of the person's values in the description of the face."""
    values = [value for value in person.values() if isinstance(value, str)]
    values += [value for values in person.values() if isinstance(values, list) for value in values]
    return sum(value in description for value in values if value)


def size(frame):
    return subprocess.run(["identify", "-format", "%wx%h", frame], capture_output=True, text=True, check=True).stdout


def film(folder, file):
    """Writes the film of the frames; a dialog is shown in the middle of the main window."""
    frames, times = [], []
    for part in (folder, f"{folder}/dark"):
        begin = times[-1] + MAX_FRAME_TIME if times else 0
        frames += (own := sorted(glob.glob(f"{part}/*.png")))
        times += [begin + int(os.path.basename(frame)[:-4]) for frame in own]
    whole = size(frames[0])
    behind = frames[0]
    parts = []
    for number, frame in enumerate(frames):
        picture = f"{folder}/{number}.webp.png"
        over = [frame]
        if size(frame) == whole:
            behind = frame
        else:
            over = [behind, "-fill", "black", "-colorize", "35%",
                    "(", frame, "-shave", f"{EDGE}x{EDGE}", ")", "-gravity", "center", "-composite"]
        subprocess.run(["convert", *over, "-resize", f"{SHOWN}x", "-strip", picture], check=True)
        shown = times[number + 1] - times[number] if number + 1 < len(frames) else MAX_FRAME_TIME
        parts += ["-d", str(min(shown, MAX_FRAME_TIME)), "-lossy", "-q", "60", "-m", "4", picture]
    subprocess.run(["img2webp", "-loop", "0", *parts, "-o", file], check=True, stdout=subprocess.DEVNULL)
    print(f"{file}: {len(frames)} frames, {os.path.getsize(file)} bytes")


if __name__ == "__main__":
    build, file = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="directory-frames-") as frames:
        record(build, frames)
        film(frames, file)
