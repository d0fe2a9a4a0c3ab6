"""Trees as heads, against a reference that follows the definitions word by word."""

from itertools import product

import pytest
import reference
from hypothesis import given
from strategies import projective_trees, trees

from dodona.errors import TreeError
from dodona.treebank import check_tree, is_projective
from dodona.treebank.trees import root_count


def all_heads(n: int) -> list[tuple[int, ...]]:
    """Every row of heads in range, trees or not."""
    return [(-1, *heads) for heads in product(range(n + 1), repeat=n)]


def is_accepted(heads: tuple[int, ...]) -> bool:
    try:
        check_tree(heads)
    except TreeError:
        return False
    return True


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_exactly_the_trees_are_accepted(n):
    accepted = [heads for heads in all_heads(n) if is_accepted(heads)]
    assert accepted == [heads for heads in all_heads(n) if reference.is_tree(heads)]
    assert len(accepted) == (n + 1) ** (n - 1)  # Cayley's formula


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_projectivity_of_all_small_trees(n):
    for heads in filter(reference.is_tree, all_heads(n)):
        assert is_projective(heads) == reference.is_projective(heads), heads


@given(trees(max_words=20))
def test_projectivity_of_longer_trees(heads):
    assert is_projective(heads) == reference.is_projective(heads)


@given(projective_trees(max_words=20))
def test_projective_trees_are_projective(heads):
    assert is_projective(heads)


@given(trees(max_words=12))
def test_root_count(heads):
    assert root_count(heads) == list(heads).count(0)


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ((), "a tree needs at least one word"),
        ((-1,), "a tree needs at least one word"),
        ((0, 0), "heads[0] stands for the root and must be -1, not 0"),
        ((-1, 0, 3), "the head of word 2 is 3, not one of 0 to 2"),
        ((-1, 0, -1), "the head of word 2 is -1, not one of 0 to 2"),
        ((-1, 1), "the heads have a cycle: word 1 never leads to the root"),
        ((-1, 0, 3, 4, 2, 1), "the heads have a cycle: word 2 never leads to the root"),
    ],
)
@pytest.mark.parametrize("function", [check_tree, is_projective])
def test_no_tree_is_a_value_error_that_says_why(function, heads, message):
    with pytest.raises(TreeError) as caught:
        function(heads)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, ValueError)


def test_a_long_chain_does_not_overflow_the_stack():
    chain = range(-1, 100_000)
    check_tree(chain)
    assert is_projective(chain)
