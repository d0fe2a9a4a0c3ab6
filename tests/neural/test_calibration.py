"""Probabilities that mean what they say."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from dodona.errors import ModelError
from dodona.neural.calibration import calibrated, calibration_error, check_curve, fit_curve


def cases(count=20_000, seed=1):
    """A model that is right with the square of the probability that it gives."""
    rng = np.random.default_rng(seed)
    sure = rng.random(count)
    return sure, rng.random(count) < sure**2


def test_a_curve_makes_probabilities_true():
    curve = fit_curve(*cases())
    sure, right = cases(seed=2)
    assert calibration_error(sure, right) > 0.1
    assert calibration_error(calibrated(sure, curve), right) < 0.02
    for x in (0.2, 0.5, 0.8):
        assert calibrated([x], curve)[0] == pytest.approx(x**2, abs=0.05)


def test_a_curve_never_falls():
    rng = np.random.default_rng(3)
    curve = fit_curve(rng.random(2000), rng.random(2000) < 0.5)
    assert sorted(curve) == curve
    assert all(a[1] <= b[1] for a, b in pairwise(curve))
    check_curve(curve, "curve")


def test_knots_that_a_file_would_not_tell_apart_are_one():
    """As of tags of which a model is nearly sure: it could be saved, and not loaded again."""
    sure = 1 - np.geomspace(0.5, 1e-12, 2000)
    curve = fit_curve(sure, np.arange(2000) % 97 != 0)
    check_curve(curve, "curve")
    assert curve[-1][0] == 1.0 and len(curve) > 3


def test_few_cases_and_equal_ones_make_no_harm():
    assert fit_curve([0.5] * 60, [True] * 60) == []
    assert calibrated([0.3, 0.7], []).tolist() == [0.3, 0.7]
    assert len(fit_curve([1.0] * 1000, [True] * 999 + [False])) == 1
    assert calibrated([0.2], [(1.0, 0.999)])[0] == 0.999


def test_the_error_by_hand():
    """Two bins: 0.25 where a half is right, 0.75 where all are right."""
    assert calibration_error([0.2, 0.3, 0.7, 0.8], [0, 1, 1, 1], bins=2) == pytest.approx(0.25)


@pytest.mark.parametrize(
    "curve",
    [
        [(0.5, 0.5), (0.5, 0.6)],
        [(0.5, 1.5)],
        [(-1, 0)],
        [(0.1, float("nan"))],
        [(0.01 * i, 0) for i in range(40)],
    ],
)
def test_curves_that_cannot_be(curve):
    with pytest.raises(ModelError, match="no curve"):
        check_curve(curve, "calibration")
