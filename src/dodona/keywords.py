"""Sets of options that are declared once (see `dodona.options`): described, checked, filled in.

In messages an option stands between backquotes, as in Python: `` `oracle=static` ``. Commands show
it as a flag.
"""

import os
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from dodona.arguments import check_number, check_whole
from dodona.errors import SettingsError

Options = TypeVar("Options")

_KNOWN: "dict[type[Any], Mapping[str, Described]]" = {}


class Option(NamedTuple):
    """What is known of an option besides its name and type.

    ``shown`` is what people read in the place of a default that depends on other things. A number
    is from ``least`` to ``most``, or ``above`` something. ``goes_with`` has the options that must
    have one of some values for this one to make sense. Commands also know it as ``flag``, if that
    says more.
    """

    default: Any
    help: str
    shown: str = ""
    least: float | None = None
    most: float | None = None
    above: float | None = None
    goes_with: Mapping[str, range | tuple[Any, ...]] = MappingProxyType({})
    flag: str = ""


class Described(NamedTuple):
    """An option with its name, and what its type says.

    ``kind`` is `bool`, `int`, `float`, `str`, or `list` for several names. ``choices`` are the
    names to choose from, if there is such a choice; ``optional`` tells whether it can be None.
    """

    name: str
    kind: type
    choices: tuple[str, ...]
    optional: bool
    option: Option

    def check(self, value: Any) -> None:
        """Raise `SettingsError` unless the option can have this value."""
        if value is None and self.optional:
            return
        if self.kind is int:
            check_whole(f"`{self.name}`", value)
        elif self.kind is float:
            check_number(f"`{self.name}`", value)
        elif self.kind is bool and not isinstance(value, bool):
            raise SettingsError(f"`{self.name}` is {value!r}; it must be True or False")
        elif self.kind is list and (isinstance(value, str) or not isinstance(value, Collection)):
            raise SettingsError(f"`{self.name}` is {value!r}; it must be a list of names")
        elif self.kind is str and not isinstance(value, str | os.PathLike):
            raise SettingsError(f"`{self.name}` is {value!r}; it must be a text")
        if self.choices:
            self._check_choices(value)
        self._check_range(value)

    def _check_choices(self, value: Any) -> None:
        for each in value if self.kind is list else [value]:
            if each not in self.choices:
                known = ", ".join(self.choices)
                raise SettingsError(f"`{self.name}` is {each!r}; it must be one of {known}")

    def _check_range(self, value: Any) -> None:
        least, most, above = self.option.least, self.option.most, self.option.above
        if above is not None and not value > above:
            raise SettingsError(f"`{self.name}` is {value}; it must be more than {above}")
        if least is not None and most is not None and not least <= value <= most:
            raise SettingsError(f"`{self.name}` is {value}; it must be from {least} to {most}")
        if least is not None and not value >= least:
            raise SettingsError(f"`{self.name}` is {value}; it must be {least} or more")

    def check_company(self, chosen: Mapping[str, Any]) -> None:
        """Raise `SettingsError` if the option is asked for beside others that it cannot go with."""
        if chosen[self.name] in (None, False):
            return
        for other, values in self.option.goes_with.items():
            if chosen[other] not in values:
                raise SettingsError(
                    f"`{self.name}` goes with {company(other, values)}, not with "
                    f"`{other}={chosen[other]}`"
                )


def describe(kind: type[Any]) -> Mapping[str, Described]:
    """The options of a set by their names."""
    if kind not in _KNOWN:
        hints = get_type_hints(kind, include_extras=True)
        _KNOWN[kind] = {
            name: _described(name, hint.__origin__, *hint.__metadata__)
            for name, hint in hints.items()
        }
    return _KNOWN[kind]


def complete(kind: type[Options], given: Mapping[str, Any]) -> Options:
    """All options of a set: those that are given, and the defaults of the others.

    Raises `SettingsError` for an unknown name, a value that makes no sense, and an option that is
    asked for without those that it goes with.
    """
    known = describe(kind)
    for name, value in given.items():
        if name not in known:
            raise unknown_option(name, known)
        known[name].check(value)
    chosen = {name: given.get(name, described.option.default) for name, described in known.items()}
    for described in known.values():
        described.check_company(chosen)
    return chosen  # type: ignore[return-value]


def part_of(kind: type[Options], chosen: Mapping[str, Any]) -> Options:
    """Of a larger set of options those of a set that it contains."""
    known = describe(kind)
    return {name: chosen[name] for name in known}  # type: ignore[return-value]


def unknown_option(name: str, known: Collection[str]) -> SettingsError:
    """An error that names what was perhaps meant."""
    from difflib import get_close_matches

    close = get_close_matches(name, known, 1)
    remedy = f"is `{close[0]}` meant?" if close else f"there are {', '.join(known)}"
    return SettingsError(f"there is no option {name}; {remedy}")


def company(other: str, values: range | tuple[Any, ...]) -> str:
    """What an option goes with, in words."""
    if isinstance(values, range):
        return f"`{other}={values[0]}` or more"
    return " or ".join(f"`{other}={value}`" for value in values)


def table(kind: type[Any], beyond: type[Any] | None = None) -> str:
    """A table in Markdown of a set of options, or of those that another set does not have."""
    rows = ["| option | meaning | default |", "|---|---|---|"]
    for name, described in describe(kind).items():
        if beyond is not None and name in describe(beyond):
            continue
        option = described.option
        meaning = option.help
        if described.choices:
            meaning += f" One of {', '.join(f'`{choice}`' for choice in described.choices)}."
        if option.goes_with:
            others = [company(*each) for each in option.goes_with.items()]
            meaning += f" Goes with {' and '.join(others)}."
        rows.append(f"| `{name}` | {meaning} | {shown_default(described)} |")
    return "\n".join(rows)


def shown_default(described: Described) -> str:
    """The default of an option as people read it."""
    option = described.option
    if described.kind is bool and not option.shown:
        return "yes" if option.default else "no"
    return option.shown or f"{option.default}" or "none"


def _described(name: str, hint: Any, option: Option) -> Described:
    kinds = get_args(hint) if type(None) in get_args(hint) else (hint,)
    kind = kinds[0]
    is_list = get_origin(kind) is Collection
    names = get_args(kind)[0] if is_list else kind
    choices = get_args(names) if get_origin(names) is Literal else ()
    plain = list if is_list else kind if kind in (bool, int, float) else str
    return Described(name, plain, choices, type(None) in kinds, option)
