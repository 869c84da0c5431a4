"""Shared by the measurements of `make bench`: folders, the output of a round, and a server to measure.

BENCH_BUILD is the folder with the release programs, BENCH_WORK a folder that is removed at the end of this run,
BENCH_SHARED a folder that the earlier build also uses, BENCH_SIDE "before" if that build is measured, and BENCH_ROUNDS
the number of rounds.
"""
import base64
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

BUILD = pathlib.Path(os.environ["BENCH_BUILD"])
WORK = pathlib.Path(os.environ["BENCH_WORK"])
SHARED = pathlib.Path(os.environ.get("BENCH_SHARED", WORK))
# Slow references that do not depend on the build are measured only with the current one.
IS_BEFORE = os.environ.get("BENCH_SIDE") == "before"
HERE = pathlib.Path(__file__).parent
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "7"))
DUKEDIR = BUILD / "dukedir"
os.environ["DUKE_DIRECTORY_PASSWORD"] = "demo"

# Raises SystemExit at SIGTERM, so that child processes are ended.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def print_round(samples, ours="-", reference="-"):
    """Prints a value of ours, of the reference, or both, for the rows of goals.tsv with these samples."""
    print("ROUND", samples, *(value if isinstance(value, str) else f"{value:.3f}" for value in (ours, reference)),
          flush=True)


def note(line, text):
    """Prints a note about that line of the table."""
    print("NOTE", line, text, flush=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def sandbox(count):
    """A sandbox with `count` invented people, created once in a run."""
    folder = WORK / f"people-{count}"
    if not folder.exists():
        subprocess.run([BUILD / "StoreBenchmark", folder, str(count)], check=True)
    return folder


def run(*command, **options):
    """The duration of the command in milliseconds and its peak memory in MB. It must succeed."""
    before = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        process.kill()
        raise
    took = (time.monotonic() - before) * 1000
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed: {process.returncode}")
    return took, usage.ru_maxrss / 1024


class Process:
    """A program that runs during the measurement."""

    def __init__(self, *command, log, **options):
        self.log = open(WORK / log, "ab")
        self.process = subprocess.Popen(command, **{"stdout": self.log, "stderr": self.log, **options})
        self.pid = self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def memory(self, kind="VmRSS"):
        """Its memory now, in MB: the resident set, or another row of /proc/PID/status."""
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split(f"{kind}:")[1].split()[0]) / 1024


def compiled(name, *flags, library=None):
    """The C program or library of that name, compiled once in a run, optionally with a library of pkg-config."""
    output = SHARED / name
    if not output.exists():
        command = ["pkg-config", "--cflags", "--libs", library]
        found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() if library else []
        source = HERE / f"{name.split('.')[0]}.c"
        subprocess.run(["gcc", "-O2", "-Wall", "-o", output, source, *flags, *found], check=True)
    return output


def wrapped(command):
    """A build folder with a script `duke-directory` that runs this shell command."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=WORK))
    script = folder / "duke-directory"
    script.write_text(f"#!/bin/sh\nexec {command}\n")
    script.chmod(0o755)
    return folder


def without_portraits():
    """A folder of shipped data without the portraits of the sample class."""
    folder = WORK / "data"
    folder.mkdir(exist_ok=True)
    (folder / "ece564cohort.json").write_text("[]")
    return folder


class Server(Process):
    """The class server with a sample class of `people` people, with pictures of `picture_bytes`, with the portraits of
    the sample class, or without pictures."""

    def __init__(self, people, *arguments, picture_bytes=None, with_portraits=False):
        pictures = [] if picture_bytes is None else ["--picture-bytes", str(picture_bytes)]
        data = {} if pictures or with_portraits else {"DUKE_DIRECTORY_DATA": str(without_portraits())}
        super().__init__(
            BUILD / "duke-directory-server", "--sample", "--people", str(people), "--port", "0", "--log-level", "error",
            *pictures, *arguments, log="server.log", stdout=subprocess.PIPE, env={**os.environ, **data})
        try:
            self.url = self.process.stdout.readline().decode().split()[-1]
        except BaseException:
            self.__exit__()
            raise

    def request(self, path, user="demo:demo", body=None):
        """Sends a GET, or a PUT of `body`, and returns the JSON of the response."""
        request = urllib.request.Request(
            self.url + path, data=None if body is None else json.dumps(body).encode(),
            method="GET" if body is None else "PUT")
        request.add_header("Authorization", "Basic " + base64.b64encode(user.encode()).decode())
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def download(self, folder, mode, url=None):
        """The command that downloads from the server, or from a proxy for it, into a sandbox."""
        return [DUKEDIR, "--sandbox", folder, "download", mode, "--server", url or self.url, "--netid", "demo"]


def account(netid, database):
    """Adds an account to the server's database, and returns its password."""
    added = [BUILD / "duke-directory-server", "user", "add", netid, "--database", database]
    return subprocess.run(added, capture_output=True, text=True, check=True).stdout.split()[-1]


class Postgres:
    """An empty PostgreSQL database in its own folder, which syncs to the disk."""

    def __init__(self, name):
        self.folder = SHARED / f"{name}-{os.environ.get('BENCH_SIDE', 'now')}"
        self.connection_string = f"host={self.folder} user=postgres dbname=postgres"

    def __enter__(self):
        self.process = subprocess.Popen(
            ["Scripts/postgres.sh", self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "SYNC": "on"})
        if self.process.stdout.readline() != b"ready\n":
            raise SystemExit("PostgreSQL did not start.")
        return self

    def __exit__(self, *problem):
        self.process.communicate()
