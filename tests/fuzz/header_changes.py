"""Headers of models, which are JSON, changed at random places."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

Header = dict[str, Any]
Place = tuple[Any, Any]
"""A list or dictionary, and an index or key of it."""

ODD_NUMBERS = (
    0, 1, -1, 2, 7, 255, 256, 1000, 1024, 1025, 65535, 65536, 1 << 31, -(1 << 31), (1 << 32) + 1,
    1 << 63, 10**30, 0.5, -0.0, 1e308, float("inf"), float("nan"), True, False,
)  # fmt: skip
ODD_STRINGS = (
    "", " ", "_", "x", "\t", "\n", "\r", "\x00", "\x1b[31m", "\x85", "\u2028", "\xa0", "\ud800",
    "↓", "↑", "root", "punct", "NOUN", "arc-eager", "covington", "lr-spine", "S0.w", "S0.w N0.w",
    "t-1", "w+1", "LEFT", "RIGHT", "SHIFT", "conllu", "conllx", "head", "path", "head+path",
    "x" * 5000,
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (None, [], {}, [[]], [None], {"x": 1}, *ODD_NUMBERS, *ODD_STRINGS)


def some_place(header: Header, rng: random.Random) -> Place:
    """Somewhere in a header: deep or not, in a long list or a short one."""
    at: Place = (header, rng.choice(list(header)))
    while True:
        holder, key = at
        value = holder[key]
        if not value or not isinstance(value, (dict, list)) or rng.random() < 0.1:
            return at
        keys = list(value) if isinstance(value, dict) else range(len(value))
        at = (value, rng.choice(keys))


def _replace(header: Header, rng: random.Random) -> None:
    holder, key = some_place(header, rng)
    same = [v for v in ODD_VALUES if type(v) is type(holder[key])]
    holder[key] = rng.choice(same if same and rng.random() < 0.8 else ODD_VALUES)


def _nudge(header: Header, rng: random.Random) -> None:
    holder, key = some_place(header, rng)
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + rng.choice((-2, -1, 1, 2, value))
    elif isinstance(value, str):
        at = rng.randrange(len(value) + 1)
        holder[key] = value[:at] + rng.choice(ODD_STRINGS) + value[at + rng.randrange(2) :]


def _remove(header: Header, rng: random.Random) -> None:
    holder, key = some_place(header, rng)
    del holder[key]


def _copy(header: Header, rng: random.Random) -> None:
    holder, key = some_place(header, rng)
    other, place = some_place(header, rng)
    holder[key] = deepcopy(other[place])


def _lists(header: Header, rng: random.Random) -> list[list[Any]]:
    found: list[list[Any]] = []
    waiting: list[Any] = [header]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            found.append(value)
            waiting += value[:5]
    return found


def _change_list(header: Header, rng: random.Random) -> None:
    lists = [values for values in _lists(header, rng) if values]
    if not lists:
        return
    values = rng.choice(lists)
    chance = rng.random()
    if chance < 0.3:
        rng.shuffle(values)
    elif chance < 0.5:
        values.append(rng.choice(values))
    elif chance < 0.7:
        del values[rng.randrange(len(values)) :]
    elif chance < 0.95:
        values.extend(rng.choices(values, k=len(values)))
    else:
        values *= 2000 // len(values) + 1


HEADER_CHANGES: list[Callable[[Header, random.Random], None]] = [
    _replace, _replace, _nudge, _nudge, _remove, _copy, _change_list,
]  # fmt: skip
