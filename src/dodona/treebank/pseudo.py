"""Pseudo-projective trees: what is not projective is lifted, and the labels tell the way back.

Nivre & Nilsson 2005, *Pseudo-Projective Dependency Parsing*, section 3. This is what becomes of the
label d of a word whose head had the label h, and of the label p of a word on the path of a lift:

encoding    lifted word   on a path
baseline    d             p
head        d↑h           p
path        d↑            p↓
head+path   d↑h           p↓

and a word that is both d↑h↓. The way back is a breadth-first search for a head with the label h;
with paths it goes along p↓ only. It is not always found: several words with the label h can stand
below one head.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, get_args

from dodona.errors import TreeError
from dodona.options import Scheme
from dodona.treebank.lifting import Lowering, lift
from dodona.treebank.trees import check_tree

# The signs to choose from: those of the paper, then any other that no label holds.
_SIGNS = ("↑", "↓", *map(chr, range(0x2190, 0x2C00)))


class Parts(NamedTuple):
    """What an encoded label says: the plain label, that of the former head, and what happened."""

    label: str
    lifted: bool = False
    head: str | None = None
    on_path: bool = False


@dataclass(frozen=True)
class Encoding:
    """One of the encodings, with the signs for lifted words and for words on paths."""

    scheme: Scheme
    up: str = "↑"
    down: str = "↓"

    def __post_init__(self) -> None:
        if self.scheme not in get_args(Scheme):
            known = ", ".join(get_args(Scheme))
            raise TreeError(f"there is no encoding {self.scheme!r}; there are {known}")
        if len(self.up) != 1 or len(self.down) != 1 or self.up == self.down:
            raise TreeError("an encoding needs two different signs, each a single character")

    def encode(self, heads: Sequence[int], labels: Sequence[str]) -> tuple[list[int], list[str]]:
        """A projective tree that encodes another: heads and labels of words 1 ... n."""
        lifted, origin, on_path = lift([-1, *heads])
        encoded = list(labels)
        for word, label in enumerate(labels, 1):
            text = label
            if origin[word] >= 0 and self.scheme != "baseline":
                former = origin[word]
                text += self.up + ("" if self.scheme == "path" else labels[former - 1])
            if on_path[word] and self.scheme in ("path", "head+path"):
                text += self.down
            encoded[word - 1] = text
        return lifted[1:], encoded

    def decode(self, heads: Sequence[int], labels: Sequence[str]) -> tuple[list[int], list[str]]:
        """The tree that a projective tree encodes, as far as it can be found."""
        check_tree([-1, *heads])
        names = list(dict.fromkeys(labels))
        lowering, plain = self.lowering(names)
        number = {name: i for i, name in enumerate(names)}
        found = array("i", heads)
        numbers = array("i", [number[label] for label in labels])
        lowering.lower(found, numbers, array("i", [len(labels)]))
        return list(found), [plain[i] for i in numbers]

    def lowering(self, labels: Sequence[str]) -> tuple[Lowering, list[str]]:
        """What puts words with these labels back, and the names of the plain labels it gives."""
        parts = [self.split(label) for label in labels]
        plain = list(dict.fromkeys(part.label for part in parts))
        number = {label: i for i, label in enumerate(plain)}
        lowering = Lowering(
            plain=[number[part.label] for part in parts],
            lifted=[part.lifted for part in parts],
            # A label that no word can have is never found.
            head=[
                None if part.head is None else number.get(part.head, len(plain)) for part in parts
            ],
            on_path=[part.on_path for part in parts],
            follow_paths=self.scheme in ("path", "head+path"),
        )
        return lowering, plain

    def split(self, label: str) -> Parts:
        """What a label encodes."""
        if self.scheme == "baseline":
            return Parts(label)
        marked = label.removesuffix(self.down)
        plain, lifted, head = marked.partition(self.up)
        return Parts(plain, bool(lifted), head or None, marked != label)


def choose_encoding(scheme: Scheme, labels: Iterable[str]) -> Encoding:
    """An encoding whose signs are in none of these labels."""
    used = set(chain.from_iterable(labels))
    signs = (sign for sign in _SIGNS if sign not in used)
    return Encoding(scheme, next(signs), next(signs))
