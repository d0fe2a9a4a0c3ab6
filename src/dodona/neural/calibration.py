"""Probabilities that mean what they say: of what has 0.9, nine in ten are right.

Models are surer than they should be. How often they are right, given how sure they are, is learned
from sentences that they were not trained on, as a curve that never falls.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dodona.errors import ModelError

_MOST_KNOTS = 20
_LEAST_CASES = 50

Curve = list[tuple[float, float]]
"""Knots: how sure a model is, and how often it is right; straight lines lead from one to the next.
Without any knots it is right as often as it says."""


def fit_curve(probabilities: ArrayLike, is_right: ArrayLike) -> Curve:
    """The curve of cases that are right or not: as many knots as there are cases enough for."""
    sure = np.asarray(probabilities, np.float64)
    right = np.asarray(is_right, np.float64)
    count = min(_MOST_KNOTS, len(sure) // _LEAST_CASES)
    if count < 2:
        return []
    order = np.argsort(sure, kind="stable")
    blocks = [(float(sure[part].mean()), float(right[part].mean()), len(part))
              for part in np.array_split(order, count)]  # fmt: skip
    return [(_written(x), _written(y)) for x, y in _never_falling(blocks)]


def _written(value: float) -> float:
    """A number as a file has it."""
    return round(value, 6)


def _never_falling(blocks: list[tuple[float, float, int]]) -> list[tuple[float, float]]:
    """Neighbours that fall are joined until none does (pool adjacent violators).

    So are those that a file would not tell apart.
    """
    joined: list[tuple[float, float, int]] = []
    for x, y, n in blocks:
        while joined and (joined[-1][1] > y or _written(joined[-1][0]) >= _written(x)):
            before_x, before_y, m = joined.pop()
            x, y, n = (before_x * m + x * n) / (m + n), (before_y * m + y * n) / (m + n), m + n
        joined.append((x, y, n))
    return [(x, y) for x, y, _ in joined]


def check_curve(curve: Curve, name: str) -> None:
    """Raise `ModelError` unless a curve of a file goes from left to right, between 0 and 1."""
    numbers = np.array(curve or [(0, 0)], np.float64)
    sound = bool(((numbers >= 0) & (numbers <= 1)).all()) and len(curve) <= _MOST_KNOTS
    if not sound or bool((np.diff(numbers[:, 0]) <= 0).any()):
        raise ModelError(f"{name} in the header of the model is no curve of probabilities")


def calibrated(probabilities: ArrayLike, curve: Curve) -> NDArray[np.float64]:
    """Probabilities as they were learned to be."""
    values = np.asarray(probabilities, np.float64)
    if not curve:
        return values
    knots = np.array(curve, np.float64)
    return np.interp(values, knots[:, 0], knots[:, 1])


def calibration_error(probabilities: ArrayLike, is_right: ArrayLike, bins: int = 10) -> float:
    """The expected calibration error: by how much probabilities and shares differ on average.

    Cases are sorted into so many bins of the same width.
    """
    sure, right = np.asarray(probabilities, np.float64), np.asarray(is_right, np.float64)
    place = np.minimum((sure * bins).astype(int), bins - 1)
    sums: NDArray[Any] = np.abs(np.bincount(place, sure, bins) - np.bincount(place, right, bins))
    return float(sums.sum() / max(1, len(sure)))
