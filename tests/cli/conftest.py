"""The real command in processes of its own, and a small model for it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dodona.treebank import is_projective, read_conllu

TIMEOUT = 60
COMMAND = [sys.executable, "-m", "dodona"]


class Grove(NamedTuple):
    """The treebank that comes with Dodona: its files, or something about each."""

    train: Any
    dev: Any
    test: Any


class Counts(NamedTuple):
    """What is in a treebank file; only projective trees can be learned from."""

    sentences: int
    words: int
    projective: int
    projective_words: int


class Result(NamedTuple):
    """What a command did: its exit code and what it wrote."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def grove() -> Grove:
    data = resources.files("dodona") / "data"
    return Grove(*(Path(str(data / f"grove-{part}.conllu")) for part in Grove._fields))


@pytest.fixture(scope="session")
def counts(grove) -> Grove:
    """How much there is in the files of the bundled treebank."""
    result = []
    for path in grove:
        sentences = list(read_conllu(path))
        projective = [s for s in sentences if is_projective([-1, *s.heads])]
        words = (sum(map(len, part)) for part in (sentences, projective))
        result.append(Counts(len(sentences), next(words), len(projective), next(words)))
    return Grove(*result)


@pytest.fixture(scope="session")
def dodona() -> Callable[..., Result]:
    """Run a command to its end: ``dodona("parse", model, stdin="...")``."""

    def run(*arguments: object, stdin: str = "", env: dict[str, str] | None = None) -> Result:
        process = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=stdin.encode(),
            capture_output=True,
            env={**os.environ, **(env or {})},
            timeout=TIMEOUT,
        )
        result = Result(process.returncode, process.stdout.decode(), process.stderr.decode())
        assert result.code in (0, 1, 2), result
        assert "Traceback" not in result.err
        return result

    return run


@pytest.fixture(scope="session")
def error_of(dodona) -> Callable[..., str]:
    """Run a command that must fail, and return its last message; nothing else may come out."""

    def run(*arguments: object, code: int = 1, **options) -> str:
        result = dodona(*arguments, **options)
        assert (result.code, result.out) == (code, ""), result
        *_, last = result.err.splitlines()
        start = "dodona: error: " if code == 1 else ("dodona: error: ", "Error: ")
        assert last.startswith(start), result.err
        return last

    return run


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen]]:
    """Start a command whose pipes stay open; what still runs at the end is killed.

    A ``redirection`` such as ``2>&-`` is that of a shell; ``shell`` is a command that runs it.
    """
    processes = []
    # Background jobs of some shells are born with SIGINT ignored, and would hand that down.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def popen(
        *arguments: object, redirection: str = "", shell: tuple[str, ...] = (), **options
    ) -> subprocess.Popen:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        if redirection:
            shell = ("sh", "-c", f'exec "$@" {redirection}', "sh")
        process = subprocess.Popen([*shell, *COMMAND, *map(str, arguments)], **{**pipes, **options})
        processes.append(process)
        return process

    yield popen
    for process in processes:
        process.kill()
        process.communicate()
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def model(dodona, grove, tmp_path_factory) -> Path:
    """A model trained on the bundled treebank."""
    path = tmp_path_factory.mktemp("model") / "grove.dodona"
    result = dodona(
        "train", "--train", grove.train, "--dev", grove.dev, "--iterations", 3, "-o", path
    )
    assert result.code == 0, result
    return path


@pytest.fixture(scope="session")
def big(grove, tmp_path_factory) -> Path:
    """A treebank that is not finished in a moment, nor fits into a pipe."""
    path = tmp_path_factory.mktemp("big") / "big.conllu"
    path.write_bytes(grove.train.read_bytes() * 100)
    return path


@pytest.fixture
def secret(tmp_path) -> Path:
    """A file that may not be read."""
    path = tmp_path / "secret.conllu"
    path.touch(mode=0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    return path


@pytest.fixture(scope="session")
def wait_for() -> Callable[[Callable[[], object]], None]:
    """Wait until something holds, but not for ever."""

    def wait(condition: Callable[[], object]) -> None:
        deadline = time.monotonic() + TIMEOUT
        while not condition():
            assert time.monotonic() < deadline, "this took too long"
            time.sleep(0.01)

    return wait
