"""Frozen weights against dictionaries, and what they do with arrays that were tampered with."""

from __future__ import annotations

import random
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dodona.errors import ModelError
from dodona.linear.frozen import FrozenWeights
from dodona.linear.packing import MOST_CLASSES, PackedWeights, pack

Table = dict[int, dict[int, float]]
ROW_SIZES = (1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 20, 40)
TEMPLATES = 70
RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)

both_kernels = pytest.mark.parametrize("plain", [False, True], ids=["best", "plain"])


def packed_of(table: Table, classes: int) -> PackedWeights:
    return pack(
        np.array(list(table), np.uint64),
        np.array([len(row) for row in table.values()], np.uint16),
        np.array([k for row in table.values() for k in row], np.uint16),
        np.array([w for row in table.values() for w in row.values()], np.float32),
        classes,
    )


def whole_table(rng: random.Random, keys: list[int], classes: int) -> Table:
    """Weights that are whole numbers up to 127, so that nothing is rounded and sums are exact."""
    table = {}
    for key in keys:
        row = rng.sample(range(classes), min(classes, rng.choice(ROW_SIZES)))
        table[key] = {k: rng.randint(-127, 127) for k in row}
    return with_largest(table)


def with_largest(table: Table) -> Table:
    row = next(iter(table.values()))
    row[next(iter(row))] = 127
    return table


def sums(table: Table, keys: list[int], classes: int) -> list[float]:
    """Plain sums of rows."""
    scores = [0.0] * classes
    for key in keys:
        for k, weight in table.get(key, {}).items():
            scores[k] += weight
    return scores


def spread_keys(count: int) -> list[int]:
    rng = random.Random(count)
    return [rng.getrandbits(64) for _ in range(count)]


def some_keys(rng: random.Random, table: Table, count: int = TEMPLATES) -> list[int]:
    """Features, one a template: most of them in the table, some not."""
    known = rng.sample(sorted(table), min(len(table), rng.randint(0, count)))
    return known + [rng.getrandbits(64) for _ in range(rng.randint(0, count - len(known)))]


@both_kernels
@pytest.mark.parametrize(
    "classes", [1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 64, 65, 255, 256, 257, 1000, MOST_CLASSES]
)
def test_scores_are_sums(classes, plain):
    rng = random.Random(classes)
    table = whole_table(rng, spread_keys(600), classes)
    weights = FrozenWeights(packed_of(table, classes), classes, plain=plain)
    assert weights.classes == classes
    for _ in range(10 if classes > 1000 else 50):
        keys = some_keys(rng, table)
        assert weights.scores(keys) == sums(table, keys, classes)


@settings(max_examples=60)
@given(
    st.integers(1, 70),
    st.integers(0, 60),
    RANDOMS,
    st.sampled_from((0.01, 0.5, 3.0, 40.0, 1000.0, 30000.0)),
)
def test_scores_are_sums_within_rounding(classes, features, rng, largest):
    table = {}
    for _ in range(features):
        row = rng.sample(range(classes), min(classes, rng.choice(ROW_SIZES)))
        table[rng.getrandbits(64)] = {
            k: float(np.float32(rng.uniform(-largest, largest))) for k in row
        }
    packed = packed_of(table, classes)
    best = FrozenWeights(packed, classes)
    plain = FrozenWeights(packed, classes, plain=True)
    keys = some_keys(rng, table)
    scores = best.scores(keys)
    assert plain.scores(keys) == scores
    weights = [abs(w) for row in table.values() for w in row.values()]
    scale = 127 / max(weights, default=1.0)
    for k in range(classes):
        exact = sum(table[key].get(k, 0.0) for key in keys if key in table)
        assert scores[k] == pytest.approx(exact * scale, abs=0.51 * len(keys) + 0.01)


@both_kernels
def test_the_largest_sums_that_can_be(plain):
    """All features at their extreme, in dense rows, whose sums have 16 bits only."""
    for features in (1, 3, 95, 256):
        for sign in (1, -1):
            row: dict[int, float] = {k: 5.0 * sign if k % 2 else -5.0 * sign for k in range(70)}
            table = dict.fromkeys(spread_keys(features), row)
            weights = FrozenWeights(packed_of(table, 70), 70, plain=plain)
            most = 127 * features * sign
            assert weights.scores(list(table)) == [most if k % 2 else -most for k in range(70)]


@both_kernels
@pytest.mark.parametrize("classes", [5, 64, 86, 300])
def test_groups_of_features_are_added_up_beforehand(classes, plain):
    rng = random.Random(classes)
    table = whole_table(rng, spread_keys(200), classes)
    groups = [rng.sample(sorted(table), rng.randint(0, 4)) for _ in range(6)]
    weights = FrozenWeights(packed_of(table, classes), classes, groups, plain=plain)
    for missing in range(1 << len(groups)):
        keys = some_keys(rng, table)
        added = [key for i, group in enumerate(groups) if missing >> i & 1 for key in group]
        assert weights.scores(keys, missing) == sums(table, keys + added, classes)


