"""The labelled transitions of a model: the classes that its weights score.

A class is an action together with a label, if the action adds an arc. Arcs from the root form
groups of their own, so that the labels of roots and those of other words are never mixed up.
"""

from array import array
from collections.abc import Iterable, Sequence

import cython

from dodona.errors import TransitionError
from dodona.systems.base import TransitionSystem

ALIKE = -1
MISSING = -2

# Far more than any treebank calls for: lr-spine has 62 for a label.
MOST_TRANSITIONS = 1 << 17


@cython.final
@cython.cclass
class LabelledTransitions:
    """Classes in a fixed order: arcs to the left, no arcs, arcs to the right.

    Those of an action (and of arcs from the root) stand side by side: they are a group. After these
    groups, from ``alone`` on, each class is also a group of its own.

    Transitions with an action of ``system.scored_as`` follow after all others, one for each of the
    other action. They have no weights of their own: ``row_of`` says of each transition whose it
    has, which are its own for the first ``rows``.

    ``labels`` are the names of the labels by their numbers; ``classes`` are triples of an action's
    name, whether the arc is from the root, and a label or None. An action may have no class; then
    it is never chosen.
    """

    def __init__(
        self,
        system: TransitionSystem,
        labels: Sequence[str],
        classes: Iterable[tuple[str, bool, str | None]],
    ) -> None:
        i: cython.Py_ssize_t
        group: cython.Py_ssize_t
        label_number: cython.Py_ssize_t
        self.system = system
        self.labels = tuple(labels)
        self.label_count = len(self.labels)
        number = {label: i for i, label in enumerate(self.labels)}
        place = {
            (name, direction != 0): i
            for i, (name, direction) in enumerate(
                zip(system.actions, system.directions, strict=True)
            )
        }
        rows = sorted(
            (
                (
                    place[name, label is not None],
                    bool(at_root),
                    -1 if label is None else number[label],
                )
                for name, at_root, label in classes
            ),
            key=lambda row: (system.directions[row[0]], row),
        )
        self.rows = len(rows)
        row_of = list(range(self.rows))
        for action, other in system.scored_as.items():
            alike, place_of_other = system.actions.index(action), system.actions.index(other)
            for row, (a, at_root, label) in enumerate(rows[: self.rows]):
                if a == place_of_other:
                    rows.append((alike, at_root, label))
                    row_of.append(row)
            if len(rows) > MOST_TRANSITIONS:
                raise TransitionError(
                    f"with so many labels {system.name} has more than {MOST_TRANSITIONS} "
                    "transitions: choose another system, or fewer labels"
                )
        self.row_of = array("i", row_of)
        self.arcs = sum(1 << a for a, direction in enumerate(system.directions) if direction)
        self.shared = sum(1 << system.actions.index(action) for action in system.scored_as)
        self.classes = tuple(
            (system.actions[a], at_root, self.labels[label] if label >= 0 else None)
            for a, at_root, label in rows
        )
        self.count = len(rows)
        self.actions = array("i", [a for a, _, _ in rows])
        self.label_of = array("i", [label for _, _, label in rows])
        group_count = 2 * len(system.actions)
        self.alone = group_count
        self.first = array("i", [0] * group_count + list(range(self.count)))
        self.last = array("i", [0] * group_count + [place + 1 for place in range(self.count)])
        self.class_of = array("i", [-1]) * (group_count * self.label_count + 1)
        for i in range(self.count):
            a, at_root, label_number = rows[i]
            group = 2 * a + at_root
            if self.last[group] == 0:
                self.first[group] = i
            self.last[group] = i + 1
            if label_number >= 0:
                self.class_of[group * self.label_count + label_number] = i

    def group(self, state, action):
        """The group of classes that a legal action stands for here."""
        if not self.arcs >> action & 1:
            return 2 * action
        return 2 * action + (self.system.arc_head(state, action) == 0)

    def list_groups(self, state, mask, groups):
        """Write the groups of the legal actions, those without a class left out; returns how many.

        There is room for MAX_ACTIONS.
        """
        action: cython.int = 0
        group: cython.int
        count: cython.int = 0
        while mask != 0:
            if mask & 1:
                group = self.group(state, action)
                groups[count] = group
                count += self.first[group] < self.last[group]
            mask >>= 1
            action += 1
        return count

    def best(self, groups, count, scores):
        """The class of these groups, one at least, with the highest score; the first of several."""
        g: cython.int
        i: cython.int
        choice: cython.int = self.first[groups[0]]
        highest: cython.int = scores[choice]
        for g in range(count):  # without a branch that cannot be foreseen
            for i in range(self.first[groups[g]], self.last[groups[g]]):
                highest = scores[i] if scores[i] > highest else highest
        for g in range(count):
            for i in range(self.first[groups[g]], self.last[groups[g]]):
                if scores[i] == highest:
                    return i
        return choice

    def list_views(self, mask, actions):
        """Write the legal actions that see the configuration in a way of their own."""
        action: cython.int = 0
        count: cython.int = 0
        mask &= self.shared
        while mask != 0:
            if mask & 1:
                actions[count] = action
                count += 1
            mask >>= 1
            action += 1
        return count

    def take_scores(self, action, row_scores, scores):
        """Give an action with a view of its own the scores that there are in this view."""
        group: cython.int
        i: cython.int
        for group in range(2 * action, 2 * action + 2):
            for i in range(self.first[group], self.last[group]):
                scores[i] = row_scores[self.row_of[i]]

    def perform(self, state, transition):
        self.system.perform(state, self.actions[transition], self.label_of[transition])

    def gold_class(self, state, gold, action):
        """The one class of an action that makes a gold arc with its label.

        It is ALIKE if all classes of the action are as good, and MISSING if there is no such class.
        """
        dependent: cython.int = self.system.arc_dependent(state, action)
        group: cython.int = self.group(state, action)
        choice: cython.int
        if dependent < 0:
            return self.first[group]
        if gold.heads[dependent] != self.system.arc_head(state, action):
            return ALIKE
        if gold.labels[dependent] < 0:
            return ALIKE
        choice = self.class_of[group * self.label_count + gold.labels[dependent]]
        return choice if choice >= 0 else MISSING

    def best_gold(self, state, gold, mask, scores, candidates, count):
        """The best-scored class of least cost; all of them are written to ``candidates``.

        ``gold.costs`` must hold the costs of the actions. Where the gold label is missing, any
        other costs 1 more.
        """
        action: cython.int
        i: cython.int
        group: cython.int
        only: cython.int
        cost: cython.int
        least: cython.int = 1 << 30
        choice: cython.int = -1
        found: cython.int = 0
        for action in range(MAX_ACTIONS):
            if not (mask >> action & 1) or gold.costs[action] > least:
                continue
            group = self.group(state, action)
            if self.first[group] == self.last[group]:
                continue
            only = self.gold_class(state, gold, action)
            cost = gold.costs[action] + (only == MISSING)
            if cost > least:
                continue
            if cost < least:
                least = cost
                choice = -1
                found = 0
            for i in range(self.first[group], self.last[group]):
                if only >= 0 and i != only:
                    continue
                candidates[found] = i
                found += 1
                if choice < 0 or scores[i] > scores[choice]:
                    choice = i
        count[0] = found
        return choice
