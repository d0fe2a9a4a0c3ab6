"""Parts of a model that go from process to process."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from dodona.model.parts import Part
from dodona.model.sharing import shared_folder

Self = TypeVar("Self", bound="ModelPart")


class Origin(Protocol):
    """Where a part comes from: something that can be pickled and gives the part again.

    The folder is one that processes share (see `dodona.model.sharing`).
    """

    def restore(self, folder: str) -> Any: ...


class ModelPart:
    """What all parts of a model share: they never change, and can be pickled and copied.

    A part that comes from a file has an ``origin``, and its pickle is no more than that. The pickle
    of a part that was trained here holds all of it. A copy is the part itself.
    """

    origin: Origin | None = None

    def to_part(self) -> Part:
        raise NotImplementedError

    @classmethod
    def from_part(cls, part: Part) -> Any:
        raise NotImplementedError

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self.origin is not None:
            return self.origin.restore, (shared_folder(),)
        return type(self).from_part, (self.to_part(),)

    def __copy__(self: Self) -> Self:
        return self

    def __deepcopy__(self: Self, memo: dict[int, Any]) -> Self:
        return self
