"""Small models that are kept: what reads their format today reads it for as long as it stands.

`python tests/kept_models.py` trained them on the bundled treebank and wrote them to a folder named
after the format, with what they make of its test part beside them. It makes those of a new format,
and never writes over old ones.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import dodona
from dodona.linear.words import WordBatch
from dodona.model.files import FORMAT_VERSION, file_bytes
from dodona.model.parts import Part
from dodona.neural.bags import ROWS, WordBags
from dodona.tokenizer.gold import raw_text
from examples import grove

FOLDER = Path(__file__).parent / "data" / f"format-{FORMAT_VERSION}"
ENDING = ".dodona.xz"
_SLOTS = "S0\nN0\nS0.l1.l\nS0-N0\n"
_MANTISSA = np.uint16(0xFF00)


def parsed(nlp: dodona.Pipeline) -> Iterator[dodona.Sentence]:
    """What a model makes of the test part: of its text if it can, else of its words and tags."""
    sentences = grove("test")
    return iter(nlp(raw_text(sentences)) if nlp.tokenizer else nlp.parse(sentences))


def kept(name: str) -> tuple[bytes, list[dodona.Sentence]]:
    """A model file of old, and what the model made of the test part then."""
    data = lzma.decompress((FOLDER / f"{name}{ENDING}").read_bytes())
    return data, list(dodona.read_conllu(FOLDER / f"{name}.conllu"))


def _train(sentences: int | None = 24, **options: Any) -> dodona.Pipeline:
    train = grove("train")[:sentences]
    return dodona.train_pipeline(train, grove("dev"), licence="none", **options)


def _rounded(part: Part) -> Part:
    """A part with coarse numbers, and none for what no word to be parsed has: it packs well."""
    seen = WordBags(WordBatch(grove("test")))
    arrays = dict(part.arrays)
    for name, array in arrays.items():
        if array.dtype == np.float16:
            arrays[name] = (array.view(np.uint16) & _MANTISSA).view(np.float16)
    for name, numbers in (("ngrams", seen.ngram_numbers), ("affixes", seen.affix_numbers)):
        rows = np.zeros(ROWS[name], bool)
        rows[np.asarray(numbers)] = True
        table = arrays[f"table.{name}"].reshape(len(rows), -1)
        arrays[f"table.{name}"] = np.where(rows[:, None], table, np.float16(0)).ravel()
    return part._replace(arrays=arrays)


def main() -> None:
    FOLDER.mkdir(parents=True)
    slots = FOLDER / "slots.txt"
    slots.write_text(_SLOTS, encoding="utf-8")
    small = {"kind": "neural", "size": 16, "layers": 1, "features": str(slots)}
    models = {
        "parser": _train(parts=["parser"], iterations=5),
        "pipeline": _train(iterations=5),
        "votes": _train(parts=["parser"], iterations=2, vote=["covington", "arc-hybrid:reversed"]),
        "neural": _train(None, iterations=40, **small),
    }
    for name, nlp in models.items():
        parts = {part: getattr(nlp, part).to_part() for part in nlp.parts}
        if name == "neural":
            parts["parser"] = _rounded(parts["parser"])
        data = file_bytes(parts, nlp.about)
        (FOLDER / f"{name}{ENDING}").write_bytes(lzma.compress(data, preset=9))
        (FOLDER / "model").write_bytes(data)
        dodona.write_conllu(parsed(dodona.load(FOLDER / "model")), FOLDER / f"{name}.conllu")
        (FOLDER / "model").unlink()
    slots.unlink()


if __name__ == "__main__":
    main()
