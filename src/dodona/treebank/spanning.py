"""The tree with the highest sum of weights that some arcs can make.

Chu & Liu (1965) and Edmonds (1967): each node takes the best arc that enters it; a cycle of such
arcs becomes one node, whose arcs are weighed by what they would cost the cycle. Here the nodes grow
as paths from each word to the root, as Tarjan (1977) has it, with lists in the place of heaps: the
time is at most that of nodes times arcs, and that of arcs alone where there are no cycles.
"""

from array import array
from collections.abc import Iterable

import cython
from cython.cimports.dodona.treebank.eisner import Eisner

from dodona.errors import TreeError

FINISHED = cython.declare(cython.int, -1)
UNSEEN = cython.declare(cython.int, 0)
NONE = cython.declare(cython.int, -1)


def maximum_spanning_tree(
    n: int,
    arcs: Iterable[tuple[int, int, int]],
    *,
    single_root: bool = False,
    projective: bool = False,
) -> list[int]:
    """The best tree over words 1 ... n of arcs that are triples of a head, a dependent, a weight.

    ``heads[d]`` is the head of word d, ``heads[0]`` is -1. With ``single_root`` it is the best one
    with the fewest arcs from the root. `TreeError` if the arcs make no tree.
    """
    word: cython.int
    given = list(arcs)
    tree: SpanningTree = SpanningTree(n, len(given))
    tree.start(n)
    for head, dependent, weight in given:
        if not (0 <= head <= n and 1 <= dependent <= n and head != dependent):
            raise TreeError(f"there is no arc from {head} to {dependent} over {n} words")
        tree.add(head, dependent, weight)
    if not (tree.solve_projective(single_root) if projective else tree.solve(single_root)):
        raise TreeError("these arcs make no tree")
    result = [-1]
    for word in range(1, tree.n + 1):
        result.append(tree.heads[tree.entering[word]])
    return result


