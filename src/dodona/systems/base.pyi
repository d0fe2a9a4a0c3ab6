'What every transition system offers: a fast interface for the core, a friendly one for people.\n\nThe core calls `start`, `valid`, `perform`, `look` and the oracle methods on plain data, without\nthe GIL; a new system overrides just these. The methods for people (`initial`, `legal`, `apply`,\n`costs`, `loss`, `oracle`, `static_oracle`) are built on them once, here.\n\nAn *action* is a kind of transition by its number; together with a label it is a transition.'
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, overload
from dodona.errors import TransitionError, TreeError
from dodona.systems.configuration import Configuration, GoldHeads, GoldLabels, Labels, NoLabels, SomeLabels, gold_tree
from dodona.systems.exact import ExactOracle
from dodona.systems.exact_oracles import exact_oracle
from dodona.systems.gold import Gold
from dodona.systems.state import State
from dodona.treebank.incomplete import is_complete
from dodona.treebank.sentence import Sentence
from dodona.treebank.trees import is_projective, root_count
from dodona.wording import counted
class TransitionSystem:
    """A transition system with its oracles.

    ``actions`` names the actions; two may share a name, one that adds an arc and one that does not,
    if they are never legal together. ``directions`` says for each whether its arc has the head to
    the right of the dependent (-1), to the left (1), or whether it adds no arc (0).
    ``focus_names`` are the nodes that `look` shows, in the order in which it writes them to
    ``state.focus``.

    With ``root_last`` the root stands where training and parsing want it, at the end of the
    buffer, instead of where the paper has it; ``parsing_root`` says which of the two to use there.
    With ``single_root`` (only when parsing) every derivation ends in a tree with one root.

    ``projective`` tells whether the system derives projective trees only; ``root_action`` names
    the action that makes arcs from the root (the first whose arcs go the right way, unless a system
    says otherwise), and ``root_only`` those that make no others.
    ``scored_as`` pairs actions with others that do the same to another node. They share the weights
    of the other; what a model sees where it scores them is what `look_at` shows.
    ``losses`` names the ways to compute the loss, where there are several; the first is the
    default. ``varying_length`` tells whether derivations of one sentence can differ much in the
    number of their transitions, and ``headless_hang`` whether words that end without a head hang
    from the root.
    """

    @property
    def root_last(self) -> bool:
        ...

    @property
    def single_root(self) -> bool:
        ...
    name: ClassVar[str] = ...
    actions: ClassVar[tuple[str, ...]] = ...
    directions: ClassVar[tuple[int, ...]] = ...
    focus_names: ClassVar[tuple[str, ...]] = ...
    parsing_root: ClassVar[str] = ...
    projective: ClassVar[bool] = ...
    root_only: ClassVar[frozenset[str]] = ...
    scored_as: ClassVar[Mapping[str, str]] = ...
    losses: ClassVar[tuple[str, ...]] = ...
    varying_length: ClassVar[bool] = ...
    headless_hang: ClassVar[bool] = ...

    def __init__(self, root_last: bool=False, single_root: bool=False) -> None:
        ...

    @property
    def root_action(self) -> str:
        ...

    def reserve(self, n: int) -> None:
        """Make room for what the oracles write down about sentences of up to n words."""
        ...

    def initial(self, words: int | Sentence) -> Configuration:
        """The initial configuration over words 1 ... n, or over those of a sentence.

        Of a sentence, it and those that follow from it know the forms of the words.
        """
        ...

    def legal(self, c: Configuration) -> list[str]:
        """The names of the legal transitions."""
        ...

    def apply(self, c: Configuration, transition: str, label: str | None=None) -> Configuration:
        """The configuration that a legal transition leads to. ``c`` stays as it is."""
        ...

    @overload
    def costs(self, c: Configuration, heads: GoldHeads, labels: NoLabels=None, *, exact: bool=False) -> dict[str, int]:
        """The cost of each legal transition: how much it adds to the loss.

        ``heads[d]`` is the gold head of word d, ``heads[0]`` is -1; a sentence stands for its
        heads. A head of None (or -1) is not known, and such arcs cost nothing. Without ``labels``
        arcs count without their labels and the keys are names. With ``labels`` (``labels[d]`` for
        word d; True for those of the sentence) the keys are pairs: ``("SHIFT", None)``,
        ``("LEFT", "nsubj")``, one for each gold label.

        The costs are exact for the trees that the system can derive, and for arcs that are part of
        one. Projective systems take other trees too; there the costs count gold arcs one by one
        and only come close. With ``exact`` (arc-eager, arc-hybrid, arc-standard) they are exact for
        all trees and parts of trees.
        """
        ...

    @overload
    def costs(self, c: Configuration, heads: GoldHeads, labels: SomeLabels, *, exact: bool=False) -> dict[tuple[str, str | None], int]:
        """The cost of each legal transition: how much it adds to the loss.

        ``heads[d]`` is the gold head of word d, ``heads[0]`` is -1; a sentence stands for its
        heads. A head of None (or -1) is not known, and such arcs cost nothing. Without ``labels``
        arcs count without their labels and the keys are names. With ``labels`` (``labels[d]`` for
        word d; True for those of the sentence) the keys are pairs: ``("SHIFT", None)``,
        ``("LEFT", "nsubj")``, one for each gold label.

        The costs are exact for the trees that the system can derive, and for arcs that are part of
        one. Projective systems take other trees too; there the costs count gold arcs one by one
        and only come close. With ``exact`` (arc-eager, arc-hybrid, arc-standard) they are exact for
        all trees and parts of trees.
        """
        ...

    def loss(self, c: Configuration, heads: GoldHeads, labels: GoldLabels=None, *, exact: bool=False) -> int:
        """How many gold arcs the best tree still reachable lacks; exact where `costs` is."""
        ...

    @overload
    def oracle(self, c: Configuration, heads: GoldHeads, labels: NoLabels=None, *, exact: bool=False) -> set[str]:
        """The legal transitions of least cost, named as `costs` names them."""
        ...

    @overload
    def oracle(self, c: Configuration, heads: GoldHeads, labels: SomeLabels, *, exact: bool=False) -> set[tuple[str, str | None]]:
        """The legal transitions of least cost, named as `costs` names them."""
        ...

    def nondet_oracle(self, c: Configuration, heads: GoldHeads, labels: GoldLabels=None) -> set[str]:
        """The names of the legal transitions that the nondeterministic oracle allows.

        ``c`` must be a configuration from which the gold tree can still be reached.
        """
        ...

    @overload
    def static_oracle(self, heads: GoldHeads, labels: NoLabels=None) -> list[str]:
        """The canonical transitions that derive a tree (of a projective system: a projective one).

        With ``labels`` they are pairs of a name and a label (None where the transition has none).
        """
        ...

    @overload
    def static_oracle(self, heads: GoldHeads, labels: SomeLabels) -> list[tuple[str, str | None]]:
        """The canonical transitions that derive a tree (of a projective system: a projective one).

        With ``labels`` they are pairs of a name and a label (None where the transition has none).
        """
        ...

    def legal_action(self, c: Configuration, transition: str) -> int:
        """The number of a legal transition; raises `TransitionError` if it is not legal."""
        ...
    ...
