"""What a valid result is: sentences that can be read again, trees, and all else as it was."""

from __future__ import annotations

import contextlib
import io
import random
import re
from collections.abc import Sequence
from typing import Any

import dodona
from dodona.cli.messages import show_error
from dodona.errors import DodonaError
from dodona.parser.parser import Parser
from dodona.parser.voting import VotingParser
from dodona.treebank import Sentence

_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_UNCLEAN = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")


def parse_and_check(
    pipeline: dodona.Pipeline, sentences: list[Sentence], rng: random.Random
) -> list[Sentence]:
    """Parse sentences in one of many ways and check what comes out of it."""
    options = _options(pipeline, rng)
    parsed = list(pipeline.parse(sentences, **options))
    if not {"nbest", "scores"}.isdisjoint(options):
        for sentence in parsed:
            check_readable(sentence)
            assert sentence.has_tree
        return parsed
    assert len(parsed) == len(sentences)
    for before, after in zip(sentences, parsed, strict=True):
        check_readable(after)
        assert after.forms == before.forms
        assert after.misc == before.misc
        assert after.comments == before.comments
    if pipeline.parser is not None:
        check_trees(parsed, pipeline.parser)
    return parsed


def _options(pipeline: dodona.Pipeline, rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if pipeline.tagger is not None or pipeline.lemmatizer is not None:
        options["tag"] = rng.random() < 0.5
    if pipeline.parser is None:
        return options
    options["deprojectivize"] = rng.random() < 0.5
    chance = rng.random()
    if isinstance(pipeline.parser, VotingParser):
        options["scores"] = chance < 0.3
        return options
    if pipeline.parser.header.beam == 1:  # a beam would be worse, and Dodona says so
        return options
    if chance < 0.2:
        options["beam"] = rng.randint(1, 4)
    elif chance < 0.3:
        options |= {"nbest": 2} if rng.random() < 0.5 else {"scores": True}
    return options


def check_readable(sentence: Sentence) -> None:
    """Reading what would be written gives the same again."""
    again = Sentence.from_conllu(sentence.raw)
    assert again.raw == sentence.raw
    assert again.words == sentence.words
    assert again.comments == sentence.comments


def check_trees(sentences: list[Sentence], parser: Parser | VotingParser) -> None:
    """Parsed sentences are trees, with one root if the model says so, and have clean labels."""
    labels = set(parser.labels)
    used: set[str] = set()
    for sentence in sentences:
        assert sentence.has_tree
        assert not parser.single_root or sentence.heads.count(0) == 1
        used.update(sentence.deprels)
    assert used <= labels
    assert not any(map(_UNCLEAN.search, used)), "white space or control characters in a label"


def check_shown(errors: Sequence[DodonaError]) -> None:
    """What a command would say of these errors can be shown on a terminal."""
    with contextlib.redirect_stderr(io.StringIO()) as terminal:
        for error in errors:
            show_error(error)
    assert not _RAW.search(terminal.getvalue()), f"raw characters in {terminal.getvalue()!r}"
