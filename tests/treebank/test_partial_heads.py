"""Sentences of which some words have a head: read where they are asked for, else refused."""

from __future__ import annotations

import pickle
from io import BytesIO
from typing import Any

import pytest

from dodona.errors import TreebankError, TreeError
from dodona.treebank import Sentence, read_conllu
from dodona.treebank.columns import Draft

ROW = "{}\t{}\t_\t_\t_\t_\t{}\t{}\t_\t_\n"


def conllu(*heads: str) -> bytes:
    rows = [
        ROW.format(d, "w", head, "x" if head != "_" else "_") for d, head in enumerate(heads, 1)
    ]
    return "".join([*rows, "\n"]).encode()


def test_some_heads_are_read_if_they_are_asked_for() -> None:
    data = conllu("_", "0", "2")
    (sentence,) = read_conllu(BytesIO(data), partial=True)
    assert sentence.heads == [-1, 0, 2]
    assert (sentence.has_heads, sentence.has_tree) == (True, False)
    assert sentence.raw == data
    assert Sentence.from_conllu(data, partial=True) == sentence
    for read in (lambda: list(read_conllu(BytesIO(data))), lambda: Sentence.from_conllu(data)):
        with pytest.raises(TreebankError, match="no head for 1 of 3 words"):
            read()


@pytest.mark.parametrize("heads", ["___", "01_", "_0_", "2_2", "0__"])
def test_all_some_or_no_heads(heads: str) -> None:
    sentence = Sentence.from_conllu(conllu(*heads), partial=True)
    assert sentence.has_heads == (heads != "___")
    assert not sentence.has_tree
    assert pickle.loads(pickle.dumps(sentence)).heads == sentence.heads


@pytest.mark.parametrize(
    ("heads", "message"), [("_32", "cycle through word"), ("4__", "is 4"), ("_2_", "cycle")]
)
def test_heads_that_are_part_of_no_tree(heads: str, message: str) -> None:
    with pytest.raises(TreebankError, match=message):
        Sentence.from_conllu(conllu(*heads), partial=True)


def test_words_of_a_new_sentence_may_have_no_head() -> None:
    sentence = Sentence.from_words(["a", "b", "c"], heads=[None, 1, None])
    assert sentence.heads == [-1, 1, -1]
    assert "2\tb\t_\t_\t_\t_\t1\t_\t_\t_\n" in sentence.to_conllu()
    heads: Any = [2, 1, None]
    with pytest.raises(TreeError, match="cycle"):
        Sentence.from_words(["a", "b", "c"], heads=heads)


def test_other_columns_change_and_heads_stay() -> None:
    sentence = Sentence.from_conllu(conllu("_", "0", "2"), partial=True)
    (written,) = Draft([sentence]).finished()
    assert written == sentence
    assert written.heads == [-1, 0, 2]
