"""Packages whose names are imported when they are asked for, so that importing them is quick.

The names stand once, in the stub beside the package (``__init__.pyi``), one import a line. Type
checkers and editors read it, and so does `lazily`.
"""

import sys
from collections.abc import Callable
from importlib import import_module


def lazily(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """What a package has as ``__getattr__``, ``__dir__`` and ``__all__``."""
    module = sys.modules[package]
    loader, source = module.__loader__, module.__file__
    stub: bytes = loader.get_data(f"{source}i")  # type: ignore[union-attr]
    # Lines are: from HOME import NAME as NAME
    words = [line.split() for line in stub.decode().splitlines() if line.startswith("from ")]
    homes = {name: home for _, home, _, name, *_ in words}
    names = sorted(homes)

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if homes[name] == package:
            return import_module(f"{package}.{name}")
        value = getattr(import_module(homes[name]), name)
        setattr(module, name, value)
        return value

    return get, lambda: names, names
