"""Headers of the parts of a model: dataclasses, written as JSON and read with all checks.

A header from a file may hold anything. What it must hold is said once, by the types of the fields:

    beam: Annotated[int, between(1, 64)]
    labels: list[ColumnValue]

`read_header` follows them into lists, rows and tables; a check that stands in `Annotated` is asked
about every value that is of the right kind.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from dodona.errors import ModelError
from dodona.treebank.values import is_proper

T = TypeVar("T")
Read = Callable[[Any, str], Any]
"""Gives a value as its type has it, or raises `ModelError`; it is told what the value is called."""

ADDED = {"added": True}
"""The metadata of a field that older files do not have: it is written unless it is the default.

An older Dodona that reads the same format passes over such a field. One that it must not pass over
calls for a new format (see `dodona.model.files`).
"""

_NAMES: dict[Any, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    NoneType: "null",
}


def read_header(kind: type[T], values: Mapping[str, Any]) -> T:
    """A header from what a file has; raises `ModelError` that names the field that is wrong.

    All fields must be there, also those with defaults, but for those that are `ADDED`; what else
    is there is passed over.
    """
    hints = _hints(kind)
    known = {}
    for each in fields(kind):  # type: ignore[arg-type]
        if each.name in values:
            known[each.name] = _reader(hints[each.name])(values[each.name], each.name)
        elif each.metadata != ADDED:
            raise ModelError(f"{each.name} is missing in the header of the model")
    return kind(**known)


def write_header(header: Any) -> dict[str, Any]:
    """A header as what JSON can hold."""
    usual = {each.name: each.default for each in fields(header) if each.metadata == ADDED}
    return {
        name: _plain(value)
        for name, value in asdict(header).items()
        if name not in usual or value != usual[name]
    }


# Checks for `Annotated`: they are given a value and what it is called.


def between(least: int, most: int) -> Callable[[int, str], None]:
    """The check of a number that has limits."""

    def check(value: int, name: str) -> None:
        if not least <= value <= most:
            raise _wrong(name, f"between {least} and {most}, not {value}")

    return check


def sized(least: int, most: int | None = None) -> Callable[[list[Any], str], None]:
    """The check of a list of limited length."""

    def check(value: list[Any], name: str) -> None:
        if len(value) < least or (most is not None and len(value) > most):
            limits = f"{least} or more" if most is None else f"{least} to {most}"
            raise _wrong(name, f"a list of {limits} values, not {len(value)}")

    return check


def check_column(value: str, name: str) -> None:
    """Raise `ModelError` for a string that cannot stand in a column of a treebank."""
    if not is_proper(value):
        raise ModelError(
            f"{name} in the header of the model is {value!r}, which cannot stand in a column of a "
            "treebank"
        )


ColumnValue = Annotated[str, check_column]
"""A string that can stand in a column of a treebank."""


# A reader for each kind of type.


def _hints(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _reader(hint: Any) -> Read:
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _checked(_reader(inner[0]), hint.__metadata__)
    if origin in (Union, UnionType):
        return _one_of([_reader(each) for each in inner])
    if origin is Literal:
        return _chosen(inner)
    if origin is list:
        return _list_of(_reader(inner[0]))
    if origin is tuple and inner[-1] is Ellipsis:
        return _list_of(_reader(inner[0]), tuple)
    if origin is tuple:
        return _row_of([_reader(each) for each in inner], lambda *row: row)
    if origin is dict:
        return _table_of(_reader(inner[1]))
    if isinstance(hint, type) and issubclass(hint, tuple):
        return _row_of([_reader(each) for each in _hints(hint).values()], hint)
    return _passed if hint is Any else _plain_value(hint)


def _passed(value: Any, name: str) -> Any:
    return value


def _plain_value(kind: type[Any]) -> Read:
    kinds = {float: (float, int)}.get(kind, (kind,))

    def read(value: Any, name: str) -> Any:
        if type(value) not in kinds:
            raise _wrong(name, _NAMES[kind])
        return value

    return read


def _chosen(choices: tuple[Any, ...]) -> Read:
    def read(value: Any, name: str) -> Any:
        if not any(type(value) is type(each) and value == each for each in choices):
            raise _wrong(name, " or ".join(map(repr, choices)))
        return value

    return read


def _list_of(read_one: Read, make: type[list[Any]] | type[tuple[Any, ...]] = list) -> Read:
    def read(value: Any, name: str) -> Any:
        if not isinstance(value, list | tuple):
            raise _wrong(name, "a list")
        return make(read_one(each, f"{name}[{i}]") for i, each in enumerate(value))

    return read


def _row_of(readers: list[Read], make: Callable[..., Any]) -> Read:
    def read(value: Any, name: str) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(readers):
            raise _wrong(name, f"a list of {len(readers)} values")
        cells = enumerate(zip(readers, value, strict=True))
        return make(*(read_one(each, f"{name}[{i}]") for i, (read_one, each) in cells))

    return read


def _table_of(read_one: Read) -> Read:
    def read(value: Any, name: str) -> Any:
        if not isinstance(value, dict):
            raise _wrong(name, "a table")
        return {key: read_one(each, f"{name}.{key}") for key, each in value.items()}

    return read


def _one_of(readers: list[Read]) -> Read:
    def read(value: Any, name: str) -> Any:
        errors = []
        for read_one in readers:
            try:
                return read_one(value, name)
            except ModelError as error:
                errors.append(error)
        raise errors[0]

    return read


def _checked(read_it: Read, checks: tuple[Callable[[Any, str], object], ...]) -> Read:
    def read(value: Any, name: str) -> Any:
        result = read_it(value, name)
        for check in checks:
            check(result, name)
        return result

    return read


def _wrong(name: str, expected: str) -> ModelError:
    return ModelError(f"{name} in the header of the model must be {expected}")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