def test_a_set_of_groups_that_are_not_there():
    weights = FrozenWeights(packed_of({}, 3), 3, [[1], [2]])
    assert weights.scores([], 3) == [0, 0, 0]
    for missing in (-1, 4):
        with pytest.raises(ValueError, match="groups"):
            weights.scores([], missing)


@both_kernels
@pytest.mark.parametrize("home", ["first", "middle", "last"])
def test_full_buckets_hand_on_to_the_next_one_and_the_last_to_the_first(home, plain):
    """Up to 60 features of one bucket, which holds eight; and features at home where they end."""
    rng = random.Random(8)
    for crowd in (7, 8, 9, 16, 17, 60):
        high = {"first": 0, "middle": 2**31, "last": 2**32 - 1}[home]
        keys = [high << 32 | rng.getrandbits(32) for _ in range(crowd)]
        keys += spread_keys(60)
        table = whole_table(rng, keys, 20)
        packed = packed_of(table, 20)
        assert packed.bucket_sizes.max() >= crowd
        weights = FrozenWeights(packed, 20, plain=plain)
        for key in keys:
            assert weights.scores([key]) == sums(table, [key], 20)
        for _ in range(50):  # features that are not there, looked for in the crowd
            assert weights.scores([high << 32 | rng.getrandbits(32)]) == [0] * 20


@both_kernels
def test_keys_whose_lower_half_is_zero(plain):
    for high in (0, 1, 2**31, 2**32 - 1):
        table = whole_table(random.Random(9), [high << 32, *spread_keys(100)], 10)
        weights = FrozenWeights(packed_of(table, 10), 10, plain=plain)
        for key in table:
            assert weights.scores([key]) == sums(table, [key], 10)


@both_kernels
@pytest.mark.parametrize("size", range(1, 12))
def test_rows_of_every_size(size, plain):
    rng = random.Random(size)
    table = {}
    for _ in range(100):
        row = rng.sample(range(64), size)
        table[rng.getrandbits(64)] = {k: rng.randint(-127, 127) for k in row}
    with_largest(table)
    weights = FrozenWeights(packed_of(table, 64), 64, plain=plain)
    assert all(weights.scores([key]) == sums(table, [key], 64) for key in table)
    keys = some_keys(rng, table)
    assert weights.scores(keys) == sums(table, keys, 64)


@both_kernels
@pytest.mark.parametrize("classes", [1, 32, 33, 1000])
def test_a_model_without_weights(classes, plain):
    weights = FrozenWeights(packed_of({}, classes), classes, plain=plain)
    assert weights.scores([]) == [0] * classes
    assert weights.scores([0, 1, 2**64 - 1]) == [0] * classes


def test_the_most_features_at_once_and_no_more():
    table = whole_table(random.Random(10), spread_keys(300), 5)
    weights = FrozenWeights(packed_of(table, 5), 5)
    keys = list(table)[:256]
    assert weights.scores(keys) == sums(table, keys, 5)
    with pytest.raises(ValueError, match="256"):
        weights.scores(list(range(257)))


def test_arrays_that_cannot_be_written_to_or_lie_apart_in_memory():
    table = whole_table(random.Random(11), spread_keys(300), 5)
    packed = packed_of(table, 5)
    spread = PackedWeights(*(np.repeat(array, 2)[::2] for array in packed))
    for array in packed:
        array.flags.writeable = False
    keys = list(table)[:50]
    assert FrozenWeights(packed, 5).scores(keys) == FrozenWeights(spread, 5).scores(keys)


# What a file may cost -----------------------------------------------------------------------------


def one_class_each(bucket_sizes: np.ndarray) -> PackedWeights:
    features = int(bucket_sizes.sum())
    return PackedWeights(
        np.arange(1, features + 1, dtype=np.uint32),
        bucket_sizes.astype(np.uint8),
        np.ones(features, np.uint8),
        np.zeros(features, np.uint8),
        np.ones(features, np.int8),
    )


@pytest.mark.parametrize("full", [33, 5000])
@pytest.mark.parametrize("first", [0, 10_000 - 16])
def test_runs_of_full_buckets_are_refused(full, first):
    """A search for a feature that is not there would go through all of them."""
    sizes = np.zeros(10_000, np.uint8)
    sizes[:5000] = 1
    sizes[5000:9900] = 2
    sizes[np.arange(first, first + full) % len(sizes)] = 8
    with pytest.raises(ModelError, match="crowded"):
        FrozenWeights(one_class_each(sizes), 1)


def test_crowded_buckets_are_refused_at_once():
    """200,000 features at home in few buckets: each would look for a place behind all others."""
    sizes = np.zeros(100_000, np.uint8)
    sizes[:784] = 255
    start = time.process_time()
    with pytest.raises(ModelError, match="crowded"):
        FrozenWeights(one_class_each(sizes), 1)
    assert time.process_time() - start < 1


