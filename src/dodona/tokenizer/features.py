"""Features of places in a text: where tokens end, and where sentences end.

Each feature is a hash of its template's number and of what stands around the place: characters in
lower case, classes of characters, tokens, and words ahead. Nothing looks further ahead than
LOOKAHEAD characters, so that a stretch of text decides all but its very end.
"""

import cython
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.tokenizer.characters import (
    AT,
    LOWER,
    SPACE,
    is_word,
)
from cython.cimports.libc.stdint import uint32_t

# Names of longer stretches are those of their beginnings.
_LONGEST_NAME = cython.declare(cython.int, 40)
_LONGEST_REST = cython.declare(cython.int, 16)


def name_of(view, start, end):
    """A hash of a stretch of text in lower case."""
    name: hash_t = 0
    i: cython.Py_ssize_t
    for i in range(start, min(end, start + _LONGEST_NAME)):
        name = name_step(name, view.low[i])
    return name


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _kinds(
    view: cython.pointer(cython.const[View]), start: cython.Py_ssize_t, count: cython.int
) -> hash_t:
    """The classes of some characters, five bits each."""
    result: hash_t = 0
    i: cython.Py_ssize_t
    for i in range(start, start + count):
        result = result << 5 | view.kinds[i]
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _runs(
    view: cython.pointer(cython.const[View]),
    at: cython.Py_ssize_t,
    step: cython.int,
    limit: cython.Py_ssize_t,
) -> hash_t:
    """The classes of the next runs of characters of one class, up to ``limit``."""
    result: hash_t = 0
    runs: cython.int = 0
    last: cython.int = -1
    seen: cython.int = 0
    while at != limit and runs < 5 and seen < _LONGEST_REST:
        if view.kinds[at] != last:
            last = view.kinds[at]
            result = result << 5 | last
            runs += 1
        at += step
        seen += 1
    return result << 3 | runs


def chunk_signs(view, start, end):
    """Which signs of addresses a chunk holds: `@`, `://`, `www.`, a dot between letters."""
    signs: cython.int = 0
    i: cython.Py_ssize_t
    for i in range(start, min(end, start + 64)):
        if view.kinds[i] == AT and view.low[i] == ord("@"):
            signs |= 1
        if view.low[i] == ord("/") and view.low[i - 1] == ord("/") and view.low[i - 2] == ord(":"):
            signs |= 2
        if (
            view.low[i] == ord(".")
            and view.low[i - 1] == ord("w")
            and view.low[i - 2] == ord("w")
            and view.low[i - 3] == ord("w")
        ):
            signs |= 4
        if view.low[i] == ord(".") and view.kinds[i - 1] == LOWER and view.kinds[i + 1] == LOWER:
            signs |= 8
    return signs


