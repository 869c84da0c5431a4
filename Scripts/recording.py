"""Records an animation of the window: a download, faces, search, an edit, Learn the Names, and the dark style. The
program writes its own frames.

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
from driver import BORDER, App, Server, ThrottledProxy, until

WIDTH, HEIGHT = 1100, 760
FILM_WIDTH = 880
MAX_FRAME_TIME = 1600  # milliseconds that one frame is shown at most
STEPS = 15  # of the slow download


def pause(seconds):
    time.sleep(seconds)


def type_slowly(app, text):
    for letter in text:
        app.type(letter)
        pause(0.16)


def record(build, folder):
    with Server(build) as server:
        entries = json.loads(server.request("/entries/all")[0])
        people = {f"{person['fName']} {person['lName']}": person for person in entries}
        proxy = ThrottledProxy(server)
        sandbox = tempfile.mkdtemp(prefix="directory-")
        with open(f"{sandbox}/window.ini", "w", encoding="utf-8") as settings:
            settings.write("[Window]\nlist-width=480\n")  # four faces in a row
        with App(build, "--server", proxy.address, "--netid", "demo", "--size", f"{WIDTH}x{HEIGHT}", "--record", folder,
                 password=None, sandbox=sandbox, no_animations=True) as app:
            download(app, proxy, len(server.request("/entries/all")[0]))
            show_faces(app)
            search(app)
            edit(app)
            learn(app, people)
            app.stop()
        with App(build, "--show-own", "--look", "faces", "--dark", "--size", f"{WIDTH}x{HEIGHT}", "--record",
                 f"{folder}/dark", password=None, sandbox=sandbox, no_animations=True) as app:
            app.find("list", "People")
            pause(2)
            app.stop()


def download(app, proxy, size):
    """Shows the welcome page, and downloads over a slow connection."""
    app.find("label", "Welcome")
    app.write("Password", "demo")
    pause(1)
    proxy.allow(0)
    app.click("Download Class")
    for _ in range(STEPS):
        proxy.allow(size // STEPS)
        pause(0.12)
    proxy.allow(1 << 60)
    app.shows("150 people downloaded")
    pause(1.2)
    app.dismiss("150 people downloaded")
    pause(0.5)


def show_faces(app):
    app.keys("ctrl+g")
    pause(1)
    app.click_row(app.rows()[2])
    for key in ("Right", "Down"):
        pause(0.8)
        app.keys(key)
    pause(1)
    app.keys("ctrl+g")
    pause(0.5)


def search(app):
    app.keys("ctrl+f")
    type_slowly(app, "bee")
    pause(1)
    for _ in range(2):
        app.keys("Down")
        pause(0.8)
    app.keys("ctrl+f")
    app.keys("Escape")
    pause(0.5)


def edit(app):
    app.keys("ctrl+m")
    pause(0.6)
    app.keys("F2")
    app.find("push button", "Save")
    app.press("text", "From")
    app.keys("ctrl+a")
    type_slowly(app, "Lisbon")
    pause(0.5)
    app.keys("ctrl+s")
    until(lambda: not app.lookup("push button", "Save"), "the form to close")
    pause(1.2)


def learn(app, people):
    app.keys("ctrl+l")
    window = app.window("Learn the Names")
    for isKnown in (True, False, True):
        app.find("push button", "Show Answer", window)
        pause(0.9)
        description = app.find("image", "^Who is this", window, exact=False).name
        name = max(people, key=lambda name: count_matches(people[name], description))
        app.click(name if isKnown else "Show Answer", window)
        app.find("push button", "Next", window)
        pause(1)
        app.keys("Return")
    pause(1)
    app.keys("Escape")
    app.wait_until_closed("Learn the Names")
    pause(0.8)


def count_matches(person, description):
    """The number of the person's values that are in the description of the face."""
    values = [value for value in person.values() if isinstance(value, str)]
    values += [value for values in person.values() if isinstance(values, list) for value in values]
    return sum(value in description for value in values if value)


def size(frame):
    return subprocess.run(["identify", "-format", "%wx%h", frame], capture_output=True, text=True, check=True).stdout


def make_film(folder, file):
    """Joins the frames to an animation; dialogs are in the center of the main window."""
    frames, times = [], []
    for part in (folder, f"{folder}/dark"):
        start = times[-1] + MAX_FRAME_TIME if times else 0
        frames += (own := sorted(glob.glob(f"{part}/*.png")))
        times += [start + int(os.path.basename(frame)[:-4]) for frame in own]
    window_size = size(frames[0])
    window = frames[0]
    options = []
    for number, frame in enumerate(frames):
        output = f"{folder}/{number}.webp.png"
        layers = [frame]
        if size(frame) == window_size:
            window = frame
        else:
            layers = [window, "-fill", "black", "-colorize", "35%",
                      "(", frame, "-shave", f"{BORDER}x{BORDER}", ")", "-gravity", "center", "-composite"]
        subprocess.run(["convert", *layers, "-resize", f"{FILM_WIDTH}x", "-strip", output], check=True)
        duration = times[number + 1] - times[number] if number + 1 < len(frames) else MAX_FRAME_TIME
        options += ["-d", str(min(duration, MAX_FRAME_TIME)), "-lossy", "-q", "60", "-m", "4", output]
    subprocess.run(["img2webp", "-loop", "0", *options, "-o", file], check=True, stdout=subprocess.DEVNULL)
    print(f"{file}: {len(frames)} frames, {os.path.getsize(file)} bytes")


if __name__ == "__main__":
    build, file = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="directory-frames-") as frames:
        record(build, frames)
        make_film(frames, file)
