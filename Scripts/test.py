#!/usr/bin/env python3
"""Runs what `make test` runs on what was built, several parts at once. What a part says is shown in one piece when it is
over, that of the parts that failed at the end. Then come the ten tests that took longest, and how much was tried.

Usage: test.py BUILD-FOLDER [PART…]; without names, all of them. A part is one of those below, or a program of
Tests/PointAndClick.
"""

import collections
import concurrent.futures
import dataclasses
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

# Programs that use ours from outside, the longest first.
VISITS = """everything newcomer day editing words several anywhere keyboard menus minute welcome outage accessible people
    wall groups history page learn duplicates desktop browser""".split()
HEADLESS = ["Scripts/headless.sh"]
SLOWEST = 10
WIDTH = 8  # cases of Swift Testing at the same time
FAILURE = r"^(?:failed: .*|✘ .*recorded an issue.*|.*: error: .*)$"
LONGEST = 3600  # seconds after which a part is taken to hang


@dataclasses.dataclass
class Part:
    """A command, and what became of it."""

    name: str
    command: list
    status: int = 0
    seconds: float = 0
    computed: float = 0  # seconds of a processor
    group: int = 0  # its processes, as long as it runs
    said: str = ""

    def run(self):
        started = time.monotonic()
        with tempfile.TemporaryFile() as said:
            # A group of its own, so that it ends with everything it started.
            process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, start_new_session=True)
            self.group = process.pid
            watch = threading.Timer(LONGEST, self.end)
            watch.start()
            _, status, used = os.wait4(process.pid, 0)
            watch.cancel()
            self.group = 0
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            said.seek(0)
            self.said = said.read().decode(errors="replace")
        self.seconds, self.computed = time.monotonic() - started, used.ru_utime + used.ru_stime
        if self.status == 0:
            self.show()
        else:
            print(f"\n== {self.name}: FAILED after {self.seconds:.0f} s; what it said is shown at the end", flush=True)
        return self

    def end(self):
        if self.group:
            os.killpg(self.group, signal.SIGTERM)

    def show(self):
        took = f"{self.seconds:.0f} s, {self.computed:.0f} of a processor"
        print(f"\n== {self.name}, {took}\n{self.said}", end="", flush=True)


def parts(build, events):
    """Everything, in the order in which it begins: what takes long first, and what only computes with less right to the
    processors, so that nobody who waits for an answer waits longer for it."""
    tests, = glob.glob(f"{build}/*PackageTests.xctest")
    swift_testing = [tests, "--testing-library", "swift-testing"]
    commands = {
        "swift-testing": ["env", f"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH={WIDTH}", *HEADLESS, *swift_testing,
                          "--event-stream-output-path", events, "--event-stream-version", "6.3"],
        "xctest": HEADLESS + [tests],
        **{name: visit(name, build) for name in VISITS[:4]},
        "lint": ["nice", "make", "--no-print-directory", "lint"],
        "docs": ["nice", "Scripts/docs.sh", build, ".build-docs"],
        "example": ["nice", "Scripts/try-gtkkit.sh"],
        "keyring": ["env", "TERM=dumb", "LC_ALL=C.UTF-8", "LANGUAGE=",
                    "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1",
                    "Tests/DirectoryKeyringTests/with-keyring.sh", *swift_testing],
        **{name: visit(name, build) for name in VISITS[4:]},
    }
    return {name: Part(name, command) for name, command in commands.items()}


def visit(name, build):
    return HEADLESS + ["/usr/bin/python3", f"Tests/PointAndClick/{name}.py", build]


def of_xctest(said):
    """Each test of XCTest with its seconds."""
    ended = re.findall(r"^Test Case '(\S+)' (?:passed|failed|skipped) \(([\d.]+) seconds\)", said, re.MULTILINE)
    return [(float(seconds), name) for name, seconds in ended]


def of_swift_testing(events):
    """Each test of Swift Testing with the seconds of its slowest case, and how many cases there were.

    A test without arguments says when it began to wait for its turn, not when it had it. It had it when as many others
    had ended as came before it, less those that run at the same time."""
    begun, ends, cases, seconds = collections.defaultdict(list), [], collections.Counter(), collections.Counter()
    started, ended = {}, {}
    with open(events, encoding="utf-8") as lines:
        every = [line["payload"] for line in map(json.loads, lines) if line["kind"] == "event"]
    told = [event for event in every if "testID" in event]
    for event in told:
        now, kind, test = event["instant"]["absolute"], event["kind"], event["testID"]
        if not re.search(r":\d+:\d+$", test):  # a suite
            continue
        if kind == "testStarted":
            started[test] = now
        elif kind == "testCaseStarted":
            begun[test].append(now)
            cases[test] += 1
        elif kind == "testCaseEnded":
            ends.append(now)
            # Which of those that run is not said: the first that began.
            seconds[test] = max(seconds[test], now - begun[test].pop(0))
        elif kind == "testEnded":
            ended[test] = now
            if not cases[test]:
                ends.append(now)
    place = 0
    for test in sorted(ended, key=started.get):
        if not cases[test]:
            turn = max(started[test], ends[place - WIDTH] if place >= WIDTH else 0)
            seconds[test] = max(0, ended[test] - turn)
        place += cases[test] or 1
    return [(seconds[test], test) for test in seconds], sum(cases.values()) + sum(not cases[test] for test in seconds)


def tell(all_parts, events):
    """Says what took longest, and how much was tried."""
    said = {part.name: part.said for part in all_parts}
    xctest, swift_testing, cases = of_xctest(said.get("xctest", "")), [], 0
    if os.path.exists(events):
        swift_testing, cases = of_swift_testing(events)
    print(f"\nThe {SLOWEST} slowest tests:")
    for seconds, name in sorted(xctest + swift_testing, reverse=True)[:SLOWEST]:
        print(f"{seconds:7.1f} s  {name}")
    checks = sum(text.count("\nok: ") for text in said.values())
    print(f"{len(xctest)} tests of XCTest, {len(swift_testing)} of Swift Testing with {cases} cases, {checks} checks of "
          "programs from outside")


def main():
    build, *names = sys.argv[1:]
    with tempfile.TemporaryDirectory() as work:
        events = f"{work}/events.jsonl"
        every = parts(build, events)
        chosen = [every.get(name) or Part(name, visit(name, build)) for name in names] or list(every.values())
        # The tests wait for much, so that there is time for one more part than there are processors.
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0)) + 1) as pool:
            try:
                done = list(pool.map(Part.run, chosen))
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                for part in chosen:
                    part.end()
                raise
        failed = [part for part in done if part.status != 0]
        for part in failed:
            part.show()
        tell(done, events)
    # What failed stands at the end, because a log may show its end only.
    for part in failed:
        print(f"FAILED: {part.name}")
        said = dict.fromkeys(re.findall(FAILURE, part.said, re.MULTILINE))
        print("".join(f"    {line[:300]}\n" for line in list(said)[:5]), end="")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
