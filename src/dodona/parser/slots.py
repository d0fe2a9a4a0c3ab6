"""The slots of a neural parser: which words and which small facts of a configuration it looks at.

Slots are written as templates are, one a line, with `include`. A slot is a word (`S0`, `S0.l1`), or
a fact for which there is a small table of vectors: the label of a word (`S0.l1.l`), the number of
its dependents (`S0.vl`, `S0.vr`), or a distance (`S0-N0`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from dodona.errors import TemplateError
from dodona.parser.templates import ATTRIBUTES, Program, compile_templates

FACTS = ("l", "vl", "vr")

_MOST_SLOTS = 48


class Slots(NamedTuple):
    """Slots translated for the extractor: a template of one atom each, words first."""

    program: Program
    words: int
    facts: list[str]


def compile_slots(slots: Sequence[str], focus_names: Sequence[str]) -> Slots:
    """Translate slots over the words that a transition system names."""
    words = [slot for slot in slots if not _is_fact(slot)]
    facts = [slot for slot in slots if _is_fact(slot)]
    for slot in words:
        last = slot.rpartition(".")[2]
        if " " in slot or last in ATTRIBUTES:
            raise TemplateError(
                f"{slot!r} is no slot of a neural parser: a slot is a word such as S0.l1, or one "
                f"of its attributes {', '.join(FACTS)}, or a distance such as S0-N0"
            )
    if not 1 <= len(words) <= len(slots) <= _MOST_SLOTS:
        raise TemplateError(
            f"there must be a word among the slots, and at most {_MOST_SLOTS} slots"
        )
    program = compile_templates([*(f"{word}.w" for word in words), *facts], focus_names)
    return Slots(program, len(words), facts)


def _is_fact(slot: str) -> bool:
    return "-" in slot or (slot.rpartition(".")[2] in FACTS and "." in slot)
