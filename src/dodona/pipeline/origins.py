"""Where loaded models come from, so that a pickle of one need not hold it.

A process that unpickles a model takes the one it has, or loads it from its file. Processes that
were forked have the model of their parent, and share its memory; others share the tables.
"""

from collections import deque
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakValueDictionary

from dodona.errors import ModelError
from dodona.model.sharing import sharing

if TYPE_CHECKING:
    from dodona.pipeline.pipeline import Pipeline


class ModelOrigin(NamedTuple):
    """The file of a model, by its absolute path or by its name."""

    model: str
    checksum: str

    def restore(self, folder: str) -> "Pipeline":
        """The pipeline again, with the tables in a folder that processes share."""
        return self.loaded(folder).pipeline()

    def loaded(self, folder: str) -> "LoadedModel":
        """What the file holds; raises `ModelError` if it holds another model by now."""
        found = _ALIVE.get(self.checksum)
        if found is None:
            from dodona.pipeline.models import load_model

            with sharing(folder):
                found = load_model(self.model)
            if found.origin.checksum != self.checksum:
                raise ModelError(
                    f"{self.model}: the file has changed, and is not the model that was pickled: "
                    "load it anew where it is pickled"
                )
            _KEPT.append(found)
        return found


class PartOrigin(NamedTuple):
    """A part of a model that was loaded from a file."""

    model: ModelOrigin
    part: str

    def restore(self, folder: str) -> Any:
        """The part again."""
        return self.model.loaded(folder).parts[self.part]


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """The parts of a model file and what it says about itself, as they were loaded."""

    origin: ModelOrigin
    parts: Mapping[str, Any]
    about: Mapping[str, Any]

    def __post_init__(self) -> None:
        for name, part in self.parts.items():
            part.origin = PartOrigin(self.origin, name)
        _ALIVE[self.origin.checksum] = self

    def pipeline(self) -> "Pipeline":
        """A pipeline of the parts, with a description of its own."""
        from dodona.pipeline.pipeline import Pipeline

        return Pipeline(**self.parts, about=deepcopy(dict(self.about)), loaded=self)


_ALIVE: WeakValueDictionary[str, LoadedModel] = WeakValueDictionary()
# What was unpickled is kept a while: libraries unpickle a model anew for every piece of work.
_KEPT: deque[LoadedModel] = deque(maxlen=2)
