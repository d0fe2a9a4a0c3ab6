"""Which systems have an exact oracle for trees that they cannot derive."""

from typing import TYPE_CHECKING

from dodona.errors import TransitionError
from dodona.systems.exact import LONGEST, ExactOracle
from dodona.systems.exact_arc_eager import ExactArcEager, ExactArcHybrid
from dodona.systems.exact_arc_standard import ExactArcStandard
from dodona.systems.exact_unshift import ExactArcEagerSingleRoot, ExactArcHybridSingleRoot

if TYPE_CHECKING:
    from dodona.systems.base import TransitionSystem

_ORACLES: dict[str, type[ExactOracle]] = {
    "arc-eager": ExactArcEager,
    "arc-hybrid": ExactArcHybrid,
    "arc-standard": ExactArcStandard,
}
_SINGLE_ROOT: dict[str, type[ExactOracle]] = {
    "arc-eager": ExactArcEagerSingleRoot,
    "arc-hybrid": ExactArcHybridSingleRoot,
    "arc-standard": ExactArcStandard,
}


def exact_system_names() -> list[str]:
    """The names of the systems that `exact_oracle` knows."""
    return sorted(_ORACLES)


def exact_oracle(system: "TransitionSystem", n: int) -> ExactOracle:
    """An exact oracle for sentences of up to n words."""
    if system.name not in _ORACLES:
        known = ", ".join(exact_system_names())
        raise TransitionError(f"{system.name} has no exact costs to choose; {known} have")
    if n > LONGEST:
        raise TransitionError(f"exact costs are for sentences of up to {LONGEST} words")
    oracle = (_SINGLE_ROOT if system.single_root else _ORACLES)[system.name]
    return oracle(system.root_last, system.single_root, n)
