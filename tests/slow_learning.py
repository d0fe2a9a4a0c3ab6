"""Learning, plain and slow, to compare the compiled core with.

The perceptron keeps its weights in dictionaries and averages by adding up what each weight was at
each time. Training is Algorithms 2 and 3 of Goldberg & Nivre (2012), written down once more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from slow import Class, Values, arc, legal_classes, read_features, start, view_of, weights_of

from dodona.systems import Configuration, TransitionSystem, get_system
from dodona.treebank import Sentence

# Weights ----------------------------------------------------------------------------------------


class SlowWeights:
    """An averaged perceptron that remembers every change of every weight.

    Features that were updated fewer than ``least_updates`` times do not count yet.
    """

    def __init__(self, least_updates: int = 0) -> None:
        self.time = 0
        self.least_updates = least_updates
        self.updates: Counter[Hashable] = Counter()
        self.rows: dict[Hashable, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.changes: dict[tuple[Hashable, int], list[tuple[int, int]]] = defaultdict(list)

    def scores(self, features: Iterable[Hashable], classes: int) -> list[int]:
        scores = [0] * classes
        for feature in features:
            if self.updates[feature] >= self.least_updates:
                for k, weight in self.rows.get(feature, {}).items():
                    scores[k] += weight
        return scores

    def add(self, features: Iterable[Hashable], good: int, bad: int) -> None:
        features = list(features)
        self.updates.update(features)
        self.change(features, good, 1)
        self.change(features, bad, -1)

    def change(self, features: Iterable[Hashable], k: int, by: int) -> None:
        for feature in features:
            self.rows[feature][k] += by
            self.changes[feature, k].append((self.time, by))

    def averages(self) -> dict[tuple[Hashable, int], float]:
        """The mean of what each weight was after each time step; weights of mean zero are out."""
        steps = max(self.time, 1)
        result = {}
        for entry, changes in self.changes.items():
            if self.updates[entry[0]] < self.least_updates:
                continue
            total = 0
            weight = 0
            ends = [*(time for time, _ in changes[1:]), self.time]
            for (since, by), end in zip(changes, ends, strict=True):
                weight += by
                total += weight * (end - since)
            if total:
                result[entry] = total / steps
        return result


def averages_of(weights: Any, least: float = 0.0) -> dict[tuple[int, int], float]:
    """What the compiled weights say, in the same form, with keys for features."""
    keys, sizes, classes, values = weights.averaged(least)
    owners = [int(key) for key, size in zip(keys, sizes, strict=True) for _ in range(size)]
    entries = zip(owners, map(int, classes), strict=True)
    return dict(zip(entries, map(float, values), strict=True))


# Training ---------------------------------------------------------------------------------------


class Random:
    """The generator of random numbers that the compiled learner documents (splitmix)."""

    def __init__(self, seed: int) -> None:
        self.state = self.scramble(seed + 1)

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        return self.scramble(self.state * 0xBF58476D1CE4E5B9 % 2**64)

    def share(self) -> float:
        return (self.next() >> 11) / 2**53

    def shuffle(self, items: list[int]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.next() % (i + 1)
            items[i], items[j] = items[j], items[i]

    @staticmethod
    def scramble(x: int) -> int:
        x ^= x >> 32
        x = x * 0xD6E8FEB86659FD93 % 2**64
        return x ^ x >> 29


class SlowLearner:
    """Algorithms 2 (static) and 3 (dynamic), for any system.

    ``losses`` are those of all configurations that training passed through; ``seen`` are the ones
    in which there was something to learn, with their features.
    """

    def __init__(
        self,
        system: TransitionSystem,
        labels: Sequence[str],
        classes: Sequence[Class],
        templates: Sequence[str],
        sentences: Sequence[Sentence],
        *,
        oracle: str,
        seed: int,
        exact: bool = False,
    ) -> None:
        self.system = system
        self.labels = tuple(labels)
        self.classes = list(classes)
        self.templates = list(templates)
        self.sentences = list(sentences)
        self.oracle = oracle
        self.exact = exact
        self.random = Random(seed)
        self.weights = SlowWeights()
        self.steps = 0
        self.mistakes = 0
        self.losses: list[int] = []
        self.seen: list[tuple[Configuration, Sentence, str, dict[str, Values]]] = []

    def run(self, iterations: int, explores_after: float, p: float) -> None:
        order = list(range(len(self.sentences)))
        for iteration in range(1, iterations + 1):
            self.random.shuffle(order)
            for index in order:
                self.learn(self.sentences[index], iteration > explores_after, p)

    def learn(self, sentence: Sentence, explore: bool, p: float) -> None:
        c = start(self.system, len(sentence), self.labels)
        gold = Gold(self, sentence)
        while not c.is_terminal():
            self.losses.append(self.system.loss(c, gold.heads, gold.labels))
            choices = legal_classes(self.system, self.classes, c)
            t = choices[0] if len(choices) == 1 else self.choose(c, choices, gold, explore, p)
            c = self.system.apply(c, self.classes[t][0], label=self.classes[t][2])
            gold.done += 1

    def choose(
        self, c: Configuration, choices: list[int], gold: Gold, explore: bool, p: float
    ) -> int:
        """Update if the model is wrong, and say which transition to follow."""
        views = {k: view_of(self.classes[k][0]) for k in choices}
        features = {}
        for view in set(views.values()):
            values = read_features(self.templates, c, gold.sentence, view)
            self.seen.append((c, gold.sentence, view, values))
            features[view] = list(values.items())
        by_view = {v: self.weights.scores(f, len(self.classes)) for v, f in features.items()}
        scores = {k: by_view[views[k]][weights_of(k, self.classes)] for k in choices}
        predicted = max(choices, key=scores.__getitem__)
        best = gold.static_choice(choices) if self.oracle == "static" else gold.best(c, choices)
        self.steps += 1
        if predicted in best:
            self.weights.time += 1
            return predicted
        self.mistakes += 1
        for k, by in ((max(best, key=scores.__getitem__), 1), (predicted, -1)):
            self.weights.change(features[views[k]], weights_of(k, self.classes), by)
        self.weights.time += 1
        follows = explore and self.random.share() > p
        if follows and is_explored(self.system, c, gold.heads, self.classes[predicted][0]):
            return predicted
        return best[self.random.next() % len(best)]


def is_explored(system: Any, c: Configuration, heads: Sequence[int], action: str) -> bool:
    """Mistakes are followed, but for those in the order of words."""
    if not system.reorders:
        return True
    return action != "SWAP" and system.costs(c, heads).get("SWAP", 1) > 0


class Gold:
    """What a sentence teaches: the oracles, over classes."""

    def __init__(self, learner: SlowLearner, sentence: Sentence) -> None:
        possible = {(at_root, label) for _, at_root, label in learner.classes}
        self.system = learner.system
        self.nondet = learner.oracle == "nondet"
        self.classes = learner.classes
        self.sentence = sentence
        self.heads = [-1, *sentence.heads]
        # A label that no transition can give is None: any other is as good.
        self.labels = [None] + [
            label if (head == 0, label) in possible else None
            for head, label in zip(sentence.heads, sentence.deprels, strict=True)
        ]
        self.exact = learner.exact
        self.derivation = (
            self.system.static_oracle(self.heads, self.labels) if learner.oracle == "static" else []
        )
        self.done = 0

    def static_choice(self, choices: list[int]) -> list[int]:
        """The transition of Algorithm 1; with all its labels, if none of them is right."""
        action, label = self.derivation[self.done]
        of_action = [k for k in choices if self.classes[k][0] == action]
        return [k for k in of_action if label in (None, self.classes[k][2])]

    def best(self, c: Configuration, choices: list[int]) -> list[int]:
        """The classes that the oracle allows, without those that training does not prefer."""
        costs = self.costs(c, choices)
        by_action = self.action_costs(c)
        ranks = {
            k: (costs[k], is_put_off(self.system, c, self.heads, by_action, self.classes[k][0]))
            for k in choices
        }
        return [k for k in choices if ranks[k] == min(ranks.values())]

    def costs(self, c: Configuration, choices: list[int]) -> dict[int, int]:
        """What the oracle says; a wrong label on a right arc costs one more (errata.md, 1)."""
        by_action = self.action_costs(c)
        costs = {}
        for k in choices:
            action, _, label = self.classes[k]
            head, dependent = arc(self.system, c, action)
            is_gold = head is not None and self.heads[dependent] == head
            wrong = is_gold and self.labels[dependent] not in (None, label)
            costs[k] = by_action[action] + wrong
        return costs

    def action_costs(self, c: Configuration) -> dict[str, int]:
        """The cost of each action with its best label."""
        if not any(self.labels):
            return self.system.costs(c, self.heads, exact=self.exact)
        if not self.nondet:
            costs = self.system.costs(c, self.heads, self.labels, exact=self.exact)
            return {
                name: min(cost for (other, _), cost in costs.items() if other == name)
                for name in self.system.legal(c)
            }
        allowed = self.system.nondet_oracle(c, self.heads, self.labels)
        return {name: int(name not in allowed) for name in self.system.legal(c)}


def is_put_off(
    system: TransitionSystem,
    c: Configuration,
    heads: Sequence[int],
    costs: dict[str, int],
    action: str,
) -> int:
    """How far training puts off an action where others cost as little; 0 is not at all.

    Arc-eager, arc-swift and arc-hybrid with a single root: SHIFT where an arc could be made at
    once, without UNSHIFT. The first two also arcs from words that have no dependents.
    Covington: NO-ARC where SHIFT will do; with a single root, what would lose an arc if there could
    be several; without monotonicity wrong arcs, even after that. Non-monotonic arc-eager: SHIFT
    where RIGHT makes the gold arc, and RIGHT where the gold head of the word is still to come.
    2-planar parsing: SHIFT where the top of the active stack is done, and costs with a single root
    as in Covington's algorithm.
    """
    if system.name.startswith("covington"):
        return is_put_off_in_covington(system, c, heads, costs, action)
    if system.name == "two-planar":
        return is_put_off_in_two_planar(system, c, heads, costs, action)
    kind, _, k = action.partition("_")
    eager = system.name in ("arc-eager", "arc-swift")
    if (eager or system.name == "arc-hybrid") and system.single_root and kind == "SHIFT":
        front = c.buffer[0]
        waiting = [word for word in c.stack if heads[word] == front and c.heads[word] < 0]
        out_of_reach = c.stack if eager else c.stack[:-1]
        last = system.name == "arc-hybrid" and heads[front] == 0 and c.stack != []
        return int(heads[front] in out_of_reach or last or bool(waiting))
    if eager and system.single_root and kind in ("LEFT", "RIGHT"):
        head = c.buffer[0] if kind == "LEFT" else c.stack[-int(k or 1)]
        return int(c.buffer[0] != 0 and head not in heads)
    if system.name == "arc-eager-nonmonotonic" and action in ("SHIFT", "RIGHT"):
        head = heads[c.buffer[0]]
        return int(head in (c.stack[-1:] if action == "SHIFT" else c.buffer))
    return 0


def is_put_off_in_covington(
    system: TransitionSystem,
    c: Configuration,
    heads: Sequence[int],
    costs: dict[str, int],
    action: str,
) -> int:
    if "SHIFT" not in costs:  # the words have been read
        return 0
    if system.name == "covington-nonmonotonic":
        if action in ("LEFT", "RIGHT"):
            head, dependent = arc(system, c, action)
            return 2 * (heads[dependent] != head)
        return int(action == "NO-ARC" and costs["SHIFT"] <= costs["NO-ARC"])
    plain = dict.fromkeys(costs, 0)
    if system.single_root:
        plain = get_system(system.name, root="last").costs(c, heads)
    if action == "NO-ARC":
        later = (costs["SHIFT"], plain["SHIFT"]) <= (costs["NO-ARC"], plain["NO-ARC"])
        return len(heads) if later else plain["NO-ARC"]
    return plain[action]


def is_put_off_in_two_planar(
    system: TransitionSystem,
    c: Any,
    heads: Sequence[int],
    costs: dict[str, int],
    action: str,
) -> int:
    if "SHIFT" not in costs:  # the words have been read
        return 0
    plain = dict.fromkeys(costs, 0)
    if system.single_root:
        plain = get_system(system.name, root="last").costs(c, heads)
    if action != "SHIFT" or "REDUCE" not in costs:
        return 2 * plain[action]
    later = (costs["REDUCE"], plain["REDUCE"]) <= (costs["SHIFT"], plain["SHIFT"])
    return 2 * plain["SHIFT"] + (later and is_done(c, heads))


def is_done(c: Any, heads: Sequence[int]) -> bool:
    """Whether the top of the active stack has no more gold arcs to come."""
    top = c.stack[-1]
    to_come = [
        (head, d) for d, head in enumerate(heads) if top in (head, d) and max(head, d) in c.buffer
    ]
    return not any(may_come(c, head, d) for head, d in to_come)


def may_come(c: Any, head: int, dependent: int) -> bool:
    above = head
    while above > 0 and above != dependent:
        above = c.heads[above]
    return head > 0 and c.heads[dependent] < 0 and above != dependent
