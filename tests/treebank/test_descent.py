"""Which arcs are not projective, against the definition and for very long sentences."""

import random
import time

import pytest
import reference
from hypothesis import given
from slow_lowering import crosses
from strategies import trees
from systems_proof import random_tree

from dodona.errors import TreeError
from dodona.treebank import is_projective
from dodona.treebank.descent import nonprojective_arcs


def by_definition(heads):
    return [False, *(crosses(heads, word) for word in range(1, len(heads)))]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_arcs_of_all_small_trees(n):
    for heads in reference.all_trees(n):
        assert nonprojective_arcs(heads) == by_definition(heads)


@given(trees(max_words=12))
def test_the_arcs_of_longer_trees(heads):
    found = nonprojective_arcs(heads)
    assert found == by_definition(heads)
    assert is_projective(heads) == (not any(found))


def test_the_arcs_of_long_trees():
    rng = random.Random(1)
    for _ in range(20):
        heads = random_tree(60, rng)
        assert nonprojective_arcs(heads) == by_definition(heads)


@pytest.mark.parametrize(
    "heads",
    [
        (-1, 0, *[1] * 19_999),
        (-1, *[20_000] * 19_999, 0),
        tuple(range(-1, 20_000)),
        random_tree(20_000, random.Random(2)),
    ],
    ids=["right", "left", "chain", "random"],
)
def test_twenty_thousand_words_take_no_time(heads):
    """They took half a minute."""
    start = time.process_time()
    found = nonprojective_arcs(heads)
    assert time.process_time() - start < 2  # it takes some 0.02 s
    assert any(found) == (not is_projective(heads))


def test_what_is_no_tree_is_an_error():
    with pytest.raises(TreeError, match="cycle"):
        nonprojective_arcs((-1, 2, 1))
