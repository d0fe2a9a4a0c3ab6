"""Partial trees: what arcs that are fixed do for the others, and what can be learned from few arcs.

Parsing: with some arcs of the test part fixed, at random or those that the parser is least sure of,
the LAS of all other words, beside what it is for the same words with nothing fixed. Training: with
some of all arcs known, or all arcs of some sentences. Gold tags; the plot goes to docs/pictures.
"""

import random
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from bench import ROOT, Bench, Skipped, progress, treebanks
from lines import Line, line_plot
from table import Row, Section

from dodona import evaluate, read_conllu
from dodona.experiments.formats import markdown
from dodona.parser.parser import Parser
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from dodona.treebank import Sentence
from dodona.treebank.building import with_heads

_SHARES = (0.1, 0.3, 0.5)
_BEAM = 4
_LEARNED = "nl_lassysmall_r2.0"
_PARSED = ((_LEARNED, "arc-eager"), (_LEARNED, "covington"), ("en_ewt", "arc-eager"))
_CHOICES = ("at random", "least sure")
_PICTURE = ROOT / "docs" / "pictures" / "partial-trees.svg"


Pair = tuple[str, str]
"""A treebank and a system."""


@dataclass(frozen=True)
class Rest:
    """The LAS of words without a fixed arc, as they are parsed with none fixed and fixed."""

    share: float
    choice: str
    free: float
    fixed: float


def measure(bench: Bench) -> Section:
    """Parse and train with some of the arcs of each treebank that is there."""
    parsed = {pair: _parse(bench, _folder(pair[0]), pair[1]) for pair in _PARSED}
    learned = _learn(bench, _folder(_LEARNED))
    rows = []
    for (name, system), found in parsed.items():
        for each in found:
            what = f"{name}, {system}, {each.share:.0%} fixed, {each.choice}: LAS of the rest"
            rows.append(Row(what, f"{each.fixed:.2f}; with none fixed {each.free:.2f}"))
    for share in _SHARES:
        arcs, sentences = learned["arcs", share], learned["sentences", share]
        what = f"{_LEARNED}: LAS from {share:.0%} of all arcs"
        rows.append(Row(what, f"{arcs:.2f}; from as many in whole sentences {sentences:.2f}"))
    if not bench.quick:
        _PICTURE.write_text(_plot(parsed, learned), encoding="utf-8")
    return Section(rows, _details(bench, parsed, learned))


def _folder(name: str) -> Path:
    folder = treebanks() / name
    if not folder.is_dir():
        raise Skipped(f"there is no {name} in {treebanks()}")
    return folder


def _read(folder: Path, part: str) -> list[Sentence]:
    return list(read_conllu(next(p for p in folder.iterdir() if p.stem.endswith(part))))


def _train(sentences: Sequence[Sentence], **options: Any) -> Parser:
    trainer = Trainer(sentences, None, Settings(**options))
    for _ in trainer.run():
        pass
    return trainer.parser()


# Parsing -----------------------------------------------------------------------------------------


def _parse(bench: Bench, folder: Path, system: str) -> list[Rest]:
    iterations = 3 if bench.quick else 6
    parser = _train(_read(folder, "train"), system=system, beam=_BEAM, iterations=iterations)
    test = _read(folder, "test")
    free = list(parser.parse(test, scores=True))
    words = [(s, w) for s, sentence in enumerate(test) for w in range(len(sentence))]
    by_chance = random.Random(1).sample(words, len(words))
    by_score = sorted(words, key=lambda place: _score(free[place[0]].misc[place[1]]))
    result = []
    for share in _SHARES:
        for choice, order in zip(_CHOICES, (by_chance, by_score), strict=True):
            fixed = set(order[: round(share * len(order))])
            kept = _with_fixed(parser, test, fixed)
            rest = [place for place in words if place not in fixed]
            found = Rest(share, choice, _las(test, free, rest), _las(test, kept, rest))
            progress(f"{folder.name}, {system}: {found}")
            result.append(found)
    return result


def _score(misc: str) -> float:
    entries = [entry for entry in misc.split("|") if entry.startswith("Score=")]
    return float(entries[0].removeprefix("Score=")) if entries else float("inf")


