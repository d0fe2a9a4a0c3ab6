"""What a parser is trained with if nothing else is asked for: the choices of the papers."""

from typing import NamedTuple


class Defaults(NamedTuple):
    """A file of templates, one for use with clusters, and how often to go through the treebank."""

    templates: str = "zhang-nivre-extended"
    cluster_templates: str = "zhang-nivre-clusters"
    iterations: int = 15


_OF_SYSTEMS = {
    "arc-hybrid": Defaults("zhang-nivre-hybrid", "zhang-nivre-hybrid-clusters"),
    "arc-hybrid-swap": Defaults("zhang-nivre-hybrid", "zhang-nivre-hybrid-clusters"),
    "arc-standard": Defaults("arc-standard", "arc-standard-clusters"),
    "arc-standard-swap": Defaults("arc-standard-swap", "arc-standard-swap-clusters"),
    "arc-standard-swap-lazy": Defaults("arc-standard-swap", "arc-standard-swap-clusters"),
    "attardi": Defaults("attardi", "attardi-clusters"),
    "covington": Defaults("covington-extended", "covington-clusters"),
    "covington-nonlocal": Defaults("covington-extended", "covington-clusters"),
    "covington-nonmonotonic": Defaults("covington-extended", "covington-clusters"),
    "lr-spine": Defaults("lr-spine", "lr-spine-clusters", iterations=30),
    "two-planar": Defaults("two-planar", "two-planar-clusters"),
}

_SLOTS = {
    "arc-eager": "neural-eager",
    "arc-eager-nonmonotonic": "neural-eager",
    "covington": "neural-covington",
    "covington-nonlocal": "neural-covington",
    "covington-nonmonotonic": "neural-covington",
    "two-planar": "neural-two-planar",
}


def defaults_for(system: str) -> Defaults:
    """The defaults of a system, or those of all systems that have none of their own."""
    return _OF_SYSTEMS.get(system, Defaults())


def neural_slots(system: str) -> str:
    """The file of slots of a neural parser for a system."""
    return _SLOTS.get(system, "neural-stack")
