"""What a trained encoder runs, with all sets of instructions that the machine has, beside numpy."""

from __future__ import annotations

import numpy as np
import pytest
from slow_neural import rounded_product, slow_scan, softmax

from dodona.errors import ArgumentError
from dodona.neural.forward import Matrix, instruction_sets, run_layer, write_shares

each_set = pytest.mark.parametrize("instructions", instruction_sets())
fine_or_not = pytest.mark.parametrize("fine", [False, True])
SIZES = [
    (1, 1, 1),
    (3, 7, 5),
    (6, 4, 32),
    (7, 5, 33),
    (13, 64, 31),
    (5, 129, 65),
    (64, 312, 96),
    (9, 1024, 17),
]


def products(matrix, rows):
    outputs = np.full((len(rows), matrix.columns), np.nan, np.float32)
    matrix.multiply(rows, outputs)
    return outputs


@each_set
@fine_or_not
@pytest.mark.parametrize(("count", "depth", "columns"), SIZES)
def test_products_are_those_of_rounded_numbers(instructions, fine, count, depth, columns):
    rng = np.random.default_rng(count + depth)
    weights = rng.normal(0, 3, (depth, columns)).astype(np.float32)
    biases = rng.normal(0, 1, columns).astype(np.float32)
    spread = rng.uniform(0.01, 5, depth).astype(np.float32)
    rows = rng.normal(0, spread, (count, depth)).astype(np.float32)
    matrix = Matrix(weights, biases, spread=spread, fine=fine, instructions=instructions)
    expected = rounded_product(rows, weights, spread=spread, fine=fine) + biases
    np.testing.assert_allclose(products(matrix, rows), expected, rtol=1e-5, atol=1e-3)
    exact = rows.astype(np.float64) @ weights + biases
    np.testing.assert_allclose(expected, exact, atol=0.05 * np.abs(exact).max() + 0.3)


@each_set
@fine_or_not
@pytest.mark.parametrize("depth", [4, 320, 4096])
def test_the_largest_sums_that_can_be(instructions, fine, depth):
    """All numbers at their extreme: no sum of two, four or all products may saturate."""
    for signs in ([1], [-1], [1, -1], [1, 1, -1, -1]):
        row = np.resize(np.array(signs, np.float32), depth)
        weights = np.stack([row, -row, np.abs(row)], axis=1)
        matrix = Matrix(weights, fine=fine, instructions=instructions)
        found = products(matrix, np.stack([row, -row]))
        total = row.sum()
        expected = [[depth, -depth, total], [-depth, depth, -total]]
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-3)


@fine_or_not
def test_all_sets_of_instructions_give_the_same_bits(fine):
    rng = np.random.default_rng(2)
    weights = rng.standard_cauchy((70, 50)).astype(np.float32)
    rows = rng.standard_cauchy((29, 70)).astype(np.float32)
    rows[3] = 0
    rows[4] = np.float32(1e-42)
    rows[5] *= np.float32(1e30)
    rows[6, 7] = np.inf
    rows[7, 8] = np.nan
    matrices = [Matrix(weights, fine=fine, instructions=name) for name in instruction_sets()]
    found = [np.nan_to_num(products(matrix, rows)).tobytes() for matrix in matrices]
    assert len(set(found)) == 1


@each_set
def test_what_a_row_gives_does_not_depend_on_its_neighbours(instructions):
    rng = np.random.default_rng(3)
    weights = rng.normal(0, 1, (100, 40)).astype(np.float32)
    rows = rng.normal(0, 1, (17, 100)).astype(np.float32)
    matrix = Matrix(weights, instructions=instructions)
    whole = products(matrix, rows)
    for i in range(len(rows)):
        assert products(matrix, rows[i : i + 1]).tobytes() == whole[i].tobytes()


@each_set
def test_rows_and_products_may_be_parts_of_wider_ones(instructions):
    rng = np.random.default_rng(4)
    rows = rng.normal(0, 1, (9, 60)).astype(np.float32)
    matrix = Matrix(rng.normal(0, 1, (20, 30)).astype(np.float32), instructions=instructions)
    wide = np.full((9, 50), 7, np.float32)
    matrix.multiply(rows[:, 10:30], wide[:, 5:35])
    assert wide[:, 5:35].tobytes() == products(matrix, rows[:, 10:30].copy()).tobytes()
    assert (wide[:, :5] == 7).all() and (wide[:, 35:] == 7).all()


