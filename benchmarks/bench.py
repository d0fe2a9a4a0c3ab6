"""What all sections of the benchmark share: its options, its treebank, its skips."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Skipped(Exception):  # noqa: N818
    """Something cannot be measured here; the message says why."""


@dataclass(frozen=True)
class Bench:
    """The options of a run, and a folder for its files."""

    seeds: tuple[int, ...]
    iterations: int
    stream_megabytes: int
    work: Path

    @property
    def train(self) -> Path:
        return _treebank("train")

    @property
    def dev(self) -> Path:
        return _treebank("dev")

    @property
    def test(self) -> Path:
        return _treebank("test")


def progress(message: str) -> None:
    """Tell on standard error what is going on."""
    print(f"bench: {message}", file=sys.stderr, flush=True)


def _treebank(part: str) -> Path:
    folder = Path(os.environ.get("DODONA_TREEBANKS") or ROOT.parent / "shared" / "treebanks")
    path = folder / "en_ewt" / f"en_ewt-ud-{part}.conllu"
    if not path.is_file():
        raise Skipped(f"there is no en_ewt/{path.name} in $DODONA_TREEBANKS or ../shared/treebanks")
    return path
