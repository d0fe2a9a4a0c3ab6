"""Commands that are killed or interrupted at any moment: files are whole, exit codes tell."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import dodona
from fuzz import samples
from fuzz.scratch import scratch

_SIGNALS = ("SIGKILL", "SIGINT", "SIGTERM")
_TIMEOUT = 120
_GROVE = resources.files("dodona") / "data"


def make(rng: random.Random) -> bytes:
    """A plan: a command, a signal, and when it comes, as a share of the time the command takes."""
    plan = {
        "command": rng.choice(("parse", "parse", "folder", "train")),
        "signal": rng.choice(_SIGNALS),
        "moment": rng.choice((rng.random(), 0.6 + 0.5 * rng.random())),
        "before": rng.random() < 0.5,
    }
    return json.dumps(plan).encode()


@cache
def _place() -> Path:
    """A folder with a model and something to parse."""
    folder = Path(tempfile.mkdtemp(dir=scratch()))
    dodona.Pipeline(parser=samples.trained()["parser"][0]).save(folder / "model.dodona")
    (folder / "in").mkdir()
    test = (_GROVE / "grove-test.conllu").read_bytes()
    for i, times in enumerate((1, 200, 50)):
        (folder / "in" / f"{i}.conllu").write_bytes(test * times)
    return folder


def _arguments(command: str, target: Path) -> list[str]:
    folder = _place()
    model, source = str(folder / "model.dodona"), str(folder / "in")
    if command == "parse":
        return ["parse", model, f"{source}/1.conllu", "-o", str(target / "out.conllu")]
    if command == "folder":
        return ["parse", model, source, "--output-dir", str(target)]
    train = ["train", "--train", str(_GROVE / "grove-train.conllu"), "--iterations", "5"]
    return [*train, "-o", str(target / "out.dodona"), "--log", os.devnull]


def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
    # Background jobs of some shells are born with SIGINT ignored, and would hand that down.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "dodona", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)


def _outputs(folder: Path) -> dict[str, bytes]:
    """The files that people see, by name; hidden ones are unfinished, or notes of the program."""
    files = [path for path in folder.iterdir() if not path.name.startswith(".")]
    return {path.name: path.read_bytes() for path in files}


@cache
def _undisturbed(command: str) -> tuple[float, dict[str, bytes]]:
    """How long a command takes, and what it writes if nobody disturbs it."""
    with tempfile.TemporaryDirectory() as name:
        start = time.monotonic()
        process = _start(_arguments(command, Path(name)))
        _, errors = process.communicate(timeout=_TIMEOUT)
        assert process.returncode == 0, errors.decode()
        return time.monotonic() - start, _outputs(Path(name))


def check(data: bytes) -> str:
    """Start the command, send the signal, look at what is there; then run it again to its end."""
    plan = json.loads(data)
    seconds, expected = _undisturbed(plan["command"])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        old = {
            file: b"old\n" for file in expected if plan["before"] and plan["command"] != "folder"
        }
        for file, content in old.items():
            (folder / file).write_bytes(content)
        process = _start(_arguments(plan["command"], folder))
        time.sleep(seconds * plan["moment"])
        sent = getattr(signal, plan["signal"])
        process.send_signal(sent)
        _, errors = process.communicate(timeout=_TIMEOUT)
        _check_exit(process.returncode, sent, errors)
        found = _outputs(folder)
        early = plan["command"] == "train" and sent == signal.SIGINT  # keeps the best so far
        for file, content in found.items():
            whole = content in (expected.get(file), old.get(file))
            assert whole or (early and _is_model(folder / file)), f"{file} is not whole"
        assert found.keys() >= old.keys()
        _check_again(plan["command"], folder, expected)
    return f"{plan['signal']} {'in time' if process.returncode else 'too late'}"


def _check_exit(code: int, sent: signal.Signals, errors: bytes) -> None:
    """Death by the signal, or the code by which shells know it, and no more than a message."""
    assert code in (0, -sent, 128 + sent), f"exit code {code} after {sent.name}: {errors!r}"
    if code != -sent:  # before Dodona has begun, Python itself may be interrupted
        assert b"Traceback" not in errors, errors.decode()


def _is_model(path: Path) -> bool:
    return bool(dodona.load(path).parts)


def _check_again(command: str, folder: Path, expected: dict[str, bytes]) -> None:
    """The same command again comes to its end, and leaves nothing unfinished behind."""
    process = _start(_arguments(command, folder))
    _, errors = process.communicate(timeout=_TIMEOUT)
    assert process.returncode == 0, errors.decode()
    assert _outputs(folder) == expected
    left: list[Any] = [path.name for path in folder.iterdir() if path.name.endswith(".partial")]
    assert not left, f"unfinished files are left: {left}"
