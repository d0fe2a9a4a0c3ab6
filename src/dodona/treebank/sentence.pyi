'A sentence of a treebank: its own bytes, and where the columns of each word lie in them.\n\nNothing is taken apart until it is asked for, and nothing is lost: a sentence that is written again\nis the same byte for byte, whatever its comments, multiword tokens, empty nodes or MISC hold.'
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload
from dodona.errors import ArgumentError
from dodona.printable import printable, shortened
from dodona.treebank.comments import comment_value
from dodona.treebank.words import Word
from nltk.parse import DependencyGraph
from dodona.treebank.records import SentenceRecord
from dodona.treebank.tokens import Token
MOST_SHOWN = 50
class Sentence:
    """One sentence as it stands in its file.

    ``raw`` is the sentence's part of the file, up to and with the blank line after it; ``source``
    and ``line`` say where it begins. All lists have one entry a word, in the order of the words.
    Sentences never change; `with_tree` makes a new one.

    ``for word in sentence`` goes through the words, ``sentence[0]`` is the first of them (so
    ``sentence[i]`` has the id i + 1), and ``len(sentence)`` is their number.
    """

    @property
    def raw(self) -> bytes:
        ...

    @property
    def source(self) -> str:
        ...

    @property
    def line(self) -> int:
        ...

    @property
    def n(self) -> int:
        ...

    def __init__(self) -> None:
        ...

    @staticmethod
    def from_conllu(text: str | bytes, *, partial: bool=False) -> Sentence:
        """The one sentence that ``text`` holds.

        With ``partial`` HEAD may be `_` for some words.
        """
        ...

    @staticmethod
    def from_words(words: Iterable[str], *, lemmas: Sequence[str] | None=None, upos: Sequence[str] | None=None, xpos: Sequence[str] | None=None, feats: Sequence[str] | None=None, heads: Sequence[int | None] | None=None, deprels: Sequence[str] | None=None, deps: Sequence[str] | None=None, misc: Sequence[str] | None=None) -> 'Sentence':
        """A sentence with these words and, if they are given, these columns, a value a word.

        ``heads`` are a tree over words 1 ... n, 0 for the root, or part of one, with None for the
        words that have no head. Values are without white space
        and control characters; words, lemmas and MISC may have spaces inside.
        """
        ...

    @property
    def words(self) -> list[Word]:
        """The words with all their columns."""
        ...

    @property
    def tokens(self) -> 'list[Token]':
        """The tokens of the text, multiword tokens with their words, and their places in it.

        The places are those in `# text`; where there is no such comment, or the tokens do not fit
        into it, those in the text that the tokens and their spaces make.
        """
        ...

    @property
    def root(self) -> Word | None:
        """The (first) word that hangs from the root; None if there is no tree."""
        ...

    @property
    def forms(self) -> list[str]:
        ...

    @property
    def lemmas(self) -> list[str]:
        ...

    @property
    def upos(self) -> list[str]:
        ...

    @property
    def xpos(self) -> list[str]:
        ...

    @property
    def feats(self) -> list[str]:
        ...

    @property
    def heads(self) -> list[int]:
        """The head of each word: 0 for the root, -1 where the column is `_`."""
        ...

    @property
    def deprels(self) -> list[str]:
        ...

    @property
    def deps(self) -> list[str]:
        ...

    @property
    def misc(self) -> list[str]:
        ...

    @property
    def has_tree(self) -> bool:
        """Whether all words have heads."""
        ...

    @property
    def has_heads(self) -> bool:
        """Whether any word has a head."""
        ...

    @property
    def has_tags(self) -> bool:
        """Whether every word has a UPOS or an XPOS."""
        ...

    @property
    def has_lemmas(self) -> bool:
        """Whether any word has a lemma."""
        ...

    @property
    def has_upos(self) -> bool:
        """Whether any word has a UPOS."""
        ...

    @property
    def has_xpos(self) -> bool:
        """Whether any word has an XPOS."""
        ...

    @property
    def comments(self) -> list[str]:
        """The comment lines, each with its `#` and without its line end."""
        ...

    @property
    def sent_id(self) -> str | None:
        ...

    @property
    def text(self) -> str | None:
        ...

    def with_tree(self, heads: Sequence[int], deprels: Sequence[str]) -> Sentence:
        """The same sentence with another tree in HEAD and DEPREL, and nothing else changed."""
        ...

    def to_conllu(self) -> str:
        """The sentence as it stands in a file."""
        ...

    def to_dict(self) -> list[dict[str, Any]]:
        """The tokens and words as Stanza's `to_dict` gives them, multiword tokens included.

        ``start_char`` and ``end_char`` are the places of `tokens`.
        """
        ...

    def to_record(self) -> 'SentenceRecord':
        """The sentence as `dodona parse --output-format json` writes it, with nothing left out."""
        ...

    def to_nltk(self) -> 'DependencyGraph':
        """The tree as a `DependencyGraph` of NLTK, which must be installed."""
        ...

    def to_svg(self) -> str:
        """The tree as a picture; words alone if there is no tree."""
        ...

    def to_displacy(self) -> dict[str, Any]:
        """The tree for spaCy's ``displacy.render(..., style="dep", manual=True)``."""
        ...

    def to_tikz(self) -> str:
        """The tree for LaTeX, as a `dependency` environment of the package tikz-dependency."""
        ...

    def __len__(self) -> int:
        ...

    def __iter__(self) -> Iterator[Word]:
        ...

    @overload
    def __getitem__(self, index: int) -> Word:
        ...

    @overload
    def __getitem__(self, index: slice) -> list[Word]:
        ...

    def __repr__(self) -> str:
        """One short line: the id, or the line in the file, and how the sentence begins."""
        ...

    def __str__(self) -> str:
        """The tree drawn as text, one word a line; the words alone if there is no tree."""
        ...

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree, drawn as SVG."""
        ...

    def _repr_svg_(self) -> str:
        """What becomes of it where a notebook is printed or exported."""
        ...

    def __eq__(self, other: object) -> bool:
        ...

    def __hash__(self) -> int:
        ...
    ...
def restore_sentence(raw: bytes, source: str, line: int) -> Sentence:
    """A sentence from its bytes, with the place that it comes from."""
    ...
