#!/usr/bin/env python3
"""Line 13: the memory of the class server with readers of 1 KB a second, in MB.

Usage: slow-readers.py BUILD-FOLDER [READERS [SECONDS]] (a release build). Prints the resident memory before, its peak,
the memory after, and whether a reader that connects after a change gets the new list.
"""
import base64, json, selectors, socket, subprocess, sys, time, urllib.request

build = sys.argv[1]
readers = int(sys.argv[2]) if len(sys.argv) > 2 else 200
seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 20
server = subprocess.Popen(
    [f"{build}/duke-directory-server", "--sample", "--people", "2500", "--port", "0", "--log-level", "error"],
    stdout=subprocess.PIPE, text=True)
url = server.stdout.readline().split()[-1]
port = int(url.rsplit(":", 1)[1])
basic = "Basic " + base64.b64encode(b"demo:demo").decode()


def memory():
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def send(path, method="GET", body=None):
    request = urllib.request.Request(url + path, method=method, data=body, headers={
        "Authorization": basic, "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return response.read()


try:
    size = len(send("/entries/all"))
    before = peak = memory()
    selector = selectors.DefaultSelector()
    for number in range(readers):
        # The server accepts at most 64 connections from an address.
        connection = socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.0.{2 + number // 60}", 0))
        connection.sendall(f"GET /entries/all HTTP/1.1\r\nHost: localhost\r\nAuthorization: {basic}\r\n\r\n".encode())
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ)
    received = 0
    for second in range(seconds):
        for key in selector.get_map().values():
            try:
                received += len(key.fileobj.recv(1024))
            except BlockingIOError:
                pass
        peak = max(peak, memory())
        if second == seconds // 2:
            entry = json.loads(send("/entries/demo"))
            entry["fName"] = "Changed"
            send("/entries/demo", "PUT", json.dumps(entry).encode())
            print("a reader after the change gets the new list:", b'"Changed"' in send("/entries/all"))
        time.sleep(1)
    peak = max(peak, memory())
    for key in list(selector.get_map().values()):
        key.fileobj.close()
    time.sleep(1)
    print(f"{readers} readers of {size} bytes read {received} bytes in {seconds} s")
    print(f"memory before {before:.0f} MB, at most {peak:.0f} MB, after {memory():.0f} MB")
finally:
    server.terminate()
    server.wait()
