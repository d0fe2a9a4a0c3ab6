"""What kind of character each code point is, by one version of Unicode, whatever Python runs.

``unicode_table.h`` has it as runs of characters of a kind. Nearly all characters of any text are in
the first two planes, which are a table; beyond it the runs are gone through.
"""

from typing import NamedTuple

import cython

UNICODE_VERSION: str = VERSION.decode()

CATEGORIES: tuple[str, ...] = tuple(
    [CATEGORY_NAMES[i : i + 2].decode() for i in range(0, len(CATEGORY_NAMES), 2)]
)
"""The general categories, in the order of their numbers."""


class Properties(NamedTuple):
    """Cases are single characters; an unstable one is another in normal form C."""

    category: str
    is_upper: bool
    is_lower: bool
    is_digit: bool
    is_letter: bool
    is_unstable: bool
    lower: str
    upper: str


def character_properties(text: str) -> list[Properties]:
    """What is known of each character of a text."""
    return [_properties(ord(character)) for character in text]


def _properties(code: uint32_t):
    known: cython.pointer(cython.const[Character]) = properties(code)
    return Properties(
        CATEGORIES[known.category],
        known.traits & IS_UPPER != 0,
        known.traits & IS_LOWER != 0,
        known.traits & IS_DIGIT != 0,
        known.traits & IS_LETTER != 0,
        known.traits & IS_UNSTABLE != 0,
        chr(to_lower(code)),
        chr(to_upper(code)),
    )


def _fill_table() -> None:
    global far_run, far_end
    i: cython.Py_ssize_t
    run: cython.Py_ssize_t = 0
    left: cython.Py_ssize_t = runs[0]
    for i in range(FLAT):
        while left == 0:
            run += 1
            left = runs[2 * run]
        kinds[i] = runs[2 * run + 1]
        left -= 1
    far_run = run
    far_end = FLAT + left


def far_kind(character):
    """The number of the kind of a character beyond the table."""
    run: cython.Py_ssize_t = far_run
    end: cython.Py_ssize_t = far_end
    while character >= end and run < RUNS - 1:
        run += 1
        end += runs[2 * run]
    return runs[2 * run + 1]


_fill_table()
