"""Recurrent layers and Adam, on the loops of ``loops.h``; all of it runs without the GIL.

A recurrent layer reads sentences in both directions. A word has a row of projected inputs: for each
direction candidate, forget gate, reset gate and highway; its outputs are a state from either side.
"""

from collections.abc import Sequence

import cython
import numpy as np


def scan(
    inputs: np.ndarray,
    vectors: np.ndarray,
    lengths: np.ndarray,
    states: np.ndarray,
    outputs: np.ndarray,
    plain: bool = False,
) -> None:
    """Run a layer over the words of some sentences of these lengths.

    ``vectors`` has a row for each direction: those of both gates, and their biases. ``states`` has
    a row for each word if gradients will be asked for, else one. With ``plain`` the loops are those
    that every processor can run.
    """
    i: cython.Py_ssize_t
    way: cython.int
    first: cython.Py_ssize_t = 0
    one: Scan
    layer: Layer
    sizes: cython.const[cython.int][::1] = lengths
    loops: cython.pointer(cython.const[Loops]) = plain_loops() if plain else choose_loops()
    _open(cython.address(layer), inputs, vectors, lengths, states, outputs)
    if layer.state_rows not in (1, len(inputs)):
        raise ValueError("there are too few states to keep, or too many")
    begin: cython.float[::1] = np.zeros(layer.width, np.float32)
    with cython.nogil:
        for i in range(sizes.shape[0]):
            for way in range(2):
                if sizes[i] > 0:
                    _place(cython.address(one), cython.address(layer), first, sizes[i], way)
                    one.begin = cython.address(begin[0])
                    loops.scan(cython.address(one))
            first += sizes[i]


def scan_back(
    inputs: np.ndarray,
    vectors: np.ndarray,
    lengths: np.ndarray,
    states: np.ndarray,
    gradient: np.ndarray,
    to_inputs: np.ndarray,
    to_vectors: np.ndarray,
    plain: bool = False,
) -> None:
    """Write the gradient of the inputs of a `scan`, and add that of its vectors.

    ``states`` are those that it kept, ``gradient`` is that of its outputs.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    way: cython.int
    first: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    one: Scan
    back: ScanGradients
    layer: Layer
    sizes: cython.const[cython.int][::1] = lengths
    input_gradients: cython.float[:, ::1] = to_inputs
    vector_gradients: cython.float[:, ::1] = to_vectors
    loops: cython.pointer(cython.const[Loops]) = plain_loops() if plain else choose_loops()
    _open(cython.address(layer), inputs, vectors, lengths, states, gradient)
    if (
        layer.state_rows != len(inputs)
        or to_inputs.shape != inputs.shape
        or to_vectors.shape != vectors.shape
    ):
        raise ValueError("the states or the gradients have another shape")
    begin: cython.float[::1] = np.zeros(layer.width, np.float32)
    carry: cython.float[::1] = np.zeros(layer.width, np.float32)
    with cython.nogil:
        for i in range(sizes.shape[0]):
            for way in range(2):
                if sizes[i] == 0:
                    continue
                for j in range(layer.width):
                    carry[j] = 0
                _place(cython.address(one), cython.address(layer), first, sizes[i], way)
                start = first if way == 0 else first + sizes[i] - 1
                one.begin = cython.address(begin[0])
                back.outputs = one.outputs
                back.inputs = cython.address(input_gradients[start, 4 * layer.width * way])
                back.vectors = cython.address(vector_gradients[way, 0])
                back.carry = cython.address(carry[0])
                loops.scan_back(cython.address(one), cython.address(back))
            first += sizes[i]


@cython.cfunc
def _open(
    layer: cython.pointer(Layer),
    inputs: cython.const[cython.float][:, ::1],
    vectors: cython.const[cython.float][:, ::1],
    lengths: cython.const[cython.int][::1],
    states: cython.float[:, ::1],
    outputs: cython.float[:, ::1],
):
    """Note where the arrays of a layer are. Raises `ValueError` unless they go together."""
    width: cython.Py_ssize_t = vectors.shape[1] // 4
    if (
        vectors.shape[0] != 2
        or width < 1
        or vectors.shape[1] != 4 * width
        or inputs.shape[1] != 8 * width
        or states.shape[1] != 6 * width
        or outputs.shape[1] != 2 * width
        or outputs.shape[0] != inputs.shape[0]
        or min(lengths, default=0) < 0
        or sum(lengths) != inputs.shape[0]
    ):
        raise ValueError("the arrays of a layer do not go together")
    layer.width = cython.cast(cython.int, width)
    layer.state_rows = states.shape[0]
    if inputs.shape[0] > 0:
        layer.inputs = cython.address(inputs[0, 0])
        layer.vectors = cython.address(vectors[0, 0])
        layer.states = cython.address(states[0, 0])
        layer.outputs = cython.address(outputs[0, 0])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _place(
    one: cython.pointer(Scan),
    layer: cython.pointer(cython.const[Layer]),
    first: cython.Py_ssize_t,
    words: cython.int,
    way: cython.int,
) -> cython.void:
    """Point a scan at the words of a sentence, in one of the two directions."""
    width: cython.Py_ssize_t = layer.width
    kept: cython.bint = layer.state_rows > 1
    start: cython.Py_ssize_t = first if way == 0 else first + words - 1
    sign: cython.Py_ssize_t = 1 if way == 0 else -1
    one.inputs = layer.inputs + (8 * start + 4 * way) * width
    one.vectors = layer.vectors + 4 * way * width
    one.states = layer.states + (6 * (start if kept else 0) + 3 * way) * width
    one.outputs = layer.outputs + (2 * start + way) * width
    one.input_step = sign * 8 * width
    one.state_step = sign * 6 * width if kept else 0
    one.output_step = sign * 2 * width
    one.words = words
    one.width = layer.width


def adam_step(
    values: np.ndarray,
    means: np.ndarray,
    squares: np.ndarray,
    gradients: np.ndarray,
    options: Sequence[float],
) -> None:
    """Change values by their gradients, which are zeros afterwards. See `dodona.neural.adam`."""
    adam: Adam
    loops: cython.pointer(cython.const[Loops]) = choose_loops()
    values_: cython.float[::1] = values
    means_: cython.float[::1] = means
    squares_: cython.float[::1] = squares
    gradients_: cython.float[::1] = gradients
    count: cython.Py_ssize_t = values_.shape[0]
    if not count == means_.shape[0] == squares_.shape[0] == gradients_.shape[0]:
        raise ValueError("there are not as many gradients as values")
    adam.rate, adam.beta1, adam.beta2, adam.epsilon, adam.decay, adam.scale = options
    if count == 0:
        return
    with cython.nogil:
        loops.adam(
            cython.address(values_[0]),
            cython.address(means_[0]),
            cython.address(squares_[0]),
            cython.address(gradients_[0]),
            count,
            cython.address(adam),
        )
