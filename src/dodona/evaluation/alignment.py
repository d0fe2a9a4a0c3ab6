"""Which words of two files are the same, where each may divide the text in its own way.

As in the CoNLL 2018 task (https://universaldependencies.org/conll18/evaluation.html): both files
must hold the same characters, but for spaces. Words are the same if they cover the same stretch
of them. The words of multiword tokens have no such stretch of their own; where there is a multiword
token in either file, the words inside it are matched by their forms.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from dodona.errors import AlignmentError
from dodona.treebank.sentence import Sentence

_RANGES = re.compile(rb"^([0-9]+)-([0-9]+)\t([^\t]+)\t", re.MULTILINE)
_SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")  # category Zs of Unicode

_NAMES = ("gold", "system")

NOT_ALIGNED = -1
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


@dataclass
class Stretch:
    """The shortest piece of text at whose beginning and end sentences begin and end in both files.

    ``system_of`` has for each gold word the system word that is the same, or `NOT_ALIGNED`. With
    ``alike`` there is one sentence in either file, with the same words; then the sides know of
    nothing but sentences.
    """

    gold: Side
    system: Side
    system_of: Sequence[int]
    alike: bool = False

    @property
    def gold_of(self) -> Sequence[int]:
        """For each system word the gold word that is the same, or `NOT_ALIGNED`."""
        if self.alike:
            return self.system_of
        result = [NOT_ALIGNED] * len(self.system.forms)
        for gold, system in enumerate(self.system_of):
            if system != NOT_ALIGNED:
                result[system] = gold
        return result

    @property
    def system_heads(self) -> list[int]:
        """For each system word the gold word that is its head, or `ROOT`, or `NOT_ALIGNED`."""
        gold_of = self.gold_of
        return [ROOT if head == ROOT else gold_of[head] for head in self.system.heads]

    def gold_sentence_at(self, position: int) -> int:
        """Which of the gold sentences a character belongs to."""
        return bisect_right(self.gold.sentence_spans, position, key=lambda span: span.start) - 1

    def gold_sentence_of(self, system_word: int) -> int:
        """Which of the gold sentences a system word begins in."""
        return 0 if self.alike else self.gold_sentence_at(self.system.words[system_word].start)


def stretches(gold: Iterable[Sentence], system: Iterable[Sentence]) -> Iterator[Stretch]:
    """Two files side by side in aligned stretches, read as they are asked for."""
    sources = (iter(gold), iter(system))
    counts = [0, 0]
    while True:
        sentences = [_next(source) for source in sources]
        if None in sentences:
            if sentences != [None, None]:
                raise _ended_before(sentences, counts)
            return
        counts = [count + 1 for count in counts]
        if _have_same_words(*sentences):
            yield _alike(*sentences)
            continue
        sides = (Side(), Side())
        for side, sentence in zip(sides, sentences, strict=True):
            side.add(sentence)
        checked = _compare(*sides, 0, counts)
        while len(sides[0].text) != len(sides[1].text):
            behind = int(len(sides[1].text) < len(sides[0].text))
            sentence = _next(sources[behind])
            if sentence is None:
                raise _left_over(sides, behind, counts)
            counts[behind] += 1
            sides[behind].add(sentence)
            checked = _compare(*sides, checked, counts)
        yield _aligned(*sides)


def pairs(gold: Iterable[Sentence], system: Iterable[Sentence]) -> Iterator[Stretch]:
    """Two files side by side that must hold the same words in the same sentences."""
    sources = (iter(gold), iter(system))
    count = 0
    while True:
        sentences = [_next(source) for source in sources]
        if None in sentences:
            if sentences != [None, None]:
                raise _ended_before(sentences, [count, count])
            return
        count += 1
        if sentences[0].forms != sentences[1].forms:
            raise _other_words(*sentences, count)
        yield _alike(*sentences)


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


def _next(source: Iterator[Sentence]) -> Sentence | None:
    sentence = next(source, None)
    if sentence is not None and not sentence.has_tree:
        raise AlignmentError(f"{place(sentence)}: the sentence has no heads to compare")
    return sentence


def _have_same_words(gold: Sentence, system: Sentence) -> bool:
    """Whether two sentences need no alignment: their words are the same, and so are their tokens.

    Where one of them lost its multiword tokens, the characters differ and the words do not; then
    the words decide.
    """
    if gold.forms != system.forms:
        return False
    ranges = [_RANGES.findall(sentence.raw) for sentence in (gold, system)]
    return ranges[0] == ranges[1] or _text(gold) != _text(system)


def _text(sentence: Sentence) -> str:
    return _SPACES.sub("", "".join(form for form, _ in tokens_of(sentence)))


def _alike(gold: Sentence, system: Sentence) -> Stretch:
    sides = [Side(sentences=[sentence], first=[0]) for sentence in (gold, system)]
    return Stretch(sides[0], sides[1], range(len(gold)), alike=True)


def _compare(gold: Side, system: Side, checked: int, counts: list[int]) -> int:
    """Compare the characters from ``checked`` on that both sides have; how many these are."""
    both = min(len(gold.text), len(system.text))
    if gold.text[checked:both] != system.text[checked:both]:
        raise _differs(gold, system, counts[1])
    return both


class _Cursor:
    """A place among the words of one side."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.at = 0

    @property
    def more(self) -> bool:
        return self.at < len(self.side.words)

    @property
    def span(self) -> Span:
        return self.side.words[self.at]

    @property
    def multiword(self) -> bool:
        return self.more and self.side.multiword[self.at]

    def is_within(self, end: int) -> bool:
        """Whether the word belongs to a region that ends there."""
        return self.more and (self.span.start < end if self.multiword else self.span.end <= end)

    def begins_before(self, other: "_Cursor") -> bool:
        return not other.more or (self.more and self.span.start <= other.span.start)


