"""Walks are derivations of their system, and the same ones each time."""

import pytest

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
    assert replayed(Walk(system, HEADS)) == len(system.static_oracle(HEADS))


@pytest.mark.parametrize("name", system_names())
@pytest.mark.parametrize("mistakes", [0.0, 0.5, 1.0])
def test_a_walk_with_mistakes_ends_and_depends_on_its_seed_only(name: str, mistakes: float) -> None:
    n = len(HEADS) - 1
    for seed in range(20):
        steps = replayed(Walk(get_system(name), HEADS, mistakes, seed))
        assert n <= steps <= n * (n + 3) // 2
        assert steps == len(Walk(get_system(name), HEADS, mistakes, seed))


def test_mistakes_lead_away_from_the_static_derivation() -> None:
    system = get_system("covington")
    assert {len(Walk(system, HEADS, 1.0, seed)) for seed in range(20)} != {len(Walk(system, HEADS))}
