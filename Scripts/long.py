#!/usr/bin/env python3
"""Runs the long tests one after another, and prints a table: run, result, seconds, and what was counted. A failing run
does not stop the others; the exit status is 0 if all passed. Logs and the table are written to .build/long.

Usage: long.py DEBUG-BUILD RELEASE-BUILD [NAME[=SIZE]…]; without names, all runs with their default sizes. `upgrade`
uses the release build of an earlier version that LONG_BEFORE names; without it, it builds 0.3 in .build-before.
"""

import dataclasses
import glob
import os
import pathlib
import re
import subprocess
import sys
import time

from parts import HEADLESS, Part, run_all

LOGS = pathlib.Path(".build/long")
TIMEOUT = 4 * 3600  # seconds for a run
EARLIER_COMMIT = "5f21159b"  # the last one of 0.3
PROGRAMS = ["duke-directory", "dukedir", "duke-directory-server"]
PYTHON = "/usr/bin/python3"


@dataclasses.dataclass
class Run:
    """A long run, its default size, and the patterns of the lines that report its counts."""

    unit: str
    size: int
    command: callable  # debug build, release build, size -> command
    counted: tuple


def swift_tests(debug, suites, **variables):
    tests, = glob.glob(f"{debug}/*PackageTests.xctest")
    return ["env", *(f"{name}={value}" for name, value in variables.items()), *HEADLESS, tests, "--testing-library",
            "swift-testing", "--filter", suites]


def earlier_build():
    """The release build of an earlier version."""
    if build := os.environ.get("LONG_BEFORE"):
        return build
    folder = pathlib.Path(".build-before")
    if not all((folder / "release" / program).exists() for program in PROGRAMS):
        sources = folder / "sources"
        sources.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "archive", EARLIER_COMMIT], stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", sources], input=archive, check=True)
        (sources / "Package.resolved").write_bytes(pathlib.Path("Package.resolved").read_bytes())
        for program in PROGRAMS:
            subprocess.run(["swift", "build", "-c", "release", "--package-path", sources, "--scratch-path", folder,
                            "--product", program], check=True, stdout=sys.stderr)
    return str(folder / "release")


RUNS = {
    "changes": Run(
        "kills", 200,
        lambda debug, release, size: swift_tests(
            debug, "KilledChangesTests", DIRECTORY_TEST_KILLS=size, DIRECTORY_TEST_PEOPLE=500),
        (r"Test run with .*",)),
    "updates": Run(
        "kills", 50,
        lambda debug, release, size: swift_tests(
            debug, "KilledUpdateTests", DIRECTORY_TEST_KILLS=size, DIRECTORY_TEST_PEOPLE=20_000),
        (r"\d+ kills of .*", r"Test run with .*")),
    "deltas": Run(
        "steps", 100,
        lambda debug, release, size: swift_tests(debug, "DeltaHistoryTests", DIRECTORY_TEST_STEPS=size),
        (r"Test run with .*",)),
    "downloads": Run(
        "kills", 100, lambda debug, release, size: ["Scripts/try-downloads.py", release, str(size)],
        (r"\d+ killed within .*",)),
    "window-kills": Run(
        "kills", 100,
        lambda debug, release, size: [*HEADLESS, PYTHON, "Scripts/try-window-kills.py", release, str(size)],
        (r"\d+ killed, .*",)),
    "past-lists": Run(
        "changes", 2000, lambda debug, release, size: ["Scripts/try-past-lists.py", release, str(size)],
        (r"\d+ states compared.*",)),
    "actions": Run(
        "actions", 500, lambda debug, release, size: ["Scripts/check-actions.py", release, str(size)],
        (r"\d+ actions, .*",)),
    "history": Run(
        "seconds", 600,
        lambda debug, release, size: ["env", f"BUILD={release}", "Scripts/try-history.sh", str(size)],
        (r"\d+ operations, .*", r"(?i:(?:not )?linearizable)")),
    "load": Run(
        "people", 1500, lambda debug, release, size: ["Scripts/try-load.sh", release, str(size)],
        (r"\d+ attacks; .*",)),
    "carddav": Run("", 0, lambda debug, release, size: ["Scripts/try-carddav.sh", release], (r"ok: .*",)),
    "vcards": Run("", 0, lambda debug, release, size: ["Scripts/try-vcards.sh", release], (r"\w+: \d+ of .*",)),
    "upgrade": Run(
        "kills", 100,
        lambda debug, release, size: [
            *HEADLESS, PYTHON, "Scripts/try-upgrade.py", earlier_build(), release, str(size)],
        (r"ok: .*", r"\d+ starts with .*")),
    "idle": Run(
        "seconds", 60, lambda debug, release, size: [*HEADLESS, PYTHON, "Scripts/try-idle.py", release, str(size)],
        (r"(?:in front|behind): .*",)),
    "hour": Run(
        "minutes", 60, lambda debug, release, size: [*HEADLESS, PYTHON, "Scripts/try-hour.py", release, str(size)],
        (r"[-+][\d.]+ MB from .*",)),
}


def chosen_sizes(arguments):
    """The runs with their sizes."""
    sizes = {}
    for argument in arguments or RUNS:
        name, _, size = argument.partition("=")
        if name not in RUNS:
            sys.exit(f"There is no run {name}; there are {', '.join(RUNS)}.")
        sizes[name] = int(size) if size else RUNS[name].size
    return sizes


def counts(run, output):
    """The reported counts: the lines of a pattern, or the number of checks."""
    found = []
    for pattern in run.counted:
        lines = re.findall(rf"^(?:ok: )?\W*({pattern})$", output, re.MULTILINE)
        found += [f"{len(lines)} checks"] if pattern.startswith("ok: ") and lines else dict.fromkeys(lines)
    return found


def execute(name, size, debug, release):
    """Runs one, and returns its row of the table."""
    run, started = RUNS[name], time.monotonic()
    print(f"{time.strftime('%H:%M:%S')} {name}{f', {size} {run.unit}' if run.unit else ''}", flush=True)
    try:
        part = Part(name, run.command(debug, release, size), TIMEOUT)
        run_all([part], 1, lambda _: None)
        status, output = part.status, part.output
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        status, output = 1, f"{name} could not be started: {error}\n"
    (LOGS / f"{name}.log").write_text(output, encoding="utf-8")
    found = counts(run, output)
    # A run that counted nothing did not do what it is for.
    has_passed = status == 0 and bool(found)
    if not has_passed:
        print("".join(f"    {line}\n" for line in output.splitlines()[-15:]), end="", flush=True)
    result = "passed" if has_passed else f"FAILED ({status})" if status else "FAILED (no counts)"
    size_text = f"{size:,} {run.unit}" if run.unit else ""
    return [name, size_text, result, f"{time.monotonic() - started:.0f}", "; ".join(found)]


def table(rows):
    rows = [["run", "size", "result", "seconds", "counted"], *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines) + "\n"


def main():
    debug, release, *arguments = sys.argv[1:]
    sizes = chosen_sizes(arguments)
    LOGS.mkdir(parents=True, exist_ok=True)
    rows = []
    try:
        for name, size in sizes.items():
            rows.append(execute(name, size, debug, release))
    except KeyboardInterrupt:
        print("Interrupted.")
    missing = [[name, "", "not run", "", ""] for name in list(sizes)[len(rows):]]
    (LOGS / "results.md").write_text(table(rows + missing), encoding="utf-8")
    print(f"\n{table(rows + missing)}Logs: {LOGS}")
    sys.exit(0 if not missing and all(row[2] == "passed" for row in rows) else 1)


if __name__ == "__main__":
    main()