def boundary_features(view, chunk, at, keys):
    """Whether a token ends before the character at ``at``, inside a chunk."""
    low: cython.pointer(cython.const[uint32_t]) = view.low + (at - 3)
    l1: hash_t = low[2]
    l2: hash_t = low[1]
    l3: hash_t = low[0]
    r1: hash_t = low[3]
    r2: hash_t = low[4]
    r3: hash_t = low[5]
    pair: hash_t = l1 << 21 | r1
    around: hash_t = mix(l2 << 21 | l1, r1 << 21 | r2)
    near: hash_t = _kinds(view, at - 1, 2)
    rest: hash_t = name_of(view, at, min(chunk.end, at + _LONGEST_REST))
    shape: hash_t = mix(_runs(view, at - 1, -1, chunk.start - 1), _runs(view, at, 1, chunk.end))
    behind: hash_t = min(at - chunk.start, 4)
    ahead: hash_t = min(chunk.end - at, 4)
    length: hash_t = min(at - chunk.token, 7)
    keys[0] = feature_key(0, pair)
    keys[1] = feature_key(1, l2 << 42 | pair)
    keys[2] = feature_key(2, pair << 21 | r2)
    keys[3] = feature_key(3, around)
    keys[4] = feature_key(4, l3 << 42 | l2 << 21 | l1)
    keys[5] = feature_key(5, r1 << 42 | r2 << 21 | r3)
    keys[6] = feature_key(6, mix(l3 << 42 | l2 << 21 | l1, r1))
    keys[7] = feature_key(7, mix(r1 << 42 | r2 << 21 | r3, l1))
    keys[8] = feature_key(8, mix(around, l3 << 21 | r3))
    keys[9] = feature_key(9, _kinds(view, at - 3, 6))
    keys[10] = feature_key(10, _kinds(view, at - 5, 10))
    keys[11] = feature_key(11, _kinds(view, at - 2, 4))
    keys[12] = feature_key(12, _kinds(view, at - 1, 4))
    keys[13] = feature_key(13, _kinds(view, at - 3, 4))
    keys[14] = feature_key(14, chunk.token_name)
    keys[15] = feature_key(15, mix(chunk.token_name, r1))
    keys[16] = feature_key(16, mix(chunk.token_name, _kinds(view, at, 3)))
    keys[17] = feature_key(17, rest)
    keys[18] = feature_key(18, mix(rest, l1))
    keys[19] = feature_key(19, mix(rest, chunk.token_name))
    keys[20] = feature_key(20, mix(chunk.name, at - chunk.start))
    keys[21] = feature_key(21, shape)
    keys[22] = feature_key(22, mix(pair, chunk.signs))
    keys[23] = feature_key(23, mix(chunk.token_before, pair))
    keys[24] = feature_key(24, mix(chunk.token_before, chunk.token_name))
    keys[25] = feature_key(25, l2 << 21 | l1)
    keys[26] = feature_key(26, r1 << 21 | r2)
    keys[27] = feature_key(27, l1)
    keys[28] = feature_key(28, r1)
    keys[29] = feature_key(29, (behind << 3 | ahead) << 10 | near)
    keys[30] = feature_key(30, length << 10 | near)
    keys[31] = feature_key(31, mix(shape, chunk.signs << 1 | 1))
    return 32


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _word_end(
    view: cython.pointer(cython.const[View]), start: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Where the word or sign that begins at ``start`` ends, as far as can be seen at a glance."""
    end: cython.Py_ssize_t = start
    while is_word(view.kinds[end]) and end < start + _LONGEST_NAME and end < view.size:
        end += 1
    return end if end > start else start + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _skip_spaces(
    view: cython.pointer(cython.const[View]), at: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    limit: cython.Py_ssize_t = min(at + _LONGEST_NAME, view.size)
    while at < limit and view.kinds[at] == SPACE:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bucket(count: cython.int) -> hash_t:
    if count <= 4:
        return count
    if count <= 6:
        return 5
    if count <= 9:
        return 6
    if count <= 14:
        return 7
    if count <= 24:
        return 8
    return 9 if count <= 49 else 10


def ending_features(view, sentence, end, following, keys):
    """Whether a sentence ends with the token that ends at ``end``; then comes ``following``."""
    next_end: cython.Py_ssize_t = _word_end(view, following)
    second: cython.Py_ssize_t = _skip_spaces(view, next_end)
    second_end: cython.Py_ssize_t = _word_end(view, second)
    third: cython.Py_ssize_t = _skip_spaces(view, second_end)
    spaced: hash_t = following > end
    now: hash_t = sentence.now
    first_word: hash_t = name_of(view, following, next_end)
    second_word: hash_t = name_of(view, second, second_end)
    last_kind: hash_t = view.kinds[end - 1]
    next_kinds: hash_t = _kinds(view, following, 2) << 1 | spaced
    ahead: hash_t = _kinds(view, following, 4) << 1 | spaced
    next_kind: hash_t = cython.cast(hash_t, view.kinds[following]) << 1 | spaced
    second_kind: hash_t = view.kinds[second]
    both: hash_t = last_kind << 6 | next_kind
    shape: hash_t = (
        _kinds(view, sentence.token, 1) << 8 | last_kind << 3 | min(end - sentence.token, 7)
    )
    length: hash_t = _bucket(sentence.tokens)
    left: hash_t = min(view.size - following, 40) >> 2
    titled: hash_t = sentence.capitals >= sentence.tokens - sentence.tokens // 4
    a3: hash_t = view.low[end - 3]
    a2: hash_t = view.low[end - 2]
    a1: hash_t = view.low[end - 1]
    b1: hash_t = view.low[following]
    b2: hash_t = view.low[following + 1]
    keys[0] = feature_key(40, both)
    keys[1] = feature_key(41, now)
    keys[2] = feature_key(42, mix(now, next_kind))
    keys[3] = feature_key(43, mix(now, first_word))
    keys[4] = feature_key(44, mix(first_word, last_kind << 1 | spaced))
    keys[5] = feature_key(45, mix(sentence.last, now))
    keys[6] = feature_key(46, mix(mix(sentence.last, now), next_kind))
    keys[7] = feature_key(47, mix(now, next_kinds << 5 | second_kind))
    keys[8] = feature_key(48, mix(first_word, second_word))
    keys[9] = feature_key(49, _kinds(view, end - 3, 3) << 11 | next_kinds)
    keys[10] = feature_key(50, _kinds(view, end - 4, 4) << 21 | ahead)
    keys[11] = feature_key(51, length << 12 | both)
    keys[12] = feature_key(52, mix(now, length))
    keys[13] = feature_key(53, mix(now, cython.cast(hash_t, sentence.quotes & 1) << 8 | next_kind))
    keys[14] = feature_key(
        54, mix(now, cython.cast(hash_t, min(sentence.depth, 2)) << 8 | next_kind)
    )
    keys[15] = feature_key(55, mix(a3 << 42 | a2 << 21 | a1, next_kind))
    keys[16] = feature_key(56, mix(a1 << 42 | b1 << 21 | b2, spaced))
    keys[17] = feature_key(57, mix(first_word, last_kind << 5 | second_kind))
    keys[18] = feature_key(58, mix(mix(sentence.before, sentence.last), now))
    keys[19] = feature_key(59, mix(mix(sentence.first, now), next_kind))
    keys[20] = feature_key(60, shape << 16 | next_kinds)
    keys[21] = feature_key(61, mix(second_word, both))
    keys[22] = feature_key(62, mix(sentence.last, both))
    keys[23] = feature_key(63, (titled << 4 | length) << 16 | both)
    keys[24] = feature_key(64, left << 12 | both)
    keys[25] = feature_key(65, mix(left, now))
    keys[26] = feature_key(
        66, (next_kinds << 5 | second_kind) << 10 | last_kind << 5 | view.kinds[third]
    )
    keys[27] = feature_key(67, mix(mix(first_word, second_word), last_kind))
    keys[28] = feature_key(68, mix(sentence.first, length << 12 | both))
    return 29
