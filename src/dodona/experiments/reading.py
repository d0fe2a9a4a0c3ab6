"""Reading a table of a TOML file whose every mistake is told with its place."""

import sys
from collections.abc import Iterator
from typing import Any, TypeVar

from dodona.errors import ExperimentError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Value = TypeVar("Value")

_NAMES: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}


class Section:
    """A table of a file, from which every key is taken once; `end` complains of those left."""

    def __init__(self, values: dict[str, Any], source: str, place: str = "") -> None:
        self._values = dict(values)
        self._source = source
        self._place = place

    @classmethod
    def parse(cls, text: str, source: str) -> "Section":
        """The outermost table of a file."""
        try:
            return cls(tomllib.loads(text), source)
        except tomllib.TOMLDecodeError as error:
            raise ExperimentError(f"{source}: this is not TOML: {error}") from None

    def error(self, message: str, key: str = "") -> ExperimentError:
        """An error that names the file and the key."""
        place = ".".join(filter(None, (self._place, key)))
        return ExperimentError(": ".join(filter(None, (self._source, place, message))))

    def take(self, key: str, kind: type[Value], default: Value | None = None) -> Value:
        """The value of a key, which must be there unless there is a default."""
        value = self._values.pop(key, default)
        if value is None:
            raise self.error("this key is missing", key)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise self.error(f"{value!r} is not {_NAMES[kind]}", key)
        return value

    def take_texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty if the key is missing."""
        values: list[Any] = self.take(key, list, [])
        if not all(isinstance(value, str) for value in values):
            raise self.error(f"{values!r} is not a list of texts", key)
        return tuple(values)

    def take_section(self, key: str) -> "Section":
        """A table inside of this one; empty if the key is missing."""
        return Section(self.take(key, dict, {}), self._source, self._inside(key))

    def take_sections(self, key: str) -> list["Section"]:
        """A list of tables; empty if the key is missing."""
        sections = []
        for number, values in enumerate(self.take(key, list, []), 1):
            if not isinstance(values, dict):
                raise self.error(f"{values!r} is not a table", key)
            sections.append(Section(values, self._source, self._inside(f"{key}[{number}]")))
        return sections

    def rest(self) -> dict[str, Any]:
        """All that was not taken yet."""
        values, self._values = self._values, {}
        return values

    def __iter__(self) -> Iterator[str]:
        """The keys that were not taken yet."""
        return iter(list(self._values))

    def end(self) -> None:
        """Raise an error if a key was not taken: it is unknown."""
        for key in self._values:
            raise self.error("there is no such key", key)

    def _inside(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key
