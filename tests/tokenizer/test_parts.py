"""A tokeniser as a part of a model file: there and back, and no harm from one that was changed."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizing_examples import all_sentences, rebuilt

from dodona.errors import ModelError
from dodona.model.parts import Part
from dodona.tokenizer import Tokenizer, train_tokenizer
from dodona.treebank.sentence import Sentence

TEXT = "I don't know Mr. Oak's tree (it's old)... \"Gonna see del mar,\" she said.\n\nThe END"


def copy_of(part: Part) -> Part:
    return Part(
        json.loads(json.dumps(part.header)),
        {name: array.copy() for name, array in part.arrays.items()},
    )


def test_a_part_gives_the_same_tokenizer(tokenizer: Tokenizer) -> None:
    again = Tokenizer.from_part(copy_of(tokenizer.to_part()))
    assert list(again.tokenize(TEXT)) == list(tokenizer.tokenize(TEXT))
    assert again.training == tokenizer.training
    assert again.to_part().header == tokenizer.to_part().header


@pytest.mark.parametrize("name", ["kind", "version", "rules", "training"])
@pytest.mark.parametrize("value", [None, 7, "x", [1], [[1]], [[[1, 2, 3]]], {"a": 1}])
def test_headers_of_the_wrong_kind_are_refused(tokenizer: Tokenizer, name: str, value: Any) -> None:
    part = copy_of(tokenizer.to_part())
    part.header[name] = value
    if name == "training" and isinstance(value, dict):
        assert Tokenizer.from_part(part).training == value
        return
    with pytest.raises(ModelError, match="damaged"):
        Tokenizer.from_part(part)
    del part.header[name]
    with pytest.raises(ModelError, match="damaged"):
        Tokenizer.from_part(part)


@pytest.mark.parametrize(
    "rule",
    [
        [[-1, 1, ""]],  # one word
        [[0, 0, "a"], [0, 0, "b"]],  # does not begin where the token does
        [[-1, 1, ""], [0, 0, ""]],  # an empty word
        [[-1, 1, ""], [-1, 0, ""]],
        [[-1, -1, ""], [1, 0, ""]],  # beyond the end
        [[-1, 1, ""], [1, 2, ""]],  # backwards
        [[-1, 1, ""], [1 << 40, 0, ""]],
        [[-1, 1, ""], [1, 0, "\t"]],
        [[-1, 1, "\n"], [1, 0, ""]],
        [[-1, 1, "\ud800"], [1, 0, ""]],
        [[-1, 1.5, ""], [1, 0, ""]],
        [[-1, True, ""], [1, 0, ""]],
        [[-1, 1], [1, 0, ""]],
        [[-1, 1, "a" * 5000], [1, 0, ""]],
        [[-1, 1, "a" * 600], [1, 0, "a" * 600]],
        [[-1, 1, ""], *([[1, 0, ""]] * 100)],
        [[-1, 1, " a"], [1, 0, ""]],
        [[-1, 1, "a "], [1, 0, ""]],
        [[-1, 1, "\x1b[31m"], [1, 0, ""]],
        [[-1, 1, ""], [0, 0, "\u2029"]],
    ],
)
def test_rules_that_make_no_sense_are_refused(tokenizer: Tokenizer, rule: Any) -> None:
    part = copy_of(tokenizer.to_part())
    part.header["rules"][0] = rule
    with pytest.raises(ModelError, match="damaged"):
        Tokenizer.from_part(part)


def test_another_number_of_rules_is_refused(tokenizer: Tokenizer) -> None:
    part = copy_of(tokenizer.to_part())
    part.header["rules"] = part.header["rules"][:1]
    with pytest.raises(ModelError):
        Tokenizer.from_part(part)


def test_arrays_that_do_not_fit_are_refused(tokenizer: Tokenizer) -> None:
    for name in tokenizer.to_part().arrays:
        for change in (
            lambda array: array[:-1],
            lambda array: np.concatenate([array, array[:1]]),
            lambda array: array.astype(np.float64),
            lambda array: array.reshape(1, -1),
        ):
            part = copy_of(tokenizer.to_part())
            part.arrays[name] = change(part.arrays[name])
            with pytest.raises(ModelError):
                Tokenizer.from_part(part)
        part = copy_of(tokenizer.to_part())
        del part.arrays[name]
        with pytest.raises(ModelError):
            Tokenizer.from_part(part)


@given(st.data())
def test_other_numbers_are_refused_or_harmless(tokenizer: Tokenizer, data: st.DataObject) -> None:
    part = copy_of(tokenizer.to_part())
    names = sorted(name for name, array in part.arrays.items() if array.size)
    for _ in range(data.draw(st.integers(1, 4))):
        array = part.arrays[data.draw(st.sampled_from(names))]
        limits = np.iinfo(array.dtype)
        place = data.draw(st.integers(0, array.size - 1))
        array[place] = data.draw(st.integers(limits.min, limits.max))
    try:
        changed = Tokenizer.from_part(part)
    except ModelError:
        return
    assert rebuilt(all_sentences(changed.tokenize(TEXT))) == TEXT


def test_everything_may_be_split(tokenizer: Tokenizer) -> None:
    """Where all tokens are candidates, rules fit only tokens that are long enough."""
    part = copy_of(tokenizer.to_part())
    part.arrays["tables.candidates"][:] = 255
    part.arrays["splits.weights"][:] = -part.arrays["splits.weights"]
    changed = Tokenizer.from_part(part)
    text = TEXT + " a b c é 漢"
    sentences = all_sentences(changed.tokenize(text))
    assert rebuilt(sentences) == text
    assert all(form for sentence in sentences for form in sentence.forms)


def test_rules_that_no_model_can_have_are_not_learned() -> None:
    """A token of one word, and words that no column can hold."""
    lines = ["1-1\tdel", "1\tdel", "2-3\tdal", "2\tda", "3\til ", "4-5\tnel", "4\tin", "5\til"]
    rest = "\t_" * 8
    treebank = Sentence.from_conllu("".join(f"{line}{rest}\n" for line in lines) + "\n")
    trained = train_tokenizer([treebank] * 5)
    again = Tokenizer.from_part(copy_of(trained.to_part()))
    assert again.to_part().header["rules"] == [[[-1, 3, "in"], [0, 0, "il"]]]
