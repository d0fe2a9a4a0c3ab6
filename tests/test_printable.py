"""What is shown to people, whatever others have written."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.errors import DodonaError, ModelError, TreebankError
from dodona.printable import printable, printable_json, printable_lines, shortened
from dodona.wording import counted

HOSTILE = {
    "\x1b[31m": r"\x1b[31m",
    "\x1b]0;title\x07": r"\x1b]0;title\x07",
    "\x9b2J": r"\x9b2J",
    "\x80\x85\x9f": r"\x80\x85\x9f",
    "\x7f\x00": r"\x7f\x00",
    "a\rb\nc": r"a\rb\nc",
    "\u202etxt\u2066": r"\u202etxt\u2066",
    "\u2028\udc80": r"\u2028\udc80",
}

any_hostile = pytest.mark.parametrize(("text", "shown"), HOSTILE.items())


def is_safe(text: str) -> bool:
    """By Unicode's tables: no controls, separators of lines, surrogates or overrides."""
    return not any(
        unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp"}
        or unicodedata.bidirectional(letter)
        in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        for letter in text
    )


@any_hostile
def test_what_steers_a_terminal_is_escaped(text, shown):
    assert printable(text) == shown
    assert printable_lines(f"{text}\n").endswith("\n")


@any_hostile
def test_errors_are_safe_whatever_they_quote(text, shown):
    assert str(DodonaError(f"no {text} here")) == f"no {shown} here"
    assert shown in str(ModelError(f"{text}: damaged"))
    assert str(TreebankError("bad", text, 7, text)) == f"{shown}:7 ({shown}): bad"


def test_every_character_is_safe_or_stays():
    every = "".join(map(chr, range(0x1_0000)))
    safe = "".join(filter(is_safe, every))
    assert printable(safe) == safe
    assert all(is_safe(printable(letter)) for letter in set(every) - set(safe))


@given(st.text(st.characters() | st.sampled_from("\x1b\x9b\u202e\n"), max_size=20))
def test_json_is_safe_and_says_the_same(text):
    written = printable_json({text: [text]})
    assert json.loads(written) == {text: [text]}
    assert is_safe(written.replace("\n", ""))


def test_letters_of_all_scripts_stay():
    text = "Zażółć gęślą jaźń, 木が揺れる, שלום, নদী, 👩‍👩‍👧"  # with joiners and marks
    assert printable(text) == printable_lines(text) == text


@pytest.mark.parametrize(
    ("text", "short"), [("", ""), ("a" * 5, "aaaaa"), ("a" * 6, "aaaa…"), ("\x1b" * 9, r"\x1b…")]
)
def test_the_beginning_of_a_text(text, short):
    assert shortened(text, 5) == short


def test_numbers_of_things():
    assert [counted(n, "word") for n in (0, 1, 2)] == ["0 words", "1 word", "2 words"]
    assert counted(2000, "entry", "entries", style=",") == "2,000 entries"
