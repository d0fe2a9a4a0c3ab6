"""Votes for arcs and the trees that they elect, beside a search through all trees."""

from __future__ import annotations

import random
from array import array
from itertools import product

import pytest
from reference import all_projective_trees, all_trees

from dodona.parser.votes import Votes

Tree = list[tuple[int, int]]
LABELS = 3


def votes_of(trees_of_members: list[list[Tree]]) -> Votes:
    """The votes of each member for each sentence; a tree is a list of heads and labels."""
    lengths = [len(tree) for tree in trees_of_members[0]]
    votes = Votes(lengths, len(trees_of_members))
    for member, trees in enumerate(trees_of_members):
        cast(votes, member, range(len(trees)), trees)
    return votes


def cast(votes: Votes, member: int, places, trees: list[Tree], worths=None) -> None:
    heads = array("i", [head for tree in trees for head, _ in tree])
    labels = array("i", [label for tree in trees for _, label in tree])
    worths = array("i", [1] * len(heads) if worths is None else worths)
    votes.cast(member, places, heads, labels, array("i", range(LABELS)), worths)


def elected(votes: Votes, **options) -> list[tuple[int, int, int]]:
    """The head, the label and the votes of each word of all sentences."""
    return list(zip(*votes.elect(**options), strict=True))


def random_tree(n: int, rng: random.Random, trees=all_trees, roots: int | None = None) -> Tree:
    heads = rng.choice([t for t in trees(n) if roots is None or t.count(0) == roots])
    return [(head, rng.randrange(LABELS)) for head in heads[1:]]


def worth(heads, members: list[Tree]) -> tuple[int, int]:
    """The votes of the best labels for these heads, and how early those are who voted so."""
    total = early = 0
    for d, head in enumerate(heads[1:]):
        arcs = [(head, label) for label in range(LABELS)]
        voters = [[m for m, tree in enumerate(members) if tree[d] == arc] for arc in arcs]
        scored = [(len(who), sum(len(members) - m for m in who)) for who in voters]
        total, early = total + max(scored)[0], early + max(scored)[1]
    return total, early


@pytest.mark.parametrize(("single_root", "projective"), list(product([False, True], repeat=2)))
@pytest.mark.parametrize("members", [2, 3, 4, 5])
def test_no_tree_of_voted_arcs_has_more_votes(members, single_root, projective):
    rng = random.Random(members)
    every = all_projective_trees if projective else all_trees
    roots = 1 if single_root else None
    for _ in range(60):
        n = rng.choice((1, 2, 3, 4, 4))
        trees = [random_tree(n, rng, every, roots) for _ in range(members)]
        found = elected(
            votes_of([[tree] for tree in trees]), single_root=single_root, projective=projective
        )
        heads = (-1, *(head for head, _, _ in found))
        assert heads in every(n)
        assert not single_root or heads.count(0) == 1
        arcs = [[tree[d][0] for tree in trees] for d in range(n)]
        best = max(
            worth(other, trees)
            for other in every(n)
            if all(head in voted for head, voted in zip(other[1:], arcs, strict=True))
            and (not single_root or other.count(0) == 1)
        )
        counts = [sum(tree[d] == arc[:2] for tree in trees) for d, arc in enumerate(found)]
        assert [count for _, _, count in found] == counts
        assert (sum(counts), worth(heads, trees)) == (best[0], best)


def test_votes_by_hand():
    """Two of three for each arc, each time two others; the label of the second word is disputed."""
    trees = [
        [[(2, 0), (0, 1), (2, 2)]],
        [[(2, 0), (3, 1), (0, 1)]],
        [[(3, 0), (0, 1), (2, 2)]],
    ]
    votes = votes_of(trees)
    assert elected(votes, single_root=True) == [(2, 0, 2), (0, 1, 2), (2, 2, 2)]
    assert votes.unsettled(True) == []


def test_arcs_that_have_most_votes_and_make_no_tree():
    """1 → 2 → 3 → 1 would have two votes each; the weakest of them gives way to the root."""
    trees = [
        [[(3, 0), (1, 0), (0, 1)]],
        [[(0, 1), (1, 0), (2, 0)]],
        [[(3, 0), (0, 1), (2, 0)]],
    ]
    votes = votes_of(trees)
    assert elected(votes, single_root=True) == [(3, 0, 2), (1, 0, 2), (0, 1, 1)]
    assert votes.unsettled(True) == [0]


def test_earlier_parsers_count_where_votes_are_equal():
    one, two, three = [(0, 1), (1, 0)], [(2, 0), (0, 1)], [(2, 2), (0, 1)]
    assert elected(votes_of([[one], [two]]), single_root=True) == [(0, 1, 1), (1, 0, 1)]
    assert elected(votes_of([[two], [one]]), single_root=True) == [(2, 0, 1), (0, 1, 1)]
    votes = votes_of([[one], [three], [two]])
    assert elected(votes, single_root=True) == [(2, 2, 1), (0, 1, 2)]


