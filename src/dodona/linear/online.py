"""What the training of taggers and lemmatisers has in common."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from dodona.errors import SettingsError

Progress = Callable[[int], object]

# Examples learned from in one go; in between Python can show progress and be interrupted.
_STRETCH = 256


class Learner(Protocol):
    """What learns from examples that are given by their numbers."""

    def learn(self, examples: Sequence[int], /) -> None: ...


def learn_online(
    learner: Learner, examples: int, *, iterations: int, seed: int, progress: Progress
) -> None:
    """Go through all examples several times, each time in another order."""
    order = list(range(examples))
    rng = random.Random(seed)
    for _ in range(iterations):
        rng.shuffle(order)
        for start in range(0, len(order), _STRETCH):
            stretch = order[start : start + _STRETCH]
            learner.learn(stretch)
            progress(len(stretch))


def check_settings(settings: Any, counts: Sequence[str]) -> None:
    """Raise `SettingsError` unless all counts are 1 or more and there is room for weights."""
    for name in counts:
        if getattr(settings, name) < 1:
            raise SettingsError(f"{name} is {getattr(settings, name)}; it must be 1 or more")
    if not settings.megabytes > 0:
        raise SettingsError(f"megabytes is {settings.megabytes}; it must be more than 0")
