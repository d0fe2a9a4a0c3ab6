"""The metrics of the CoNLL 2018 task (https://universaldependencies.org/conll18/evaluation.html).

Tokens, sentences and words are right if they cover the right characters; all other metrics look at
aligned words. LAS ignores subtypes of labels. CLAS counts content words only, MLAS wants their
tags, features and function words right as well, BLEX their lemmas.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

from dodona.evaluation.alignment import Passage, passages
from dodona.evaluation.matching import NOT_ALIGNED
from dodona.evaluation.side import ROOT, Side, tokens_of
from dodona.treebank.conllu import Source, read_source
from dodona.treebank.sentence import Sentence

MetricName = Literal[
    "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas",
    "UAS", "LAS", "CLAS", "MLAS", "BLEX",
]  # fmt: skip
METRICS: tuple[MetricName, ...] = get_args(MetricName)
_OF_ALIGNED_WORDS = METRICS[3:]
_OF_CONTENT_WORDS = METRICS[-3:]

_CONTENT_LABELS = {
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated",
    "advcl", "advmod", "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed",
    "flat", "compound", "list", "parataxis", "orphan", "goeswith", "reparandum", "root", "dep",
}  # fmt: skip
_FUNCTION_LABELS = {"aux", "cop", "mark", "det", "clf", "case", "cc"}
_UNIVERSAL_FEATURES = {
    "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number",
    "Case", "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident",
    "Polarity", "Person", "Polite",
}  # fmt: skip


@dataclass(frozen=True)
class Metric:
    """What a metric counted; ``aligned`` is None where all is said without it."""

    gold: int
    system: int
    correct: int
    aligned: int | None = None

    @property
    def precision(self) -> float:
        """The share of what the system gave that is right, in percent."""
        return percent(self.correct, self.system)

    @property
    def recall(self) -> float:
        """The share of what is in the gold file that the system found, in percent."""
        return percent(self.correct, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, in percent."""
        return percent(2 * self.correct, self.system + self.gold)

    @property
    def aligned_accuracy(self) -> float | None:
        """The share of aligned words that are right, in percent."""
        return None if self.aligned is None else percent(self.correct, self.aligned)

    def to_dict(self) -> dict[str, Any]:
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "aligned_accuracy": self.aligned_accuracy,
            "gold": self.gold,
            "system": self.system,
            "correct": self.correct,
            "aligned": self.aligned,
        }


def percent(part: int, whole: int) -> float:
    """A share in percent; 0 of nothing."""
    return 100 * (part / whole) if whole else 0.0


class SentenceCounts:
    """What is counted in one gold sentence, and in the system's words that begin in it.

    Each list begins with the number in the gold file and the number in the system file. The third
    number is how many are right (``tokens``, ``sentences``) or aligned (``words``, ``content``).
    """

    __slots__ = ("content", "right", "sentences", "tokens", "words")

    def __init__(self) -> None:
        self.tokens = [0, 0, 0]
        self.sentences = [0, 0, 0]
        self.words = [0, 0, 0]
        self.content = [0, 0, 0]
        self.right = [0] * len(_OF_ALIGNED_WORDS)

    def metric(self, name: MetricName) -> Metric:
        if name in _OF_ALIGNED_WORDS:
            counted = self.content if name in _OF_CONTENT_WORDS else self.words
            right = self.right[_OF_ALIGNED_WORDS.index(name)]
            return Metric(counted[0], counted[1], right, counted[2])
        counted = {"Tokens": self.tokens, "Sentences": self.sentences, "Words": self.words}[name]
        return Metric(*counted)

    def __iadd__(self, other: "SentenceCounts") -> "SentenceCounts":
        for name in self.__slots__:
            sums: list[int] = getattr(self, name)
            for i, number in enumerate(getattr(other, name)):
                sums[i] += number
        return self


def evaluate_ud(gold: Source, system: Source) -> dict[MetricName, Metric]:
    """The metrics of the CoNLL 2018 task, for files that may divide the same text differently.

    Both are paths, or sentences. Raises `AlignmentError` if their characters are not the same.
    """
    aligned = passages(read_source(gold), read_source(system))
    return total(counts for passage in aligned for counts in count_ud(passage))


def total(sentences: Iterable[SentenceCounts]) -> dict[MetricName, Metric]:
    """The metrics of all sentences together."""
    sums = SentenceCounts()
    for counts in sentences:
        sums += counts
    return {name: sums.metric(name) for name in METRICS}


