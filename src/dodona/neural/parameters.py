"""The numbers that a neural model learns, their gradients, and how they change."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.neural.loops import adam_step
from dodona.neural.table import LearningTable

Floats = NDArray[np.float32]
Stored = NDArray[np.float32] | NDArray[np.float16]
"""Numbers of a model that was trained, or of a file, which has them in 16 bits."""


class Parameters:
    """Arrays by name that lie side by side in one vector, and as many gradients."""

    def __init__(self, arrays: Mapping[str, Floats]) -> None:
        size = sum(array.size for array in arrays.values())
        self.all_values: Floats = np.empty(size, np.float32)
        self.all_gradients: Floats = np.zeros(size, np.float32)
        self.values: dict[str, Floats] = {}
        self.gradients: dict[str, Floats] = {}
        place = 0
        for name, array in arrays.items():
            stretch = slice(place, place + array.size)
            self.values[name] = self.all_values[stretch].reshape(array.shape)
            self.gradients[name] = self.all_gradients[stretch].reshape(array.shape)
            self.values[name][:] = array
            place += array.size


class Schedule(NamedTuple):
    """How fast to learn: a rate that is reached slowly, stays for a while, and falls in a line.

    It stays until a share ``constant`` of all steps is done; at the end it is ``last`` times as
    large. Gradients whose norm is larger than ``most_norm`` are scaled down to it.
    """

    steps: int
    rate: float = 0.002
    warm_up: int = 200
    constant: float = 0.3
    last: float = 0.01
    most_norm: float = 5.0
    decay: float = 0.01

    def rate_at(self, step: int) -> float:
        """The rate of a step; the first is 1."""
        begun = min(1.0, step / max(1, min(self.warm_up, self.steps // 10)))
        done = (step / self.steps - self.constant) / (1 - self.constant)
        return self.rate * begun * (1 - (1 - self.last) * min(1.0, max(0.0, done)))


class Adam:
    """Changes parameters and tables by their gradients (Kingma & Ba 2015; decoupled decay)."""

    _BETAS = (0.9, 0.95)
    _EPSILON = 1e-8

    def __init__(
        self, parameters: Parameters, tables: Sequence[LearningTable], schedule: Schedule
    ) -> None:
        self._parameters = parameters
        self._tables = list(tables)
        self._schedule = schedule
        self._means = np.zeros_like(parameters.all_values)
        self._squares = np.zeros_like(parameters.all_values)
        self._step = 0

    def step(self) -> None:
        """Learn from the gradients that are there, which are zeros afterwards."""
        self._step += 1
        schedule = self._schedule
        rate = schedule.rate_at(self._step)
        gradients = self._parameters.all_gradients
        squared = float(np.vdot(gradients, gradients))
        squared += sum(table.sum_of_squares() for table in self._tables)
        scale = min(1.0, schedule.most_norm / max(squared**0.5, 1e-9))
        first, second = (1 - beta**self._step for beta in self._BETAS)
        # Of bias-corrected moments: rate * (m / first) / (sqrt(v / second) + epsilon).
        correction = second**0.5 / first
        options = (
            rate * correction,
            *self._BETAS,
            self._EPSILON * second**0.5,
            rate * schedule.decay,
            scale,
        )
        adam_step(self._parameters.all_values, self._means, self._squares, gradients, options)
        for table in self._tables:
            table.step(options)
