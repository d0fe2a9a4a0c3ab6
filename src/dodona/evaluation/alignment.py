"""Which words of two files are the same, where each may divide the text in its own way.

As in the CoNLL 2018 task (https://universaldependencies.org/conll18/evaluation.html): both files
must hold the same characters, but for spaces. Words are the same if they cover the same stretch
of them. The words of multiword tokens have no such stretch of their own; where there is a multiword
token in either file, the words inside it are matched by their forms.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from dodona.errors import AlignmentError
from dodona.evaluation.matching import NOT_ALIGNED, Matching, match_words
from dodona.evaluation.side import ROOT, Side, have_same_words, place, tokens_of
from dodona.treebank.sentence import Sentence

_NAMES = ("gold", "system")


@dataclass
class Passage:
    """A piece of text at whose beginning and end sentences begin and end in both files.

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


def passages(gold: Iterable[Sentence], system: Iterable[Sentence]) -> Iterator[Passage]:
    """Two files side by side in aligned passages, read as they are asked for."""
    sources = (_Upcoming(gold), _Upcoming(system))
    while pair := _next_pair(*sources):
        yield _alike(*pair) if have_same_words(*pair) else _longer_passage(pair, sources)


def pairs(gold: Iterable[Sentence], system: Iterable[Sentence]) -> Iterator[Passage]:
    """Two files side by side that must hold the same words in the same sentences."""
    sources = (_Upcoming(gold), _Upcoming(system))
    while pair := _next_pair(*sources):
        if pair[0].forms != pair[1].forms:
            raise _other_words(*pair, sources[0].count)
        yield _alike(*pair)


def sentence_pairs(passages: Iterable[Passage]) -> list[tuple[Sentence, Sentence]]:
    """The sentences of aligned files, which must hold the same words in the same sentences."""
    aligned = list(passages)
    gold = [sentence for passage in aligned for sentence in passage.gold.sentences]
    system = [sentence for passage in aligned for sentence in passage.system.sentences]
    return [
        (passage.gold.sentences[0], passage.system.sentences[0]) for passage in pairs(gold, system)
    ]


class _Upcoming:
    """The sentences of a file, one by one; ``count`` is how many were taken."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self._sentences = iter(sentences)
        self._next = next(self._sentences, None)
        self.count = 0

    def peek(self) -> Sentence | None:
        """The sentence that is next, or None at the end."""
        if self._next is not None and not self._next.has_tree:
            raise AlignmentError(f"{place(self._next)}: the sentence has no heads to compare")
        return self._next

    def take(self) -> Sentence | None:
        """The same, and go on."""
        sentence = self.peek()
        if sentence is not None:
            self._next = next(self._sentences, None)
            self.count += 1
        return sentence


def _next_pair(gold: _Upcoming, system: _Upcoming) -> tuple[Sentence, Sentence] | None:
    """A sentence from each file; None at the end of both."""
    gold_sentence, system_sentence = gold.peek(), system.peek()
    if gold_sentence is not None and system_sentence is not None:
        gold.take()
        system.take()
        return gold_sentence, system_sentence
    if gold_sentence is not None:
        raise _ended_before(gold_sentence, 1, system.count)
    if system_sentence is not None:
        raise _ended_before(system_sentence, 0, gold.count)
    return None


def _alike(gold: Sentence, system: Sentence) -> Passage:
    sides = [Side(sentences=[sentence], first=[0]) for sentence in (gold, system)]
    return Passage(sides[0], sides[1], range(len(gold)), alike=True)


def _longer_passage(
    pair: tuple[Sentence, Sentence], sources: tuple[_Upcoming, _Upcoming]
) -> Passage:
    """Read on until sentences end at the same character in both files."""
    sides = (Side(), Side())
    following: tuple[Sentence, Sentence] | None = pair
    while following:
        for side, sentence in zip(sides, following, strict=True):
            side.add(sentence)
        _read_to_same_end(sides, sources)
        matching = match_words(*sides)
        following = _next_pair(*sources) if _reaches_further(matching, sides, sources) else None
    return Passage(*sides, matching.system_of)


def _read_to_same_end(sides: tuple[Side, Side], sources: tuple[_Upcoming, _Upcoming]) -> None:
    checked = _compare(*sides, 0, sources[1].count)
    while len(sides[0].text) != len(sides[1].text):
        behind = int(len(sides[1].text) < len(sides[0].text))
        sentence = sources[behind].take()
        if sentence is None:
            raise _left_over(sides, behind, sources[behind].count)
        sides[behind].add(sentence)
        checked = _compare(*sides, checked, sources[1].count)


def _reaches_further(
    matching: Matching, sides: tuple[Side, Side], sources: tuple[_Upcoming, _Upcoming]
) -> bool:
    """Whether the official scorer matches words that are left with those of the next sentence.

    It does so if the side that is behind has more than a plain word left when a multiword token
    begins the next sentence of the other side.
    """
    rests = (matching.gold_rest, matching.system_rest)
    for side, rest, other in zip(sides, rests, reversed(sources), strict=True):
        if len(rest) > 1 or any(side.multiword[word] for word in rest):
            sentence = other.peek()
            return sentence is not None and next(tokens_of(sentence))[1] > 0
    return False


def _compare(gold: Side, system: Side, checked: int, number: int) -> int:
    """Compare the characters from ``checked`` on that both sides have; how many these are."""
    both = min(len(gold.text), len(system.text))
    if gold.text[checked:both] != system.text[checked:both]:
        raise _differs(gold, system, number)
    return both


# What cannot be compared.


def _ended_before(sentence: Sentence, behind: int, count: int) -> AlignmentError:
    """One file is at its end, and the other has a sentence more."""
    return AlignmentError(
        f"{place(sentence)}: the {_NAMES[behind]} file ends after sentence {count}, but "
        f"the {_NAMES[1 - behind]} file goes on here"
    )


def _left_over(sides: tuple[Side, Side], behind: int, count: int) -> AlignmentError:
    """One file is at its end, and the other has characters that are left over."""
    sentence, word, form = _at(sides[1 - behind], len(sides[behind].text))
    return AlignmentError(
        f"{place(sentence)}: the {_NAMES[behind]} file ends after sentence {count}, but "
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
