"""Parts of model files: they come back as they were, and damaged ones are refused."""

import copy
import json
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dodona.errors import ModelError, SettingsError, TreebankError
from dodona.lemmatizer import Lemmatizer, train_lemmatizer
from dodona.model.parts import Part
from dodona.tagger import Tagger, TaggerSettings, train_tagger
from dodona.treebank.building import with_columns
from examples import make_sentence


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
        {"tags": [["NOUN", "N N", "_"]]},
        {"tags": [["NOUN", "NN", "A=B\x1b[2J"]]},
        {"tags": [["NOUN", "NN", "|".join(map(str, range(2_000_000)))]]},
        {"templates": ["w"] * 1_000_000},
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
        ("lexicon_keys", lambda a: np.full_like(a, a[0])),
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


def test_a_choice_that_names_a_tag_twice_is_refused(tagger, grove_test):
    """There is room for as many tags as there are; a choice with more would write beyond it."""
    part = tagger.to_part()
    first = part.arrays["lexicon_choice_tags"][:1]
    arrays = {
        "lexicon_choice_sizes": part.arrays["lexicon_choice_sizes"].copy(),
        "lexicon_choice_tags": np.append(first.repeat(9999), part.arrays["lexicon_choice_tags"]),
    }
    arrays["lexicon_choice_sizes"][0] += 9999
    with pytest.raises(ModelError, match="does not fit together"):
        Tagger.from_part(tampered(part, arrays=arrays))


@pytest.mark.parametrize("kind", ["equal", "crowded"])
@pytest.mark.parametrize("lexicon", ["lexicon", "cluster"])
def test_keys_that_were_chosen_to_be_slow_are_refused_at_once(clustered, kind, lexicon):
    count = 100_000
    keys = np.full(count, 5, np.uint64)
    if kind == "crowded":
        keys = np.arange(count, dtype=np.uint64) << np.uint64(32)
    numbers = {name: np.zeros(count, np.uint32) for name in ("lexicon_choices", "lexicon_kinds")}
    if lexicon == "cluster":
        numbers = {
            "cluster_sizes": np.array([count], np.uint32),
            "cluster_values": np.zeros(4, np.uint64),
        }
    part = tampered(clustered.to_part(), arrays={f"{lexicon}_keys": keys, **numbers})
    start = time.process_time()
    with pytest.raises(ModelError, match="not all different, or lie too close"):
        Tagger.from_part(part)
    assert time.process_time() - start < 1


def many_tags(tagger, count):
    """A part whose words can all have so many tags."""
    part = tagger.to_part()
    return tampered(
        part,
        header={"tags": [["NOUN", f"N{i}", "_"] for i in range(count)]},
        arrays={
            "lexicon_keys": part.arrays["lexicon_keys"][:0],
            "lexicon_choices": part.arrays["lexicon_choices"][:0],
            "lexicon_kinds": part.arrays["lexicon_kinds"][:0],
            "lexicon_choice_sizes": np.array([count], np.uint32),
            "lexicon_choice_tags": np.arange(count, dtype=np.uint32),
        },
    )


def test_a_beam_that_is_too_wide_for_the_tags_is_refused(tagger):
    part = many_tags(tagger, 3000)
    part.header["beam"] = 1000
    with pytest.raises(ModelError, match="a beam of 1000 is too wide for 3000 tags"):
        Tagger.from_part(part)
    part.header["beam"] = 64
    assert Tagger.from_part(part).beam == 64


def test_thousands_of_tags_are_no_harm(tagger, grove_test):
    """As treebanks with rich morphology have them."""
    again = Tagger.from_part(many_tags(tagger, 20_000))
    assert set(again.tag_batch(grove_test[:1])[0].upos) == {"NOUN"}


def test_a_beam_that_is_too_wide_is_refused_before_training():
    sentence = make_sentence([0] + [1] * 999, upos=[f"T{i}" for i in range(1000)])
    with pytest.raises(SettingsError, match="too wide for 1000 tags"):
        train_tagger([sentence], TaggerSettings(beam=1000))


def test_tags_that_a_model_cannot_have_are_refused_before_training():
    sentence = make_sentence([0], upos=["A B"])
    with pytest.raises(TreebankError, match="white space"):
        train_tagger([sentence])


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
                [0, 0, "x" * 600, 0, "x" * 600],
                [0, 0, "\x1b[31m", 0, ""],
                [0, 0, " a", 0, ""],
                [0, 0, "", 0, "a "],
                [4, 0, "a ", 0, ""],
                [4, 0, "\u2028", 0, ""],
                [0, 0, "\ud800", 0, ""],
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
        ("lexicon_keys", lambda a: np.full_like(a, a[0])),
        ("fingerprints", lambda a: a * np.uint32(0)),
    ],
)
def test_arrays_of_lemmatizers_that_are_refused(lemmatizer, name, change):
    part = lemmatizer.to_part()
    with pytest.raises(ModelError):
        Lemmatizer.from_part(tampered(part, arrays={name: change(part.arrays[name])}))


def test_lemmas_with_spaces_are_learned_and_others_that_no_model_may_have_passed_over():
    forms = ["NY", "York", "bell", "oak", "url"]
    lemmas = ["New York", "New York", "be\x07l", "oak", "u" * 2000]
    sentence = with_columns(make_sentence([0, 1, 1, 1, 1], forms=forms), {"lemma": lemmas})
    lemmatizer = train_lemmatizer([sentence])
    again = Lemmatizer.from_part(through_json(lemmatizer.to_part()))
    found = again.lemmatize_batch([sentence])[0].lemmas
    assert found[:2] == ["New York", "New York"]
    assert found[3] == "oak"
    assert not set(found) & {lemmas[2], lemmas[4]}


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