def count_ud(passage: Passage) -> list[SentenceCounts]:
    """What is counted in a passage, for each of its gold sentences."""
    result = [SentenceCounts() for _ in passage.gold.sentences]
    _count_segments(passage, result)
    judge = _Judge(passage)
    columns = (passage.system_of, passage.gold.sentence_of, judge.gold.content)
    for g, (s, sentence, content) in enumerate(zip(*columns, strict=True)):
        counts = result[sentence]
        counts.words[0] += 1
        counts.content[0] += content
        if s == NOT_ALIGNED:
            continue
        counts.words[2] += 1
        counts.content[2] += content
        for i, right in enumerate(judge(g, s)):
            counts.right[i] += right
    for s, content in enumerate(judge.system.content):
        counts = result[passage.gold_sentence_of(s)]
        counts.words[1] += 1
        counts.content[1] += content
    return result


class _Words:
    """The columns of the words of one side, numbered through its sentences like the words."""

    def __init__(self, side: Side) -> None:
        self.upos: list[str] = []
        self.xpos: list[str] = []
        self.feats: list[str] = []
        self.lemmas: list[str] = []
        self.labels: list[str] = []
        for sentence in side.sentences:
            self.upos += sentence.upos
            self.xpos += sentence.xpos
            self.feats += [_universal_features(feats) for feats in sentence.feats]
            self.lemmas += sentence.lemmas
            self.labels += [label.partition(":")[0] for label in sentence.deprels]
        self.content = [label in _CONTENT_LABELS for label in self.labels]
        self.function_words: list[list[int]] = [[] for _ in self.labels]
        for word, (head, label) in enumerate(zip(side.heads, self.labels, strict=True)):
            if head != ROOT and label in _FUNCTION_LABELS:
                self.function_words[head].append(word)

    def tagged(self, word: int) -> tuple[str, str, str]:
        """What MLAS wants right of a function word."""
        return self.labels[word], self.upos[word], self.feats[word]


class _Judge:
    """Says what is right of aligned words."""

    def __init__(self, passage: Passage) -> None:
        self.gold = _Words(passage.gold)
        self.system = _Words(passage.system)
        self.gold_of = passage.gold_of
        self.gold_heads = passage.gold.heads
        self.system_heads = passage.system_heads

    def __call__(self, g: int, s: int) -> tuple[bool, ...]:
        """What is right of an aligned word, in the order of the metrics."""
        gold, system = self.gold, self.system
        upos = gold.upos[g] == system.upos[s]
        xpos = gold.xpos[g] == system.xpos[s]
        feats = gold.feats[g] == system.feats[s]
        lemma = gold.lemmas[g] in (system.lemmas[s], "_")
        uas = self.gold_heads[g] == self.system_heads[s]
        las = uas and gold.labels[g] == system.labels[s]
        clas = las and gold.content[g]
        mlas = clas and upos and feats and self._same_function_words(g, s)
        alltags = upos and xpos and feats
        return upos, xpos, feats, alltags, lemma, uas, las, clas, mlas, clas and lemma

    def _same_function_words(self, g: int, s: int) -> bool:
        gold, system = self.gold.function_words[g], self.system.function_words[s]
        return [(word, *self.gold.tagged(word)) for word in gold] == [
            (self.gold_of[word], *self.system.tagged(word)) for word in system
        ]


@lru_cache(maxsize=1 << 14)
def _universal_features(feats: str) -> str:
    """The universal features, in the order of their names."""
    features = sorted(feats.split("|"))
    return "|".join(f for f in features if f.partition("=")[0] in _UNIVERSAL_FEATURES)


def _count_segments(passage: Passage, result: list[SentenceCounts]) -> None:
    """Count tokens and sentences."""
    if passage.alike:
        gold_tokens, system_tokens = (
            set(_tokens_by_words(side.sentences[0])) for side in (passage.gold, passage.system)
        )
        right = len(gold_tokens & system_tokens)
        result[0].tokens = [len(gold_tokens), len(system_tokens), right]
        result[0].sentences = [1, 1, 1]
        return
    for kind, gold, system in (
        ("tokens", passage.gold.tokens, passage.system.tokens),
        ("sentences", passage.gold.sentence_spans, passage.system.sentence_spans),
    ):
        both = set(gold).intersection(system)
        for i, spans in enumerate((gold, system)):
            for span in spans:
                numbers: list[int] = getattr(result[passage.gold_sentence_at(span.start)], kind)
                numbers[i] += 1
                if i == 0:
                    numbers[2] += span in both


def _tokens_by_words(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """The first word of each token, and how many words it has."""
    first = 0
    for _, count in tokens_of(sentence):
        yield first, count
        first += count or 1
