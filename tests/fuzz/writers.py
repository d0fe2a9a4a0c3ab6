"""Threads and processes that write to one path at the same time: one whole result is left."""

from __future__ import annotations

import json
import os
import random
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dodona.treebank.streams import open_output

_SUFFIXES = ("", ".conllu", ".txt")


def make(rng: random.Random) -> bytes:
    """A plan: what each writer writes, in which pieces, and whether it fails in the end."""
    writers = [
        {
            "letter": chr(ord("a") + i),
            "pieces": [rng.choice((0, 1, 50, 5000, 70_000)) for _ in range(rng.randint(1, 4))],
            "pause": rng.choice((0, 0, 0.0005, 0.002)),
            "fails": rng.random() < 0.15,
        }
        for i in range(rng.randint(2, 4))
    ]
    plan = {
        "writers": writers,
        "processes": rng.random() < 0.3,
        "before": rng.random() < 0.5,
        "name": rng.choice("abc") * rng.choice((1, 8, 100)) + rng.choice(_SUFFIXES),
    }
    return json.dumps(plan).encode()


class _WriterError(Exception):
    """What a writer that is to fail does."""


def _content(writer: dict[str, Any]) -> bytes:
    content: bytes = writer["letter"].encode() * sum(writer["pieces"])
    return content + b"\n"


def _write(path: Path, writer: dict[str, Any]) -> None:
    try:
        with open_output(path) as stream:
            for size in writer["pieces"]:
                stream.write(writer["letter"].encode() * size)
                stream.flush()
                time.sleep(writer["pause"])
            if writer["fails"]:
                raise _WriterError
            stream.write(b"\n")
    except _WriterError:
        pass


def check(data: bytes) -> str:
    """Let all write at once, and look at what is there meanwhile and in the end."""
    plan = json.loads(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / plan["name"]
        if plan["before"]:
            path.write_bytes(b"before\n")
        allowed = {_content(w) for w in plan["writers"] if not w["fails"]}
        before = {b"before\n"} if plan["before"] else {None}
        run = _in_processes if plan["processes"] else _in_threads
        seen = run(path, plan["writers"])
        assert seen <= allowed | before, "half a file was seen under the name"
        end = path.read_bytes() if path.exists() else None
        assert end in (allowed or before), "what is left is not what a writer wrote"
        assert os.listdir(folder) == [path.name] * path.exists(), "unfinished files are left"
    return "processes" if plan["processes"] else "threads"


def _look(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _in_threads(path: Path, writers: list[dict[str, Any]]) -> set[bytes | None]:
    problems: list[BaseException] = []

    def write(writer: dict[str, Any]) -> None:
        try:
            _write(path, writer)
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    seen = {_look(path)}
    while any(thread.is_alive() for thread in threads):
        seen.add(_look(path))
        time.sleep(0.0002)
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
    return seen


def _in_processes(path: Path, writers: list[dict[str, Any]]) -> set[bytes | None]:
    children = [_fork(lambda writer=writer: _write(path, writer)) for writer in writers]  # type: ignore[misc]
    seen = {_look(path)}
    codes = []
    for child in children:
        codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        seen.add(_look(path))
    assert not any(codes), "a writer ended with an exception"
    return seen


def _fork(work: Callable[[], None]) -> int:
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)
