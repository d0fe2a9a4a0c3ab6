"""The official validator, and texts that try it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest
from hypothesis import strategies as st

from dodona.treebank.sentence import Sentence

NASTY = [
    "oak", "Oak's", "don't", "del", "İ", "e", "A", "1", "10", ".", "-", "|", "\\", "\\u0041", "_",
    "#", "=", " ", "  ", "\t", "\n", "\r", "\r\n", "\n\n", "\v", "\f", "\0", "\x07", "\x1b",
    "\x1c", "\x1f", "\x7f", "\x85", "\x92", "\xa0", "\xad", "\u1680", "\u2000", "\u2001",
    "\u2009", "\u200b", "\u200c", "\u200d", "\u2028", "\u2029", "\u202f", "\u205f", "\u2060",
    "\u3000", "\ufeff", "\ufffd", "\ufffe", "\ue000", "\u0300", "\u0301", "\u0323", "\u0340",
    "\u0344", "\u0345", "\u0374", "\u212b", "\u1100", "\u1161", "\u11a8", "\u3099", "か",
    "\u09c7", "\u09be", "\uf900", "\ufb2c", "😀", "\ufe0f", "\U0001d15e", "\U00011099",
    "\U000110ba", "\U0002f800", "\U000e0067",
]  # fmt: skip
nasty_texts = st.one_of(
    st.lists(st.sampled_from(NASTY), max_size=20).map("".join),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)


@cache
def _validator() -> Any:
    udtools = pytest.importorskip("udtools.validator", reason="udtools is not installed")
    return udtools.Validator(level=1, output=None)


def complaints(sentences: Iterable[Sentence]) -> list[str]:
    """What the validator finds wrong with the form of a treebank (level 1)."""
    raw = b"".join(sentence.raw for sentence in sentences)
    state = _validator().validate_file_handle(TextIOWrapper(BytesIO(raw), "utf-8"))
    return [incident.testid for incident in state.error_tracker]
