"""Tokens that may be split into words, and the features of how they are."""

from array import array

import cython
from cython.cimports.dodona.linear.hashing import hash_number, hash_t
from cython.cimports.dodona.tokenizer.characters import lower_of
from cython.cimports.dodona.tokenizer.features import feature_key, mix, name_of, name_step

_LONGEST_SUFFIX = cython.declare(cython.int, 6)


def split_features(view, start, end, now, before, after, keys):
    """How a token is split into words, if at all; ``before`` and ``after`` are its neighbours."""
    count: cython.int = 6
    i: cython.Py_ssize_t
    suffix: hash_t = 0
    case: hash_t = view.kinds[start]
    keys[0] = feature_key(80, now)
    keys[1] = feature_key(81, mix(now, before))
    keys[2] = feature_key(82, mix(now, after))
    keys[3] = feature_key(83, mix(now, case))
    keys[4] = feature_key(84, case << 8 | min(end - start, 12))
    keys[5] = feature_key(85, name_of(view, start, min(end, start + 3)))
    for i in range(1, min(end - start, _LONGEST_SUFFIX) + 1):
        suffix = name_step(suffix, view.low[end - i])
        keys[count] = feature_key(90 + i, suffix)
        keys[count + 1] = feature_key(100 + i, mix(suffix, after))
        keys[count + 2] = feature_key(110 + i, mix(suffix, before))
        count += 3
    return count


def is_candidate(view, start, end, now, candidates):
    """Whether a token, or one of its endings, was seen to be split."""
    i: cython.Py_ssize_t
    place: hash_t = hash_number(now) & 0xFFFF
    suffix: hash_t = 0
    if candidates[place >> 3] >> (place & 7) & 1:
        return True
    for i in range(1, min(end - start, _LONGEST_SUFFIX) + 1):
        suffix = name_step(suffix, view.low[end - i])
        place = hash_number(suffix + i) & 0xFFFF
        if candidates[place >> 3] >> (place & 7) & 1:
            return True
    return False


def candidate_places(token: str) -> list[int]:
    """The places in the table of candidates: of the token, then of its endings, shortest first."""
    low = array("I", [lower_of(ord(character)) for character in token])
    name: hash_t = 0
    suffix: hash_t = 0
    i: cython.int
    for i in range(len(low)):
        name = name_step(name, low[i])
    places = [hash_number(name) & 0xFFFF]
    for i in range(1, min(len(low), _LONGEST_SUFFIX) + 1):
        suffix = name_step(suffix, low[len(low) - i])
        places.append(hash_number(suffix + i) & 0xFFFF)
    return places
