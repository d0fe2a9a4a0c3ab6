"""Beam search and learning with it, plain and slow, to compare the compiled core with.

Hypotheses carry their whole derivations; features are the keys that the extractor gives for a
configuration; what is legal and what it costs comes from the public view of any system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from slow import Class, start, view_of, weights_of
from slow_learning import Random, SlowWeights, is_put_off

from dodona.parser.extractor import Extractor
from dodona.parser.tokens import TokenBatch
from dodona.systems import Configuration, TransitionSystem
from dodona.treebank import Sentence

PROBE = "no label of any treebank"

Keys = list[int]
Score = Callable[[Keys], Sequence[int]]


class Step(NamedTuple):
    """A transition that was decided on, with the features that spoke for it."""

    keys: Keys
    transition: int


class Hypothesis(NamedTuple):
    score: int
    c: Configuration
    steps: tuple[Step, ...] = ()
    total: int = 0
    done: int = 0
    correct: bool = True


class Candidate(NamedTuple):
    score: int
    total: int
    parent: Hypothesis
    transition: int | None
    keys: Keys | None
    correct: bool


class Space:
    """The configurations of sentences, and the classes that lead from one to another."""

    def __init__(
        self,
        system: TransitionSystem,
        labels: Sequence[str],
        classes: Sequence[Class],
        extractor: Extractor,
    ) -> None:
        self.system = system
        self.labels = tuple(labels)
        self.classes = list(classes)
        self.extractor = extractor

    def start(self, n: int) -> Configuration:
        first = start(self.system, n, self.labels)
        first.__class__ = type(self.system.initial(n))
        return first

    def apply(self, c: Configuration, k: int) -> Configuration:
        return self.system.apply(c, self.classes[k][0], label=self.classes[k][2])

    def score(self, total: int, decisions: int) -> int:
        """What hypotheses are compared by: their mean where lengths vary, rounded towards zero."""
        if not self.system.varying_length:
            return total
        mean = abs(total) * 2**20 // decisions
        return mean if total >= 0 else -mean

    def arc(self, c: Configuration, action: str) -> tuple[int, int] | None:
        """The head and the dependent of the arc that an action would add."""
        after = self.system.apply(c, action, label=PROBE)
        if PROBE not in after.labels:
            return None
        dependent = after.labels.index(PROBE)
        return after.heads[dependent], dependent

    def choices(self, c: Configuration) -> list[int]:
        """The classes that may follow, action by action."""
        found = []
        for name in self.system.legal(c):
            arc = self.arc(c, name)
            at_root = arc is not None and arc[0] == 0
            for k, (action, root, label) in enumerate(self.classes):
                if (action, root, label is not None) == (name, at_root, arc is not None):
                    found.append(k)
        return found

    def keys(self, c: Configuration, tokens: TokenBatch, index: int, view: str) -> Keys:
        return list(self.extractor.keys(self.system, c, tokens, index, transition=view).values())

    def view_of(self, k: int) -> str:
        return view_of(self.classes[k][0])

    def weights_of(self, k: int) -> int:
        return weights_of(k, self.classes)


def candidates(
    space: Space,
    hypothesis: Hypothesis,
    tokens: TokenBatch,
    index: int,
    score: Score,
    allowed: Callable[[Hypothesis, list[int]], list[int]] = lambda hypothesis, choices: choices,
) -> Iterator[Candidate]:
    """All that can follow a hypothesis; if nothing can, the hypothesis itself."""
    so_far = (hypothesis.score, hypothesis.total)
    if hypothesis.c.is_terminal():
        yield Candidate(*so_far, hypothesis, None, None, hypothesis.correct)
        return
    choices = space.choices(hypothesis.c)
    if len(choices) == 1:
        yield Candidate(*so_far, hypothesis, choices[0], None, hypothesis.correct)
        return
    good = allowed(hypothesis, choices) if hypothesis.correct else []
    views = {space.view_of(k) for k in choices}
    keys = {view: space.keys(hypothesis.c, tokens, index, view) for view in views}
    scores = {view: score(keys[view]) for view in views}
    for k in choices:
        view = space.view_of(k)
        total = hypothesis.total + scores[view][space.weights_of(k)]
        compared = space.score(total, len(hypothesis.steps) + 1)
        yield Candidate(compared, total, hypothesis, k, keys[view], k in good)


def best(found: Sequence[Candidate], size: int) -> list[Candidate]:
    """Of equal ones those that were found first."""
    return sorted(found, key=lambda candidate: -candidate.score)[:size]


def follow(space: Space, candidate: Candidate) -> Hypothesis:
    parent = candidate.parent
    if candidate.transition is None:
        return parent
    steps = parent.steps
    if candidate.keys is not None:
        steps = (*steps, Step(candidate.keys, candidate.transition))
    after = space.apply(parent.c, candidate.transition)
    return Hypothesis(
        candidate.score, after, steps, candidate.total, parent.done + 1, candidate.correct
    )


def slow_beam(
    space: Space, tokens: TokenBatch, index: int, n: int, score: Score, size: int
) -> list[Hypothesis]:
    """The finished hypotheses, best first."""
    beam = [Hypothesis(0, space.start(n))]
    while not all(hypothesis.c.is_terminal() for hypothesis in beam):
        found = [x for h in beam for x in candidates(space, h, tokens, index, score)]
        beam = [follow(space, candidate) for candidate in best(found, size)]
    return beam


def all_derivations(
    space: Space, tokens: TokenBatch, index: int, n: int, score: Score
) -> list[Hypothesis]:
    """Every derivation there is, by depth-first search."""
    found = []
    agenda = [Hypothesis(0, space.start(n))]
    while agenda:
        hypothesis = agenda.pop()
        if hypothesis.c.is_terminal():
            found.append(hypothesis)
            continue
        for candidate in candidates(space, hypothesis, tokens, index, score):
            agenda.append(follow(space, candidate))
    return found


class Oracle:
    """What keeps a hypothesis correct, for one sentence."""

    def __init__(self, space: Space, sentence: Sentence, kind: str) -> None:
        possible = {(at_root, label) for _, at_root, label in space.classes}
        self.space = space
        self.kind = kind
        self.heads = [-1, *sentence.heads]
        self.labels = [None] + [
            label if (head == 0, label) in possible else None
            for head, label in zip(sentence.heads, sentence.deprels, strict=True)
        ]
        if kind == "static":
            self.derivation = space.system.static_oracle(self.heads, self.labels)

    def allowed(self, hypothesis: Hypothesis, choices: list[int]) -> list[int]:
        if self.kind == "static":
            action, label = self.derivation[hypothesis.done]
            return [
                k
                for k in choices
                if self.space.classes[k][0] == action and label in (None, self.space.classes[k][2])
            ]
        ranks = {k: self.rank(hypothesis.c, k) for k in choices}
        return [k for k in choices if ranks[k] == min(ranks.values())]

    def rank(self, c: Configuration, k: int) -> tuple[int, bool]:
        """The cost of a class, in which a wrong label on a right arc counts, and a preference."""
        action, _, label = self.space.classes[k]
        costs = self.space.system.costs(c, self.heads)
        cost: int = costs[action]
        arc = self.space.arc(c, action)
        if arc is not None and self.heads[arc[1]] == arc[0]:
            cost += self.labels[arc[1]] not in (None, label)
        return cost, is_put_off(self.space.system, c, self.heads, costs, action)


class SlowBeamLearner:
    """The structured perceptron with early update or max-violation, and with restarts."""

    def __init__(
        self,
        space: Space,
        sentences: Sequence[Sentence],
        *,
        beam: int,
        oracle: str,
        update: str,
        restart: bool,
        seed: int,
    ) -> None:
        self.space = space
        self.sentences = list(sentences)
        self.tokens = TokenBatch(self.sentences)
        self.beam = beam
        self.oracle = oracle
        self.early = update == "early"
        self.restart = restart
        self.random = Random(seed)
        self.weights = SlowWeights()
        self.steps = 0
        self.mistakes = 0
        self.falls = 0

    def run(self, iterations: int) -> None:
        order = list(range(len(self.sentences)))
        for _ in range(iterations):
            self.random.shuffle(order)
            for index in order:
                self.learn(index)

    def score(self, keys: Keys) -> list[int]:
        return self.weights.scores(keys, len(self.space.classes))

    def learn(self, index: int) -> None:
        sentence = self.sentences[index]
        oracle = Oracle(self.space, sentence, self.oracle)
        origin = self.space.start(len(sentence))
        done = 0
        while not origin.is_terminal():
            pair = self.search(index, oracle, Hypothesis(0, origin, done=done))
            self.steps += 1
            if pair is not None:
                good, bad = pair
                self.mistakes += 1
                for steps, by in ((good.steps, 1), (bad.steps, -1)):
                    for keys, k in steps:
                        self.weights.change(keys, self.space.weights_of(k), by)
            self.weights.time += 1
            if pair is None or not self.restart:
                return
            origin, done = pair[1].c, pair[1].done

    def search(
        self, index: int, oracle: Oracle, first: Hypothesis
    ) -> tuple[Hypothesis, Hypothesis] | None:
        """The good and the bad hypothesis to learn from, if there is something to learn."""

        def expand(beam: list[Hypothesis]) -> list[Candidate]:
            return [
                candidate
                for h in beam
                for candidate in candidates(
                    self.space, h, self.tokens, index, self.score, oracle.allowed
                )
            ]

        beam, reference = [first], list[Hypothesis]()
        violations: list[tuple[int, Hypothesis, Hypothesis]] = []
        is_wrong = False
        while not all(h.c.is_terminal() for h in [*beam, *reference]):
            found = expand(beam)
            chosen = best(found, self.beam)
            correct = [x for x in (expand(reference) if reference else found) if x.correct]
            best_correct = best(correct, self.beam)
            is_wrong = not chosen[0].correct
            if is_wrong:
                good, bad = follow(self.space, best_correct[0]), follow(self.space, chosen[0])
                violations.append((chosen[0].score - best_correct[0].score, good, bad))
            if not any(candidate.correct for candidate in chosen):
                self.falls += not reference
                if self.early:
                    break
                reference = [follow(self.space, candidate) for candidate in best_correct]
            beam = [follow(self.space, candidate) for candidate in chosen]
        if not is_wrong:
            return None
        if self.early:
            return violations[-1][1:]
        largest = max(violation for violation, _, _ in violations)
        return next(v[1:] for v in violations if v[0] == largest)
