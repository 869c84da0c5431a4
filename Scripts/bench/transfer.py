"""Lines 7 and 12: downloads from our server with `dukedir`, each into its own sandbox."""
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from common import BUILD, DUKEDIR, ROUNDS, WORK, Server, account, print_round, run
from proxy import Proxy


def new_sandbox():
    return pathlib.Path(tempfile.mkdtemp(dir=WORK))


def line_7():
    """10,000 people with pictures of 20,000 bytes, stored; the reference is curl, which writes the same answer to a
    file."""
    with Server(10_000, picture_bytes=20_000) as server:
        _, idle = run(DUKEDIR, "--sandbox", new_sandbox(), "list")
        for _ in range(ROUNDS):
            folder = new_sandbox()
            ours, peak = run(*server.download(folder, "--replace"), stderr=subprocess.DEVNULL)
            curl, _ = run("curl", "-s", "-o", folder / "curl.json", "-u", "demo:demo", f"{server.url}/entries/all")
            shutil.rmtree(folder)
            print_round(7, ours, curl)
            print_round("7-memory", peak - idle)


class ChangingClass:
    """A class in which ten people repeatedly change their movie, and a sandbox with it."""

    def __init__(self, count, picture_bytes):
        self.count, self.picture_bytes = count, picture_bytes
        self.folder, self.database = new_sandbox(), WORK / f"class-{count}.sqlite"
        with self.server() as server:
            everyone = (person["netid"] for person in server.ask("/entries/all"))
            self.students = [(netid, account(netid, self.database))
                             for netid in itertools.islice((one for one in everyone if one != "demo"), 20, 30)]
        self.changes = 0

    def server(self):
        return Server(self.count, "--database", self.database, picture_bytes=self.picture_bytes)

    def change(self, server):
        self.changes += 1
        for netid, password in self.students:
            entry = server.ask(f"/entries/{netid}")
            entry["movie"] = f"Part {self.changes}"
            server.ask(f"/entries/{netid}", f"{netid}:{password}", entry)

    def updated(self, server, proxy):
        """Changes ten, and updates the sandbox: milliseconds without the start and the server's time."""
        self.change(server)
        proxy.waited = 0
        took, _ = run(*server.download(self.folder, "--update", proxy.url), stderr=subprocess.DEVNULL)
        start, _ = run(DUKEDIR, "--version")
        return took - start - proxy.waited


def written(count):
    """The milliseconds of a write as in line 8."""
    command = [BUILD / "StoreBenchmark", "--write", str(count), "1"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(printed.split()[2])


def line_12():
    """Update after ten people have changed, and the whole download. The reference of the latter is the sum of its
    parts: curl, which writes the same answer to a file, and a write of as many people."""
    for count, picture_bytes in (1500, 20_000), (100_000, None):
        changing = ChangingClass(count, picture_bytes)
        with changing.server() as server, Proxy(server) as proxy:
            run(*server.download(changing.folder, "--replace", proxy.url), stderr=subprocess.DEVNULL)
            for _ in range(ROUNDS):
                for _ in range(3):
                    print_round(f"12-{count}", changing.updated(server, proxy))
                folder = new_sandbox()
                whole, _ = run(*server.download(folder, "--replace"), stderr=subprocess.DEVNULL)
                curl, _ = run("curl", "-s", "-o", folder / "curl.json", "-u", "demo:demo", f"{server.url}/entries/all")
                shutil.rmtree(folder)
                print_round(f"12-whole-{count}", whole, curl + written(count))


globals()[f"line_{sys.argv[1]}"]()
