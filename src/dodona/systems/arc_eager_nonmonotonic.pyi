"Non-monotonic arc-eager parsing: later transitions repair what earlier ones did.\n\nHonnibal, Goldberg & Johnson 2013, *A Non-Monotonic Arc-Eager Transition System for Dependency\nParsing*. Two transitions of arc-eager are allowed in more places: LEFT replaces a head that RIGHT\nhas given, and REDUCE of a word without a head attaches it to the word below it on the stack, which\nis the one that RIGHT would have attached it to. In configurations (σ|t|s, b|β, A) the top of the\nstack is s, the word below it t, and the front of the buffer b.\n\n*Labels.* A REDUCE that attaches a word has a label, chosen when the arc is made; a REDUCE of a word\nwith a head has none.\n\n*The oracle.* The costs are the definition's for projective gold trees and parts of them. With the\nroot last, gold arcs are lost one by one and the costs are counted in linear time. With the root\nfirst they are differences of losses: parsing ends with the buffer, and words that wait for their\nREDUCE can be in the way of the last word's arc. Among transitions of least cost, training prefers\nthose that are best in arc-eager too (Fernández-González & Gómez-Rodríguez 2017 say so of the\noriginal); without this preference it learned worse than from the static oracle. See `prefer`."
from dodona.systems.arc_eager import ArcEager
from dodona.systems.actions.arc_eager import ATTACH, LEFT, REDUCE, RIGHT, SHIFT
from dodona.systems.arc_eager import ArcEager
from dodona.systems.base import TransitionSystem
class ArcEagerNonmonotonic(ArcEager):
    """Arc-eager whose LEFT takes words that have a head and whose REDUCE those that have none.

    A REDUCE that adds an arc is an action of its own, ATTACH, under the same name.

    With ``single_root`` the root takes the last word on the stack only, and REDUCE attaches the
    others; then the costs are exact for gold trees with one root.
    """
    ...
