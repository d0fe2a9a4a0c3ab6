"""Sentences of which some words have no head."""

from __future__ import annotations

import random

from dodona.treebank import Sentence

CROSSING = [3, 4, 0, 3]


def words(heads, labels=None, forms="abcdefgh") -> Sentence:
    """Words with some heads."""
    forms = list(forms[: len(heads)])
    tags = ["NOUN"] * len(heads)
    return Sentence.from_words(forms, lemmas=forms, upos=tags, heads=heads, deprels=labels)


def some_heads(sentence: Sentence, rng: random.Random, share: float = 0.5) -> Sentence:
    """The sentence without the heads of some words, some of the others without labels."""
    lines = sentence.to_conllu().split("\n")
    for i, line in enumerate(lines):
        columns = line.split("\t")
        if columns[0].isdigit():
            columns[6] = columns[6] if rng.random() < share else "_"
            columns[7] = columns[7] if columns[6] != "_" and rng.random() < 0.5 else "_"
            lines[i] = "\t".join(columns)
    return Sentence.from_conllu("\n".join(lines), partial=True)
