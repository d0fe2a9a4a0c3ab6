"""Tagging and its learning, plain and slow, to compare the compiled core with."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from dodona.linear.frozen import FrozenWeights
from dodona.linear.packing import read_weights
from dodona.model.parts import Part
from dodona.tagger import Tagger
from dodona.treebank import Sentence

MASK = (1 << 64) - 1
K0 = 0x9E3779B97F4A7C15
K1 = 0xD6E8FEB86659FD93
NO_WORD = 2000
NO_CLUSTERS: Mapping[str, str] = {}

Row = dict[str, int]
"""The hashes of a word by the names of atoms; those that are not there are missing."""


# Hashes -----------------------------------------------------------------------------------------


def scramble(x: int) -> int:
    x &= MASK
    x ^= x >> 32
    x = x * K1 & MASK
    return x ^ x >> 29


def rotate(x: int, bits: int) -> int:
    return (x << bits | x >> (64 - bits)) & MASK


def hash_number(x: int) -> int:
    return scramble((x + 1) * K0)


def hash_text(text: str) -> int:
    data = text.encode()
    result = len(data) * K0 & MASK
    for i in range(0, len(data), 8):
        result = scramble((result ^ int.from_bytes(data[i : i + 8], "little")) * K0)
    return result


def hash_characters(characters: Iterable[str]) -> int:
    result = K0
    for c in characters:
        result = scramble((result ^ ord(c)) * K0)
    return result


# Rows and keys ----------------------------------------------------------------------------------


def sign(c: str) -> str:
    if c.islower():
        return "x"
    if c.isupper():
        return "X"
    return "0" if c.isdigit() else "a" if c.isalpha() else c


def form_row(form: str) -> Row:
    signs = [sign(c) for c in form]
    small = normal(form)
    shape = re.sub(r"(.)\1{2,}", r"\1\1", "".join(signs), flags=re.DOTALL)
    bits = {"x": 1, "X": 4, "0": 8, "a": 16, "-": 32}
    kinds = 0
    for i, s in enumerate(signs):
        kinds |= 2 if s == "X" and i == 0 else bits.get(s, 64)
    row = {"w": hash_text(form), "l": hash_characters(small), "c": hash_characters(shape)}
    row["k"] = hash_number(kinds)
    for n in range(1, min(len(form), 7)):
        row[f"s{n}"] = hash_characters(small[: -n - 1 : -1])
    for n in range(1, min(len(form), 6)):
        row[f"p{n}"] = hash_characters(small[:n])
    return row


def tag_row(upos: str, xpos: str, feats: str) -> Row:
    row = {"u": hash_text(upos), "x": hash_text(xpos), "f": hash_text(feats)}
    row["t"] = scramble(row["u"] + rotate(row["x"], 17) + rotate(row["f"], 31))
    return row


def normal(form: str) -> str:
    return "".join("0" if sign(c) == "0" else c.lower()[0] for c in form)


def cluster_row(form: str, clusters: Mapping[str, str]) -> Row:
    """What the cluster of a word or else of its normal form adds to its row."""
    bits = clusters.get(form, clusters.get(normal(form)))
    if bits is None:
        return {}
    row = {"b": hash_text(bits)}
    if all(set(cluster) <= {"0", "1"} for cluster in clusters.values()):
        row |= {f"b{n}": hash_text(bits[:n]) for n in (4, 6, 10)}
    return row


def keys_of(templates: Sequence[str], rows: Sequence[Row], word: int) -> list[int]:
    """The keys of the templates all of whose atoms are there."""
    keys = []
    for template in templates:
        key = hash_text(template)
        for atom in template.split():
            parts = re.fullmatch(r"([a-z]\d*)([+-]\d)?", atom)
            assert parts is not None
            name, offset = parts.groups()
            at = word + int(offset or 0)
            value = rows[at].get(name) if 0 <= at < len(rows) else hash_number(NO_WORD)
            if value is None:
                break
            key = rotate(key, 15) + value & MASK
        else:
            keys.append(scramble(key))
    return keys


# Tagging ----------------------------------------------------------------------------------------


class SlowTagSet:
    """The tags of a tagger's part: their parts, the choices and the clusters of words."""

    def __init__(self, part: Part, clusters: Mapping[str, str]) -> None:
        arrays = part.arrays
        self.clusters = clusters
        self.tags = [tuple(tag) for tag in part.header["tags"]]
        self.templates = part.header["templates"]
        self.parts = [
            {("u", u), ("ux", u, x), *(("f", f) for f in feats.split("|"))}
            for u, x, feats in self.tags
        ]
        self.number: dict[tuple[str, ...], int] = {}
        for u, x, feats in self.tags:
            for p in [("u", u), ("ux", u, x), *(("f", f) for f in feats.split("|"))]:
                self.number.setdefault(p, len(self.number))
        self.choices = []
        start = 0
        for size in arrays["lexicon_choice_sizes"].tolist():
            self.choices.append(arrays["lexicon_choice_tags"][start : start + size].tolist())
            start += size
        columns = ("lexicon_keys", "lexicon_choices", "lexicon_kinds")
        rows = zip(*(arrays[name].tolist() for name in columns), strict=True)
        self.lexicon = {key: (choice, kind) for key, choice, kind in rows}

    def read(self, sentence: Sentence) -> tuple[list[Row], list[list[int]]]:
        """The rows of a sentence without tags, and the tags that its words can have."""
        rows = [form_row(form) | cluster_row(form, self.clusters) for form in sentence.forms]
        choices = []
        for form, row in zip(sentence.forms, rows, strict=True):
            choice, kind = self.lexicon.get(row["w"], (0, None))
            if kind is None and not any(sign(c) in "xX0a" for c in form):
                choice, _ = self.lexicon.get(hash_text("\t"), (0, None))
            if kind is None:
                _, kind = self.lexicon.get(scramble(row["l"] + 1), (0, None))
            row["d"] = (
                hash_number(kind) if kind is not None else scramble(row.get("s2", 0) + row["k"])
            )
            choices.append(self.choices[choice])
        return rows, choices

    def total(self, tag: int, scores: Sequence[int]) -> int:
        return sum(scores[self.number[p]] for p in self.parts[tag])


