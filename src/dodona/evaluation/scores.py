"""Attachment scores, with the rules they were counted by."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from dodona.evaluation.alignment import Passage, pairs, passages
from dodona.evaluation.conll18 import Metric
from dodona.evaluation.matching import NOT_ALIGNED
from dodona.evaluation.rules import LabelRule, Punctuation, Rule, RuleName, get_rule
from dodona.evaluation.side import Side
from dodona.treebank.conllu import Format, Source, format_of, read_source
from dodona.treebank.sentence import Sentence
from dodona.wording import counted


@dataclass(frozen=True)
class Score:
    """How many of some words have the right head, and the right head and label.

    ``system_words`` is how many words the system has in their place, if these are not as many;
    then the scores are F1 scores.
    """

    words: int = 0
    heads: int = 0
    labelled: int = 0
    system_words: int | None = None

    @property
    def given(self) -> int:
        """How many words the system has."""
        return self.words if self.system_words is None else self.system_words

    @property
    def uas(self) -> float:
        """The share of words with the right head, in percent."""
        return Metric(self.words, self.given, self.heads).f1

    @property
    def las(self) -> float:
        """The share of words with the right head and label, in percent."""
        return Metric(self.words, self.given, self.labelled).f1

    def __add__(self, other: "Score") -> "Score":
        words, given = self.words + other.words, self.given + other.given
        return Score(
            words,
            self.heads + other.heads,
            self.labelled + other.labelled,
            None if given == words else given,
        )

    def to_dict(self) -> dict[str, Any]:
        result = {
            "uas": self.uas,
            "las": self.las,
            "words": self.words,
            "heads": self.heads,
            "labelled": self.labelled,
        }
        return result if self.system_words is None else {**result, "system_words": self.given}

    def to_text(self) -> str:
        """The scores and counts as a line."""
        counts = [self.heads, self.labelled, self.words]
        if self.system_words is not None:
            counts.append(self.given)
        return f"{self.uas:>7.2f} {self.las:>7.2f}   {' / '.join(map(str, counts))}"


@dataclass(frozen=True)
class Evaluation:
    """The scores of a system file beside a gold file: of all words, and without punctuation."""

    sentences: int
    all_words: Score
    without_punctuation: Score
    rule: Rule

    @property
    def scored(self) -> Score:
        """The score of the words that count by the rule."""
        return self.without_punctuation if self.rule.exclude_punct else self.all_words

    def to_dict(self) -> dict[str, Any]:
        return {
            "sentences": self.sentences,
            "all_words": self.all_words.to_dict(),
            "without_punctuation": self.without_punctuation.to_dict(),
            "rules": self.rule.to_dict(),
        }

    def to_text(self) -> str:
        """A small table, with the rules below it."""
        counts = "right heads / labelled / words"
        if self.all_words.system_words is not None:
            counts += " / words of the system"
        words, labels, punctuation = self.rule.describe()
        return "\n".join(
            [
                f"{'':<20} {'UAS':>7} {'LAS':>7}   {counts}",
                f"{'all words':<20} {self.all_words.to_text()}",
                f"{'without punctuation':<20} {self.without_punctuation.to_text()}",
                f"{counted(self.sentences, 'sentence')}; {words}; {labels};",
                punctuation,
            ]
        )


def evaluate(
    gold: Source,
    system: Source,
    label_rule: LabelRule | None = None,
    *,
    rule: RuleName | Rule | None = None,
    exclude_punct: Punctuation | None = None,
) -> Evaluation:
    """Compare the trees of a system with the gold trees; both are paths, or sentences.

    >>> dodona.evaluate("gold.conllu", "parsed.conllu").all_words.las    # doctest: +SKIP

    ``rule`` names the rule (see `get_rule`); by default it is ``"ud"`` for CoNLL-U and
    ``"conll07"`` for everything else. Labels can be compared as they stand (``"full"``) or without
    subtypes (``"universal"``) instead. With the rule ``"ud"`` both must hold the same text, with
    the others the same words in the same sentences, else `AlignmentError` is raised.
    """
    gold, system = read_source(gold), read_source(system)
    gold_iterator = iter(gold)
    first = next(gold_iterator, None)
    rest = gold_iterator if first is None else chain([first], gold_iterator)
    treebank_format = None if first is None else format_of(gold, [first])
    rule = get_rule(
        rule, labels=label_rule, exclude_punct=exclude_punct, treebank_format=treebank_format
    )
    sentences = 0
    words = punctuation = Score()
    for of_words, of_punctuation in count_sentences(rest, system, rule):
        sentences += 1
        words += of_words
        punctuation += of_punctuation
    return Evaluation(sentences, words + punctuation, words, rule)


def evaluate_dev(gold: Source, system: Source, treebank_format: Format) -> Evaluation:
    """As `evaluate`, with the labels compared as it is usual for the format of another treebank."""
    return evaluate(gold, system, get_rule(treebank_format=treebank_format).labels)


def count_sentences(
    gold: Iterable[Sentence], system: Iterable[Sentence], rule: Rule
) -> Iterator[tuple[Score, Score]]:
    """The counts of each gold sentence: of words without punctuation, and of punctuation."""
    for passage in aligned(gold, system, rule):
        yield from count(passage, rule)


def aligned(gold: Iterable[Sentence], system: Iterable[Sentence], rule: Rule) -> Iterator[Passage]:
    """The two files in passages of aligned words, as the rule has it."""
    return passages(gold, system) if rule.aligns else pairs(gold, system)


def count(passage: Passage, rule: Rule) -> list[tuple[Score, Score]]:
    """The counts of each gold sentence of a passage."""
    if passage.alike:
        return [_count_alike(passage.gold.sentences[0], passage.system.sentences[0], rule)]
    counts = [([0, 0, 0, 0], [0, 0, 0, 0]) for _ in passage.gold.sentences]
    gold_labels, system_labels = (labels_of(side, rule) for side in (passage.gold, passage.system))
    punctuation, system_punctuation = (
        [is_punct for sentence in side.sentences for is_punct in rule.punctuation_in(sentence)]
        for side in (passage.gold, passage.system)
    )
    system_heads = passage.system_heads
    columns = (passage.system_of, passage.gold.sentence_of, passage.gold.heads)
    for g, (s, sentence, head) in enumerate(zip(*columns, strict=True)):
        row = counts[sentence][punctuation[g]]
        row[0] += 1
        if s != NOT_ALIGNED and head == system_heads[s]:
            row[1] += 1
            row[2] += gold_labels[g] == system_labels[s]
    for s, g in enumerate(passage.gold_of):
        is_punctuation = system_punctuation[s] if g == NOT_ALIGNED else punctuation[g]
        counts[passage.gold_sentence_of(s)][is_punctuation][3] += 1
    return [(_score(words), _score(marks)) for words, marks in counts]


def labels_of(side: Side, rule: Rule) -> list[str]:
    """What is compared of the labels of a side."""
    return [rule.compared(label) for sentence in side.sentences for label in sentence.deprels]


def _count_alike(gold: Sentence, system: Sentence, rule: Rule) -> tuple[Score, Score]:
    counts = ([0, 0, 0], [0, 0, 0])
    universal = rule.labels == "universal"
    columns = (gold.heads, system.heads, gold.deprels, system.deprels, rule.punctuation_in(gold))
    for gold_head, system_head, gold_label, system_label, punctuation in zip(*columns, strict=True):
        row = counts[punctuation]
        row[0] += 1
        if gold_head != system_head:
            continue
        row[1] += 1
        if gold_label == system_label:
            row[2] += 1
        elif universal:
            row[2] += gold_label.partition(":")[0] == system_label.partition(":")[0]
    return Score(*counts[0]), Score(*counts[1])


def _score(row: list[int]) -> Score:
    words, heads, labelled, given = row
    return Score(words, heads, labelled, None if given == words else given)
