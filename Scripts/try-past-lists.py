#!/usr/bin/env python3
"""Makes ACTS random changes with `dukedir` and with the loop of changes that stands for a window, kills some of them, and
notes every state. Then `dukedir export --at` gives each of 200 of these states as it was noted.

Usage: try-past-lists.py BUILD [ACTS] [SEED]
"""

import datetime
import json
import os
import random
import subprocess
import sys
import tempfile
import time

build = os.path.abspath(sys.argv[1])
acts = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
draw = random.Random(seed)
folder = tempfile.mkdtemp(prefix="history-")
sandbox = os.path.join(folder, "sandbox")
ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="", NO_COLOR="1", TZ="America/New_York")


def dukedir(*arguments, kill=False):
    """Runs a command; `kill` ends it after a random time."""
    process = subprocess.Popen(
        [f"{build}/dukedir", *map(str, arguments), "--sandbox", sandbox], env=ENVIRONMENT, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    if kill:
        time.sleep(draw.uniform(0, 0.12))
        process.kill()
    output, complaint = process.communicate()
    if process.returncode > 1:
        print(*arguments, complaint.strip(), sep=" · ", flush=True)
    return output


def state(at=None):
    """The people and contacts, and the members of a group, now or at a time."""
    past = ["--at", at] if at else []
    return [sorted(map(json.dumps, json.loads(dukedir(*group, "export", "-", "--format", "json", *past))))
            for group in ([], ["contacts"])] + [dukedir("find", "gr=Team", *past)]


def loop(milliseconds):
    """The loop of changes, killed after some time."""
    process = subprocess.Popen(
        [f"{build}/ChangeLoop", sandbox, str(draw.randrange(10**6))], env=ENVIRONMENT, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    time.sleep(milliseconds / 1000)
    process.kill()
    process.wait()


def imported(group):
    """A file with some records."""
    file = os.path.join(folder, "list.json")
    numbers = draw.sample(range(1, 40), draw.randrange(1, 8))
    key = "id" if group else "DUID"
    names = ("firstName", "lastName") if group else ("fName", "lName")
    with open(file, "w", encoding="utf-8") as opened:
        json.dump([{key: n, names[0]: f"Name{draw.randrange(9)}x", names[1]: f"Last{n}"} for n in numbers], opened)
    return file


def act():
    """A random change."""
    group = draw.choice([[], [], ["contacts"]])
    number, kill = draw.randrange(1, 40), draw.random() < 0.1
    what = draw.randrange(10)
    if what < 2:
        key = [] if group else [number]
        dukedir(*group, "add", *key, f"fn=New{draw.randrange(99)}, ln=Last", kill=kill)
    elif what < 4:
        dukedir(*group, "update", number, f"fn=Edit{draw.randrange(99)}", kill=kill)
    elif what == 4:
        dukedir(*group, "delete", number, kill=kill)
    elif what == 5:
        how = ["--replace"] if draw.random() < 0.3 else []
        dukedir(*group, "import", imported(group), *how, kill=kill)
    elif what == 6:
        changes = json.loads(dukedir(*group, "history", "--json", "--limit", "20"))
        if changes:
            dukedir(*group, "history", "undo", draw.choice(changes)["id"], kill=kill)
    elif what == 7:
        dukedir("groups", draw.choice(["add", "remove"]), "Team", *draw.sample(range(1, 40), 5), kill=kill)
    elif what == 8:
        dukedir("groups", draw.choice(["make", "delete"]), "Team", kill=kill)
    elif draw.random() < 0.3:
        loop(draw.uniform(20, 300))


def main():
    """Notes the states, and compares some of them."""
    print(f"seed {seed}, {folder}", flush=True)
    dukedir("groups", "make", "Team", 1, 2, 3)
    states = []
    for count in range(acts):
        act()
        now = datetime.datetime.now(datetime.timezone.utc).astimezone().isoformat()
        states.append((now, state()))
        if count % 200 == 199:
            print(f"{count + 1} acts, {len(states[-1][1][0])} people", flush=True)
    wrong = [at for at, noted in draw.sample(states, min(200, len(states))) if state(at) != noted]
    print(f"{min(200, len(states))} states compared, {len(wrong)} differ", *wrong[:5], sep="\n")
    sys.exit(1 if wrong else 0)


main()
