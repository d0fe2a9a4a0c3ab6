"""How transitions and the time of the oracles grow with the length of sentences.

Derivations are made once, then gone through with and without asking the oracle; the difference is
its time. They run in the compiled core, on trees of two kinds: sentences of conllx_danish, strung
together to a given length, each hanging from the root of the one before; and random trees. Systems
for projective trees get projective sentences and random projective trees.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from bench import Bench, progress, systems_for_any_length, treebank
from table import Row, Section, at_most
from timing import best_times

from dodona import read_conllu
from dodona.experiments.formats import markdown
from dodona.systems import TransitionSystem, parsing_system
from dodona.systems.walk import Walk
from dodona.treebank.trees import is_projective

_LENGTHS = (10, 20, 40, 80, 120, 160, 200)
_TREES = 10
_ROUNDS = 5
_WORDS_A_TURN = 400  # short sentences are gone through several times in a turn
_MISTAKES = 0.1
_LINEAR, _QUADRATIC = 1.1, 2.1  # with some room for chance

Heads = list[int]
Drawing = Callable[[int, random.Random], Heads]


@dataclass(frozen=True)
class Growth:
    """What was measured for each of the lengths, as means; times are in microseconds."""

    transitions: list[float]
    costs: list[float]
    loss: list[float]

    @property
    def of_sentence(self) -> list[float]:
        """The time of the costs in all configurations of a sentence."""
        return [steps * time for steps, time in zip(self.transitions, self.costs, strict=True)]


Growths = dict[tuple[str, str, str], Growth]  # by system, trees and derivation


def measure(bench: Bench) -> Section:
    """Measure all systems on all trees, with the static oracle's derivations and exploring ones."""
    sentences = [[-1, *s.heads] for s in read_conllu(treebank("conllx_danish", "train"))]
    projective = [heads for heads in sentences if is_projective(heads)]
    found: Growths = {}
    for name in systems_for_any_length():
        system = parsing_system(name)
        usable = projective if system.projective else sentences
        trees: dict[str, Drawing] = {"sentences": partial(joined, usable)}
        if not system.reorders:  # of which random trees ask for too much
            trees["random"] = random_projective_tree if system.projective else random_tree
        for kind, draw in trees.items():
            found[name, kind, "static"] = _grow(system, draw, None)
            found[name, kind, "exploring"] = _grow(system, draw, _MISTAKES)
    return Section(_bars(found), _details(found))


def joined(sentences: list[Heads], n: int, rng: random.Random) -> Heads:
    """A tree over n words made of sentences; each but the first hangs from the one before."""
    heads = [-1]
    last_root = 0
    while len(heads) <= n:
        sentence = rng.choice(sentences)[1:]
        first = len(heads)
        if first + len(sentence) <= n + 1:
            heads += [head + first - 1 if head else last_root for head in sentence]
            last_root = max(d for d in range(first, len(heads)) if heads[d] == last_root)
    return heads


def random_tree(n: int, rng: random.Random) -> Heads:
    """A tree over n words: in a random order, each hangs from the root or a word before it."""
    order = rng.sample(range(1, n + 1), n)
    heads = [-1] * (n + 1)
    for place, word in enumerate(order):
        heads[word] = rng.choice([0, *order[:place]])
    return heads


def random_projective_tree(n: int, rng: random.Random) -> Heads:
    """A projective tree over n words: a dependent, what it spans, and what is left of it."""
    heads = [-1] * (n + 1)

    def fill(begin: int, end: int, head: int) -> None:
        while begin < end:
            word = rng.randrange(begin, end)
            stop = rng.randint(word + 1, end)
            heads[word] = head
            fill(begin, word, word)
            fill(word + 1, stop, word)
            begin = stop

    fill(1, n + 1, 0)
    return heads


def _grow(system: TransitionSystem, draw: Drawing, mistakes: float | None) -> Growth:
    rng = random.Random(1)
    growth = Growth([], [], [])
    for n in _LENGTHS:
        progress(f"{system.name}, {n} words")
        walks = [Walk(system, draw(n, rng), mistakes, seed) for seed in range(_TREES)]
        turns = max(1, _WORDS_A_TURN // n)
        replay = partial(_replay, walks, turns)
        times = best_times(
            {
                "walk": replay,
                "costs": partial(replay, costs=True),
                "loss": partial(replay, loss=True),
            },
            _ROUNDS,
        )
        steps = sum(map(len, walks))
        growth.transitions.append(steps / _TREES)
        growth.costs.append(1e6 * (times["costs"] - times["walk"]) / (turns * steps))
        growth.loss.append(1e6 * (times["loss"] - times["walk"]) / (turns * steps))
    return growth


def _replay(walks: list[Walk], turns: int, costs: bool = False, loss: bool = False) -> None:
    for walk in walks:
        walk.replay(turns, costs, loss)


def exponent(values: Sequence[float]) -> float:
    """The slope of a straight line through logarithms, by least squares."""
    slope, _ = np.polyfit(np.log(_LENGTHS), np.log(values), 1)
    return float(slope)


def _bars(found: Growths) -> list[Row]:
    """The largest exponent of each system, where there is something to reach."""
    rows = []
    for name in systems_for_any_length():
        growths = [growth for (system, _, _), growth in found.items() if system == name]
        transitions = max(exponent(growth.transitions) for growth in growths)
        bar = _LINEAR if parsing_system(name).projective else _QUADRATIC
        rows.append(at_most(f"transitions of {name}, exponent", transitions, bar, "{:.2f}"))
    covington = [growth for (system, _, _), growth in found.items() if system == "covington"]
    for what, of in (("a loss", "loss"), ("all costs", "costs")):
        largest = max(exponent(getattr(growth, of)) for growth in covington)
        rows.append(at_most(f"time of {what} of covington, exponent", largest, _LINEAR, "{:.2f}"))
    return rows


def _details(found: Growths) -> str:
    note = (
        f"Means of {_TREES} trees a length. *Sentences* are sentences of conllx_danish, strung "
        "together; *random* are random trees; both projective for projective systems. *Static*: "
        "the derivation of the static oracle; *exploring*: transitions of least cost, but any "
        f"legal one in {100 * _MISTAKES:.0f} % of the configurations. The exponent is that of a "
        "power of the length, fitted to the logarithms by least squares."
    )
    tables = [
        _table("transitions a sentence", "{:.0f}", found, lambda growth: growth.transitions),
        _table("μs for all costs, a configuration", "{:.3g}", found, lambda growth: growth.costs),
        _table("μs for the loss, a configuration", "{:.3g}", found, lambda growth: growth.loss),
        _table("μs for all costs, a sentence", "{:.3g}", found, lambda growth: growth.of_sentence),
    ]
    return "\n\n".join([note, *tables])


def _table(
    what: str, shown: str, found: Growths, values_of: Callable[[Growth], list[float]]
) -> str:
    header = (what, "trees", "derivation", *map(str, _LENGTHS), "exponent")
    rows = []
    for key, growth in found.items():
        values = values_of(growth)
        rows.append((*key, *map(shown.format, values), f"{exponent(values):.2f}"))
    return markdown(header, rows)
