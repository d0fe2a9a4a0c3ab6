"""A loaded model reads from its file what it needs to be saved: so the file must not be missed."""

import os
import sys

import numpy as np
import pytest
from kept_models import kept, parsed

import dodona
from dodona.errors import ModelError
from dodona.model.arrays import CAN_STAY_OPEN, ArraysBelow, FileArrays
from dodona.model.files import load_parts
from dodona.model.pages import own_pages

stays_open = pytest.mark.skipif(
    not CAN_STAY_OPEN or sys.byteorder == "big", reason="files are read as a whole here"
)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "model.dodona"
    path.write_bytes(kept("pipeline")[0])
    return path


@stays_open
def test_arrays_are_those_of_the_file_and_nobody_keeps_them(path):
    from safetensors.numpy import load

    arrays, expected = FileArrays(path), load(path.read_bytes())
    assert set(arrays) == set(expected)
    assert len(arrays) == len(expected)
    for name, array in expected.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array)
        assert arrays[name] is not arrays[name]
    assert "else" not in arrays


def gone(path):
    path.unlink()


def renamed(path):
    path.rename(path.with_name("other"))


def replaced(path):
    path.with_name("other").write_bytes(kept("parser")[0])
    os.replace(path.with_name("other"), path)


def written_over(path):
    size = path.stat().st_size
    with path.open("r+b") as stream:
        stream.write(b"\xff" * size)
    os.utime(path, ns=(1, 1))


def emptied(path):
    path.write_bytes(b"")


@stays_open
@pytest.mark.parametrize("change", [gone, renamed, replaced])
def test_a_file_that_is_somewhere_else_is_not_missed(path, change):
    nlp = dodona.load(path)
    expected = nlp.to_bytes()
    change(path)
    assert nlp.to_bytes() == expected


@stays_open
@pytest.mark.parametrize("change", [written_over, emptied])
def test_a_file_that_was_written_over_is_noticed_and_parsing_goes_on(path, change):
    nlp = dodona.load(path)
    expected = list(parsed(nlp))
    change(path)
    assert list(parsed(nlp)) == expected
    with pytest.raises(ModelError, match="changed since it was loaded"):
        nlp.to_bytes()


@stays_open
@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="needs /proc")
def test_the_file_is_closed_when_the_model_goes(path):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        assert load_parts(path).parts
    assert len(os.listdir("/proc/self/fd")) == before


def test_arrays_below_a_prefix():
    arrays = {"0.a": np.zeros(1), "0.b.c": np.ones(1), "1.a": np.ones(2)}
    below = ArraysBelow(arrays, "0.")
    assert list(below) == ["a", "b.c"]
    assert below["a"] is arrays["0.a"]
    assert "b.c" in below
    assert "0.a" not in below
    assert not ArraysBelow(arrays, "2.")


@pytest.mark.parametrize("size", [1, 5000, 3_000_000])
def test_pages_are_zeros_that_begin_at_a_cache_line(size):
    array = own_pages((size, 2), np.uint32)
    assert array.shape == (size, 2)
    assert not array.any()
    assert array.ctypes.data % 64 == 0
    array[:] = 7
