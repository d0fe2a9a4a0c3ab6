"""Transition systems and their oracles, one file each.

>>> from dodona.systems import get_system
>>> system = get_system("arc-eager")
>>> c = system.initial(2)
>>> system.legal(c)
['SHIFT', 'RIGHT']
>>> system.costs(c, [-1, 2, 0])
{'SHIFT': 0, 'RIGHT': 1}
"""

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Literal

from dodona.errors import TransitionError
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration
from dodona.systems.reach import Reach

__all__ = [
    "Configuration",
    "Reach",
    "TransitionSystem",
    "get_system",
    "parsing_system",
    "system_names",
]

# Where each system stands: the module in this folder, and the class.
_SYSTEMS = {
    "arc-eager": "arc_eager:ArcEager",
    "arc-eager-nonmonotonic": "arc_eager_nonmonotonic:ArcEagerNonmonotonic",
    "arc-hybrid": "arc_hybrid:ArcHybrid",
    "arc-hybrid-swap": "arc_hybrid_swap:ArcHybridSwap",
    "arc-standard": "arc_standard:ArcStandard",
    "arc-standard-swap": "arc_standard_swap:ArcStandardSwap",
    "arc-standard-swap-lazy": "arc_standard_swap:ArcStandardSwapLazy",
    "arc-swift": "arc_swift:ArcSwift",
    "attardi": "attardi:Attardi",
    "covington": "covington:Covington",
    "covington-nonlocal": "covington_nonlocal:CovingtonNonlocal",
    "covington-nonmonotonic": "covington_nonmonotonic:CovingtonNonmonotonic",
    "lr-spine": "lr_spine:LRSpine",
    "two-planar": "two_planar:TwoPlanar",
}


def system_names() -> list[str]:
    """The names that `get_system` knows."""
    return sorted(_SYSTEMS)


def get_system(
    name: str,
    *,
    root: Literal["first", "last"] = "first",
    single_root: bool = False,
    loss: str | None = None,
) -> TransitionSystem:
    """The transition system of that name.

    ``root`` says where the artificial root stands: at the bottom of the stack (``"first"``, as in
    the papers) or at the end of the buffer (``"last"``, as in training and parsing). With
    ``single_root`` derivations end in trees with exactly one root (only with the root last).
    ``loss`` says which loss the oracle counts, for systems that know several.
    """
    if name not in _SYSTEMS:
        known = ", ".join(system_names())
        raise TransitionError(f"there is no transition system {name!r}; there are {known}")
    if root not in ("first", "last"):
        raise TransitionError(f"the root stands 'first' or 'last', not {root!r}")
    system = _class_of(name)
    if root == "last" and system.parsing_root != "last":
        raise TransitionError(f"{name} knows the root at its first place only")
    if single_root and root != system.parsing_root:
        raise TransitionError(f"{name} keeps to a single root with root={system.parsing_root!r}")
    return _make(system, root_last=root == "last", single_root=single_root, loss=loss)


def parsing_system(
    name: str, *, single_root: bool = False, loss: str | None = None
) -> TransitionSystem:
    """The variant of a transition system that training and parsing use."""
    system = type(get_system(name))
    root_last = system.parsing_root == "last"
    return _make(system, root_last=root_last, single_root=single_root, loss=loss)


def _class_of(name: str) -> type[TransitionSystem]:
    system: type[TransitionSystem] = resolve_name(f"dodona.systems.{_SYSTEMS[name]}")
    return system


def _make(
    system: type[TransitionSystem], *, root_last: bool, single_root: bool, loss: str | None
) -> TransitionSystem:
    if loss is None:
        return system(root_last=root_last, single_root=single_root)
    if loss not in system.losses:
        choice = f"there are {', '.join(system.losses)}" if system.losses else "it has only one"
        raise TransitionError(f"{system.name} has no loss {loss!r} to choose: {choice}")
    make: Callable[..., TransitionSystem] = system
    return make(root_last=root_last, single_root=single_root, loss=loss)
