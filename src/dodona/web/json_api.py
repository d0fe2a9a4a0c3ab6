"""`/v1/parse`: a text, or sentences that are lists of words, as JSON; trees come back as JSON."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dodona.errors import RequestError
from dodona.keywords import complete, describe, part_of
from dodona.options import ParsingOptions
from dodona.threads import in_batches
from dodona.treebank.comments import comment_value
from dodona.treebank.sentence import Sentence
from dodona.web.answers import Answer
from dodona.web.served import ServedModel, ServedModels
from dodona.web.texts import blocks_of
from dodona.web.work import Job, in_pieces

OPTIONS = {name: each for name, each in describe(ParsingOptions).items() if name != "threads"}
"""The options that a request may have; how many threads there are is the server's business."""

_SCORES = {"Score": "score", "LabelScore": "label_score", "TagScore": "tag_score"}
_RANGE = "TokenRange"


def parse(models: ServedModels, body: bytes, max_words: int) -> Job[Answer]:
    """What `/v1/parse` does with the body of a request."""
    fields = _read(body)
    model = models.find(_field(fields, "model", str))
    options = {name: value for name, value in fields.items() if name not in _FIELDS}
    if "threads" in options:
        raise RequestError("there is no option threads: the server has its own")
    chosen = complete(ParsingOptions, options)
    pieces = in_pieces(_sentences(model, fields), max_words, chosen["beam"] or 1)
    words = 0
    blocks = []
    for batch in model.pipeline.parse_batches(pieces, **part_of(ParsingOptions, chosen)):
        words += sum(sentence.n for sentence in batch if (rank_of(sentence) or 1) == 1)
        blocks.append(",\n".join(json.dumps(sentence_dict(each)) for each in batch).encode())
        yield
    start = f'{{"model": {json.dumps(model.name)}, "sentences": [\n'.encode()
    return Answer(start + b",\n".join(blocks) + b"\n]}\n", words)


def sentence_dict(sentence: Sentence) -> dict[str, Any]:
    """A sentence with its tokens, as Stanza's `to_dict` gives them, and with scores as numbers.

    Where MISC has ranges of tokens, these are their places.
    """
    tokens = sentence.to_dict()
    for token in tokens:
        _take_from_misc(token)
    told: dict[str, Any] = {"text": sentence.text or " ".join(sentence.forms)}
    rank = rank_of(sentence)
    if rank is not None:
        told["rank"] = rank
        told["score"] = float(comment_value(sentence.comments, "parse_score") or 0)
    return told | {"tokens": tokens}


def rank_of(sentence: Sentence) -> int | None:
    """The place of a tree among the best ones of its sentence, if several were asked for."""
    rank = comment_value(sentence.comments, "parse_rank")
    return None if rank is None else int(rank)


def _take_from_misc(token: dict[str, Any]) -> None:
    """Let places and scores stand beside the columns instead of in MISC."""
    rest = []
    for entry in token.pop("misc", "").split("|"):
        name, _, value = entry.partition("=")
        if name == _RANGE:
            token["start_char"], token["end_char"] = map(int, value.split(":"))
        elif name in _SCORES:
            token[_SCORES[name]] = float(value)
        elif entry:
            rest.append(entry)
    if rest:
        token["misc"] = "|".join(rest)


def _read(body: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(body.decode())
    except UnicodeDecodeError:
        raise RequestError("the body is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise RequestError(f"the body is not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise RequestError("the body must be an object of JSON, with a text or with tokens")
    return fields


def _field(fields: Mapping[str, Any], name: str, kind: type) -> Any:
    value = fields.get(name)
    if value is not None and not isinstance(value, kind):
        raise RequestError(f"{name} must be {_FIELDS[name]}")
    return value


def _sentences(model: ServedModel, fields: Mapping[str, Any]) -> Iterable[list[Sentence]]:
    text, tokens = _field(fields, "text", str), _field(fields, "tokens", list)
    if (text is None) == (tokens is None):
        raise RequestError("there must be either a text or tokens")
    if text is None:
        return in_batches(_from_words(tokens))
    if model.pipeline.tokenizer is None:
        raise RequestError(f"the model {model.name} has no tokenizer: send tokens, not a text")
    batches: Iterable[list[Sentence]] = model.pipeline.tokenizer.tokenize(
        blocks_of(text), ranges="characters"
    )
    return batches


def _from_words(tokens: list[Any]) -> Iterator[Sentence]:
    for words in tokens:
        if not isinstance(words, list):
            raise RequestError(f"tokens must be {_FIELDS['tokens']}")
        yield Sentence.from_words(words)


_FIELDS = {
    "text": "a string",
    "tokens": "a list of sentences, each of which is a list of words",
    "model": "a string",
}
