"""Packing weights: rounded as finely as sums allow, in the order of their buckets, checked."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.errors import ModelError
from dodona.parsing.packing import MOST_CLASSES, PackedWeights, check_packed, pack, packed_size

LARGEST_SUM = 32767


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


def expected_scale(table: dict[int, dict[int, float]], templates: int) -> float:
    """32, or less where the largest weights of a class, one a template, would leave 16 bits."""
    of_class: dict[int, list[float]] = {}
    for row in table.values():
        for k, weight in row.items():
            of_class.setdefault(k, []).append(abs(weight))
    sums = [sum(sorted(weights)[-templates:]) for weights in of_class.values()]
    return min(32.0, (LARGEST_SUM - templates) / max([1.0, *sums]))


def unpacked(packed: PackedWeights) -> list[tuple[int, dict[int, int]]]:
    """Fingerprints and rows, in the order of the file."""
    weights = iter(packed.full_weights().tolist())
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
    packed = pack(*rows_of(table), classes, 70)
    check_packed(packed, classes)
    scale = expected_scale(table, 70)
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
    packed = pack(*rows_of(table), 10, 70)
    buckets = len(packed.bucket_sizes)
    key_of = {key % 2**32: key for key in table}
    homes = [(key_of[int(f)] >> 32) * buckets >> 32 for f in packed.fingerprints]
    assert homes == sorted(homes)
    assert np.bincount(homes, minlength=buckets).tolist() == packed.bucket_sizes.tolist()
    assert len(table) / buckets == pytest.approx(4.5, rel=0.05)


def test_the_order_of_the_features_does_not_matter():
    """It depends on the history of a hash table; a model must not."""
    rng = random.Random(4)
    table = random_table(rng, 300, 50)
    shuffled = dict(rng.sample(sorted(table.items()), len(table)))
    first, second = pack(*rows_of(table), 50, 70), pack(*rows_of(shuffled), 50, 70)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_fingerprints_are_never_zero():
    table = {i << 32: {0: 1.0} for i in range(1, 200)}
    packed = pack(*rows_of(table), 1, 70)
    assert set(packed.fingerprints.tolist()) == {1}
    check_packed(packed, 1)


def test_large_weights_are_kept_apart():
    table = {i << 32 | i: {0: float(w)} for i, w in enumerate((127, 128, 129, -127, -128, 300), 1)}
    scaled = {key: {0: row[0] / 32} for key, row in table.items()}
    packed = pack(*rows_of(scaled), 1, 10)
    assert sorted(packed.full_weights().tolist()) == [-128, -127, 127, 128, 129, 300]
    assert sorted(packed.large_weights.tolist()) == [-128, 128, 129, 300]
    assert sorted(packed.weights.tolist()) == [-128, -128, -128, -128, -127, 127]


# The scale --------------------------------------------------------------------------------------

WEIGHTS = st.one_of(
    st.floats(-32767, 32767, width=32),
    st.sampled_from((32767.0, -32767.0, 0.5, -1e-6, 1023.0, 1024.0, 0.0)),
)


@given(
    st.lists(st.dictionaries(st.integers(0, 2), WEIGHTS, min_size=1), max_size=30),
    st.integers(1, 12) | st.just(256),
)
def test_no_sum_of_one_weight_a_template_leaves_16_bits(rows, templates):
    rng = random.Random(len(rows))
    table = {rng.getrandbits(64): row for row in rows}
    packed = pack(*rows_of(table), 3, templates)
    weights = packed.full_weights().astype(int)
    for k in range(3):
        of_class = sorted(abs(weights[packed.classes == k]))
        assert sum(of_class[-templates:]) <= LARGEST_SUM
    scale = expected_scale(table, templates)
    found = dict(unpacked(packed))
    for key, row in table.items():
        for k, weight in row.items():
            assert found[key % 2**32][k] == pytest.approx(weight * scale, abs=0.51)


@pytest.mark.parametrize("templates", [1, 2, 95, 256])
@pytest.mark.parametrize("weight", [32767.0, -32767.0, 1024.0, 10.75])
def test_the_scale_is_as_fine_as_it_can_be(templates, weight):
    """As many extreme weights as there are templates, and one more: sums come near the limit."""
    table = {i << 32 | i: {0: weight, 1: -weight} for i in range(1, templates + 2)}
    packed = pack(*rows_of(table), 2, templates)
    total = templates * abs(packed.full_weights().astype(int)).max()
    assert total <= LARGEST_SUM
    if templates * abs(weight) * 32 > LARGEST_SUM:
        assert total > LARGEST_SUM - 2 * templates
    else:
        assert total == templates * 32 * abs(weight)


def test_packed_size_is_near_the_truth():
    table = random_table(random.Random(6), 3000, 100, largest=3.0)
    for classes in (100, 300):
        packed = pack(*rows_of(table), classes, 70)
        actual = sum(array.nbytes for array in packed)
        estimate = packed_size(len(table), sum(map(len, table.values())), classes)
        assert estimate == pytest.approx(actual, rel=0.01)


# Arrays that do not fit together ----------------------------------------------------------------

CLASSES = 40


def sound() -> dict[str, Any]:
    return pack(*rows_of(random_table(random.Random(7), 100, CLASSES, 40.0)), CLASSES, 70)._asdict()


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
    arrays["large_weights"] = arrays["large_weights"][:0]


DAMAGE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a class too high": with_entry("classes", 5, CLASSES),
    "negative classes": negative_classes,
    "an empty row": with_entry("row_sizes", 5, 0),
    "a row too long": one_row_longer,
    "a bucket with one more": lambda a: a.update(bucket_sizes=a["bucket_sizes"] + np.uint8(1)),
    "no fingerprint": with_entry("fingerprints", 5, 0),
    "a large weight missing": lambda a: a.update(large_weights=a["large_weights"][1:]),
    "a mark without a large weight": lambda a: a.update(
        weights=np.where(np.arange(len(a["weights"])) == 0, -128, a["weights"]).astype(np.int8),
        large_weights=a["large_weights"][: -1 if a["weights"][0] == -128 else None],
    ),
    "no buckets": lambda a: a.update(bucket_sizes=a["bucket_sizes"][:0]),
    "too few buckets": too_few_buckets,
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
    assert sound()["large_weights"].size > 0


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
