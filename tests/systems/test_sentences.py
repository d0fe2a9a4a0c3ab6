"""Systems and oracles by hand, with a sentence in the place of its heads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import projective_trees

from dodona.errors import TreeError
from dodona.systems import get_system, system_names
from dodona.treebank import Sentence

LETTER = Sentence.from_words(
    ["He", "wrote", "her", "a", "letter", "."],
    heads=[2, 0, 2, 5, 2, 2],
    deprels=["nsubj", "root", "iobj", "det", "obj", "punct"],
)
HEADS = [-1, *LETTER.heads]
LABELS = [None, *LETTER.deprels]


@pytest.mark.parametrize("name", system_names())
def test_a_sentence_stands_for_its_heads(name):
    system = get_system(name)
    c = system.initial(LETTER)
    for transition in system.static_oracle(LETTER):
        assert system.costs(c, LETTER) == system.costs(c, HEADS)
        assert system.costs(c, LETTER, labels=False) == system.costs(c, HEADS)
        assert system.costs(c, LETTER, labels=True) == system.costs(c, HEADS, LABELS)
        assert system.loss(c, LETTER) == system.loss(c, HEADS) == 0
        assert system.oracle(c, LETTER) == system.oracle(c, HEADS)
        assert system.oracle(c, LETTER, labels=True) == system.oracle(c, HEADS, LABELS)
        assert system.nondet_oracle(c, LETTER) == system.nondet_oracle(c, HEADS)
        c = system.apply(c, transition)
    assert c.is_terminal()
    assert system.static_oracle(LETTER) == system.static_oracle(HEADS)
    assert system.static_oracle(LETTER, labels=True) == system.static_oracle(HEADS, LABELS)


def test_exact_costs_of_a_sentence():
    crossing = Sentence.from_words(["a", "b", "c", "d"], heads=[3, 4, 0, 3])
    system = get_system("arc-eager")
    c = system.initial(crossing)
    heads = [-1, *crossing.heads]
    assert system.costs(c, crossing, exact=True) == system.costs(c, heads, exact=True)
    assert system.loss(c, crossing, exact=True) == 1


def test_a_configuration_shows_words_and_labels():
    system = get_system("arc-eager")
    c = system.initial(LETTER)
    for transition in [("SHIFT",), ("LEFT", "nsubj"), ("RIGHT",), ("SHIFT",)]:
        c = system.apply(c, *transition)
    assert repr(c) == (
        "Configuration(stack=[ROOT, wrote, her], buffer=[a, letter, .], "
        "arcs=[nsubj(wrote, He), (ROOT, wrote)])"
    )
    assert c.forms == ("ROOT", *LETTER.forms)


def test_lists_of_covington_show_words():
    system = get_system("covington")
    c = system.apply(system.apply(system.initial(LETTER), "SHIFT"), "LEFT", "nsubj")
    assert repr(c) == (
        "Configuration(lambda1=[], lambda2=[He], buffer=[wrote, her, a, letter, .], "
        "arcs=[nsubj(wrote, He)])"
    )


def test_words_that_look_alike_or_odd_are_told_apart():
    c = get_system("arc-eager").initial(Sentence.from_words(["a", ",", "a", "b]", "\u202e"]))
    assert repr(c) == (
        r"Configuration(stack=[ROOT], buffer=[a-1, ',', a-3, 'b]', \u202e], arcs=[])"
    )


def test_without_words_numbers_are_shown():
    system = get_system("arc-eager")
    c = system.apply(system.initial(2), "RIGHT", "root")
    assert c.forms is None
    assert repr(c) == "Configuration(stack=[0, 1], buffer=[2], arcs=[(0, 1)])"


def test_gold_trees_that_are_none():
    system = get_system("arc-hybrid")
    c = system.initial(2)
    with pytest.raises(TreeError, match="<Sentence line 1: a b> has no tree"):
        system.costs(c, Sentence.from_words(["a", "b"]))
    with pytest.raises(TreeError, match="a gold tree for 2 words has 3 heads"):
        system.costs(c, LETTER)
    with pytest.raises(TreeError, match="labels=True is for a sentence"):
        system.costs(c, [-1, 0, 1], labels=True)


@given(projective_trees(), st.sampled_from(system_names()))
def test_a_tree_is_derived_from_a_sentence(heads, name):
    system = get_system(name)
    labels = [f"l{d}" for d in range(1, len(heads))]
    sentence = Sentence.from_words(labels, heads=heads[1:], deprels=labels)
    c = system.initial(sentence)
    for transition, label in system.static_oracle(sentence, labels=True):
        c = system.apply(c, transition, label)
    assert [max(head, 0) for head in c.heads[1:]] == sentence.heads
    assert c.forms == ("ROOT", *labels)
