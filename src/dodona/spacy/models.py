"""The model behind a tokeniser or a component of spaCy: how it is found, kept and saved."""

import os
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from dodona.pipeline.models import find_model, from_bytes, load
from dodona.pipeline.pipeline import Pipeline

_FILE = "model.dodona"
# Tokeniser and component of one `Language` have the same model.
_LOADED: WeakValueDictionary[tuple[str, int, int], Pipeline] = WeakValueDictionary()

Self = TypeVar("Self", bound="WithModel")


def shared_model(model: str) -> Pipeline:
    """A model by its name or path; the one that is in use already, if the file is the same."""
    path = os.path.abspath(find_model(model).path)
    try:
        state = os.stat(path)
    except OSError:
        return load(model)  # which says what is wrong
    key = (path, state.st_mtime_ns, state.st_size)
    found = _LOADED.get(key)
    if found is None:
        found = _LOADED[key] = load(model)
    return found


class WithModel:
    """What is saved with the model that it works with, and loaded with it.

    The model is looked for when it is needed, or at once if it is there: where spaCy loads a saved
    pipeline, the file that ``model`` names need not be there any more.
    """

    def __init__(self, model: str) -> None:
        self._model = model
        self._pipeline: Pipeline | None = None
        if find_model(model).path.exists():
            self.use(shared_model(model))

    @property
    def pipeline(self) -> Pipeline:
        """The pipeline that does the work; raises `ModelError` if there is none."""
        if self._pipeline is None:
            self.use(shared_model(self._model))
        assert self._pipeline is not None
        return self._pipeline

    def use(self, pipeline: Pipeline) -> None:
        """Work with a model from now on; raises `SettingsError` if it lacks a part."""
        self._pipeline = pipeline

    def saved(self) -> Pipeline:
        """What is saved: the parts that are of use."""
        return self.pipeline

    def to_disk(self, path: str | os.PathLike[str], **_: Any) -> None:
        """Save the model into a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        self.saved().save(folder / _FILE)

    def from_disk(self: Self, path: str | os.PathLike[str], **_: Any) -> Self:
        """Use the model that was saved into a folder."""
        self.use(load(Path(path) / _FILE))
        return self

    def to_bytes(self, **_: Any) -> bytes:
        """The model as its file would be."""
        return self.saved().to_bytes()

    def from_bytes(self: Self, data: bytes, **_: Any) -> Self:
        """Use a model that `to_bytes` gave out."""
        self.use(from_bytes(data))
        return self
