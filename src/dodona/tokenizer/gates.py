"""Where there is anything to decide, as counted in a treebank."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.tokenizer.characters import character_classes
from dodona.tokenizer.gold import Paragraph
from dodona.tokenizer.splitting import Splits, least_length
from dodona.tokenizer.tables import CLASSES, CharacterTables, Table
from dodona.tokenizer.units import text_classes

SPACE, LOWER, MARK = character_classes(" a\u0301")
_UNSPACED = [*character_classes("漢あアก")]

# Pairs of classes of which a smaller share was seen to be parted are never looked at.
_LEAST_BOUNDARIES = 0.0005
_LEAST_ENDINGS = 0.001


class Places(NamedTuple):
    """What is right at each place in a text.

    ``starts`` has where the gold token that ends there begins, or -1; ``endings`` whether a
    sentence ends there; ``rules`` the number of the token's rule, 0 for none.
    """

    starts: NDArray[np.int32]
    endings: NDArray[np.uint8]
    rules: NDArray[np.int32]


def gold_places(paragraph: Paragraph, rules: list[int]) -> Places:
    """The gold places of a text; ``rules`` has the number of the rule of each of its tokens."""
    size = len(paragraph.text) + 1
    places = Places(np.full(size, -1, np.int32), np.zeros(size, np.uint8), np.zeros(size, np.int32))
    for (start, end, _), rule in zip(paragraph.tokens, rules, strict=True):
        places.starts[end] = start
        places.rules[end] = rule
    places.endings[paragraph.endings] = 1
    return places


def make_tables(texts: Iterable[tuple[str, Places]], splits: Splits) -> CharacterTables:
    """Count at which pairs of classes tokens and sentences end, and tokens go on across spaces."""
    boundaries, joins, endings = (np.zeros((n, CLASSES**2, 2), np.int64) for n in (1, 1, 2))
    for text, places in texts:
        kinds = np.frombuffer(text_classes(text), np.uint8).astype(np.int64)
        before, after = kinds[:-1], kinds[1:]
        ends = places.starts[1:-1] >= 0
        close = (before != SPACE) & (after != SPACE)
        pairs = before * CLASSES + after
        _count(boundaries[0], pairs[close], ends[close])
        _count(endings[0], pairs[close & ends], places.endings[1:-1][close & ends])
        across = kinds[:-2] * CLASSES + kinds[2:]
        single = (kinds[:-2] != SPACE) & (kinds[1:-1] == SPACE) & (kinds[2:] != SPACE)
        _count(joins[0], across[single], ~ends[:-1][single])
        single &= ends[:-1]
        _count(endings[1], across[single], places.endings[1:-2][single])
    return CharacterTables(
        _gate(boundaries[0], _LEAST_BOUNDARIES, _unseen_boundaries()),
        _gate(joins[0], _LEAST_BOUNDARIES, np.zeros(CLASSES**2, bool)),
        np.concatenate(
            [
                _gate(endings[0], _LEAST_ENDINGS, _unseen_boundaries()),
                _gate(endings[1], _LEAST_ENDINGS, np.ones(CLASSES**2, bool)),
            ]
        ),
        splits.candidates,
        np.array([0, *(least_length(rule) for rule in splits.rules)], np.int32),
    )


def _count(counts: NDArray[np.int64], pairs: NDArray[np.int64], hits: NDArray[np.generic]) -> None:
    counts[:, 0] += np.bincount(pairs, minlength=CLASSES**2)
    counts[:, 1] += np.bincount(pairs[hits.astype(bool)], minlength=CLASSES**2)


def _gate(counts: NDArray[np.int64], least: float, unseen: NDArray[np.bool_]) -> Table:
    seen = counts[:, 0] > 0
    is_open = (counts[:, 1] > 0) & (counts[:, 1] >= least * counts[:, 0])
    return np.where(seen, is_open, unseen).astype(np.uint8)


def _unseen_boundaries() -> NDArray[np.bool_]:
    """Pairs to look at though they were never seen: not inside words, unless spaces are rare."""
    kinds = np.arange(CLASSES)
    word = (kinds >= LOWER) & (kinds <= MARK)
    unspaced = np.isin(kinds, _UNSPACED)
    plain = word & ~unspaced
    is_open: NDArray[np.bool_] = ~(plain[:, None] & plain[None, :]) & (kinds != MARK)[None, :]
    return is_open.reshape(-1)
