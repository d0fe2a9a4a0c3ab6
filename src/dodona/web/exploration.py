"""A sentence, a transition system and the transitions made so far: all that the explorer shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from dodona.errors import SettingsError, TransitionError, TreeError
from dodona.parser.parser import Parser, Transition
from dodona.parser.replay import Derivation, replay
from dodona.systems import Configuration, TransitionSystem, get_system
from dodona.systems.reach import BestTree, Move, Reach
from dodona.treebank.sentence import Sentence
from dodona.treebank.svg import PLAIN

Oracle = Literal["static", "nondeterministic", "dynamic", "exact"]
ORACLES: tuple[Oracle, ...] = ("static", "nondeterministic", "dynamic", "exact")
MOST_WORDS = 250
# The exact loss of covington-nonmonotonic is found by a search; of more words it takes too long.
MOST_WORDS_SEARCHED = 8

_NOT_PROJECTIVE = (
    "the gold tree is not projective, and this system derives projective trees only: costs count "
    "arcs one by one and come close; the exact oracle counts what can be had together"
)
_NOT_DERIVABLE = "this system does not derive the gold tree: the costs lead to trees close to it"


@dataclass(frozen=True)
class Setup:
    """What an exploration looks through: a system, an oracle, and what counts.

    ``loss`` is one of the bounds of covington-nonmonotonic; ``root`` and ``single_root`` are those
    of `get_system`. Without ``labelled`` arcs count without their labels.
    """

    system: str = "arc-eager"
    oracle: Oracle = "dynamic"
    loss: str | None = None
    labelled: bool = True
    root: Literal["first", "last"] = "first"
    single_root: bool = False

    @classmethod
    def of_parser(cls, parser: Parser, oracle: Oracle = "dynamic") -> "Setup":
        """The system as a parser works with it, so that the parser has scores to show."""
        system = parser.system
        root: Literal["first", "last"] = "last" if system.root_last else "first"
        return cls(system.name, oracle, root=root, single_root=system.single_root)

    def make_system(self) -> TransitionSystem:
        if self.oracle not in ORACLES:
            raise SettingsError(f"there is no oracle {self.oracle!r}, only {', '.join(ORACLES)}")
        return get_system(self.system, root=self.root, single_root=self.single_root, loss=self.loss)


class Exploration:
    """One state of the explorer. It does not change: a step makes another one.

    >>> sentence = Sentence.from_words(["the", "cat"], heads=[2, 0], deprels=["det", "root"])
    >>> state = Exploration(sentence, Setup("arc-eager"))
    >>> [(move.name, move.cost) for move in state.moves]
    [('SHIFT', 0), ('RIGHT', 1)]
    >>> state = state.apply("SHIFT").step()
    >>> state.transitions[-1]
    ('LEFT', 'det')

    The gold tree is that of the sentence. ``model_note`` says why the parser has no scores to show,
    if so. In a notebook it is shown as a page to step through.
    """

    def __init__(
        self,
        sentence: Sentence,
        setup: Setup | None = None,
        transitions: Sequence[Transition] = (),
        parser: Parser | None = None,
    ) -> None:
        self.sentence = sentence
        self.setup = setup or (Setup.of_parser(parser) if parser else Setup())
        self.transitions = tuple(transitions)
        self.parser = parser
        if not sentence.has_tree:
            raise TreeError("the sentence has no tree that could be the gold tree")
        n = len(sentence)
        if n > MOST_WORDS:
            raise SettingsError(f"the explorer shows up to {MOST_WORDS} words, not {n}")
        self.system = self.setup.make_system()
        self.system.check_length(n)
        if self.setup.loss == "exact" and n > MOST_WORDS_SEARCHED:
            raise SettingsError(
                f"the exact loss is found by a search, which takes too long for {n} words: choose "
                f"a bound, or a sentence of up to {MOST_WORDS_SEARCHED}"
            )
        self.model_note = None if parser is None else self._why_no_scores(parser)

    def _why_no_scores(self, parser: Parser) -> str | None:
        setup, own = self.setup, Setup.of_parser(parser)
        if parser.header.mirrored:
            return "the model parses from right to left, and this goes from left to right"
        if setup.system != own.system:
            return f"the model works with {own.system}"
        if (setup.root, setup.single_root) != (own.root, own.single_root):
            roots = "one root" if own.single_root else "any number of roots"
            return f"the model works with the root {own.root} and {roots}"
        if lacking := parser.lacks(self.sentence):
            return f"the model needs {' and '.join(lacking)}"
        return None

    @cached_property
    def derivation(self) -> Derivation:
        """The transitions and all configurations on the way."""
        return replay(self.system, len(self.sentence), self.transitions)

    @property
    def configuration(self) -> Configuration:
        """Where the transitions lead to."""
        return self.derivation.configurations[-1]

    @cached_property
    def reach(self) -> Reach:
        exact = self.setup.oracle == "exact"
        return Reach(self.system, self.sentence, self.setup.labelled, exact=exact)

    @cached_property
    def moves(self) -> list[Move]:
        """The legal transitions, each with what it costs."""
        return self.reach.moves(self.configuration)

    @cached_property
    def best_tree(self) -> BestTree:
        """The best tree that is still in reach."""
        return self.reach.best_tree(self.configuration)

    @cached_property
    def lost(self) -> set[int]:
        """The words whose gold arcs the best tree does not have."""
        return set(self.reach.lost(self.configuration))

    @property
    def loss(self) -> int:
        """How many gold arcs are out of reach."""
        return self.reach.loss(self.configuration)

    @property
    def tags(self) -> list[str] | None:
        """The UPOS of the words, if there are any."""
        return self.sentence.upos if self.sentence.has_upos else None

    @cached_property
    def scores(self) -> dict[Transition, int]:
        """The scores of the model for the legal transitions; none where it cannot say."""
        if self.parser is None or self.model_note or self.configuration.is_terminal():
            return {}
        return self.parser.scores(self.sentence, self.configuration)

    def oracle(self) -> tuple[set[str], str | None]:
        """The transitions that the oracle takes, by name, and what is to be said of that."""
        kind = self.setup.oracle
        if kind == "static":
            return self._static_oracle()
        if kind == "nondeterministic":
            if self.reach.loss(self.configuration):
                return set(), "the gold tree is out of reach: this oracle has nothing to say"
            return self.system.nondet_oracle(self.configuration, self.sentence), None
        least = min((move.cost for move in self.moves), default=0)
        note = None
        if kind == "dynamic" and not self.system.derives([-1, *self.sentence.heads]):
            note = _NOT_PROJECTIVE if self.system.projective else _NOT_DERIVABLE
        return {move.name for move in self.moves if move.cost == least}, note

    def _static_oracle(self) -> tuple[set[str], str | None]:
        try:
            path = self.system.static_oracle(self.sentence, True)
        except (TreeError, TransitionError) as error:
            return set(), f"there is no static oracle here: {error}"
        made = len(self.transitions)
        same = all(
            one[0] == other[0] and (not self.setup.labelled or one[1] == other[1])
            for one, other in zip(self.transitions, path, strict=False)
        )
        if made > len(path) or not same:
            return set(), "the static oracle knows one path to the gold tree, and this is off it"
        return {name for name, _ in path[made : made + 1]}, None

    def apply(self, name: str, label: str | None = None) -> "Exploration":
        """The state after a legal transition."""
        following = Exploration(
            self.sentence, self.setup, [*self.transitions, (name, label)], self.parser
        )
        c = self.system.apply(self.configuration, name, label=label)
        made = [*self.derivation.configurations, c]
        following.__dict__["derivation"] = Derivation(following.transitions, made)
        return following

    def step(self, by: Literal["oracle", "model"] = "oracle") -> "Exploration":
        """The state after the transition that the oracle or the model chooses."""
        name, label = self.choice(by)
        return self.apply(name, label)

    def choice(self, by: Literal["oracle", "model"]) -> Transition:
        """What the oracle or the model would do: of several transitions the first."""
        if by == "model":
            if not self.scores:
                raise SettingsError(self.model_note or "there is no model, or nothing left to do")
            return max(self.scores, key=self.scores.__getitem__)
        names, note = self.oracle()
        for move in self.moves:
            if move.name in names:
                return move.name, self.label_for(move)
        raise SettingsError(note or "there is nothing left to do")

    def run(self, by: Literal["oracle", "model"] = "oracle") -> "Exploration":
        """The state at the end, if the oracle or the model goes on."""
        state = self
        while not state.configuration.is_terminal():
            state = state.step(by)
        return state

    def label_for(self, move: Move) -> str | None:
        """The label that goes with a transition: of a gold arc its own, else the model's best."""
        if move.dependent < 1 or not self.setup.labelled:
            return None
        if self.sentence.heads[move.dependent - 1] != move.head:
            own = {label: s for (name, label), s in self.scores.items() if name == move.name}
            if own:
                return max(own, key=own.__getitem__)
        return self.sentence.deprels[move.dependent - 1]

    @cached_property
    def tree(self) -> BestTree:
        """The arcs built so far; at the end also those of words that hang from the root then."""
        c = self.configuration
        return self.best_tree if c.is_terminal() else BestTree(c.heads, c.labels)

    @cached_property
    def built(self) -> set[int]:
        """The words whose gold arcs are built."""
        tree, gold = self.tree, self.sentence
        arcs = zip(tree.heads[1:], tree.labels[1:], gold.heads, gold.deprels, strict=True)
        return {
            d
            for d, (head, label, gold_head, gold_label) in enumerate(arcs, 1)
            if head == gold_head and (not self.setup.labelled or label == gold_label)
        }

    def to_dict(self, known: int = 0) -> dict[str, Any]:
        """All that there is to see, as plain data for JSON.

        The history leaves out the first ``known`` transitions.
        """
        from dodona.web.exploration_data import state_dict

        return state_dict(self, known)

    def to_svg(self) -> str:
        """The arcs built so far above the words, the gold arcs below."""
        from dodona.web.exploration_svg import state_svg

        return state_svg(self, PLAIN)

    def _repr_html_(self) -> str:
        """What a notebook shows: the whole derivation to step through, in a frame of its own."""
        from dodona.web.stepping import stepping_frame

        return stepping_frame(self)


def explore(
    sentence: Sentence,
    system: str | None = None,
    *,
    oracle: Oracle = "dynamic",
    parser: Parser | None = None,
    **setup: Any,
) -> Exploration:
    """A sentence with a gold tree, ready to be stepped through; a notebook shows it.

    ``setup`` are the other fields of `Setup`. With a ``parser`` (``nlp.parser``) its scores are
    shown too, and the system is the parser's if none is given.

    >>> dodona.explore(nlp("Time flies like an arrow.")[0], "arc-hybrid")   # doctest: +SKIP
    """
    if system is None and parser is not None:
        return Exploration(sentence, Setup.of_parser(parser, oracle), parser=parser)
    return Exploration(sentence, Setup(system or "arc-eager", oracle, **setup), parser=parser)
