"""Lines 7 and 12: downloads from the class server with `dukedir`, each into a new sandbox."""
import itertools
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
    """Downloads 10,000 people with pictures of 20,000 bytes; the reference is curl, which writes the same response to a
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
    """A class in which ten people repeatedly change their movie, and a sandbox into which it was downloaded."""

    def __init__(self, count, picture_bytes):
        self.count, self.picture_bytes = count, picture_bytes
        self.folder, self.database = new_sandbox(), WORK / f"class-{count}.sqlite"
        with self.server() as server:
            netids = (person["netid"] for person in server.request("/entries/all") if person["netid"] != "demo")
            self.students = [(netid, account(netid, self.database)) for netid in itertools.islice(netids, 20, 30)]
        self.changes = 0

    def server(self):
        return Server(self.count, "--database", self.database, picture_bytes=self.picture_bytes)

    def change(self, server):
        self.changes += 1
        for netid, password in self.students:
            entry = server.request(f"/entries/{netid}")
            entry["movie"] = f"Part {self.changes}"
            server.request(f"/entries/{netid}", f"{netid}:{password}", entry)

    def update(self, server, proxy):
        """Changes ten people, updates the sandbox, and returns the milliseconds less start-up and server time."""
        self.change(server)
        proxy.waited = 0
        took, _ = run(*server.download(self.folder, "--update", proxy.url), stderr=subprocess.DEVNULL)
        start, _ = run(DUKEDIR, "--version")
        return took - start - proxy.waited


def write_time(count):
    """The milliseconds of a write as in line 8."""
    command = [BUILD / "StoreBenchmark", "--write", str(count), "1"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return float(printed.split()[2])


def line_12():
    """Updates after changes of ten people, and downloads the whole class. The reference of the latter is the sum of
    curl, which writes the same response to a file, and a write of as many people."""
    for count, picture_bytes in (1500, 20_000), (100_000, None):
        changing = ChangingClass(count, picture_bytes)
        with changing.server() as server, Proxy(server) as proxy:
            run(*server.download(changing.folder, "--replace", proxy.url), stderr=subprocess.DEVNULL)
            for _ in range(ROUNDS):
                for _ in range(3):
                    print_round(f"12-{count}", changing.update(server, proxy))
                folder = new_sandbox()
                whole, _ = run(*server.download(folder, "--replace"), stderr=subprocess.DEVNULL)
                curl, _ = run("curl", "-s", "-o", folder / "curl.json", "-u", "demo:demo", f"{server.url}/entries/all")
                shutil.rmtree(folder)
                print_round(f"12-whole-{count}", whole, curl + write_time(count))


globals()[f"line_{sys.argv[1]}"]()
