"""Signs of several characters that no token ends inside of: entities and tags of HTML, emoji.

All characters of such a unit but the first (and spaces in a tag) get the class INSIDE, so that
whoever looks at classes sees where it goes on.
"""

from array import array
from html.entities import html5

import cython
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.tokenizer.characters import (
    INSIDE,
    MARK,
    PICTURE,
    SPACE,
    SYMBOL,
    class_of,
    lower_of,
)
from cython.cimports.dodona.tokenizer.features import name_step
from cython.cimports.libc.stdint import uint8_t, uint32_t

_ELEMENTS = """
a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br
button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div
dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head
header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee menu
meta meter nav noframes noscript object ol optgroup option output p param picture pre progress q rp
rt ruby s samp script section select slot small source span strike strong style sub summary sup svg
table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr
"""

# Names of entities and elements, each with the sign before it, in a table of hashes.
_ROOM = cython.declare(cython.int, 8192)
_names = cython.declare(hash_t[8192])

_JOINER = cython.declare(uint32_t, 0x200D)
_FIRST_FLAG_LETTER = cython.declare(uint32_t, 0x1F1E6)
_LAST_FLAG_LETTER = cython.declare(uint32_t, 0x1F1FF)


def text_classes(text: str) -> bytes:
    """The numbers of the classes of all characters, as a segmenter sees them."""
    i: cython.Py_ssize_t
    size: cython.Py_ssize_t = len(text)
    low = array("I", bytes(4 * size + 4))
    kinds = bytearray(size + 1)
    low_view: cython.uint[::1] = low
    kind_view: cython.uchar[::1] = kinds
    for i in range(size):
        low_view[i] = lower_of(ord(text[i]))
        kind_view[i] = class_of(ord(text[i]))
    mark_units(cython.address(low_view[0]), cython.address(kind_view[0]), size)
    return bytes(kinds[:size])


