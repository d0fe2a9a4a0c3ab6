"""Packing weights: rounded to 8 bits, in the order of their buckets, checked."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.errors import ModelError
from dodona.linear.packing import MOST_CLASSES, PackedWeights, check_packed, pack, packed_size


class Rows(NamedTuple):
    """Weights as training hands them over."""

    keys: np.ndarray
    sizes: np.ndarray
    classes: np.ndarray
    weights: np.ndarray

    def as_dict(self) -> dict[int, dict[int, float]]:
        entries = iter(zip(self.classes.tolist(), self.weights.tolist(), strict=True))
        return {
            key: dict(next(entries) for _ in range(size))
            for key, size in zip(self.keys.tolist(), self.sizes.tolist(), strict=True)
        }


def rows_of(table: dict[int, dict[int, float]]) -> Rows:
    return Rows(
        np.array(list(table), np.uint64),
        np.array([len(row) for row in table.values()], np.uint16),
        np.array([k for row in table.values() for k in row], np.uint16),
        np.array([w for row in table.values() for w in row.values()], np.float32),
    )


def expected_scale(table: dict[int, dict[int, float]]) -> float:
    """The largest weight becomes 127."""
    return 127 / max((abs(w) for row in table.values() for w in row.values()), default=1.0)


def unpacked(packed: PackedWeights) -> list[tuple[int, dict[int, int]]]:
    """Fingerprints and rows, in the order of the file."""
    weights = iter(packed.weights.tolist())
    classes = iter(packed.classes.tolist())
    sizes = packed.row_sizes.tolist()
    return [
        (fingerprint, {next(classes): next(weights) for _ in range(size)})
        for fingerprint, size in zip(packed.fingerprints.tolist(), sizes, strict=True)
    ]


def random_table(
    rng: random.Random, features: int, classes: int, largest: float = 20.0
) -> dict[int, dict[int, float]]:
    table = {}
    for _ in range(features):
        size = min(classes, rng.choice((1, 1, 1, 2, 2, 3, 5, 6, 7, 12, 40)))
        row = rng.sample(range(classes), size)
        table[rng.getrandbits(64)] = {
            k: float(np.float32(rng.uniform(-largest, largest))) for k in row
        }
    return table


@pytest.mark.parametrize("classes", [1, 2, 32, 33, 255, 256, 1000, MOST_CLASSES])
@pytest.mark.parametrize("features", [0, 1, 8, 9, 1000])
def test_what_is_packed_is_what_was_there(classes, features):
    rng = random.Random(features)
    table = random_table(rng, features, classes)
    packed = pack(*rows_of(table), classes)
    check_packed(packed, classes)
    scale = expected_scale(table)
    found = unpacked(packed)
    assert len(found) == features
    by_fingerprint = {key % 2**32: row for key, row in table.items()}
    for fingerprint, row in found:
        expected = by_fingerprint.pop(fingerprint)
        assert row.keys() == expected.keys()
        for k, weight in row.items():
            assert weight == pytest.approx(expected[k] * scale, abs=0.51)
    assert not by_fingerprint
    small = np.uint8 if classes < 256 else np.uint16
    assert packed.classes.dtype == packed.row_sizes.dtype == small


def test_features_stand_in_the_order_of_their_buckets():
    table = random_table(random.Random(3), 500, 10)
    packed = pack(*rows_of(table), 10)
    buckets = len(packed.bucket_sizes)
    key_of = {key % 2**32: key for key in table}
    homes = [(key_of[int(f)] >> 32) * buckets >> 32 for f in packed.fingerprints]
    assert homes == sorted(homes)
    assert np.bincount(homes, minlength=buckets).tolist() == packed.bucket_sizes.tolist()
    assert len(table) / buckets == pytest.approx(3.5, rel=0.05)


def test_the_order_of_the_features_does_not_matter():
    """It depends on the history of a hash table; a model must not."""
    rng = random.Random(4)
    table = random_table(rng, 300, 50)
    shuffled = dict(rng.sample(sorted(table.items()), len(table)))
    first, second = pack(*rows_of(table), 50), pack(*rows_of(shuffled), 50)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_fingerprints_are_never_zero():
    table = {i << 32: {0: 1.0} for i in range(1, 200)}
    packed = pack(*rows_of(table), 1)
    assert set(packed.fingerprints.tolist()) == {1}
    check_packed(packed, 1)


@given(
    st.lists(
        st.dictionaries(st.integers(0, 2), st.floats(-32767, 32767, width=32), min_size=1),
        max_size=30,
    )
)
def test_weights_are_rounded_to_the_nearest_of_255(rows):
    rng = random.Random(len(rows))
    table = {rng.getrandbits(64): row for row in rows}
    packed = pack(*rows_of(table), 3)
    largest = max((abs(w) for row in rows for w in row.values()), default=0.0)
    expected = round(127 * largest / max(largest, 1e-30))
    assert abs(packed.weights.astype(int)).max(initial=0) == expected
    found = dict(unpacked(packed))
    for key, row in table.items():
        for k, weight in row.items():
            wanted = weight * 127 / max(largest, 1e-30)
            assert found[key % 2**32][k] == pytest.approx(wanted, abs=0.51)


def test_packed_size_is_near_the_truth():
    table = random_table(random.Random(6), 3000, 100, largest=3.0)
    for classes in (100, 300):
        packed = pack(*rows_of(table), classes)
        actual = sum(array.nbytes for array in packed)
        estimate = packed_size(len(table), sum(map(len, table.values())), classes)
        assert estimate == pytest.approx(actual, rel=0.01)


# Arrays that do not fit together ----------------------------------------------------------------

CLASSES = 40


def sound() -> dict[str, Any]:
    return pack(*rows_of(random_table(random.Random(7), 100, CLASSES, 40.0)), CLASSES)._asdict()


def with_entry(name: str, place: int, value: int) -> Callable[[dict[str, Any]], None]:
    def change(arrays: dict[str, Any]) -> None:
        arrays[name] = arrays[name].copy()
        arrays[name][place] = value

    return change


def with_type(name: str, dtype: Any) -> Callable[[dict[str, Any]], None]:
    return lambda arrays: arrays.update({name: arrays[name].astype(dtype)})


def reshaped(name: str, shape: Any) -> Callable[[dict[str, Any]], None]:
    return lambda arrays: arrays.update({name: arrays[name].reshape(shape)})


def negative_classes(arrays: dict[str, Any]) -> None:
    arrays["classes"] = arrays["classes"].astype(np.int16) - 20


def one_row_longer(arrays: dict[str, Any]) -> None:
    arrays["row_sizes"] = arrays["row_sizes"].copy()
    arrays["row_sizes"][3] += 1


def too_few_buckets(arrays: dict[str, Any]) -> None:
    """With every bucket full, the search for a feature that is not there would never end."""
    arrays["bucket_sizes"] = np.full(12, 8, np.uint8)
    for name in ("fingerprints", "row_sizes"):
        arrays[name] = np.ones(96, arrays[name].dtype)
    for name in ("classes", "weights"):
        arrays[name] = np.ones(96, arrays[name].dtype)


DAMAGE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a class too high": with_entry("classes", 5, CLASSES),
    "negative classes": negative_classes,
    "an empty row": with_entry("row_sizes", 5, 0),
    "a row too long": one_row_longer,
    "a bucket with one more": lambda a: a.update(bucket_sizes=a["bucket_sizes"] + np.uint8(1)),
    "no fingerprint": with_entry("fingerprints", 5, 0),
    "no buckets": lambda a: a.update(bucket_sizes=a["bucket_sizes"][:0]),
    "too few buckets": too_few_buckets,
    "many empty buckets": lambda a: a.update(
        bucket_sizes=np.concatenate([a["bucket_sizes"], np.zeros(1000, np.uint8)])
    ),
    "no arrays in the arrays": lambda a: a.update(fingerprints=np.uint32(1).reshape(())),
    "two dimensions": reshaped("fingerprints", (10, 10)),
    "no dimension": lambda a: a.update(weights=np.array(1, np.int8)),
    **{
        f"{name} shorter": (lambda a, name=name: a.update({name: a[name][:-1]}))  # type: ignore[misc]
        for name in PackedWeights._fields
    },
    **{
        f"{name} as {dtype}": with_type(name, dtype)
        for name in PackedWeights._fields
        for dtype in ("f4", "f8", "i8", ">u4", "?", "c8")
    },
    "fingerprints of 16 bits": with_type("fingerprints", np.uint16),
    "signed row sizes": with_type("row_sizes", np.int16),
    "signed classes": with_type("classes", np.int8),
    "wide weights": with_type("weights", np.int16),
}


def test_sound_arrays_are_accepted():
    check_packed(PackedWeights(**sound()), CLASSES)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_arrays_that_do_not_fit_together_are_refused(damage):
    arrays = sound()
    damage(arrays)
    with pytest.raises(ModelError, match="do not fit together"):
        check_packed(PackedWeights(**arrays), CLASSES)


@pytest.mark.parametrize("classes", [-1, 0, 39, MOST_CLASSES + 1])
def test_a_number_of_classes_that_does_not_fit_is_refused(classes):
    packed = PackedWeights(**sound())
    assert packed.classes.max() == 39
    with pytest.raises(ModelError, match="do not fit together"):
        check_packed(packed, classes)