def test_more_than_half_of_all_settle_a_tree():
    tree, other = [(0, 1), (1, 0)], [(2, 0), (0, 1)]
    votes = Votes([2, 2], 5)
    for member, trees in enumerate([[tree, tree], [tree, other]]):
        cast(votes, member, range(2), trees)
        assert votes.unsettled(False) == [0, 1]
    cast(votes, 2, range(2), [tree, tree])
    assert votes.unsettled(False) == [1]
    cast(votes, 3, [1], [tree])
    assert votes.unsettled(False) == []
    assert elected(votes, single_root=False) == [(0, 1, 3), (1, 0, 3)] * 2


def test_a_tree_with_two_roots_is_not_settled_where_one_is_asked_for():
    tree = [(0, 1), (0, 1)]
    votes = votes_of([[tree], [tree], [[(0, 1), (1, 0)]]])
    assert votes.unsettled(False) == []
    assert votes.unsettled(True) == [0]
    assert elected(votes, single_root=True) == [(0, 1, 3), (1, 0, 1)]


def test_what_is_settled_is_elected_whatever_the_others_vote():
    rng = random.Random(7)
    settled = 0
    for _ in range(300):
        n, members = rng.choice((1, 2, 3)), rng.choice((3, 4, 5))
        trees = [random_tree(n, rng, roots=1) for _ in range(2)]
        first = members // 2 + 1
        votes = Votes([n], members)
        for member in range(first):
            cast(votes, member, [0], [rng.choice(trees)])
        if votes.unsettled(True):
            continue
        settled += 1
        early = [(head, label) for head, label, _ in elected(votes, single_root=True)]
        for member in range(first, members):
            cast(votes, member, [0], [random_tree(n, rng, roots=1)])
        assert early == [(head, label) for head, label, _ in elected(votes, single_root=True)]
    assert settled > 50


# What votes are worth -----------------------------------------------------------------------------


@pytest.mark.parametrize("single_root", [False, True])
def test_no_tree_of_voted_arcs_is_worth_more(single_root):
    rng = random.Random(5)
    differs = 0
    for _ in range(200):
        n, members = rng.choice((2, 3)), rng.choice((2, 3, 4))
        trees = [random_tree(n, rng, roots=1 if single_root else None) for _ in range(members)]
        worths = [[rng.randint(1, 4) for _ in range(n)] for _ in trees]
        votes = Votes([n], members, [4] * members)
        for member, tree in enumerate(trees):
            cast(votes, member, [0], [tree], worths[member])
        voted = [
            [
                max(sum(w[d] for w, t in zip(worths, trees, strict=True) if t[d] == (h, label))
                    for label in range(LABELS))
                for h in range(n + 1)
            ]
            for d in range(n)
        ]  # fmt: skip
        best = max(
            sum(voted[d][head] for d, head in enumerate(heads[1:]))
            for heads in all_trees(n)
            if (heads.count(0) == 1 or not single_root)
            and all(voted[d][head] for d, head in enumerate(heads[1:]))
        )
        found = elected(votes, single_root=single_root)
        assert sum(count for _, _, count in found) == best
        assert list(votes.totals()) == [sum(w[d] for w in worths) for d in range(n)]
        plain = elected(votes_of([[tree] for tree in trees]), single_root=single_root)
        differs += [arc[:2] for arc in found] != [arc[:2] for arc in plain]
    assert differs > 20


def test_a_vote_that_is_worth_more_than_all_others_settles_a_tree():
    tree, other = [(0, 1), (1, 0)], [(2, 0), (0, 1)]
    votes = Votes([2, 2], 3, [4, 1, 1])
    cast(votes, 0, range(2), [tree, tree], [3, 4, 3, 2])
    assert votes.unsettled(True) == [1]
    for member in (1, 2):
        cast(votes, member, range(2), [other, other])
    assert elected(votes, single_root=True) == [(0, 1, 3), (1, 0, 4), (0, 1, 3), (1, 0, 2)]


def test_no_sentences():
    votes = Votes([], 3)
    assert votes.unsettled(True) == []
    assert elected(votes, single_root=True) == []


@pytest.mark.parametrize(
    ("member", "tree", "message"),
    [
        (3, [(0, 0), (1, 0)], "no parser 3"),
        (0, [(0, 0)], "too few"),
        (0, [(0, 0), (3, 0)], "no head 3"),
        (0, [(0, 0), (1, LABELS)], "no label 3"),
    ],
)
def test_votes_that_make_no_sense(member, tree, message):
    with pytest.raises(ValueError, match=message):
        cast(Votes([2], 3), member, [0], [tree])


@pytest.mark.parametrize("worth", [0, -1, 4])
def test_a_vote_is_worth_something_and_not_too_much(worth):
    with pytest.raises(ValueError, match=f"a vote is worth 1 to 3, not {worth}"):
        cast(Votes([1], 2, [3, 1]), 0, [0], [[(0, 0)]], [worth])


def test_an_election_needs_votes():
    with pytest.raises(ValueError, match="no such tree"):
        Votes([2], 3).elect(True)
