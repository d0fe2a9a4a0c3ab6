"""Lemmatising, plain and slow, to compare the compiled core with."""

from __future__ import annotations

from collections.abc import Sequence

from slow_tagging import form_row, keys_of, rotate, scramble, tag_row

from dodona.lemmatizer import Lemmatizer
from dodona.linear.frozen import FrozenWeights
from dodona.linear.packing import read_weights
from dodona.treebank import Sentence


def slow_apply(script: Sequence[object], form: str) -> str | None:
    """The lemma that a script makes, or None if the form is too short."""
    casing, start, before, end, after = script
    if casing == 4:
        return before
    if start + end >= len(form):
        return None
    upper, lower = (lambda c: c.upper()[0]), (lambda c: c.lower()[0])
    first, other = [(str, str), (lower, lower), (upper, lower), (upper, upper)][casing]
    cased = first(form[0]) + "".join(map(other, form[1:]))
    return before + cased[start : len(form) - end] + after


def slow_lemmatize(lemmatizer: Lemmatizer, sentence: Sentence) -> list[str]:
    part = lemmatizer.to_part()
    classes = part.header["classes"]
    scripts = part.header["scripts"]
    weights = FrozenWeights(read_weights(part), classes)
    pairs = zip(*(part.arrays[f"lexicon_{n}"].tolist() for n in ("keys", "scripts")), strict=True)
    lexicon = dict(pairs)
    rows = [
        form_row(word.form) | tag_row(word.upos, word.xpos, word.feats) for word in sentence.words
    ]
    lemmas = []
    for i, form in enumerate(sentence.forms):
        script = lexicon.get(scramble(rows[i]["w"] + rotate(rows[i]["t"], 17)))
        if script is None or slow_apply(scripts[script], form) is None:
            scores = weights.scores(keys_of(part.header["templates"], rows, i))
            usable = [s for s in range(classes) if slow_apply(scripts[s], form) is not None]
            script = max(usable, key=lambda s: scores[s])
        lemmas.append(slow_apply(scripts[script], form))
    return lemmas
