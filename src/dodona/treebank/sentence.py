"""A sentence of a treebank: its own bytes, and where the columns of each word lie in them.

Nothing is taken apart until it is asked for, and nothing is lost: a sentence that is written again
is the same byte for byte, whatever its comments, multiword tokens, empty nodes or MISC hold.
"""

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

from dodona.errors import TreebankError, TreeError
from dodona.treebank.trees import check_tree


class Word(NamedTuple):
    """One word (a line with a plain number) and its ten columns; ``head`` is -1 where it is `_`."""

    id: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    deps: str
    misc: str


@cython.cclass
class Sentence:
    """One sentence as it stands in its file.

    ``raw`` is the sentence's part of the file, up to and with the blank line after it; ``source``
    and ``line`` say where it begins. All lists have one entry a word, in the order of the words.
    Sentences never change; `with_tree` makes a new one.
    """

    def __init__(self) -> None:
        raise TypeError("sentences come from read_conllu() or Sentence.from_conllu()")

    def __dealloc__(self):
        free(self.bounds)

    @staticmethod
    def create(raw, n, source, line):
        """A sentence whose ``bounds`` and ``tree`` the caller is about to fill."""
        sentence: Sentence = Sentence.__new__(Sentence)
        sentence.bounds = cython.cast(
            cython.p_int, malloc((n * STRIDE + n + 1) * cython.sizeof(cython.int))
        )
        if sentence.bounds == cython.NULL:
            raise MemoryError()
        sentence.tree = sentence.bounds + n * STRIDE
        sentence.raw = raw
        sentence.n = n
        sentence.source = source
        sentence.line = line
        return sentence

    @staticmethod
    def from_conllu(text: str | bytes):
        """The one sentence that ``text`` holds."""
        from dodona.treebank.scanner import Scanner

        scanner = Scanner(text.encode() if isinstance(text, str) else text, check_utf8=True)
        sentence = scanner.scan()
        if sentence is None or not scanner.at_end():
            raise TreebankError("the text does not hold exactly one sentence")
        return sentence

    @property
    def words(self) -> list[Word]:
        """The words with all their columns."""
        fields = zip(
            self.forms, self.lemmas, self.upos, self.xpos, self.feats, self.heads,
            self.deprels, self.deps, self.misc, strict=True,
        )  # fmt: skip
        return [Word(i, *columns) for i, columns in enumerate(fields, 1)]

    @property
    def forms(self) -> list[str]:
        return self.column(FORM)

    @property
    def lemmas(self) -> list[str]:
        return self.column(LEMMA)

    @property
    def upos(self) -> list[str]:
        return self.column(UPOS)

    @property
    def xpos(self) -> list[str]:
        return self.column(XPOS)

    @property
    def feats(self) -> list[str]:
        return self.column(FEATS)

    @property
    def heads(self) -> list[int]:
        """The head of each word: 0 for the root, -1 where the column is `_`."""
        return [self.tree[i] for i in range(1, self.n + 1)]

    @property
    def deprels(self) -> list[str]:
        return self.column(DEPREL)

    @property
    def deps(self) -> list[str]:
        return self.column(DEPS)

    @property
    def misc(self) -> list[str]:
        return self.column(MISC)

    @property
    def has_tree(self) -> bool:
        """Whether the words have heads (either all of them or none)."""
        return self.n > 0 and self.tree[1] >= 0

    @property
    def has_tags(self) -> bool:
        """Whether every word has a UPOS or an XPOS."""
        for word in range(self.n):
            if self.is_blank(word, UPOS) and self.is_blank(word, XPOS):
                return False
        return True

    @property
    def has_lemmas(self) -> bool:
        """Whether any word has a lemma."""
        for word in range(self.n):  # noqa: SIM110
            if not self.is_blank(word, LEMMA):
                return True
        return False

    @property
    def comments(self) -> list[str]:
        """The comment lines, each with its `#` and without its line end."""
        start: cython.int = self.bounds[0]
        lines = self.raw[:start].decode().lstrip("\r\n\ufeff").split("\n")
        return [line.removesuffix("\r") for line in lines if line.startswith("#")]

    @property
    def sent_id(self) -> str | None:
        return comment_value(self.comments, "sent_id")

    @property
    def text(self) -> str | None:
        return comment_value(self.comments, "text")

    def with_tree(self, heads: Sequence[int], deprels: Sequence[str]):
        """The same sentence with another tree in HEAD and DEPREL, and nothing else changed."""
        if len(heads) != self.n or len(deprels) != self.n:
            raise TreeError(f"a tree for {self.n} words has {self.n} heads and as many labels")
        check_tree([-1, *heads])
        for deprel in deprels:
            if not deprel or "\t" in deprel or "\n" in deprel:
                raise TreeError(f"{deprel!r} cannot stand in a column of a treebank")
        names = {deprel: i for i, deprel in enumerate(dict.fromkeys(deprels))}
        return replace_tree(
            self,
            array("i", heads),
            array("i", [names[deprel] for deprel in deprels]),
            0,
            [name.encode() for name in names],
        )

    def to_conllu(self) -> str:
        """The sentence as it stands in a file."""
        return self.raw.decode()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        """The tree drawn as text, one word a line; the words alone if there is no tree."""
        from dodona.treebank.drawing import draw_tree

        if not self.has_tree:
            return f"<Sentence {self.sent_id or self.line}: {' '.join(self.forms)}>"
        return draw_tree(self.forms, self.heads, self.deprels, self.upos)

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree, drawn as SVG."""
        from dodona.treebank.svg import tree_svg

        return tree_svg(self.forms, self.heads, self.deprels, self.upos)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    def __reduce__(self):
        return (restore_sentence, (self.raw, self.source, self.line))

    def field(self, word, column):
        at: cython.p_int = self.bounds + word * STRIDE + column
        return PyBytes_AS_STRING(self.raw)[at[0] : at[1] - 1].decode("utf-8")

    def is_blank(self, word, column):
        at: cython.p_int = self.bounds + word * STRIDE + column
        return at[1] - at[0] == 2 and PyBytes_AS_STRING(self.raw)[at[0]] == ord("_")

    def column(self, column):
        return [self.field(word, column) for word in range(self.n)]


def comment_value(lines: Iterable[str], key: str) -> str | None:
    """What the first of the comments before the words that reads ``# key = value`` says."""
    for line in lines:
        if not line.startswith("#"):
            break
        name, equals, value = line[1:].partition("=")
        if equals and name.strip() == key:
            return value.strip()
    return None


