"""Features and learning, plain and slow, to compare the compiled core with.

The features of a configuration are tuples of strings and numbers, read off its public view. The
perceptron keeps its weights in dictionaries and averages by adding up what each weight was at each
time. Training is Algorithms 2 and 3 of Goldberg & Nivre (2012), written down once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from dodona.features.tokens import TokenBatch
from dodona.parsing.parser import Parser
from dodona.systems import Configuration, TransitionSystem, get_system
from dodona.systems.configuration import CovingtonConfiguration
from dodona.treebank import Sentence

ABSENT = "no such word"
UNDEFINED = "no such distance"

Values = tuple[Hashable, ...]
Class = tuple[str, bool, "str | None"]
"""An action, whether its arc is from the root, and a label."""


# Features ---------------------------------------------------------------------------------------


def read_features(
    templates: Iterable[str], c: Configuration, sentence: Sentence
) -> dict[str, Values]:
    """The values of the atoms of each template."""
    return {
        template: tuple(read_atom(atom, c, sentence) for atom in template.split())
        for template in templates
    }


def read_atom(atom: str, c: Configuration, sentence: Sentence) -> Hashable:
    if "-" in atom:
        return read_distance(*(named_word(name, c) for name in atom.split("-")))
    name, *steps, attribute = atom.split(".")
    node = named_word(name, c)
    for step in steps:
        node = neighbour(node, step, c) if node is not None else None
    return read_attribute(attribute, node, c, sentence)


def named_word(name: str, c: Configuration) -> int | None:
    """The word that a system names so: S1, N0, S0L2 (on a spine), L0, R1, CL, ..."""
    if isinstance(c, CovingtonConfiguration):
        return covington_words(c).get(name)
    place = int(name[1])
    words = c.stack[::-1] if name[0] == "S" else c.buffer
    node = words[place] if place < len(words) else None
    if node is None or len(name) == 2:
        return node
    spine = spine_of(node, name[2], c)
    return spine[int(name[3]) - 1] if int(name[3]) <= len(spine) else None


def spine_of(root: int, side: str, c: Configuration) -> list[int]:
    """The way down from a root by the outermost dependents on one side."""
    spine = [root]
    while dependents := (left_dependents if side == "L" else right_dependents)(spine[-1], c):
        spine.append(dependents[0 if side == "L" else -1])
    return spine


@lru_cache(maxsize=1)
def covington_words(c: CovingtonConfiguration) -> dict[str, int]:
    """Focus words, their neighbours in the sentence, and what is open between them (CL, CR).

    At the end of the sentence the right focus word is the next word without a head, and if there
    is none the root.
    """
    words = range(1, len(c.heads))
    left = c.lambda1[-1] if c.lambda1 else 0
    headless = [word for word in words if word > left and c.heads[word] < 0]
    right = next((word for word in c.buffer if word > 0), next(iter(headless), 0))
    named = {"L0": left, "L1": left - 1}
    if right > 0:
        named |= {"R0": right, "R1": right + 1, "R2": right + 2}
        open_words = [w for w in range(left + 1, right) if not left <= c.heads[w] <= right]
        if open_words:
            named |= {"CL": open_words[0], "CR": open_words[-1]}
    named = {name: word for name, word in named.items() if word in words}
    return named if right > 0 else named | {"R0": 0}


def neighbour(node: int, step: str, c: Configuration) -> int | None:
    if step == "h":
        return c.heads[node] if c.heads[node] >= 0 else None
    dependents = left_dependents(node, c) if step[0] == "l" else right_dependents(node, c)[::-1]
    place = int(step[1:]) - 1 if step[1:] != "c" else max(len(dependents) - 1, 0)
    return dependents[place] if place < len(dependents) else None


def left_dependents(node: int, c: Configuration) -> list[int]:
    return [d for d in range(1, node) if c.heads[d] == node]


def right_dependents(node: int, c: Configuration) -> list[int]:
    return [d for d in range(node + 1, len(c.heads)) if c.heads[d] == node]


def read_attribute(
    attribute: str, node: int | None, c: Configuration, sentence: Sentence
) -> Hashable:
    if node is None:
        return ABSENT
    if attribute == "l":
        return c.labels[node]
    if attribute[0] in "vs":
        of_side = left_dependents if attribute[1] == "l" else right_dependents
        dependents = of_side(node, c)
        if attribute[0] == "v":
            return len(dependents)
        labels = [c.labels[d] for d in dependents]
        # Label sets are sets of 64 bits.
        return frozenset(c.label_names.index(x) % 64 for x in labels if x is not None)
    if node == 0:
        return ("root",)
    word = sentence.words[node - 1]
    columns = {"w": "form", "m": "lemma", "u": "upos", "x": "xpos", "f": "feats"}
    if attribute == "p":
        return word.upos, word.xpos
    return str(getattr(word, columns[attribute]))


def read_distance(first: int | None, second: int | None) -> Hashable:
    if first is None:
        return ABSENT
    if first == 0 or second is None or second == 0:
        return UNDEFINED
    return min(abs(first - second), 10)


# Parsing ----------------------------------------------------------------------------------------


def slow_parse(parser: Parser, sentence: Sentence) -> tuple[list[int], list[str | None]]:
    """Heads and labels that greedy parsing must find, with the scores of the frozen weights."""
    header = parser.header
    decoder = parser._decoder
    classes = decoder.transitions.classes
    system = get_system(header.system, root="last", single_root=header.single_root)
    tokens = TokenBatch([sentence])
    c = start(system, len(sentence), header.labels)
    while not c.is_terminal():
        keys = decoder.extractor.keys(system, c, tokens)
        scores = decoder.weights.scores(list(keys.values()))
        best = max(legal_classes(system, classes, c), key=scores.__getitem__)
        c = system.apply(c, classes[best][0], label=classes[best][2])
    return c.heads[1:], c.labels[1:]


# Weights ----------------------------------------------------------------------------------------


class SlowWeights:
    """An averaged perceptron that remembers every change of every weight."""

    def __init__(self) -> None:
        self.time = 0
        self.rows: dict[Hashable, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.changes: dict[tuple[Hashable, int], list[tuple[int, int]]] = defaultdict(list)

    def scores(self, features: Iterable[Hashable], classes: int) -> list[int]:
        scores = [0] * classes
        for feature in features:
            for k, weight in self.rows.get(feature, {}).items():
                scores[k] += weight
        return scores

    def add(self, features: Iterable[Hashable], good: int, bad: int) -> None:
        for feature in features:
            for k, by in ((good, 1), (bad, -1)):
                self.rows[feature][k] += by
                self.changes[feature, k].append((self.time, by))

    def averages(self) -> dict[tuple[Hashable, int], float]:
        """The mean of what each weight was after each time step; weights of mean zero are out."""
        steps = max(self.time, 1)
        result = {}
        for entry, changes in self.changes.items():
            total = 0
            weight = 0
            ends = [*(time for time, _ in changes[1:]), self.time]
            for (start, by), end in zip(changes, ends, strict=True):
                weight += by
                total += weight * (end - start)
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
    """Algorithms 2 (static) and 3 (dynamic) for arc-eager with the root last.

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
        static: bool,
        seed: int,
    ) -> None:
        self.system = system
        self.labels = tuple(labels)
        self.classes = list(classes)
        self.templates = list(templates)
        self.sentences = list(sentences)
        self.static = static
        self.random = Random(seed)
        self.weights = SlowWeights()
        self.steps = 0
        self.mistakes = 0
        self.losses: list[int] = []
        self.seen: list[tuple[Configuration, Sentence, dict[str, Values]]] = []

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
        values = read_features(self.templates, c, gold.sentence)
        self.seen.append((c, gold.sentence, values))
        features = list(values.items())
        scores = self.weights.scores(features, len(self.classes))
        predicted = max(choices, key=scores.__getitem__)
        best = gold.static_choice(choices) if self.static else gold.cheapest(c, choices)
        self.steps += 1
        if predicted in best:
            self.weights.time += 1
            return predicted
        self.mistakes += 1
        self.weights.add(features, max(best, key=scores.__getitem__), predicted)
        self.weights.time += 1
        if explore and self.random.share() > p:
            return predicted
        return best[self.random.next() % len(best)]


