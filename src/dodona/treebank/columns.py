"""Other values in some columns of a sentence, with everything else carried over byte for byte."""

from array import array
from collections.abc import Mapping, Sequence

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.dodona.treebank.sentence import HEAD, ID, STRIDE, Sentence
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.string import memcpy

from dodona.errors import TreebankError

# HEAD is not among them: heads and labels are changed together, with `Sentence.with_tree`.
COLUMNS = {
    "form": 1,
    "lemma": 2,
    "upos": 3,
    "xpos": 4,
    "feats": 5,
    "deprel": 7,
    "deps": 8,
    "misc": 9,
}


def with_columns(sentence: Sentence, columns: Mapping[str, Sequence[str]]) -> Sentence:
    """The same sentence with other values in some columns, such as ``{"upos": ["DET", "NOUN"]}``.

    The columns are form, lemma, upos, xpos, feats, deprel, deps and misc.
    """
    names: list = [name for name in COLUMNS if name in columns]
    if len(names) < len(columns):
        raise ValueError(f"there is a column that is none of {', '.join(COLUMNS)}")
    for name in names:
        if len(columns[name]) != sentence.n:
            raise ValueError(f"there are {len(columns[name])} values in {name}, not {sentence.n}")
        for value in columns[name]:
            if not value or not set("\t\n\r").isdisjoint(value):
                raise ValueError(f"{value!r} cannot stand in a column of a treebank")
    text = bytearray()
    spans = array("i")
    for i in range(sentence.n):
        for name in names:
            spans.append(len(text))
            text += columns[name][i].encode()
            spans.append(len(text))
    numbers = array("i", [COLUMNS[name] for name in names])
    return replace_columns(sentence, numbers, bytes(text), spans, 0)


def replace_columns(
    sentence: Sentence,
    columns: cython.const[cython.int][::1],
    text: cython.const[cython.uchar][::1],
    spans: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
) -> Sentence:
    """A copy with other values in some columns, given by their numbers in ascending order.

    The values stand in ``text``, in UTF-8. ``spans`` has two numbers for each column of each word,
    from word ``first`` on: where in ``text`` its value begins and ends, or -1 twice to keep the
    value that is there. The caller vouches for values that can stand in a column.
    """
    j: cython.Py_ssize_t
    size: cython.Py_ssize_t = len(sentence.raw)
    for j in range(columns.shape[0]):
        if not ID < columns[j] < STRIDE - 1 or columns[j] == HEAD:
            raise ValueError(f"column {columns[j]} cannot be replaced")
        if j > 0 and columns[j - 1] >= columns[j]:
            raise ValueError("the columns are not in ascending order")
    size += _growth(sentence, columns, text.shape[0], spans, first)
    if size > INT_MAX:
        raise TreebankError("with these values the sentence would be longer than two gigabytes")
    raw: bytes = PyBytes_FromStringAndSize(cython.NULL, size)
    result: Sentence = Sentence.create(raw, sentence.n, sentence.source, sentence.line)
    _fill(sentence, result, columns, text, spans, first)
    return result


def replace_in_all(
    sentences: Sequence[Sentence],
    columns: cython.const[cython.int][::1],
    text: cython.const[cython.uchar][::1],
    spans: cython.const[cython.int][::1],
) -> list:
    """Copies of sentences as of `replace_columns`, with the spans of their words in a row."""
    result: list = []
    first: cython.Py_ssize_t = 0
    for sentence in sentences:
        result.append(replace_columns(sentence, columns, text, spans, first))
        first += len(sentence)
    return result


@cython.cfunc
@cython.exceptval(-1, check=True)
def _growth(
    sentence: Sentence,
    columns: cython.const[cython.int][::1],
    text_size: cython.Py_ssize_t,
    spans: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """How many bytes longer the sentence becomes; checks that all values are there."""
    _: cython.Py_ssize_t
    j: cython.Py_ssize_t
    begin: cython.int
    end: cython.int
    width: cython.Py_ssize_t = columns.shape[0]
    place: cython.Py_ssize_t = 2 * width * first
    bounds: cython.p_int = sentence.bounds
    total: cython.Py_ssize_t = 0
    if first < 0 or place + 2 * width * sentence.n > spans.shape[0]:
        raise ValueError(f"there are too few values for {sentence.n} words")
    for _ in range(sentence.n):
        for j in range(width):
            begin = spans[place]
            end = spans[place + 1]
            place += 2
            if begin < 0:
                continue
            if not begin <= end <= text_size:
                raise ValueError(f"there is no value from {begin} to {end} in the text")
            total += end - begin - (bounds[columns[j] + 1] - 1 - bounds[columns[j]])
        bounds += STRIDE
    return total


@cython.cfunc
def _fill(
    old: Sentence,
    new: Sentence,
    columns: cython.const[cython.int][::1],
    text: cython.const[cython.uchar][::1],
    spans: cython.const[cython.int][::1],
    first: cython.Py_ssize_t,
) -> cython.void:
    """Copy everything but the replaced values, write these, and note where the columns now are."""
    _: cython.Py_ssize_t
    j: cython.Py_ssize_t
    c: cython.int
    column: cython.int
    begin: cython.int
    size: cython.int
    done: cython.int = 0
    shift: cython.int = 0
    place: cython.Py_ssize_t = 2 * columns.shape[0] * first
    source: cython.p_char = PyBytes_AS_STRING(old.raw)
    target: cython.p_char = PyBytes_AS_STRING(new.raw)
    before: cython.p_int = old.bounds
    after: cython.p_int = new.bounds
    for _ in range(old.n):
        c = ID
        for j in range(columns.shape[0]):
            column = columns[j]
            while c <= column:
                after[c] = before[c] + shift
                c += 1
            begin = spans[place]
            size = spans[place + 1] - begin
            place += 2
            if begin < 0:
                continue
            memcpy(target + done + shift, source + done, before[column] - done)
            if size > 0:
                memcpy(target + after[column], cython.address(text[begin]), size)
            done = before[column + 1] - 1
            shift = after[column] + size - done
        while c < STRIDE:
            after[c] = before[c] + shift
            c += 1
        before += STRIDE
        after += STRIDE
    memcpy(target + done + shift, source + done, len(old.raw) - done)
    memcpy(new.tree, old.tree, (old.n + 1) * cython.sizeof(cython.int))
