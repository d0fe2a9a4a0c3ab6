"""The kinds of runs."""

from collections.abc import Callable
from typing import Any

from dodona.experiments.bounds import measure_bounds
from dodona.experiments.recipe import Kind
from dodona.experiments.runs import Job
from dodona.experiments.scoring import train_and_score
from dodona.experiments.spans import measure_spans

KINDS: dict[Kind, Callable[[Job], dict[str, Any]]] = {
    "scores": train_and_score,
    "bounds": measure_bounds,
    "spans": measure_spans,
}
"""By kind what makes a run; the result goes into the record."""