def after(rows: Sequence[Row], tags: Sequence[tuple[str, str, str]]) -> list[Row]:
    """The rows of a sentence whose first words have tags."""
    tagged = [row | tag_row(*tag) for row, tag in zip(rows, tags, strict=False)]
    return [*tagged, *rows[len(tags) :]]


Hypothesis = tuple[int, list[int]]
"""The total score and the tags of the words so far."""


def slow_extend(
    hypotheses: Sequence[Hypothesis],
    choice: Sequence[int],
    score: Callable[[list[int], int], int],
    beam: int,
) -> list[Hypothesis]:
    """The best hypotheses with one tag more; the one tag of a word that has no other scores 0."""
    extended = [
        (total + (score(tags, tag) if len(choice) > 1 else 0), [*tags, tag])
        for total, tags in hypotheses
        for tag in choice
    ]
    return sorted(extended, key=lambda hypothesis: -hypothesis[0])[:beam]


def slow_tag(
    tagger: Tagger, sentence: Sentence, beam: int = 1, clusters: Mapping[str, str] = NO_CLUSTERS
) -> list[tuple[str, str, str]]:
    part = tagger.to_part()
    tagset = SlowTagSet(part, clusters)
    weights = FrozenWeights(read_weights(part), len(tagset.number))
    rows, choices = tagset.read(sentence)

    @cache
    def scores_after(tags: tuple[int, ...]) -> list[int]:
        seen = after(rows, [tagset.tags[tag] for tag in tags])
        return weights.scores(keys_of(tagset.templates, seen, len(tags)))

    def score(tags: list[int], tag: int) -> int:
        return tagset.total(tag, scores_after(tuple(tags)))

    hypotheses: list[Hypothesis] = [(0, [])]
    for choice in choices:
        hypotheses = slow_extend(hypotheses, choice, score, beam)
    return [tagset.tags[tag] for tag in hypotheses[0][1]]


