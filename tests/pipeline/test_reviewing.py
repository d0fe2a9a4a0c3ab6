"""Cross-validation that finds mistakes in a treebank."""

from __future__ import annotations

import pytest

import dodona
from dodona.errors import SettingsError, TreebankError
from dodona.treebank import Sentence
from dodona.treebank.descent import nonprojective_arcs
from examples import grove, make_sentence

MEMBERS = ["arc-eager", "arc-standard:reversed"]


def regular_treebank(mistakes: dict[int, int]) -> list[Sentence]:
    """Sentences of four words that are all built alike; some articles hang from another word."""
    return [
        make_sentence(
            [2, 0, mistakes.get(i, 4), 2],
            ["nsubj", "root", "det", "obj"],
            forms=["she", f"v{i % 3}", "a", f"n{i % 5}"],
            upos=["PRON", "VERB", "DET", "NOUN"],
            comment=f"# sent_id = s{i}\n",
        )
        for i in range(40)
    ]


def test_mistakes_in_a_regular_treebank_are_found():
    treebank = regular_treebank({7: 2, 22: 2})
    found = dodona.review(treebank, folds=4, iterations=3, vote=MEMBERS)
    assert [(d.sentence.sent_id, d.word, d.suggestion) for d in found.doubts] == [
        ("s7", 3, (4, "det")),
        ("s22", 3, (4, "det")),
    ]
    assert (found.members, found.folds) == (MEMBERS, 4)


def test_one_seed_gives_one_review_whatever_the_threads():
    options = {"folds": 3, "iterations": 2, "vote": MEMBERS, "disputed": True}
    treebank = grove("train")
    found = dodona.review(treebank, **options)
    assert len(found.doubts) > 10
    for threads in (2, 4):
        assert dodona.review(treebank, threads=threads, **options).to_dict() == found.to_dict()
    assert dodona.review(treebank, seed=2, **options).to_dict() != found.to_dict()


def test_no_parser_has_seen_the_sentences_that_it_is_asked_about():
    """Alone among others, a sentence cannot be learned, however often it is gone through."""
    odd = make_sentence([0, 1], ["root", "odd"], forms=["x", "y"], comment="# sent_id = odd\n")
    treebank = [*regular_treebank({}), odd]
    found = dodona.review(treebank, folds=4, iterations=5, vote=MEMBERS)
    assert ("odd", 2) in {(doubt.sentence.sent_id, doubt.word) for doubt in found.doubts}


def test_progress_tells_of_all_sentences():
    from dodona.pipeline.review import Reviewer

    reviewer = Reviewer(regular_treebank({}), folds=4, iterations=3, vote=MEMBERS, threads=2)
    told: list[int] = []
    reviewer.run(told.append)
    assert sum(told) == reviewer.work == 40 * 3 * 2 * 3


def test_only_parsers_of_all_trees_speak_of_crossing_arcs():
    for vote, speak in ((["covington", "arc-eager"], True), (MEMBERS, False)):
        found = dodona.review(grove("train"), folds=2, iterations=1, vote=vote, disputed=True)
        crossing = [
            doubt
            for doubt in found.doubts
            if nonprojective_arcs([-1, *doubt.sentence.heads])[doubt.word]
        ]
        assert bool(crossing) == speak


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"folds": 1}, "folds"),
        ({"vote": ["arc-eager"]}, "1 parser"),
        ({"vote": ["arc-eager", "arc-lazy"]}, "arc-lazy"),
        ({"beam": 2}, "beam"),
    ],
)
def test_options_that_make_no_sense(options, message):
    with pytest.raises(SettingsError, match=message):
        dodona.review(grove("train"), **options)


def test_a_treebank_without_trees():
    bare = [make_sentence(["_", "_"], ["_", "_"])] * 4
    with pytest.raises(TreebankError, match="no heads"):
        dodona.review(bare, folds=2)
