"""The text of a treebank, put together again, and where its tokens and sentences end."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from dodona.tokenizer.characters import character_classes
from dodona.treebank.sentence import Sentence

# Sentences in a paragraph of a treebank that marks none.
_MOST_TOGETHER = 20

_UNSPACED = frozenset(character_classes("漢あア"))
_CLOSING = frozenset(character_classes(".!,)"))
_OPENING = frozenset(character_classes("("))
_QUOTES = frozenset(character_classes('"'))


class GoldToken(NamedTuple):
    """A token as the text has it, its words if it has several, and the spaces on both sides."""

    form: str
    words: list[str]
    before: str
    after: str


class Paragraph(NamedTuple):
    """A text, its tokens with their places in it, and the places where sentences end."""

    text: str
    tokens: list[tuple[int, int, GoldToken]]
    endings: list[int]


def paragraphs(sentences: Sequence[Sentence], seed: int) -> Iterator[Paragraph]:
    """The paragraphs of a treebank as raw text.

    They are those that `newpar` and `newdoc` mark. Where nothing is marked, up to 20 sentences
    that follow each other are taken for one. A treebank that says nothing of spaces has them
    where they are usual: between all tokens, but not before a full stop, a comma or a closing
    bracket, nor inside of brackets and quotes, nor in scripts that write none.
    """
    unspaced = not any(b"SpaceAfter" in s.raw or b"# text" in s.raw for s in sentences)
    for group in _groups(sentences, seed):
        yield _join([gold_tokens(sentence, guess_spaces=unspaced) for sentence in group])


def raw_text(sentences: Sequence[Sentence]) -> str:
    """The text of a treebank, with a blank line after each of its paragraphs."""
    return "".join(f"{each.text.strip()}\n\n" for each in paragraphs(sentences, seed=1))


def gold_tokens(sentence: Sentence, *, guess_spaces: bool = False) -> list[GoldToken]:
    """The tokens of a sentence: lines of multiword tokens, and words outside of them."""
    tokens = [
        GoldToken(
            token.text,
            [word.form for word in token.words] if token.is_multiword else [],
            token.spaces_before,
            token.spaces_after,
        )
        for token in sentence.tokens
    ]
    return _usually_spaced(tokens) if guess_spaces else tokens


def _usually_spaced(tokens: Sequence[GoldToken]) -> list[GoldToken]:
    """The tokens with the spaces that are usual between them."""
    sides = list(_glued_sides([token.form for token in tokens]))
    # What follows a sentence is much like its own beginning, but for punctuation.
    nexts = [token.form for token in tokens[1:]] + ["".join(token.form for token in tokens)]
    glued = [right or left for (_, right), (left, _) in pairwise(sides)] + [False]
    return [
        token._replace(after="" if together or _meet(token.form, following) else " ")
        for token, following, together in zip(tokens, nexts, glued, strict=True)
    ]


def _glued_sides(forms: Sequence[str]) -> Iterator[tuple[bool, bool]]:
    """Of each form, whether it is punctuation that has no space to its left, or to its right."""
    in_quotes = False
    for form in forms:
        classes = set(character_classes(form))
        if classes <= _QUOTES:
            yield in_quotes, not in_quotes
            in_quotes = not in_quotes
        else:
            yield classes <= _CLOSING, classes <= _OPENING


def _meet(form: str, following: str) -> bool:
    """Whether no space stands between two tokens: if either is in a script that has none."""
    return not _UNSPACED.isdisjoint(character_classes(form[-1] + following[0]))


def _groups(sentences: Sequence[Sentence], seed: int) -> Iterator[list[Sentence]]:
    begins = [_begins_paragraph(sentence) for sentence in sentences]
    random = Random(seed)
    if not any(begins[1:]):
        at = 0
        while at < len(sentences):
            size = random.randint(1, _MOST_TOGETHER)
            yield list(sentences[at : at + size])
            at += size
        return
    group: list[Sentence] = []
    for sentence, begin in zip(sentences, begins, strict=True):
        if begin and group:
            yield group
            group = []
        group.append(sentence)
    yield group


def _begins_paragraph(sentence: Sentence) -> bool:
    return any(re.match(r"#\s*new(par|doc)\b", comment) for comment in sentence.comments)


def _join(sentences: Iterable[list[GoldToken]]) -> Paragraph:
    text: list[str] = []
    tokens: list[tuple[int, int, GoldToken]] = []
    endings: list[int] = []
    size = 0
    for sentence in sentences:
        for token in sentence:
            start = size + len(token.before)
            end = start + len(token.form)
            tokens.append((start, end, token))
            text += [token.before, token.form, token.after]
            size = end + len(token.after)
        endings.append(tokens[-1][1])
    return Paragraph("".join(text), tokens, endings)