def _with_fixed(
    parser: Parser, test: Sequence[Sentence], fixed: set[tuple[int, int]]
) -> list[Sentence]:
    given = [
        _partly(sentence, [w for w in range(len(sentence)) if (s, w) in fixed])
        for s, sentence in enumerate(test)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # arcs that cross, and labels that are not in training
        return list(parser.parse(given, keep=True, drop_impossible=True))


def _partly(sentence: Sentence, known: Iterable[int]) -> Sentence:
    """The sentence with the heads and labels of some words only."""
    heads, labels = [-1] * len(sentence), ["_"] * len(sentence)
    for word in known:
        heads[word], labels[word] = sentence.heads[word], sentence.deprels[word]
    return with_heads(sentence, heads, labels)


def _las(
    gold: Sequence[Sentence], parsed: Sequence[Sentence], places: Iterable[tuple[int, int]]
) -> float:
    arcs = [
        [list(zip(sentence.heads, sentence.deprels, strict=True)) for sentence in sentences]
        for sentences in (gold, parsed)
    ]
    return 100 * mean(arcs[0][s][w] == arcs[1][s][w] for s, w in places)


# Training ----------------------------------------------------------------------------------------


def _learn(bench: Bench, folder: Path) -> dict[tuple[str, float], float]:
    """LAS on test by what was known and how much of it."""
    train, test = _read(folder, "train"), _read(folder, "test")
    result = {}
    for share in (*_SHARES, 1.0):
        for kind in ("arcs", "sentences"):
            scores = [
                _score_of(bench, _some(train, kind, share, seed), test, seed)
                for seed in bench.first_seeds(2)
            ]
            result[kind, share] = mean(scores)
            progress(f"{folder.name}: {share:.0%} of {kind}: {result[kind, share]:.2f}")
    return result


def _score_of(
    bench: Bench, train: Sequence[Sentence], test: Sequence[Sentence], seed: int
) -> float:
    parser = _train(train, iterations=3 if bench.quick else 10, seed=seed)
    return evaluate(test, parser.parse(test), "full").all_words.las


def _some(train: Sequence[Sentence], kind: str, share: float, seed: int) -> list[Sentence]:
    """A share of all arcs, or whole sentences that have this share of all words."""
    rng = random.Random(seed)
    if kind == "arcs":
        return [_partly(s, [w for w in range(len(s)) if rng.random() < share]) for s in train]
    most = share * sum(map(len, train))
    chosen: list[int] = []
    words = 0
    for place in rng.sample(range(len(train)), len(train)):
        if words < most:
            chosen.append(place)
            words += len(train[place])
    return [train[place] for place in sorted(chosen)]


# What is shown -----------------------------------------------------------------------------------


def _details(
    bench: Bench, parsed: dict[Pair, list[Rest]], learned: dict[tuple[str, float], float]
) -> str:
    parsing = markdown(
        (
            "treebank",
            "system",
            "fixed",
            "chosen",
            "LAS of the rest, nothing fixed",
            "with these fixed",
        ),
        [
            (*pair, f"{r.share:.0%}", r.choice, f"{r.free:.2f}", f"{r.fixed:.2f}")
            for pair, found in parsed.items()
            for r in found
        ],
    )
    shares = (*_SHARES, 1.0)
    training = markdown(
        (f"LAS on test, {_LEARNED}", *(f"{share:.0%}" for share in shares)),
        [
            (text, *(f"{learned[kind, share]:.2f}" for share in shares))
            for kind, text in (("arcs", "of all arcs"), ("sentences", "of all sentences"))
        ],
    )
    seeds = ", ".join(map(str, bench.first_seeds(2)))
    return (
        f"Parsing: with a beam of {_BEAM}. Training: arc-eager, greedy, mean over seeds "
        f"{seeds}. Gold tags, full labels, all words.\n\n{parsing}\n\n{training}"
    )


def _plot(parsed: dict[Pair, list[Rest]], learned: dict[tuple[str, float], float]) -> str:
    found = parsed[_LEARNED, "covington"]
    left = []
    for choice in _CHOICES:
        chosen = [rest for rest in found if rest.choice == choice]
        left.append(Line(f"{choice}: none fixed", [(r.share, r.free) for r in chosen]))
        left.append(Line(f"{choice}: these fixed", [(r.share, r.fixed) for r in chosen]))
    right = [
        Line(f"of all {kind}", [(share, learned[kind, share]) for share in (*_SHARES, 1.0)])
        for kind in ("arcs", "sentences")
    ]
    return line_plot(
        [
            (f"LAS of the rest, by the share that is fixed ({_LEARNED}, covington)", left),
            (f"LAS on test, by the share that is known ({_LEARNED})", right),
        ]
    )
