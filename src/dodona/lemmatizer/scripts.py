"""Edit scripts: how a lemma is made from a form.

A script changes the case of the form, takes characters off its beginning and its end, and puts
others there. Where form and lemma share nothing it is the lemma as a whole.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import cython
from cython.cimports.dodona.linear.unicode import to_lower, to_upper
from cython.cimports.dodona.linear.words import next_character
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.string import memcpy

from dodona.treebank.values import is_proper

# A form may be of any length; what is written beside it is no longer than this.
_LONGEST_FORM = 1 << 16
_LONGEST_TEXT = 1000


class Script(NamedTuple):
    """``casing``: 0 as it is, 1 lower case, 2 title case, 3 upper case, 4 the lemma as a whole.

    ``start`` and ``end`` say how many characters go; ``before`` and ``after`` come in their places.
    For a whole lemma all of it is in ``before``.
    """

    casing: int
    start: int
    before: str
    end: int
    after: str


def is_sound(script: Script) -> bool:
    """Whether a script makes lemmas that can stand in a column, and that are not overly long."""
    casing, start, before, end, after = script
    stays = "" if casing == WHOLE else "-"  # for what stays of the form
    lemma = f"{before}{stays}{after}"
    return (
        KEEP <= casing <= WHOLE
        and 0 <= start < _LONGEST_FORM
        and 0 <= end < _LONGEST_FORM
        and len(before) + len(after) <= _LONGEST_TEXT
        and not (casing == WHOLE and after)
        and is_proper(lemma, spaces=True)
    )


def script_for(form: str, lemma: str) -> Script:
    """The script that makes a lemma from a form and changes the fewest characters."""
    best = Script(WHOLE, 0, lemma, 0, "")
    least: tuple = (len(form) + len(lemma), 0)
    for casing in (KEEP, LOWER_CASE, TITLE_CASE, UPPER_CASE):
        base = change_case(form, casing)
        first, second, length = _common_part(base, lemma)
        cost = (len(base) + len(lemma) - 2 * length, length == 0)
        if length > 0 and cost < least:
            least = cost
            end = len(base) - first - length
            best = Script(casing, first, lemma[:second], end, lemma[second + length :])
    return best


def change_case(form: str, casing: int) -> str:
    """The form in another case, character by character: its length stays the same."""
    if casing == KEEP:
        return form
    return "".join([chr(_cased(ord(c), casing, i == 0)) for i, c in enumerate(form)])


def _common_part(first: str, second: str) -> tuple:
    """The longest string that is in both: where it begins in each, and its length."""
    best = (0, 0, 0)
    if first == second:
        return 0, 0, len(first)
    ends: dict = {}
    for i, c in enumerate(first):
        here: dict = {}
        j = second.find(c)
        while j >= 0:
            here[j] = ends.get(j - 1, 0) + 1
            if here[j] > best[2]:
                best = (i + 1 - here[j], j + 1 - here[j], here[j])
            j = second.find(c, j + 1)
        ends = here
    return best


@cython.final
@cython.cclass
class ScriptSet:
    """Scripts that are applied to forms in UTF-8."""

    def __init__(self, scripts: Sequence[Script]) -> None:
        self.scripts = list(scripts)
        texts = [text.encode() for s in scripts for text in (s.before, s.after)]
        bounds = list(accumulate(map(len, texts), initial=0))
        self.casings = array("i", [s.casing for s in scripts])
        self.starts = array("i", [s.start for s in scripts])
        self.ends = array("i", [s.end for s in scripts])
        self.before_ends = array("i", bounds[0::2])
        self.after_ends = array("i", bounds[1::2])
        self.text = b"".join(texts) + b" "  # never empty, so that there is an address

    def lemma(self, script: int, form: str) -> str | None:
        """The lemma that a script makes from a form, or None if it does not apply."""
        s: cython.int = script
        raw: bytes = form.encode()
        size: cython.Py_ssize_t = len(raw)
        length: cython.Py_ssize_t = len(form)
        if not 0 <= s < len(self.scripts):
            raise IndexError(f"there is no script {script}")
        if not self.applies(s, length):
            return None
        target = bytearray(self.room(s, size))
        size = self.apply(s, raw, size, length, target)
        return bytes(target[:size]).decode()

    def applies(self, script, length):
        """Whether a form of so many characters is long enough for a script."""
        return self.casings[script] == WHOLE or self.starts[script] + self.ends[script] < length

    def room(self, script, size):
        """How many bytes the lemma of a form of so many bytes may need."""
        added: cython.Py_ssize_t = self.before_ends[script + 1] - self.before_ends[script]
        return added + (size if self.casings[script] == KEEP else 4 * size) + 1

    def apply(self, script, form, size, length, target):
        """Write the lemma; returns its number of bytes. The script must apply."""
        i: cython.Py_ssize_t
        _: cython.Py_ssize_t
        begin: cython.Py_ssize_t
        place: cython.Py_ssize_t = 0
        casing: cython.int = self.casings[script]
        before: cython.Py_ssize_t = self.after_ends[script] - self.before_ends[script]
        after: cython.Py_ssize_t = self.before_ends[script + 1] - self.after_ends[script]
        done: cython.Py_ssize_t = before
        memcpy(target, cython.address(self.text[self.before_ends[script]]), before)
        if casing == WHOLE:
            return done
        for _ in range(self.starts[script]):
            next_character(form, size, cython.address(place))
        begin = place
        for i in range(self.starts[script], length - self.ends[script]):
            if casing == KEEP:
                next_character(form, size, cython.address(place))
            else:
                done += _write_character(
                    _cased(next_character(form, size, cython.address(place)), casing, i == 0),
                    target + done,
                )
        if casing == KEEP:
            memcpy(target + done, form + begin, place - begin)
            done += place - begin
        memcpy(target + done, cython.address(self.text[self.after_ends[script]]), after)
        return done + after


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cased(character: uint32_t, casing: cython.int, first: cython.bint) -> uint32_t:
    if casing == UPPER_CASE or (casing == TITLE_CASE and first):
        return to_upper(character)
    return character if casing == KEEP else to_lower(character)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_character(character: uint32_t, target: cython.p_char) -> cython.int:
    """Write a character in UTF-8; returns its number of bytes."""
    i: cython.int
    more: cython.int = 0 if character < 0x80 else 1 if character < 0x800 else 2
    if character >= 0x10000:
        more = 3
    if more == 0:
        target[0] = cython.cast(cython.char, character)
        return 1
    for i in range(more, 0, -1):
        target[i] = cython.cast(cython.char, 0x80 | character & 0x3F)
        character >>= 6
    target[0] = cython.cast(cython.char, (0xFF00 >> (more + 1)) & 0xFF | character)
    return more + 1