def test_a_run_of_full_buckets_that_is_short_enough():
    sizes = np.ones(1000, np.uint8)
    sizes[np.arange(-16, 16)] = 8
    weights = FrozenWeights(one_class_each(sizes), 1)
    assert weights.scores([1]) == [1]
    assert weights.scores([2**32 - 1]) == [0]  # at home in the first bucket, and in none


def test_what_weights_unpack_to_is_bounded_by_what_is_packed():
    """Rows over 32,768 classes with a few weights each would be 32 KB each as dense rows."""
    rng = random.Random(13)
    table = {
        key: dict.fromkeys(rng.sample(range(MOST_CLASSES), 3), 1.0) for key in spread_keys(5000)
    }
    packed = packed_of(table, MOST_CLASSES)
    tracemalloc.start()
    weights = FrozenWeights(packed, MOST_CLASSES)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5e6
    assert weights.nbytes < 1e6
    keys = list(table)[:100]
    assert weights.scores(keys) == [127 * s for s in sums(table, keys, MOST_CLASSES)]


@both_kernels
@pytest.mark.parametrize(("size", "columns"), [(20, 32), (50, 64), (100, 128)])
def test_equal_rows_are_there_once(size, columns, plain):
    """Rows that take half of a line, a line, or two; equal rows of fewer classes are others."""
    rng = random.Random(size)
    rows = [{k: rng.randint(-127, 127) for k in rng.sample(range(size), size - i)} for i in (0, 1)]
    keys = spread_keys(3000)
    table: Table = {key: rng.choice(rows) for key in keys}
    weights = FrozenWeights(packed_of(with_largest(table), 128), 128, plain=plain)
    other: Table = {key: {k: rng.randint(-9, 9) for k in range(size)} for key in keys}
    more = FrozenWeights(packed_of(with_largest(other), 128), 128, plain=plain)
    assert 2990 * columns < more.nbytes - weights.nbytes < 3010 * columns
    for _ in range(20):
        chosen = some_keys(rng, table)
        assert weights.scores(chosen) == sums(table, chosen, 128)


@both_kernels
def test_long_rows_among_many_classes_are_sums_too(plain):
    rng = random.Random(14)
    sizes = (1, 2, 3, 20, 21, 22, 23, 100, 1000)
    table: Table = {
        key: {k: rng.randint(-127, 127) for k in rng.sample(range(1000), rng.choice(sizes))}
        for key in spread_keys(300)
    }
    weights = FrozenWeights(packed_of(with_largest(table), 1000), 1000, plain=plain)
    for _ in range(20):
        keys = some_keys(rng, table)
        assert weights.scores(keys) == sums(table, keys, 1000)


@pytest.mark.parametrize("classes", [5, 200, 1000])
def test_a_class_twice_in_a_list_is_refused(classes):
    """Sums of 16 bits are enough only if a feature weighs once for a class."""
    packed = packed_of({7: {1: 1.0, 3: 1.0}}, classes)
    packed.classes[:] = 3
    with pytest.raises(ModelError, match="twice"):
        FrozenWeights(packed, classes)


# Tampering --------------------------------------------------------------------------------------


def damaged(rng: random.Random, arrays: dict[str, Any]) -> dict[str, Any]:
    """A few random changes: entries, lengths, types, whole arrays."""
    changed = dict(arrays)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        name = rng.choice(list(changed))
        array = changed[name].copy()
        kind = rng.randrange(8)
        if kind < 4 and array.size:
            raw = array.view(np.uint8).reshape(-1)
            raw[rng.randrange(raw.size)] = rng.randrange(256)
        elif kind == 4:
            array = array[: rng.randrange(array.size + 1)]
        elif kind == 5 and array.size > 1:
            first, second = rng.sample(range(array.size), 2)
            array[[first, second]] = array[[second, first]]
        elif kind == 6:
            array = np.concatenate([array, array[: rng.randrange(4)]])
        else:
            other = changed[rng.choice(list(changed))]
            array = other if rng.random() < 0.5 else array.astype(rng.choice(("u1", "i2", "f4")))
        changed[name] = array
    return changed


def test_tampering_never_does_harm():
    """Either the arrays are refused, or they are weights like any others."""
    rng = random.Random(12)
    table = whole_table(rng, spread_keys(60), 40)
    arrays = packed_of(table, 40)._asdict()
    refused = 0
    for _ in range(3000):
        packed = PackedWeights(**damaged(rng, arrays))
        try:
            weights = FrozenWeights(packed, 40)
        except ModelError:
            refused += 1
            continue
        for _ in range(3):
            assert len(weights.scores(some_keys(rng, table))) == 40
    assert 1000 < refused < 2900
