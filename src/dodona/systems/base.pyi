from collections.abc import Mapping, Sequence
from typing import ClassVar, overload

from dodona.systems.configuration import Configuration

_Heads = Sequence[int]
_Labels = Sequence[str | None]
_Transition = tuple[str, str | None]

class TransitionSystem:
    name: ClassVar[str]
    actions: ClassVar[tuple[str, ...]]
    directions: ClassVar[tuple[int, ...]]
    focus_names: ClassVar[tuple[str, ...]]
    parsing_root: ClassVar[str]
    projective: ClassVar[bool]
    root_only: ClassVar[frozenset[str]]
    scored_as: ClassVar[Mapping[str, str]]
    templates: ClassVar[str]
    iterations: ClassVar[int]
    losses: ClassVar[tuple[str, ...]]
    def __init__(
        self, root_last: bool = False, single_root: bool = False, *, loss: str = ...
    ) -> None: ...
    @property
    def root_last(self) -> bool: ...
    @property
    def single_root(self) -> bool: ...
    @property
    def root_action(self) -> str: ...
    def reserve(self, n: int) -> None: ...
    def partial_oracle(
        self, c: Configuration, heads: _Heads, labels: _Labels | None = None
    ) -> set[str]: ...
    def initial(self, n: int) -> Configuration: ...
    def legal(self, c: Configuration) -> list[str]: ...
    def legal_action(self, c: Configuration, transition: str) -> int: ...
    def apply(
        self, c: Configuration, transition: str, label: str | None = None
    ) -> Configuration: ...
    @overload
    def costs(
        self, c: Configuration, heads: _Heads, labels: None = None, *, exact: bool = False
    ) -> dict[str, int]: ...
    @overload
    def costs(
        self, c: Configuration, heads: _Heads, labels: _Labels, *, exact: bool = False
    ) -> dict[_Transition, int]: ...
    def loss(
        self,
        c: Configuration,
        heads: _Heads,
        labels: _Labels | None = None,
        *,
        exact: bool = False,
    ) -> int: ...
    @overload
    def oracle(
        self, c: Configuration, heads: _Heads, labels: None = None, *, exact: bool = False
    ) -> set[str]: ...
    @overload
    def oracle(
        self, c: Configuration, heads: _Heads, labels: _Labels, *, exact: bool = False
    ) -> set[_Transition]: ...
    @overload
    def static_oracle(self, heads: _Heads, labels: None = None) -> list[str]: ...
    @overload
    def static_oracle(self, heads: _Heads, labels: _Labels) -> list[_Transition]: ...
