"Arc-hybrid parsing with a static and a dynamic oracle.\n\nKuhlmann, Gómez-Rodríguez & Satta 2011, *Dynamic Programming Algorithms for Transition-Based\nDependency Parsers*, section 5: LEFT is that of arc-eager, RIGHT that of arc-standard. The dynamic\noracle is that of Goldberg & Nivre 2013, *Training Deterministic Parsers with Non-Deterministic\nOracles*, section 4. In configurations (σ|s1|s0, b|β, A) the two topmost words of the stack are s1\nand s0, and the front of the buffer is b.\n\nThe costs are the definition's for projective gold trees and parts of them; a word s0 that is alone\non the stack has no s1 to lose. The root is at the bottom of the stack, as in the paper, or, for\nparsing, at the end of the buffer, where its dependents are chosen last."
from dodona.systems.ordered_stack import OrderedStack
from dodona.systems.actions.arc_hybrid import LEFT, RIGHT, SHIFT, UNSHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.ordered_stack import OrderedStack
class ArcHybrid(OrderedStack):
    """SHIFT, LEFT and RIGHT over a stack and a buffer; complete for projective trees.

    A word gets its head when it leaves the stack, so every derivation has 2n transitions and ends
    in a tree. With ``single_root`` the root takes the last word on the stack only, and a word that
    lies above another can go back to the front of the buffer (UNSHIFT, as in arc-eager). There it
    takes one word or more before it is pushed again, so that a derivation has less than 4n
    transitions; ``state.partner`` is the word that it must take first. The costs are then exact for
    gold trees with one root.
    """
    ...