class SlowWeights:
    """Averaged weights: the sum over all times, kept at every change."""

    def __init__(self) -> None:
        self.weights: dict[tuple[int, int], int] = defaultdict(int)
        self.sums: dict[tuple[int, int], int] = defaultdict(int)
        self.time = 0

    def score(self, keys: Sequence[int], label: int) -> int:
        return sum(self.weights.get((key, label), 0) for key in keys)

    def change(self, keys: Sequence[int], label: int, by: int) -> None:
        for key in keys:
            self.weights[key, label] += by
            self.sums[key, label] += by * self.time

    def averaged(self) -> dict[tuple[int, int], Fraction]:
        found = {
            place: weight - Fraction(self.sums[place], max(self.time, 1))
            for place, weight in self.weights.items()
        }
        return {place: weight for place, weight in found.items() if weight}


def slow_learn_tags(
    part: Part,
    sentences: Sequence[Sentence],
    order: Iterable[int],
    margin: int,
    clusters: Mapping[str, str],
) -> tuple[SlowWeights, int]:
    """The weights that a tagger learns from the sentences in this order, and its mistakes."""
    tagset = SlowTagSet(part, clusters)
    weights = SlowWeights()
    mistakes = 0
    for index in order:
        sentence = sentences[index]
        rows, choices = tagset.read(sentence)
        gold_tags = zip(sentence.upos, sentence.xpos, sentence.feats, strict=True)
        for i, (choice, gold) in enumerate(
            zip(choices, map(tagset.tags.index, gold_tags), strict=True)
        ):
            keys = keys_of(tagset.templates, rows, i)
            given = choice[0]
            if len(choice) > 1:
                scores = [weights.score(keys, c) for c in range(len(tagset.number))]
                rival = max(
                    (tag for tag in choice if tag != gold),
                    key=lambda tag: tagset.total(tag, scores),
                )
                lead = tagset.total(gold, scores) - tagset.total(rival, scores)
                weights.time += 1
                if lead < margin:
                    for p in tagset.parts[gold] - tagset.parts[rival]:
                        weights.change(keys, tagset.number[p], 1)
                    for p in tagset.parts[rival] - tagset.parts[gold]:
                        weights.change(keys, tagset.number[p], -1)
                mistakes += lead <= 0
                given = gold if lead > 0 else rival
            rows[i] |= tag_row(*tagset.tags[given])
    return weights, mistakes


def slow_learn_sentences(
    part: Part,
    sentences: Sequence[Sentence],
    order: Iterable[int],
    margin: int,
    beam: int,
    clusters: Mapping[str, str],
) -> tuple[SlowWeights, int]:
    """The weights that a tagger learns with a beam, and the number of sentences it got wrong."""
    tagset = SlowTagSet(part, clusters)
    weights = SlowWeights()
    right = [slow_learn_sentence(tagset, weights, sentences[i], margin, beam) for i in order]
    return weights, right.count(False)


def slow_learn_sentence(
    tagset: SlowTagSet, weights: SlowWeights, sentence: Sentence, margin: int, beam: int
) -> bool:
    """Learn where the gold tags lead all others least; returns whether they won in the end."""
    rows, choices = tagset.read(sentence)
    gold = [tagset.tags.index((word.upos, word.xpos, word.feats)) for word in sentence.words]

    @cache
    def keys_after(tags: tuple[int, ...]) -> list[int]:
        seen = after(rows, [tagset.tags[tag] for tag in tags])
        return keys_of(tagset.templates, seen, len(tags))

    @cache
    def part_score(tags: tuple[int, ...], number: int) -> int:
        return weights.score(keys_after(tags), number)

    def score(tags: Sequence[int], tag: int) -> int:
        return sum(part_score(tuple(tags), tagset.number[p]) for p in tagset.parts[tag])

    hypotheses: list[Hypothesis] = [(0, [])]
    total = 0
    least = margin
    path: list[int] = []
    for i, choice in enumerate(choices):
        total += score(gold[:i], gold[i]) if len(choice) > 1 else 0
        hypotheses = slow_extend(hypotheses, choice, score, beam)
        others = [h for h in hypotheses if h[1] != gold[: i + 1]]
        if others and total - others[0][0] < least:
            least = total - others[0][0]
            path = others[0][1]
    weights.time += 1
    for i in range(len(path)):
        if len(choices[i]) > 1:
            for tags, by in ((gold, 1), (path, -1)):
                for p in tagset.parts[tags[i]]:
                    weights.change(keys_after(tuple(tags[:i])), tagset.number[p], by)
    return hypotheses[0][1] == gold
