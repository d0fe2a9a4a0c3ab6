r"""Characters of a text as a treebank may hold them, and how what it may not hold is written.

Treebanks are in Unicode's normal form C, and know no U+FFFD, which says that bytes were lost.
In values of MISC, `\s \t \n \r \p \\` stand for a space, a tab, line ends, a bar and a backslash,
`\u` and four digits, or `\U` and eight, for any character.
"""

import re
import unicodedata

_LOST = "\ufffd"
_SQUARE = "□"  # a sign like it, and of its kind

SPACES = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b]+")
_ESCAPES = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "p": "|", "\\": "\\"}
_SIGNS = {character: f"\\{sign}" for sign, character in _ESCAPES.items()}
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U(00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4})|(.))")


def treebank_form(text: str) -> str:
    """The text as a treebank may hold it, but for spaces."""
    return unicodedata.normalize("NFC", text).replace(_LOST, _SQUARE)


def single_spaces(text: str) -> str:
    """The text with one space for every run of spaces and control characters, and none around."""
    return SPACES.sub(" ", text).strip(" ")


def text_form(text: str) -> str:
    """The entry of MISC that tells what stands in the text where FORM differs from it."""
    return f"TextForm={escape(text)}"


def escape(text: str) -> str:
    """Characters as a value of MISC: those that cannot be taken for others stay as they are."""
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if character.isascii() and character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


def unescape(value: str) -> str:
    """Characters as they stand in a text, from a value of MISC."""

    def character(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        return chr(int(code, 16)) if code else _ESCAPES.get(found[3], found[0])

    return _ESCAPE.sub(character, value)
