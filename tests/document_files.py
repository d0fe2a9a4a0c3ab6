"""The files that the documents' examples name: small ones, of the bundled treebank."""

import gzip
import lzma
import random
import shutil
from pathlib import Path

import dodona

GROVE = Path(dodona.__file__).parent / "data"
_TEXT = "Time flies like an arrow. Fruit flies like a banana. She can't wait.\n"


def make_files(folder: Path) -> None:
    """Write the files, and train the models, that examples find in their folder."""
    train = _first(GROVE / "grove-train.conllu", 8, folder / "train.conllu")
    _first(GROVE / "grove-dev.conllu", 3, folder / "dev.conllu")
    gold = _first(GROVE / "grove-test.conllu", 8, folder / "gold.conllu")
    (folder / "test.txt").write_text("\n".join(_texts(gold)), encoding="utf-8")
    for name in ("test", "tagged", "parsed", "a", "b", "c", "new", "theirs"):
        shutil.copy(gold, folder / f"{name}.conllu")
    for name in ("treebank", "my-treebank"):
        shutil.copy(train, folder / f"{name}.conllu")
    for name in ("book.txt", "text.txt", "a.txt", "texts/one.txt", "texts/two.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(_TEXT, encoding="utf-8")
    for name in ("b.conllu.gz", "corpus.conllu.gz"):
        (folder / name).write_bytes(gzip.compress(gold.read_bytes()))
    (folder / "machine.conllu.xz").write_bytes(lzma.compress(train.read_bytes()))
    _write_some_heads(train, folder / "some-heads.conllu")
    _write_vectors(folder / "glove.txt")
    pipeline = dodona.train_pipeline(train, iterations=2, jackknife=0, licence="MIT")
    pipeline.save(folder / "model.dodona")
    for name in ("mine", "accurate", "eager", "standard", "second", "third"):
        shutil.copy(folder / "model.dodona", folder / f"{name}.dodona")


def _first(source: Path, count: int, target: Path) -> Path:
    sentences = source.read_text("utf-8").split("\n\n")[:count]
    target.write_text("\n\n".join([*sentences, ""]) + "\n", encoding="utf-8")
    return target


def _texts(treebank: Path) -> list[str]:
    return [sentence.text for sentence in dodona.read_conllu(treebank)]


def _write_some_heads(treebank: Path, path: Path) -> None:
    """Every second word of a treebank with its head and its label."""
    lines = treebank.read_text("utf-8").split("\n")
    for i, line in enumerate(lines):
        columns = line.split("\t")
        if columns[0].isdigit() and int(columns[0]) % 2 == 0:
            lines[i] = "\t".join([*columns[:6], "_", "_", *columns[8:]])
    path.write_text("\n".join(lines), encoding="utf-8")


def _write_vectors(path: Path) -> None:
    rng = random.Random(1)
    lines = [
        " ".join([word, *(f"{rng.uniform(-1, 1):.2f}" for _ in range(8))])
        for word in sorted(set(_TEXT.split()))
    ]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