@cython.final
@cython.cclass
class SpanningTree:
    """Room to find trees of up to so many words and arcs, for one thread.

    `start` a sentence, `add` its arcs, `solve`: then ``entering[d]`` is the number of the arc to
    word d. Of arcs to a word that weigh the same the first one counts. Cycles are nodes after the
    words; the arcs that enter a node are a list, ``parent`` is the cycle that a node is in.
    """

    def __init__(self, longest: int, most_arcs: int) -> None:
        arcs, nodes = max(most_arcs, 1), 2 * longest + 2
        self.heads, self.dependents, self.following = (
            array("i", bytes(4 * arcs)) for _ in range(3)
        )
        self.weights = array("q", bytes(8 * arcs))
        self.first, self.last, self.parent, self.link, self.mark, self.path, self.entering = (
            array("i", bytes(4 * nodes)) for _ in range(7)
        )

    def start(self, n):
        """Begin with the arcs of a sentence of n words."""
        node: cython.int
        self.n = n
        self.arcs = 0
        self.nodes = 0
        for node in range(n + 1):
            self.make_node(node)

    def add(self, head, dependent, weight):
        """Add an arc; returns its number."""
        arc: cython.int = self.arcs
        self.heads[arc] = head
        self.dependents[arc] = dependent
        self.weights[arc] = weight
        self.following[arc] = NONE
        if self.first[dependent] == NONE:
            self.first[dependent] = arc
        else:
            self.following[self.last[dependent]] = arc
        self.last[dependent] = arc
        self.arcs += 1
        return arc

    def solve(self, single_root):
        """Find the best tree; tells whether there is one."""
        word: cython.int
        if single_root:
            self.discourage_roots()
        self.mark[0] = FINISHED
        for word in range(1, self.n + 1):
            if not self.grow(word):
                return False
        self.expand()
        return True

    def solve_projective(self, single_root):
        """Find the best projective tree, by Eisner's algorithm; tells whether there is one."""
        arc: cython.int
        word: cython.int
        cell: cython.Py_ssize_t
        lost: cython.longlong
        most: cython.longlong = 0
        least: cython.longlong = 0
        tables: Eisner = Eisner(self.n)
        best: cython.int[::1] = array("i", [-1]) * (tables.width * tables.width)
        if single_root:
            self.discourage_roots()
        for arc in range(self.arcs):
            most = max(most, self.weights[arc])
            least = min(least, self.weights[arc])
            cell = self.heads[arc] * tables.width + self.dependents[arc]
            if best[cell] == NONE or self.weights[arc] > self.weights[best[cell]]:
                best[cell] = arc
        lost = (most - least) * self.n + 1
        for cell in range(best.shape[0]):
            tables.weights[cell] = lost if best[cell] == NONE else most - self.weights[best[cell]]
        with cython.nogil:
            tables.fill()
            tables.read_off()
        for word in range(1, self.n + 1):
            self.entering[word] = best[tables.heads[word] * tables.width + word]
            if self.entering[word] == NONE:
                return False
        return True

    def discourage_roots(self):
        """Weigh arcs from the root so low that no tree has more of them than it must."""
        arc: cython.int
        penalty: cython.longlong = 1
        for arc in range(self.arcs):
            penalty += abs(self.weights[arc])
        for arc in range(self.arcs):
            if self.heads[arc] == 0:
                self.weights[arc] -= 2 * penalty

    def make_node(self, node):
        self.first[node] = NONE
        self.parent[node] = NONE
        self.link[node] = node
        self.mark[node] = UNSEEN
        self.nodes += 1

    def grow(self, word):
        """Go from a word against the arcs to what is finished, making one node of each cycle."""
        length: cython.int = 0
        above: cython.int
        arc: cython.int
        node: cython.int = self.find(word)
        while self.mark[node] == UNSEEN:
            self.mark[node] = word
            self.path[length] = node
            length += 1
            arc = self.choose(node)
            if arc == NONE:
                return False
            self.entering[node] = arc
            above = self.find(self.heads[arc])
            if self.mark[above] == word:
                node = self.nodes
                self.make_node(node)
                while self.parent[above] == NONE:
                    length -= 1
                    self.absorb(self.path[length], node)
            else:
                node = above
        while length > 0:
            length -= 1
            self.mark[self.path[length]] = FINISHED
        return True

    def find(self, node):
        """The largest cycle that a node is in, or the node itself."""
        top: cython.int = node
        above: cython.int
        while self.link[top] != top:
            top = self.link[top]
        while self.link[node] != top:
            above = self.link[node]
            self.link[node] = top
            node = above
        return top

    def choose(self, node):
        """The best arc that enters a node from outside; what comes from inside is struck out."""
        best: cython.int = NONE
        before: cython.int = NONE
        arc: cython.int = self.first[node]
        while arc != NONE:
            if self.find(self.heads[arc]) == node:
                if before == NONE:
                    self.first[node] = self.following[arc]
                else:
                    self.following[before] = self.following[arc]
            else:
                if best == NONE or self.weights[arc] > self.weights[best]:
                    best = arc
                before = arc
            arc = self.following[arc]
        self.last[node] = before
        return best

    def absorb(self, node, cycle):
        """Make a node part of a cycle: its arcs now compete with the one that it had chosen."""
        arc: cython.int = self.first[node]
        loss: cython.longlong = self.weights[self.entering[node]]
        self.parent[node] = cycle
        self.link[node] = cycle
        while arc != NONE:
            self.weights[arc] -= loss
            arc = self.following[arc]
        if self.first[cycle] == NONE:
            self.first[cycle] = self.first[node]
        else:
            self.following[self.last[cycle]] = self.first[node]
        self.last[cycle] = self.last[node]

    def expand(self):
        """Open the cycles, the last one first: its arc takes the place of one inside it."""
        node: cython.int
        cycle: cython.int
        for cycle in range(self.nodes - 1, self.n, -1):
            node = self.dependents[self.entering[cycle]]
            while self.parent[node] != cycle:
                node = self.parent[node]
            self.entering[node] = self.entering[cycle]
