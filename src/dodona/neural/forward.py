"""What a trained encoder runs: products with matrices in 8 bits, and the loops between them.

All of it is C (``forward.h``) and runs without the GIL. It is compiled for several sets of
instructions, of which the best one that the processor has is used, unless another is named. The
results are the same with all of them, to the last bit; what a row gives does not depend on the rows
beside it.
"""

from collections.abc import Sequence

import cython
import numpy as np

from dodona.errors import ArgumentError

_ALIGNMENT = 64


def instruction_sets() -> list[str]:
    """The names of the sets of instructions that this processor has, the best one last."""
    names: list = []
    while forward_at(len(names)) != cython.NULL:
        names.append(cython.cast(bytes, forward_at(len(names)).name).decode())
    return names


@cython.cfunc
def _choose(name: str | None) -> cython.pointer(cython.const[Forward]):
    """A set of instructions by its name, or the best one; `ArgumentError` if it is not there."""
    names = instruction_sets()
    if name is not None and name not in names:
        raise ArgumentError(f"the instructions {name!r} are none of {', '.join(names)}")
    return forward_at(len(names) - 1 if name is None else names.index(name))


@cython.final
@cython.cclass
class Matrix:
    """A matrix whose columns are whole numbers from -127 to 127, each column with its scale.

    Rows that it is multiplied with are rounded in the same way, each with its scale; with ``fine``
    they get 15 bits, which takes twice the time. ``spread`` says how much the numbers of a row are
    spread around 0, one by one, where that differs widely: half of the difference goes over to the
    matrix, so that small ones lose less. A matrix never changes and can be shared by threads.
    """

    def __init__(
        self,
        weights: np.ndarray,
        biases: np.ndarray | None = None,
        *,
        spread: np.ndarray | None = None,
        fine: bool = False,
        instructions: str | None = None,
    ) -> None:
        depth, columns = weights.shape
        factors = np.ones(depth, np.float32)
        if spread is not None:
            factors /= np.sqrt(np.maximum(spread, 1e-6, dtype=np.float32))
        even = weights.astype(np.float32) / factors[:, None]
        scales = np.abs(even).max(axis=0, initial=0) / np.float32(HIGHEST)
        whole = np.rint(even / np.where(scales > 0, scales, 1))
        tiles = -(-columns // TILE_COLUMNS)
        padded_depth = -(-depth // 4) * 4
        padded = np.zeros((padded_depth, tiles * TILE_COLUMNS), np.int8)
        padded[:depth, :columns] = whole.clip(-HIGHEST, HIGHEST)
        numbers = _aligned(padded.size)
        numbers[:] = _grouped(padded)
        starts = -128 * padded.sum(axis=0, dtype=np.int32)
        added = np.zeros(columns, np.float32) if biases is None else biases.astype(np.float32)
        self._arrays = numbers, scales.astype(np.float32), added, factors, starts
        self.depth = self.matrix.depth = depth
        self.columns = self.matrix.columns = columns
        self.matrix.numbers = cython.cast(cython.pointer(int8_t), _address(numbers))
        self.matrix.scales = cython.cast(cython.p_float, _address(self._arrays[1]))
        self.matrix.biases = cython.cast(cython.p_float, _address(added))
        self.matrix.factors = cython.cast(cython.p_float, _address(factors))
        self.matrix.starts = cython.cast(cython.pointer(int32_t), _address(starts))
        self.matrix.padded_depth = padded_depth
        self.matrix.tiles = tiles
        self.matrix.is_fine = fine
        self.forward = _choose(instructions)
        if len(added) != columns:
            raise ValueError("there are not as many biases as columns")

    def multiply(self, inputs: np.ndarray, outputs: np.ndarray) -> None:
        """Write the products of rows, and the biases added to them, to as many rows."""
        rows: Rows
        source: cython.const[cython.float][:, :] = inputs
        target: cython.float[:, :] = outputs
        if (
            source.shape[1] != self.depth
            or target.shape[1] != self.columns
            or source.shape[0] != target.shape[0]
            or (source.shape[0] > 0 and (source.strides[1] != 4 or target.strides[1] != 4))
        ):
            raise ValueError("the rows do not fit the matrix")
        rows.count = cython.cast(cython.int, source.shape[0])
        if rows.count == 0 or self.columns == 0 or self.depth == 0:
            outputs[:] = self._arrays[2]
            return
        room: cython.schar[::1] = np.empty(self.room(rows.count), np.int8)
        scales: cython.float[::1] = np.empty(rows.count, np.float32)
        rows.inputs = cython.address(source[0, 0])
        rows.outputs = cython.address(target[0, 0])
        rows.input_step = source.strides[0] // 4
        rows.output_step = target.strides[0] // 4
        rows.room = cython.cast(cython.pointer(int8_t), cython.address(room[0]))
        rows.scales = cython.address(scales[0])
        with cython.nogil:
            self.run(cython.address(rows))

    def run(self, rows):
        """Multiply rows, one at least, that fit the matrix."""
        self.forward.multiply(cython.address(self.matrix), rows)

    def room(self, rows):
        """How many bytes so many rows take in 8 bits."""
        return room_of(cython.address(self.matrix), rows)


def run_layer(
    inputs: np.ndarray,
    vectors: np.ndarray,
    lengths: np.ndarray,
    outputs: np.ndarray,
    instructions: str | None = None,
) -> None:
    """Run a recurrent layer over the words of some sentences, as `dodona.neural.loops.scan` does
    (to rounding), without states that are kept.
    """
    i: cython.Py_ssize_t
    way: cython.Py_ssize_t
    first: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    sign: cython.Py_ssize_t
    one: Pass
    source: cython.const[cython.float][:, ::1] = inputs
    gates: cython.const[cython.float][:, ::1] = vectors
    sizes: cython.const[cython.int][::1] = lengths
    target: cython.float[:, :] = outputs
    width: cython.Py_ssize_t = gates.shape[1] // 4
    forward: cython.pointer(cython.const[Forward]) = _choose(instructions)
    if (
        vectors.shape != (2, 4 * width)
        or not 1 <= width <= MOST_WIDTH
        or inputs.shape != (len(outputs), 8 * width)
        or target.shape[1] != 2 * width
        or lengths.min(initial=0) < 0
        or lengths.sum() != len(inputs)
        or (source.shape[0] > 0 and target.strides[1] != 4)
    ):
        raise ValueError("the arrays of a layer do not go together")
    one.width = cython.cast(cython.int, width)
    with cython.nogil:
        for i in range(sizes.shape[0]):
            one.words = sizes[i]
            for way in range(2 if one.words > 0 else 0):
                start = first if way == 0 else first + one.words - 1
                sign = 1 if way == 0 else -1
                one.inputs = cython.address(source[start, 4 * width * way])
                one.vectors = cython.address(gates[way, 0])
                one.outputs = cython.address(target[start, width * way])
                one.input_step = sign * 8 * width
                one.output_step = sign * (target.strides[0] // 4)
                forward.run(cython.address(one))
            first += one.words


def write_shares(
    scores: np.ndarray,
    classes: Sequence[int],
    result: np.ndarray,
    instructions: str | None = None,
) -> None:
    """Write the probabilities of all classes, of one classifier after the other, for each word."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    place: cython.Py_ssize_t
    source: cython.const[cython.float][:, ::1] = scores
    target: cython.float[:, ::1] = result
    counts: cython.const[cython.int][::1] = np.array(classes, np.int32)
    forward: cython.pointer(cython.const[Forward]) = _choose(instructions)
    if (
        scores.shape != result.shape
        or scores.shape[1] != sum(classes)
        or min(classes, default=1) < 1
    ):
        raise ValueError("the scores are not those of the classes")
    with cython.nogil:
        for i in range(source.shape[0]):
            place = 0
            for j in range(counts.shape[0]):
                forward.share(
                    cython.address(source[i, place]), cython.address(target[i, place]), counts[j]
                )
                place += counts[j]


def _grouped(numbers: np.ndarray) -> np.ndarray:
    """The numbers of a matrix in the order of its tiles; see ``tiles.h``."""
    fours = numbers.reshape(len(numbers) // 4, 4, -1, GROUP)
    return fours.transpose(2, 0, 3, 1).reshape(-1)


@cython.cfunc
def _address(array: np.ndarray) -> cython.size_t:
    return array.ctypes.data


def _aligned(size: int) -> np.ndarray:
    """Room for so many numbers that begins at a cache line."""
    room = np.zeros(size + _ALIGNMENT, np.int8)
    start = -room.ctypes.data % _ALIGNMENT
    return room[start : start + size]
