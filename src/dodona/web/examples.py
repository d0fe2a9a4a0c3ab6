"""Ready examples for the explorer: figures of the papers, garden paths, trees with crossing arcs.

They are in `examples.conllu`; comments say what each is about.
"""

from functools import cache
from importlib import resources
from io import BytesIO
from typing import NamedTuple

from dodona.treebank.comments import comment_value
from dodona.treebank.conllu import read_conllu
from dodona.treebank.sentence import Sentence


class Example(NamedTuple):
    """A sentence to explore: its title, what to look at, and the system and oracle to begin with.

    ``source`` names the paper and the figure, "" where there is none; ``group`` is the heading that
    it belongs under. ``root`` and ``loss`` are those that `get_system` takes.
    """

    id: str
    title: str
    look_at: str
    system: str
    oracle: str
    conllu: str
    source: str
    group: str
    root: str
    loss: str | None


@cache
def load_examples() -> tuple[Example, ...]:
    """The examples that come with Dodona, those of a group one after the other."""
    data = (resources.files("dodona.web") / "examples.conllu").read_bytes()
    return tuple(map(_example, read_conllu(BytesIO(data))))


def _example(sentence: Sentence) -> Example:
    def value(key: str) -> str:
        return comment_value(sentence.comments, key) or ""

    return Example(
        id=sentence.sent_id or "",
        title=value("title"),
        look_at=value("look_at"),
        system=value("system"),
        oracle=value("oracle"),
        conllu=sentence.to_conllu(),
        source=value("source"),
        group=value("group"),
        root=value("root") or "first",
        loss=value("loss") or None,
    )
