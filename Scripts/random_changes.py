"""Random changes with `dukedir`, for scripts that check their results."""

import json
import os
import subprocess
import time

ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="", NO_COLOR="1", TZ="America/New_York")


class RandomChanges:
    """Random changes in a sandbox inside `folder`, to people and contacts with numbers below `largest`."""

    def __init__(self, build, folder, draw, largest):
        self.build, self.folder, self.draw, self.largest = os.path.abspath(build), folder, draw, largest
        self.sandbox = os.path.join(folder, "sandbox")

    def start(self, *arguments):
        return subprocess.Popen(
            [f"{self.build}/dukedir", *map(str, arguments), "--sandbox", self.sandbox], env=ENVIRONMENT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def dukedir(self, *arguments, kill=False):
        """Runs a command, and returns its output; with `kill`, kills it after a random time."""
        process = self.start(*arguments)
        if kill:
            time.sleep(self.draw.uniform(0, 0.12))
            process.kill()
        output, errors = process.communicate()
        if process.returncode > 1:
            print(*arguments, errors.strip(), sep=" · ", flush=True)
        return output

    def exported(self, group=(), past=()):
        """The JSON text of a list."""
        return self.dukedir(*group, "export", "-", "--format", "json", *past)

    def number(self):
        return self.draw.randrange(1, self.largest)

    def numbers(self, limit):
        return self.draw.sample(range(1, self.largest), self.draw.randrange(1, limit))

    def write(self, records):
        """Writes the records to a file, and returns its name."""
        file = os.path.join(self.folder, "list.json")
        with open(file, "w", encoding="utf-8") as opened:
            json.dump(records, opened)
        return file

    def random_file(self, group=()):
        """Writes some records to a file, and returns its name."""
        key = "id" if group else "DUID"
        names = ("firstName", "lastName") if group else ("fName", "lName")
        numbers = self.numbers(8)
        return self.write([{key: n, names[0]: f"Name{self.draw.randrange(9)}x", names[1]: f"Last{n}"} for n in numbers])

    def add(self, group=(), kill=False):
        key = [] if group else [self.number()]
        self.dukedir(*group, "add", *key, f"fn=New{self.draw.randrange(99)}, ln=Last", kill=kill)

    def update(self, group=(), kill=False):
        self.dukedir(*group, "update", self.number(), f"fn=Edit{self.draw.randrange(99)}", kill=kill)

    def delete(self, group=(), kill=False):
        self.dukedir(*group, "delete", self.number(), kill=kill)

    def undo(self, group=(), kill=False):
        """Undoes one of the last changes."""
        changes = json.loads(self.dukedir(*group, "history", "--json", "--limit", "20") or "[]")
        if changes:
            self.dukedir(*group, "history", "undo", self.draw.choice(changes)["id"], kill=kill)

    def change_group(self, kill=False):
        """Makes or deletes a group, or changes its members."""
        if self.draw.random() < 0.5:
            members = self.draw.sample(range(1, self.largest), 5)
            self.dukedir("groups", self.draw.choice(["add", "remove"]), "Team", *members, kill=kill)
        else:
            self.dukedir("groups", self.draw.choice(["make", "delete"]), "Team", kill=kill)
