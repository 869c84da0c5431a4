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


def accounts(database, count):
    """The first `count` people of the sample class but demo, each with a password."""
    server_program = BUILD / "duke-directory-server"
    with Server(100_000, "--database", database) as server:
        listing = server.ask("/entries/all")
    for person in itertools.islice((person for person in listing if person["netid"] != "demo"), 20, 20 + count):
        said = subprocess.run(
            [server_program, "user", "add", person["netid"], "--database", database], capture_output=True, text=True,
            check=True).stdout
        yield person["netid"], said.split()[-1]


def line_12():
    """Update of 100,000 people of whom ten have changed, beside a whole download: time and bytes."""
    database, folder = WORK / "class.sqlite", new_sandbox()
    students = list(accounts(database, 10))
    with Server(100_000, "--database", database) as server, Proxy(server) as proxy:
        run(*server.download(folder, "--replace", proxy.url), stderr=subprocess.DEVNULL)
        for number in range(ROUNDS):
            for netid, password in students:
                entry = server.ask(f"/entries/{netid}")
                entry["movie"] = f"Part {number}"
                server.ask(f"/entries/{netid}", f"{netid}:{password}", entry)
            whole = new_sandbox()
            figures = []
            for how in ([folder, "--update"], [whole, "--replace"]):
                proxy.bytes = 0
                took, _ = run(*server.download(*how, proxy.url), stderr=subprocess.DEVNULL)
                figures.append((took, proxy.bytes / 1e6))
            shutil.rmtree(whole)
            say("12-time", figures[0][0], figures[1][0])
            say("12-bytes", figures[0][1], figures[1][1])


globals()[f"line_{sys.argv[1]}"]()
