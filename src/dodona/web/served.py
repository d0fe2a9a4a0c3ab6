"""The models that a server knows, by their names, their aliases and the beginnings of names."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from pathlib import PurePath

from dodona.errors import RequestError, SettingsError
from dodona.pipeline.models import load
from dodona.pipeline.pipeline import Pipeline
from dodona.printable import shortened
from dodona.treebank.forms import single_spaces
from dodona.treebank.sentence import Sentence

DEFAULT_MODEL = "en"

_URL = re.compile(r"https?://[^\s,;()<>\"]+")
_MOST_SHOWN = 60


class ServedModel:
    """A model under its name, which may have aliases, and what clients are told of it."""

    def __init__(self, name: str, pipeline: Pipeline, aliases: Sequence[str] = ()) -> None:
        self.name = name
        self.aliases = tuple(aliases)
        self.pipeline = pipeline

    @cached_property
    def parts(self) -> list[str]:
        """The parts that clients of UDPipe know; lemmas come with the tagger."""
        own = {"tagger" if part == "lemmatizer" else part for part in self.pipeline.parts}
        return [part for part in ("tokenizer", "tagger", "parser") if part in own]

    @cached_property
    def licence(self) -> str:
        """The licence of the data that the model has learned from."""
        header = getattr(self.pipeline.parser, "header", None)
        told = self.pipeline.about.get("licence") or getattr(header, "licence", "")
        return single_spaces(str(told)) or "unknown"

    @cached_property
    def acknowledgements(self) -> list[str]:
        """Where those can be found whom the data is from."""
        told = str(self.pipeline.about.get("attribution") or "")
        return [url.rstrip(".") for url in _URL.findall(told)]

    @cached_property
    def tagging(self) -> Pipeline:
        """Its tagger and lemmatiser alone."""
        return Pipeline(tagger=self.pipeline.tagger, lemmatizer=self.pipeline.lemmatizer)

    def parsed(self, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences with trees and nothing else that is new.

        Words without the tags that the parser needs get some for its eyes only.
        """
        parsed = chain.from_iterable(self._parsing.parse_batches([sentences]))
        pairs = zip(sentences, parsed, strict=True)
        return [
            new if old.has_tags else old.with_tree(new.heads, new.deprels) for old, new in pairs
        ]

    @cached_property
    def _parsing(self) -> Pipeline:
        return Pipeline(tagger=self.pipeline.tagger, parser=self.pipeline.parser)


class ServedModels:
    """The models of a server; the first is the default.

    A name is looked for among the names, then among the aliases, then among their beginnings up to
    a hyphen; of several models that could be meant, it is the first.
    """

    def __init__(self, models: Sequence[ServedModel]) -> None:
        if not models:
            raise SettingsError("there is no model to serve")
        self.models = list(models)
        self.default = self.models[0]
        self._known: dict[str, ServedModel] = {}
        for model in self.models:
            self._add_names([model.name, *model.aliases], model)
        for model in self.models:
            for name in (model.name, *model.aliases):
                for beginning in _beginnings(name):
                    self._known.setdefault(beginning, model)

    def find(self, name: str | None) -> ServedModel:
        """The model of a name, or the default; raises `RequestError` if there is none."""
        if name is None:
            return self.default
        if name not in self._known:
            known = ", ".join(model.name for model in self.models)
            shown = shortened(name, _MOST_SHOWN)
            raise RequestError(f"there is no model {shown!r}; there are: {known}")
        return self._known[name]

    def _add_names(self, names: Iterable[str], model: ServedModel) -> None:
        for name in names:
            if name in self._known:
                raise SettingsError(f"two models are called {name}")
            self._known[name] = model


def load_models(asked: Sequence[str]) -> ServedModels:
    """Load models that are named as ``NAME=MODEL``, ``NAME:ALIAS=MODEL`` or just ``MODEL``.

    A model without a name has that of its file. One that is asked for twice is loaded once.
    """
    loaded: dict[str, Pipeline] = {}
    models = []
    for each in asked or (DEFAULT_MODEL,):
        names, equals, path = each.partition("=")
        if not equals:
            names, path = PurePath(each).name.removesuffix(".dodona"), each
        name, *aliases = names.split(":") if equals else [names]
        if not path or not all((name, *aliases)):
            raise SettingsError(f"{each}: a model to serve is given as NAME=MODEL")
        if path not in loaded:
            loaded[path] = load(path)
        models.append(ServedModel(name, loaded[path], aliases))
    return ServedModels(models)


def _beginnings(name: str) -> list[str]:
    """The beginnings of a name that end at a hyphen, the longest first."""
    parts = name.split("-")
    return ["-".join(parts[:size]) for size in range(len(parts) - 1, 0, -1)]
