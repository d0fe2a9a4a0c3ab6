"""Classes of characters: what kind of letter, sign or space each code point is.

They follow the general categories of Unicode, but for signs that matter to tokens and sentences
and for scripts that write no spaces. Control characters are spaces. The first plane is a table;
beyond it lie ranges.
"""

import cython
from cython.cimports.dodona.linear.unicode import IS_UNSTABLE, properties, to_lower

from dodona.linear.unicode import CATEGORIES

_BY_CATEGORY = {
    "Ll": LOWER, "Lu": UPPER, "Lt": UPPER, "Lo": LETTER, "Lm": LETTER,
    "Nd": DIGIT, "Nl": DIGIT, "No": DIGIT, "Mn": MARK, "Mc": MARK, "Me": MARK,
    "Ps": OPEN, "Pe": CLOSE, "Pi": QUOTE, "Pf": QUOTE, "Pd": DASH, "Pc": AT, "Po": PUNCTUATION,
    "Sc": CURRENCY, "Sm": SYMBOL, "Sk": SYMBOL, "So": PICTURE,
    "Zs": SPACE, "Zl": SPACE, "Zp": SPACE, "Cc": SPACE,
}  # fmt: skip
_SIGNS = {
    SPACE: "\u200b",
    LETTER: "\ufffd",
    MARK: "\u200d",
    STOP: ".。．｡",
    ENDING: "!?…‥‼⁇⁈⁉！？؟۔।॥‽։።",
    COMMA: ",;:،؛、，；：",
    APOSTROPHE: "'’‘`´ʼ′",
    QUOTE: '"„‟″「」『』〝〞＂',
    SLASH: "/\\|／",
    SYMBOL: "%&*‰％＆",
    AT: "@#＠＃",
}
_RANGES = [
    (HAN, 0x2E80, 0x2FDF), (HAN, 0x3005, 0x3007), (HAN, 0x3021, 0x3029), (HAN, 0x3400, 0x4DBF),
    (HAN, 0x4E00, 0x9FFF), (HAN, 0xF900, 0xFAFF), (HIRAGANA, 0x3041, 0x3096),
    (HIRAGANA, 0x309B, 0x309F),
    (KATAKANA, 0x30A1, 0x30FA), (KATAKANA, 0x30FC, 0x30FF), (KATAKANA, 0x31F0, 0x31FF),
    (KATAKANA, 0xFF66, 0xFF9F),
]  # fmt: skip
# Thai, Lao, Myanmar and Khmer: letters only, since their marks and digits are known as such.
_SOUTHEAST = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF)]

_UNIT_SIGNS = "&<\u200d"
_BULLETS = "-*+–—•‣⁃◦∙·・●○◉◎■□▪▫◆◇▶▸▹►▻★☆➔➜➢➣➤❖❍❏❑✓✔✗✘☐☑☒￭\uf0a7\uf0b7"
# Vowels and finals of Hangul, which normal forms put together with what stands before them.
_JAMO = (0x1160, 0x11FF)


def _fill_tables() -> None:
    i: cython.int
    classes: cython.uchar[32]
    for i in range(len(CATEGORIES)):
        classes[i] = _BY_CATEGORY.get(CATEGORIES[i], CONTROL)
    for i in range(PLANE):
        class_table[i] = classes[properties(i).category]
        lower_table[i] = to_lower(i) if class_table[i] == UPPER else i
    for kind, first, last in _RANGES:
        for i in range(first, last + 1):
            class_table[i] = kind
    for first, last in _SOUTHEAST:
        for i in range(first, last + 1):
            if class_table[i] == LETTER:
                class_table[i] = SOUTHEAST
    for kind, signs in _SIGNS.items():
        for character in signs:
            class_table[ord(character)] = kind
    for i in range(PLANE):
        if _changes(i):
            class_table[i] |= UNSTABLE
    for character in _UNIT_SIGNS:
        class_table[ord(character)] |= IN_UNIT
    for character in _BULLETS:
        class_table[ord(character)] |= BULLET


@cython.cfunc
def _changes(character: cython.int) -> cython.bint:
    """Whether `treebank.forms.treebank_form` may change a character, by itself or beside others."""
    if character < 0x300 or 0x3400 <= character < 0xE000:
        return False
    if class_table[character] == SPACE or class_table[character] == CONTROL:
        return False
    return (
        class_table[character] == MARK
        or character == 0xFFFD
        or _JAMO[0] <= character <= _JAMO[1]
        or properties(character).traits & IS_UNSTABLE != 0
    )


def astral_class(character):
    """The class and the flags of a character beyond the first plane, by ranges."""
    if 0x2F800 <= character <= 0x2FA1F:
        return HAN | UNSTABLE
    if character >= 0x20000:
        return HAN if character < 0x40000 else MARK if character >= 0xE0000 else CONTROL
    if 0x1F1E6 <= character <= 0x1F1FF:
        return PICTURE | IN_UNIT  # two letters are a flag
    if 0x1F3FB <= character <= 0x1F3FF:
        return MARK  # the colours of skin change the sign before them
    if 0x1F000 <= character <= 0x1FBFF:
        return PICTURE
    if 0x1D7CE <= character <= 0x1D7FF:
        return DIGIT
    return LETTER | UNSTABLE


def character_classes(text: str) -> bytes:
    """The numbers of the classes of all characters."""
    return bytes([class_of(ord(character)) for character in text])


def lower_case(text: str) -> str:
    """A text in lower case, character by character: as long as before."""
    return "".join([chr(lower_of(ord(character))) for character in text])


_fill_tables()
