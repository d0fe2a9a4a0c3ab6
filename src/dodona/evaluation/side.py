"""One of two files that are compared: its tokens and words as stretches of characters."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from dodona.errors import AlignmentError
from dodona.treebank.sentence import Sentence

_RANGES = re.compile(rb"^([0-9]+)-([0-9]+)\t([^\t]+)\t", re.MULTILINE)
_SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")  # category Zs of Unicode

ROOT = -2


class Span(NamedTuple):
    """A stretch of characters, from ``start`` up to but not including ``end``."""

    start: int
    end: int


@dataclass
class Side:
    """What one of the two files holds in a stretch of the text.

    Words are numbered through all the sentences, from 0 on; ``first`` has the number of each
    sentence's first word. ``multiword`` tells of each word whether it is part of a multiword token;
    then its span is that of the token. ``forms`` are without spaces but for such words.
    """

    sentences: list[Sentence] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    sentence_spans: list[Span] = field(default_factory=list)
    tokens: list[Span] = field(default_factory=list)
    words: list[Span] = field(default_factory=list)
    multiword: list[bool] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    text: str = ""

    def add(self, sentence: Sentence) -> None:
        start = len(self.text)
        self.sentences.append(sentence)
        self.first.append(len(self.words))
        forms = sentence.forms
        pieces = []
        at = start
        for form, count in tokens_of(sentence):
            characters = _SPACES.sub("", form)
            if not characters:
                raise AlignmentError(f"{place(sentence)}: the form {form!r} is nothing but spaces")
            pieces.append(characters)
            span = Span(at, at + len(characters))
            at = span.end
            self.tokens.append(span)
            word = len(self.words) - self.first[-1]
            self.forms += forms[word : word + count] if count else [characters]
            self.words += [span] * (count or 1)
            self.multiword += [count > 0] * (count or 1)
        self.text += "".join(pieces)
        self.sentence_spans.append(Span(start, at))

    @property
    def sentence_of(self) -> list[int]:
        """For each word the sentence that it stands in."""
        return [i for i, sentence in enumerate(self.sentences) for _ in range(len(sentence))]

    @property
    def heads(self) -> list[int]:
        """The head of each word, numbered like the words, or `ROOT`."""
        return [
            first + head - 1 if head else ROOT
            for first, sentence in zip(self.first, self.sentences, strict=True)
            for head in sentence.heads
        ]

    def locate(self, word: int) -> tuple[Sentence, int]:
        """The sentence of a word, and the word's number in it."""
        number = bisect_right(self.first, word) - 1
        return self.sentences[number], word - self.first[number] + 1


def have_same_words(gold: Sentence, system: Sentence) -> bool:
    """Whether two sentences need no alignment: their words are the same, and so are their tokens.

    Where one of them lost multiword tokens, the characters differ and the words do not; then the
    words decide.
    """
    if gold.forms != system.forms:
        return False
    first, second = (set(_RANGES.findall(sentence.raw)) for sentence in (gold, system))
    if first == second:
        return True
    lost = first < second or second < first
    return lost and text_of(gold) != text_of(system)


def text_of(sentence: Sentence) -> str:
    """The characters of a sentence, without spaces."""
    return _SPACES.sub("", "".join(form for form, _ in tokens_of(sentence)))


def tokens_of(sentence: Sentence) -> Iterator[tuple[str, int]]:
    """The form of each token, and of how many words it is a multiword token; 0 if it is a word."""
    forms = sentence.forms
    word = 0
    for first, last, form in _RANGES.findall(sentence.raw):
        for plain in forms[word : int(first) - 1]:
            yield plain, 0
        yield form.decode(), int(last) - int(first) + 1
        word = int(last)
    for plain in forms[word:]:
        yield plain, 0


def place(sentence: Sentence) -> str:
    """Where a sentence stands, for messages."""
    where = f"{sentence.source}:{sentence.line}" if sentence.source else f"line {sentence.line}"
    return f"{where} (sentence {sentence.sent_id})" if sentence.sent_id else where
