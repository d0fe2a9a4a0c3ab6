"""Arcs of a treebank that all of several parsers contradict: the likely mistakes of annotation."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dodona.errors import SettingsError
from dodona.evaluation.examples import ErrorKind
from dodona.evaluation.side import place
from dodona.treebank.building import with_columns
from dodona.treebank.conllu import Format
from dodona.treebank.descent import nonprojective_arcs
from dodona.treebank.sentence import Sentence
from dodona.wording import counted

Arc = tuple[int, str]
"""The head of a word and the label of the arc between them."""

_SUGGESTION = "Suggestion="


@dataclass(frozen=True)
class Doubt:
    """A word of a treebank, counted from 1, whose arc no parser would give to it.

    ``votes`` are the arcs that each of them would give, ``agreement`` is the share of words of the
    sentence whose arcs all of them would give.
    """

    sentence: Sentence
    word: int
    votes: tuple[Arc, ...]
    agreement: float

    @property
    def gold(self) -> Arc:
        """The arc that the treebank has."""
        return self.sentence.heads[self.word - 1], self.sentence.deprels[self.word - 1]

    @property
    def suggestion(self) -> Arc:
        """The arc that most parsers would give, the first of several."""
        return Counter(self.votes).most_common(1)[0][0]

    @property
    def unanimous(self) -> bool:
        """Whether all parsers would give the same arc."""
        return len(set(self.votes)) == 1

    @property
    def kind(self) -> ErrorKind:
        """What would be wrong with the arc."""
        return ErrorKind(self.gold[1], self.suggestion[1], self.gold[0] == self.suggestion[0])

    def __str__(self) -> str:
        """The doubt as a line for people."""
        votes = f"{self.votes.count(self.suggestion)} of {len(self.votes)} parsers"
        return (
            f"{place(self.sentence)}: word {self.word} {self._form(self.word)}: "
            f"{self._describe(self.gold)}; {votes}: {self._describe(self.suggestion)}"
        )

    def _describe(self, arc: Arc) -> str:
        head, label = arc
        return f"{label} of {head} {self._form(head)}" if head else f"{label}, from the root"

    def _form(self, word: int) -> str:
        return f"“{self.sentence.forms[word - 1]}”"

    def to_dict(self) -> dict[str, Any]:
        return {
            "sent_id": self.sentence.sent_id,
            "line": self.sentence.line,
            "word": self.word,
            "gold": list(self.gold),
            "suggestion": list(self.suggestion),
            "votes": [list(arc) for arc in self.votes],
            "agreement": round(self.agreement, 4),
        }


def find_doubts(
    sentence: Sentence,
    trees: Sequence[Sequence[Arc]],
    *,
    disputed: bool = False,
    crossing: bool = False,
) -> Iterator[Doubt]:
    """The words of a sentence whose arcs are in none of these trees.

    Those for which the trees have different arcs are left out unless ``disputed``; those whose arcs
    cross others, which projective parsers cannot give, unless ``crossing``.
    """
    gold = list(zip(sentence.heads, sentence.deprels, strict=True))
    votes = list(zip(*trees, strict=True))
    agreed = sum(set(arcs) == {arc} for arc, arcs in zip(gold, votes, strict=True))
    _, *nonprojective = nonprojective_arcs([-1, *sentence.heads])
    for word, (arc, arcs, crosses) in enumerate(zip(gold, votes, nonprojective, strict=True), 1):
        passed_over = (crosses and not crossing) or (len(set(arcs)) > 1 and not disputed)
        if arc not in arcs and not passed_over:
            yield Doubt(sentence, word, arcs, agreed / len(gold))


@dataclass(frozen=True)
class Review:
    """What parsers have against a treebank: its sentences, and ``doubts`` in their order.

    ``members`` are the names of the parsers, each of which was trained ``folds`` times.
    """

    sentences: list[Sentence]
    treebank_format: Format
    doubts: list[Doubt]
    members: list[str]
    folds: int

    @cached_property
    def by_sentence(self) -> list[list[Doubt]]:
        """The doubts of each sentence that has any, the likeliest mistakes first.

        That is where the parsers agree with most of the other arcs of the sentence.
        """
        found: dict[int, list[Doubt]] = {}
        for doubt in self.doubts:
            found.setdefault(id(doubt.sentence), []).append(doubt)
        return sorted(found.values(), key=lambda doubts: -doubts[0].agreement)

    @property
    def kinds(self) -> list[tuple[ErrorKind, int]]:
        """What would be wrong, and how often, the most frequent first."""
        counts = Counter(doubt.kind for doubt in self.doubts)
        return sorted(counts.items(), key=lambda kind: (-kind[1], kind[0]))

    def summary(self) -> str:
        """How many doubts there are, in one line."""
        words = sum(map(len, self.sentences))
        return (
            f"{counted(len(self.doubts), 'doubt')} in {len(self.by_sentence)} of "
            f"{counted(len(self.sentences), 'sentence')}, {counted(words, 'word')}"
        )

    def to_text(self) -> str:
        """A line for each doubt, in the order of the treebank, and their number."""
        return "\n".join([*map(str, self.doubts), self.summary()])

    def to_dict(self) -> dict[str, Any]:
        doubts = [doubt.to_dict() for doubt in self.doubts]
        return {"members": self.members, "folds": self.folds, "doubts": doubts}

    def marked(self) -> Iterator[Sentence]:
        """All sentences, with what the parsers suggest in MISC, as ``Suggestion=5:obj``.

        Earlier suggestions are replaced; nothing else changes. `SettingsError` for CoNLL-X.
        """
        check_place_for_suggestions(self.treebank_format)
        suggestions: dict[int, dict[int, Arc]] = {}
        for doubt in self.doubts:
            suggestions.setdefault(id(doubt.sentence), {})[doubt.word] = doubt.suggestion
        for sentence in self.sentences:
            arcs = suggestions.get(id(sentence), {})
            old = sentence.misc
            new = [_with_suggestion(misc, arcs.get(word)) for word, misc in enumerate(old, 1)]
            yield sentence if new == old else with_columns(sentence, {"misc": new})


def check_place_for_suggestions(treebank_format: Format) -> None:
    """Raise `SettingsError` for a treebank in whose columns suggestions cannot stand."""
    if treebank_format == "conllx":
        raise SettingsError("CoNLL-X has no place for suggestions; CoNLL-U has")


def _with_suggestion(misc: str, arc: Arc | None) -> str:
    entries = [] if misc == "_" else misc.split("|")
    kept = [entry for entry in entries if not entry.startswith(_SUGGESTION)]
    if arc is None and len(kept) == len(entries):
        return misc
    new = [] if arc is None else [f"{_SUGGESTION}{arc[0]}:{arc[1]}"]
    return "|".join([*kept, *new]) or "_"
