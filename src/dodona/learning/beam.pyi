from collections.abc import Sequence

from dodona.features.extractor import Extractor
from dodona.features.tokens import TokenBatch
from dodona.learning.perceptron import Learner
from dodona.systems.gold import Gold
from dodona.systems.labelled import LabelledTransitions

class BeamLearner(Learner):
    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        tokens: TokenBatch,
        golds: Sequence[Gold],
        *,
        oracle: str,
        seed: int,
        beam: int,
        max_violation: bool,
        restart: bool,
    ) -> None: ...
