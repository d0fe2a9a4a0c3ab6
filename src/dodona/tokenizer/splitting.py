"""How multiword tokens are split into words: rules that fit other tokens with the same ending.

A rule has an entry for each word: a piece of the token, given by where it starts and ends as
counted from the token's end, and letters that follow it. So `don't` → `do n't` is cut three
characters before the end, as `isn't` is; and `del` → `di il` keeps all but two characters, adds
`i`, and the second word is written out. The first word always starts where the token does.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.tokenizer.candidates import candidate_places
from dodona.tokenizer.characters import lower_case
from dodona.treebank.values import is_proper

MOST_RULES = 2000
CANDIDATE_BYTES = 8192
_LEAST_SHARE = 0.02
_MOST_WORDS = 100
_LONGEST = 1000


class SplitWord(NamedTuple):
    """A word: the token from ``start`` to ``end``, counted from its end, and then ``letters``.

    ``start`` is -1 for the beginning of the token.
    """

    start: int
    end: int
    letters: str


SplitRule = tuple[SplitWord, ...]


def make_rule(token: str, words: list[str]) -> SplitRule:
    """The rule that splits a token into these words, both taken in lower case."""
    low = lower_case(token)
    parts = [lower_case(word) for word in words]
    size = len(low)
    kept = 0
    while kept < min(size, len(parts[0])) and low[kept] == parts[0][kept]:
        kept += 1
    if "".join(parts) == low:
        kept = len(parts[0])
    pieces = [SplitWord(-1, size - kept, parts[0][kept:])]
    for i, part in enumerate(parts[1:], 1):
        rest = parts[i:]
        place = kept if low[kept:] == "".join(rest) else low.rfind(part, kept)
        if place < 0 or not part:
            pieces.append(SplitWord(0, 0, part))
        else:
            kept = place + len(part)
            pieces.append(SplitWord(size - place, size - kept, ""))
    return tuple(pieces)


def is_sound(rule: SplitRule) -> bool:
    """Whether a rule reaches only inside of tokens and gives words that can stand in a column.

    They are not empty, and neither they nor the letters that they have of the rule are overly many.
    """
    first, *others = rule
    return (
        1 < len(rule) <= _MOST_WORDS
        and sum(len(piece.letters) for piece in rule) <= _LONGEST
        and all(is_proper(piece.letters, spaces=True) for piece in rule if piece.letters)
        and first.start == -1
        and 0 <= first.end <= _LONGEST
        and all(0 <= piece.end <= piece.start <= _LONGEST for piece in others)
        and all(piece.start > piece.end or piece.letters for piece in others)
    )


def least_length(rule: SplitRule) -> int:
    """How long a token must be for a rule to give words that are not empty."""
    first = rule[0].end + (not rule[0].letters)
    return max([1, first, *(piece.start for piece in rule[1:])])


def apply_rule(token: str, rule: SplitRule) -> list[str]:
    """The words of a token; letters that the rule adds are large where the token's are."""
    size = len(token)
    words = []
    for i, (start, end, letters) in enumerate(rule):
        piece = token[0 if start < 0 else size - start : size - end]
        if size > 1 and token.isupper():
            letters = letters.upper()
        elif i == 0 and not piece and token[0].isupper():
            letters = letters[:1].upper() + letters[1:]
        words.append(piece + letters)
    return words


class Splits(NamedTuple):
    """The rules of a treebank, the most frequent first, and the table of tokens they may fit."""

    rules: list[SplitRule]
    candidates: NDArray[np.uint8]


def learn_splits(tokens: Iterable[tuple[str, list[str]]]) -> Splits:
    """Rules from all tokens of a treebank, each with its words (none, unless it is split).

    The table lists the tokens that were split, and endings that two kinds of them share, if they
    are no rare exception among all tokens with the ending.
    """
    seen: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for token, words in tokens:
        seen[lower_case(token), tuple(words)] += 1
    rules: Counter[SplitRule] = Counter()
    places: set[int] = set()
    endings: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (token, pieces), count in seen.items():
        whole, *suffixes = candidate_places(token)
        for suffix in suffixes:
            endings[suffix][0] += count
        if pieces:
            rule = make_rule(token, list(pieces))
            if not is_sound(rule):
                continue
            rules[rule] += count
            places.add(whole)
            for suffix in suffixes:
                endings[suffix][1] += count
                endings[suffix][2] += 1
    for place, (all_tokens, split, kinds) in endings.items():
        if kinds > 1 and split >= _LEAST_SHARE * all_tokens:
            places.add(place)
    candidates = np.zeros(CANDIDATE_BYTES * 8, np.uint8)
    candidates[sorted(places)] = 1
    ordered = sorted(rules, key=lambda rule: (-rules[rule], rule))[:MOST_RULES]
    return Splits(ordered, np.packbits(candidates, bitorder="little"))
