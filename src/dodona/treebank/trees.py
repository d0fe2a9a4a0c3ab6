"""Trees as sequences of heads: ``heads[d]`` is the head of word d, ``heads[0]`` is -1."""

from collections.abc import Sequence

from dodona.errors import TreeError


def check_tree(heads: Sequence[int]) -> None:
    """Raise `TreeError` unless ``heads`` is a tree over words 1 ... n with root 0."""
    _heads_first(heads)


def is_projective(heads: Sequence[int]) -> bool:
    """Whether each word and all that descend from it form one unbroken stretch."""
    size = [1] * len(heads)
    first = list(range(len(heads)))
    last = list(range(len(heads)))
    for word in reversed(_heads_first(heads)):
        if last[word] - first[word] + 1 != size[word]:
            return False
        head = heads[word]
        if head >= 0:
            size[head] += size[word]
            first[head] = min(first[head], first[word])
            last[head] = max(last[head], last[word])
    return True


def root_count(heads: Sequence[int]) -> int:
    """How many words hang from the root."""
    return sum(1 for head in heads if head == 0)


def _heads_first(heads: Sequence[int]) -> list[int]:
    """The nodes of a tree, each after its head; `TreeError` if it is none."""
    n = len(heads) - 1
    if n < 1:
        raise TreeError("a tree needs at least one word: heads[0] is -1, heads[1] the first head")
    if heads[0] != -1:
        raise TreeError(f"heads[0] stands for the root and must be -1, not {heads[0]}")
    for word in range(1, n + 1):
        if not 0 <= heads[word] <= n:
            raise TreeError(f"the head of word {word} is {heads[word]}, not one of 0 to {n}")
    dependents: list[list[int]] = [[] for _ in heads]
    for word in range(1, n + 1):
        dependents[heads[word]].append(word)
    order = [0]
    for node in order:
        order.extend(dependents[node])
    if len(order) <= n:
        lost = min(set(range(1, n + 1)).difference(order))
        raise TreeError(f"the heads have a cycle: word {lost} never leads to the root")
    return order