def _aligned(gold: Side, system: Side) -> Stretch:
    """Align the words of two sides that hold the same characters."""
    system_of = [NOT_ALIGNED] * len(gold.forms)
    g, s = _Cursor(gold), _Cursor(system)
    while g.more and s.more:
        if g.multiword or s.multiword:
            _match_by_form(g, s, *_pass_region(g, s), system_of)
        elif g.span == s.span:
            system_of[g.at] = s.at
            g.at += 1
            s.at += 1
        elif g.begins_before(s):
            g.at += 1
        else:
            s.at += 1
    return Stretch(gold, system, system_of)


def _pass_region(g: _Cursor, s: _Cursor) -> tuple[range, range]:
    """The words around a multiword token that overlaps others or none; go on behind them.

    On the side that has no multiword token here, one word that begins before it is left out; if
    there are more of them the official scorer takes them in, and so they are taken in here.
    """
    opening, other = (g, s) if g.multiword else (s, g)
    end = opening.span.end
    if not other.multiword and other.span.start < opening.span.start:
        other.at += 1
    first = g.at, s.at
    while g.is_within(end) or s.is_within(end):
        cursor = g if g.begins_before(s) else s
        if cursor.multiword:
            end = max(end, cursor.span.end)
        cursor.at += 1
    return range(first[0], g.at), range(first[1], s.at)


def _match_by_form(
    g: _Cursor, s: _Cursor, gold_words: range, system_words: range, system_of: list[int]
) -> None:
    """Match the words of a region along a longest common subsequence of their forms."""
    left = [g.side.forms[i].lower() for i in gold_words]
    right = [s.side.forms[i].lower() for i in system_words]
    longest = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            if left[i] == right[j]:
                longest[i][j] = longest[i + 1][j + 1] + 1
            else:
                longest[i][j] = max(longest[i + 1][j], longest[i][j + 1])
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            system_of[gold_words[i]] = system_words[j]
            i += 1
            j += 1
        elif longest[i][j] == longest[i + 1][j]:
            i += 1
        else:
            j += 1


# What cannot be compared.


def _ended_before(sentences: Sequence[Sentence | None], counts: list[int]) -> AlignmentError:
    """One file is at its end, and the other has a sentence more."""
    behind = 0 if sentences[0] is None else 1
    sentence = sentences[1 - behind]
    assert sentence is not None
    return AlignmentError(
        f"{place(sentence)}: the {_NAMES[behind]} file ends after sentence {counts[behind]}, but "
        f"the {_NAMES[1 - behind]} file goes on here"
    )


def _left_over(sides: tuple[Side, Side], behind: int, counts: list[int]) -> AlignmentError:
    """One file is at its end, and the other has characters that are left over."""
    sentence, word, form = _at(sides[1 - behind], len(sides[behind].text))
    return AlignmentError(
        f"{place(sentence)}: the {_NAMES[behind]} file ends after sentence {counts[behind]}, but "
        f"the {_NAMES[1 - behind]} file goes on here with word {word}, {form!r}"
    )


def _differs(gold: Side, system: Side, number: int) -> AlignmentError:
    """The characters are not the same."""
    at = next(i for i, (a, b) in enumerate(zip(gold.text, system.text, strict=False)) if a != b)
    gold_sentence, gold_word, gold_form = _at(gold, at)
    system_sentence, system_word, system_form = _at(system, at)
    return AlignmentError(
        f"{place(system_sentence)}: sentence {number} is not the same text as at "
        f"{place(gold_sentence)}: word {system_word} is {system_form!r} in the system file and "
        f"{'' if gold_word == system_word else f'word {gold_word} is '}{gold_form!r} in the gold "
        "file"
    )


def _at(side: Side, position: int) -> tuple[Sentence, int, str]:
    """The sentence, word and form of the token in which a character stands."""
    word = bisect_right(side.words, position, key=lambda span: span.start) - 1
    while word > 0 and side.words[word - 1] == side.words[word]:
        word -= 1
    span = side.words[word]
    sentence, number = side.locate(word)
    return sentence, number, side.text[span.start : span.end]


def _other_words(gold: Sentence, system: Sentence, number: int) -> AlignmentError:
    rows = enumerate(zip_longest(gold.forms, system.forms), 1)
    word, left, right = next((i, a, b) for i, (a, b) in rows if a != b)
    return AlignmentError(
        f"{place(system)}: sentence {number} is not the same as at {place(gold)}: word {word} is "
        f"{_shown(right)} in the system file and {_shown(left)} in the gold file"
    )


def _shown(form: str | None) -> str:
    return "missing" if form is None else repr(form)
