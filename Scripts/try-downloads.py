#!/usr/bin/env python3
"""Kills `dukedir download` of 10,000 people with pictures at COUNT random moments. After each, the list must be
exactly the old one or the new one. After the next start nothing else of the download may be left: no unreferenced
picture, no file, and the folder must not be larger than before plus the list.

Usage: try-downloads.py BUILD [COUNT [SEED]]
"""

import contextlib
import hashlib
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

PEOPLE = 10_000
build = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
draw = random.Random(seed)
folder = pathlib.Path(tempfile.mkdtemp(prefix="downloads-"))
ENVIRONMENT = dict(os.environ, DUKE_DIRECTORY_PASSWORD="demo", LC_ALL="C.UTF-8", LANGUAGE="", NO_COLOR="1")


@contextlib.contextmanager
def server(picture_bytes):
    """The address of a class server with pictures of `picture_bytes`."""
    process = subprocess.Popen(
        [f"{build}/duke-directory-server", "serve", "--sample", "--people", str(PEOPLE), "--picture-bytes",
         str(picture_bytes), "--port", "0", "--log-level", "error"], stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()


def download(sandbox, address, seconds=None):
    """Downloads the list, and kills the program after `seconds`. Returns the seconds that it ran."""
    began = time.monotonic()
    process = subprocess.Popen(
        [f"{build}/dukedir", "download", "--replace", "--sandbox", sandbox, "--server", address, "--netid", "demo"],
        env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    took = time.monotonic() - began
    if process.wait() > 0:
        sys.exit(f"The download failed: {process.returncode}")
    return took


def state(sandbox):
    """A hash of the list with its pictures, as `dukedir export` writes it."""
    process = subprocess.Popen(
        [f"{build}/dukedir", "export", "-", "--format", "json", "--sandbox", sandbox], env=ENVIRONMENT,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    digest = hashlib.file_digest(process.stdout, "sha256").hexdigest()
    if process.wait() != 0:
        sys.exit(f"The list could not be read: {process.returncode}")
    return digest


def lost_pictures(sandbox):
    """The number of people whose picture is not in the file."""
    with contextlib.closing(sqlite3.connect(sandbox / "directory.sqlite")) as database:
        return database.execute(
            "SELECT COUNT(*) FROM people WHERE picture NOT IN (SELECT hash FROM picture)").fetchone()[0]


def files(sandbox):
    return {path.name: path.stat().st_size for path in sandbox.iterdir()}


def main():
    print(f"seed {seed}, {folder}", flush=True)
    before, sandbox, done = folder / "before", folder / "sandbox", folder / "done"
    with server(20_000) as first, server(20_001) as second:
        download(before, first)
        old = state(before)
        shutil.copytree(before, done)
        took = download(done, second)
        new = state(done)
        shutil.copytree(before, sandbox)
        names, size = files(before).keys() | files(done).keys(), sum(files(before).values())
        max_size = size + int(subprocess.run(
            ["curl", "-s", "-o", os.devnull, "-w", "%{size_download}", "-u", "demo:demo", f"{second}/entries/all"],
            capture_output=True, text=True, check=True).stdout)
        wrong, updated = [], 0
        for number in range(count):
            moment = draw.uniform(0, took * 1.05)
            ran = download(sandbox, second, moment)
            if ran < moment:  # it had ended
                took = min(took, ran)
            now, lost, present = state(sandbox), lost_pictures(sandbox), files(sandbox)
            updated += now == new
            problems = [
                ("another list", now not in (old, new)), (f"{lost} pictures are lost", lost),
                (f"more files: {present.keys() - names}", present.keys() - names),
                (f"{sum(present.values()) / 1e6:.0f} MB of {max_size / 1e6:.0f}", sum(present.values()) > max_size)]
            wrong += [f"killed after {moment:.3f} s: {what}" for what, is_so in problems if is_so]
            if now != old:
                shutil.rmtree(sandbox)
                shutil.copytree(before, sandbox)
            if number % 20 == 19:
                print(f"{number + 1} killed, {updated} with the new list, {len(wrong)} wrong", flush=True)
    print(f"{count} killed within {took:.1f} s, {updated} with the new list, {len(wrong)} wrong", *wrong[:20], sep="\n")
    shutil.rmtree(folder)
    sys.exit(1 if wrong else 0)


main()
