"""What all sections of the benchmark share: its options, its treebanks, its skips."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from dodona.systems import get_system, system_names

ROOT = Path(__file__).resolve().parent.parent

TREEBANKS = {
    "en_ewt": "en_ewt-ud-{}.conllu",
    "conllx_danish": "danish_ddt_{}.conll",
    "conll2007_eus": "eus.{}",
}


class Skipped(Exception):  # noqa: N818
    """Something cannot be measured here; the message says why."""


@dataclass(frozen=True)
class Bench:
    """The options of a run, and a folder for its files."""

    quick: bool
    asked_seeds: int | None
    work: Path
    against: str | None = None

    @property
    def seeds(self) -> tuple[int, ...]:
        return self.first_seeds(3)

    @property
    def iterations(self) -> int:
        return 3 if self.quick else 15

    @property
    def stream_megabytes(self) -> int:
        return 100 if self.quick else 1000

    @property
    def train(self) -> Path:
        return treebank("en_ewt", "train")

    @property
    def dev(self) -> Path:
        return treebank("en_ewt", "dev")

    @property
    def test(self) -> Path:
        return treebank("en_ewt", "test")

    def first_seeds(self, usual: int) -> tuple[int, ...]:
        """As many seeds as were asked for, else the usual number; one in a quick run."""
        return tuple(range(1, (1 if self.quick else self.asked_seeds or usual) + 1))


def progress(message: str) -> None:
    """Tell on standard error what is going on."""
    print(f"bench: {message}", file=sys.stderr, flush=True)


def systems_for_any_length() -> list[str]:
    """The systems whose dynamic oracle has costs for sentences of all lengths."""
    return [name for name in system_names() if get_system(name).most_words is None]


def treebanks() -> Path:
    """The folder of the treebanks, one folder each."""
    return Path(os.environ.get("DODONA_TREEBANKS") or ROOT.parent / "shared" / "treebanks")


def treebank(name: str, part: str) -> Path:
    """A file of a treebank: its ``train``, ``dev`` or ``test`` part."""
    path = treebanks() / name / TREEBANKS[name].format(part)
    if not path.is_file():
        raise Skipped(f"there is no {name}/{path.name} in $DODONA_TREEBANKS or ../shared/treebanks")
    return path
