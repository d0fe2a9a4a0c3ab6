"""What a token of spaCy is to Dodona: a word, several words, or none."""

from typing import Any

from dodona.extras import needed
from dodona.treebank.forms import single_spaces, treebank_form

with needed("dodona.spacy", "spacy"):
    from spacy.tokens import Doc, Token

Words = list[dict[str, Any]]

# Where ``token._.dodona_words`` is kept: as spaCy keeps what belongs to a stretch of text, so that
# it stays there when docs are put together, and does not go over to a token that others are merged
# into. Docs made of bytes may have tuples for lists.
_EXTENSION = "dodona_words"
_BYTE_ORDER_MARK = "\ufeff"


def _key(token: Token) -> tuple[str, str, int, int]:
    return "._.", _EXTENSION, token.idx, token.idx + len(token)


def get_words(token: Token) -> Words:
    """The words of a token that stands for several; of any other an empty list."""
    return list(token.doc.user_data.get(_key(token), ()))


def put_words(token: Token, words: Words) -> None:
    """Note the words of a token that stands for several."""
    token.doc.user_data[_key(token)] = words


Token.set_extension(_EXTENSION, getter=get_words, setter=put_words, force=True)


def word_form(text: str) -> str:
    """A token as FORM of a word; "" for spaces and the like, which are no words."""
    if text.isascii() and text.isalnum():  # as most are
        return text
    return "" if text == _BYTE_ORDER_MARK else treebank_form(single_spaces(text))


def words_by_place(doc: Doc) -> dict[int, Words]:
    """The words of all tokens that stand for several."""
    if not any(isinstance(key, tuple) and key[:2] == ("._.", _EXTENSION) for key in doc.user_data):
        return {}
    return {token.i: words for token in doc if (words := get_words(token))}
