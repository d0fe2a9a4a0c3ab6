"""The system that suits a treebank, by how many of its trees cross."""

import pytest

from dodona import train_pipeline
from dodona.errors import SettingsError
from dodona.parser.choosing import choose_system
from dodona.systems import system_names
from dodona.treebank import Sentence

PROJECTIVE, CROSSING = (2, 0, 2, 3), (3, 4, 0, 3)


def treebank(crossing, projective):
    """So many trees with crossing arcs, and without."""
    return [
        Sentence.from_words(
            ["a", "b", "c", "d"],
            upos=["X"] * 4,
            heads=list(heads),
            deprels=["root" if head == 0 else "dep" for head in heads],
        )
        for heads in [CROSSING] * crossing + [PROJECTIVE] * projective
    ]


@pytest.mark.parametrize(
    ("crossing", "projective", "system", "nonprojective", "share"),
    [
        (0, 5, "arc-eager", None, "all trees are projective"),
        (1, 19, "arc-eager", "exact", "of 20 trees 5.0 % are not projective"),
        (3, 7, "covington-nonlocal", None, "of 10 trees 30.0 % are not projective"),
        (8, 2, "arc-hybrid", "exact", "of 10 trees 80.0 % are not projective"),
    ],
)
def test_the_choice_follows_the_share_of_trees_that_cross(
    crossing, projective, system, nonprojective, share
):
    choice = choose_system(treebank(crossing, projective))
    assert (choice.system, choice.nonprojective) == (system, nonprojective)
    assert system in system_names()
    assert share in choice.reason
    assert str(choice).startswith(f"system {system}")


def test_sentences_without_heads_are_no_trees():
    bare = [Sentence.from_words(["a", "b"]) for _ in range(90)]
    assert choose_system(treebank(3, 7) + bare) == choose_system(treebank(3, 7))


def test_a_model_has_the_system_that_was_chosen():
    header = train_pipeline(
        treebank(1, 19), system="auto", parts=["parser"], iterations=1
    ).parser.header
    assert header.system == "arc-eager"
    assert header.training["nonprojective"] == "exact"


def test_what_was_asked_for_stays():
    asked = {"system": "auto", "parts": ["parser"], "iterations": 1}
    for more, expected in [({"nonprojective": "pseudo"}, "pseudo"), ({"oracle": "static"}, "skip")]:
        header = train_pipeline(treebank(1, 19), **asked, **more).parser.header
        assert header.training["nonprojective"] == expected


def test_votes_say_their_systems_themselves():
    with pytest.raises(SettingsError, match="`vote` says the systems"):
        train_pipeline(treebank(1, 19), system="auto", vote=["arc-eager", "arc-standard"])
