"""The loops behind recurrent layers and Adam, beside plain ones."""

from __future__ import annotations

import numpy as np
import pytest
from slow_neural import difference, slow_scan

from dodona.neural.loops import adam_step, scan, scan_back

LENGTHS = [3, 1, 0, 5]


@pytest.fixture
def layer():
    rng = np.random.default_rng(3)
    width = 16
    inputs = rng.normal(0, 2, (sum(LENGTHS), 8 * width)).astype(np.float32)
    vectors = rng.normal(0, 1, (2, 4 * width)).astype(np.float32)
    return inputs, vectors, np.array(LENGTHS, np.int32), width


def run(layer, plain=False, keep=True):
    inputs, vectors, lengths, width = layer
    states = np.empty((len(inputs) if keep else 1, 6 * width), np.float32)
    outputs = np.empty((len(inputs), 2 * width), np.float32)
    scan(inputs, vectors, lengths, states, outputs, plain)
    return states, outputs


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("keep", [False, True])
def test_a_layer_reads_in_both_directions(layer, plain, keep):
    inputs, vectors, lengths, _ = layer
    _, outputs = run(layer, plain, keep)
    np.testing.assert_allclose(outputs, slow_scan(inputs, vectors, lengths), atol=2e-6)


@pytest.mark.parametrize("plain", [False, True])
def test_gradients_of_a_layer_are_differences(layer, plain):
    inputs, vectors, lengths, _ = layer
    states, outputs = run(layer)
    rng = np.random.default_rng(4)
    gradient = rng.normal(0, 1, outputs.shape).astype(np.float32)
    to_inputs, to_vectors = np.empty_like(inputs), np.zeros_like(vectors)
    scan_back(inputs, vectors, lengths, states, gradient, to_inputs, to_vectors, plain)
    slow_inputs, slow_vectors = inputs.astype(np.float64), vectors.astype(np.float64)

    def loss():
        return float((slow_scan(slow_inputs, slow_vectors, lengths) * gradient).sum())

    for array, found in ((slow_inputs, to_inputs), (slow_vectors, to_vectors)):
        for flat in rng.choice(array.size, 60, replace=False):
            place = np.unravel_index(flat, array.shape)
            assert found[place] == pytest.approx(difference(array, place, loss), abs=2e-5, rel=1e-4)


def test_extreme_inputs_stay_numbers(layer):
    inputs, vectors, lengths, width = layer
    states, outputs = run((inputs * 1e6, vectors, lengths, width))
    assert np.isfinite(outputs).all() and np.isfinite(states).all()


def test_arrays_that_do_not_go_together_are_refused(layer):
    inputs, vectors, lengths, width = layer
    with pytest.raises(ValueError, match="do not go together"):
        run((inputs[1:], vectors, lengths, width))
    with pytest.raises(ValueError, match="do not go together"):
        run((inputs, vectors[:, 4:].copy(), lengths, width))


def test_adam():
    """Two steps by hand: Kingma & Ba (2015), Algorithm 1, with decoupled decay."""
    rng = np.random.default_rng(5)
    values = rng.normal(0, 1, 21).astype(np.float32)
    expected = values.astype(np.float64)
    means, squares = np.zeros_like(values), np.zeros_like(values)
    slow_means, slow_squares = np.zeros(21), np.zeros(21)
    for _ in range(2):
        gradients = rng.normal(0, 1, 21).astype(np.float32)
        halved = 0.5 * gradients.astype(np.float64)
        adam_step(values, means, squares, gradients, (0.01, 0.9, 0.95, 1e-8, 0.001, 0.5))
        slow_means = 0.9 * slow_means + 0.1 * halved
        slow_squares = 0.95 * slow_squares + 0.05 * halved**2
        expected = 0.999 * expected - 0.01 * slow_means / (slow_squares**0.5 + 1e-8)
        assert not gradients.any()
    np.testing.assert_allclose(values, expected, rtol=1e-5)
