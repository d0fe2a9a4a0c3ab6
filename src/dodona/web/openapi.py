"""The description of the server's interface, as OpenAPI 3.1 has it."""

from typing import Any

from dodona.keywords import Described
from dodona.version import __version__
from dodona.web.json_api import OPTIONS
from dodona.web.served import ServedModels
from dodona.web.udpipe_inputs import INPUTS
from dodona.web.udpipe_outputs import OUTPUTS

Schema = dict[str, Any]

_STRING: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_NUMBER: Schema = {"type": "number"}
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "string"}


def description(models: ServedModels) -> Schema:
    """The whole description, for a server with these models."""
    both = {"get": _process("query"), "post": _process("body")}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dodona",
            "version": __version__,
            "summary": "Text to dependency trees",
            "description": "The REST interface of UDPipe, and one of JSON alone.",
        },
        "paths": {
            "/models": {"get": _models("get"), "post": _models("post")},
            "/process": both,
            "/v1/parse": {"post": _parse()},
            "/openapi.json": {"get": _plain("description", "This description", _JSON)},
            "/health": {"get": _plain("health", "Whether the server is well", _JSON)},
            "/metrics": {"get": _plain("metrics", "Counts for Prometheus", _TEXT)},
        },
        "components": {"schemas": _schemas(models)},
    }


_JSON = {"application/json": {"schema": {"type": "object"}}}
_TEXT = {"text/plain": {"schema": _STRING}}
_REFUSALS = {
    "400": "Something in the request is wrong",
    "408": "The request did not arrive in time",
    "413": "The request, or a sentence in it, is too large",
    "503": "There is too much to do; Retry-After says when to try again",
}


def _plain(name: str, summary: str, content: Schema) -> Schema:
    return {
        "operationId": name,
        "summary": summary,
        "responses": {"200": {"description": summary, "content": content}},
    }


def _refusals(content: Schema) -> Schema:
    return {
        status: {"description": meaning, "content": content}
        for status, meaning in _REFUSALS.items()
    }


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(name: str) -> Schema:
    return {"application/json": {"schema": _reference(name)}}


def _models(method: str) -> Schema:
    return {
        "operationId": f"models_{method}",
        "summary": "The models, what each can do, and the default",
        "responses": {"200": {"description": "The models", "content": _json("Models")}},
    }


def _process(where: str) -> Schema:
    """`/process`, with its parameters in the query or in the body."""
    described: Schema = {
        "operationId": f"process_{where}",
        "summary": "Tokenise, tag and parse, as UDPipe does",
        "responses": {
            "200": {"description": "The result", "content": _json("Processed")},
            **_refusals(_TEXT),
        },
    }
    fields = _process_fields()
    if where == "query":
        described["parameters"] = [
            {"name": name, "in": "query", "required": name == "data", "schema": schema}
            for name, schema in fields.items()
        ]
        return described
    form = {"schema": {"type": "object", "properties": fields, "required": ["data"]}}
    kinds = ("multipart/form-data", "application/x-www-form-urlencoded")
    return described | {"requestBody": {"content": dict.fromkeys(kinds, form)}}


def _process_fields() -> Schema:
    def text(meaning: str, **more: Any) -> Schema:
        return _STRING | {"description": meaning, **more}

    on = "Present, even if empty: yes; none: no."
    inputs, outputs = ", ".join(INPUTS), ", ".join(OUTPUTS)
    return {
        "data": text("What is to be processed."),
        "model": text("Name, alias, or beginning of a name up to a hyphen; or the default."),
        "tokenizer": text(f"{on} Options: presegmented, ranges, normalized_spaces, with `;`."),
        "tagger": text(on),
        "parser": text(on),
        "input": text(f"Format of data without tokenizer: {inputs}.", default="conllu"),
        "output": text(f"Format of the result: {outputs}.", default="conllu"),
    }


def _parse() -> Schema:
    return {
        "operationId": "parse",
        "summary": "Parse a text, or sentences that are lists of words",
        "requestBody": {"required": True, "content": _json("ParseRequest")},
        "responses": {
            "200": {"description": "The trees", "content": _json("Parsed")},
            **_refusals(_json("Error")),
        },
    }


def _object(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required}


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def _schemas(models: ServedModels) -> Schema:
    names = [model.name for model in models.models]
    parts = {"type": "object", "additionalProperties": _list(_STRING)}
    options = {name: _option(each) for name, each in OPTIONS.items()}
    request = _object(
        [],
        text=_STRING | {"description": "A text, to be taken apart into sentences and words."},
        tokens=_list(_list(_STRING), description="Sentences, each a list of words."),
        model=_STRING | {"examples": names, "default": models.default.name},
        **options,
    )
    request["oneOf"] = [{"required": ["text"]}, {"required": ["tokens"]}]
    request["additionalProperties"] = False
    return {
        "Models": _object(["models", "default_model"], models=parts, default_model=_STRING),
        "Processed": _object(
            ["model", "acknowledgements", "result"],
            model=_STRING,
            acknowledgements=_list(_STRING),
            result=_STRING,
        ),
        "ParseRequest": request,
        "Parsed": _object(
            ["model", "sentences"], model=_STRING, sentences=_list(_reference("Sentence"))
        ),
        "Sentence": _object(
            ["text", "tokens"],
            text=_STRING,
            rank=_WHOLE | {"description": "With nbest: 1 for the best tree of the sentence."},
            score=_NUMBER | {"description": "With nbest: the score of the tree."},
            tokens=_list(_reference("Token")),
        ),
        "Token": _token(),
        "Error": _object(["error"], error=_STRING),
    }


def _token() -> Schema:
    """A token, a word, or both in one, as Stanza has them."""
    ids = {"anyOf": [_WHOLE, _list(_WHOLE, minItems=2, maxItems=2)]}
    texts = ("text", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")
    scores = ("score", "label_score", "tag_score")
    numbers = ("head", "start_char", "end_char")
    columns = dict.fromkeys(texts, _STRING) | dict.fromkeys(numbers, _WHOLE)
    return _object(["id", "text"], id=ids, **columns, **dict.fromkeys(scores, _NUMBER))


def _option(described: Described) -> Schema:
    """An option of the library as a field of a request."""
    option = described.option
    schema: Schema = {"description": option.help, "default": option.default}
    kind = _TYPES[described.kind]
    schema["type"] = [kind, "null"] if described.optional else kind
    if described.choices:
        schema["enum"] = [*described.choices, *([None] if described.optional else [])]
    if option.least is not None:
        schema["minimum"] = option.least
    if option.most is not None:
        schema["maximum"] = option.most
    return schema
