"""An extension of griffe: examples and drawings in docstrings become blocks of Markdown."""

import re
from typing import Any

from griffe import Extension, Object

# An example goes on until a blank line; a block behind two colons is indented.
_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
_DRAWN = re.compile(r"^.+\n(?:[├└│].*\n?)+", re.MULTILINE)
_UNCHECKED = re.compile(r" *# doctest: \+SKIP")


class Docstrings(Extension):
    """Fences around examples, one colon in the place of two."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = with_blocks(obj.docstring.value)


def with_blocks(text: str) -> str:
    """A docstring with its examples in fences.

    >>> with_blocks("Adds.\\n\\n>>> 1 + 1    # doctest: +SKIP\\n2")
    'Adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```'
    """
    text = re.sub(r"::$", ":", _UNCHECKED.sub("", text), flags=re.MULTILINE)
    text = _DRAWN.sub(lambda drawn: f"```text\n{drawn[0].rstrip()}\n```\n", text)
    return _EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", text)
