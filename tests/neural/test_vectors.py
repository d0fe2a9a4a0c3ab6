"""Pretrained vectors: files of word2vec and GloVe, rounding, words that have one."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

from dodona.errors import TextError
from dodona.linear.words import WordBatch, word_keys
from dodona.neural.vector_files import read_vectors
from examples import make_sentence

GLOVE = "the 1 -2 0.5\noak 0.25 0 0\nOak 3 3 3\n0000 1 1 1\nnew york 2 1 0\n"


@pytest.fixture
def write(tmp_path):
    def write(text, name="vectors.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def looked_up(vectors, *words):
    target = np.empty((len(words), vectors.width), np.float32)
    batch = WordBatch([make_sentence([0] * len(words), forms=words)])
    vectors.look_up(vectors.numbers_of(batch), target)
    return target


def cosine(one, other):
    return float(one @ other) / float((one @ one) ** 0.5 * (other @ other) ** 0.5)


def test_words_find_their_vectors(write):
    found = looked_up(read_vectors(write(GLOVE), (), 1), "The", "oak", "Oak", "OAK", "1984", "tree")
    expected = [[1, -2, 0.5], [0.25, 0, 0], [3, 3, 3], [0.25, 0, 0], [1, 1, 1]]
    for row, numbers in zip(found, expected, strict=False):
        assert cosine(row, np.array(numbers, np.float32)) > 0.9999
    assert not found[5].any()


def test_numbers_are_of_usual_size(write):
    small = read_vectors(write(GLOVE), (), 1)
    large = read_vectors(write("the 1000 -2000 500\noak 250 0 0\n"), (), 1)
    for vectors in (small, large):
        values = vectors.values * vectors.scales.astype(np.float32)[:, None]
        assert float(np.sqrt((values**2).mean())) == pytest.approx(0.4, rel=0.01)


@pytest.mark.parametrize("first", ["5 3\n", ""])
def test_both_formats_and_compressed(write, first):
    plain = read_vectors(write(first + GLOVE), (), 1)
    packed = read_vectors(write(gzip.compress((first + GLOVE).encode()), "v.txt.gz"), (), 1)
    assert len(plain.keys) == 5
    assert (plain.values == packed.values).all() and (plain.keys == packed.keys).all()


def test_words_that_matter_have_the_first_room(write):
    text = "".join(f"word{chr(97 + i)} {i} 1 2\n" for i in range(20))
    wanted = set(word_keys(["wordt", "wordc"]))
    vectors = read_vectors(write(text), wanted, 4 * 13 / 1e6)
    expected = word_keys(["wordc", "wordt", "worda", "wordb"])
    assert vectors.keys.tolist() == expected


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("the 1 2\noak 1\n", 2, "no vector of 2 numbers"),
        ("the 1 2\noak 1 x\n", 2, "no vector of 2 numbers"),
        ("the 1 2\noak 1 nan\n", 2, "no vector of 2 numbers"),
        ("the\n", 1, "no vector of 0 numbers"),
        (b"the 1 2\n\xff 1 2\n", 2, "not UTF-8"),
        ("", None, "there are no vectors"),
        ("3 100\n", None, "there are no vectors"),
    ],
)
def test_wrong_files(write, text, line, message):
    path = write(text)
    with pytest.raises(TextError, match=message) as caught:
        read_vectors(path, (), 1)
    assert str(caught.value).startswith(f"{path}:{line}: " if line else f"{path}: ")
