"""Dodona's tokeniser in the place of spaCy's."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from dodona.extras import needed
from dodona.pipeline.pipeline import Pipeline
from dodona.spacy.models import WithModel
from dodona.spacy.ranges import multiword_tokens, token_ranges
from dodona.spacy.words import Words, put_words
from dodona.treebank.sentence import Sentence

with needed("dodona.spacy", "spacy"):
    from spacy.tokens import Doc
    from spacy.util import DummyTokenizer, registry

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.vocab import Vocab

# The name in configs of spaCy.
TOKENIZER = "dodona.Tokenizer.v1"


@registry.tokenizers(TOKENIZER)
def make_tokenizer(model: str = "en") -> "Callable[[Language], DodonaTokenizer]":
    """What spaCy makes a tokeniser with; ``model`` is a name or the path of a file."""
    return lambda nlp: DodonaTokenizer(nlp.vocab, model)


class DodonaTokenizer(WithModel, DummyTokenizer):
    """Takes text apart into a doc with tokens and sentences; ``doc.text`` is the text.

    Spaces beyond the one after a token are tokens, as spaCy has them. A multiword token becomes its
    words, if they put together are what the text has (can·not); else it stays one token, and
    ``token._.dodona_words`` has its words.
    """

    def __init__(self, vocab: "Vocab", model: str) -> None:
        self.vocab = vocab
        WithModel.__init__(self, model)

    def use(self, pipeline: Pipeline) -> None:
        pipeline.part("tokenizer")
        super().use(pipeline)

    def saved(self) -> Pipeline:
        return Pipeline(tokenizer=self.pipeline.tokenizer, about=self.pipeline.about)

    def __call__(self, text: str) -> Doc:
        pieces = _Pieces(text)
        for batch in self.pipeline.part("tokenizer").tokenize(text, ranges="characters"):
            for sentence in batch:
                pieces.add_sentence(sentence)
        return pieces.to_doc(self.vocab)


class _Pieces:
    """The tokens of a text as they are found: ``done`` of its characters are in them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.done = 0
        self.words: list[str] = []
        self.spaces: list[bool] = []
        self.starts: list[int] = []
        self.multiword: dict[int, Words] = {}

    def add_sentence(self, sentence: Sentence) -> None:
        text, words, spaces, done = self.text, self.words, self.spaces, self.done
        ranges = token_ranges(sentence)
        several = multiword_tokens(sentence) if len(ranges) < len(sentence) else {}
        if words:
            self._add_gap(ranges[0][0])
            self.starts.append(len(words))
            done = self.done
        for number, (start, end) in enumerate(ranges):
            if start > done:
                self.done = done
                self._add_gap(start)
            surface = text[start:end]
            if number in several and (forms := self._split(surface, several[number])):
                words += forms
                spaces += [False] * len(forms)
            else:
                words.append(surface)
                spaces.append(False)
            done = end
        self.done = done

    def _split(self, surface: str, forms: list[str]) -> list[str]:
        """The words of a multiword token, if they are to be tokens; else they are noted."""
        if "".join(forms) == surface:
            return forms
        self.multiword[len(self.words)] = [{"text": form} for form in forms]
        return []

    def _add_gap(self, end: int) -> None:
        """Add the spaces up to a place in the text: one to the token before, others as a token."""
        if self.words and self.text[self.done] == " ":
            self.spaces[-1] = True
            self.done += 1
        if self.done < end:
            self.words.append(self.text[self.done : end])
            self.spaces.append(False)
        self.done = end

    def to_doc(self, vocab: "Vocab") -> Doc:
        if self.done < len(self.text):
            self._add_gap(len(self.text))
        doc = Doc(vocab, words=self.words, spaces=self.spaces)
        if self.words:
            begins = np.full(len(self.words), -1, np.int64)
            begins[[0, *self.starts]] = 1
            doc.from_array(["SENT_START"], begins.view(np.uint64))
        for place, words in self.multiword.items():
            put_words(doc[place], words)
        return doc
