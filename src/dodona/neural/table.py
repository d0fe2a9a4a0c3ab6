"""Tables of vectors for what words are made of: words, affixes, character n-grams, tags."""

from collections.abc import Sequence

import cython
import numpy as np
from cython.cimports.dodona.neural.loops import Adam, choose_loops
from cython.cimports.libc.math import sqrtf

from dodona.errors import ModelError


@cython.cclass
class Table:
    """A vector for each number. Of a word, the vectors of some numbers (its *bag*) are added up.

    The sum is divided by the square root of how many there are, so that long words weigh no more
    than short ones. A table never changes and can be shared by threads. Numbers of 16 bits stay as
    they are, and are widened when they are added up.
    """

    def __init__(self, numbers: np.ndarray) -> None:
        self.are_halves = numbers.dtype == np.float16
        if self.are_halves:
            self.halves = np.ascontiguousarray(numbers).view(np.uint16)
        else:
            self.values = np.ascontiguousarray(numbers, np.float32)
        self.size = numbers.shape[0]
        self.width = numbers.shape[1]
        self.loops = choose_loops()

    def __reduce__(self) -> tuple[type[Table], tuple[np.ndarray]]:
        return Table, (self.numbers(),)

    def numbers(self) -> np.ndarray:
        """The vectors, in 16 or in 32 bits."""
        if self.are_halves:
            return np.asarray(self.halves).view(np.float16)
        return np.asarray(self.values)

    def add_up(self, numbers: np.ndarray, ends: np.ndarray, target: np.ndarray) -> None:
        """Write the sum of each bag to a row; ``ends`` says where the numbers of each bag end."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        begin: cython.Py_ssize_t = 0
        factor: cython.float
        places: cython.const[cython.int][::1] = numbers
        last: cython.const[cython.int][::1] = ends
        rows: cython.float[:, :] = target
        self.check(places, last, rows)
        with cython.nogil:
            for i in range(last.shape[0]):
                for j in range(self.width):
                    rows[i, j] = 0
                factor = 1 / sqrtf(cython.cast(cython.float, max(last[i] - begin, 1)))
                for j in range(begin, last[i]):
                    if self.are_halves:
                        self.loops.add_halves(
                            cython.address(rows[i, 0]),
                            cython.address(self.halves[places[j], 0]),
                            factor,
                            self.width,
                        )
                    else:
                        self.loops.add_scaled(
                            cython.address(rows[i, 0]),
                            cython.address(self.values[places[j], 0]),
                            factor,
                            self.width,
                        )
                begin = last[i]

    def spread(self) -> np.ndarray:
        """The root mean square of each column, as far as can be seen of the first vectors."""
        some = self.numbers()[:4096].astype(np.float32)
        return np.sqrt((some**2).mean(axis=0))

    def check(self, numbers, ends, rows):
        """Raise `ModelError` unless there is a vector for each number and a row for each bag."""
        i: cython.Py_ssize_t
        sound: cython.bint = rows.shape[0] == ends.shape[0] and rows.shape[1] == self.width
        sound = sound and (ends.shape[0] == 0 or ends[ends.shape[0] - 1] <= numbers.shape[0])
        sound = sound and (rows.shape[0] == 0 or rows.strides[1] == 4)
        for i in range(numbers.shape[0]):
            sound = sound and 0 <= numbers[i] < self.size
        for i in range(ends.shape[0]):
            sound = sound and ends[i] >= (ends[i - 1] if i > 0 else 0)
        if not sound:
            raise ModelError("numbers of words lead out of the table of their vectors")
        return 0


@cython.final
@cython.cclass
class LearningTable(Table):
    """A table that learns: only the vectors that were in a batch change after it."""

    def __init__(self, values: np.ndarray) -> None:
        super().__init__(np.array(values, np.float32))
        shape = (self.size, self.width)
        self.gradients = np.zeros(shape, np.float32)
        self.means = np.zeros(shape, np.float32)
        self.squares = np.zeros(shape, np.float32)
        self.touched = np.zeros(self.size, np.int32)
        self.is_touched = np.zeros(self.size, np.uint8)

    def add_gradients(self, numbers: np.ndarray, ends: np.ndarray, gradients: np.ndarray) -> None:
        """Hand the gradient of the sum of each bag down to its vectors."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        begin: cython.Py_ssize_t = 0
        factor: cython.float
        places: cython.const[cython.int][::1] = numbers
        last: cython.const[cython.int][::1] = ends
        rows: cython.float[:, :] = gradients
        self.check(places, last, rows)
        with cython.nogil:
            for i in range(last.shape[0]):
                if last[i] > begin:
                    factor = 1 / sqrtf(cython.cast(cython.float, last[i] - begin))
                    for j in range(begin, last[i]):
                        if not self.is_touched[places[j]]:
                            self.is_touched[places[j]] = 1
                            self.touched[self.touched_count] = places[j]
                            self.touched_count += 1
                        self.loops.add_scaled(
                            cython.address(self.gradients[places[j], 0]),
                            cython.address(rows[i, 0]),
                            factor,
                            self.width,
                        )
                begin = last[i]

    def sum_of_squares(self) -> float:
        """That of all gradients, for their norm."""
        rows = np.asarray(self.gradients)[np.asarray(self.touched)[: self.touched_count]]
        return float(np.vdot(rows, rows))

    def gradient(self) -> np.ndarray:
        """The gradients as they are now, for tests."""
        return np.array(self.gradients)

    def step(self, options: Sequence[float]) -> None:
        """Change the vectors that were touched, and forget their gradients."""
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t
        adam: Adam
        adam.rate, adam.beta1, adam.beta2, adam.epsilon, adam.decay, adam.scale = options
        with cython.nogil:
            for i in range(self.touched_count):
                row = self.touched[i]
                self.is_touched[row] = 0
                self.loops.adam(
                    cython.address(self.values[row, 0]),
                    cython.address(self.means[row, 0]),
                    cython.address(self.squares[row, 0]),
                    cython.address(self.gradients[row, 0]),
                    self.width,
                    cython.address(adam),
                )
            self.touched_count = 0
