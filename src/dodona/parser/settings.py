"""The settings of a training run: its options, and what follows from them."""

from typing import TYPE_CHECKING, Any

from dodona.errors import SettingsError
from dodona.keywords import complete
from dodona.options import Nonprojective, Scheme, TrainingOptions, Update
from dodona.parser.defaults import defaults_for
from dodona.systems import get_system, system_names
from dodona.systems.exact_oracles import exact_system_names

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Settings:
    """The options of a training run, checked; its other attributes are what follows from them.

    Raises `SettingsError` if they do not go together, or not with the system.
    """

    def __init__(self, **options: "Unpack[TrainingOptions]") -> None:
        self.options = complete(TrainingOptions, options)
        system = self.options["system"]
        if system not in system_names():
            known = ", ".join(system_names())
            raise SettingsError(f"system is {system!r}; it must be one of {known}")
        if self.options["loss"] is not None:
            self._check_loss(self.options["loss"])
        if self.options["nonprojective"] is not None:
            self._check_nonprojective(self.options["nonprojective"])

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
        system, oracle = self.options["system"], self.options["oracle"]
        if not get_system(system).projective:
            raise SettingsError(f"{system} learns from every tree; leave out `nonprojective`")
        if choice in ("min-cost", "exact") and oracle != "dynamic":
            raise SettingsError(
                f"`nonprojective={choice}` goes with `oracle=dynamic`; {oracle} knows gold paths "
                "only, which a non-projective tree has none of: choose skip, projectivize or pseudo"
            )
        if choice == "exact" and system not in exact_system_names():
            known = ", ".join(exact_system_names())
            raise SettingsError(
                f"{system} has no exact oracle for non-projective trees, only {known}: choose "
                "min-cost"
            )

    @property
    def nonprojective(self) -> Nonprojective | None:
        """What becomes of non-projective trees; None where a system takes them as they are."""
        if not get_system(self.options["system"]).projective:
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
        """How often training goes through the treebank."""
        return self.options["iterations"] or defaults_for(self.options["system"]).iterations

    @property
    def features(self) -> str:
        """The file of templates, or the name of a set of them."""
        defaults = defaults_for(self.options["system"])
        usual = defaults.cluster_templates if self.options["clusters"] else defaults.templates
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
        for name in ("features", "licence", "clusters", "extra_weight", *unused):
            del settings[name]
        return settings


def _training_losses(system: str) -> list[str]:
    return [loss for loss in get_system(system).losses if loss != "exact"]
