"""Sentences and treebanks for tests of features, learning and parsing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Any

import numpy as np
from slow import start
from strategies import random_projective_tree

import dodona
from dodona.linear.packing import pack
from dodona.parser.extractor import Extractor
from dodona.parser.model import Header, Model
from dodona.parser.parser import Parser
from dodona.parser.templates import compile_templates
from dodona.parser.tokens import TokenBatch
from dodona.systems import get_system
from dodona.treebank import Sentence, read_conllu


def grove(part: str) -> list[Sentence]:
    """A part (train, dev, test) of the treebank that comes with the package."""
    data = (resources.files("dodona") / "data" / f"grove-{part}.conllu").read_bytes()
    return list(read_conllu(BytesIO(data)))


def make_sentence(
    heads: Sequence[int | str],
    labels: Sequence[str] | None = None,
    *,
    forms: Sequence[str] | None = None,
    lemmas: Sequence[str] | None = None,
    upos: Sequence[str] | None = None,
    xpos: Sequence[str] | None = None,
    feats: Sequence[str] | None = None,
    comment: str = "# text = made for a test\n",
) -> Sentence:
    """A sentence with these columns, each with one entry a word; words without a form differ.

    Without the comment and with other than universal tags it is taken for CoNLL-X.
    """
    n = len(heads)
    columns = [
        range(1, n + 1),
        forms or [f"w{i}" for i in range(1, n + 1)],
        lemmas or ["_"] * n,
        upos or ["X"] * n,
        xpos or ["_"] * n,
        feats or ["_"] * n,
        heads,
        labels or ["root" if head == 0 else "dep" for head in heads],
        ["_"] * n,
        ["_"] * n,
    ]
    lines = ["\t".join(map(str, row)) + "\n" for row in zip(*columns, strict=True)]
    return Sentence.from_conllu(comment + "".join(lines) + "\n")


def random_sentence(
    rng: random.Random, n: int, labels: Sequence[str] = ("nsubj", "obj", "det"), **columns: str
) -> Sentence:
    """A projective tree with one root over n words from a small vocabulary."""
    heads = random_projective_tree(n, rng)[1:]
    while heads.count(0) > 1:
        heads = random_projective_tree(n, rng)[1:]
    return make_sentence(
        heads,
        ["root" if head == 0 else rng.choice(labels) for head in heads],
        forms=[rng.choice("abcdefgh") for _ in heads],
        upos=[rng.choice(("NOUN", "VERB", "DET")) for _ in heads],
        xpos=[rng.choice(("NN", "VB", "DT")) for _ in heads],
        **columns,
    )


def without_tree(sentence: Sentence) -> Sentence:
    """The sentence with `_` for its heads and labels."""
    lines = sentence.to_conllu().split("\n")
    for i, line in enumerate(lines):
        fields = line.split("\t")
        if fields[0].isdigit():
            lines[i] = "\t".join([*fields[:6], "_", "_", *fields[8:]])
    return Sentence.from_conllu("\n".join(lines))


@cache
def beam_parser(system: str = "arc-eager") -> Parser:
    """A parser for a beam of four, trained a little on the bundled treebank."""
    parser: Parser = train_parser(grove("train"), system=system, iterations=2, beam=4)
    return parser


NONSENSE_TEMPLATES = [
    "S0.u",
    "N0.u",
    "S0.u N0.u",
    "S0-N0",
    "S0.l N0.vl",
    "S0.vr",
    "S0.h.u S0.l1.l",
    "N0.sl",
]


def nonsense_parser(
    seed: int,
    labels: Sequence[str] = ("det", "nsubj", "obj"),
    *,
    name: str = "arc-eager",
    single_root: bool = True,
) -> Parser:
    """A parser with random weights, some of them for features that any sentence has."""
    rng = random.Random(seed)
    system = get_system(name, root="last", single_root=single_root)
    plain = [action for action in system.actions if action not in ("LEFT", "RIGHT")]
    classes: list[tuple[str, bool, str | None]] = [
        *((action, False, None) for action in plain),
        ("LEFT", True, "root"),
        *(("LEFT", False, label) for label in labels),
        *(("RIGHT", False, label) for label in labels),
    ]
    extractor = Extractor(compile_templates(NONSENSE_TEMPLATES, system.focus_names))
    keys = {rng.getrandbits(64) for _ in range(50)}
    for _ in range(40):
        sentence = random_sentence(rng, rng.randint(1, 12))
        tokens = TokenBatch([sentence])
        c = start(system, len(sentence), [*labels, "root"])
        while not c.is_terminal():
            keys.update(extractor.keys(system, c, tokens).values())
            action = rng.choice(system.legal(c))
            label = rng.choice([*labels, "root"]) if action not in plain else None
            c = system.apply(c, action, label=label)
    sizes = [rng.choice((1, 2, 4, len(classes))) for _ in keys]
    rows = [rng.sample(range(len(classes)), size) for size in sizes]
    weights = pack(
        np.array(sorted(keys), np.uint64),
        np.array(sizes, np.uint16),
        np.array([k for row in rows for k in row], np.uint16),
        np.array([rng.gauss(0, 5) for row in rows for _ in row], np.float32),
        len(classes),
    )
    header = Header(
        system=name,
        single_root=single_root,
        treebank_format="conllu",
        labels=[*labels, "root"],
        classes=classes,
        templates=NONSENSE_TEMPLATES,
    )
    return Parser(Model(header, weights))


def assert_valid_output(sentence: Sentence, labels: set[str], *, single_root: bool = True) -> None:
    """A tree (reading it again checks that) and, for UD, one root, with its label and no other."""
    again = Sentence.from_conllu(sentence.to_conllu())
    assert again.has_tree
    assert again.heads == sentence.heads
    assert again.deprels == sentence.deprels
    assert set(sentence.deprels) <= labels
    if single_root:
        assert sentence.heads.count(0) == 1
        at_root = [head == 0 for head in sentence.heads]
        assert at_root == [label == "root" for label in sentence.deprels]


def train_parser(*treebanks: Any, **options: Any) -> Any:
    """The parser alone of what `dodona.train` gives: a `Parser`, or parsers that vote."""
    parser = dodona.train(*treebanks, **options).parser
    assert parser is not None
    return parser
