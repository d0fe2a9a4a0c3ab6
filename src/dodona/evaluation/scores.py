"""Attachment scores, with the rules they were counted by."""

import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any, Literal

from dodona.errors import AlignmentError
from dodona.treebank.conllu import Format, format_of
from dodona.treebank.sentence import Sentence

LabelRule = Literal["full", "universal"]

LABEL_RULES: dict[LabelRule, str] = {
    "full": "labels are compared as they stand",
    "universal": "subtypes of labels (after the colon) are ignored",
}
PUNCTUATION_RULE = "a word is punctuation if all its characters are (categories P of Unicode)"


@dataclass(frozen=True)
class Score:
    """How many of some words have the right head, and the right head and label."""

    words: int = 0
    heads: int = 0
    labelled: int = 0

    @property
    def uas(self) -> float:
        """The share of words with the right head, in percent."""
        return 100 * self.heads / self.words if self.words else 0.0

    @property
    def las(self) -> float:
        """The share of words with the right head and label, in percent."""
        return 100 * self.labelled / self.words if self.words else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {"uas": self.uas, "las": self.las, **asdict(self)}


@dataclass(frozen=True)
class Evaluation:
    """The scores of a system file beside a gold file: of all words, and without punctuation."""

    sentences: int
    all_words: Score
    without_punctuation: Score
    label_rule: LabelRule

    def to_dict(self) -> dict[str, Any]:
        return {
            "sentences": self.sentences,
            "all_words": self.all_words.to_dict(),
            "without_punctuation": self.without_punctuation.to_dict(),
            "rules": {"labels": LABEL_RULES[self.label_rule], "punctuation": PUNCTUATION_RULE},
        }

    def to_text(self) -> str:
        """A small table, with the rules below it."""
        lines = [f"{'':<20} {'UAS':>7} {'LAS':>7}   right heads / labelled / words"]
        for name, score in (
            ("all words", self.all_words),
            ("without punctuation", self.without_punctuation),
        ):
            counts = f"{score.heads} / {score.labelled} / {score.words}"
            lines.append(f"{name:<20} {score.uas:>7.2f} {score.las:>7.2f}   {counts}")
        lines.append(f"{self.sentences} sentences; {LABEL_RULES[self.label_rule]};")
        lines.append(PUNCTUATION_RULE)
        return "\n".join(lines)


def default_label_rule(treebank_format: Format | None) -> LabelRule:
    """The rule of the CoNLL 2018 task for CoNLL-U, full labels for everything else."""
    return "universal" if treebank_format == "conllu" else "full"


def evaluate(
    gold: Iterable[Sentence], system: Iterable[Sentence], label_rule: LabelRule | None = None
) -> Evaluation:
    """Compare the trees of a system with the gold trees, word by word.

    Both must hold the same words in the same sentences, else `AlignmentError` is raised. Labels
    are compared as they stand (``"full"``) or without subtypes (``"universal"``, the default for
    CoNLL-U).
    """
    counts = {True: [0, 0, 0], False: [0, 0, 0]}
    sentences = 0
    for gold_sentence, system_sentence in zip_longest(gold, system):
        if gold_sentence is None:
            raise _unmatched(system_sentence, "system", "gold", sentences)
        if system_sentence is None:
            raise _unmatched(gold_sentence, "gold", "system", sentences)
        sentences += 1
        _check_aligned(gold_sentence, system_sentence, sentences)
        label_rule = label_rule or default_label_rule(format_of(gold, [gold_sentence]))
        _count(gold_sentence, system_sentence, label_rule, counts)
    words = Score(*counts[False])
    punctuation = Score(*counts[True])
    everything = Score(
        words.words + punctuation.words,
        words.heads + punctuation.heads,
        words.labelled + punctuation.labelled,
    )
    return Evaluation(sentences, everything, words, label_rule or default_label_rule(None))


def is_punctuation(form: str) -> bool:
    """Whether a form has nothing but characters of Unicode's categories for punctuation."""
    return all(unicodedata.category(character).startswith("P") for character in form)


def _count(
    gold: Sentence, system: Sentence, label_rule: LabelRule, counts: dict[bool, list[int]]
) -> None:
    rows = zip(gold.forms, gold.heads, system.heads, gold.deprels, system.deprels, strict=True)
    for form, gold_head, system_head, gold_label, system_label in rows:
        count = counts[is_punctuation(form)]
        count[0] += 1
        if gold_head != system_head:
            continue
        count[1] += 1
        if label_rule == "universal":
            gold_label = gold_label.partition(":")[0]
            system_label = system_label.partition(":")[0]
        count[2] += gold_label == system_label


def _unmatched(sentence: Sentence, longer: str, shorter: str, shared: int) -> AlignmentError:
    return AlignmentError(
        f"{_place(sentence)}: the {shorter} file ends after sentence {shared}, but the {longer} "
        "file goes on here"
    )


def _check_aligned(gold: Sentence, system: Sentence, number: int) -> None:
    for sentence in (gold, system):
        if not sentence.has_tree:
            raise AlignmentError(f"{_place(sentence)}: the sentence has no heads to compare")
    if gold.forms == system.forms:
        return
    pairs = zip_longest(gold.forms, system.forms)
    word, (left, right) = next((i, p) for i, p in enumerate(pairs, 1) if p[0] != p[1])
    raise AlignmentError(
        f"{_place(system)}: sentence {number} is not the same as at {_place(gold)}: word {word} is "
        f"{_shown(right)} in the system file and {_shown(left)} in the gold file"
    )


def _place(sentence: Sentence) -> str:
    place = f"{sentence.source}:{sentence.line}" if sentence.source else f"line {sentence.line}"
    return f"{place} (sentence {sentence.sent_id})" if sentence.sent_id else place


def _shown(form: str | None) -> str:
    return "missing" if form is None else repr(form)
