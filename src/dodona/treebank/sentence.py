"""A sentence of a treebank: its own bytes, and where the columns of each word lie in them.

Nothing is taken apart until it is asked for, and nothing is lost: a sentence that is written again
is the same byte for byte, whatever its comments, multiword tokens, empty nodes or MISC hold.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import cython
from cython.cimports.libc.stdlib import free, malloc

from dodona.errors import ArgumentError
from dodona.printable import printable, shortened
from dodona.treebank.comments import comment_value
from dodona.treebank.words import Word

if TYPE_CHECKING:
    from nltk.parse import DependencyGraph

    from dodona.treebank.records import SentenceRecord
    from dodona.treebank.tokens import Token

# Characters of its id and of its words in the one line that stands for a sentence.
MOST_SHOWN = 50


@cython.cclass
class Sentence:
    """One sentence as it stands in its file.

    ``raw`` is the sentence's part of the file, up to and with the blank line after it; ``source``
    and ``line`` say where it begins. All lists have one entry a word, in the order of the words.
    Sentences never change; `with_tree` makes a new one.

    ``for word in sentence`` goes through the words, ``sentence[0]`` is the first of them (so
    ``sentence[i]`` has the id i + 1), and ``len(sentence)`` is their number.
    """

    def __init__(self) -> None:
        raise ArgumentError(
            "sentences come from read_conllu(), Sentence.from_conllu() or Sentence.from_words()"
        )

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
        sentence.chars = raw
        sentence.n = n
        sentence.source = source
        sentence.line = line
        return sentence

    @staticmethod
    def from_conllu(text: str | bytes, *, partial: bool = False) -> Sentence:
        """The one sentence that ``text`` holds.

        With ``partial`` HEAD may be `_` for some words.
        """
        from dodona.treebank.scanner import scan_one

        return scan_one(text, partial)

    @staticmethod
    def from_words(
        words: Iterable[str],
        *,
        lemmas: Sequence[str] | None = None,
        upos: Sequence[str] | None = None,
        xpos: Sequence[str] | None = None,
        feats: Sequence[str] | None = None,
        heads: Sequence[int | None] | None = None,
        deprels: Sequence[str] | None = None,
        deps: Sequence[str] | None = None,
        misc: Sequence[str] | None = None,
    ) -> "Sentence":
        """A sentence with these words and, if they are given, these columns, a value a word.

        ``heads`` are a tree over words 1 ... n, 0 for the root, or part of one, with None for the
        words that have no head. Values are without white space
        and control characters; words, lemmas and MISC may have spaces inside.
        """
        from dodona.treebank.building import sentence_from_words

        columns = {
            "lemmas": lemmas, "upos": upos, "xpos": xpos, "feats": feats, "deprels": deprels,
            "deps": deps, "misc": misc,
        }  # fmt: skip
        return sentence_from_words(words, columns, heads)

    @property
    def words(self) -> list[Word]:
        """The words with all their columns."""
        return [self.word(i) for i in range(self.n)]

    @property
    def tokens(self) -> "list[Token]":
        """The tokens of the text, multiword tokens with their words, and their places in it.

        The places are those in `# text`; where there is no such comment, or the tokens do not fit
        into it, those in the text that the tokens and their spaces make.
        """
        from dodona.treebank.tokens import tokens_of

        return tokens_of(self)

    @property
    def root(self) -> Word | None:
        """The (first) word that hangs from the root; None if there is no tree."""
        for i in range(self.n):
            if self.tree[i + 1] == 0:
                return self.word(i)
        return None

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
        """Whether all words have heads."""
        word: cython.int
        for word in range(1, self.n + 1):
            if self.tree[word] < 0:
                return False
        return self.n > 0

    @property
    def has_heads(self) -> bool:
        """Whether any word has a head."""
        word: cython.int
        for word in range(1, self.n + 1):  # noqa: SIM110
            if self.tree[word] >= 0:
                return True
        return False

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
        return self.has_any(LEMMA)

    @property
    def has_upos(self) -> bool:
        """Whether any word has a UPOS."""
        return self.has_any(UPOS)

    @property
    def has_xpos(self) -> bool:
        """Whether any word has an XPOS."""
        return self.has_any(XPOS)

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

    def with_tree(self, heads: Sequence[int], deprels: Sequence[str]) -> Sentence:
        """The same sentence with another tree in HEAD and DEPREL, and nothing else changed."""
        from dodona.treebank.building import with_tree

        return with_tree(self, heads, deprels)

    def to_conllu(self) -> str:
        """The sentence as it stands in a file."""
        return self.raw.decode()

    def to_dict(self) -> list[dict[str, Any]]:
        """The tokens and words as Stanza's `to_dict` gives them, multiword tokens included.

        ``start_char`` and ``end_char`` are the places of `tokens`.
        """
        from dodona.treebank.export import token_dicts

        return token_dicts(self.tokens)

    def to_record(self) -> "SentenceRecord":
        """The sentence as `dodona parse --output-format json` writes it, with nothing left out."""
        from dodona.treebank.records import records_of

        return records_of([self])[0]

    def to_nltk(self) -> "DependencyGraph":
        """The tree as a `DependencyGraph` of NLTK, which must be installed."""
        from dodona.treebank.export import nltk_graph

        return nltk_graph(self)

    def to_svg(self) -> str:
        """The tree as a picture; words alone if there is no tree."""
        from dodona.treebank.svg import tree_svg

        return tree_svg(self.forms, self.heads, self.deprels, self.upos)

    def to_displacy(self) -> dict[str, Any]:
        """The tree for spaCy's ``displacy.render(..., style="dep", manual=True)``."""
        from dodona.treebank.export import displacy_dict

        return displacy_dict(self)

    def to_tikz(self) -> str:
        """The tree for LaTeX, as a `dependency` environment of the package tikz-dependency."""
        from dodona.treebank.export import tree_tikz

        return tree_tikz(self)

    def __len__(self) -> int:
        return self.n

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words)

    @overload
    def __getitem__(self, index: int) -> Word: ...

    @overload
    def __getitem__(self, index: slice) -> list[Word]: ...

    def __getitem__(self, index: int | slice) -> Word | list[Word]:
        places = range(self.n)
        if isinstance(index, slice):
            return [self.word(i) for i in places[index]]
        try:
            return self.word(places[index])
        except IndexError:
            raise IndexError(
                f"there is no word at {index}: they are counted from 0 on, and there are {self.n}"
            ) from None

    def __repr__(self) -> str:
        """One short line: the id, or the line in the file, and how the sentence begins."""
        name = shortened(self.sent_id or f"line {self.line}", MOST_SHOWN)
        return f"<Sentence {name}: {shortened(' '.join(self.forms), MOST_SHOWN)}>"

    def __str__(self) -> str:
        """The tree drawn as text, one word a line; the words alone if there is no tree."""
        from dodona.treebank.drawing import draw_tree

        if not self.has_tree:
            return printable(" ".join(self.forms))
        return draw_tree(self.forms, self.heads, self.deprels, self.upos)

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree, drawn as SVG."""
        return self.to_svg()

    def _repr_svg_(self) -> str:
        """What becomes of it where a notebook is printed or exported."""
        return self.to_svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    def __reduce__(self):
        return (restore_sentence, (self.raw, self.source, self.line))

    def word(self, i):
        """The word at place i, counted from 0 on."""
        word = Word(
            i + 1,
            self.field(i, FORM),
            self.field(i, LEMMA),
            self.field(i, UPOS),
            self.field(i, XPOS),
            self.field(i, FEATS),
            self.tree[i + 1],
            self.field(i, DEPREL),
            self.field(i, DEPS),
            self.field(i, MISC),
        )
        word._sentence = self
        return word

    def field(self, word, column):
        at: cython.p_int = self.bounds + word * STRIDE + column
        return self.chars[at[0] : at[1] - 1].decode("utf-8")

    def is_blank(self, word, column):
        at: cython.p_int = self.bounds + word * STRIDE + column
        return at[1] - at[0] == 2 and self.chars[at[0]] == ord("_")

    def has_any(self, column):
        word: cython.int
        for word in range(self.n):  # noqa: SIM110
            if not self.is_blank(word, column):
                return True
        return False

    def column(self, column):
        return [self.field(word, column) for word in range(self.n)]


def restore_sentence(raw: bytes, source: str, line: int) -> Sentence:
    """A sentence from its bytes, with the place that it comes from."""
    sentence: Sentence = Sentence.from_conllu(raw, partial=True)
    sentence.source = source
    sentence.line = line
    return sentence
