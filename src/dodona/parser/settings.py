"""The settings of a training run: its options, and what follows from them."""

from typing import TYPE_CHECKING, Any

from dodona.errors import SettingsError
from dodona.keywords import complete, describe
from dodona.options import MOST_MEMBERS, Direction, Nonprojective, Scheme, TrainingOptions, Update
from dodona.parser.defaults import defaults_for, neural_slots
from dodona.systems import TransitionSystem, get_system, system_names
from dodona.systems.exact_oracles import exact_system_names
from dodona.wording import counted

if TYPE_CHECKING:
    from typing_extensions import Unpack


_REVERSED = ":reversed"


class Settings:
    """The options of a training run, checked; its other attributes are what follows from them.

    Raises `SettingsError` if they do not go together, or not with the system.
    """

    def __init__(self, **options: "Unpack[TrainingOptions]") -> None:
        if "oracle" not in options and _is_searched(options.get("system", "")):
            options["oracle"] = "static"
        self.options = complete(TrainingOptions, options)
        if self.options["vote"] is not None:
            raise SettingsError("`vote` is for several parsers, and these are the settings of one")
        system = self.options["system"]
        if system not in system_names():
            known = ", ".join(system_names())
            raise SettingsError(f"system is {system!r}; it must be one of {known}")
        if self.options["kind"] == "neural":
            self._check_neural()
        if self.options["loss"] is not None:
            self._check_loss(self.options["loss"])
        if self.options["nonprojective"] is not None:
            self._check_nonprojective(self.options["nonprojective"])

    def _check_neural(self) -> None:
        if self.options["beam"] > 1:
            raise SettingsError("a neural parser has no beam: leave out `beam`")
        if self.options["least_updates"] > 1:
            raise SettingsError(
                "`least_updates` is for the features of linear parsers: leave it out"
            )
        if self.size % 16:
            raise SettingsError(f"`size` is {self.size}; it must be a multiple of 16")

    def _check_loss(self, loss: str) -> None:
        system = self.options["system"]
        choices = _training_losses(system)
        if not choices:
            with_losses = [name for name in system_names() if _training_losses(name)]
            raise SettingsError(
                f"{system} has only one loss; a choice goes with {', '.join(with_losses)}"
            )
        if loss not in choices:
            known = ", ".join(choices)
            raise SettingsError(f"loss is {loss!r}; with {system} it must be one of {known}")
        if self.options["oracle"] == "nondet" and loss == "lower":
            raise SettingsError(
                "the lower loss does not tell which transitions keep the gold tree; with "
                "`oracle=nondet` choose upper or pc-upper"
            )

    def _check_nonprojective(self, choice: str) -> None:
        name, oracle = self.options["system"], self.options["oracle"]
        system = get_system(name)
        if _derives_all(system):
            raise SettingsError(f"{name} learns from every tree; leave out `nonprojective`")
        if choice in ("min-cost", "exact") and oracle != "dynamic":
            kind = "tree that it cannot derive" if system.limited else "non-projective tree"
            others = "skip or projectivize" if system.limited else "skip, projectivize or pseudo"
            raise SettingsError(
                f"`nonprojective={choice}` goes with `oracle=dynamic`; {oracle} knows gold paths "
                f"only, which a {kind} has none of: choose {others}"
            )
        if choice == "pseudo" and system.limited:
            raise SettingsError(
                f"pseudo-projective trees are for projective systems, and {name} derives others: "
                "choose skip, projectivize or min-cost"
            )
        if choice == "exact" and name not in exact_system_names():
            known = ", ".join(exact_system_names())
            raise SettingsError(
                f"{name} has no exact oracle for non-projective trees, only {known}: choose "
                "min-cost"
            )

    @property
    def name(self) -> str:
        """The parser among others that vote: its system, and whether it goes from right to left."""
        reversed_ = self.options["direction"] == "right-to-left"
        return self.options["system"] + _REVERSED * reversed_

    @property
    def nonprojective(self) -> Nonprojective | None:
        """What becomes of trees that the system does not derive; None if it derives all."""
        if _derives_all(get_system(self.options["system"])):
            return None
        usual: Nonprojective = "min-cost" if self.options["oracle"] == "dynamic" else "skip"
        return self.options["nonprojective"] or usual

    @property
    def encoding(self) -> Scheme | None:
        """How labels tell the way back to trees that are not projective, if they do."""
        if self.options["nonprojective"] != "pseudo":
            return None
        return self.options["encoding"] or "head+path"

    @property
    def mirrored(self) -> bool:
        """Whether sentences are read from right to left."""
        return self.options["direction"] == "right-to-left"

    @property
    def loss(self) -> str | None:
        """The loss that the oracle counts, if there is a choice."""
        losses = _training_losses(self.options["system"])
        return self.options["loss"] or (losses[0] if losses else None)

    @property
    def update(self) -> Update:
        """Where a beam learns from a mistake."""
        return self.options["update"] or "max-violation"

    @property
    def restart(self) -> bool:
        """Whether training with a beam goes on in the same sentence after an update."""
        chosen = self.options["restart"]
        return self.options["oracle"] == "dynamic" if chosen is None else chosen

    @property
    def iterations(self) -> int:
        """How often training of a linear model goes through the treebank."""
        return self.options["iterations"] or defaults_for(self.options["system"]).iterations

    @property
    def size(self) -> int:
        """Outputs of a layer of a neural encoder in each direction."""
        return self.options["size"] or 128

    @property
    def layers(self) -> int:
        """Layers of a neural encoder."""
        return self.options["layers"] or 2

    @property
    def features(self) -> str:
        """The file of templates, or the name of a set of them."""
        defaults = defaults_for(self.options["system"])
        usual = defaults.cluster_templates if self.options["clusters"] else defaults.templates
        if self.options["kind"] == "neural":
            usual = neural_slots(self.options["system"])
        return self.options["features"] or usual

    @property
    def extra_weight(self) -> float:
        """How many extra sentences an iteration learns from for each one of the treebank."""
        chosen = self.options["extra_weight"]
        return 2.0 if chosen is None else chosen

    def explores(self, iteration: int) -> bool:
        """Whether training may follow mistakes in an iteration (counted from 1)."""
        explores = self.options["oracle"] == "dynamic" and self.options["policy"] != "ambiguity"
        return explores and iteration > self.options["k"]

    def to_dict(self) -> dict[str, Any]:
        """The settings that shape a model, for its header and the log."""
        settings: dict[str, Any] = {
            **self.options,
            "iterations": self.iterations,
            "nonprojective": self.nonprojective,
            "encoding": self.encoding,
        }
        if self.options["beam"] > 1:
            settings |= {"update": self.update, "restart": self.restart}
            unused = ["policy", "k", "p"]
        else:
            if self.options["oracle"] == "dynamic":
                settings["policy"] = self.options["policy"] or "explore"
            unused = ["beam", "update", "restart"]
        if self.options["least_updates"] == 1:
            unused.append("least_updates")
        if self.options["oracle"] != "static" and self.loss is not None:
            settings["loss"] = self.loss
        if self.options["kind"] == "neural":
            settings |= {"size": self.size, "layers": self.layers}
        else:
            unused += ["kind", "size", "layers"]
        if self.options["direction"] == "left-to-right":
            unused.append("direction")
        left_out = ("features", "licence", "vectors", "vote", "clusters", "extra_weight")
        for name in (*left_out, *unused):
            del settings[name]
        return settings