def mark_units(low, kinds, size):
    """Give the class INSIDE to all characters of units but the first of each."""
    at: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    limit: cython.Py_ssize_t
    while at < size:
        end = at + 1
        limit = min(size, at + LONGEST_UNIT)
        if low[at] == ord("&"):
            end = _entity_end(low, at, limit)
        elif low[at] == ord("<"):
            end = _tag_end(low, kinds, at, limit)
        elif at + 1 < size and (_is_flag(low, at) or _joins_pictures(low, kinds, at)):
            end = at + 2
        at += 1
        while at < end:
            if kinds[at] != SPACE:
                kinds[at] = INSIDE
            at += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_flag(low: cython.pointer(cython.const[uint32_t]), at: cython.Py_ssize_t) -> cython.bint:
    """Whether the next two characters are the letters of a flag."""
    return (
        _FIRST_FLAG_LETTER <= low[at] <= _LAST_FLAG_LETTER
        and _FIRST_FLAG_LETTER <= low[at + 1] <= _LAST_FLAG_LETTER
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _joins_pictures(
    low: cython.pointer(cython.const[uint32_t]),
    kinds: cython.pointer(cython.const[uint8_t]),
    at: cython.Py_ssize_t,
) -> cython.bint:
    """Whether a joiner stands between a picture, with its marks, and another one."""
    before: cython.Py_ssize_t = at - 1
    if low[at] != _JOINER or (kinds[at + 1] != PICTURE and kinds[at + 1] != SYMBOL):
        return False
    while before > 0 and before > at - 8 and kinds[before] == MARK:
        before -= 1
    return before >= 0 and (kinds[before] == PICTURE or kinds[before] == INSIDE)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_digit(character: uint32_t) -> cython.bint:
    return ord("0") <= character <= ord("9")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_letter(character: uint32_t) -> cython.bint:
    return ord("a") <= character <= ord("z")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_name(character: uint32_t) -> cython.bint:
    return (
        _is_letter(character)
        or _is_digit(character)
        or character == ord("-")
        or character == ord(":")
        or character == ord("_")
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _entity_end(
    low: cython.pointer(cython.const[uint32_t]), start: cython.Py_ssize_t, limit: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where the entity that begins at ``start`` ends; the next character if there is none."""
    at: cython.Py_ssize_t = start + 1
    first: cython.Py_ssize_t
    hexadecimal: cython.bint = False
    if at < limit and low[at] == ord("#"):
        at += 1
        if at < limit and low[at] == ord("x"):
            hexadecimal = True
            at += 1
        first = at
        while at < limit and (
            _is_digit(low[at]) or (hexadecimal and ord("a") <= low[at] <= ord("f"))
        ):
            at += 1
        if at < limit and low[at] == ord(";") and 0 < at - first <= 7:
            return at + 1
        return start + 1
    while at < limit and (_is_letter(low[at]) or _is_digit(low[at])):
        at += 1
    return at + 1 if at < limit and low[at] == ord(";") and _is_known(low, start, at) else start + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tag_end(
    low: cython.pointer(cython.const[uint32_t]),
    kinds: cython.pointer(cython.const[uint8_t]),
    start: cython.Py_ssize_t,
    limit: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Where the tag that begins at ``start`` ends; the next character if there is none.

    `<name>` and attributes without values are only taken for tags of HTML: there are authors who
    <grin>.
    """
    at: cython.Py_ssize_t = start + 1
    name_end: cython.Py_ssize_t
    closing: cython.bint = at < limit and low[at] == ord("/")
    certain: cython.bint = closing
    plain: cython.bint = True
    at += closing
    if at >= limit or not _is_letter(low[at]):
        return start + 1
    while at < limit and _is_name(low[at]):
        at += 1
    name_end = at
    while True:
        while at < limit and kinds[at] == SPACE:
            at += 1
        if at < limit and _is_letter(low[at]) and kinds[at - 1] == SPACE and not closing:
            while at < limit and _is_name(low[at]):
                at += 1
            if at < limit and low[at] == ord("="):
                at = _value_end(low, kinds, at + 1, limit)
                certain = True
            else:
                plain = False
            continue
        if at < limit and low[at] == ord("/") and not closing:
            certain = True
            at += 1
        if at < limit and low[at] == ord(">"):
            certain = (certain and plain) or _is_known(low, start, name_end)
            return at + 1 if certain else start + 1
        return start + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _value_end(
    low: cython.pointer(cython.const[uint32_t]),
    kinds: cython.pointer(cython.const[uint8_t]),
    at: cython.Py_ssize_t,
    limit: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Where the value of an attribute ends that begins at ``at``."""
    quote: uint32_t
    if at < limit and (low[at] == ord('"') or low[at] == ord("'")):
        quote = low[at]
        at += 1
        while at < limit and low[at] != quote:
            at += 1
        return min(at + 1, limit)
    while at < limit and kinds[at] != SPACE and low[at] != ord(">") and low[at] != ord("<"):
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _place_of(name: hash_t) -> cython.int:
    """Where a name stands in the table, or the free place where it would."""
    place: cython.int = cython.cast(cython.int, name % _ROOM)
    while _names[place] != 0 and _names[place] != name:
        place = (place + 1) % _ROOM
    return place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_known(
    low: cython.pointer(cython.const[uint32_t]), start: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.bint:
    name: hash_t = 0
    i: cython.Py_ssize_t
    for i in range(start, end):
        name = name_step(name, low[i])
    return _names[_place_of(name)] != 0


def _fill_names() -> None:
    name: hash_t
    entities = {f"&{entity.lower()}".removesuffix(";") for entity in html5 if entity.endswith(";")}
    for text in entities | {f"<{element}" for element in _ELEMENTS.split()}:
        name = 0
        for character in text:
            name = name_step(name, ord(character))
        _names[_place_of(name)] = name


_fill_names()
