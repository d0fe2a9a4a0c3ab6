"""Where the tokens of tokenised sentences stand in their text."""

import re

from dodona.treebank.sentence import Sentence

# It is the last value of MISC, so that nothing else of a line can be taken for it.
_RANGE = re.compile(rb"TokenRange=([0-9]+):([0-9]+)\n")
_MULTIWORD = re.compile(rb"\n([0-9]+)-([0-9]+)\t")


def token_ranges(sentence: Sentence) -> list[tuple[int, int]]:
    """The places of the tokens of a sentence that has them in MISC."""
    found = _RANGE.findall(sentence.raw, sentence.raw.index(b"\n1"))
    return [(int(start), int(end)) for start, end in found]


def multiword_tokens(sentence: Sentence) -> dict[int, list[str]]:
    """The forms of the words of multiword tokens, by the number of the token, from 0 on."""
    forms = sentence.forms
    tokens = {}
    merged = 0
    for found in _MULTIWORD.finditer(sentence.raw):
        first, last = int(found[1]), int(found[2])
        tokens[first - 1 - merged] = forms[first - 1 : last]
        merged += last - first
    return tokens
