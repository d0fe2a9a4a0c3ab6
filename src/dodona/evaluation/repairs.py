"""What non-monotonic systems do to their own arcs: which ones they replace, and whether it helps.

As in section 6.3 of Fernández-González & Gómez-Rodríguez 2017: a transition that adds an arc is
non-monotonic if it breaks an earlier one. It helps if its arc is gold; it harms if its arc is not
gold and one that it broke was. Labels do not count here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dodona.errors import AlignmentError, SettingsError
from dodona.evaluation.alignment import pairs
from dodona.evaluation.conll18 import percent
from dodona.evaluation.side import place
from dodona.parsing.parser import Parser, Transition
from dodona.systems import TransitionSystem, parsing_system
from dodona.treebank.sentence import Sentence


@dataclass
class Repairs:
    """What was counted while the derivations of some sentences were made again.

    ``arcs`` are the transitions that add an arc, ``nonmonotonic`` those of them that break
    another; these are ``helpful``, ``harmful`` or neither. ``words_repaired`` is how many words got
    a wrong head first and ended with the right one, ``words_harmed`` how many the other way round.
    """

    sentences: int = 0
    words: int = 0
    transitions: int = 0
    arcs: int = 0
    nonmonotonic: int = 0
    helpful: int = 0
    harmful: int = 0
    words_repaired: int = 0
    words_harmed: int = 0

    @property
    def nonmonotonic_share(self) -> float:
        """The share of arcs that break another, in percent."""
        return percent(self.nonmonotonic, self.arcs)

    @property
    def helpful_share(self) -> float:
        """The share of non-monotonic arcs that are gold, in percent."""
        return percent(self.helpful, self.nonmonotonic)

    @property
    def harmful_share(self) -> float:
        """The share of non-monotonic arcs that put a wrong arc in place of a gold one."""
        return percent(self.harmful, self.nonmonotonic)

    def to_dict(self) -> dict[str, Any]:
        shares = {
            "nonmonotonic_percent": self.nonmonotonic_share,
            "helpful_percent": self.helpful_share,
            "harmful_percent": self.harmful_share,
        }
        return {**asdict(self), **shares}

    def to_text(self) -> str:
        return "\n".join(
            [
                f"non-monotonic arcs: {self.nonmonotonic} of {self.arcs} "
                f"({self.nonmonotonic_share:.2f} %)",
                f"  that are gold: {self.helpful} ({self.helpful_share:.2f} %)",
                f"  that put a wrong arc in place of a gold one: {self.harmful} "
                f"({self.harmful_share:.2f} %)",
                f"words whose first head was wrong and whose last is right: {self.words_repaired}",
                f"words whose first head was right and whose last is wrong: {self.words_harmed}",
            ]
        )


def find_repairs(parser: Parser, gold: Iterable[Sentence], parsed: Iterable[Sentence]) -> Repairs:
    """Make the derivations of parsed sentences again and see which arcs were replaced.

    ``parsed`` must be what the parser makes of these words and tags, and have the words of
    ``gold``.
    """
    header = parser.header
    if header.encoding:
        raise SettingsError(
            "the model lifts words and puts them back after parsing (pseudo-projective): its "
            "transitions do not lead to its trees, and cannot be judged by gold ones"
        )
    system = parsing_system(header.system, single_root=header.single_root)
    stretches = list(pairs(gold, parsed))
    sentences = [stretch.system.sentences[0] for stretch in stretches]
    result = Repairs()
    for stretch, derivation in zip(stretches, parser.derivations(sentences), strict=True):
        (gold_sentence,), (sentence,) = stretch.gold.sentences, stretch.system.sentences
        history = _replay(system, [-1, *gold_sentence.heads], derivation, result)
        if history[-1][1:] != sentence.heads:
            raise AlignmentError(
                f"{place(sentence)}: this is not the tree that the model gives; name the model "
                "with which the file was parsed, with the beam of the model"
            )
        _count_words(history, gold_sentence.heads, result)
    return result


def _replay(
    system: TransitionSystem,
    gold: Sequence[int],
    derivation: Iterable[Transition],
    result: Repairs,
) -> list[list[int]]:
    """Make transitions one by one and judge them; the heads after each of them."""
    c = system.initial(len(gold) - 1)
    history = [c.heads]
    for name, label in derivation:
        c = system.apply(c, name, label=label)
        before, after = history[-1], c.heads
        history.append(after)
        result.transitions += 1
        if label is None:
            continue
        result.arcs += 1
        broken = [d for d in range(1, len(gold)) if before[d] >= 0 and before[d] != after[d]]
        if broken:
            added = [d for d in range(1, len(gold)) if after[d] >= 0 and before[d] != after[d]]
            helps = any(after[d] == gold[d] for d in added)
            result.nonmonotonic += 1
            result.helpful += helps
            result.harmful += not helps and any(before[d] == gold[d] for d in broken)
    return history


def _count_words(history: list[list[int]], gold: Sequence[int], result: Repairs) -> None:
    result.sentences += 1
    result.words += len(gold)
    for word, head in enumerate(gold, 1):
        first = next(heads[word] for heads in history if heads[word] >= 0)
        last = history[-1][word]
        result.words_repaired += first != head and last == head
        result.words_harmed += first == head and last != head
