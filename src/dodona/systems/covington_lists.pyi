"The lists and transitions of Covington's non-projective parsing, without the oracles.\n\nGómez-Rodríguez & Fernández-González 2015, *An Efficient Dynamic Oracle for Unrestricted\nNon-Projective Parsing*, Figure 1. In configurations ⟨λ1|i, λ2, j|B, A⟩ the focus words are i and j.\nAll lists are stretches of the sentence: λ1 is 1 ... i, λ2 is i+1 ... j-1 and j|B is j ... n.\n\nFor training and parsing the root stands at the end of the buffer. Once it is the front, one word\nwithout a head after the other comes into focus and gets its arc from the root (ROOT), so that the\nlabels of these arcs are predicted too."
from dodona.systems.base import TransitionSystem
from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import CovingtonConfiguration
class CovingtonLists(TransitionSystem):
    """SHIFT, NO-ARC, LEFT and RIGHT over all pairs of words.

    ``state.partner`` is i and ``state.front`` is j. A system says by `may_link` which arcs are
    allowed and by `link` how they are made.

    With ``root_last`` there is also ROOT, for words without a head at the end, from right to left.
    With ``single_root`` too, only one of them gets an arc from the root: from left to right, ROOT
    takes i or NO-ARC passes on to the next one. The word r that was taken (``state.stand_in``)
    then takes the others (LEFT, RIGHT).
    """
    ...
