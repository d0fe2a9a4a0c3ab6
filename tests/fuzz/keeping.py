"""Sentences of which some arcs are fixed, and parsers with random weights that must keep them."""

from __future__ import annotations

import json
import random
import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from strategies import random_projective_tree

from dodona.linear.packing import PackedWeights
from dodona.parser.fixed import FixedArc
from dodona.parser.model import Model
from dodona.parser.parser import Parser
from dodona.parser.voting import VotingParser
from dodona.systems import get_system, system_names
from dodona.treebank import Sentence
from examples import make_sentence, train_parser

_LABELS = ("det", "nsubj", "obj")
_FORMS = "abcdefgh"
_TAGS = ("NOUN", "VERB", "DET")
_OTHERS: dict[str, dict[str, Any]] = {
    "pseudo-projective": {"nonprojective": "pseudo"},
    "head": {"nonprojective": "pseudo", "encoding": "head", "direction": "right-to-left"},
    "neural": {"kind": "neural", "size": 16, "layers": 1},
    "neural mirrored": {
        "kind": "neural",
        "size": 16,
        "layers": 1,
        "system": "covington",
        "direction": "right-to-left",
    },
}
_VOTES = (("arc-eager", "arc-standard:reversed"), ("covington", "covington-nonlocal", "arc-hybrid"))

_SYSTEMS = [name for name in system_names() if get_system(name).knows_parts]
KINDS = (*_SYSTEMS, *_OTHERS, *map(",".join, _VOTES))


def make(rng: random.Random) -> bytes:
    """What parses, and how; a tree, and which arcs and labels of it are fixed."""
    kind = rng.choice(KINDS)
    single_root = rng.random() < 0.5
    n = rng.randint(1, 10) if rng.random() < 0.9 else rng.randint(11, 40)
    systems = [kind, _OTHERS.get(kind, {}).get("system", "arc-eager")]
    projective = "," in kind or not any("covington" in system for system in systems)
    heads = _tree(n, rng, single_root=single_root, projective=projective)
    share = rng.choice((0, 0.1, 0.3, 0.5, 0.8, 1))
    case = {
        "kind": kind,
        "single_root": single_root,
        "mirrored": rng.random() < 0.3,
        "beam": rng.choice((1, 1, 3)),
        "heads": heads,
        "labels": [rng.choice(_LABELS) for _ in heads],
        "forms": [rng.choice(_FORMS) for _ in heads],
        "fixed": [rng.random() < share for _ in heads],
        "labelled": [rng.random() < 0.6 for _ in heads],
    }
    return json.dumps(case).encode()


def check(data: bytes) -> str:
    """All fixed arcs are in the output, which is a tree; with all arcs fixed it is the tree."""
    case = json.loads(data)
    parser = parser_of(case["kind"], case["single_root"], case["mirrored"])
    sentence = _with_fixed_arcs(case, parser)
    beam = case["beam"] if "neural" not in case["kind"] else 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (parsed,) = parser.parse([sentence], keep=True, beam=beam)
    check_kept(sentence, parsed)
    assert parsed.has_tree
    if parser.reach.single_root:
        assert parsed.heads.count(0) == 1
    if all(case["fixed"]):
        assert parsed.heads == case["heads"]
        return "all"
    return "some" if any(case["fixed"]) else "none"


def check_kept(sentence: Sentence, parsed: Sentence) -> None:
    """Whether a parsed sentence has the arcs that were fixed, and their labels."""
    for fixed, word in zip(sentence, parsed, strict=True):
        assert fixed.head in (-1, word.head), (fixed, word)
        assert fixed.head < 0 or fixed.deprel in ("_", word.deprel), (fixed, word)


@cache
def parser_of(kind: str, single_root: bool, mirrored: bool) -> Parser | VotingParser:
    """A parser with random weights; those with options of their own are never mirrored anew."""
    if "," in kind:
        options: dict[str, Any] = {"vote": kind.split(",")}
    elif kind in _OTHERS:
        options = _OTHERS[kind]
    else:
        options = {"system": kind, "direction": "right-to-left" if mirrored else "left-to-right"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parser = train_parser(_treebank(single_root), iterations=1, **options)
    if isinstance(parser, VotingParser):
        return VotingParser([_with_random_weights(member) for member in parser.members])
    return parser if options.get("kind") == "neural" else _with_random_weights(parser)


def _with_random_weights(parser: Any) -> Parser:
    model = parser._model
    assert isinstance(model, Model)
    assert isinstance(model.weights, PackedWeights)
    rng = np.random.default_rng(len(model.weights.weights))
    values = rng.integers(-127, 128, model.weights.weights.shape, np.int8)
    return Parser(replace(model, weights=model.weights._replace(weights=values)))


@cache
def _treebank(single_root: bool) -> list[Sentence]:
    rng = random.Random(single_root)
    result = []
    for number in range(40):
        projective = number % 2 == 0
        heads = _tree(rng.randint(1, 8), rng, single_root=single_root, projective=projective)
        labels = [_label(head, rng.choice(_LABELS)) for head in heads]
        result.append(_sentence(heads, labels, [rng.choice(_FORMS) for _ in heads]))
    assert single_root or any(s.heads.count(0) > 1 for s in result)
    return result


def _tree(n: int, rng: random.Random, *, single_root: bool, projective: bool) -> list[int]:
    while True:
        heads = random_projective_tree(n, rng) if projective else _any_tree(n, rng)
        if not single_root or heads.count(0) == 1:
            return list(heads[1:])


def _any_tree(n: int, rng: random.Random) -> list[int]:
    """Words in a random order, each below one before it or below the root."""
    order = rng.sample(range(1, n + 1), n)
    heads = [-1] * (n + 1)
    for place, word in enumerate(order):
        heads[word] = rng.choice([0, *order[:place]])
    return heads


def _label(head: int, label: str) -> str:
    return "root" if head == 0 else label


def _sentence(heads: Sequence[Any], labels: Sequence[str], forms: Sequence[str]) -> Sentence:
    tags = [_TAGS[ord(form) % len(_TAGS)] for form in forms]
    if all(isinstance(head, int) for head in heads):
        return make_sentence(heads, labels, forms=forms, lemmas=forms, upos=tags)
    return Sentence.from_words(forms, lemmas=forms, upos=tags, heads=heads, deprels=labels)


def _with_fixed_arcs(case: dict[str, Any], parser: Parser | VotingParser) -> Sentence:
    """The sentence of a case; labels that the parser does not have are left open."""
    heads = [h if fixed else None for h, fixed in zip(case["heads"], case["fixed"], strict=True)]
    labels = []
    for word, head in enumerate(heads, 1):
        label = "_"
        if head is not None and case["labelled"][word - 1]:
            label = _label(head, case["labels"][word - 1])
            arc = FixedArc(head, word, label)
            label = label if (arc.side, label) in parser.reach.labelled else "_"
        labels.append(label)
    return _sentence(heads, labels, case["forms"])


def parsers() -> None:
    """Make all parsers, before there are processes."""
    for kind in KINDS:
        for single_root in (False, True):
            parser_of(kind, single_root, False), parser_of(kind, single_root, True)