def restore_sentence(raw: bytes, source: str, line: int) -> Sentence:
    """A sentence from its bytes, with the place that it comes from."""
    sentence: Sentence = Sentence.from_conllu(raw)
    sentence.source = source
    sentence.line = line
    return sentence


def replace_tree(
    sentence: Sentence,
    heads: cython.int[::1],
    labels: cython.int[::1],
    first: cython.Py_ssize_t,
    names: list,
) -> Sentence:
    """A copy with other heads and labels, which begin at place ``first`` of the two arrays.

    ``names`` holds the label names as bytes. The caller vouches for heads that are a tree.
    """
    i: cython.Py_ssize_t
    name: bytes
    size: cython.Py_ssize_t = len(sentence.raw)
    bounds: cython.p_int = sentence.bounds
    if first + sentence.n > min(len(heads), len(labels)):
        raise TreeError(f"there are too few heads and labels for {sentence.n} words")
    for i in range(sentence.n):
        name = names[labels[first + i]]
        size += _digits(heads[first + i]) + 1 + len(name) - (bounds[DEPS] - 1 - bounds[HEAD])
        bounds += STRIDE
    if size > INT_MAX:
        raise TreeError("with these labels the sentence would be longer than two gigabytes")
    raw: bytes = PyBytes_FromStringAndSize(cython.NULL, size)
    result: Sentence = Sentence.create(raw, sentence.n, sentence.source, sentence.line)
    _fill_tree(sentence, result, heads, labels, first, names)
    return result


@cython.cfunc
def _fill_tree(
    old: Sentence,
    new: Sentence,
    heads: cython.int[::1],
    labels: cython.int[::1],
    first: cython.Py_ssize_t,
    names: list,
) -> cython.void:
    """Copy everything but HEAD and DEPREL, write these, and note where the columns now are."""
    i: cython.Py_ssize_t
    c: cython.int
    name: bytes
    done: cython.int = 0
    shift: cython.int = 0
    source: cython.p_char = PyBytes_AS_STRING(old.raw)
    target: cython.p_char = PyBytes_AS_STRING(new.raw)
    before: cython.p_int = old.bounds
    after: cython.p_int = new.bounds
    new.tree[0] = -1
    for i in range(old.n):
        name = names[labels[first + i]]
        new.tree[i + 1] = heads[first + i]
        for c in range(HEAD + 1):
            after[c] = before[c] + shift
        memcpy(target + done + shift, source + done, before[HEAD] - done)
        after[DEPREL] = after[HEAD] + _digits(heads[first + i]) + 1
        _write_number(heads[first + i], target + after[DEPREL] - 1)
        target[after[DEPREL] - 1] = ord("\t")
        memcpy(target + after[DEPREL], PyBytes_AS_STRING(name), len(name))
        done = before[DEPS] - 1
        shift = after[DEPREL] + len(name) - done
        for c in range(DEPS, STRIDE):
            after[c] = before[c] + shift
        before += STRIDE
        after += STRIDE
    memcpy(target + done + shift, source + done, len(old.raw) - done)


@cython.cfunc
@cython.exceptval(check=False)
def _digits(number: cython.int) -> cython.int:
    count: cython.int = 1
    while number >= 10:
        number //= 10
        count += 1
    return count


@cython.cfunc
@cython.exceptval(check=False)
def _write_number(number: cython.int, end: cython.p_char) -> cython.void:
    """Write the digits of a number so that the last one stands just before ``end``."""
    while True:
        end -= 1
        end[0] = ord("0") + number % 10
        number //= 10
        if number == 0:
            return
