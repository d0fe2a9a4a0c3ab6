"""The settings of a training run."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from dodona.errors import SettingsError
from dodona.systems import system_names

Oracle = Literal["static", "dynamic"]
Policy = Literal["ambiguity", "explore"]


@dataclass(frozen=True)
class Settings:
    """How to train; the defaults are those of Goldberg & Nivre (2012).

    system      the transition system
    oracle      ``static``: one canonical derivation; ``dynamic``: all transitions of least cost
    policy      what training follows with a dynamic oracle: ``ambiguity``, transitions of least
                cost only; ``explore`` (the default), after ``k`` iterations also the model's own
                mistakes, but for a share ``p`` of them
    iterations  how often to go through the treebank
    seed        determines the order of the sentences and all random choices
    features    a file of feature templates, or the name of one that comes with Dodona
    megabytes   the smallest weights are left out until the model is no larger than this
    licence     the licence of the training data, for the model's header
    """

    system: str = "arc-eager"
    oracle: Oracle = "dynamic"
    policy: Policy | None = None
    k: int = 2
    p: float = 0.1
    iterations: int = 15
    seed: int = 1
    features: str = "zhang-nivre-extended"
    megabytes: float = 8.0
    licence: str = ""

    def __post_init__(self) -> None:
        _check_choice("system", self.system, system_names())
        _check_choice("oracle", self.oracle, get_args(Oracle))
        if self.policy is not None:
            _check_choice("policy", self.policy, get_args(Policy))
            if self.oracle == "static":
                raise SettingsError("a policy goes with --oracle dynamic; static has one path only")
        if self.iterations < 1:
            raise SettingsError(f"iterations is {self.iterations}; it must be 1 or more")
        if self.k < 0:
            raise SettingsError(f"k is {self.k}; it must be 0 or more")
        if not 0 <= self.p <= 1:
            raise SettingsError(f"p is {self.p}; it is a share from 0 to 1")
        if not 0 <= self.seed < 1 << 63:
            raise SettingsError(f"seed is {self.seed}; it must be from 0 to 2^63 - 1")
        if not self.megabytes > 0:
            raise SettingsError(f"megabytes is {self.megabytes}; it must be more than 0")

    def explores(self, iteration: int) -> bool:
        """Whether training may follow mistakes in an iteration (counted from 1)."""
        explores = self.oracle == "dynamic" and self.policy != "ambiguity"
        return explores and iteration > self.k

    def to_dict(self) -> dict[str, Any]:
        """The settings that shape a model, for its header and the log."""
        settings = asdict(self)
        if self.oracle == "dynamic":
            settings["policy"] = self.policy or "explore"
        for name in ("features", "licence"):
            del settings[name]
        return settings


def _check_choice(name: str, value: str, choices: list[str] | tuple[str, ...]) -> None:
    if value not in choices:
        raise SettingsError(f"{name} is {value!r}; it must be one of {', '.join(choices)}")
