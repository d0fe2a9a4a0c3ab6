"""Words of a sentence: how they are reached, and their places in the tree."""

import copy
import pickle

import pytest
from hypothesis import given
from strategies import trees

from dodona.errors import ArgumentError
from dodona.treebank import Sentence, Word

LETTER = Sentence.from_words(
    ["He", "wrote", "her", "a", "letter", "."],
    upos=["PRON", "VERB", "PRON", "DET", "NOUN", "PUNCT"],
    feats=["Case=Nom|Number=Sing", "_", "PronType=Int,Rel", "_", "_", "_"],
    heads=[2, 0, 2, 5, 2, 2],
    deprels=["nsubj", "root", "iobj", "det", "obj", "punct"],
)


def test_words_are_counted_from_0_and_have_ids_from_1_on():
    assert LETTER[0] == LETTER.words[0]
    assert (LETTER[0].id, LETTER[0].form) == (1, "He")
    assert LETTER[-1].form == "."
    assert [word.form for word in LETTER[1:4]] == ["wrote", "her", "a"]
    assert list(LETTER) == LETTER.words
    assert len(LETTER) == 6


@pytest.mark.parametrize("index", [6, -7])
def test_a_word_that_is_not_there(index):
    with pytest.raises(IndexError, match=f"no word at {index}: .* there are 6"):
        LETTER[index]


def test_a_place_that_is_none():
    with pytest.raises(TypeError):
        LETTER["He"]


def test_the_tree_around_a_word():
    root = LETTER.root
    assert root is not None
    assert root.form == "wrote"
    assert root.parent is None
    assert [child.form for child in root.children] == ["He", "her", "letter", "."]
    assert LETTER[3].parent == LETTER[4]
    assert LETTER[3].children == []
    assert LETTER[3].sentence is LETTER


@given(trees())
def test_parents_and_children_are_the_heads(heads):
    n = len(heads) - 1
    sentence = Sentence.from_words(["w"] * n, heads=heads[1:])
    assert [word.parent.id if word.parent else 0 for word in sentence] == list(heads[1:])
    for word in sentence:
        assert [child.id for child in word.children] == [
            d for d, head in enumerate(heads) if head == word.id
        ]
    assert sentence.root == next(word for word in sentence if word.head == 0)


def test_words_without_a_tree():
    sentence = Sentence.from_words(["a", "b"])
    assert sentence.root is None
    assert sentence[0].parent is None
    assert sentence[0].children == []


def test_features_by_name():
    assert LETTER[0].features == {"Case": "Nom", "Number": "Sing"}
    assert LETTER[1].features == {}
    assert LETTER[2].features == {"PronType": "Int,Rel"}
    old = LETTER[0]._replace(feats="sg|gender=c=d")
    assert old.features == {"sg": "", "gender": "c=d"}


def test_a_word_made_by_hand_stands_in_no_sentence():
    word = Word(1, "a", "a", "X", "_", "_", 2, "dep", "_", "_")
    assert word == Word(*word)
    for name in ("sentence", "parent", "children"):
        with pytest.raises(ArgumentError, match="'a' stands in no sentence"):
            getattr(word, name)


def test_copies_of_words_keep_their_sentence():
    for copied in (pickle.loads(pickle.dumps(LETTER[0])), copy.deepcopy(LETTER[0])):
        assert copied == LETTER[0]
        assert copied.parent == LETTER[1]
