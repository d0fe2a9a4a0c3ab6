"""The encoder: what it makes of words, and every one of its gradients."""

from __future__ import annotations

import random

import numpy as np
import pytest
from slow_neural import SlowEncoder, difference, rounded_product, smoothed_loss

from dodona.errors import ModelError
from dodona.linear.words import WordBatch, word_keys
from dodona.model.parts import Part
from dodona.neural.encoder import Shape, new_arrays, new_tables
from dodona.neural.learning_encoder import Dropout, LearningEncoder
from dodona.neural.packing import encoder_arrays, read_encoder
from dodona.neural.parameters import Adam, Parameters, Schedule
from dodona.neural.table import LearningTable
from dodona.neural.vectors import WordVectors
from examples import make_sentence, random_sentence

NOTHING_LEFT_OUT = Dropout(inputs=0, layers=0, ngrams=0, words=0, smoothing=0.1)
KEYS = np.array(word_keys(["a", "b", "die", "c"]), np.uint64)
VECTORS = WordVectors(
    np.array(word_keys(["b", "d"]), np.uint64),
    np.arange(-20, 20, dtype=np.int8).reshape(2, 20),
    np.array([0.5, 0.01], np.float16),
)
SHAPES = {
    "joint": Shape(16, 2, [3, 5]),
    "joint with three layers": Shape(16, 3, [3, 2]),
    "joint with one layer": Shape(16, 1, [4]),
    "on given tags": Shape(16, 2, []),
}
each_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


def make(shape, vectors=None, dropout=NOTHING_LEFT_OUT, seed=1):
    rng = np.random.default_rng(seed)
    width = vectors.width if vectors else 0
    parameters = Parameters(new_arrays(shape, width, rng))
    tables = new_tables(shape, len(KEYS), rng)
    encoder = LearningEncoder(
        shape,
        KEYS,
        parameters,
        {name: LearningTable(10 * values) for name, values in tables.items()},
        vectors,
        frequencies=[9, 5, 2, 2],
        dropout=dropout,
        rng=rng,
    )
    return encoder, parameters


def sentences(count=4):
    rng = random.Random(2)
    return [random_sentence(rng, rng.randint(1, 6)) for _ in range(count)]


@each_shape
@pytest.mark.parametrize("vectors", [None, VECTORS], ids=["no vectors", "vectors"])
def test_words_are_encoded_as_by_plain_numpy(shape, vectors):
    encoder, _ = make(shape, vectors)
    batch = sentences()
    outputs, logits = SlowEncoder.of(encoder).encode(batch)
    found = encoder.run(WordBatch(batch))
    assert found.outputs.shape == (sum(map(len, batch)), shape.output_width)
    np.testing.assert_allclose(found.outputs, outputs, atol=1e-5)
    assert len(found.logits) == len(shape.classes)
    for one, other in zip(found.logits, logits, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)


@each_shape
@pytest.mark.parametrize("vectors", [None, VECTORS], ids=["no vectors", "vectors"])
def test_words_are_encoded_in_8_bits_as_by_numpy(shape, vectors):
    """Floats that differ in their last bits are rounded differently here and there."""
    encoder, _ = make(shape, vectors)
    batch = sentences()
    exact, _ = SlowEncoder.of(encoder).encode(batch)
    outputs, logits = SlowEncoder.of(encoder, rounded_product).encode(batch)
    found = encoder.encode(WordBatch(batch))
    assert found.outputs.shape == (sum(map(len, batch)), shape.output_width)
    assert len(found.logits) == len(shape.classes)
    for one, other in zip([found.outputs, *found.logits], [outputs, *logits], strict=True):
        difference = np.abs(one - other)
        assert np.median(difference) < 1e-5
        assert difference.max() < 0.03
    assert 0 < np.abs(found.outputs - exact).max() < 0.1


def test_what_is_made_of_a_sentence_does_not_depend_on_its_batch():
    rng = random.Random(5)
    encoder, _ = make(SHAPES["joint"], VECTORS)
    batch = [random_sentence(rng, rng.choice([1, 2, 5, 40])) for _ in range(60)]
    together = encoder.encode(WordBatch(batch))
    first = 0
    for sentence in batch:
        alone = encoder.encode(WordBatch([sentence]))
        rows = slice(first, first + len(sentence))
        assert alone.outputs.tobytes() == together.outputs[rows].tobytes()
        for one, other in zip(alone.logits, together.logits, strict=True):
            assert one.tobytes() == other[rows].tobytes()
        first += len(sentence)


