"""Trees of which some heads are not known: ``heads[d]`` is -1 for these words.

Known arcs without a cycle are always part of a tree. They are part of a projective one if no two of
them cross, where arcs from the root come from before the first word, and if no word without a head
has an arc between words that descend from it over itself.
"""

from collections.abc import Sequence

from dodona.errors import TreeError
from dodona.treebank.trees import check_tree, is_projective

UNKNOWN = -1


def is_complete(heads: Sequence[int]) -> bool:
    """Whether all words have a head."""
    return UNKNOWN not in heads[1:]


def complete(heads: Sequence[int]) -> list[int]:
    """A tree with all known arcs; `TreeError` if they have a cycle.

    It is projective if any tree with these arcs is. Then it has one root, unless several are known.
    """
    rooted = [*heads[:1], *(0 if head == UNKNOWN else head for head in heads[1:])]
    check_tree(rooted)
    whole = list(heads)
    roots = [word for word in range(1, len(heads)) if heads[word] == 0]
    for word in range(1, len(heads)):
        if heads[word] == UNKNOWN:
            over = _right_end_over(heads, word)
            if not over and not roots:
                roots.append(word)
                whole[word] = 0
            else:
                whole[word] = over or roots[-1]
    try:
        check_tree(whole)
    except TreeError:
        return rooted
    return whole


def is_part_of_projective(heads: Sequence[int]) -> bool:
    """Whether there is a projective tree with all known arcs; `TreeError` if they have a cycle."""
    return is_projective(complete(heads))


def _right_end_over(heads: Sequence[int], word: int) -> int:
    """Where the shortest known arc over a word ends, or 0 if there is none."""
    ends = [
        (max(head, d) - min(head, d), max(head, d))
        for d, head in enumerate(heads)
        if head != UNKNOWN and min(head, d) < word < max(head, d)
    ]
    return min(ends)[1] if ends else 0
