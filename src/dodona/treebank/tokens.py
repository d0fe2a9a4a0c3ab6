"""The tokens of a text as it is written: their words, the spaces around them and their places."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from dodona.treebank.forms import SPACES, unescape
from dodona.treebank.words import Word, entries

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

_MULTIWORD = re.compile(
    rb"^(?:\xef\xbb\xbf)?([0-9]+)-([0-9]+)\t([^\t\n]+)\t(?:[^\t\n]*\t){7}([^\t\r\n]*)", re.MULTILINE
)


class Token(NamedTuple):
    """A piece of the text: a word, or a multiword token such as `don't` with its words.

    ``id`` is the number of its word or, of a multiword token, those of its first and last word.
    ``form`` is what the sentence has for it, ``text`` what the text has (by `TextForm`, where they
    differ). ``start`` and ``end`` count characters from 0 on: those of a token of a sentence in the
    sentence's text, those of a token of a document in the document's.
    """

    id: tuple[int, ...]
    form: str
    text: str
    words: tuple[Word, ...]
    misc: str
    spaces_before: str
    spaces_after: str
    start: int = 0
    end: int = 0

    @property
    def is_multiword(self) -> bool:
        """Whether the token has a line of its own, before those of its words."""
        return len(self.id) > 1

    def __repr__(self) -> str:
        return f"Token(id={self.id}, text={self.text!r}, start={self.start}, end={self.end})"


def tokens_of(sentence: "Sentence") -> list[Token]:
    """The tokens of a sentence, with their places in `# text`.

    Where there is no such comment, or the tokens do not fit into it, the places are those in the
    text that the tokens and their spaces make.
    """
    words = sentence.words
    tokens: list[Token] = []
    done = 0
    for first, last, form, misc in _MULTIWORD.findall(sentence.raw):
        start, end = int(first), int(last)
        tokens += map(_single, words[done : start - 1])
        inside = tuple(words[start - 1 : end])
        tokens.append(_token((start, end), form.decode(), inside, misc.decode()))
        done = end
    tokens += map(_single, words[done:])
    return placed(tokens, [token.form for token in tokens], sentence.text)


def text_of(tokens: Sequence[Token]) -> str:
    """The text that tokens and their spaces make."""
    parts = [token.spaces_before + token.text + token.spaces_after for token in tokens]
    return "".join(parts).rstrip(" ")


def placed(tokens: Sequence[Token], pieces: Sequence[str], text: str | None) -> list[Token]:
    """The tokens with their places in a text, which has a piece for each and spaces between them.

    If it has not, the places are those in the text that the tokens and their spaces make.
    """
    starts = _places(pieces, text) if text is not None else None
    if starts is None:
        starts = []
        size = 0
        pieces = [token.text for token in tokens]
        for token in tokens:
            starts.append(size + len(token.spaces_before))
            size = starts[-1] + len(token.text) + len(token.spaces_after)
    return [
        token._replace(start=start, end=start + len(piece))
        for token, start, piece in zip(tokens, starts, pieces, strict=True)
    ]


def _places(pieces: Sequence[str], text: str) -> list[int] | None:
    """Where the pieces begin in a text that has nothing but them and spaces; None if it has."""
    starts = []
    at = 0
    for piece in pieces:
        if not text.startswith(piece, at) and (spaces := SPACES.match(text, at)):
            at = spaces.end()
        if not text.startswith(piece, at):
            return None
        starts.append(at)
        at += len(piece)
    return starts if at == len(text) or SPACES.fullmatch(text, at) else None


def _single(word: Word) -> Token:
    return _token((word.id,), word.form, (word,), word.misc)


def _token(number: tuple[int, ...], form: str, words: tuple[Word, ...], misc: str) -> Token:
    """A token with what MISC says about it and about the spaces before and after it."""
    told = entries(misc)
    after = "" if told.get("SpaceAfter") == "No" else " "
    return Token(
        number,
        form,
        unescape(told["TextForm"]) if "TextForm" in told else form,
        words,
        misc,
        unescape(told.get("SpacesBefore", "")),
        unescape(told["SpacesAfter"]) if "SpacesAfter" in told else after,
    )