@each_shape
def test_all_gradients_are_differences(shape):
    encoder, parameters = make(shape, VECTORS)
    batch = sentences()
    rng = np.random.default_rng(7)
    words = sum(map(len, batch))
    weights = rng.normal(0, 1, (words, shape.output_width)).astype(np.float32)
    gold = np.array([rng.integers(-1, n, words) for n in shape.classes], np.int32).T
    encoder.run(WordBatch(batch))
    tags = encoder.tag_losses(gold, 0.5) if shape.classes else []
    encoder.run_back(weights, tags)
    slow = SlowEncoder.of(encoder)

    def loss():
        outputs, logits = slow.encode(batch)
        total = float((outputs * weights).sum())
        for column, scores in enumerate(logits):
            known = [(row, gold[i, column]) for i, row in enumerate(scores) if gold[i, column] >= 0]
            total += 0.5 * sum(smoothed_loss(row, [right], 0.1) for row, right in known)
        return total

    for name, array in slow.arrays.items():
        for flat in rng.choice(array.size, 8):
            place = np.unravel_index(flat, array.shape)
            expected = difference(array, place, loss)
            assert parameters.gradients[name][place] == pytest.approx(
                expected, abs=2e-4, rel=2e-3
            ), name
    for name, table in encoder.tables.items():
        gradient = table.gradient()
        rows = np.flatnonzero(np.abs(gradient).sum(axis=1))
        assert 0 < len(rows) < 400
        for row in rng.choice(rows, 6):
            place = (row, rng.integers(table.width))
            expected = difference(slow.tables[name], place, loss)
            assert gradient[place] == pytest.approx(expected, abs=2e-4, rel=2e-3), name


def test_what_is_left_out_while_learning():
    """Rare words become unknown most often, and what stays is scaled up."""
    dropout = Dropout(inputs=0.0, layers=0.5, ngrams=0.5, words=2.0)
    encoder, _ = make(SHAPES["joint"], dropout=dropout)
    words = WordBatch([make_sentence([0] + [1] * 399, forms=["a"] * 200 + ["c"] * 200)])
    known = encoder.bags(words)
    encoder.run(words)
    numbers = encoder._bags["words"][0]
    assert set(numbers[:200]) == {0, 1} and set(numbers[200:]) == {0, 4}
    assert (numbers[:200] == 0).mean() == pytest.approx(2 / 11, abs=0.1)
    assert (numbers[200:] == 0).mean() == pytest.approx(2 / 4, abs=0.1)
    assert len(encoder._bags["ngrams"][0]) == pytest.approx(len(known["ngrams"][0]) / 2, rel=0.2)
    assert set(np.unique(encoder._masks[0])) == {0, 2}


def test_learning_makes_the_loss_smaller_and_a_seed_makes_it_again():
    results = []
    for _ in range(2):
        encoder, parameters = make(SHAPES["joint"], dropout=Dropout())
        adam = Adam(parameters, list(encoder.tables.values()), Schedule(40, warm_up=2, rate=0.01))
        batch = sentences()
        gold = np.array([[len(s) % 3, i % 5] for s in batch for i in range(len(s))], np.int32)
        for _ in range(40):
            found = encoder.run(WordBatch(batch))
            to_tags = encoder.tag_losses(gold, 0.1)
            encoder.run_back(np.zeros_like(found.outputs), to_tags)
            adam.step()
        logits = encoder.encode(WordBatch(batch)).logits
        results.append([one.tobytes() for one in logits])
        right = [(one.argmax(axis=1) == gold[:, i]).mean() for i, one in enumerate(logits)]
        assert min(right) > 0.9
    assert results[0] == results[1]


def test_a_batch_is_encoded_once():
    encoder, _ = make(SHAPES["joint"])
    other, _ = make(SHAPES["joint"], seed=2)
    words = WordBatch(sentences())
    first = encoder.encode(words)
    assert encoder.encode(words) is first
    assert not np.allclose(other.encode(words).outputs, first.outputs)


@each_shape
def test_an_encoder_comes_back_from_a_file(shape):
    encoder, _ = make(shape, VECTORS)
    part = Part({}, encoder_arrays(encoder))
    again = read_encoder(part, shape)
    assert (again.keys == KEYS).all()
    batch = sentences()
    np.testing.assert_allclose(
        again.encode(WordBatch(batch)).outputs, encoder.encode(WordBatch(batch)).outputs, atol=0.02
    )
    assert encoder_arrays(again).keys() == part.arrays.keys()
    for name, array in encoder_arrays(again).items():
        assert array.tobytes() == part.arrays[name].tobytes(), name


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("layer0.weights", lambda a: a[1:]),
        ("layer1.vectors", lambda a: a * np.float16("nan")),
        ("table.words", lambda a: a[:-100]),
        ("table.ngrams", lambda a: np.full_like(a, np.inf)),
        ("vectors.values", lambda a: a[:-1]),
        ("vectors.scales", lambda a: a[:-1]),
        ("vectors.keys", lambda a: np.array([5, 5], np.uint64)),
        ("tags.biases", lambda a: a.astype(np.float32)),
    ],
)
def test_damaged_arrays_are_refused(name, change):
    encoder, _ = make(SHAPES["joint"], VECTORS)
    arrays = encoder_arrays(encoder)
    with pytest.raises(ModelError):
        read_encoder(Part({}, arrays | {name: change(arrays[name])}), SHAPES["joint"])
