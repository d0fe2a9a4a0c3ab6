"""What of a gold tree is still in reach: the best tree that is left, and what each move loses."""

from collections.abc import Iterable
from typing import NamedTuple

import cython

from dodona.errors import TreeError
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration, GoldHeads, GoldLabels, Labels, gold_tree
from dodona.systems.exact_oracles import exact_oracle
from dodona.systems.gold import Gold
from dodona.systems.state import State
from dodona.treebank.incomplete import UNKNOWN
from dodona.wording import counted


class BestTree(NamedTuple):
    """A tree that can still be reached, with ``heads[d]`` and ``labels[d]`` of word d.

    A word that ends without a head has -1, an arc that is not a gold one has None as its label.
    """

    heads: list[int]
    labels: list[str | None]


class Move(NamedTuple):
    """A legal transition: its cost, and the arc that it makes (-1 and -1 if it makes none).

    ``loses`` are the words whose gold arcs go out of reach: those that the best tree had before and
    has no more after. In systems in which gold arcs can be had one by one but not together
    (arc-standard, Covington's) another gold arc may come into the best tree; ``wins`` are these.
    The cost is the number of the first less that of the second, and both are empty if it is 0.
    """

    name: str
    cost: int
    head: int
    dependent: int
    loses: list[int]
    wins: list[int]


