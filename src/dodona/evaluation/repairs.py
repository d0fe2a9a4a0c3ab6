"""What non-monotonic systems do to their own arcs: which ones they replace, and whether it helps.

As in section 6.3 of Fernández-González & Gómez-Rodríguez 2017: a transition that adds an arc is
non-monotonic if it breaks an earlier one. It helps if its arc is gold; it harms if its arc is not
gold and one that it broke was. Labels do not count here.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dodona.errors import AlignmentError, SettingsError
from dodona.evaluation.conll18 import percent
from dodona.evaluation.side import place
from dodona.parser.base import BaseParser
from dodona.parser.parser import Parser
from dodona.parser.replay import Derivation, replay_parses
from dodona.treebank.mirroring import mirrored
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


def find_repairs(parser: BaseParser, pairs: Sequence[tuple[Sentence, Sentence]]) -> Repairs:
    """Make the derivations of parsed sentences again and see which arcs were replaced.

    ``pairs`` are sentences with their gold trees, and what the parser makes of the same words with
    the tags that they have there.
    """
    if not isinstance(parser, Parser):
        raise SettingsError(
            "parsers that vote make no transitions together: name one that parses alone"
        )
    if parser.header.encoding:
        raise SettingsError(
            "the model lifts words and puts them back after parsing (pseudo-projective): its "
            "transitions do not lead to its trees, and cannot be judged by gold ones"
        )
    result = Repairs()
    derivations = replay_parses(parser, [parsed for _, parsed in pairs])
    for (gold, parsed), derivation in zip(pairs, derivations, strict=True):
        if parser.header.mirrored:
            gold, parsed = mirrored(gold), mirrored(parsed)
        if derivation.configurations[-1].heads[1:] != parsed.heads:
            raise AlignmentError(
                f"{place(parsed)}: this is not the tree that the model gives; name the model "
                "with which the file was parsed, with the beam of the model"
            )
        _count(derivation, gold.heads, result)
    return result


def _count(derivation: Derivation, gold_heads: Sequence[int], result: Repairs) -> None:
    gold = [-1, *gold_heads]
    history = [c.heads for c in derivation.configurations]
    result.sentences += 1
    result.words += len(gold_heads)
    result.transitions += len(derivation.transitions)
    for (_, label), before, after in zip(
        derivation.transitions, history[:-1], history[1:], strict=True
    ):
        if label is not None:
            result.arcs += 1
            _judge_arc(gold, before, after, result)
    for word in range(1, len(gold)):
        first = next(heads[word] for heads in history if heads[word] >= 0)
        last = history[-1][word]
        result.words_repaired += first != gold[word] and last == gold[word]
        result.words_harmed += first == gold[word] and last != gold[word]


def _judge_arc(gold: list[int], before: list[int], after: list[int], result: Repairs) -> None:
    """Whether the transition between two arc sets is non-monotonic, and whether it helps."""
    changed = [d for d in range(1, len(gold)) if before[d] != after[d]]
    broken = [d for d in changed if before[d] >= 0]
    if broken:
        helps = any(after[d] == gold[d] for d in changed if after[d] >= 0)
        result.nonmonotonic += 1
        result.helpful += helps
        result.harmful += not helps and any(before[d] == gold[d] for d in broken)
