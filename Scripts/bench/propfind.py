"""Line 19: the first PROPFIND of the address book after a start of the server with a class of 1,500 people with
pictures. The client has signed in before, as programs that discover the address book do."""
import base64
import http.client
import time

from common import ROUNDS, WORK, Server, print_round

HEADERS = {"Authorization": "Basic " + base64.b64encode(b"demo:demo").decode()}
WANTED = '<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>'


def propfind(server, count):
    """Milliseconds until the whole response has arrived."""
    client = http.client.HTTPConnection(server.url.removeprefix("http://"))
    client.request("GET", "/entries/demo", headers=HEADERS)
    client.getresponse().read()
    before = time.monotonic()
    client.request("PROPFIND", "/dav/home/book/", WANTED, {**HEADERS, "Depth": "1", "Content-Type": "application/xml"})
    response = client.getresponse()
    book = response.read()
    took = (time.monotonic() - before) * 1000
    if response.status != 207 or book.count(b".vcf</") < count - 1:
        raise SystemExit(f"PROPFIND: {response.status} {book[:400]}")
    return took


def start():
    return Server(1500, "--database", WORK / "book.sqlite", picture_bytes=75_000)


with start():
    pass
for _ in range(ROUNDS):
    with start() as server:
        print_round(19, propfind(server, 1500))
