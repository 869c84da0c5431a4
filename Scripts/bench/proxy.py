"""A proxy for the server that counts requests and bytes, and measures the server's time."""
import socket
import threading
import time


class Proxy:
    """Has a `url`, the number of `requests` to the server and of `bytes` from it, and the milliseconds `waited` for the
    server, from a request to the last byte of the response."""

    def __init__(self, server):
        self.target = ("127.0.0.1", int(server.url.rsplit(":", 1)[1]))
        self.requests = self.bytes = self.waited = self._since = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.target)
            for direction in ((client, server, True), (server, client, False)):
                threading.Thread(target=self._pass, args=direction, daemon=True).start()

    def _pass(self, source, sink, is_request):
        try:
            while data := source.recv(1 << 18):
                if is_request:
                    # The requests of a download have no body that could look like a request line.
                    self.requests += data.count(b" HTTP/1.1\r\n")
                    self._since = time.monotonic()
                else:
                    self.bytes += len(data)
                    self.waited += (time.monotonic() - self._since) * 1000
                    self._since = time.monotonic()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
