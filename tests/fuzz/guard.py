"""Cases in a process of their own, watched: one that crashes, hangs or takes too much is known."""

from __future__ import annotations

import faulthandler
import json
import os
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO

from fuzz.kinds import KINDS, judge, make_case

_GRACE = 10
_LOOK = 0.1
_REPORT = 8000


@dataclass(frozen=True)
class Limits:
    """What a case may take: ``patience`` times the time of its kind, and so many megabytes."""

    patience: float = 1
    megabytes: int = 500


@dataclass(frozen=True)
class Failure:
    """A case that broke a promise."""

    kind: str
    seed: int
    number: int
    problem: str


@dataclass
class Tally:
    """What came of the cases of a kind."""

    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0

    @property
    def cases(self) -> int:
        return self.outcomes.total()


def run_cases(
    kind: str,
    seed: int,
    *,
    first: int = 0,
    cases: int | None = None,
    seconds: float = float("inf"),
    limits: Limits | None = None,
    report: Callable[[Failure], object] = lambda failure: None,
) -> Tally:
    """Run cases from the number ``first`` on: so many of them, or for so long."""
    limits = limits or Limits()
    tally = Tally()
    begin = time.monotonic()
    number, end = first, sys.maxsize if cases is None else first + cases
    while number < end and time.monotonic() - begin < seconds:
        worker = _Worker(kind, seed, range(number, end), begin + seconds, limits)
        for outcome, problem in worker.results():
            tally.outcomes[outcome] += 1
            if problem:
                tally.failures.append(Failure(kind, seed, number, problem))
                report(tally.failures[-1])
            number += 1
    tally.seconds = time.monotonic() - begin
    return tally


class _Worker:
    """A process that runs cases, and tells in a line what came of each."""

    def __init__(
        self, kind: str, seed: int, numbers: range, deadline: float, limits: Limits
    ) -> None:
        self._limits = limits
        self._most_seconds = _GRACE + 2 * KINDS[kind].seconds * limits.patience
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        self._pipe, write = os.pipe()
        sys.stdout.flush()
        self._id = os.fork()
        if self._id == 0:
            os.close(self._pipe)
            os.dup2(self._errors.fileno(), 2)
            faulthandler.enable(2)
            _work(kind, seed, numbers, deadline, write, limits.patience)
        os.close(write)
        self._start_size = _resident(self._id)

    def results(self) -> Iterator[tuple[str, str]]:
        """The outcome of each case and its problem, if there is one; the last may be the end."""
        rest = b""
        heard = looked = time.monotonic()
        problem = ""
        while not problem:
            ready, _, _ = select.select([self._pipe], [], [], _LOOK)
            now = time.monotonic()
            if ready:
                data = os.read(self._pipe, 1 << 16)
                if not data:
                    break
                heard = now
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    outcome, _, told = line.partition(b" ")
                    yield outcome.decode().replace("_", " "), json.loads(told) if told else ""
            if now - looked > _LOOK:
                looked = now
                problem = self._excess(now - heard)
        yield from self._ending(problem)

    def _excess(self, silence: float) -> str:
        if silence > self._most_seconds:
            return f"hangs: there was no end after {silence:.0f} s"
        megabytes = (_resident(self._id) - self._start_size) / 1e6
        if megabytes > self._limits.megabytes:
            return f"memory: {megabytes:.0f} MB more than before"
        return ""

    def _ending(self, problem: str) -> Iterator[tuple[str, str]]:
        if problem:
            os.kill(self._id, signal.SIGABRT)  # on which it tells where it was
            time.sleep(0.2)
            os.kill(self._id, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(self._id, 0)[1])
        os.close(self._pipe)
        with self._errors:
            self._errors.seek(0)
            told = self._errors.read()[-_REPORT:].decode(errors="replace")
        if problem:
            yield problem.partition(":")[0], f"{told}\n{problem}"
        elif code:
            yield "crash", f"the process ended with {code}\n{told}"


def _work(
    kind: str, seed: int, numbers: range, deadline: float, pipe: int, patience: float
) -> None:
    """What the process does, to its end."""
    try:
        for number in numbers:
            if time.monotonic() > deadline:
                break
            outcome, problem = judge(kind, make_case(kind, seed, number), patience)
            line = outcome.replace(" ", "_") + (" " + json.dumps(problem) if problem else "")
            os.write(pipe, line.encode() + b"\n")
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def _resident(process: int) -> int:
    """The memory that a process has, in bytes, where the system tells it."""
    try:
        with open(f"/proc/{process}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0
