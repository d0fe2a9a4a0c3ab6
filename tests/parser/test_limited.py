"""Systems that derive trees that are not projective, but not all: what becomes of the others.

Attardi's is one of them, and one whose dynamic oracle is for short sentences only.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import dodona
from dodona.errors import SettingsError, TransitionError, TreebankError
from dodona.model.files import load_parts
from dodona.parser.settings import Settings, member_settings
from dodona.parser.training import Trainer
from dodona.pipeline.description import describe_model
from dodona.systems import get_system
from dodona.web.exploration import explore
from examples import grove, make_sentence, train_parser

CROSSING = make_sentence([3, 4, 0, 3], ["det", "nsubj", "root", "obj"])
NOT_DERIVABLE = make_sentence([4, 0, 2, 3], ["det", "root", "nsubj", "obj"])
TREEBANK = [CROSSING, NOT_DERIVABLE, make_sentence([2, 0, 2], ["det", "root", "obj"])]
ATTARDI: Any = {"system": "attardi", "iterations": 2}


def trained_on(trainer: Trainer) -> list[list[int]]:
    return [sentence.heads for sentence in trainer.corpus.sentences]


# Which trees are learned from -------------------------------------------------------------------


def test_trees_that_cannot_be_derived_are_skipped_and_counted() -> None:
    header = train_parser(TREEBANK, **ATTARDI).header
    assert header.training["nonprojective"] == "skip"
    assert header.training["nonprojective_sentences"] == 1
    assert header.training["sentences"] == 2
    assert header.training["oracle"] == "static"


def test_they_can_be_made_projective_and_the_others_stay_as_they_are() -> None:
    trainer = Trainer(TREEBANK, None, Settings(**ATTARDI, nonprojective="projectivize"))
    crossing, changed, plain = trained_on(trainer)
    assert (crossing, plain) == (CROSSING.heads, TREEBANK[2].heads)
    assert changed != NOT_DERIVABLE.heads
    assert get_system("arc-standard").derives([-1, *changed])


def test_the_dynamic_oracle_learns_from_them_as_they_are() -> None:
    trainer = Trainer(TREEBANK, None, Settings(**ATTARDI, oracle="dynamic"))
    assert trained_on(trainer) == [sentence.heads for sentence in TREEBANK]
    assert len(list(trainer.run())) == 2


def test_there_must_be_a_tree_to_learn_from() -> None:
    with pytest.raises(TreebankError, match="there is no tree that attardi derives to learn from"):
        train_parser([NOT_DERIVABLE], **ATTARDI)


def test_extra_trees_are_left_out_likewise() -> None:
    extra = Trainer(TREEBANK, None, Settings(**ATTARDI), extra=[TREEBANK]).extra
    assert extra is not None
    assert str(extra).endswith("2 sentences, 7 words; left out: 1 that cannot be derived")


def test_a_parser_learns_crossing_arcs() -> None:
    parser = train_parser([CROSSING] * 5, system="attardi", iterations=10)
    assert [sentence.heads for sentence in parser.parse([CROSSING])] == [CROSSING.heads]


def test_the_root_takes_dependents_over_a_word() -> None:
    """In treebanks whose trees have several roots, RIGHT-2 gives the labels of roots."""
    words: Any = {"upos": list("abc"), "comment": ""}
    sentence = make_sentence([3, 0, 0], ["x", "ROOT", "ROOT"], **words)
    parser = train_parser([sentence] * 5, system="attardi", iterations=10)
    assert ("RIGHT-2", True, "ROOT") in parser.header.classes
    assert [each.heads for each in parser.parse([sentence])] == [[3, 0, 0]]


# Settings ---------------------------------------------------------------------------------------


def test_the_oracle_is_static_if_none_is_asked_for() -> None:
    assert Settings(system="attardi").options["oracle"] == "static"
    assert Settings(system="attardi", oracle="nondet").options["oracle"] == "nondet"
    voters = member_settings(vote=["arc-eager", "attardi:reversed"])
    assert [each.options["oracle"] for each in voters] == ["dynamic", "static"]
    parser = dodona.train_pipeline(TREEBANK, parts=["parser"], **ATTARDI).parser
    assert parser.header.training["oracle"] == "static"


@pytest.mark.parametrize("kind", ["linear", "neural"])
def test_the_dynamic_oracle_refuses_long_sentences(kind: Any) -> None:
    n = get_system("attardi").most_words + 1
    chain = make_sentence(range(n))
    message = f"attardi finds costs by a search, for sentences of up to {n - 1} words, not {n}"
    with pytest.raises(TransitionError, match=message):
        train_parser([chain], kind=kind, oracle="dynamic", **ATTARDI)
    assert train_parser([chain], kind=kind, oracle="nondet", **ATTARDI)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"nonprojective": "pseudo"}, "pseudo-projective trees are for projective systems"),
        ({"nonprojective": "min-cost"}, "which a tree that it cannot derive has none of: choose "),
        (
            {"nonprojective": "exact", "oracle": "dynamic"},
            "attardi has no exact oracle for non-projective trees, only arc-eager",
        ),
        ({"policy": "explore"}, "`policy` goes with `oracle=dynamic`, not with `oracle=static`"),
    ],
)
def test_settings_that_do_not_go_together(settings: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(message)):
        Settings(system="attardi", **settings)


# What people are told ---------------------------------------------------------------------------


def test_a_model_says_what_it_learned_from(tmp_path) -> None:
    dodona.train(TREEBANK, **ATTARDI).save(tmp_path / "model")
    shown = describe_model(load_parts(tmp_path / "model"), {})
    assert "learned from where they can be derived, else skip, 1 sentence\n" in shown


def test_the_explorer_says_what_cannot_be_derived_and_what_is_too_long() -> None:
    assert explore(CROSSING, "attardi").oracle() == ({"SHIFT"}, None)
    _, note = explore(NOT_DERIVABLE, "attardi").oracle()
    assert note is not None and note.startswith("this system does not derive the gold tree")
    _, note = explore(NOT_DERIVABLE, "attardi", oracle="static").oracle()
    assert note is not None and note.endswith("derives some trees only, and not this one")
    with pytest.raises(TransitionError, match="up to 20 words, not 21"):
        explore(make_sentence(range(21)), "attardi")


def test_more_of_the_grove_is_learned_from_than_by_projective_systems() -> None:
    train = grove("train")
    corpus = Trainer(train, None, Settings(**ATTARDI)).corpus
    assert len(corpus.sentences) + corpus.nonprojective == len(train)
    assert (
        corpus.nonprojective < Trainer(train, None, Settings(oracle="static")).corpus.nonprojective
    )
