"""Attacks a class server, and measures the latency of other clients, for a GET of an entry and for an upload with a
picture, every second request on a new connection. Also measures the memory of the server.

Attackers have addresses of 127.0.0.0/8, at most 60 connections from each and 1,000 together, so that the limits of
connections (64 and 1,024) do not stop them first; only the silent connections exceed these. It fails if other clients
get another status than 200, wait more than 50 ms at the median or 500 ms at the 99th percentile, or if the server's
memory exceeds 150 MB. If BENCH_LINE names a line of `make bench`, it prints a round of the line for each attack, and
never fails.
"""

import asyncio
import base64
import itertools
import json
import os
import pathlib
import re
import statistics
import sys
import time

port, process = int(sys.argv[1]), sys.argv[2]
line = os.environ.get("BENCH_LINE")
demo = base64.b64encode(b"demo:demo").decode()


def memory():
    """The resident memory of the server, in MB."""
    fields = open(f"/proc/{process}/statm").read().split()
    return int(fields[1]) * 4096 / 1e6


def head(method, path, *lines, credentials=demo):
    lines = [f"{method} {path} HTTP/1.1", "Host: x", *lines]
    if credentials:
        lines.append(f"Authorization: Basic {credentials}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def reset_peak():
    with open(f"/proc/{process}/clear_refs", "w") as file:
        file.write("5")


def peak():
    """The peak memory of the server since `reset_peak`, in MB."""
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) * 1024 / 1e6


opened = set()
maxima = {}  # of all attacks


async def connect(address):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 16)
    opened.add(writer)
    return reader, writer


async def close_all():
    """Closes all connections at once."""
    for writer in opened:
        writer.transport.abort()
    opened.clear()
    await asyncio.sleep(2)