def test_columns_and_rows_of_zeros():
    weights = np.zeros((8, 3), np.float32)
    weights[:, 1] = 1
    rows = np.zeros((2, 8), np.float32)
    rows[1] = 2
    matrix = Matrix(weights, np.array([1, 2, 3], np.float32))
    assert products(matrix, rows).tolist() == [[1, 2, 3], [1, 18, 3]]
    assert products(matrix, rows[:0]).shape == (0, 3)


def test_rows_that_do_not_fit_are_refused():
    matrix = Matrix(np.ones((8, 3), np.float32))
    rows, outputs = np.ones((4, 8), np.float32), np.ones((4, 3), np.float32)
    for wrong in ((rows[:, 1:], outputs), (rows, outputs[1:]), (rows, outputs[:, 1:])):
        with pytest.raises(ValueError, match="do not fit"):
            matrix.multiply(*wrong)
    with pytest.raises(ValueError, match="do not fit"):
        matrix.multiply(np.ones((8, 4), np.float32).T, outputs)
    with pytest.raises(ValueError, match="biases"):
        Matrix(np.ones((8, 3), np.float32), np.ones(2, np.float32))
    with pytest.raises(ArgumentError, match="'abacus' are none of plain"):
        Matrix(np.ones((8, 3), np.float32), instructions="abacus")


@pytest.fixture
def layer():
    rng = np.random.default_rng(5)
    lengths = np.array([3, 1, 0, 12], np.int32)
    inputs = rng.normal(0, 2, (16, 8 * 20)).astype(np.float32)
    vectors = rng.normal(0, 1, (2, 4 * 20)).astype(np.float32)
    return inputs, vectors, lengths


def outputs_of(layer, instructions=None):
    outputs = np.full((len(layer[0]), layer[1].shape[1] // 2 + 3), 7, np.float32)
    run_layer(*layer, outputs[:, :-3], instructions)
    assert (outputs[:, -3:] == 7).all()
    return outputs[:, :-3].copy()


@each_set
def test_a_layer_reads_in_both_directions(layer, instructions):
    np.testing.assert_allclose(outputs_of(layer, instructions), slow_scan(*layer), atol=5e-6)


@pytest.mark.parametrize("size", [1, 1e3, 1e37])
def test_layers_and_shares_have_the_same_bits_with_all_instructions(layer, size):
    inputs, vectors, lengths = layer
    inputs = inputs * np.float32(size)
    found = [outputs_of((inputs, vectors, lengths), name) for name in instruction_sets()]
    assert len({outputs.tobytes() for outputs in found}) == 1
    assert np.isfinite(found[0]).all() or size > 1e6
    parts = []
    for name in instruction_sets():
        shares = np.empty_like(inputs)
        write_shares(inputs, [1, 15, 16, 17, 111], shares, name)
        parts.append(shares.tobytes())
    assert len(set(parts)) == 1


@each_set
def test_shares_are_probabilities(instructions):
    scores = np.random.default_rng(6).normal(0, 5, (40, 90)).astype(np.float32)
    scores[0, :50] = 1e9
    scores[1, 10] = -np.inf
    shares = np.empty_like(scores)
    write_shares(scores, [50, 1, 39], shares, instructions)
    for begin, end in ((0, 50), (50, 51), (51, 90)):
        expected = softmax(scores[:, begin:end].astype(np.float64))
        np.testing.assert_allclose(shares[:, begin:end], expected, atol=1e-6)


def test_arrays_of_a_layer_that_do_not_go_together_are_refused(layer):
    inputs, vectors, lengths = layer
    for wrong in ((inputs[1:], vectors, lengths), (inputs, vectors[:1], lengths)):
        with pytest.raises(ValueError, match="do not go together"):
            outputs_of(wrong)
    with pytest.raises(ValueError, match="do not go together"):
        outputs_of((inputs, vectors, lengths + 1))
    with pytest.raises(ValueError, match="of the classes"):
        write_shares(inputs, [1, 2], np.empty_like(inputs))
