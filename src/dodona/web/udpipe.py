"""UDPipe's REST interface: `/models` and `/process`, with the parameters that its clients send."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from dodona.errors import RequestError
from dodona.treebank.sentence import Sentence
from dodona.version import __version__
from dodona.web.answers import Answer
from dodona.web.served import ServedModel, ServedModels
from dodona.web.udpipe_formats import TOKENIZER_OPTIONS, read_format, read_options
from dodona.web.udpipe_inputs import INPUTS, READERS, tokenized
from dodona.web.udpipe_outputs import OUTPUTS, WRITERS
from dodona.web.work import Job, in_pieces

_OFF = "none"


def models_answer(models: ServedModels) -> dict[str, Any]:
    """What `/models` tells."""
    return {
        "models": {model.name: model.parts for model in models.models},
        "default_model": models.default.name,
    }


def process(models: ServedModels, fields: Mapping[str, str], max_words: int) -> Job[Answer]:
    """What `/process` does with the fields of a request."""
    model = models.find(fields.get("model"))
    if "data" not in fields:
        raise RequestError("the parameter data is missing: it holds what is to be processed")
    asked = {part for part in ("tokenizer", "tagger", "parser") if fields.get(part, _OFF) != _OFF}
    for part in sorted(asked.difference(model.parts)):
        raise RequestError(f"the model {model.name} has no {part}, only {', '.join(model.parts)}")
    output = read_format(fields.get("output", "conllu"), "output", OUTPUTS)
    batches = _sentences(model, fields, "tokenizer" in asked)
    words = 0

    def counted(pieces: Iterable[list[Sentence]]) -> Iterator[list[Sentence]]:
        nonlocal words
        for piece in pieces:
            words += sum(map(len, piece))
            yield piece

    parsed = _annotated(model, counted(in_pieces(batches, max_words)), asked)
    blocks = [_beginning(model, output.name == "conllu")]
    for text in WRITERS[output.name](parsed, output.options):
        blocks.append(_quoted(text))
        yield
    blocks.append(b'"\n}\n')
    return Answer(b"".join(blocks), words)


def _sentences(
    model: ServedModel, fields: Mapping[str, str], tokenize: bool
) -> Iterator[list[Sentence]]:
    """The sentences of a request: taken apart, or read in the format that it says."""
    data = normalize("NFC", fields["data"])
    if tokenize:
        options = read_options(fields["tokenizer"], "tokenizer", TOKENIZER_OPTIONS)
        return tokenized(model, data, options)
    chosen = read_format(fields.get("input", "conllu"), "input", INPUTS)
    if chosen.name == "generic_tokenizer" and "tokenizer" not in model.parts:
        raise RequestError(f"the model {model.name} has no tokenizer to read its input with")
    return READERS[chosen.name](model, data, chosen.options)


def _annotated(
    model: ServedModel, pieces: Iterator[list[Sentence]], asked: set[str]
) -> Iterator[list[Sentence]]:
    """The sentences with what the tagger and the parser predict, of those that are asked."""
    if {"tagger", "parser"} <= asked:
        return model.pipeline.parse_batches(pieces, tag=True)
    if "tagger" in asked:
        return model.tagging.parse_batches(pieces, tag=True)
    return map(model.parsed, pieces) if "parser" in asked else pieces


@lru_cache
def _beginning(model: ServedModel, comments: bool) -> bytes:
    """An answer up to its result, perhaps with the comments that CoNLL-U begins with."""
    told: dict[str, Any] = {
        "model": model.name,
        "acknowledgements": model.acknowledgements,
        "result": "",
    }
    if comments:
        told["result"] = (
            f"# generator = Dodona {__version__}\n"
            f"# udpipe_model = {model.name}\n"
            f"# udpipe_model_licence = {model.licence}\n"
        )
    return json.dumps(told, indent=1, ensure_ascii=False).removesuffix('"\n}').encode()


def _quoted(text: str) -> bytes:
    """A text as it stands in JSON, without the quotes around it."""
    return json.dumps(text, ensure_ascii=False)[1:-1].encode()
