"""Signs of several characters, and items of lists: rules that hold for any model."""

from __future__ import annotations

import pytest
from tokenizing_examples import all_sentences, rebuilt

from dodona.tokenizer import Tokenizer, train_tokenizer
from dodona.tokenizer.units import text_classes
from dodona.treebank.sentence import Sentence

INSIDE = 25

EMOJI = [
    "👩‍👧", "👩🏽‍🚀", "🏳️‍🌈", "❤️‍🔥", "🙂‍↔️", "👨‍👩‍👧‍👦", "🧑🏻‍❤️‍💋‍🧑🏿", "👍🏿", "🇬🇷", "1️⃣", "#️⃣", "☎️",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
]  # fmt: skip
ENTITIES = ["&amp;", "&#8217;", "&#x2019;", "&nbsp;", "&Eacute;", "&lt;", "&frac12;"]
TAGS = [
    "<br/>", "<br>", "<BR />", "</p>", "<p >", '<a href="x y">', "<img src=a.png alt='>'>",
    "<input disabled>", '<doc id="1">', "</doc>", "<x:y/>",
]  # fmt: skip
NO_UNITS = [
    "R&D;", "M&Ms;", "&oak;", "&amp", "& amp;", "&#;", "&#12345678;", "<oak>", "<oak tree>",
    "<http://oak.gr>", "<a.priest@oak.gr>", "< br>", '<a href="x>', "<br", "<3", "x < y > z", "1>2",
    "🇬", "ക്\u200d", "a\u200db",
]  # fmt: skip


@pytest.fixture(scope="module")
def tearing() -> Tokenizer:
    """A tokeniser trained to end a token after every character, also inside of units."""
    sentences = []
    for unit in EMOJI + ENTITIES + TAGS:
        letters = [letter for letter in f"oak{unit}{unit}dove." if letter != " "]
        rows = [
            f"{i}\t{letter}" + "\t_" * 7 + "\tSpaceAfter=No\n"
            for i, letter in enumerate(letters, 1)
        ]
        sentences.append(Sentence.from_conllu("".join(rows) + "\n"))
    return train_tokenizer(sentences * 3)


def forms(tokenizer: Tokenizer, text: str) -> list[list[str]]:
    sentences = all_sentences(tokenizer.tokenize(text))
    assert rebuilt(sentences) == text
    return [sentence.forms for sentence in sentences]


@pytest.mark.parametrize("unit", EMOJI + ENTITIES + TAGS)
def test_no_token_ends_inside_a_unit(tokenizer: Tokenizer, tearing: Tokenizer, unit: str) -> None:
    for chosen in (tokenizer, tearing):
        for text in (unit, f"oak {unit} dove", f"oak{unit}dove.", unit * 3, f"the{unit}. The oak"):
            pieces = [form for sentence in forms(chosen, text) for form in sentence]
            assert sum(piece.count(unit) for piece in pieces) == text.count(unit)


@pytest.mark.parametrize("text", NO_UNITS)
def test_what_is_no_unit_is_left_to_the_model(text: str) -> None:
    assert INSIDE not in text_classes(text)


def test_letters_are_torn_where_units_are_not(tearing: Tokenizer) -> None:
    assert forms(tearing, "oak&amp;dove") == [[*"oak", "&amp;", *"dove"]]
    assert forms(tearing, "oak🇬🇷🇬🇷👩🏽‍🚀.") == [[*"oak", "🇬🇷", "🇬🇷", "👩🏽‍🚀", "."]]
    assert forms(tearing, '<a href="x y">oak') == [['<a href="x y">', *"oak"]]


def test_tags_are_torn_only_at_spaces_that_no_form_can_hold(tearing: Tokenizer) -> None:
    assert forms(tearing, '<a  href="x\ny">') == [["<a", 'href="x', 'y">']]


def test_zero_width_spaces_are_spaces(tokenizer: Tokenizer) -> None:
    assert forms(tokenizer, "The\u200b\u200boak") == [["The", "oak"]]
    assert all_sentences(tokenizer.tokenize("\u200b\u200b")) == []


@pytest.mark.parametrize("bullet", ["- ", "* ", "+ ", "– ", "— ", "•", "• ", "●", "▪\t", "\uf0b7 "])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", " \n\t", "\u2028"])
def test_a_line_that_begins_with_a_bullet_begins_a_sentence(
    tokenizer: Tokenizer, bullet: str, line_end: str
) -> None:
    text = line_end.join(
        [f"{bullet}the oak", f"{bullet}the dove", "of the spring", f"{bullet}rest"]
    )
    found = ["".join(sentence) for sentence in forms(tokenizer, f"they have{line_end}{text}")]
    sign = bullet.strip()
    assert found == ["theyhave", f"{sign}theoak", f"{sign}thedoveofthespring", f"{sign}rest"]


@pytest.mark.parametrize("sign", ["-", "*", "–", "oak", "-5", "--", "*oak*"])
def test_other_lines_do_not(tokenizer: Tokenizer, sign: str) -> None:
    found = forms(tokenizer, f"the oak\n{sign}dove")
    assert ["".join(sentence) for sentence in found] == [f"theoak{sign}dove"]
