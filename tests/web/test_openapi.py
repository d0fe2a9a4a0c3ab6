"""The description of the interface: it is sound, and describes what is there."""

import json
import re

import pytest

from dodona.keywords import describe
from dodona.options import ParsingOptions
from dodona.web.app import make_app
from dodona.web.served import load_models

KINDS = {
    "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None),
    "object": dict, "array": list,
}  # fmt: skip


@pytest.fixture(scope="module")
def description(server):
    answer = server.client.get("/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def fits(value, schema, whole):
    """Whether a value is as a schema says; the few words of JSON Schema that are used here."""
    if "$ref" in schema:
        return fits(value, whole["components"]["schemas"][schema["$ref"].split("/")[-1]], whole)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, KINDS[kind]) for kind in kinds):
        return False
    if "anyOf" in schema and not any(fits(value, each, whole) for each in schema["anyOf"]):
        return False
    if isinstance(value, list):
        return all(fits(each, schema.get("items", {}), whole) for each in value)
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        required = set(schema.get("required", [])) <= value.keys()
        rest = [each for name, each in value.items() if name not in known]
        more_fits = (
            all(fits(each, more, whole) for each in rest) if more not in (True, False) else True
        )
        own = all(fits(value[name], known[name], whole) for name in known if name in value)
        return required and own and more_fits and (more is not False or not rest)
    return True


def test_it_is_sound(description):
    """Each operation has what OpenAPI 3.1 requires, and each reference leads somewhere."""
    assert re.fullmatch(r"3\.1\.\d+", description["openapi"])
    assert {"title", "version"} <= description["info"].keys()
    names = []
    for path, operations in description["paths"].items():
        assert path.startswith("/")
        for method, operation in operations.items():
            assert method in ("get", "post")
            names.append(operation["operationId"])
            assert operation["responses"]
            assert all("description" in each for each in operation["responses"].values())
            for parameter in operation.get("parameters", []):
                assert {"name", "in", "schema"} <= parameter.keys()
            if "requestBody" in operation:
                assert operation["requestBody"]["content"]
    assert len(names) == len(set(names))
    schemas = description["components"]["schemas"]
    references = re.findall(r'"\$ref": "([^"]+)"', json.dumps(description))
    assert references and {each.rsplit("/", 1)[0] for each in references} == {
        "#/components/schemas"
    }
    assert {each.split("/")[-1] for each in references} <= schemas.keys()


def test_it_describes_what_is_there(description):
    routes = make_app(load_models(["en"])).routes
    there = {
        (route.path, method.lower()) for route in routes for method in route.methods - {"HEAD"}
    }
    described = {
        (path, method) for path, operations in description["paths"].items() for method in operations
    }
    assert described == there


def test_all_options_of_parsing_are_described(description):
    properties = description["components"]["schemas"]["ParseRequest"]["properties"]
    options = describe(ParsingOptions).keys() - {"threads"}
    assert properties.keys() == options | {"text", "tokens", "model"}
    assert properties["beam"]["maximum"] == 1024
    assert properties["scores"]["type"] == "boolean"


@pytest.mark.parametrize(
    ("path", "method", "fields", "status"),
    [
        ("/models", "get", {}, 200),
        ("/models", "post", {}, 200),
        ("/process", "get", {"params": {"data": "A dog.", "tokenizer": ""}}, 200),
        ("/process", "post", {"data": {"data": "A dog.", "tokenizer": "", "parser": ""}}, 200),
        ("/v1/parse", "post", {"json": {"text": "I can't wait."}}, 200),
        ("/v1/parse", "post", {"json": {"text": "Hi.", "model": "en-slow", "scores": True}}, 200),
        ("/v1/parse", "post", {"json": {}}, 400),
        ("/health", "get", {}, 200),
        ("/openapi.json", "get", {}, 200),
    ],
)
def test_answers_are_as_described(server, description, path, method, fields, status):
    answer = server.client.request(method, path, **fields)
    assert answer.status_code == status
    content = description["paths"][path][method]["responses"][str(status)]["content"]
    schema = content["application/json"]["schema"]
    assert fits(answer.json(), schema, description)
    assert not fits([1], schema, description)
    if "json" in fields:
        body = description["paths"][path][method]["requestBody"]["content"]["application/json"]
        assert fits(fields["json"], body["schema"], description)
