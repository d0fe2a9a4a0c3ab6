"""Ready examples for the explorer."""

from functools import cache
from importlib import resources
from io import BytesIO
from typing import NamedTuple

from dodona.treebank.comments import comment_value
from dodona.treebank.conllu import read_conllu


class Example(NamedTuple):
    """A sentence to explore: its title, what to look at, and the system and oracle to begin with."""

    id: str
    title: str
    look_at: str
    system: str
    oracle: str
    conllu: str


@cache
def load_examples() -> list[Example]:
    """The examples that come with Dodona."""
    data = (resources.files("dodona.web") / "examples.conllu").read_bytes()
    found = []
    for s in read_conllu(BytesIO(data)):
        values = [
            comment_value(s.comments, name) or ""
            for name in ("title", "look_at", "system", "oracle")
        ]
        found.append(Example(s.sent_id or "", *values, s.to_conllu()))
    return found
