"""`dodona serve` beside `dodona parse`: long texts, short sentences, memory."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from bench import Bench, Skipped, progress
from cores import all_cores
from process import dodona_command, run, run_measured
from streaming import resident_bytes
from table import Row, Section, at_least, at_most

import dodona

_TEXT_SIZE = 100_000
_LONG_CLIENTS = 8
_SHORT_CLIENTS = 50
_THREADS = "2"
_ROUNDS = 3
_SENTENCE = "Time flies like an arrow."
_PAUSE = 0.05
_EARLY_SHARE = 0.1


class Load(NamedTuple):
    """What clients measured: how long all took, and each request, the shortest first."""

    seconds: float
    times: list[float]

    def percentile(self, share: float) -> float:
        return 1000 * self.times[int(share * (len(self.times) - 1))]


def measure(bench: Bench) -> Section:
    """Serve the English model on all cores, to clients that share them."""
    if not Path("/proc/self/statm").exists():
        raise Skipped("memory of a running process is read from /proc, which is not there")
    with all_cores():
        rows = _long_texts(bench)
        rows += _short_sentences(bench)
    return Section(rows)


def _long_texts(bench: Bench) -> list[Row]:
    """Clients that send long texts, and the command that parses as many of them, in turns."""
    sentences = [sentence.text or "" for sentence in dodona.read_conllu(bench.dev)]
    text = " ".join(sentences)[:_TEXT_SIZE]
    words = sum(map(len, dodona.load("en")(text)))
    requests = _LONG_CLIENTS * (2 if bench.quick else 10)
    file = bench.work / "texts.txt"
    file.write_text(f"{text}\n\n" * requests, encoding="utf-8")
    parsing = dodona_command("parse", "en", file, "-o", "/dev/null", "--threads", _THREADS)
    served = parsed = 0.0
    with running_server() as (_, address):
        for _ in range(_ROUNDS):
            load = _load(bench, address, text, _LONG_CLIENTS, requests)
            served = max(served, words * requests / load.seconds)
            parsed = max(parsed, words * requests / run_measured(parsing).seconds)
            progress(f"server {served:,.0f} words/s, `dodona parse` {parsed:,.0f} words/s")
    what = f"{_LONG_CLIENTS} clients that send texts of 100 kB"
    return [
        Row(f"`dodona parse --threads {_THREADS}` on as much text", f"{parsed:,.0f} words/s"),
        Row(f"`dodona serve`, {what}", f"{served:,.0f} words/s"),
        at_least("the same beside `dodona parse`", served / parsed, 0.7, "{:.2f}"),
    ]


def _short_sentences(bench: Bench) -> list[Row]:
    """Clients that send a sentence now and then; and those that never pause, for the memory."""
    clients = f"{_SHORT_CLIENTS} clients that send a sentence"
    paced = 5_000 if bench.quick else 20_000
    requests = 10_000 if bench.quick else 100_000
    with running_server() as (process, address):
        _load(bench, address, _SENTENCE, _SHORT_CLIENTS, 1000)
        load = _load(bench, address, _SENTENCE, _SHORT_CLIENTS, paced, _PAUSE)
        rate = paced / load.seconds
        often = f"{clients} every {1000 * _PAUSE:.0f} ms ({rate:,.0f} requests/s)"
        rows = [
            Row(f"median time of {often}", f"{load.percentile(0.5):.1f} ms"),
            at_most("99th percentile", load.percentile(0.99), 20, "{:.1f} ms"),
        ]
        first = _load(bench, address, _SENTENCE, _SHORT_CLIENTS, int(_EARLY_SHARE * requests))
        early = resident_bytes(process.pid)
        progress(f"{len(first.times):,} requests, {early / 1e6:.1f} MB")
        rest = _load(bench, address, _SENTENCE, _SHORT_CLIENTS, requests - len(first.times))
        late = resident_bytes(process.pid)
    growth = 100 * (late - early) / early
    return [
        *rows,
        Row(f"{clients} without a pause", f"{len(rest.times) / rest.seconds:,.0f} requests/s"),
        Row(
            "their times: median, 99th percentile",
            f"{rest.percentile(0.5):.1f} ms, {rest.percentile(0.99):.1f} ms",
        ),
        Row(f"memory after {len(first.times):,} requests", f"{early / 1e6:.1f} MB"),
        at_most(f"growth up to {requests:,} requests", growth, 10, "{:.1f} %"),
    ]


@contextmanager
def running_server() -> Iterator[tuple[subprocess.Popen[bytes], tuple[str, str]]]:
    """A server that listens; gives its process and its address."""
    command = dodona_command("serve", "--port", "0", "--threads", _THREADS)
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        found = re.search(rb"http://([\d.]+):(\d+)", process.stderr.readline())
        if found is None:
            raise RuntimeError("dodona serve does not say where it listens")
        try:
            yield process, (found[1].decode(), found[2].decode())
        finally:
            process.send_signal(signal.SIGTERM)


def _load(
    bench: Bench,
    address: tuple[str, str],
    text: str,
    clients: int,
    requests: int,
    pause: float = 0.0,
) -> Load:
    body = bench.work / "body"
    fields = {"data": text, "tokenizer": "", "tagger": "", "parser": ""}
    body.write_text(urlencode(fields), encoding="ascii")
    program = Path(__file__).with_name("load.py")
    numbers = (str(clients), str(requests), str(pause))
    done = run([sys.executable, "-I", "-S", str(program), *address, str(body), *numbers])
    return Load(**json.loads(done))
