"""What is still in reach of a gold tree, beside the losses that are proved elsewhere."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import all_projective_trees, all_trees
from strategies import LABELS, projective_trees, random_projective_tree, trees

from dodona.errors import TransitionError, TreeError
from dodona.systems import get_system, system_names
from dodona.systems.exact_oracles import exact_system_names
from dodona.systems.reach import Reach

RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)
# Those whose loss is the true one for the trees that they derive.
EXACT_LOSS = [
    name
    for name in system_names()
    if name != "covington-nonmonotonic" and not get_system(name).reorders
]
each_system = pytest.mark.parametrize("name", EXACT_LOSS)


def every_configuration(system: Any, n: int) -> list[Any]:
    found = {}
    agenda = [system.initial(n)]
    while agenda:
        c = agenda.pop()
        key = repr(c.to_dict()), c.state.stand_in, c.state.partner, c.state.front
        if key not in found:
            found[key] = c
            agenda += [system.apply(c, transition) for transition in system.legal(c)]
    return list(found.values())


def check(reach: Reach, c: Any, heads: Any, labels: Any, *, exact: bool = False) -> None:
    """The best tree has what is built, and it lacks what the loss says; so for all moves."""
    system = reach.system
    loss = system.loss(c, heads, labels, exact=exact)
    assert reach.loss(c) == loss
    lost = reach.lost(c)
    assert len(lost) == loss
    costs: dict[str, int] = {}
    for transition, cost in system.costs(c, heads, labels, exact=exact).items():
        name = transition if labels is None else transition[0]
        costs[name] = min(cost, costs.get(name, cost))
    assert reach.costs(c) == costs
    tree = reach.best_tree(c)
    if system.name != "arc-eager-nonmonotonic":
        assert all(h in (-1, t) for h, t in zip(c.heads, tree.heads, strict=True))
    moves = reach.moves(c)
    assert [move.name for move in moves] == system.legal(c)
    for move in moves:
        label = labels[move.dependent] if labels is not None and move.dependent > 0 else None
        after = system.apply(c, move.name, label)
        made = {d for d in range(1, len(heads)) if after.heads[d] != c.heads[d]}
        if move.dependent > 0:
            assert after.heads[move.dependent] == move.head
            assert move.dependent in made or c.heads[move.dependent] == move.head
        assert move.cost == len(move.loses) - len(move.wins)
        assert system.loss(after, heads, labels, exact=exact) == loss + move.cost
        if move.cost:
            assert set(reach.lost(after)) == (set(lost) | set(move.loses)) - set(move.wins)


@each_system
def test_all_small_trees_in_all_configurations(name):
    system = get_system(name)
    for n in (1, 2, 3):
        configurations = every_configuration(system, n)
        for heads in all_projective_trees(n) if system.projective else all_trees(n):
            reach = Reach(system, heads)
            for c in configurations:
                check(reach, c, heads, None)


@each_system
@given(random=RANDOMS, data=st.data())
def test_labelled_trees_on_random_paths(name, random, data):
    system = get_system(name)
    heads = data.draw(projective_trees(max_words=7) if system.projective else trees(max_words=7))
    labels = [None, *random.choices(LABELS, k=len(heads) - 1)]
    reach = Reach(system, heads, labels)
    c = system.initial(len(heads) - 1)
    while not c.is_terminal():
        check(reach, c, heads, labels)
        c = system.apply(c, random.choice(system.legal(c)), random.choice([*LABELS, "other"]))
    check(reach, c, heads, labels)


@pytest.mark.parametrize("name", exact_system_names())
@given(heads=trees(max_words=7), random=RANDOMS)
def test_exact_costs_of_trees_that_are_not_projective(name, heads, random):
    system = get_system(name)
    reach = Reach(system, heads, exact=True)
    derivation = [system.initial(len(heads) - 1)]
    while not derivation[-1].is_terminal():
        c = derivation[-1]
        check(reach, c, heads, None, exact=True)
        derivation.append(system.apply(c, random.choice(system.legal(c))))
    costs = [system.costs(c, heads, exact=True) for c in derivation]
    assert reach.costs_along(derivation) == costs


@given(heads=trees(max_words=5), random=RANDOMS)
def test_the_exact_loss_of_nonmonotonic_covington(heads, random):
    system = get_system("covington-nonmonotonic", loss="exact")
    reach = Reach(system, heads)
    c = system.initial(len(heads) - 1)
    for _ in range(3):
        if not c.is_terminal():
            c = system.apply(c, random.choice(system.legal(c)))
    assert len(reach.lost(c)) == reach.loss(c) == system.loss(c, heads)


def test_the_losses_of_arcs_are_named():
    """He wrote her a letter: after a wrong SHIFT of her, only the arc to her is lost."""
    system = get_system("arc-eager")
    heads = [-1, 2, 0, 2, 5, 2]
    reach = Reach(system, heads)
    c = system.initial(5)
    for transition in ["SHIFT", "LEFT", "RIGHT"]:
        c = system.apply(c, transition)
    moves = {move.name: move for move in reach.moves(c)}
    assert moves["SHIFT"].cost == 1
    assert moves["SHIFT"].loses == [3]
    assert moves["RIGHT"]._replace(name="") == ("", 0, 2, 3, [], [])
    after = system.apply(c, "SHIFT")
    assert reach.lost(after) == [3]
    assert [reach.best_tree(after).heads[d] for d in (1, 2, 4, 5)] == [2, 0, 5, 2]


def test_a_wrong_label_costs_one():
    system = get_system("arc-eager")
    reach = Reach(system, [-1, 2, 0], [None, "det", "root"])
    c = system.apply(system.initial(2), "SHIFT")
    assert reach.costs(c)["LEFT"] == 0
    assert reach.label_cost(c, "LEFT", "nsubj") == 1
    assert reach.label_cost(c, "LEFT", "det") == 0
    assert reach.lost(system.apply(c, "LEFT", "nsubj")) == [1]


def test_spines_are_those_of_the_arcs():
    rng = random.Random(4)
    system: Any = get_system("lr-spine")
    heads = random_projective_tree(8, rng)
    c = system.initial(8)
    while not c.is_terminal():
        for node, (left, right) in zip(c.stack, c.spines, strict=True):
            dependents = {h: [d for d in range(1, 9) if c.heads[d] == h] for h in range(9)}
            for spine, choose, side in ((left, min, int.__lt__), (right, max, int.__gt__)):
                assert spine[0] == node
                for above, below in pairwise(spine):
                    assert below == choose(d for d in dependents[above] if side(d, above))
                assert not any(side(d, spine[-1]) for d in dependents[spine[-1]])
        assert c.to_dict()["spines"] == c.spines
        c = system.apply(c, rng.choice(sorted(system.oracle(c, heads))))


def test_what_does_not_fit_is_told():
    system = get_system("arc-eager")
    with pytest.raises(TreeError, match="over 3 words, the gold tree over 2"):
        Reach(system, [-1, 2, 0]).moves(system.initial(3))
    with pytest.raises(TreeError, match="as many labels as heads"):
        Reach(system, [-1, 2, 0], ["det"])
    with pytest.raises(TreeError, match="cycle"):
        Reach(system, [-1, 2, 1])
    with pytest.raises(TransitionError, match="no exact costs"):
        Reach(get_system("lr-spine"), [-1, 2, 0], exact=True)
