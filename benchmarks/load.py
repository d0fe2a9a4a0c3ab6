"""Clients of a server, all in one small process, so that they leave the cores to the server.

    python -I -S benchmarks/load.py ADDRESS PORT BODY CLIENTS REQUESTS SECONDS

Each client sends the form in the file BODY to /process, reads the answer and sends it again, all of
them together so often; with SECONDS more than 0, no sooner than so long after the last time.
Times are counted from when a request was due. Prints them, and all of it, as JSON.
"""

import heapq
import json
import selectors
import socket
import sys
import time
from pathlib import Path

_BLOCK = 1 << 20
_HEADER = (
    "POST /process HTTP/1.1\r\nHost: localhost\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n"
)


class Client:
    """A connection, and the answer that comes through it."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.due = 0.0
        self._missing = -1
        self._header = b""

    def send(self, request: bytes) -> None:
        self._missing, self._header = -1, b""
        self.socket.sendall(request)

    def receive(self) -> bool:
        """Read what is there; whether the answer is complete."""
        block = self.socket.recv(_BLOCK)
        if not block:
            raise ConnectionError("the server has closed a connection")
        if self._missing < 0:
            self._header += block
            header, found, body = self._header.partition(b"\r\n\r\n")
            if not found:
                return False
            if not header.startswith(b"HTTP/1.1 200 "):
                raise RuntimeError(self._header.decode(errors="replace"))
            size = header.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
            self._missing = int(size) - len(body)
        else:
            self._missing -= len(block)
        return not self._missing


def run(
    address: tuple[str, int], request: bytes, clients: int, requests: int, pause: float
) -> tuple[float, list[float]]:
    """How long all of it took, and each request."""
    selector = selectors.DefaultSelector()
    start = time.perf_counter()
    waiting = []
    for number in range(clients):
        client = Client(address)
        client.due = start + pause * number / clients
        selector.register(client.socket, selectors.EVENT_READ, client)
        waiting.append((client.due, number, client))
    times: list[float] = []
    number = clients
    while len(times) < requests:
        now = time.perf_counter()
        while waiting and waiting[0][0] <= now:
            heapq.heappop(waiting)[2].send(request)
        for key, _ in selector.select(max(0.0, waiting[0][0] - now) if waiting else None):
            client = key.data
            if client.receive():
                now = time.perf_counter()
                times.append(now - client.due)
                client.due = max(now, client.due + pause)
                number += 1
                heapq.heappush(waiting, (client.due, number, client))
    return time.perf_counter() - start, times


def main(host: str, port: str, body: str, clients: str, requests: str, pause: str) -> None:
    """Send, and print what was measured."""
    data = Path(body).read_bytes()
    request = _HEADER.format(len(data)).encode() + data
    seconds, times = run((host, int(port)), request, int(clients), int(requests), float(pause))
    print(json.dumps({"seconds": seconds, "times": sorted(times)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
