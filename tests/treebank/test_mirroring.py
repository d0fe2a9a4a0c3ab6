"""Sentences and trees in a mirror."""

from __future__ import annotations

import random
from array import array

import pytest
from strategies import random_projective_tree

from dodona.treebank import Sentence
from dodona.treebank.mirroring import mirror_trees, mirrored
from examples import grove, make_sentence

WITH_TOKENS = """\
# sent_id = s1
1-2	Don't	_	_	_	_	_	_	_	_
1	Do	do	AUX	VB	Mood=Imp	3	aux	3:aux	_
2	n't	not	PART	RB	_	3	advmod	_	_
2.1	you	_	_	_	_	_	_	3:nsubj	_
3	worry	worry	VERB	VB	_	0	root	_	SpaceAfter=No
"""


def test_the_words_and_the_tree_of_a_sentence_in_a_mirror():
    sentence = mirrored(Sentence.from_conllu(WITH_TOKENS + "\n"))
    assert sentence.to_conllu() == (
        "# sent_id = s1\n"
        "1\tworry\tworry\tVERB\tVB\t_\t0\troot\t_\t_\n"
        "2\tn't\tnot\tPART\tRB\t_\t1\tadvmod\t_\t_\n"
        "3\tDo\tdo\tAUX\tVB\tMood=Imp\t1\taux\t_\t_\n"
        "\n"
    )


def test_a_mirror_of_a_mirror_shows_the_sentence():
    for sentence in grove("train"):
        again = mirrored(mirrored(sentence))
        for column in ("forms", "lemmas", "upos", "xpos", "feats", "heads", "deprels", "comments"):
            assert getattr(again, column) == getattr(sentence, column)
        assert (again.source, again.line) == (sentence.source, sentence.line)


def test_a_sentence_without_a_tree_has_none_in_a_mirror():
    assert mirrored(make_sentence(["_", "_"], ["_", "_"])).heads == [-1, -1]


def test_trees_are_mirrored_as_sentences_are():
    rng = random.Random(3)
    trees = [random_projective_tree(n, rng)[1:] for n in (1, 4, 2, 7, 1, 10)]
    heads = array("i", [head for tree in trees for head in tree])
    labels = array("i", range(len(heads)))
    mirror_trees(heads, labels, array("i", map(len, trees)))
    first = 0
    for tree in trees:
        last = first + len(tree)
        sentence = mirrored(make_sentence(tree, [str(i) for i in range(first, last)]))
        assert list(heads[first:last]) == sentence.heads
        assert list(labels[first:last]) == [int(label) for label in sentence.deprels]
        first = last


def test_too_few_heads_are_refused():
    with pytest.raises(ValueError, match="too few heads and labels for 3 words"):
        mirror_trees(array("i", [0, 1]), array("i", [0, 0]), array("i", [1, 2]))
