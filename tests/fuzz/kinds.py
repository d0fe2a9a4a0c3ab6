"""The kinds of cases, and what running one of them comes to."""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections.abc import Callable
from typing import NamedTuple

from dodona.errors import DodonaError
from fuzz import keeping, kills, models, texts, treebanks, writers
from fuzz.checks import check_shown


class Kind(NamedTuple):
    """How cases of one kind are made, and judged.

    ``make`` gives the whole of a case as bytes: ``check`` takes all further choices from them, so
    that bytes that were kept are the case. It returns what came of it in a word, and raises
    anything but a `DodonaError` if a promise is broken. ``share`` is how much of the time of a
    run is spent on the kind; ``seconds`` is how much processor time a case may take.
    """

    make: Callable[[random.Random], bytes]
    check: Callable[[bytes], str]
    share: float
    seconds: float


KINDS = {
    "models": Kind(models.make, models.check, share=4, seconds=2),
    "treebanks": Kind(treebanks.make, treebanks.check, share=6, seconds=1),
    "texts": Kind(texts.make, texts.check, share=6, seconds=5),
    "writers": Kind(writers.make, writers.check, share=1, seconds=2),
    "keeping": Kind(keeping.make, keeping.check, share=2, seconds=2),
    "kills": Kind(kills.make, kills.check, share=3, seconds=60),
}


class Result(NamedTuple):
    """What came of a case, in a word, and what is wrong with that, if anything is."""

    outcome: str
    problem: str = ""


def make_case(name: str, seed: int, number: int) -> bytes:
    """The case with a number; the same code, seed and number always make the same one."""
    return KINDS[name].make(random.Random(f"{name} {seed} {number}"))


def judge(name: str, data: bytes, patience: float = 1) -> Result:
    """Run a case in this process. ``patience`` is by how much slower a core may be than usual."""
    most = KINDS[name].seconds * patience
    start = time.perf_counter()
    result = _judge(name, data)
    if time.perf_counter() - start < most or result.problem:
        return result
    # Perhaps only the machine was busy: what counts is the time of the processor.
    start = time.process_time()
    result = _judge(name, data)
    seconds = time.process_time() - start
    if seconds > most:
        return Result("slow", f"{result.outcome} took {seconds:.1f} s of processor time")
    return result


def _judge(name: str, data: bytes) -> Result:
    """What came of a case; what the compiled core could only print is a problem too."""
    unraisable: list[str] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda told: unraisable.append(f"{told.exc_value!r} in {told.object!r}")
    try:
        result = _run(name, data)
    finally:
        sys.unraisablehook = before
    return Result("unraisable", "\n".join(unraisable)) if unraisable else result


def _run(name: str, data: bytes) -> Result:
    try:
        try:
            return Result(KINDS[name].check(data))
        except DodonaError as error:
            check_shown([error])
            return Result(type(error).__name__)
    except Exception as error:
        return Result(type(error).__name__, traceback.format_exc())
