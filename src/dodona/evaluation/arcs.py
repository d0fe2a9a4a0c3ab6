"""What can be said of an arc of a tree: how long it is, where it points, how deep it lies."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from dodona.treebank.descent import nonprojective_arcs

Dimension = Literal[
    "length", "direction", "depth", "projectivity", "sentence length", "label", "tag"
]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)

TITLES: dict[Dimension, str] = {
    "length": "Length of the arc, in words",
    "direction": "Direction of the arc",
    "depth": "Distance to the root, in arcs",
    "projectivity": "Projectivity of the arc",
    "sentence length": "Length of the sentence, in words",
    "label": "Label",
    "tag": "Tag of the dependent",
}
ROOT_ARC = "root"
LEFT, RIGHT = "left", "right"
PROJECTIVE, NON_PROJECTIVE = "projective", "non-projective"

# The first number of each bucket but the first, which begins with 1.
_STARTS: dict[str, tuple[int, ...]] = {
    "length": (2, 3, 5, 8, 15),
    "depth": (2, 3, 4, 5, 6, 7, 8),
    "sentence length": (11, 21, 31, 41, 51),
}


class Arc(NamedTuple):
    """An arc to a word, by its buckets in each dimension, in the order of `DIMENSIONS`."""

    length: str
    direction: str
    depth: str
    projectivity: str
    sentence_length: str
    label: str
    tag: str


def arcs_of(heads: Sequence[int], labels: Sequence[str], tags: Sequence[str]) -> list[Arc]:
    """The arcs of a tree, one a word; ``heads[0]`` is the head of the first word."""
    _, *nonprojective = nonprojective_arcs([-1, *heads])
    rows = zip(heads, depths(heads), nonprojective, labels, tags, strict=True)
    size = _bucket("sentence length", len(heads))
    return [
        Arc(
            _bucket("length", abs(head - word)) if head else ROOT_ARC,
            (LEFT if word < head else RIGHT) if head else ROOT_ARC,
            _bucket("depth", depth),
            NON_PROJECTIVE if crossing else PROJECTIVE,
            size,
            label,
            tag,
        )
        for word, (head, depth, crossing, label, tag) in enumerate(rows, 1)
    ]


def depths(heads: Sequence[int]) -> list[int]:
    """How many arcs lie between each word and the root; 1 for a word that hangs from it."""
    found = [0] + [-1] * len(heads)
    for word in range(1, len(found)):
        path = []
        while found[word] < 0:
            path.append(word)
            word = heads[word - 1]
        depth = found[word]
        for node in reversed(path):
            depth += 1
            found[node] = depth
    return found[1:]


def order(dimension: Dimension, buckets: Sequence[str]) -> list[str]:
    """Buckets in their natural order; those of labels and tags as they are."""
    if dimension in _STARTS:
        names = [ROOT_ARC, *_bucket_names(dimension)]
    elif dimension == "direction":
        names = [ROOT_ARC, LEFT, RIGHT]
    elif dimension == "projectivity":
        names = [PROJECTIVE, NON_PROJECTIVE]
    else:
        return list(buckets)
    return [name for name in names if name in buckets]


@cache
def _bucket(dimension: str, number: int) -> str:
    return _bucket_names(dimension)[sum(number >= start for start in _STARTS[dimension])]


def _bucket_names(dimension: str) -> list[str]:
    starts = (1, *_STARTS[dimension])
    names = [
        str(start) if start == next_start - 1 else f"{start}–{next_start - 1}"
        for start, next_start in pairwise(starts)
    ]
    return [*names, f"{starts[-1]}+"]
