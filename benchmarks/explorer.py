"""How long a step in the explorer takes: long sentences, every system, mistakes on the way."""

import json
import random
import time
from http.client import HTTPConnection
from typing import Any

from bench import Bench, progress, systems_for_any_length
from server import running_server
from table import Row, Section, at_most

import dodona

_WORDS = range(56, 65)
_SENTENCES = 5
_MISTAKES = 0.1
_MOST = 50


def measure(bench: Bench) -> Section:
    """Ask a server for what the page asks for, from the first configuration to the last."""
    sentences = [s for s in dodona.read_conllu(bench.dev) if len(s) in _WORDS][:_SENTENCES]
    rows = []
    with running_server() as (_, (host, port)):
        connection = HTTPConnection(host, int(port), timeout=60)
        for name in systems_for_any_length():
            times = sorted(t for s in sentences for t in _walk(connection, name, s))
            progress(f"{name}: {len(times)} steps, the longest {1000 * times[-1]:.1f} ms")
            median = 1000 * times[len(times) // 2]
            rows.append(Row(f"{name}: median of {len(times):,} steps", f"{median:.1f} ms"))
            rows.append(at_most(f"{name}: the longest step", 1000 * times[-1], _MOST, "{:.1f} ms"))
    return Section(rows)


def _walk(connection: HTTPConnection, name: str, sentence: dodona.Sentence) -> list[float]:
    """The times of all steps of a derivation: by the oracle, but now and then a wrong move."""
    rng = random.Random(1)
    times = []
    made: list[Any] = []
    while True:
        start = time.perf_counter()
        data = {"conllu": sentence.to_conllu(), "setup": {"system": name}, "transitions": made}
        state = _ask(connection, data)
        times.append(time.perf_counter() - start)
        choices = state["transitions"]
        if not choices:
            return times
        if rng.random() >= _MISTAKES:
            choices = [each for each in choices if each["by_oracle"]]
        chosen = rng.choice(choices)
        made.append([chosen["name"], chosen["label"]])


def _ask(connection: HTTPConnection, data: dict[str, Any]) -> Any:
    connection.request("POST", "/explorer/state", json.dumps(data))
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise RuntimeError(body.decode())
    return json.loads(body)
