"""What the explorer's page sends, checked piece by piece."""

import json
from collections.abc import Collection, Sequence
from dataclasses import fields
from io import BytesIO
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from dodona.errors import ArgumentError
from dodona.parser.parser import Transition
from dodona.treebank.conllu import read_conllu
from dodona.treebank.sentence import Sentence
from dodona.treebank.svg import OF_THE_PAGE, tree_svg

Settings = TypeVar("Settings")


def read_object(body: bytes) -> dict[str, Any]:
    """The object that a request brings as JSON."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise ArgumentError("the request is not JSON") from None
    if not isinstance(data, dict):
        raise ArgumentError("the request is not an object of JSON")
    return data


def the_text(data: dict[str, Any], name: str) -> str:
    """A field that must be a text; halves of surrogate pairs are none."""
    text = data.get(name)
    if not isinstance(text, str):
        raise ArgumentError(f"`{name}` is missing, or it is not a text")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ArgumentError(f"`{name}` has characters that cannot be written as UTF-8") from None
    return text


def the_choice(data: dict[str, Any], name: str, choices: Sequence[str]) -> Any:
    """A field that is one of some texts."""
    if data.get(name) not in choices:
        raise ArgumentError(f"`{name}` is one of {', '.join(choices)}")
    return data[name]


def the_number(data: dict[str, Any], name: str, least: int = 0, most: int | None = None) -> int:
    """A field that is a whole number within bounds; the least of them if it is not there."""
    number = data.get(name, least)
    is_number = isinstance(number, int) and not isinstance(number, bool)
    if not is_number or number < least or (most is not None and number > most):
        bounds = f"from {least} on" if most is None else f"from {least} to {most}"
        raise ArgumentError(f"`{name}` is a whole number {bounds}")
    return int(number)


def the_sentences(data: dict[str, Any]) -> list[Sentence]:
    """The sentences of the field `conllu`."""
    text = the_text(data, "conllu")
    sentences = list(read_conllu(BytesIO(text.encode())))
    if not sentences:
        raise ArgumentError("there is no sentence in the CoNLL-U")
    return sentences


def the_sentence(data: dict[str, Any]) -> Sentence:
    """The one sentence of the field `conllu`."""
    sentence: Sentence = Sentence.from_conllu(the_text(data, "conllu"))
    return sentence


def the_transitions(data: dict[str, Any]) -> list[Transition]:
    """The field `transitions`: pairs of a name and a label."""
    pairs = data.get("transitions", [])
    if not isinstance(pairs, list) or not all(map(_is_transition, pairs)):
        raise ArgumentError("`transitions` is a list of pairs of a name and a label")
    return [(name, label) for name, label in pairs]


def _is_transition(pair: object) -> bool:
    if not isinstance(pair, list) or len(pair) != 2:
        return False
    return isinstance(pair[0], str) and isinstance(pair[1], str | None)


def the_settings(kind: type[Settings], data: dict[str, Any], name: str) -> Settings:
    """A field that holds the fields of a dataclass, each a text, a number, true, false or null."""
    given = data.get(name, {})
    if not isinstance(given, dict):
        raise ArgumentError(f"`{name}` is not an object")
    types = get_type_hints(kind)
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for key, value in given.items():
        if key not in known:
            raise ArgumentError(f"there is no {key!r} in `{name}`, only {', '.join(known)}")
        if not _fits(value, types[key]):
            raise ArgumentError(f"{value!r} cannot be the {key} of `{name}`")
    return kind(**given)


def _fits(value: object, hint: Any) -> bool:
    """Whether a value of JSON is of a type: str, bool, int, None, or a choice of such."""
    if isinstance(hint, type):
        return type(value) is hint
    choices = get_args(hint)
    if get_origin(hint) is Literal:
        return value in choices
    return any(_fits(value, choice) for choice in choices)


def drawn(sentence: Sentence, marked: Collection[int] = ()) -> dict[str, Any]:
    """A sentence as the page gets it: its text, its picture, and all of it as CoNLL-U."""
    tags = sentence.upos if sentence.has_upos else None
    columns = sentence.forms, sentence.heads, sentence.deprels, tags
    return {
        "id": sentence.sent_id,
        "text": sentence.text or " ".join(sentence.forms),
        "words": len(sentence),
        "has_tree": sentence.has_tree,
        "forms": sentence.forms,
        "heads": sentence.heads,
        "labels": sentence.deprels,
        "conllu": sentence.to_conllu(),
        "svg": tree_svg(*columns, marked=marked, colours=OF_THE_PAGE),
    }
