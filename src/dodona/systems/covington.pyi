"Covington's non-projective parsing with a static and a dynamic oracle.\n\nGómez-Rodríguez & Fernández-González 2015, *An Efficient Dynamic Oracle for Unrestricted\nNon-Projective Parsing*: the dynamic oracle is that of Theorem 1. The configurations\n⟨λ1|i, λ2, j|B, A⟩, with the focus words i and j, are those of `CovingtonLists`.\n\nWords without a head hang from the root. A gold arc 0 → y is therefore there as long as y has no\nhead, and lost once it has one; line 6 of Algorithm 1 must not be applied to such arcs."
from dodona.systems.covington_lists import CovingtonLists
from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.covington_lists import CovingtonLists
class Covington(CovingtonLists):
    """SHIFT, NO-ARC, LEFT and RIGHT over all pairs of words; complete for all trees.

    A word gets one head only, and no arc closes a cycle. ``state.component`` holds disjoint sets,
    the trees built so far: component[d] is the word at the top of d's tree. With ``single_root``
    the costs are exact for gold trees with one root. Where not all gold arcs are known, what is
    said of them holds for those that are.
    """
    ...
