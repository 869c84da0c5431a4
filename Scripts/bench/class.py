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


def ask(connection, path, method="GET"):
    """The milliseconds of an answer, its ETag, and its length."""
    before = time.monotonic()
    connection.request(method, path, headers=HEADERS)
    answer = connection.getresponse()
    length = 0
    while piece := answer.read(1 << 20):
        length += len(piece)
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return (time.monotonic() - before) * 1000, answer.getheader("ETag", "").strip('"'), length


def median(connection, path, count):
    ask(connection, path)
    return statistics.median(ask(connection, path)[0] for _ in range(count))


def highest(server):
    """The peak memory of the server, in MB."""
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def change(server, entries, number):
    """Changes each of the entries."""
    for netid, password in entries:
        entry = server.ask(f"/entries/{netid}")
        server.ask(f"/entries/{netid}", f"{netid}:{password}", {**entry, "movie": f"Part {number}"})


def measure(server, accounts):
    wire = http.client.HTTPConnection(server.url.removeprefix("http://"))
    ask(wire, "/entries/demo")
    for _ in range(ROUNDS):
        print_round(f"{LINE}-entry", median(wire, "/entries/demo", 100))
        print_round(f"{LINE}-page", median(wire, "/entries", 3))
        print_round(f"{LINE}-found", median(wire, "/entries?q=reykjavik", 1))
    before = server.memory()
    for number in range(3):
        _, tag, _ = ask(wire, "/entries/all", "HEAD")
        change(server, accounts, number)
        print_round(f"{LINE}-delta", statistics.median(ask(wire, f"/entries/all?since={tag}")[0] for _ in range(5)))
        took, _, length = ask(wire, "/entries/all")
    print_round(f"{LINE}-memory", highest(server))
    note(LINE, f"a list of {length / 1e6:.0f} MB, made and sent in {took / 1000:.1f} s; "
               f"memory of the server {before:.0f} MB before, at most {highest(server):.0f} MB")


def main():
    with contextlib.ExitStack() as stack:
        database = WORK / "class.sqlite" if LINE == "17" else stack.enter_context(Postgres("class")).address
        began = time.monotonic()
        server = stack.enter_context(Server(PEOPLE, "--database", database))
        note(LINE, f"{PEOPLE:,} people were stored in {time.monotonic() - began:.0f} s")
        people = server.ask("/entries/all")
        netids = [person["netid"] for person in people if person["role"] == "Student" and person["netid"] != "demo"][:100]
        measure(server, [(netid, account(netid, database)) for netid in netids])


main()
