#!/usr/bin/env python3
"""Makes COUNT random changes with `dukedir` and with ChangeLoop, which changes records as the window does, kills some
of them, and records every state. Then `dukedir export --at` must return 200 of these states.

Usage: try-past-lists.py BUILD [COUNT [SEED]]
"""

import datetime
import json
import random
import subprocess
import sys
import tempfile

from random_changes import ENVIRONMENT, RandomChanges

total = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
draw = random.Random(seed)
folder = tempfile.mkdtemp(prefix="history-")
changes = RandomChanges(sys.argv[1], folder, draw, 40)


def state(at=None):
    """The people and contacts, and the members of a group, now or at a time."""
    past = ["--at", at] if at else []
    return [sorted(map(json.dumps, json.loads(changes.exported(group, past)))) for group in ([], ["contacts"])] + [
        changes.dukedir("find", "gr=Team", *past)]


def loop(milliseconds):
    """Runs ChangeLoop, which kills itself after some time."""
    subprocess.run(
        [f"{changes.build}/ChangeLoop", changes.sandbox, "0", str(round(milliseconds * 1000)),
         str(draw.randrange(10**6))], env={**ENVIRONMENT, "DIRECTORY_TEST_PEOPLE": "500"},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def change():
    """A random change."""
    group = draw.choice([[], [], ["contacts"]])
    kill = draw.random() < 0.1
    what = draw.randrange(10)
    if what < 2:
        changes.add(group, kill)
    elif what < 4:
        changes.update(group, kill)
    elif what == 4:
        changes.delete(group, kill)
    elif what == 5:
        options = ["--replace"] if draw.random() < 0.3 else []
        changes.dukedir(*group, "import", changes.random_file(group), *options, kill=kill)
    elif what == 6:
        changes.undo(group, kill)
    elif what < 9:
        changes.change_group(kill)
    elif draw.random() < 0.3:
        loop(draw.uniform(20, 300))


def main():
    """Records the states, and compares some of them."""
    print(f"seed {seed}, {folder}", flush=True)
    changes.dukedir("groups", "make", "Team", 1, 2, 3)
    states = []
    for count in range(total):
        change()
        now = datetime.datetime.now(datetime.timezone.utc).astimezone().isoformat()
        states.append((now, state()))
        if count % 200 == 199:
            print(f"{count + 1} changes, {len(states[-1][1][0])} people", flush=True)
    wrong = [at for at, recorded in draw.sample(states, min(200, len(states))) if state(at) != recorded]
    print(f"{min(200, len(states))} states compared, {len(wrong)} differ", *wrong[:5], sep="\n")
    sys.exit(1 if wrong else 0)


main()
