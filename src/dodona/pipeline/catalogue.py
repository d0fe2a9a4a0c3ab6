"""What models there are: those that come with Dodona, and those that packages bring."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from dodona.errors import ModelError
from dodona.model.files import ModelFile, load_headers
from dodona.pipeline.installed import InstalledModel, installed_models, told_apart
from dodona.pipeline.models import bundled_models, find_model
from dodona.pipeline.pipeline import PARTS
from dodona.version import __version__

_RAW, _GOLD_WORDS, _GOLD_TAGS = "test, raw text", "dev, gold words", "dev, gold tags"


class KnownModel(NamedTuple):
    """A model by its name, the package that brings it, and what its file says.

    What is wrong with it is told by ``problem``, with what can be done about it.
    """

    name: str
    package: str
    version: str
    path: str = ""
    size: int = 0
    file: ModelFile | None = None
    problem: str = ""

    @property
    def kind(self) -> str:
        """How its parser scores: linear, neural, or several that vote; empty without a parser."""
        header = self._headers.get("parser")
        if header is None:
            return ""
        return "votes" if "members" in header else str(header.get("kind", "linear"))

    @property
    def parts(self) -> list[str]:
        return [name for name in PARTS if name in self._headers]

    @property
    def licence(self) -> str:
        return licence_of(self.file) if self.file else ""

    @property
    def scored(self) -> tuple[str, Mapping[str, float]]:
        """What it was scored on, and its scores; those on test if there are some."""
        about = self.file.about if self.file else {}
        for name, what in (("scores_on_test", _RAW), ("scores_on_dev", _GOLD_WORDS)):
            scores = _numbers(about.get(name))
            if scores:
                return what, scores
        scores = _numbers(_inner(self._headers, "parser", "scores", "dev", "all_words"))
        what = _GOLD_WORDS if "tagger" in self._headers else _GOLD_TAGS
        return (what, {n: scores[n.lower()] for n in ("UAS", "LAS") if n.lower() in scores})

    @property
    def _headers(self) -> dict[str, dict[str, Any]]:
        return {name: part.header for name, part in self.file.parts.items()} if self.file else {}

    def to_dict(self) -> dict[str, Any]:
        """All of it, as JSON can hold it."""
        what, scores = self.scored
        about = self.file.about if self.file else {}
        return {
            **{name: getattr(self, name) for name in ("name", "package", "version", "path")},
            "bytes": self.size,
            "kind": self.kind,
            "parts": self.parts,
            "licence": self.licence,
            "attribution": str(about.get("attribution") or ""),
            "scored_on": what if scores else "",
            "scores": dict(scores),
            "problem": self.problem,
        }


def known_models() -> Iterator[KnownModel]:
    """All models that are found by their names, in the order of the names; then what is not.

    Only the headers of files are read.
    """
    bundled = bundled_models()
    for name in bundled:
        yield _read(InstalledModel(name, "dodona", __version__, find_model(name).path))
    for name, group in groupby(installed_models(), lambda model: model.name):
        models = list(group)
        for model in models:
            known = _read(model)
            if name in bundled:
                known = known._replace(problem=_hidden(model))
            elif len(models) > 1:
                known = known._replace(problem=told_apart(models))
            yield known


def _hidden(model: InstalledModel) -> str:
    return (
        f"the model {model.name} of the package {model.package} {model.version} is hidden by the "
        "one that comes with Dodona: give the path of its file"
    )


def licence_of(file: ModelFile) -> str:
    """The licence that a model is under; a parser that was trained alone has it in its header."""
    parser = file.parts["parser"].header if "parser" in file.parts else {}
    return str(file.about.get("licence") or parser.get("licence") or "")


def _read(model: InstalledModel) -> KnownModel:
    known = KnownModel(model.name, model.package, model.version)
    try:
        path = model.file()
        known = known._replace(path=str(path), size=path.stat().st_size)
        return known._replace(file=load_headers(path))
    except (ModelError, OSError) as error:
        return known._replace(problem=str(error))


def _inner(values: Any, *names: str) -> Any:
    for name in names:
        values = values.get(name) if isinstance(values, dict) else None
    return values


def _numbers(values: Any) -> dict[str, float]:
    """What is a number, of what a file holds where scores should be."""
    if not isinstance(values, dict):
        return {}
    return {n: v for n, v in values.items() if type(v) in (int, float)}
