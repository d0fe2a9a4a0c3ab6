"""Feature templates over words and their neighbours, and how they are read off rows of hashes.

A template is one to four atoms such as ``w`` (the word itself) or ``s3+1`` (the last three
characters of the next word). A template one of whose atoms is not there gives no feature.
"""

import re
from array import array
from collections.abc import Sequence

import cython
from cython.cimports.dodona.linear.hashing import hash_t, rotate, scramble
from cython.cimports.dodona.linear.words import (
    ATTRIBUTES,
    CLUSTER,
    KINDS,
    LANGUAGE_TAG,
    LEXICON,
    LOWER,
    MARGIN,
    MORPHOLOGY,
    PREFIX,
    PREFIXES,
    SHAPE,
    SUFFIX,
    SUFFIXES,
    TAG,
    UNIVERSAL_TAG,
    WORD,
)

from dodona.errors import TemplateError
from dodona.linear.hashing import hash_name
from dodona.linear.words import CLUSTER_PREFIXES, WordBatch

_MOST_ATOMS = 4
_ATOM = re.compile(r"([a-z]\d*)([+-]\d)?")
_COLUMNS = {
    "w": WORD,
    "l": LOWER,
    "c": SHAPE,
    "k": KINDS,
    "d": LEXICON,
    "u": UNIVERSAL_TAG,
    "x": LANGUAGE_TAG,
    "f": MORPHOLOGY,
    "t": TAG,
    "b": CLUSTER,
}
_COLUMNS.update({f"s{i + 1}": SUFFIX + i for i in range(SUFFIXES)})
_COLUMNS.update({f"p{i + 1}": PREFIX + i for i in range(PREFIXES)})
_COLUMNS.update({f"b{bits}": CLUSTER + 1 + i for i, bits in enumerate(CLUSTER_PREFIXES)})


@cython.final
@cython.cclass
class WordFeatures:
    """Reads the features of a word: a 64-bit key for each template whose atoms are all there.

    The atoms: ``w`` the word, ``l`` in lower case, ``c`` its shape, ``k`` the kinds of its
    characters, ``s1`` ... its last and ``p1`` ... its first characters, ``d`` what the lexicon
    knows of it, ``u``, ``x``, ``f`` and ``t`` its universal tag, its other tag, its morphology and
    all three together, ``b`` its cluster and ``b4``, ``b6`` and ``b10`` the first bits of it. A
    number with a sign names a neighbour. With ``ahead`` false, tags are those of words before only.
    """

    def __init__(self, templates: Sequence[str], *, ahead: bool) -> None:
        if not 0 < len(templates) <= MOST_TEMPLATES:
            raise TemplateError(f"there are {len(templates)} templates, not 1 to {MOST_TEMPLATES}")
        self.templates = list(templates)
        self.ends, self.places, self.seeds = _compiled(templates, ahead)
        # Of the same number of atoms side by side: so their number can be foreseen.
        by_tags = sorted(templates, key=lambda t: (_looks_at_tags(t), len(t.split())))
        self.split_ends, self.split_places, self.split_seeds = _compiled(by_tags, ahead)
        self.untagged = sum(not _looks_at_tags(template) for template in templates)

    def keys(self, batch: WordBatch, index: int, word: int) -> list[int]:
        """The keys of a word of a batch (both counted from 0), as `extract` finds them."""
        found: hash_t[MOST_TEMPLATES]
        i: cython.Py_ssize_t = index
        w: cython.Py_ssize_t = word
        if not 0 <= i < batch.count or not 0 <= w < batch.lengths[i]:
            raise IndexError(f"there is no word {word} of a sentence {index}")
        count: cython.int = self.extract(batch.of_sentence(i) + w * ATTRIBUTES, found)
        return [found[i] for i in range(count)]

    def extract(self, row, keys):
        """Write the keys of the word of a row; returns their number."""
        return _extract(
            cython.address(self.seeds[0]),
            cython.address(self.ends[0]),
            cython.address(self.places[0]),
            0,
            self.seeds.shape[0],
            row,
            keys,
        )

    def extract_untagged(self, row, keys):
        """Like `extract`, for the templates that look at no tags."""
        return self.extract_split(0, self.untagged, row, keys)

    def extract_tagged(self, row, keys):
        """Like `extract`, for the templates that look at tags."""
        return self.extract_split(self.untagged, self.split_seeds.shape[0], row, keys)

    def extract_split(self, first, last, row, keys):
        return _extract(
            cython.address(self.split_seeds[0]),
            cython.address(self.split_ends[0]),
            cython.address(self.split_places[0]),
            first,
            last,
            row,
            keys,
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _extract(
    seeds: cython.pointer(cython.const[hash_t]),
    ends: cython.p_const_int,
    places: cython.p_const_int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    row: cython.pointer(cython.const[hash_t]),
    keys: cython.pointer(hash_t),
) -> cython.int:
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t = ends[first - 1] if first > 0 else 0
    key: hash_t
    value: hash_t
    there: cython.bint
    count: cython.int = 0
    for i in range(first, last):
        key = seeds[i]
        there = True
        while place < ends[i]:
            value = row[places[place]]
            there &= value != 0
            key = rotate(key, 15) + value
            place += 1
        keys[count] = scramble(key)
        count += there
    return count


def _compiled(templates: Sequence[str], ahead: bool) -> tuple:
    """Where the atoms of each template end, their places, and the seeds of the templates."""
    places = []
    ends = []
    for template in templates:
        atoms = template.split()
        if not 0 < len(atoms) <= _MOST_ATOMS:
            raise TemplateError(f"{template!r} has {len(atoms)} atoms, not 1 to {_MOST_ATOMS}")
        places += [_place(atom, ahead) for atom in atoms]
        ends.append(len(places))
    return array("i", ends), array("i", places), array("Q", [hash_name(t) for t in templates])


def _looks_at_tags(template: str) -> bool:
    return any(atom[0] in "uxft" for atom in template.split())


def _place(atom: str, ahead: bool) -> int:
    """Where the value of an atom stands, counted from the row of the word itself."""
    match = _ATOM.fullmatch(atom)
    if not match or match[1] not in _COLUMNS:
        raise TemplateError(f"there is no atom {atom!r}")
    offset = int(match[2] or 0)
    if abs(offset) > MARGIN:
        raise TemplateError(f"{atom!r} is more than {MARGIN} words away")
    if not ahead and match[1] in "uxft" and offset >= 0:
        raise TemplateError(f"{atom!r} is a tag that is not known yet")
    return offset * ATTRIBUTES + _COLUMNS[match[1]]
