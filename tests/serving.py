"""The real server in a process of its own, on a free port of this machine."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx

TIMEOUT = 30


class Server(NamedTuple):
    """A server that runs, what it writes, and a client for it."""

    url: str
    process: subprocess.Popen[bytes]
    errors: Path
    output: Path
    client: httpx.Client

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        return str(parts.hostname), int(parts.port or 0)

    def process_text(self, data: str, **fields: str) -> str:
        """The result of `/process` for a form."""
        answer = self.client.post("/process", data={"data": data, **fields})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["result"])

    def parse(self, **fields: Any) -> httpx.Response:
        """The answer of `/v1/parse`."""
        return self.client.post("/v1/parse", json=fields)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(TIMEOUT)

    def metric(self, name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", self.client.get("/metrics").text, re.M)
        return float(found[1]) if found else 0.0

    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.read_text("utf-8").splitlines()]


@contextmanager
def running(folder: Path, *arguments: object, command: str = "serve") -> Iterator[Server]:
    """A server with some arguments; it must not have said anything but where it listens."""
    errors, output = folder / "stderr", folder / "stdout"
    words = [sys.executable, "-m", "dodona", command, "--port", "0", *map(str, arguments)]
    with open(errors, "wb") as err, open(output, "wb") as out:
        process = subprocess.Popen(words, stdout=out, stderr=err)
    try:
        deadline = time.monotonic() + TIMEOUT
        while not (found := re.search(r"at (http://\S+)\n", errors.read_text("utf-8"))):
            assert process.poll() is None and time.monotonic() < deadline, errors.read_text("utf-8")
            time.sleep(0.02)
        with httpx.Client(base_url=found[1], timeout=TIMEOUT) as client:
            yield Server(found[1], process, errors, output, client)
    finally:
        process.kill()
        process.wait()
    assert len(errors.read_text("utf-8").splitlines()) == 1, errors.read_text("utf-8")
