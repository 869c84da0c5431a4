#!/usr/bin/env python3
"""Runs what `make test` and `make check` run, several parts at once, on a build. The output of a part is shown in one
piece when it has ended, that of failed parts at the end. Then come the ten slowest tests and the number of tests.

Usage: test.py BUILD-FOLDER NAME…, where a name is `test` or `check` (all parts of it), a part of them, or a program of
Tests/PointAndClick.
"""

import collections
import glob
import json
import os
import re
import sys
import tempfile

from parts import HEADLESS, Part, run_all

# Tests that use the programs from outside, the slowest first.
PROGRAM_TESTS = """words editing keyboard everything accessible minute several anywhere people groups swipes outage desktop
    learn history duplicates browser""".split()
SWIFT_FOLDERS = "Package.swift Sources Tests Resources Benchmarks Examples".split()
SLOWEST = 10
WIDTH = 8  # cases of Swift Testing at the same time
FAILURE = r"^(?:failed: .*|✘ .*recorded an issue.*|.*: error: .*)$"


def test_commands(build, events):
    """The parts of `make test`, the slowest first."""
    tests, = glob.glob(f"{build}/*PackageTests.xctest")
    swift_testing = [tests, "--testing-library", "swift-testing"]
    return {
        "swift-testing": ["env", f"SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH={WIDTH}", *HEADLESS, *swift_testing,
                          "--event-stream-output-path", events, "--event-stream-version", "6.3"],
        "xctest": HEADLESS + [tests],
        **{name: program_test(name, build) for name in PROGRAM_TESTS[:4]},
        "keyring": ["env", "TERM=dumb", "LC_ALL=C.UTF-8", "LANGUAGE=",
                    "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1",
                    "Tests/DirectoryKeyringTests/with-keyring.sh", *swift_testing],
        **{name: program_test(name, build) for name in PROGRAM_TESTS[4:]},
    }


def check_commands(build):
    """The parts of `make check`, the slowest first. They only compute, and so give way to tests with timeouts."""
    commands = {
        "example": ["Scripts/try-gtkkit.sh"],
        "docs": ["Scripts/docs.sh", build, ".build-docs"],
        "lint": ["swift", "format", "lint", "--strict", "--parallel", "--recursive", *SWIFT_FOLDERS],
        "packaging": ["Scripts/check-packaging.sh", ".build-static"],
        "translations": ["Scripts/translations.sh", "check"],
    }
    return {name: ["nice", *command] for name, command in commands.items()}


def chosen_parts(build, names, events):
    """The named parts. Those of `make check` begin after the slowest tests, so that no processor is idle at the end."""
    tests = list(test_commands(build, events).items()) if set(names) - {"check", *check_commands(build)} else []
    commands = dict([*tests[:6], *check_commands(build).items(), *tests[6:]])
    sets = {"test": dict(tests), "check": check_commands(build)}
    wanted = {name for chosen in names for name in sets.get(chosen, [chosen])}
    others = {name: program_test(name, build) for name in wanted - commands.keys()}
    return [Part(name, command) for name, command in (commands | others).items() if name in wanted]


def program_test(name, build):
    return HEADLESS + ["/usr/bin/python3", f"Tests/PointAndClick/{name}.py", build]


def of_xctest(output):
    """Each test of XCTest with its seconds."""
    ended = re.findall(r"^Test Case '(\S+)' (?:passed|failed|skipped) \(([\d.]+) seconds\)", output, re.MULTILINE)
    return [(float(seconds), name) for name, seconds in ended]


def of_swift_testing(events):
    """Each test of Swift Testing with the seconds of its slowest case, and the number of cases.

    For a test without arguments, the start is that of waiting for its turn. Its turn began when as many others had
    ended as started before it, less those that run at the same time."""
    begun, ends, cases, seconds = collections.defaultdict(list), [], collections.Counter(), collections.Counter()
    started, ended = {}, {}
    with open(events, encoding="utf-8") as lines:
        every = [line["payload"] for line in map(json.loads, lines) if line["kind"] == "event"]
    test_events = [event for event in every if "testID" in event]
    for event in test_events:
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
            # The event does not name the case: it is assumed to be the one that began first.
            seconds[test] = max(seconds[test], now - begun[test].pop(0))
        elif kind == "testEnded":
            ended[test] = now
            if not cases[test]:
                ends.append(now)
    position = 0
    for test in sorted(ended, key=started.get):
        if not cases[test]:
            turn = max(started[test], ends[position - WIDTH] if position >= WIDTH else 0)
            seconds[test] = max(0, ended[test] - turn)
        position += cases[test] or 1
    return [(seconds[test], test) for test in seconds], sum(cases.values()) + sum(not cases[test] for test in seconds)


def print_summary(parts, events):
    """Prints the slowest tests, and the number of tests."""
    output = {part.name: part.output for part in parts}
    xctest, swift_testing, cases = of_xctest(output.get("xctest", "")), [], 0
    if os.path.exists(events):
        swift_testing, cases = of_swift_testing(events)
    if slowest := sorted(xctest + swift_testing, reverse=True)[:SLOWEST]:
        print(f"\nThe {SLOWEST} slowest tests:")
        for seconds, name in slowest:
            print(f"{seconds:7.1f} s  {name}")
    checks = sum(text.count("\nok: ") for text in output.values())
    print(f"\n{len(parts)} parts, {len(xctest)} tests of XCTest, {len(swift_testing)} of Swift Testing with {cases} cases, "
          f"{checks} checks of programs from outside")


def show_ended(part):
    if part.status == 0:
        part.show()
    else:
        print(f"\n== {part.name}: FAILED after {part.seconds:.0f} s; its output is shown at the end", flush=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, *names = sys.argv[1:]
    with tempfile.TemporaryDirectory() as work:
        events = f"{work}/events.jsonl"
        parts = chosen_parts(build, names, events)
        # Tests often wait, so that there is time for one more part than there are processors.
        run_all(parts, len(os.sched_getaffinity(0)) + 1, show_ended)
        failed = [part for part in parts if part.status != 0]
        for part in failed:
            part.show()
        print_summary(parts, events)
    # The names of failures come last, because a log may show only its end.
    for part in failed:
        print(f"FAILED: {part.name}")
        failures = dict.fromkeys(re.findall(FAILURE, part.output, re.MULTILINE))
        print("".join(f"    {line[:300]}\n" for line in list(failures)[:5]), end="")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
