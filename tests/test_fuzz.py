"""A short pass of every kind of fuzzing, and a look at the guard that long ones need."""

from __future__ import annotations

import os
import signal
import time

import pytest
from fuzz import guard
from fuzz.guard import Limits, run_cases
from fuzz.kinds import KINDS, Kind, judge, make_case

CASES = {"models": 250, "treebanks": 600, "texts": 500, "writers": 12, "keeping": 1000, "kills": 3}
SEED = 12

pytestmark = [
    pytest.mark.filterwarnings("ignore::dodona.treebank.TreebankWarning"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_case_ends_in_an_error_that_says_so_or_in_a_valid_result(kind):
    for number in range(CASES[kind]):
        outcome, problem = judge(kind, make_case(kind, SEED, number), patience=5)
        assert not problem, f"--only {kind} --seed {SEED} --case {number}: {outcome}\n{problem}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_and_a_number_make_the_same_case_again(kind):
    assert make_case(kind, 1, 2) == make_case(kind, 1, 2)
    cases = {make_case(kind, seed, number) for seed in (1, 2) for number in range(5)}
    assert len(cases) == 10


def crash(data: bytes) -> str:
    os.kill(os.getpid(), signal.SIGSEGV)
    return "survived"


def hang(data: bytes) -> str:
    time.sleep(60)
    return "woke up"


def take_memory(data: bytes) -> str:
    kept = bytearray(300_000_000)
    time.sleep(60)
    return f"{len(kept)} bytes"


def raise_another_error(data: bytes) -> str:
    raise ValueError("no DodonaError")


def take_time(data: bytes) -> str:
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    return "done"


@pytest.mark.parametrize(
    ("check", "outcome"),
    [
        (crash, "crash"),
        (hang, "hangs"),
        (take_memory, "memory"),
        (raise_another_error, "ValueError"),
        (take_time, "slow"),
    ],
)
def test_the_guard_knows_which_case_fails_and_goes_on(monkeypatch, check, outcome):
    third = Kind(
        make=lambda rng: bytes([next(numbers)]),
        check=lambda data: check(data) if data == bytes([2]) else "fine",
        share=1,
        seconds=0.05,
    )
    numbers = iter(range(99))
    monkeypatch.setitem(KINDS, "bad in the third", third)
    monkeypatch.setattr(guard, "_GRACE", 3)
    tally = run_cases("bad in the third", 1, cases=4, limits=Limits(megabytes=100))
    assert tally.outcomes == {"fine": 3, outcome: 1}
    assert [(f.kind, f.seed, f.number) for f in tally.failures] == [("bad in the third", 1, 2)]
