"Arc-eager parsing with a static and a dynamic oracle.\n\nGoldberg & Nivre 2012, *A Dynamic Oracle for Arc-Eager Dependency Parsing*: the system is that of\nsection 2.1, the static oracle Algorithm 1, the dynamic one that of section 3. In configurations\n(σ|s, b|β, A) the top of the stack is s and the front of the buffer b.\n\nThe costs are the definition's, found by counting the gold arcs that a transition puts out of\nreach; Figure 4 of the paper leaves some of them out (s → b for LEFT, b → s for RIGHT) and counts\nothers twice (arcs to words that have a head already). They are exact for projective gold trees, and\nfor arcs that are part of one.\nLine 5 of Algorithm 1 needs a top with a head, which it has on the oracle's own path.\n\nThe root is at the bottom of the stack, as in the paper, or, for parsing, at the end of the buffer\n(Ballesteros & Nivre 2013), where its dependents are chosen last."
from dodona.systems.ordered_stack import OrderedStack
from dodona.systems.actions.arc_eager import LEFT, REDUCE, RIGHT, SHIFT, UNSHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.ordered_stack import OrderedStack
class ArcEager(OrderedStack):
    """SHIFT, REDUCE, LEFT and RIGHT over a stack and a buffer; complete for projective forests.

    With ``root_last`` no word is left on the stack at the end. With ``single_root`` too, the root
    takes the last word on the stack only, and a word without a head that lies above another can go
    back to the front of the buffer (UNSHIFT, after Nivre & Fernández-González 2014). From there it
    is pushed by RIGHT, or by SHIFT if it has taken all words of the stack, so that it goes back
    once at most. The costs are then exact for gold trees with one root.
    """
    ...
