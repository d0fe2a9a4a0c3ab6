"""Classes of characters: what kind of letter, sign or space each code point is.

They follow the general categories of Unicode, but for signs that matter to tokens and sentences
and for scripts that write no spaces. The first plane is a table; beyond it lie ranges.
"""

import unicodedata

import cython

_BY_CATEGORY = {
    "Ll": LOWER, "Lu": UPPER, "Lt": UPPER, "Lo": LETTER, "Lm": LETTER,
    "Nd": DIGIT, "Nl": DIGIT, "No": DIGIT, "Mn": MARK, "Mc": MARK, "Me": MARK,
    "Ps": OPEN, "Pe": CLOSE, "Pi": QUOTE, "Pf": QUOTE, "Pd": DASH, "Pc": AT, "Po": PUNCTUATION,
    "Sc": CURRENCY, "Sm": SYMBOL, "Sk": SYMBOL, "So": PICTURE,
    "Zs": SPACE, "Zl": SPACE, "Zp": SPACE,
}  # fmt: skip
_SIGNS = {
    SPACE: "\t\n\v\f\r\x85",
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
    (HAN, 0x4E00, 0x9FFF), (HAN, 0xF900, 0xFAFF), (HIRAGANA, 0x3041, 0x309F),
    (KATAKANA, 0x30A1, 0x30FA), (KATAKANA, 0x30FC, 0x30FF), (KATAKANA, 0x31F0, 0x31FF),
    (KATAKANA, 0xFF66, 0xFF9F),
]  # fmt: skip
# Thai, Lao, Myanmar and Khmer: letters only, since their marks and digits are known as such.
_SOUTHEAST = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF)]


def _fill_tables() -> None:
    i: cython.Py_ssize_t
    for i in range(PLANE):
        character = chr(i)
        class_table[i] = _BY_CATEGORY.get(unicodedata.category(character), CONTROL)
        lower_table[i] = i
    for i in range(PLANE):
        if class_table[i] == UPPER:
            lower = chr(i).lower()
            lower_table[i] = ord(lower[0]) if lower else i
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


def astral_class(character):
    """The class of a character beyond the first plane, by ranges."""
    if character >= 0x20000:
        return HAN if character < 0x40000 else MARK if character >= 0xE0000 else CONTROL
    if 0x1F3FB <= character <= 0x1F3FF:
        return MARK  # the colours of skin change the sign before them
    if 0x1F000 <= character <= 0x1FBFF:
        return PICTURE
    if 0x1D7CE <= character <= 0x1D7FF:
        return DIGIT
    return LETTER


def character_classes(text: str) -> bytes:
    """The numbers of the classes of all characters."""
    return bytes([class_of(ord(character)) for character in text])


def lower_case(text: str) -> str:
    """A text in lower case, character by character: as long as before."""
    return "".join([chr(lower_of(ord(character))) for character in text])


_fill_tables()
