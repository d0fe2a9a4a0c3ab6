"""Sentences made of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from dodona.errors import ArgumentError, TreeError
from dodona.treebank import Sentence
from dodona.treebank.values import is_proper

WORDS = ["A", "dog", "barks", "."]
COLUMNS = {
    "lemmas": ["a", "dog", "bark", "."],
    "upos": ["DET", "NOUN", "VERB", "PUNCT"],
    "xpos": ["DT", "NN", "VBZ", "."],
    "feats": ["_", "Number=Sing", "_", "_"],
    "heads": [2, 3, 0, 3],
    "deprels": ["det", "nsubj", "root", "punct"],
    "deps": ["2:det", "3:nsubj", "0:root", "3:punct"],
    "misc": ["_", "Gloss=a dog", "SpaceAfter=No", "_"],
}


def test_words_alone():
    sentence = Sentence.from_words(iter(WORDS))
    assert sentence.to_conllu().splitlines()[1] == "2\tdog" + "\t_" * 8
    assert sentence.forms == WORDS
    assert not sentence.has_tree
    assert sentence.comments == []


def test_all_columns():
    sentence = Sentence.from_words(WORDS, **COLUMNS)
    assert {name: getattr(sentence, name) for name in COLUMNS} == COLUMNS
    assert sentence == Sentence.from_conllu(sentence.to_conllu())


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_is_optional_and_has_one_value_a_word(column):
    sentence = Sentence.from_words(WORDS, **{column: COLUMNS[column]})
    assert getattr(sentence, column) == COLUMNS[column]
    with pytest.raises(ArgumentError, match=f"5 values in {column}, not 4"):
        Sentence.from_words(WORDS, **{column: [*COLUMNS[column], COLUMNS[column][0]]})


@pytest.mark.parametrize("value", ["a\tb", "", " a", "a\nb", "\ud800", "\x1b", None, 7])
@pytest.mark.parametrize("column", ["words", *(c for c in COLUMNS if c != "heads")])
def test_values_that_no_column_can_have(column, value):
    with pytest.raises(ArgumentError, match=f"among {column} cannot stand in a column"):
        Sentence.from_words(**{"words": ["a"], column: [value]})


def test_spaces_inside_of_words():
    assert Sentence.from_words(["New York"], lemmas=["New York"]).forms == ["New York"]
    with pytest.raises(ArgumentError, match="'PROPER NOUN' among upos"):
        Sentence.from_words(["New York"], upos=["PROPER NOUN"])


@pytest.mark.parametrize("words", ["A dog barks.", b"A dog", 7, None])
def test_a_text_is_no_list_of_words(words):
    with pytest.raises(ArgumentError, match="a list of strings is expected for words"):
        Sentence.from_words(words)


def test_a_sentence_has_words():
    with pytest.raises(ArgumentError, match="at least one word"):
        Sentence.from_words([])


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ([2, 1], "cycle"),
        ([3, 0], "not one of 0 to 2"),
        (["2", "0"], "whole"),
        ([-1, -1], "not one"),
    ],
)
def test_heads_that_are_no_tree(heads, message):
    with pytest.raises(TreeError, match=message):
        Sentence.from_words(["a", "b"], heads=heads)


@given(trees(), st.data())
def test_any_words_and_any_tree(heads, data):
    proper = st.text(min_size=1, max_size=4).filter(lambda text: is_proper(text, spaces=True))
    n = len(heads) - 1
    words = data.draw(st.lists(proper, min_size=n, max_size=n))
    sentence = Sentence.from_words(words, heads=heads[1:])
    assert sentence.forms == words
    assert sentence.heads == list(heads[1:])