@cython.cclass
class Reach:
    """A gold tree as it is seen from the configurations of a system.

    >>> from dodona.systems import get_system
    >>> system = get_system("arc-eager")
    >>> reach = Reach(system, [-1, 2, 0])
    >>> c = system.initial(2)
    >>> [(move.name, move.cost, move.loses) for move in reach.moves(c)]
    [('SHIFT', 0, []), ('RIGHT', 1, [1])]
    >>> reach.best_tree(system.apply(c, "RIGHT")).heads
    [-1, 0, 0]

    ``heads``, ``labels`` and ``exact`` are those of `TransitionSystem.costs`. The best tree is
    found by transitions of least cost, so that it is as good as the oracle: where the costs are
    exact, it lacks as many gold arcs as the loss says. It belongs to one thread, as its system
    does.
    """

    def __init__(
        self,
        system: TransitionSystem,
        heads: GoldHeads,
        labels: GoldLabels = None,
        *,
        exact: bool = False,
    ) -> None:
        gold_heads, gold_labels = gold_tree(heads, labels)
        self.system = system
        self.heads = list(gold_heads)
        self.labels = None if gold_labels is None else list(gold_labels)
        if gold_labels is not None and len(gold_labels) != len(gold_heads):
            raise TreeError("a gold tree has as many labels as heads")
        self.exact = exact
        self.oracle = exact_oracle(system, len(self.heads) - 1) if exact else None
        system.check_length(len(self.heads) - 1)
        system.reserve(len(self.heads) - 1)
        self.gold = Gold(self.heads, ordered=system.reorders)
        self.names = ()
        self._number_labels(())

    def loss(self, c: Configuration) -> int:
        """How many gold arcs are out of reach."""
        self._meet(c)
        state: State = c.state
        if self.oracle is None:
            return self.system.count_loss(state, self.gold)
        self.oracle.prepare(self.gold)
        ahead = self.oracle.loss_ahead(state, self.gold)
        return self.system.wrong_arcs(state, self.gold) + ahead

    def costs(self, c: Configuration) -> dict[str, int]:
        """The cost of each legal transition, given the right label."""
        return self.costs_along([c])[0]

    def costs_along(self, derivation: Iterable[Configuration]) -> list[dict[str, int]]:
        """The costs in the configurations of one derivation, in their order."""
        action: cython.int
        result: list = []
        fresh: cython.bint = True
        for c in derivation:
            self._meet(c)
            if fresh and self.oracle is not None:
                self.oracle.prepare(self.gold)
            fresh = False
            state: State = c.state
            self.fill_costs(state)
            mask: cython.ulonglong = self.system.valid(state)
            costs: dict = {}
            for action in range(len(self.system.actions)):
                if mask >> action & 1:
                    costs[self.system.actions[action]] = self.gold.costs[action]
            result.append(costs)
        return result

    def label_cost(self, c: Configuration, transition: str, label: str | None) -> int:
        """What a label adds to the cost of a legal transition: 1 for a wrong one on a right arc."""
        self._meet(c)
        action = self.system.legal_action(c, transition)
        number = Labels(self.names).number(label)
        return self.system.label_cost(c.state, self.gold, action, number)

    def best_tree(self, c: Configuration) -> BestTree:
        """A tree with the most gold arcs that can still be reached."""
        self._meet(c)
        if self.oracle is not None:
            self.oracle.prepare(self.gold)
        state: State = c.state.copy()
        self.finish(state)
        n: cython.int = state.n
        d: cython.int
        heads = list(state.heads[: n + 1])
        numbers = list(state.labels[: n + 1])
        for d in range(1, n + 1):
            if heads[d] < 0 and self.system.headless_hang:
                heads[d] = 0
                numbers[d] = self.gold.labels[d] if self.gold.heads[d] == 0 else -1
        labels = [self.names[number] if number >= 0 else None for number in numbers]
        return BestTree(heads, labels)

    def lost(self, c: Configuration) -> list[int]:
        """The words whose gold arcs the best tree in reach does not have."""
        return self._lost(self.best_tree(c))

    def moves(self, c: Configuration) -> list[Move]:
        """The legal transitions, each with what it costs."""
        had = set(range(1, len(self.heads))).difference(self.lost(c))
        moves = []
        for name, cost in self.costs(c).items():
            action = self.system.legal_action(c, name)
            head = self.system.arc_head(c.state, action)
            dependent = self.system.arc_dependent(c.state, action)
            loses: list = []
            wins: list = []
            if cost > 0:
                label = None
                if self.labels is not None and dependent > 0:
                    label = self.labels[dependent]
                lost = set(self.lost(self.system.apply(c, name, label)))
                loses = sorted(had.intersection(lost))
                wins = sorted(set(range(1, len(self.heads))).difference(had, lost))
            moves.append(Move(name, cost, head, dependent, loses, wins))
        return moves

    def _lost(self, tree: BestTree) -> list[int]:
        return [
            d
            for d in range(1, len(self.heads))
            if self.heads[d] != UNKNOWN
            and (
                tree.heads[d] != self.heads[d]
                or (
                    self.labels is not None
                    and self.labels[d] is not None
                    and tree.labels[d] != self.labels[d]
                )
            )
        ]

    def _meet(self, c: Configuration) -> None:
        """See to it that labels have the numbers that they have in a configuration."""
        n = len(self.heads) - 1
        if c.state.n != n:
            raise TreeError(
                f"the configuration is over {counted(c.state.n, 'word')}, the gold tree over {n}"
            )
        if c.label_names != self.names[: len(c.label_names)]:
            self._number_labels(c.label_names)

    def _number_labels(self, names: tuple) -> None:
        labels = Labels(names)
        if self.labels is not None:
            numbers = [labels.number(label) for label in self.labels]
            self.gold = Gold(self.heads, numbers, ordered=self.system.reorders)
        self.names = labels.names

    def fill_costs(self, state):
        if self.oracle is None:
            self.system.fill_costs(state, self.gold)
        else:
            self.oracle.fill_costs(state, self.gold)

    def cheapest(self, state):
        """Of the legal actions of least cost one that makes a gold arc, else the first.

        So the stack stays small and the derivation short, and the oracle quick.
        """
        action: cython.int = 0
        best: cython.int = -1
        least: cython.int = 0
        mask: cython.ulonglong = self.system.valid(state)
        self.fill_costs(state)
        while mask != 0:
            if mask & 1:
                if best < 0 or self.gold.costs[action] < least:
                    best = action
                    least = self.gold.costs[action]
                elif self.gold.costs[action] == least and self.makes_gold_arc(state, action):
                    best = action
            mask >>= 1
            action += 1
        return best

    def makes_gold_arc(self, state, action):
        dependent: cython.int = self.system.arc_dependent(state, action)
        head: cython.int = self.system.arc_head(state, action)
        return dependent > 0 and self.gold.heads[dependent] == head

    def finish(self, state):
        """Make transitions of least cost until none is left."""
        action: cython.int
        while not self.system.is_final(state):
            action = self.cheapest(state)
            self.system.perform(state, action, self.right_label(state, action))

    def right_label(self, state, action):
        """The label that a legal action should give: that of a gold arc, else none."""
        if not self.makes_gold_arc(state, action):
            return -1
        return self.gold.labels[self.system.arc_dependent(state, action)]
