"""What is known of characters is what Python knows, where that has the same Unicode."""

import sys
import unicodedata

import pytest

from dodona.linear.unicode import UNICODE_VERSION, Properties, character_properties
from dodona.linear.words import MARKS, WordBatch
from dodona.treebank.sentence import Sentence

EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))

same_unicode = pytest.mark.skipif(
    unicodedata.unidata_version != UNICODE_VERSION,
    reason=f"this Python has not Unicode {UNICODE_VERSION}",
)


def from_python(character: str) -> Properties:
    return Properties(
        unicodedata.category(character),
        character.isupper(),
        character.islower(),
        character.isdigit(),
        character.isalpha(),
        not unicodedata.is_normalized("NFC", character),
        character.lower()[0],
        character.upper()[0],
    )


@same_unicode
def test_all_characters_are_as_python_knows_them():
    found = character_properties(EVERYTHING)
    assert len(found) == len(EVERYTHING)
    different = [
        character
        for character, properties in zip(EVERYTHING, found, strict=True)
        if properties != from_python(character)
    ]
    assert different == []


@pytest.mark.parametrize(
    ("character", "properties"),
    [
        ("A", Properties("Lu", True, False, False, True, False, "a", "A")),
        ("ß", Properties("Ll", False, True, False, True, False, "ß", "S")),
        ("İ", Properties("Lu", True, False, False, True, False, "i", "İ")),
        ("ა", Properties("Ll", False, True, False, True, False, "ა", "Ა")),
        ("٣", Properties("Nd", False, False, True, False, False, "٣", "٣")),
        ("ⅷ", Properties("Nl", False, True, False, False, False, "ⅷ", "Ⅷ")),
        ("\u0958", Properties("Lo", False, False, False, True, True, "\u0958", "\u0958")),
        ("𐐷", Properties("Ll", False, True, False, True, False, "𐐷", "𐐏")),
        ("\U0001fffe", Properties("Cn", *[False] * 5, "\U0001fffe", "\U0001fffe")),
        ("𠀀", Properties("Lo", False, False, False, True, False, "𠀀", "𠀀")),
        ("\U0002fa1d", Properties("Lo", False, False, False, True, True, *["\U0002fa1d"] * 2)),
        ("\U000e0100", Properties("Mn", *[False] * 5, "\U000e0100", "\U000e0100")),
        ("\U0010ffff", Properties("Cn", *[False] * 5, "\U0010ffff", "\U0010ffff")),
    ],
)
def test_characters_of_all_planes_are_known(character, properties):
    assert character_properties(character) == [properties]


@pytest.mark.parametrize("character", ["\U0001ac00", "\U00011f12", "𱍐"])
def test_characters_that_came_later_are_unknown_whatever_python_runs(character):
    """Unicode 15 has the last two: with them as letters, words would have other features."""
    assert character_properties(character)[0].category == "Cn"


def test_words_with_characters_that_came_later_have_the_same_features_everywhere():
    """As they are not letters yet, a word of them counts as one of signs."""
    batch = WordBatch([Sentence.from_words(["\U00011f12\U00011f13", "字"])])
    assert batch.lexicon_keys()[2] == [MARKS, 0]
