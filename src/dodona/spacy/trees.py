"""Trees over words as trees over the tokens of a doc."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dodona.treebank.sentence import Sentence

Places = NDArray[np.intp]


def heads_of_words(sentences: Iterable[Sentence]) -> Places:
    """The head of each word, words being counted through all sentences from 0 on.

    A root is its own head; where there are several, the first is the head of the others. So is a
    word without a head.
    """
    heads: list[int] = []
    for sentence in sentences:
        before = len(heads) - 1
        own = sentence.heads
        heads += [before + head for head in own]
        roots = [before + number for number, head in enumerate(own, 1) if head <= 0]
        for root in roots:
            heads[root] = roots[0]
    return np.array(heads, np.intp)


def chosen_words(places: Sequence[int], heads: Places) -> Places:
    """The word that speaks for each token: of its words, the one that is nearest to the root.

    So the tokens make a tree: from a token to that of its head it is always nearer to the root.
    """
    chosen: dict[int, int] = {}
    for word, place in enumerate(places):
        if place not in chosen or _depth(word, heads) < _depth(chosen[place], heads):
            chosen[place] = word
    return np.array(list(chosen.values()), np.intp)


def _depth(word: int, heads: Places) -> int:
    depth = 0
    while heads[word] != word:
        word = heads[word]
        depth += 1
    return depth


def attach_spaces(spaces: Places, starts: Sequence[int], heads: Places) -> None:
    """Give spaces heads: the word before them, or after them where a sentence begins with spaces.

    Of a sentence that has nothing else, the first is the root.
    """
    are_spaces = set(spaces.tolist())
    if not are_spaces:
        return
    for start, end in pairwise([*starts, len(heads)]):
        head = next((place for place in range(start, end) if place not in are_spaces), start)
        for place in range(start, end):
            if place in are_spaces:
                heads[place] = head
            else:
                head = place
