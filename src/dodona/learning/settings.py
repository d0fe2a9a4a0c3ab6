"""The settings of a training run."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from dodona.errors import SettingsError
from dodona.parsing.model import MOST_BEAM
from dodona.systems import get_system, system_names
from dodona.systems.exact_oracles import exact_system_names
from dodona.treebank.pseudo import Scheme

Oracle = Literal["static", "nondet", "dynamic"]
Policy = Literal["ambiguity", "explore"]
Update = Literal["early", "max-violation"]
Nonprojective = Literal["skip", "projectivize", "pseudo", "min-cost", "exact"]


@dataclass(frozen=True)
class Settings:
    """How to train; the defaults are those of Goldberg & Nivre (2012).

    system      the transition system
    oracle      ``static``: one canonical derivation; ``nondet``: all transitions that keep the
                gold tree; ``dynamic``: all transitions of least cost
    policy      what training follows with a dynamic oracle: ``ambiguity``, transitions of least
                cost only; ``explore`` (the default), after ``k`` iterations also the model's own
                mistakes, but for a share ``p`` of them
    beam        hypotheses to keep, in training and in parsing; 1 is greedy parsing. The settings
                ``policy``, ``k`` and ``p`` are for greedy parsing, the next two for a beam
    update      where a beam learns from a mistake: ``early``, where the last correct hypothesis
                leaves the beam, or ``max-violation`` (the default), where the best hypothesis is
                ahead of the best correct one the most
    restart     whether training goes on in the same sentence after an update, from the best
                hypothesis at that place (only with the dynamic oracle, and there the default)
    loss        what the oracle counts, for systems that know several losses
                (covington-nonmonotonic: ``upper``, the default, ``pc-upper`` or ``lower``;
                arc-standard: ``linear``, the default, or ``tabular``, which is the same loss)
    nonprojective  what a projective system makes of a tree that is not projective: ``skip`` it;
                ``projectivize``, learn the closest projective tree; ``pseudo``, learn a projective
                tree whose labels tell the way back, which the parser then goes; ``min-cost`` (the
                default with a dynamic oracle), learn from the tree itself, with the transitions of
                least cost; ``exact``, the same with the true costs, slower
    encoding    what the labels tell with ``pseudo``: ``baseline`` (nothing), ``head``, ``path`` or
                ``head+path`` (the default)
    iterations  how often to go through the treebank; by default as in the system's paper
    seed        determines the order of the sentences and all random choices
    features    a file of feature templates, or the name of one that comes with Dodona; by
                default those of the system
    megabytes   the smallest weights are left out until the model is no larger than this
    licence     the licence of the training data, for the model's header
    """

    system: str = "arc-eager"
    oracle: Oracle = "dynamic"
    policy: Policy | None = None
    k: int = 2
    p: float = 0.1
    beam: int = 1
    update: Update | None = None
    restart: bool | None = None
    loss: str | None = None
    nonprojective: Nonprojective | None = None
    encoding: Scheme | None = None
    iterations: int | None = None
    seed: int = 1
    features: str | None = None
    megabytes: float = 8.0
    licence: str = ""

    def __post_init__(self) -> None:
        _check_choice("system", self.system, system_names())
        _check_choice("oracle", self.oracle, get_args(Oracle))
        if self.policy is not None:
            _check_choice("policy", self.policy, get_args(Policy))
            if self.oracle != "dynamic":
                raise SettingsError(
                    f"a policy goes with --oracle dynamic; {self.oracle} keeps to gold paths"
                )
        self._check_beam()
        if self.loss is not None:
            self._check_loss(self.loss)
        if self.nonprojective is not None:
            self._check_nonprojective(self.nonprojective)
        if self.encoding is not None:
            _check_choice("encoding", self.encoding, get_args(Scheme))
            if self.nonprojective != "pseudo":
                raise SettingsError("an encoding goes with --nonprojective pseudo")
        if self.iterations is not None and self.iterations < 1:
            raise SettingsError(f"iterations is {self.iterations}; it must be 1 or more")
        if self.k < 0:
            raise SettingsError(f"k is {self.k}; it must be 0 or more")
        if not 0 <= self.p <= 1:
            raise SettingsError(f"p is {self.p}; it is a share from 0 to 1")
        if not 0 <= self.seed < 1 << 63:
            raise SettingsError(f"seed is {self.seed}; it must be from 0 to 2^63 - 1")
        if not self.megabytes > 0:
            raise SettingsError(f"megabytes is {self.megabytes}; it must be more than 0")

    def _check_beam(self) -> None:
        if not 1 <= self.beam <= MOST_BEAM:
            raise SettingsError(f"the beam is {self.beam}; it must be from 1 to {MOST_BEAM}")
        if self.update is not None:
            _check_choice("update", self.update, get_args(Update))
        if self.beam == 1:
            for name in ("update", "restart"):
                if getattr(self, name) is not None:
                    raise SettingsError(f"--{name} goes with a beam of 2 or more")
        elif self.policy is not None:
            raise SettingsError("a policy is for greedy parsing; with a beam there is --restart")
        if self.restart and self.oracle != "dynamic":
            raise SettingsError(
                f"--restart goes with --oracle dynamic; {self.oracle} keeps to gold paths"
            )

    def _check_loss(self, loss: str) -> None:
        choices = _training_losses(self.system)
        if not choices:
            with_losses = [name for name in system_names() if _training_losses(name)]
            raise SettingsError(
                f"{self.system} has only one loss; a choice goes with {', '.join(with_losses)}"
            )
        if loss == "exact":
            raise SettingsError(
                "the exact loss is found by a search that is too slow for training; "
                f"choose one of {', '.join(choices)}"
            )
        _check_choice("loss", loss, choices)
        if self.oracle == "static":
            raise SettingsError("a loss goes with --oracle dynamic or nondet; static counts none")
        if self.oracle == "nondet" and loss == "lower":
            raise SettingsError(
                "the lower loss does not tell which transitions keep the gold tree; with --oracle "
                "nondet choose upper or pc-upper"
            )

    def _check_nonprojective(self, choice: str) -> None:
        _check_choice("nonprojective", choice, get_args(Nonprojective))
        if not get_system(self.system).projective:
            raise SettingsError(f"{self.system} learns from every tree; leave out --nonprojective")
        if choice in ("min-cost", "exact") and self.oracle != "dynamic":
            raise SettingsError(
                f"--nonprojective {choice} goes with --oracle dynamic; {self.oracle} knows gold "
                "paths only, which a non-projective tree has none of: choose skip, projectivize or "
                "pseudo"
            )
        if choice == "exact" and self.system not in exact_system_names():
            known = ", ".join(exact_system_names())
            raise SettingsError(
                f"{self.system} has no exact oracle for non-projective trees, only {known}: choose "
                "min-cost"
            )

    @property
    def chosen_nonprojective(self) -> Nonprojective | None:
        """What becomes of non-projective trees; None where a system takes them as they are."""
        if not get_system(self.system).projective:
            return None
        return self.nonprojective or ("min-cost" if self.oracle == "dynamic" else "skip")

    @property
    def chosen_encoding(self) -> Scheme | None:
        return (self.encoding or "head+path") if self.nonprojective == "pseudo" else None

    @property
    def chosen_loss(self) -> str | None:
        losses = _training_losses(self.system)
        return self.loss or (losses[0] if losses else None)

    @property
    def chosen_update(self) -> Update:
        return self.update or "max-violation"

    @property
    def chosen_restart(self) -> bool:
        return self.oracle == "dynamic" if self.restart is None else self.restart

    @property
    def chosen_iterations(self) -> int:
        return self.iterations or get_system(self.system).iterations

    @property
    def chosen_features(self) -> str:
        return self.features or get_system(self.system).templates

    def explores(self, iteration: int) -> bool:
        """Whether training may follow mistakes in an iteration (counted from 1)."""
        explores = self.oracle == "dynamic" and self.policy != "ambiguity"
        return explores and iteration > self.k

    def to_dict(self) -> dict[str, Any]:
        """The settings that shape a model, for its header and the log."""
        settings = asdict(self) | {
            "iterations": self.chosen_iterations,
            "nonprojective": self.chosen_nonprojective,
            "encoding": self.chosen_encoding,
        }
        if self.beam > 1:
            settings |= {"update": self.chosen_update, "restart": self.chosen_restart}
            unused = ["policy", "k", "p"]
        else:
            if self.oracle == "dynamic":
                settings["policy"] = self.policy or "explore"
            unused = ["beam", "update", "restart"]
        if self.oracle != "static" and self.chosen_loss is not None:
            settings["loss"] = self.chosen_loss
        for name in ("features", "licence", *unused):
            del settings[name]
        return settings


def _training_losses(system: str) -> list[str]:
    return [loss for loss in get_system(system).losses if loss != "exact"]


def _check_choice(name: str, value: str, choices: list[str] | tuple[str, ...]) -> None:
    if value not in choices:
        raise SettingsError(f"{name} is {value!r}; it must be one of {', '.join(choices)}")
