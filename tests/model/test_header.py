"""Headers of models: what the types of a dataclass say is what is read, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from dodona.errors import ModelError
from dodona.model.header import ADDED, ColumnValue, between, read_header, sized, write_header


class Row(NamedTuple):
    name: str
    size: int


def check_even(value: Row, name: str) -> None:
    if value.size % 2:
        raise ModelError(f"{name} is odd")


@dataclass(frozen=True)
class Header:
    name: str
    count: Annotated[int, between(1, 9)]
    share: float
    sure: bool
    format: Literal["old", "new"]
    licence: str | None
    labels: Annotated[list[ColumnValue], sized(1, 3)]
    tags: dict[str, list[str]]
    classes: list[tuple[str, bool, str | None]]
    rows: list[Annotated[Row, check_even]]
    rules: list[tuple[Row, ...]]
    training: dict[str, Any] = field(default_factory=dict)
    version: Literal[2] = 2


HEADER = Header(
    name="elm",
    count=3,
    share=0.5,
    sure=True,
    format="new",
    licence=None,
    labels=["nsubj", "obj"],
    tags={"upos": ["NOUN"], "feats": []},
    classes=[("SHIFT", False, None), ("LEFT", True, "obj")],
    rows=[Row("a", 2)],
    rules=[(), (Row("b", 1), Row("c", 3))],
    training={"seed": 1, "more": [1.5, None]},
)


def test_a_header_comes_back_from_json_and_without_it():
    values = write_header(HEADER)
    assert values == json.loads(json.dumps(values))
    again = read_header(Header, values)
    assert again == HEADER
    assert type(again.classes[0]) is tuple
    assert type(again.rules[1][0]) is Row
    assert read_header(Header, vars(HEADER)) == HEADER


def test_a_header_may_have_more_fields_but_none_too_few():
    values = write_header(HEADER)
    assert read_header(Header, {**values, "more": 1}) == HEADER
    for name in values:
        with pytest.raises(ModelError, match=f"^{name} is missing"):
            read_header(Header, {n: v for n, v in values.items() if n != name})


WRONG: list[tuple[str, Any, str]] = [
    ("name", 1, "name in .* must be a string"),
    ("name", None, "name in .* must be a string"),
    ("count", "1", "count in .* must be a whole number"),
    ("count", True, "count in .* must be a whole number"),
    ("count", 1.0, "count in .* must be a whole number"),
    ("count", 0, "count in .* must be between 1 and 9, not 0"),
    ("count", 10, "count in .* must be between 1 and 9, not 10"),
    ("share", "x", "share in .* must be a number"),
    ("share", False, "share in .* must be a number"),
    ("sure", 1, "sure in .* must be true or false"),
    ("format", "newer", "format in .* must be 'old' or 'new'"),
    ("format", ["new"], "format in .* must be 'old' or 'new'"),
    ("version", 2.0, "version in .* must be 2"),
    ("version", True, "version in .* must be 2"),
    ("licence", 3, "licence in .* must be a string"),
    ("labels", "nsubj", "labels in .* must be a list"),
    ("labels", [], "labels in .* must be a list of 1 to 3 values, not 0"),
    ("labels", ["a"] * 4, "labels in .* must be a list of 1 to 3 values, not 4"),
    ("labels", ["a", 1], r"labels\[1\] in .* must be a string"),
    ("labels", ["a", "b c"], r"labels\[1\] in .*'b c', which cannot stand in a column"),
    ("tags", [], "tags in .* must be a table"),
    ("tags", {"upos": "NOUN"}, r"tags\.upos in .* must be a list"),
    ("tags", {"upos": ["A", {}]}, r"tags\.upos\[1\] in .* must be a string"),
    ("classes", [["SHIFT", False]], r"classes\[0\] in .* must be a list of 3 values"),
    ("classes", ["abc"], r"classes\[0\] in .* must be a list of 3 values"),
    ("classes", [["SHIFT", 0, None]], r"classes\[0\]\[1\] in .* must be true or false"),
    ("classes", [["SHIFT", False, 1]], r"classes\[0\]\[2\] in "),
    ("rows", [["a", "2"]], r"rows\[0\]\[1\] in .* must be a whole number"),
    ("rows", [["a", 2, 3]], r"rows\[0\] in .* must be a list of 2 values"),
    ("rows", [{"name": "a", "size": 2}], r"rows\[0\] in .* must be a list of 2 values"),
    ("rows", [["a", 2], ["a", 3]], r"rows\[1\] is odd"),
    ("rules", [[["a", 1], ["a"]]], r"rules\[0\]\[1\] in .* must be a list of 2 values"),
    ("training", [], "training in .* must be a table"),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG, ids=str)
def test_a_wrong_value_is_an_error_that_names_its_place(name, value, message):
    with pytest.raises(ModelError, match=f"^{message}"):
        read_header(Header, {**write_header(HEADER), name: value})


def test_a_whole_number_is_a_number():
    assert read_header(Header, {**write_header(HEADER), "share": 1}).share == 1


def test_a_field_that_was_added_is_written_where_it_is_not_the_default():
    @dataclass(frozen=True)
    class Newer:
        name: str
        way: Literal["left", "right"] = field(default="left", metadata=ADDED)

    for newer, values in [
        (Newer("elm"), {"name": "elm"}),
        (Newer("elm", "right"), {"name": "elm", "way": "right"}),
    ]:
        assert write_header(newer) == values
        assert read_header(Newer, values) == newer
    with pytest.raises(ModelError, match="way"):
        read_header(Newer, {"name": "elm", "way": "up"})
