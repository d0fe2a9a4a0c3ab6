"""The text of a treebank, put together again, and where its tokens and sentences end."""

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from dodona.tokenizing.characters import character_classes
from dodona.treebank.sentence import Sentence

# Sentences in a paragraph of a treebank that marks none.
_MOST_TOGETHER = 20

_ESCAPES = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "p": "|", "\\": "\\"}
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")
_UNSPACED = frozenset(character_classes("漢あア"))


class GoldToken(NamedTuple):
    """A token, its words if it has several, and the spaces on both sides that are marked."""

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
    between all tokens, but for those of scripts that write none.
    """
    unspaced = not any(b"SpaceAfter" in s.raw or b"# text" in s.raw for s in sentences)
    for group in _groups(sentences, seed):
        yield _join([gold_tokens(sentence, guess_spaces=unspaced) for sentence in group])


def gold_tokens(sentence: Sentence, *, guess_spaces: bool = False) -> list[GoldToken]:
    """The tokens of a sentence: lines of multiword tokens, and words outside of them."""
    tokens: list[GoldToken] = []
    last = 0
    for line in sentence.raw.decode().split("\n"):
        columns = line.rstrip("\r").split("\t")
        if line.startswith("#") or len(columns) < 10 or "." in columns[0]:
            continue
        first, _, end = columns[0].partition("-")
        if end:
            last = int(end)
            tokens.append(GoldToken(columns[1], [], *_spaces(columns[9])))
        elif int(first) <= last:
            tokens[-1].words.append(columns[1])
        else:
            tokens.append(GoldToken(columns[1], [], *_spaces(columns[9])))
    if not guess_spaces:
        return tokens
    nexts = [token.form for token in tokens[1:]] + ["".join(token.form for token in tokens)]
    return [
        token._replace(after="" if _meet(token.form, following) else " ")
        for token, following in zip(tokens, nexts, strict=True)
    ]


def _meet(form: str, following: str) -> bool:
    """Whether no space stands between two tokens: if either is in a script that has none."""
    return not _UNSPACED.isdisjoint(character_classes(form[-1] + following[0]))


def _spaces(misc: str) -> tuple[str, str]:
    """What MISC says about the spaces before and after a token."""
    before, after = "", " "
    for entry in misc.split("|"):
        name, _, value = entry.partition("=")
        if name == "SpaceAfter" and value == "No":
            after = ""
        elif name == "SpacesAfter":
            after = unescape(value)
        elif name == "SpacesBefore":
            before = unescape(value)
    return before, after


def unescape(value: str) -> str:
    """Spaces as they stand in a text, from what MISC holds."""
    return _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[0]),
        value,
    )


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