class Gold:
    """What a sentence teaches: the oracles, over classes."""

    def __init__(self, learner: SlowLearner, sentence: Sentence) -> None:
        possible = {(at_root, label) for _, at_root, label in learner.classes}
        self.system = learner.system
        self.classes = learner.classes
        self.sentence = sentence
        self.heads = [-1, *sentence.heads]
        # A label that no transition can give is None: any other is as good.
        self.labels = [None] + [
            label if (head == 0, label) in possible else None
            for head, label in zip(sentence.heads, sentence.deprels, strict=True)
        ]
        self.derivation = self.system.static_oracle(self.heads, self.labels)
        self.done = 0

    def static_choice(self, choices: list[int]) -> list[int]:
        """The transition of Algorithm 1; with all its labels, if none of them is right."""
        action, label = self.derivation[self.done]
        of_action = [k for k in choices if self.classes[k][0] == action]
        return [k for k in of_action if label in (None, self.classes[k][2])]

    def cheapest(self, c: Configuration, choices: list[int]) -> list[int]:
        """The classes of least cost: a wrong label on a right arc costs one (errata.md, 1)."""
        by_action = self.system.costs(c, self.heads)
        costs = {}
        for k in choices:
            action, _, label = self.classes[k]
            head, dependent = arc(c, action)
            is_gold = head is not None and self.heads[dependent] == head
            wrong = is_gold and self.labels[dependent] not in (None, label)
            costs[k] = by_action[action] + wrong
        return [k for k in choices if costs[k] == min(costs.values())]


def start(system: TransitionSystem, n: int, labels: Sequence[str]) -> Configuration:
    """The initial configuration, with the labels numbered in this order."""
    c = system.initial(n)
    return type(c)(c.state, tuple(labels), c.buffer, c.is_terminal())


def legal_classes(
    system: TransitionSystem, classes: Sequence[Class], c: Configuration
) -> list[int]:
    """The numbers of the classes that may be applied, action by action."""
    return [
        k
        for name in system.legal(c)
        for k, (action, at_root, _) in enumerate(classes)
        if action == name and at_root == (arc(c, name)[0] == 0)
    ]


def arc(c: Configuration, action: str) -> tuple[int | None, int]:
    """The head and the dependent of the arc that an action of arc-eager adds; or None and -1."""
    if action == "LEFT":
        return c.buffer[0], c.stack[-1]
    if action == "RIGHT":
        return c.stack[-1], c.buffer[0]
    return None, -1
