"""Lines 1, 3, 10, and 16: typing into the window and scrolling it, measured from outside.

The window is that of the release build, drawn in software. keys.c types, and watches the pixels of the list without the
scroll bar; frames.c measures the work of the program for each frame.
"""
import contextlib
import os
import subprocess
import sys
import time

from common import BUILD, HERE, IS_BEFORE, ROUNDS, WORK, Process, compiled, note, print_round, sandbox

# The rows of the list, without the search entry above them and the scroll bars.
OURS = (230, 100, 334, 650)
CONTACTS = (8, 100, 308, 650)
QUERIES = ["telford12", "zoe", "strauss", "n123", "lukasz ok", "chess"]
# GNOME Contacts does not highlight matches: its list changes after these letters.
CONTACTS_QUERIES = ["so", "st", "lu", "li", "t", "m", "z", "p", "q", "o"]
MEASURED_EARLIER = {1: "272", 10: "178"}


class Keys:
    """Types into a program's window, and watches a region of it."""

    def __init__(self, program, region):
        self.process = subprocess.Popen(
            [compiled("keys", "-lX11", "-lXext", "-lXtst", "-lXdamage"), str(program.pid), *map(str, region)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.process.kill()
        self.process.wait()

    def do(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"keys could not execute: {command}")
        return answer.split()

    def type(self, text, command="type"):
        """Milliseconds for each letter that changed the list."""
        return [float(value) for value in self.do(f"{command} {text}") if value != "-"]

    def clear(self):
        self.do("press Control_L a")
        self.do("press BackSpace")

    def ready(self):
        """Waits until the list is shown, and the first search, which line 3 measures, has ended."""
        self.do("shown")
        self.do("still 1000")
        self.type("t", "first")
        self.clear()


@contextlib.contextmanager
def directory(count, region=OURS, **variables):
    """Our window with `count` people."""
    command = [BUILD / "duke-directory", "--sandbox", sandbox(count), "--collection", "people", "--size", "1100x760"]
    with Process(*command, log="window.log", env={**os.environ, **variables}) as program, Keys(program, region) as keys:
        yield program, keys


@contextlib.contextmanager
def contacts():
    """A function that opens GNOME Contacts with 1,000 people, with its own home and bus, or None if it cannot run
    here."""
    home = WORK / "contacts"
    filled = home / "filled"
    settings = home / ".config/glib-2.0/settings"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "keyfile").write_text(
        "[org/gnome/Contacts]\ndid-initial-setup=true\nwindow-width=1100\nwindow-height=760\n")
    env = {key: value for key, value in os.environ.items()
           if key not in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    env.update(HOME=str(home), XDG_RUNTIME_DIR=str(home), GSETTINGS_BACKEND="keyfile")

    @contextlib.contextmanager
    def window():
        with Process("gnome-contacts", log="bus.log", env=env) as program, Keys(program, CONTACTS) as keys:
            keys.do("shown")
            keys.do("still 3000")
            keys.ready()
            yield program, keys

    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with Process(*command, log="bus.log", env=env, stdout=subprocess.PIPE) as bus:
        env["DBUS_SESSION_BUS_ADDRESS"] = bus.process.stdout.readline().decode().strip()
        fill = ["/usr/bin/python3", f"{HERE}/contacts.py", "1000"]
        if not filled.exists() and subprocess.run(fill, env=env, stderr=bus.log, check=False).returncode == 0:
            filled.touch()
        yield window if filled.exists() else None


def type_all(keys, queries):
    for query in queries:
        yield from keys.type(query)
        keys.clear()


def compare_with_contacts(line, ours, theirs):
    """Runs rounds of ours, each followed by one of GNOME Contacts, or by a value that was measured earlier."""
    if IS_BEFORE:
        for _ in range(ROUNDS):
            ours()
        return
    with contacts() as window:
        for _ in range(ROUNDS):
            ours()
            if window:
                with window() as (program, keys):
                    theirs(program, keys)
            else:
                print_round(line, "-", MEASURED_EARLIER[line])
    if not window:
        note(line, f"GNOME Contacts did not run; its {MEASURED_EARLIER[line]} was measured earlier.")


def measure_keys(samples, count):
    with directory(count) as (_, keys):
        keys.ready()
        for took in type_all(keys, QUERIES):
            print_round(samples, took)


def line_1():
    def theirs(_, keys):
        for took in type_all(keys, CONTACTS_QUERIES):
            print_round(1, "-", took)
    compare_with_contacts(1, lambda: measure_keys(1, 1000), theirs)
    for _ in range(ROUNDS):
        measure_keys("1-10000", 10_000)
        measure_keys("1-100000", 100_000)


def line_3():
    """The first key in a new process, typed as soon as the window is drawn; the reference is the same key later."""
    for count in [10_000, 100_000] * ROUNDS:
        with directory(count) as (_, keys):
            keys.do("shown")
            first = keys.type("t", "first")
            keys.clear()
            keys.do("still 1000")
            again = keys.type("t")
        if not first or not again:
            raise SystemExit("The first key did not change the list.")
        print_round(f"3-{count}", first[0], again[0])


def line_10():
    def empty():
        with Process(compiled("empty", library="gtk4"), log="window.log") as program, Keys(program, OURS) as keys:
            keys.do("still 1000")
            return program.memory()

    def ours():
        for count in (150, 10_000, 100_000):
            with directory(count) as (program, keys):
                keys.ready()
                list(type_all(keys, ["t", "ch"]))
                print_round(f"10-{count}", program.memory(), "-" if count == 100_000 else empty())

    def theirs(program, keys):
        list(type_all(keys, ["t", "so"]))
        print_round("10-100000", "-", program.memory())
    compare_with_contacts(10, ours, theirs)


def line_16():
    """Scrolls with the wheel, and through the whole list with the scroll bar."""
    frames = WORK / "frames.txt"
    library = compiled("frames.so", "-shared", "-fPIC", library="gtk4")
    for _ in range(ROUNDS):
        with directory(100_000, LD_PRELOAD=str(library), BENCH_FRAMES=str(frames)) as (_, keys):
            keys.ready()
            time.sleep(1)
            earlier = len(frames.read_text().split())
            keys.do("wheel 380 400 200")
            keys.do("drag 578 90 730")
            for took in frames.read_text().split()[earlier:]:
                print_round(16, float(took))


if __name__ == "__main__":
    globals()[f"line_{sys.argv[1]}"]()
