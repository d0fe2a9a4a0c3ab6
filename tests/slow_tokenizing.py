"""Tokenising in plain Python: strings, lists, and one place after the other.

Only the scores of features come from the model. Paragraphs must be shorter than what is looked at
in one go.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import Any

from dodona.tokenizer import Tokenizer
from dodona.tokenizer.characters import _BULLETS, character_classes, lower_case
from dodona.tokenizer.splitting import apply_rule
from dodona.tokenizer.units import _ELEMENTS
from dodona.treebank.forms import treebank_form

MASK = (1 << 64) - 1
K0 = 0x9E3779B97F4A7C15
K1 = 0xD6E8FEB86659FD93
SPACE, LOWER, UPPER, QUOTE, OPEN, CLOSE, MARK = character_classes(' aA"()\u0301')
PICTURE, SYMBOL = character_classes("😀+")
INSIDE = 25
SPACES = "".join(chr(c) for c in range(65536) if character_classes(chr(c))[0] == SPACE)
RUN = f"[{re.escape(SPACES)}]"
LINE_END = "(?:\r\n|\n|\r(?!\n)|\u2028)"
PAD = 8

ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,7}|([a-z0-9]+));")
ENTITIES = {name.removesuffix(";").lower() for name in html5 if name.endswith(";")}
NAME = "[a-z][a-z0-9:_-]*"
CLOSING_TAG = re.compile(f"</{NAME} *>")
TAG = re.compile(f"<({NAME})((?: +{NAME}(?:=(?:\"[^\"]*\"|'[^']*'|(?![\"'])[^ <>]*))?)*) *(/?)>")
ATTRIBUTE = re.compile(f" ({NAME})(?:(=)(?:\"[^\"]*\"|'[^']*'|[^ <>]*))?(?= |$)")


def scramble(x: int) -> int:
    x &= MASK
    x ^= x >> 32
    x = x * K1 & MASK
    return x ^ x >> 29


def key(template: int, value: int) -> int:
    return scramble((value ^ (template << 57 & MASK)) * K0 + template)


def mix(a: int, b: int) -> int:
    return scramble((a ^ (b + K0 + (a << 6) + (a >> 2)) & MASK) * K0)


def name(text: str, start: int = 0) -> int:
    result = start
    for character in text:
        result = scramble((result ^ ord(character)) * K0)
    return result


def pack(values: Any, bits: int = 5) -> int:
    result = 0
    for value in values:
        result = result << bits | value
    return result


def unit_end(low: str, kinds: list[int], at: int) -> int:
    """Where the unit ends that begins at a place; the next place if there is none."""
    if found := ENTITY.match(low, at):
        return found.end() if found[1] is None or found[1] in ENTITIES else at + 1
    if found := CLOSING_TAG.match(low, at):
        return found.end()
    if found := TAG.match(low, at):
        valued = [bool(value) for _, value in ATTRIBUTE.findall(re.sub(" +", " ", found[2]))]
        known = found[1] in _ELEMENTS.split()
        return found.end() if known or (all(valued) and (found[3] or valued)) else at + 1
    if re.compile("[🇦-🇿]{2}").match(low, at):
        return at + 2
    if low[at] == "\u200d" and at + 1 < len(low) and kinds[at + 1] in (PICTURE, SYMBOL):
        before = [kind for kind in kinds[max(0, at - 8) : at] if kind != MARK]
        return at + 2 if before and before[-1] in (PICTURE, INSIDE) else at + 1
    return at + 1


def mark_units(text: str) -> list[int]:
    """The classes of characters, but INSIDE for all of a unit that is not its beginning."""
    low = lower_case(text)
    kinds = list(character_classes(text))
    at = 0
    while at < len(low):
        end = unit_end(low, kinds, at)
        if end - at <= 512:
            kinds[at + 1 : end] = [kind and INSIDE for kind in kinds[at + 1 : end]]
            at = end
        else:
            at += 1
    return kinds


class SlowTokenizer:
    """The tokens of texts: lists of sentences, each a list of (token, words)."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tables = tokenizer._tables
        self.rules = tokenizer._rules
        self.boundaries = tokenizer._boundaries
        self.splits = tokenizer._splits

    def tokenize(self, text: str) -> list[list[tuple[str, list[str]]]]:
        text = text.removeprefix("\ufeff").strip(SPACES)
        sentences = []
        for paragraph in re.split(f"{RUN}*?(?:{LINE_END}{RUN}*?{LINE_END}|\u2029){RUN}*", text):
            if paragraph:
                sentences += self.paragraph(paragraph)
        return sentences

    def lay_out(self, text: str) -> str:
        """The text with single spaces, of which some may be in tokens and some begin items."""
        self.single = set()
        items = set()
        parts = re.split(f"({RUN}+)", text)
        laid = parts[0]
        for run, word in zip(parts[1::2], parts[2::2], strict=True):
            if run in (" ", "\xa0"):
                self.single.add(len(laid))
            sure = word[0] in _BULLETS and (word[0] not in "-*+–—" or len(word) == 1)
            if len(re.findall(LINE_END, run)) == 1 and sure:
                items.add(len(laid))
            laid += (run if run == "\xa0" else " ") + word
        spaced = laid.replace("\xa0", " ")
        broken = "".join("\n" if i in items else c for i, c in enumerate(lower_case(spaced)))
        self.low = " " * PAD + broken + " " * PAD
        self.kinds = [SPACE] * PAD + mark_units(spaced) + [SPACE] * PAD
        self.size = len(laid)
        return laid

    def paragraph(self, text: str) -> list[list[tuple[str, list[str]]]]:
        text = self.lay_out(text)
        self.tokens: list[tuple[int, int, bool]] = []
        self.sentence: list[tuple[int, int]] = []
        at = 0
        while at < self.size:
            at = self.chunk(at) + 1
        result: list[list[tuple[str, list[str]]]] = [[]]
        for i, (start, end, ends) in enumerate(self.tokens):
            form = text[start:end]
            rule = self.rule(i)
            words = apply_rule(form, self.rules[rule - 1]) if rule else []
            result[-1].append((form, [treebank_form(word) for word in words]))
            if ends:
                result.append([])
        return result if result[-1] else result[:-1]

    def chunk(self, start: int) -> int:
        """Find tokens up to a space that ends one; returns where that is."""
        token = start
        at = start + 1
        while True:
            end = at - 1
            while self.kind(end) != SPACE:
                end += 1
            for place in range(at, end):
                if self.kind(place) not in (MARK, INSIDE) and self.ends(start, end, token, place):
                    self.end_token(token, place)
                    token = place
            if end not in self.single:
                break
            if self.kind(end + 1) != INSIDE and (
                not self.tables.join_gate[self.kind(end - 1) * 32 + self.kind(end + 1)]
                or self.decide(self.boundary_keys(start, end, token, end))
            ):
                break
            at = end + 2
        self.end_token(token, end)
        return end

    def ends(self, start: int, end: int, token: int, at: int) -> bool:
        """Whether a token ends at a place in a chunk."""
        if not self.tables.boundary_gate[self.kind(at - 1) * 32 + self.kind(at)]:
            return False
        return self.decide(self.boundary_keys(start, end, token, at))

    def decide(self, keys: list[int]) -> bool:
        scores = self.boundaries.scores(keys)
        return bool(scores[1] > scores[0])

    def kind(self, at: int) -> int:
        return self.kinds[PAD + at]

    def some_kinds(self, at: int, count: int) -> int:
        return pack(self.kinds[PAD + at : PAD + at + count])

    def lows(self, start: int, end: int) -> str:
        return self.low[PAD + start : PAD + end]

    def runs(self, kinds: list[int]) -> int:
        collapsed = [k for i, k in enumerate(kinds) if i == 0 or kinds[i - 1] != k][:5]
        return pack(collapsed) << 3 | len(collapsed)

    def signs(self, start: int, end: int) -> int:
        signs = 0
        for i in range(start, min(end, start + 64)):
            signs |= 1 * (self.lows(i, i + 1) == "@")
            signs |= 2 * (self.lows(i - 2, i + 1) == "://")
            signs |= 4 * (self.lows(i - 3, i + 1) == "www.")
            inside = self.lows(i, i + 1) == "." and self.kind(i - 1) == self.kind(i + 1) == LOWER
            signs |= 8 * inside
        return signs

    def boundary_keys(self, start: int, end: int, token: int, at: int) -> list[int]:
        l3, l2, l1, r1, r2, r3 = map(ord, self.lows(at - 3, at + 3))
        so_far = name(self.lows(token, at))
        before = name(self.lows(*self.sentence[-1])) if self.sentence else 0
        rest = name(self.lows(at, min(end, at + 16)))
        around = mix(l2 << 21 | l1, r1 << 21 | r2)
        behind = self.kinds[PAD + max(start, at - 16) : PAD + at][::-1]
        shape = mix(self.runs(behind), self.runs(self.kinds[PAD + at : PAD + min(end, at + 16)]))
        near = self.some_kinds(at - 1, 2)
        signs = self.signs(start, end)
        left, right, pair = pack((l3, l2, l1), 21), pack((r1, r2, r3), 21), l1 << 21 | r1
        values = [
            pair, l2 << 42 | pair, pair << 21 | r2, around, left, right, mix(left, r1),
            mix(right, l1), mix(around, l3 << 21 | r3), self.some_kinds(at - 3, 6),
            self.some_kinds(at - 5, 10), self.some_kinds(at - 2, 4), self.some_kinds(at - 1, 4),
            self.some_kinds(at - 3, 4), so_far, mix(so_far, r1),
            mix(so_far, self.some_kinds(at, 3)), rest, mix(rest, l1), mix(rest, so_far),
            mix(name(self.lows(start, min(end, start + 40))), at - start), shape,
            mix(pair, signs), mix(before, pair), mix(before, so_far), l2 << 21 | l1,
            r1 << 21 | r2, l1, r1, (min(at - start, 4) << 3 | min(end - at, 4)) << 10 | near,
            min(at - token, 7) << 10 | near, mix(shape, signs << 1 | 1),
        ]  # fmt: skip
        return [key(template, value) for template, value in enumerate(values)]

    def end_token(self, start: int, end: int) -> None:
        following = end + (self.kind(end) == SPACE)
        self.sentence.append((start, end))
        ends = following >= self.size or self.lows(end, end + 1) == "\n"
        if not ends and self.kind(following) != INSIDE:
            gate = (following > end) * 1024 + self.kind(end - 1) * 32 + self.kind(following)
            if self.tables.ending_gate[gate]:
                ends = self.decide(self.ending_keys(end, following))
        self.tokens.append((start, end, ends))
        if ends:
            self.sentence = []

    def word(self, start: int) -> tuple[int, int]:
        """The name of the word or sign ahead, and where the one after it begins."""
        end = start
        while LOWER <= self.kind(end) <= MARK and end < min(start + 40, self.size):
            end += 1
        end = max(end, start + 1)
        after = end
        while after < min(end + 40, self.size) and self.kind(after) == SPACE:
            after += 1
        return name(self.lows(start, end)), after

    def ending_keys(self, end: int, following: int) -> list[int]:
        spaced = following > end
        start = self.sentence[-1][0]
        last3 = [name(self.lows(*token)) for token in self.sentence[-3:]]
        w2, w1, w0 = [0] * (3 - len(last3)) + last3
        n1, second = self.word(following)
        n2, third = self.word(second)
        opening = name(self.lows(*self.sentence[0]))
        firsts = [self.kind(token[0]) for token in self.sentence]
        depth = 0
        for kind in firsts:
            depth = max(0, depth + (kind == OPEN) - (kind == CLOSE))
        quotes = firsts.count(QUOTE) & 1
        count = len(self.sentence)
        limits = (0, 1, 2, 3, 4, 6, 9, 14, 24, 49)
        length = sum(count > limit for limit in limits)
        last, k1, k2 = self.kind(end - 1), self.kind(following), self.kind(second)
        one = k1 << 1 | spaced
        two = self.some_kinds(following, 2) << 1 | spaced
        both = last << 6 | one
        shape = self.kind(start) << 8 | last << 3 | min(end - start, 7)
        left = min(self.size - following, 40) >> 2
        titled = firsts.count(UPPER) >= count - count // 4
        a3, a2, a1 = map(ord, self.lows(end - 3, end))
        b1, b2 = map(ord, self.lows(following, following + 2))
        values = [
            both, w0, mix(w0, one), mix(w0, n1), mix(n1, last << 1 | spaced), mix(w1, w0),
            mix(mix(w1, w0), one), mix(w0, two << 5 | k2), mix(n1, n2),
            self.some_kinds(end - 3, 3) << 11 | two,
            self.some_kinds(end - 4, 4) << 21 | self.some_kinds(following, 4) << 1 | spaced,
            length << 12 | both, mix(w0, length), mix(w0, quotes << 8 | one),
            mix(w0, min(depth, 2) << 8 | one), mix(pack((a3, a2, a1), 21), one),
            mix(pack((a1, b1, b2), 21), spaced), mix(n1, last << 5 | k2),
            mix(mix(w2, w1), w0), mix(mix(opening, w0), one), shape << 16 | two, mix(n2, both),
            mix(w1, both), (titled << 4 | length) << 16 | both, left << 12 | both, mix(left, w0),
            (two << 5 | k2) << 10 | last << 5 | self.kind(third), mix(mix(n1, n2), last),
            mix(opening, length << 12 | both),
        ]  # fmt: skip
        return [key(40 + template, value) for template, value in enumerate(values)]

    def rule(self, number: int) -> int:
        start, end, _ = self.tokens[number]
        low = self.lows(start, end)
        if " " in low:
            return 0
        suffixes = [name(low[::-1][:i]) for i in range(1, min(len(low), 6) + 1)]
        names = [name(low), *(suffix + i for i, suffix in enumerate(suffixes, 1))]
        places = [scramble((value + 1) * K0) & 0xFFFF for value in names]
        if not any(self.tables.candidates[place >> 3] >> (place & 7) & 1 for place in places):
            return 0
        before = name(self.lows(*self.tokens[number - 1][:2])) if number else 0
        last = number + 1 == len(self.tokens)
        after = 0 if last else name(self.lows(*self.tokens[number + 1][:2]))
        case = self.kind(start)
        keys = [
            key(80, names[0]), key(81, mix(names[0], before)), key(82, mix(names[0], after)),
            key(83, mix(names[0], case)), key(84, case << 8 | min(len(low), 12)),
            key(85, name(low[:3])),
        ]  # fmt: skip
        for i, suffix in enumerate(suffixes, 1):
            keys += [
                key(90 + i, suffix),
                key(100 + i, mix(suffix, after)),
                key(110 + i, mix(suffix, before)),
            ]
        scores = self.splits.scores(keys)
        fitting = [i for i, least in enumerate(self.tables.least_lengths) if len(low) >= least]
        return max(fitting, key=lambda i: scores[i])
