"""What every transition system offers: a fast interface for the core, a friendly one for people.

The core calls `start`, `valid`, `perform`, `look` and the oracle methods on plain data, without
the GIL; a new system overrides just these. The methods for people (`initial`, `legal`, `apply`,
`costs`, `loss`, `oracle`, `static_oracle`) are built on them once, here.

An *action* is a kind of transition by its number; together with a label it is a transition.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, overload

import cython

from dodona.errors import TransitionError, TreeError
from dodona.systems.configuration import (
    Configuration,
    GoldHeads,
    GoldLabels,
    Labels,
    NoLabels,
    SomeLabels,
    gold_tree,
)
from dodona.systems.exact import ExactOracle
from dodona.systems.exact_oracles import exact_oracle
from dodona.systems.gold import Gold
from dodona.systems.state import State
from dodona.treebank.incomplete import is_complete, is_part_of_projective
from dodona.treebank.sentence import Sentence
from dodona.treebank.trees import root_count
from dodona.wording import counted


@cython.cclass
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

    ``projective`` tells whether the system derives projective trees only, and ``limited`` whether
    it derives some others, but not all; `derives` tells of each tree. ``most_words`` is the length
    up to which the dynamic oracle has costs, if there is a limit; the core must not ask it beyond.
    ``root_actions`` names the actions that make arcs from the root (the first whose arcs go the
    right way, unless a system says otherwise), and ``root_only`` those that make no others.
    ``scored_as`` pairs actions with others that do the same to another node. They share the weights
    of the other; what a model sees where it scores them is what `look_at` shows.
    ``losses`` names the ways to compute the loss, where there are several; the first is the
    default. ``varying_length`` tells whether derivations of one sentence can differ much in the
    number of their transitions, and ``headless_hang`` whether words that end without a head hang
    from the root. ``reorders`` tells whether transitions change the order of words: the oracles of
    such a system know the projective order of the gold tree, and its costs are exact only as far as
    words are reordered as that asks for.
    """

    name: ClassVar[str] = ""
    actions: ClassVar[tuple[str, ...]] = ()
    directions: ClassVar[tuple[int, ...]] = ()
    focus_names: ClassVar[tuple[str, ...]] = ()
    parsing_root: ClassVar[str] = "last"
    projective: ClassVar[bool] = True
    limited: ClassVar[bool] = False
    most_words: ClassVar[int | None] = None
    root_only: ClassVar[frozenset[str]] = frozenset()
    scored_as: ClassVar[Mapping[str, str]] = MappingProxyType({})
    losses: ClassVar[tuple[str, ...]] = ()
    varying_length: ClassVar[bool] = False
    headless_hang: ClassVar[bool] = False
    reorders: ClassVar[bool] = False

    def __init__(self, root_last: bool = False, single_root: bool = False) -> None:
        self.root_last = root_last
        self.single_root = single_root

    @property
    def root_actions(self) -> tuple[str, ...]:
        return (self.actions[self.directions.index(-1 if self.root_last else 1)],)

    def derives(self, heads: Sequence[int]) -> bool:
        """Whether some derivation ends in a tree; with ``single_root`` it is one with one root.

        If some heads are not known (-1), whether any ends in a tree with the others. A limited
        system overrides it, and there one way to complete the tree may stand for all.
        """
        return not self.projective or is_part_of_projective(heads)

    @property
    def knows_parts(self) -> bool:
        """Whether what is not known of a gold tree costs nothing, however long the sentence.

        It does if the order that words are put into follows from the whole tree.
        """
        return self.most_words is None and not self.reorders

    def check_length(self, n: int) -> None:
        """Raise `TransitionError` if the dynamic oracle has no costs for so many words."""
        if self.most_words is not None and n > self.most_words:
            raise TransitionError(
                f"{self.name} finds costs by a search, for sentences of up to {self.most_words} "
                f"words, not {n}; its static oracle needs none"
            )

    def reserve(self, n: int) -> None:
        """Make room for what the oracles write down about sentences of up to n words."""

    # The interface of the core.

    def start(self, state, n):
        """Make ``state`` the initial configuration over words 1 ... n."""

    def is_final(self, state):
        """Whether no transition is left to make."""
        return self.valid(state) == 0

    def valid(self, state):
        """The legal actions, as a bit set."""
        return 0

    def perform(self, state, action, label):
        """Make a legal transition."""

    def arc_head(self, state, action):
        """The head of the arc that a legal action would add, or -1."""
        return -1

    def arc_dependent(self, state, action):
        """The dependent of the arc that a legal action would add, or -1."""
        return -1

    def look(self, state):
        """Write the nodes of ``focus_names`` to ``state.focus``, -1 for those not there."""

    def look_at(self, state, action):
        """As `look`, but with the node of an action of ``scored_as`` in the place of the node of
        the other.
        """

    def fill_costs(self, state, gold):
        """Write the cost of each legal action, given the right label, to ``gold.costs``.

        This is the definition: the loss after an action, less the loss before it. A system
        whose costs can be counted more cheaply overrides it.
        """
        action: cython.int = 0
        dependent: cython.int
        mask: cython.ulonglong = self.valid(state)
        before: cython.int = self.count_loss(state, gold)
        while mask != 0:
            if mask & 1:
                dependent = self.arc_dependent(state, action)
                gold.scratch.copy_from(state)
                self.perform(gold.scratch, action, gold.labels[dependent] if dependent > 0 else -1)
                gold.costs[action] = self.count_loss(gold.scratch, gold) - before
            mask >>= 1
            action += 1

    def fill_nondet_costs(self, state, gold):
        """The nondeterministic oracle, for configurations from which the gold tree can
        still be reached: write 0 for each legal action that keeps it so, more for the others.
        """
        self.fill_costs(state, gold)

    def prefer(self, state, gold):
        """Say which of several transitions of least cost training prefers, if it matters.

        It may change ``gold.costs``, so long as a transition of least cost keeps the least value.
        """

    def is_explored(self, state, gold, action):
        """Whether training may follow a mistake, given the costs that are in ``gold``."""
        return True

    def count_loss(self, state, gold):
        """How many gold arcs the best tree still reachable lacks."""
        return 0

    def wrong_arcs(self, state, gold):
        """How many words have got a head that is not their gold head, or the wrong label."""
        d: cython.int
        wrong: cython.int = 0
        for d in range(1, state.n + 1):
            if state.heads[d] >= 0:
                wrong += gold.is_wrong(d, state.heads[d]) or (
                    gold.heads[d] >= 0 and 0 <= gold.labels[d] != state.labels[d]
                )
        return wrong

    def static_action(self, state, gold):
        """The action that the static oracle takes in a configuration on its own path."""
        return -1

    def label_cost(self, state, gold, action, label):
        """What a label adds to the cost: 1 for a wrong label on a right arc."""
        dependent: cython.int = self.arc_dependent(state, action)
        if dependent < 0 or gold.heads[dependent] != self.arc_head(state, action):
            return 0
        return gold.labels[dependent] >= 0 and gold.labels[dependent] != label

    def buffer_nodes(self, state):
        """The nodes of the buffer, from its front on."""
        nodes = [] if state.stand_in < 0 else [state.stand_in]
        nodes.extend(range(state.front, state.n + 1))
        return [*nodes, 0] if self.root_last else nodes

    # The interface for people.

    def initial(self, words: int | Sentence) -> Configuration:
        """The initial configuration over words 1 ... n, or over those of a sentence.

        Of a sentence, it and those that follow from it know the forms of the words.
        """
        n = len(words) if isinstance(words, Sentence) else words
        if n < 1:
            raise TransitionError(f"a sentence has at least one word, not {n}")
        state = State(n)
        self.start(state, n)
        c = self._view(state, ())
        if isinstance(words, Sentence):
            c.forms = ("ROOT", *words.forms)
        return c

    def legal(self, c: Configuration) -> list[str]:
        """The names of the legal transitions."""
        return [self.actions[action] for action in self._legal_actions(c.state)]

    def apply(self, c: Configuration, transition: str, label: str | None = None) -> Configuration:
        """The configuration that a legal transition leads to. ``c`` stays as it is."""
        action = self.legal_action(c, transition)
        names = Labels(c.label_names)
        number = names.number(label) if self.directions[action] else -1
        state: State = c.state.copy()
        self.perform(state, action, number)
        following = self._view(state, names.names)
        following.forms = c.forms
        return following

    @overload
    def costs(
        self, c: Configuration, heads: GoldHeads, labels: NoLabels = None, *, exact: bool = False
    ) -> dict[str, int]: ...

    @overload
    def costs(
        self,
        c: Configuration,
        heads: GoldHeads,
        labels: SomeLabels,
        *,
        exact: bool = False,
    ) -> dict[tuple[str, str | None], int]: ...

    def costs(
        self,
        c: Configuration,
        heads: GoldHeads,
        labels: GoldLabels = None,
        *,
        exact: bool = False,
    ) -> dict[str, int] | dict[tuple[str, str | None], int]:
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
        heads, labels = gold_tree(heads, labels)
        gold, names = self._gold(c, heads, labels)
        self.check_length(gold.n)
        state: State = c.state
        if exact:
            oracle: ExactOracle = exact_oracle(self, gold.n)
            oracle.prepare(gold)
            oracle.fill_costs(state, gold)
        else:
            self.fill_costs(state, gold)
        actions = self._legal_actions(state)
        if labels is None:
            return {self.actions[action]: gold.costs[action] for action in actions}
        result: dict[tuple[str, str | None], int] = {}
        for action in actions:
            if not self.directions[action]:
                result[self.actions[action], None] = gold.costs[action]
                continue
            for label in sorted({label for label in labels[1:] if label is not None}):
                extra = self.label_cost(state, gold, action, names.number(label))
                result[self.actions[action], label] = gold.costs[action] + extra
        return result

    def loss(
        self,
        c: Configuration,
        heads: GoldHeads,
        labels: GoldLabels = None,
        *,
        exact: bool = False,
    ) -> int:
        """How many gold arcs the best tree still reachable lacks; exact where `costs` is."""
        gold, _ = self._gold(c, heads, labels)
        self.check_length(gold.n)
        if not exact:
            return self.count_loss(c.state, gold)
        oracle: ExactOracle = exact_oracle(self, gold.n)
        oracle.prepare(gold)
        return self.wrong_arcs(c.state, gold) + oracle.loss_ahead(c.state, gold)

    @overload
    def oracle(
        self, c: Configuration, heads: GoldHeads, labels: NoLabels = None, *, exact: bool = False
    ) -> set[str]: ...

    @overload
    def oracle(
        self,
        c: Configuration,
        heads: GoldHeads,
        labels: SomeLabels,
        *,
        exact: bool = False,
    ) -> set[tuple[str, str | None]]: ...

    def oracle(
        self,
        c: Configuration,
        heads: GoldHeads,
        labels: GoldLabels = None,
        *,
        exact: bool = False,
    ) -> set[str] | set[tuple[str, str | None]]:
        """The legal transitions of least cost, named as `costs` names them."""
        costs = self.costs(c, heads, labels, exact=exact)
        least = min(costs.values(), default=0)
        return {transition for transition, cost in costs.items() if cost == least}

    def nondet_oracle(
        self, c: Configuration, heads: GoldHeads, labels: GoldLabels = None
    ) -> set[str]:
        """The names of the legal transitions that the nondeterministic oracle allows.

        ``c`` must be a configuration from which the gold tree can still be reached.
        """
        gold, _ = self._gold(c, heads, labels)
        if not gold.complete:
            self.check_length(gold.n)
        state: State = c.state
        self.fill_nondet_costs(state, gold)
        return {self.actions[a] for a in self._legal_actions(state) if gold.costs[a] == 0}

    @overload
    def static_oracle(self, heads: GoldHeads, labels: NoLabels = None) -> list[str]: ...

    @overload
    def static_oracle(
        self, heads: GoldHeads, labels: SomeLabels
    ) -> list[tuple[str, str | None]]: ...

    def static_oracle(
        self, heads: GoldHeads, labels: GoldLabels = None
    ) -> list[str] | list[tuple[str, str | None]]:
        """The canonical transitions that derive a tree; `TreeError` if the system cannot.

        With ``labels`` they are pairs of a name and a label (None where the transition has none).
        """
        heads, labels = gold_tree(heads, labels)
        if not is_complete(heads):
            raise TreeError("a tree is derived if all heads are known, and some are not")
        c = self.initial(len(heads) - 1)
        gold, _ = self._gold(c, heads, labels)
        if self.single_root and root_count(heads) > 1:
            raise TreeError("with single_root, only trees with one root can be derived")
        if not self.derives(heads):
            kinds = "some trees only, and not this one"
            if self.projective:
                kinds = "projective trees only, and this one is not"
            raise TreeError(f"{self.name} derives {kinds}")
        state: State = c.state
        result: list = []
        while not self.is_final(state):
            action = self.static_action(state, gold)
            dependent = self.arc_dependent(state, action)
            number = gold.labels[dependent] if dependent >= 0 else -1
            self.perform(state, action, number)
            label = labels[dependent] if labels is not None and dependent >= 0 else None
            result.append(self.actions[action] if labels is None else (self.actions[action], label))
        return result

    def _view(self, state: State, label_names: tuple) -> Configuration:
        return Configuration(state, label_names, self.buffer_nodes(state), self.is_final(state))

    def _legal_actions(self, state: State) -> list[int]:
        mask = self.valid(state)
        return [action for action in range(len(self.actions)) if mask >> action & 1]

    def legal_action(self, c: Configuration, transition: str) -> int:
        """The number of a legal transition; raises `TransitionError` if it is not legal."""
        if transition not in self.actions:
            known = ", ".join(dict.fromkeys(self.actions))
            raise TransitionError(f"{self.name} has no transition {transition!r}; it has {known}")
        legal = {self.actions[action]: action for action in self._legal_actions(c.state)}
        if transition not in legal:
            choice = f"legal are {', '.join(legal)}" if legal else "the configuration is terminal"
            raise TransitionError(f"{transition} is not legal here: {choice}")
        return legal[transition]

    def _gold(self, c: Configuration, heads: GoldHeads, labels: GoldLabels):
        heads, labels = gold_tree(heads, labels)
        n = c.state.n
        if len(heads) != n + 1 or (labels is not None and len(labels) != n + 1):
            raise TreeError(
                f"a gold tree for {counted(n, 'word')} has {n + 1} heads (heads[0] is -1) and as "
                "many labels"
            )
        self.reserve(n)
        names = Labels(c.label_names)
        if labels is None:
            return Gold(heads, ordered=self.reorders), names
        numbers = [names.number(label) for label in labels]
        return Gold(heads, numbers, ordered=self.reorders), names
