#!/usr/bin/env python3
"""Lines 17 and 18: a class of a million people without pictures on the class server, in SQLite (17) and in PostgreSQL
(18): one entry, the first page, a page of those found, what changed of 100, the whole list and the memory it takes; for
PostgreSQL also what two servers answer in a second, beside one. Times are seen from a client on one connection. Where an
earlier build is measured too, the class is stored once, by that one, and the other one opens it.

Usage: million.py LINE [PEOPLE]; BENCH_PEOPLE sets the number too.
"""
import base64
import http.client
import os
import sqlite3
import statistics
import subprocess
import sys
import time

from common import ROUNDS, SHARED, Server, note, say

LINE = sys.argv[1]
PEOPLE = int(sys.argv[2] if len(sys.argv) > 2 else os.environ.get("BENCH_PEOPLE", "1000000"))
HEADERS = {"Authorization": "Basic " + base64.b64encode(b"demo:demo").decode()}


class Database:
    """Where the class is."""

    def __init__(self):
        self.program = None
        if LINE == "17":
            self.address = str(SHARED / "million.sqlite")
            self.is_there = os.path.exists(self.address)
            return
        folder = SHARED / "million"
        self.is_there = folder.exists()
        self.program = subprocess.Popen(
            ["Scripts/postgres.sh", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "SYNC": "on", "KEEP": "on"})
        if self.program.stdout.readline() != b"ready\n":
            raise SystemExit("PostgreSQL did not start.")
        self.address = f"host={folder} user=postgres dbname=postgres"

    def change(self, count):
        """Changes so many entries, as far as the log of changes knows."""
        tag = "lower(hex(randomblob(16)))" if LINE == "17" else "md5(random()::text)"
        sql = f"""
            BEGIN;
            UPDATE list SET tag = {tag}, revision = revision + {count} WHERE list = 'people';
            INSERT INTO entry_change (list, revision, tag, key)
                SELECT 'people', l.revision - row_number() OVER () + 1, l.tag, e.key
                FROM list l, (SELECT key FROM entry LIMIT {count}) e WHERE l.list = 'people';
            COMMIT"""
        if LINE == "18":
            subprocess.run(["psql", "-qd", self.address, "-c", sql], check=True)
            return
        with sqlite3.connect(self.address, timeout=60) as database:
            database.executescript(sql)

    def end(self):
        if self.program:
            self.program.communicate()


def ask(connection, path, method="GET"):
    """How long an answer takes, in milliseconds, with its ETag and its length."""
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
    """The most memory the server ever had, in MB."""
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def rate(urls):
    """How many answers a second one entry gets from the servers at `urls` together."""
    runs = [subprocess.Popen(
        ["wrk", "-c16", "-t1", "-d5s", "-H", "Authorization: " + HEADERS["Authorization"], url + "/entries/demo"],
        stdout=subprocess.PIPE, text=True) for url in urls]
    said = [run.communicate()[0] for run in runs]
    return sum(float(text.split("Requests/sec:")[1].split()[0]) for text in said)


def measure(server, database):
    wire = http.client.HTTPConnection(server.url.removeprefix("http://"))
    ask(wire, "/entries/demo")
    for _ in range(ROUNDS):
        say(f"{LINE}-entry", median(wire, "/entries/demo", 100))
        say(f"{LINE}-page", median(wire, "/entries", 3))
        say(f"{LINE}-found", median(wire, "/entries?q=reykjavik", 1))
    before = server.memory()
    for _ in range(3):
        # Another list each time, which is not ready yet
        _, tag, length = ask(wire, "/entries/all", "HEAD")
        database.change(100)
        say(f"{LINE}-delta", statistics.median(ask(wire, f"/entries/all?since={tag}")[0] for _ in range(5)))
        took, _, length = ask(wire, "/entries/all")
        say(f"{LINE}-list", took / 1000)
    say(f"{LINE}-memory", highest(server))
    note(LINE, f"a list of {length / 1e6:.0f} MB; memory of the server {before:.0f} MB before, at most {highest(server):.0f} MB")


def main():
    database = Database()
    began = time.monotonic()
    try:
        with Server(PEOPLE, "--database", database.address) as server:
            done = "that the earlier build stored were opened" if database.is_there else "were stored"
            note(LINE, f"{PEOPLE:,} people {done} in {time.monotonic() - began:.0f} s")
            measure(server, database)
            if LINE == "18":
                with Server(PEOPLE, "--database", database.address) as other:
                    for _ in range(ROUNDS):
                        say("18-two", rate([server.url, other.url]), rate([server.url]))
    finally:
        database.end()


main()
