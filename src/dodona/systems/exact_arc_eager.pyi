'Exact costs of arc-eager and arc-hybrid for gold trees of any kind.\n\nPlaces are the nodes 0 ... n and n + 1, the end of the buffer. The root is at place n + 1 if it\nstands last, else at 0; the other of the two is no node. Words that arc-eager leaves on the stack\nat the end count as taken from it there: with a head that costs nothing more, without one it costs\ntheir gold arc, as if they got a wrong head.\n\nBETWEEN[i, j] is the least number of wrong heads among the words between i, on top of the stack, and\nj, the front of the buffer, once all of them have been pushed and taken away again:\n\n    BETWEEN[i, i + 1] = 0\n    BETWEEN[i, j] = min over k of BETWEEN[i, k] + BETWEEN[k, j] + wrong(i, k, j)\n\nIn both systems k gets i or j as its head, so wrong(i, k, j) is 0 if its gold head is one of them or\nnot known, else 1. AHEAD[t, j] is the least number of wrong heads to come once the stack has been\ncut down to s and the t nodes below it, and j is the front of the buffer. Either s leaves the stack,\nor j is pushed on it and taken away again when k is the front:\n\n    AHEAD[t, j] = min(leave(s, j) + AHEAD[t - 1, j],\n                      min over k of BETWEEN[j, k] + wrong(s, j, k) + AHEAD[t, k])\n\nWith a single root, that takes no word above another one (here in BETWEEN and when j is pushed; the\nrest is in `exact_unshift`).'
from dodona.systems.exact import ExactOracle
from dodona.systems.actions.arc_eager import LEFT, REDUCE, RIGHT, SHIFT
from dodona.systems.actions.arc_hybrid import LEFT as HYBRID_LEFT
from dodona.systems.actions.arc_hybrid import RIGHT as HYBRID_RIGHT
from dodona.systems.exact import ExactOracle
from dodona.systems.limits import SHORT_INFINITE
class ExactArcHybrid(ExactOracle):
    """A word leaves the stack with the node below it or the front of the buffer as its head."""
    ...
class ExactArcEager(ExactArcHybrid):
    """A word with a head leaves the stack freely, one without gets the front of the buffer."""
    ...
