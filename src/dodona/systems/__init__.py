"""Transition systems and their oracles, one file each.

>>> from dodona.systems import get_system
>>> system = get_system("arc-eager")
>>> c = system.initial(2)
>>> system.legal(c)
['SHIFT', 'RIGHT']
>>> system.costs(c, [-1, 2, 0])
{'SHIFT': 0, 'RIGHT': 1}
"""

from typing import Literal

from dodona.errors import TransitionError
from dodona.systems.arc_eager import ArcEager
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration

__all__ = ["Configuration", "TransitionSystem", "get_system", "system_names"]

_SYSTEMS: dict[str, type[TransitionSystem]] = {system.name: system for system in (ArcEager,)}


def system_names() -> list[str]:
    """The names that `get_system` knows."""
    return sorted(_SYSTEMS)


def get_system(
    name: str, *, root: Literal["first", "last"] = "first", single_root: bool = False
) -> TransitionSystem:
    """The transition system of that name.

    ``root`` says where the artificial root stands: at the bottom of the stack (``"first"``, as in
    the papers) or at the end of the buffer (``"last"``, as in training and parsing). With
    ``single_root`` derivations end in trees with exactly one root (only with the root last).
    """
    if name not in _SYSTEMS:
        known = ", ".join(system_names())
        raise TransitionError(f"there is no transition system {name!r}; there are {known}")
    if root not in ("first", "last"):
        raise TransitionError(f"the root stands 'first' or 'last', not {root!r}")
    if single_root and root != "last":
        raise TransitionError("single_root needs root='last'")
    return _SYSTEMS[name](root_last=root == "last", single_root=single_root)
