"""The settings of a training run."""

from dataclasses import dataclass
from typing import Literal, get_args

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
                cost only; ``explore``, after ``k`` iterations also the model's own mistakes, but
                for a share ``p`` of them
    iterations  how often to go through the treebank
    seed        determines the order of the sentences and all random choices
    features    a file of feature templates, or the name of one that comes with Dodona
    prune       weights nearer to zero than this are left out of the model
    licence     the licence of the training data, for the model's header
    """

    system: str = "arc-eager"
    oracle: Oracle = "dynamic"
    policy: Policy = "explore"
    k: int = 2
    p: float = 0.1
    iterations: int = 15
    seed: int = 1
    features: str = "zhang-nivre-feats"
    prune: float = 1.0
    licence: str = ""

    def __post_init__(self) -> None:
        _check_choice("system", self.system, system_names())
        _check_choice("oracle", self.oracle, get_args(Oracle))
        _check_choice("policy", self.policy, get_args(Policy))
        if self.iterations < 1:
            raise SettingsError(f"iterations is {self.iterations}; it must be 1 or more")
        if self.k < 0:
            raise SettingsError(f"k is {self.k}; it must be 0 or more")
        if not 0 <= self.p <= 1:
            raise SettingsError(f"p is {self.p}; it is a share from 0 to 1")
        if not 0 <= self.seed < 1 << 63:
            raise SettingsError(f"seed is {self.seed}; it must be from 0 to 2^63 - 1")
        if self.prune < 0:
            raise SettingsError(f"prune is {self.prune}; it must be 0 or more")

    def explores(self, iteration: int) -> bool:
        """Whether training may follow mistakes in an iteration (counted from 1)."""
        return self.oracle == "dynamic" and self.policy == "explore" and iteration > self.k


def _check_choice(name: str, value: str, choices: list[str] | tuple[str, ...]) -> None:
    if value not in choices:
        raise SettingsError(f"{name} is {value!r}; it must be one of {', '.join(choices)}")
