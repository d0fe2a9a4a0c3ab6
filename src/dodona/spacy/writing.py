"""Tags, lemmas and trees of parsed sentences, put into docs of spaCy.

spaCy has its own ways: the root is its own head with the label ROOT, a sentence has one root, and
spaces are tokens with a place in the tree.
"""

import re
from bisect import bisect
from collections.abc import Callable, Collection, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dodona.extras import needed
from dodona.spacy.reading import Reading
from dodona.spacy.trees import Places, attach_spaces, chosen_words, heads_of_words
from dodona.spacy.words import Words, put_words
from dodona.treebank.sentence import Sentence
from dodona.treebank.words import Word

with needed("dodona.spacy", "spacy"):
    from spacy.parts_of_speech import IDS as POS_IDS

if TYPE_CHECKING:
    from spacy.vocab import Vocab

Column = NDArray[np.uint64]

_FEATURE = re.compile("[^=]+=[^=]+")
_ROOT = "ROOT"
# What spaCy's own pipelines give to spaces.
_SPACE_POS, _SPACE_TAG, _SPACE_LABEL = "SPACE", "_SP", "dep"


def write_docs(reading: Reading, sentences: Sequence[Sentence], parts: Collection[str]) -> None:
    """Put what the parts of a model predicted into the docs that were read.

    The sentences are those of the reading, by now parsed.
    """
    places, heads = np.array(reading.places, np.intp), heads_of_words(sentences)
    columns: dict[str, Column] = {}
    chosen = chosen_words(reading.places, heads) if reading.words else np.arange(len(places))
    values = _Values(reading, sentences, chosen)
    if "tagger" in parts:
        columns |= values.tags()
    if "lemmatizer" in parts:
        columns["LEMMA"] = values.lemmas()
    if "parser" in parts:
        columns |= values.tree(places[heads[chosen]])
    else:
        columns["SENT_START"] = values.starts()
    names, table = list(columns), np.column_stack(list(columns.values()))
    for doc, (first, end) in zip(reading.docs, pairwise(reading.firsts), strict=True):
        if first < end:
            doc.from_array(names, table[first:end])
    if reading.words:
        _write_words(reading, sentences, places[heads])


def arc_label(label: str) -> str:
    """A label as spaCy has it: that of the root is ROOT."""
    return _ROOT if label == "root" else label


class _Values:
    """What was predicted, as columns with a number for each token of all docs.

    ``chosen`` are the words whose values the tokens get.
    """

    def __init__(self, reading: Reading, sentences: Sequence[Sentence], chosen: Places) -> None:
        self._reading = reading
        self._vocab: Vocab = reading.docs[0].vocab
        self._sentences = sentences
        self._chosen = chosen
        self._size = reading.firsts[-1]
        self._owners = np.array(reading.places, np.intp)[chosen]
        without = np.ones(self._size, bool)
        without[self._owners] = False
        self._spaces = np.flatnonzero(without)

    def tags(self) -> dict[str, Column]:
        """Tags and features."""
        add, morphology = self._vocab.strings.add, self._vocab.morphology

        def add_features(feats: str) -> int:
            """Those without a name and a value are left out: spaCy cannot have them."""
            return int(morphology.add("|".join(filter(_FEATURE.fullmatch, feats.split("|")))))

        none = add_features("")
        return {
            "POS": self._column("upos", _pos_number, POS_IDS[_SPACE_POS]),
            "TAG": self._column("xpos", add, add(_SPACE_TAG)),
            "MORPH": self._column("feats", add_features, none, blank=none),
        }

    def lemmas(self) -> Column:
        """Lemmas; that of spaces are the spaces."""
        orths = [doc.to_array("ORTH") for doc in self._reading.docs]
        return self._column("lemmas", self._vocab.strings.add, np.concatenate(orths)[self._spaces])

    def tree(self, heads: Places) -> dict[str, Column]:
        """Arcs and their labels; ``heads`` are the tokens of the heads of the chosen words."""
        add = self._vocab.strings.add
        own = np.arange(self._size)
        all_heads = np.empty(self._size, np.intp)
        all_heads[self._owners] = heads
        attach_spaces(self._spaces, self._reading.starts, all_heads)
        labels = self._column("deprels", add, add(_SPACE_LABEL))
        labels[all_heads == own] = add(_ROOT)
        return {"DEP": labels, "HEAD": (all_heads - own).astype(np.int64).view(np.uint64)}

    def starts(self) -> Column:
        """Where sentences begin, for docs without trees that say so."""
        starts = np.full(self._size, -1, np.int64)
        starts[self._reading.starts] = 1
        return starts.view(np.uint64)

    def _column(
        self, name: str, number: Callable[[str], int], for_spaces: int | Column, blank: int = 0
    ) -> Column:
        """The numbers of the values that words have in a column; where it is `_`, ``blank``."""
        values = list(chain.from_iterable(getattr(each, name) for each in self._sentences))
        numbers = {value: number(value) if value != "_" else blank for value in set(values)}
        found = np.fromiter(map(numbers.__getitem__, values), np.uint64, len(values))
        column = np.empty(self._size, np.uint64)
        column[self._owners] = found[self._chosen]
        column[self._spaces] = for_spaces
        return column


def _pos_number(upos: str) -> int:
    """The number of a part of speech; 0 for what spaCy does not know as one."""
    return int(POS_IDS.get(upos, 0))


def _write_words(reading: Reading, sentences: Sequence[Sentence], heads: Places) -> None:
    """Tell what was predicted of the words of tokens that stand for several.

    ``heads`` are the tokens that hold the heads of all words.
    """
    words = list(chain.from_iterable(sentences))
    told: dict[int, Words] = {place: [] for place in reading.words}
    for number, place in enumerate(reading.places):
        if place in told:
            told[place].append(_word(words[number], int(heads[number]) - place))
    for place, each in told.items():
        document = bisect(reading.firsts, place) - 1
        put_words(reading.docs[document][place - reading.firsts[document]], each)


def _word(word: Word, way: int) -> dict[str, Any]:
    """A word as ``token._.dodona_words`` has it, with the way to the token that holds its head.

    What is `_` is left out.
    """
    names = ("lemma", "upos", "xpos", "feats", "deprel")
    columns = {name: getattr(word, name) for name in names if getattr(word, name) != "_"}
    return {"text": word.form} | columns | ({"head": way} if word.head >= 0 else {})
