"""Pseudo-projective trees of all treebanks, encoded and decoded: how many come back."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from bench import Bench, Skipped, progress, treebanks
from table import Section, at_least

from dodona.experiments.formats import markdown
from dodona.options import Scheme
from dodona.treebank import is_projective, read_conllu
from dodona.treebank.pseudo import choose_encoding

_SUFFIXES = (".conllu", ".conll", ".train", ".test")
_BAR = 99.0

Tree = tuple[list[int], list[str]]


def measure(bench: Bench) -> Section:
    """All trees of all files of each treebank."""
    folders = sorted(path for path in treebanks().glob("*") if path.is_dir())
    if not folders:
        raise Skipped(f"there are no treebanks in {treebanks()}")
    header = ("treebank", "trees", "not projective", *get_args(Scheme))
    rows, bars = [], []
    for folder in folders:
        progress(folder.name)
        trees = list(_trees(folder))
        crossing = [tree for tree in trees if not is_projective([-1, *tree[0]])]
        shares = {scheme: _share(scheme, crossing, len(trees)) for scheme in get_args(Scheme)}
        cells = [f"{share:.2f} %" for share in shares.values()]
        rows.append((folder.name, str(len(trees)), f"{len(crossing) / len(trees):.2%}", *cells))
        what = f"{folder.name}: trees that head+path gives back"
        bars.append(at_least(what, shares["head+path"], _BAR, "{:.2f} %"))
    details = "Trees that come back from each encoding, of all trees.\n\n" + markdown(header, rows)
    return Section(bars, details)


def _trees(folder: Path) -> Iterator[Tree]:
    for path in sorted(folder.iterdir()):
        if path.suffix in _SUFFIXES:
            for sentence in read_conllu(path, skip_invalid=True):
                yield sentence.heads, sentence.deprels


def _share(scheme: Scheme, crossing: list[Tree], count: int) -> float:
    """The share of all trees that come back; projective ones always do."""
    encoding = choose_encoding(scheme, {label for _, labels in crossing for label in labels})
    lost = sum(encoding.decode(*encoding.encode(*tree)) != tree for tree in crossing)
    return 100 * (1 - lost / count)
