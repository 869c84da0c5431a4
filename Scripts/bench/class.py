#!/usr/bin/env python3
"""Lines 17 and 18: a class of 100,000 people without pictures on the class server, in SQLite (17) and in PostgreSQL
(18): one entry, the first page, a page of search results, the changes of 100 entries, and the memory of the server.
Times are measured by a client on one connection.

Usage: class.py LINE [PEOPLE]; BENCH_PEOPLE sets the number too.
"""
import base64
import contextlib
import http.client
import os
import statistics
import sys
import time

from common import ROUNDS, WORK, Postgres, Server, account, note, print_round

LINE = sys.argv[1]
PEOPLE = int(sys.argv[2] if len(sys.argv) > 2 else os.environ.get("BENCH_PEOPLE", "100000"))
HEADERS = {"Authorization": "Basic " + base64.b64encode(b"demo:demo").decode()}


def request(connection, path, method="GET"):
    """The milliseconds until the whole response has arrived, its ETag, and its length."""
    before = time.monotonic()
    connection.request(method, path, headers=HEADERS)
    response = connection.getresponse()
    length = 0
    while data := response.read(1 << 20):
        length += len(data)
    if response.status != 200:
        raise SystemExit(f"{path}: {response.status}")
    return (time.monotonic() - before) * 1000, response.getheader("ETag", "").strip('"'), length


def median(connection, path, count):
    request(connection, path)
    return statistics.median(request(connection, path)[0] for _ in range(count))


def peak_memory(server):
    """The peak memory of the server, in MB."""
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def change(server, entries, number):
    for netid, password in entries:
        entry = server.request(f"/entries/{netid}")
        server.request(f"/entries/{netid}", f"{netid}:{password}", {**entry, "movie": f"Part {number}"})


def measure(server, accounts):
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    request(connection, "/entries/demo")
    for _ in range(ROUNDS):
        print_round(f"{LINE}-entry", median(connection, "/entries/demo", 100))
        print_round(f"{LINE}-page", median(connection, "/entries", 3))
        print_round(f"{LINE}-found", median(connection, "/entries?q=reykjavik", 1))
    before = server.memory()
    for number in range(3):
        _, tag, _ = request(connection, "/entries/all", "HEAD")
        change(server, accounts, number)
        delta = f"/entries/all?since={tag}"
        print_round(f"{LINE}-delta", statistics.median(request(connection, delta)[0] for _ in range(5)))
        took, _, length = request(connection, "/entries/all")
    print_round(f"{LINE}-memory", peak_memory(server))
    note(LINE, f"a list of {length / 1e6:.0f} MB, encoded and sent in {took / 1000:.1f} s; "
               f"memory of the server {before:.0f} MB before, at most {peak_memory(server):.0f} MB")


def main():
    with contextlib.ExitStack() as stack:
        database = WORK / "class.sqlite" if LINE == "17" else stack.enter_context(Postgres("class")).connection_string
        started = time.monotonic()
        server = stack.enter_context(Server(PEOPLE, "--database", database))
        note(LINE, f"{PEOPLE:,} people were stored in {time.monotonic() - started:.0f} s")
        people = server.request("/entries/all")
        students = [person["netid"] for person in people if person["role"] == "Student" and person["netid"] != "demo"]
        measure(server, [(netid, account(netid, database)) for netid in students[:100]])


main()
