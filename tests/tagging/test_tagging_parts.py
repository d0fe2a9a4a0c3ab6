"""Parts of model files: they come back as they were, and damaged ones are refused."""

import copy
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dodona.errors import ModelError
from dodona.parsing.parts import Part
from dodona.tagging import Lemmatizer, Tagger


def tampered(part, *, header=None, arrays=None):
    """The part with some values of its header and some of its arrays replaced."""
    return Part(copy.deepcopy(part.header) | (header or {}), dict(part.arrays) | (arrays or {}))


def through_json(part):
    return Part(json.loads(json.dumps(part.header)), part.arrays)


def test_a_tagger_comes_back(tagger, grove_test):
    again = Tagger.from_part(through_json(tagger.to_part()))
    assert again.tag_batch(grove_test) == tagger.tag_batch(grove_test)
    assert again.to_part().header == tagger.to_part().header


def test_a_lemmatizer_comes_back(lemmatizer, grove_test):
    again = Lemmatizer.from_part(through_json(lemmatizer.to_part()))
    assert again.lemmatize_batch(grove_test) == lemmatizer.lemmatize_batch(grove_test)
    assert again.to_part().header == lemmatizer.to_part().header


@pytest.mark.parametrize(
    "header",
    [
        {"kind": "lemmatizer"},
        {"version": 2},
        {"beam": 0},
        {"beam": 10**9},
        {"beam": "1"},
        {"training": None},
        {"templates": "w"},
        {"templates": []},
        {"templates": ["w", 1]},
        {"templates": ["t+1"]},
        {"tags": []},
        {"tags": None},
        {"tags": [["NOUN", "NN"]]},
        {"tags": [["NOUN", "NN", 1]]},
        {"tags": [["NOUN", "NN", "a\tb"]]},
        {"tags": [["NOUN", "NN", ""]]},
        {"tags": [["NOUN", "NN", "\ud800"]]},
        {"tags": [["NOUN", "NN", "_"]]},
    ],
)
def test_headers_of_taggers_that_are_refused(tagger, header):
    with pytest.raises(ModelError):
        Tagger.from_part(tampered(tagger.to_part(), header=header))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("lexicon_keys", lambda a: a[:-1]),
        ("lexicon_keys", lambda a: a.astype(np.int64)),
        ("lexicon_choices", lambda a: a + np.uint32(60_000)),
        ("lexicon_choices", lambda a: a[:-1]),
        ("lexicon_kinds", lambda a: a[:-1]),
        ("lexicon_choice_sizes", lambda a: a * np.uint32(2)),
        ("lexicon_choice_sizes", lambda a: np.append(a, np.uint32(0))),
        ("lexicon_choice_sizes", lambda a: a[:0]),
        ("lexicon_choice_tags", lambda a: a + np.uint32(60_000)),
        ("lexicon_choice_tags", lambda a: a[:-1]),
        ("lexicon_choice_tags", lambda a: a.reshape(1, -1)),
        ("weights", lambda a: a[:-1]),
        ("weights", lambda a: a.tolist()),
        ("classes", lambda a: np.full_like(a, 255)),
    ],
)
def test_arrays_of_taggers_that_are_refused(tagger, name, change):
    part = tagger.to_part()
    with pytest.raises(ModelError):
        Tagger.from_part(tampered(part, arrays={name: change(part.arrays[name])}))
    with pytest.raises(ModelError):
        Tagger.from_part(Part(part.header, {n: a for n, a in part.arrays.items() if n != name}))


UNCHANGED = [0, 0, "", 0, ""]


@pytest.mark.parametrize(
    "header",
    [
        {"kind": "tagger"},
        {"training": []},
        {"templates": ["y"]},
        {"classes": 0},
        {"classes": 10**9},
        {"classes": "5"},
        {"classes": True},
        {"scripts": []},
        {"scripts": [UNCHANGED]},
        {"scripts": [[0, 1, "", 0, ""]] * 1000},
        *(
            {"scripts": [UNCHANGED] * 999 + [script]}
            for script in (
                [5, 0, "", 0, ""],
                [-1, 0, "", 0, ""],
                [0, -1, "", 0, ""],
                [0, 0, "", -1, ""],
                [0, 1 << 40, "", 0, ""],
                [0, 0, "\t", 0, ""],
                [0, 0, "", 0, "\n"],
                [0, 0, "x" * 100_000, 0, ""],
                [4, 0, "", 0, ""],
                [4, 0, "a", 0, "b"],
                [0, 0, "", 0],
                [0, 0, 0, 0, 0],
                [0, 0.5, "", 0, ""],
                "script",
            )
        ),
    ],
)
def test_headers_of_lemmatizers_that_are_refused(lemmatizer, header):
    with pytest.raises(ModelError):
        Lemmatizer.from_part(tampered(lemmatizer.to_part(), header=header))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("lexicon_keys", lambda a: a[:-1]),
        ("lexicon_scripts", lambda a: a + np.uint32(60_000)),
        ("lexicon_scripts", lambda a: a.astype(np.int32)),
        ("fingerprints", lambda a: a * np.uint32(0)),
    ],
)
def test_arrays_of_lemmatizers_that_are_refused(lemmatizer, name, change):
    part = lemmatizer.to_part()
    with pytest.raises(ModelError):
        Lemmatizer.from_part(tampered(part, arrays={name: change(part.arrays[name])}))


@settings(max_examples=40)
@given(st.data())
def test_other_numbers_in_the_arrays_do_no_harm(tagger, clustered, lemmatizer, grove_test, data):
    """Whatever the arrays hold, it is refused, or the output is a treebank."""
    kinds = [(tagger, "tag_batch"), (clustered, "tag_batch"), (lemmatizer, "lemmatize_batch")]
    for kind, run in kinds:
        part = kind.to_part()
        name = data.draw(st.sampled_from(sorted(part.arrays)))
        array = part.arrays[name].copy()
        limits = np.iinfo(array.dtype)
        for _ in range(data.draw(st.integers(1, 5))):
            place = data.draw(st.integers(0, len(array) - 1))
            array[place] = data.draw(st.integers(int(limits.min), int(limits.max)))
        try:
            again = type(kind).from_part(tampered(part, arrays={name: array}))
        except ModelError:
            continue
        for sentence in getattr(again, run)(grove_test):
            assert type(sentence).from_conllu(sentence.raw).words == sentence.words
