"""Which cores a measurement may use: one, unless it says otherwise."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from dodona.experiments.machine import available_cores

_LIBRARIES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

_ALL = available_cores()


def use_one_core() -> None:
    """Pin this process and those it starts to one core; to be called before numpy is imported."""
    for variable in _LIBRARIES:
        os.environ[variable] = "1"
    _pin({max(_ALL)})


@contextmanager
def all_cores() -> Iterator[int]:
    """Let this process, its new threads and processes use all cores; gives their number."""
    _pin(_ALL)
    try:
        yield len(_ALL)
    finally:
        _pin({max(_ALL)})


def _pin(cores: set[int]) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
