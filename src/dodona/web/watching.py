"""What goes around every request: it is counted, written to the log, and open to every page."""

import json
from collections.abc import Callable, Collection
from datetime import datetime, timezone
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dodona.printable import shortened
from dodona.web.metrics import Metrics

Log = Callable[[dict[str, Any]], object]

WORDS = "words of dodona"
"""Where an endpoint leaves in the scope how many words it worked on."""

_OTHER = "other"
_LONGEST_PATH = 200
_OPEN = (b"access-control-allow-origin", b"*")
_PREFLIGHT = [
    _OPEN,
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"*"),
    (b"access-control-max-age", b"86400"),
    (b"content-length", b"0"),
]


class Watched:
    """An application whose requests are counted by endpoint, and told to a log if there is one."""

    def __init__(
        self, app: ASGIApp, *, metrics: Metrics, endpoints: Collection[str], log: Log | None
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._endpoints = frozenset(endpoints)
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = perf_counter()
        endpoint = scope["path"] if scope["path"] in self._endpoints else _OTHER
        status = 500

        async def watched_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], _OPEN]
            await send(message)

        try:
            if scope["method"] == "OPTIONS" and endpoint != _OTHER:
                status = 204
                await send({"type": "http.response.start", "status": status, "headers": _PREFLIGHT})
                await send({"type": "http.response.body"})
            else:
                await self._app(scope, receive, watched_send)
        finally:
            seconds = perf_counter() - start
            words = scope.get(WORDS, 0)
            self._metrics.count(endpoint, status, seconds, words)
            if self._log is not None:
                self._log(_entry(scope, status, seconds, words))


def _entry(scope: Scope, status: int, seconds: float, words: int) -> dict[str, Any]:
    client = scope.get("client")
    return {
        "time": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
        "client": client[0] if client else None,
        "method": shortened(scope["method"], _LONGEST_PATH),
        "path": shortened(scope["path"], _LONGEST_PATH),
        "status": status,
        "seconds": round(seconds, 6),
        "words": words,
    }


def write_line(entry: dict[str, Any]) -> None:
    """Write an entry of the log to standard output: JSON in ASCII, which can steer no terminal."""
    print(json.dumps(entry), flush=True)