async def read_response(reader):
    """Reads a response, and returns its status and its body."""
    first = await reader.readuntil(b"\r\n\r\n")
    length = next((int(line[15:]) for line in first.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
    return int(first[9:12]), await reader.readexactly(length)


async def read_status(reader):
    """Reads a response, and returns its status."""
    status, _ = await read_response(reader)
    return status


async def request(address, bytes):
    reader, writer = await connect(address)
    writer.write(bytes)
    try:
        return await read_status(reader)
    finally:
        writer.close()
        opened.discard(writer)


def upload(netid, entry):
    """A PUT of the entry."""
    path = f"/entries/{netid}"
    return head("PUT", path, "Content-Type: application/json", f"Content-Length: {len(entry)}") + entry


class RegularClient:
    """A client that sends one request after another, every second one on a new connection."""

    def __init__(self, request):
        self.request, self.times, self.statuses = request, [], {}

    async def run(self):
        reader = writer = None
        for number in itertools.count():
            start = time.perf_counter()
            try:
                if number % 2 == 0:
                    if writer:
                        writer.close()
                        opened.discard(writer)
                    reader, writer = await connect("127.0.0.200")
                writer.write(self.request)
                status = await read_status(reader)
            except (OSError, asyncio.IncompleteReadError):
                status = 0
            self.times.append(time.perf_counter() - start)
            self.statuses[status] = self.statuses.get(status, 0) + 1
            await asyncio.sleep(0.01)


async def slow_head(address):
    _, writer = await connect(address)
    try:
        for byte in head("GET", "/entries/all"):
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(1)
    except OSError:
        pass


async def slow_body(address):
    _, writer = await connect(address)
    writer.write(head("POST", "/todos", "Content-Length: 200000", credentials=None))
    try:
        for _ in range(100):
            writer.write(b" " * 2000)
            await writer.drain()
            await asyncio.sleep(0.5)
    except OSError:
        pass


async def slow_reader_requests():
    """The requests of slow readers: each kind of list, and 100 cards of the address book with their pictures."""
    book = "/dav/home/book/"
    requests = {path: head("GET", path) for path in ("/entries/all", "/entries", "/todos")}
    requests["PROPFIND"] = head("PROPFIND", book, "Depth: 1")
    reader, writer = await connect("127.0.0.200")
    writer.write(requests["PROPFIND"])
    _, listing = await read_response(reader)
    found = re.findall(rb"<D:href>[^<]*\.vcf</D:href>", listing)
    assert found, listing[:400]
    body = (
        b'<C:addressbook-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">'
        b"<D:prop><D:getetag/><C:address-data/></D:prop>" + b"".join(found[:100]) + b"</C:addressbook-multiget>"
    )
    requests["REPORT"] = head("REPORT", book, "Depth: 1", f"Content-Length: {len(body)}") + body
    return requests


async def slow_reader(address, bytes):
    reader, writer = await connect(address)
    writer.write(bytes)
    try:
        while await reader.read(100):
            await asyncio.sleep(1)
    except OSError:
        pass


async def idle(address):
    reader, writer = await connect(address)
    try:
        await reader.read()
    except OSError:
        pass


async def silent_connection(address):
    """Sends a small request on a connection and leaves it open; reconnects when it is closed."""
    while True:
        try:
            reader, writer = await connect(address)
            writer.write(head("GET", "/api/tours", credentials=None))
            await read_status(reader)
            await reader.read()
            opened.discard(writer)
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            pass
        await asyncio.sleep(0.5)


async def one_byte_chunks(address):
    """Repeatedly sends a body in chunks of one byte, as fast as it is read."""
    chunks = b"1\r\n \r\n" * 10000
    while True:
        try:
            _, writer = await connect(address)
            writer.write(head("POST", "/todos", "Transfer-Encoding: chunked", credentials=None))
            for _ in range(20):
                writer.write(chunks)
                await writer.drain()
        except OSError:
            pass
        opened.discard(writer)
        writer.transport.abort()
        await asyncio.sleep(0.01)


async def search(address, terms):
    """Searches the class for one term after another."""
    for term in itertools.cycle(terms):
        try:
            await request(address, head("GET", f"/entries?q={term}"))
        except (OSError, asyncio.IncompleteReadError):
            pass


async def invented_hosts(address):
    """Requests the to-dos, each time with another Host header."""
    for number in itertools.count():
        try:
            reader, writer = await connect(address)
            lines = head("GET", "/todos", credentials=None).replace(
                b"Host: x", f"Host: h{number}-{address}".encode()
            )
            writer.write(lines)
            await read_status(reader)
            opened.discard(writer)
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            pass


async def guess(address, netids, statuses):
    """Tries a wrong password for each NetID, one after another, each on a new connection."""
    for number, netid in enumerate(netids):
        wrong = base64.b64encode(f"{netid}:guess{number}".encode()).decode()
        try:
            status = await request(address, head("GET", "/entries/all", credentials=wrong))
        except (OSError, asyncio.IncompleteReadError):
            status = 0
        statuses[status] = statuses.get(status, 0) + 1


async def phase(name, netid, entry, attackers, seconds=5 if line else 8):
    """Starts the attackers, measures regular clients for some seconds, and stops the attackers. If `seconds` is None,
    the attackers end by themselves."""
    before = memory()
    reset_peak()
    tasks = [asyncio.ensure_future(attacker) for attacker in attackers]
    await asyncio.sleep(1)
    others = {"get": RegularClient(head("GET", f"/entries/{netid}")), "put": RegularClient(upload(netid, entry))}
    measuring = [asyncio.ensure_future(other.run()) for other in others.values()]
    await (asyncio.sleep(seconds) if seconds else asyncio.wait(tasks, timeout=120))
    for measured in measuring:
        measured.cancel()
    left = sum(not task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, *measuring, return_exceptions=True)
    await close_all()
    await asyncio.sleep(3)
    found, good = {"memory": peak()}, True
    print(
        f"{name:18} {len(tasks):5} attackers, {left:5} connected at the end; memory {before:.0f} MB before, "
        f"{found['memory']:.0f} at most, {memory():.0f} after", flush=True)
    for kind, other in others.items():
        times = sorted(other.times)
        p50, p99 = statistics.median(times) * 1000, times[int(len(times) * 0.99)] * 1000
        found |= {f"{kind}-p50": p50, f"{kind}-p99": p99}
        print(
            f"    {kind}: {len(times):4} requests, median {p50:6.1f} ms, p99 {p99:7.1f} ms, statuses {other.statuses}",
            flush=True)
        if p99 > 500 or set(other.statuses) != {200}:
            good = False
            if line:
                print(f"NOTE {line} {name}, {kind}: p99 {p99:.0f} ms, statuses {other.statuses}", flush=True)
        good &= p50 <= 50
    if line:
        for kind, value in found.items():
            print(f"ROUND {line}-{kind}", f"{value:.3f} -" if tasks else f"- {value:.3f}")
    if tasks:
        for kind, value in found.items():
            maxima[kind] = max(value, maxima.get(kind, 0))
        maxima["attacks"] = maxima.get("attacks", 0) + 1
    return good and found["memory"] <= 150


def addresses(first):
    """Local addresses, each for sixty attackers."""
    return (f"127.0.{first}.{1 + number // 60}" for number in itertools.count())


async def main():
    netid = "demo"
    # 2,000 to-dos, about 1 MB, for the slow readers of that list.
    reader, writer = await connect("127.0.0.200")
    for number in range(2000):
        body = b'{"title":"' + b"x" * 400 + b'"}'
        writer.write(head("POST", "/todos", f"Content-Length: {len(body)}", credentials=None) + body)
        await read_status(reader)
    status = await request("127.0.0.200", head("GET", f"/entries/{netid}"))
    assert status in (200, 404), status
    if status == 404:
        record = b'{"DUID":999000001,"netid":"demo","fName":"Demo","lName":"Person","role":"Student"}'
        created = await request(
            "127.0.0.200",
            head("POST", "/entries/create", "Content-Type: application/json", f"Content-Length: {len(record)}") + record,
        )
        assert created == 200, created
    reader, writer = await connect("127.0.0.200")
    writer.write(head("GET", f"/entries/{netid}"))
    _, entry = await read_response(reader)
    # The sample class's pictures of a given size cannot be decoded.
    portraits = json.load(open(pathlib.Path(__file__).parents[2] / "data/ece564cohort.json", encoding="utf-8"))
    picture = max((person.get("picture", "") for person in portraits), key=len)
    own = (netid, json.dumps({**json.loads(entry), "picture": picture}).encode())
    good = True
    statuses = {}
    good &= await phase("none", *own, [])
    good &= await phase("slow heads", *own, [slow_head(a) for a in itertools.islice(addresses(1), 200)])
    good &= await phase("slow bodies", *own, [slow_body(a) for a in itertools.islice(addresses(2), 200)])
    for kind, bytes in (await slow_reader_requests()).items():
        attackers = [slow_reader(a, bytes) for a in itertools.islice(addresses(3), 200)]
        good &= await phase(f"read {kind}", *own, attackers)
    good &= await phase("idle", *own, [idle(a) for a in itertools.islice(addresses(4), 1000)], 5)
    # 17 addresses with the maximum of 64 connections: 1,088, which exceeds the maximum of all addresses.
    silent = [silent_connection(f"127.0.6.{1 + number // 64}") for number in range(17 * 64)]
    good &= await phase("silent kept-alive", *own, silent)
    good &= await phase("one-byte chunks", *own, [one_byte_chunks(a) for a in itertools.islice(addresses(7), 60)])
    searches = [search(a, ["a", "or", "swimming", "reykjavik", "zzz"]) for a in itertools.islice(addresses(9), 60)]
    good &= await phase("searches", *own, searches)
    good &= await phase("invented hosts", *own, [invented_hosts(a) for a in itertools.islice(addresses(8), 20)])
    # 500 clients from 40 addresses, each with four guesses, for 200 NetIDs; the server checks ten passwords of a NetID.
    guesses = [
        guess(f"127.0.5.{1 + n % 40}", [f"x{(4 * n + time) % 200}" for time in range(4)], statuses) for n in range(500)
    ]
    good &= await phase("wrong passwords", *own, guesses, None)
    print(f"2,000 wrong passwords were answered {statuses}")
    good &= sum(statuses.values()) == 2000 and set(statuses) <= {401, 429}
    print(f"{maxima['attacks']} attacks; others at most: get p99 {maxima['get-p99']:.0f} ms, put p99 "
          f"{maxima['put-p99']:.0f} ms; memory at most {maxima['memory']:.0f} MB")
    sys.exit(not good and not line)


asyncio.run(main())
