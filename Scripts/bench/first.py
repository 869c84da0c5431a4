"""Line 9: the first frame of the window with 100,000 people, beside that with one person."""
import os
import subprocess
import time

from common import BUILD, ROUNDS, WORK, sandbox, say


def first_frame(count):
    with open(WORK / "window.log", "ab") as log:
        said = subprocess.run(
            [BUILD / "duke-directory", "--sandbox", sandbox(count), "--measure", "z"],
            stdout=subprocess.PIPE, text=True, stderr=log, check=True,
            env={**os.environ, "DUKE_DIRECTORY_STARTED": str(time.time())}).stdout
    return next(float(line.split()[-1]) for line in said.splitlines() if line.startswith("first frame ms"))


for count in (1, 100_000):
    first_frame(count)
for _ in range(ROUNDS):
    say(9, first_frame(100_000), first_frame(1))
