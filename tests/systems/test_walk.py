"""Walks are derivations of their system, and the same ones each time."""

import pytest
from hypothesis import given
from strategies import Heads, long_projective_trees

from dodona.systems import get_system, system_names
from dodona.systems.walk import Walk

HEADS = [-1, 2, 0, 5, 5, 2, 2]


def replayed(walk: Walk) -> int:
    """The number of transitions, after the walk was gone through with its oracle."""
    walk.replay(2, costs=True, loss=True)
    return len(walk)


@pytest.mark.parametrize("name", system_names())
def test_without_mistakes_a_walk_is_the_static_oracle_s_derivation(name: str) -> None:
    system = get_system(name)
    walk = Walk(system, HEADS)
    assert walk.transitions == system.static_oracle(HEADS)
    assert replayed(walk) == len(walk.transitions)


@pytest.mark.parametrize("name", system_names())
@pytest.mark.parametrize("mistakes", [0.0, 0.5, 1.0])
def test_a_walk_with_mistakes_ends_and_depends_on_its_seed_only(name: str, mistakes: float) -> None:
    """Over six words no system can make more transitions than two-planar: for each word SHIFT, an
    arc and two REDUCE, and a SWITCH before each of these.
    """
    n = len(HEADS) - 1
    for seed in range(20):
        walk = Walk(get_system(name), HEADS, mistakes, seed)
        assert n <= replayed(walk) <= 8 * n
        assert walk.transitions == Walk(get_system(name), HEADS, mistakes, seed).transitions


def test_mistakes_lead_away_from_the_static_derivation() -> None:
    system = get_system("covington")
    assert Walk(system, HEADS, 1.0).transitions != system.static_oracle(HEADS)


@given(long_projective_trees(max_words=20))
def test_training_prefers_to_read_on_for_covington(heads: Heads) -> None:
    system = get_system("covington")
    assert _preferred("covington", heads) == system.static_oracle(heads)


def _preferred(name: str, heads: Heads) -> list[str]:
    """The derivation that training would teach where the model makes no mistakes."""
    return Walk(get_system(name), heads, 0.0).transitions
