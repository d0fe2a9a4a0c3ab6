"""What functions are given where they expect numbers."""

from numbers import Real

from dodona.errors import SettingsError


def check_whole(name: str, value: object) -> None:
    """Raise `SettingsError` unless a value is a whole number."""
    if not hasattr(value, "__index__") or isinstance(value, bool):
        raise SettingsError(f"{name} is {value!r}; it must be a whole number")


def check_number(name: str, value: object) -> None:
    """Raise `SettingsError` unless a value is a number."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise SettingsError(f"{name} is {value!r}; it must be a number")
