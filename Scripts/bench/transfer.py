"""Lines 7, 11 and 12: downloads from our server by the command line, each into a sandbox of its own."""
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from common import BUILD, DUKEDIR, ROUNDS, WORK, Server, run, say
from proxy import Proxy


def new_sandbox():
    return pathlib.Path(tempfile.mkdtemp(dir=WORK))


def line_7():
    """10,000 people with pictures of 20,000 bytes, stored, beside the same answer written to a file by curl."""
    with Server(10_000, picture_bytes=20_000) as server:
        _, idle = run(DUKEDIR, "--sandbox", new_sandbox(), "list")
        for _ in range(ROUNDS):
            folder = new_sandbox()
            ours, peak = run(*server.download(folder, "--replace"), stderr=subprocess.DEVNULL)
            curl, _ = run("curl", "-s", "-o", folder / "curl.json", "-u", "demo:demo", f"{server.url}/entries/all")
            shutil.rmtree(folder)
            say(7, ours, curl)
            say("7-memory", peak - idle)


def line_11():
    """Update of 100,000 people of whom none has changed, less the start of the same program."""
    folder = new_sandbox()
    with Server(100_000) as server:
        run(*server.download(folder, "--replace"), stderr=subprocess.DEVNULL)
        for _ in range(ROUNDS * 3):
            ours, _ = run(*server.download(folder, "--update"), stderr=subprocess.DEVNULL)
            start, _ = run(DUKEDIR, "--version")
            say(11, ours - start)
        with Proxy(server) as proxy:
            # The address is another one, so that the list is fetched once more first.
            run(*server.download(folder, "--replace", proxy.url), stderr=subprocess.DEVNULL)
            proxy.requests = 0
            run(*server.download(folder, "--update", proxy.url), stderr=subprocess.DEVNULL)
            say("11-requests", float(proxy.requests))


class ChangingClass:
    """A class of which ten people change their movie again and again, and a sandbox that has it."""

    def __init__(self, count):
        self.count, self.folder, self.database = count, new_sandbox(), WORK / f"class-{count}.sqlite"
        with self.server() as server:
            everyone = (person["netid"] for person in server.ask("/entries/all"))
            self.students = [(netid, self.password(netid))
                             for netid in itertools.islice((one for one in everyone if one != "demo"), 20, 30)]
        self.changes = 0

    def server(self):
        return Server(self.count, "--database", self.database)

    def password(self, netid):
        return subprocess.run(
            [BUILD / "duke-directory-server", "user", "add", netid, "--database", self.database], capture_output=True,
            text=True, check=True).stdout.split()[-1]

    def change(self, server):
        self.changes += 1
        for netid, password in self.students:
            entry = server.ask(f"/entries/{netid}")
            entry["movie"] = f"Part {self.changes}"
            server.ask(f"/entries/{netid}", f"{netid}:{password}", entry)

    def updated(self, server, proxy):
        """Changes ten, and updates the sandbox: milliseconds in all, and without the start and what the server took."""
        self.change(server)
        proxy.bytes = proxy.waited = 0
        took, _ = run(*server.download(self.folder, "--update", proxy.url), stderr=subprocess.DEVNULL)
        start, _ = run(DUKEDIR, "--version")
        return took, took - start - proxy.waited


def write_100_000():
    """Milliseconds that line 8 takes."""
    said = subprocess.run([BUILD / "StoreBenchmark", "--write", "100000", "1"], capture_output=True, text=True, check=True)
    return float(said.stdout.split()[2])


def line_12():
    """Update of 100,000 people of whom ten have changed, beside a whole download and beside the same among 1,000; and the
    whole download beside its parts: the same answer written to a file by curl, and the write of as many people."""
    many, few = ChangingClass(100_000), ChangingClass(1000)
    with many.server() as server, Proxy(server) as proxy, few.server() as small, Proxy(small) as small_proxy:
        for one, its_server, its_proxy in (many, server, proxy), (few, small, small_proxy):
            run(*its_server.download(one.folder, "--replace", its_proxy.url), stderr=subprocess.DEVNULL)
        for _ in range(ROUNDS):
            for _ in range(3):
                took, work = many.updated(server, proxy)
                say("12-work", work, few.updated(small, small_proxy)[1])
            folder = new_sandbox()
            whole, _ = run(*server.download(folder, "--replace"), stderr=subprocess.DEVNULL)
            curl, _ = run("curl", "-s", "-o", folder / "curl.json", "-u", "demo:demo", f"{server.url}/entries/all")
            say("12-time", took, whole)
            say("12-bytes", proxy.bytes / 1e6, (folder / "curl.json").stat().st_size / 1e6)
            shutil.rmtree(folder)
            say("12-whole", whole, curl + write_100_000())


globals()[f"line_{sys.argv[1]}"]()
