"""Packages of models: a model becomes a wheel that holds data only."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dodona.errors import SettingsError
from dodona.evaluation.report import Report, make_report
from dodona.model.files import ModelFile, file_bytes, load_parts
from dodona.packages.names import check_version, checked_name, distribution_name, module_name
from dodona.packages.texts import Texts, one_line
from dodona.packages.wheel import Wheel
from dodona.pipeline.catalogue import licence_of
from dodona.pipeline.models import SUFFIX, find_model, load
from dodona.pipeline.pipeline import Pipeline
from dodona.tokenizer.gold import raw_text
from dodona.treebank.conllu import Source, read_source

_MODULE = '"""Data: load it with dodona.load("{name}")."""\n'


class Package(NamedTuple):
    """The wheel that was written, and how good its model is, if a test treebank was given."""

    path: Path
    report: Report | None


def build_package(
    model: str | os.PathLike[str],
    *,
    name: str,
    version: str,
    folder: str | os.PathLike[str],
    test: Source | None = None,
    licence: str = "",
    attribution: str = "",
) -> Package:
    """Put a model into a wheel, written to a folder, that lets Dodona find it by its name.

    ``test`` is a treebank whose raw text is parsed to score the model; the scores go into the
    README of the package and into the header of its model. ``licence`` and ``attribution`` are for
    a model that does not say them itself; without a licence there is no package. The same model
    gives the same bytes.
    """
    name = checked_name(name)
    check_version(version)
    path = find_model(model).path
    pipeline = load(path)
    file = load_parts(path)
    origin = {
        "licence": _said("licence", licence_of(file), licence),
        "attribution": _said("attribution", file.about.get("attribution"), attribution),
    }
    if not origin["licence"]:
        raise SettingsError(
            "the model does not say under which licence its data is, and nobody could use a "
            "package without one: name it with `licence`"
        )
    os.makedirs(folder, exist_ok=True)
    report = None if test is None else score_from_text(pipeline, test, name)
    texts = Texts(name, version, **origin, scores=report.to_text() if report else "")
    packed = _with_about(file, {**{k: v for k, v in origin.items() if v}, **_scores(report)})
    data = path.read_bytes() if packed is file else file_bytes(packed.parts, packed.about)
    return Package(_wheel(texts, packed, data).write(folder), report)


def score_from_text(pipeline: Pipeline, gold: Source, name: str) -> Report:
    """The scores of a pipeline on the raw text of a treebank."""
    sentences = list(read_source(gold))
    batches = pipeline.parse_batches(pipeline.part("tokenizer").tokenize(raw_text(sentences)))
    return make_report(sentences, [(name, [s for batch in batches for s in batch])], "ud")


def _wheel(texts: Texts, file: ModelFile, data: bytes) -> Wheel:
    readme, folder = texts.readme(file), module_name(texts.name)
    files = {
        f"{folder}/__init__.py": _MODULE.format(name=texts.name).encode(),
        f"{folder}/README.md": readme.encode(),
        f"{folder}/{texts.name}{SUFFIX}": data,
    }
    about = {
        "METADATA": texts.metadata(readme),
        "entry_points.txt": texts.entry_points(),
        "licenses/NOTICE": f"{texts.notice()}\n",
    }
    return Wheel(distribution_name(texts.name), texts.version, files, about)


def _said(name: str, told: object, given: str) -> str:
    """What a model says of its data, or what it is given to say."""
    told, given = one_line(told or ""), one_line(given)
    if told and given and told != given:
        raise SettingsError(
            f"the model says itself ({told}), and `{name}` another thing: leave it out"
        )
    return told or given


def _scores(report: Report | None) -> dict[str, Any]:
    if report is None:
        return {}
    metrics = report.systems[0].metrics or {}
    scores = {name: round(metric.f1, 2) for name, metric in sorted(metrics.items())}
    return {"scores_on_test": {**scores, "from": "raw text"}}


def _with_about(file: ModelFile, more: Mapping[str, Any]) -> ModelFile:
    """The model with more that it says of itself; itself if it says that already."""
    about = dict(sorted({**file.about, **more}.items()))  # in the order of a file
    return file if about == file.about else file._replace(about=about)
