"""Derivations that can be gone through again, for measuring what an oracle takes."""

from array import array
from collections.abc import Sequence
from random import Random

import cython

from dodona.systems.base import TransitionSystem
from dodona.systems.gold import Gold
from dodona.systems.state import State


@cython.cclass
class Walk:
    """One derivation over the words of a gold tree; labels do not count.

    Without ``mistakes`` it is that of the static oracle. With them it is like those that training
    explores: transitions of least cost, chosen at random, but for this share of the
    configurations, in which any legal transition is made.
    """

    def __init__(
        self,
        system: TransitionSystem,
        heads: Sequence[int],
        mistakes: float | None = None,
        seed: int = 1,
    ) -> None:
        self.system = system
        self.gold = Gold(heads, ordered=system.reorders)
        self.state = State(self.gold.n)
        system.reserve(self.gold.n)
        actions: list = []
        action: cython.int
        random = Random(seed)
        system.start(self.state, self.gold.n)
        while not system.is_final(self.state):
            if mistakes is None:
                action = system.static_action(self.state, self.gold)
            else:
                action = random.choice(self._choices(random.random() < mistakes))
            system.perform(self.state, action, -1)
            actions.append(action)
        self.actions = array("i", actions)

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def transitions(self) -> list[str]:
        """The names of the transitions."""
        return [self.system.actions[action] for action in self.actions]

    def _choices(self, any_legal: bool) -> list:
        """The legal actions, or those of least cost that training would choose from."""
        action: cython.int
        mask: cython.ulonglong = self.system.valid(self.state)
        if not any_legal:
            self.system.fill_costs(self.state, self.gold)
            self.system.prefer(self.state, self.gold)
        costs: dict = {}
        for action in range(len(self.system.actions)):
            if mask >> action & 1:
                costs[action] = 0 if any_legal else self.gold.costs[action]
        least = min(costs.values())
        return [action for action, cost in costs.items() if cost == least]

    def replay(self, times: int, costs: bool = False, loss: bool = False) -> None:
        """Make the transitions again, and in each configuration ask for the costs or the loss."""
        _: cython.int
        step: cython.Py_ssize_t
        for _ in range(times):
            self.system.start(self.state, self.gold.n)
            for step in range(len(self.actions)):
                if costs:
                    self.system.fill_costs(self.state, self.gold)
                if loss:
                    self.system.count_loss(self.state, self.gold)
                self.system.perform(self.state, self.actions[step], -1)
