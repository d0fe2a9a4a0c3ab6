"""What is installed only if it is asked for, by the name of an extra."""

from collections.abc import Iterator
from contextlib import contextmanager

from dodona.errors import DodonaError


@contextmanager
def needed(what: str, extra: str) -> Iterator[None]:
    """Say how to install what is missing for imports that need an extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "dodona":
            raise
        raise DodonaError(f"{what} needs {package}: pip install 'dodona[{extra}]'") from None