def _is_searched(system: str) -> bool:
    """Whether the dynamic oracle of a system is for short sentences only."""
    return system in system_names() and get_system(system).most_words is not None


def _derives_all(system: TransitionSystem) -> bool:
    return not system.projective and not system.limited


def _training_losses(system: str) -> list[str]:
    return [loss for loss in get_system(system).losses if loss != "exact"]


def member_settings(**options: "Unpack[TrainingOptions]") -> list[Settings]:
    """The settings of each parser to train: of one, or with ``vote`` of several.

    Raises `SettingsError` as `Settings` does, and for parsers that cannot vote.
    """
    chosen = complete(TrainingOptions, options)
    names = chosen["vote"]
    if names is None:
        return [Settings(**options)]
    if not 2 <= len(names) <= MOST_MEMBERS:
        raise SettingsError(
            f"`vote` has {counted(len(names), 'parser')}; there must be 2 to {MOST_MEMBERS}"
        )
    if len(set(names)) < len(names):
        raise SettingsError("`vote` has a parser twice, which would always vote for the same arcs")
    for option in ("system", "direction"):
        if chosen[option] != describe(TrainingOptions)[option].option.default:
            raise SettingsError(f"`vote` says the systems and directions: leave out `{option}`")
    return [Settings(**_as_member(name, options)) for name in names]


def _as_member(name: str, options: TrainingOptions) -> TrainingOptions:
    system, _, way = name.partition(":")
    if way not in ("", _REVERSED[1:]):
        raise SettingsError(
            f"`vote` has {name!r}; a system can have {_REVERSED} behind it, and nothing else"
        )
    direction: Direction = "right-to-left" if way else "left-to-right"
    return {**options, "vote": None, "system": system, "direction": direction}
