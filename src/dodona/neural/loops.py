"""Recurrent layers and Adam, on the loops of ``loops.h``; all of it runs without the GIL.

A recurrent layer reads sentences in both directions. A word has a row of projected inputs: for each
direction candidate, forget gate, reset gate and highway; its outputs are a state from either side.
"""

import cython
import numpy as np


def scan(
    inputs: cython.const[cython.float][:, ::1],
    vectors: cython.const[cython.float][:, ::1],
    lengths: cython.const[cython.int][::1],
    states: cython.float[:, ::1],
    outputs: cython.float[:, ::1],
    plain: bool = False,
) -> None:
    """Run a layer over the words of some sentences of these lengths.

    ``vectors`` has a row for each direction: those of both gates, and their biases. ``states`` has
    a row for each word if gradients will be asked for, else one. With ``plain`` the loops that every
    processor can run are used on all of them.
    """
    i: cython.Py_ssize_t
    way: cython.int
    first: cython.Py_ssize_t = 0
    one: Scan
    loops: cython.pointer(cython.const[Loops]) = plain_loops() if plain else choose_loops()
    _check(inputs, vectors, lengths, outputs)
    width: cython.int = vectors.shape[1] // 4
    kept: cython.bint = states.shape[0] > 1
    if states.shape[1] != 6 * width or (kept and states.shape[0] != inputs.shape[0]):
        raise ValueError("the states have another shape")
    begin: cython.float[::1] = np.zeros(width, np.float32)
    with cython.nogil:
        for i in range(lengths.shape[0]):
            for way in range(2):
                if lengths[i] > 0:
                    _place(
                        cython.address(one), inputs, vectors, states, outputs, first, lengths[i], way
                    )
                    one.begin = cython.address(begin[0])
                    loops.scan(cython.address(one))
            first += lengths[i]


def scan_back(
    inputs: cython.const[cython.float][:, ::1],
    vectors: cython.const[cython.float][:, ::1],
    lengths: cython.const[cython.int][::1],
    states: cython.float[:, ::1],
    gradient: cython.float[:, ::1],
    to_inputs: cython.float[:, ::1],
    to_vectors: cython.float[:, ::1],
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
    loops: cython.pointer(cython.const[Loops]) = plain_loops() if plain else choose_loops()
    _check(inputs, vectors, lengths, gradient)
    width: cython.int = vectors.shape[1] // 4
    if (
        (states.shape[0], states.shape[1]) != (inputs.shape[0], 6 * width)
        or (to_inputs.shape[0], to_inputs.shape[1]) != (inputs.shape[0], inputs.shape[1])
        or (to_vectors.shape[0], to_vectors.shape[1]) != (vectors.shape[0], vectors.shape[1])
    ):
        raise ValueError("the states or the gradients have another shape")
    begin: cython.float[::1] = np.zeros(width, np.float32)
    carry: cython.float[::1] = np.zeros(width, np.float32)
    with cython.nogil:
        for i in range(lengths.shape[0]):
            for way in range(2):
                if lengths[i] == 0:
                    continue
                for j in range(width):
                    carry[j] = 0
                _place(
                    cython.address(one), inputs, vectors, states, gradient, first, lengths[i], way
                )
                start = first if way == 0 else first + lengths[i] - 1
                one.begin = cython.address(begin[0])
                back.outputs = one.outputs
                back.inputs = cython.address(to_inputs[start, 4 * width * way])
                back.vectors = cython.address(to_vectors[way, 0])
                back.carry = cython.address(carry[0])
                loops.scan_back(cython.address(one), cython.address(back))
            first += lengths[i]


@cython.cfunc
def _check(
    inputs: cython.const[cython.float][:, ::1],
    vectors: cython.const[cython.float][:, ::1],
    lengths: cython.const[cython.int][::1],
    outputs: cython.float[:, ::1],
):
    """Raise `ValueError` unless the arrays of a layer go together."""
    width: cython.Py_ssize_t = vectors.shape[1] // 4
    if (
        vectors.shape[0] != 2
        or width < 1
        or vectors.shape[1] != 4 * width
        or inputs.shape[1] != 8 * width
        or outputs.shape[1] != 2 * width
        or outputs.shape[0] != inputs.shape[0]
        or min(lengths, default=0) < 0
        or sum(lengths) != inputs.shape[0]
    ):
        raise ValueError("the inputs, vectors, lengths and outputs of a layer do not go together")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _place(
    one: cython.pointer(Scan),
    inputs: cython.const[cython.float][:, ::1],
    vectors: cython.const[cython.float][:, ::1],
    states: cython.float[:, ::1],
    outputs: cython.float[:, ::1],
    first: cython.Py_ssize_t,
    words: cython.int,
    way: cython.int,
) -> cython.void:
    """Point a scan at the words of a sentence, in one of the two directions."""
    width: cython.int = vectors.shape[1] // 4
    kept: cython.bint = states.shape[0] > 1
    start: cython.Py_ssize_t = first if way == 0 else first + words - 1
    sign: cython.Py_ssize_t = 1 if way == 0 else -1
    one.inputs = cython.address(inputs[start, 4 * width * way])
    one.vectors = cython.address(vectors[way, 0])
    one.states = cython.address(states[start if kept else 0, 3 * width * way])
    one.outputs = cython.address(outputs[start, width * way])
    one.input_step = sign * inputs.shape[1]
    one.state_step = sign * states.shape[1] if kept else 0
    one.output_step = sign * outputs.shape[1]
    one.words = words
    one.width = width


def adam_step(
    values: cython.float[::1],
    means: cython.float[::1],
    squares: cython.float[::1],
    gradients: cython.float[::1],
    options: tuple,
) -> None:
    """Change values by their gradients, which are zeros afterwards. See `dodona.neural.adam`."""
    adam: Adam
    loops: cython.pointer(cython.const[Loops]) = choose_loops()
    count: cython.Py_ssize_t = values.shape[0]
    if not count == means.shape[0] == squares.shape[0] == gradients.shape[0]:
        raise ValueError("there are not as many gradients as values")
    adam.rate, adam.beta1, adam.beta2, adam.epsilon, adam.decay, adam.scale = options
    if count == 0:
        return
    with cython.nogil:
        loops.adam(
            cython.address(values[0]),
            cython.address(means[0]),
            cython.address(squares[0]),
            cython.address(gradients[0]),
            count,
            cython.address(adam),
        )
