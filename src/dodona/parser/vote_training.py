"""Training several parsers that vote, one after the other."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dodona.parser.base_trainer import DevScores, Evaluate, Iteration
from dodona.parser.corpus import Corpus
from dodona.parser.extra import ExtraTrees
from dodona.parser.parser import Parser
from dodona.parser.settings import Settings
from dodona.parser.trainers import new_trainer
from dodona.parser.training import Trainer, compiled_templates
from dodona.parser.voting import VotingParser
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from dodona.parser.neural_training import NeuralTrainer


@dataclass(frozen=True)
class Vote:
    """How good parsers are together, after all of them are trained."""

    members: int
    dev: DevScores

    def to_dict(self) -> dict[str, Any]:
        """The vote as a line of the log."""
        return {"vote": self.members, "dev": self.dev.to_dict()}

    def __str__(self) -> str:
        """The vote as a line for people."""
        score = self.dev.all_words
        return f"vote of {self.members}  dev UAS {score.uas:.2f} LAS {score.las:.2f}"


class VotingTrainer:
    """Trains parsers that vote: iterate over `run`, then take `parser`, as with a `Trainer`.

    There is one for each of the settings. Only one of them is in memory with all that it learns,
    and ``sentences`` is how many an iteration of it learns from.
    ``extra``, trees made by machine in lists, are gone through for each of them.
    """

    def __init__(
        self,
        train: list[Sentence],
        dev: list[Sentence] | None,
        members: list[Settings],
        evaluate: Evaluate,
        extra: Iterable[list[Sentence]] | None = None,
    ) -> None:
        for settings in members:
            compiled_templates(settings)  # before the work of training begins
        self._train, self._dev = train, dev
        self._extra = extra
        self._members = members
        self._evaluate = evaluate
        self._finished: list[Parser] = []
        self._scores: dict[str, Any] = {}
        self._trainer: Trainer | None = self._make_trainer()
        self.corpus: Corpus = self._trainer.corpus
        self.extra: ExtraTrees | None = self._trainer.extra
        self.sentences: int = self._trainer.sentences

    def _make_trainer(self) -> Trainer:
        """The trainer of the next parser."""
        settings = self._members[len(self._finished)]
        return Trainer(self._train, self._dev, settings, self._evaluate, self._extra)

    def run(
        self, progress: Callable[[int], object] = lambda sentences: None
    ) -> Iterator[Iteration | Vote]:
        """Learn; yields after each iteration of each parser, and at last what dev says of all."""
        for settings in self._members:
            self._trainer = self._trainer or self._make_trainer()
            for iteration in self._trainer.run(progress):
                yield replace(iteration, member=settings.name)
            parser = self._trainer.parser()
            self._trainer = None
            self._finished.append(parser)
        if self._dev is not None:
            parsed = self.parser().parse_batch(self._dev)
            scores = self._evaluate(self._dev, parsed, self.corpus.treebank_format)
            self._scores = {"dev": scores.to_dict()}
            yield Vote(len(self._finished), scores)

    @property
    def has_parser(self) -> bool:
        """Whether at least one iteration of one parser is finished."""
        return bool(self._parsers())

    def parser(self) -> Parser | VotingParser:
        """Those that are there so far: one alone, or several that vote."""
        parsers = self._parsers()
        return parsers[0] if len(parsers) == 1 else VotingParser(parsers, self._scores)

    def parts(self) -> dict[str, Any]:
        """The parts of a pipeline that were trained, by their names."""
        return {"parser": self.parser()}

    @property
    def iterations(self) -> int:
        """How often training goes through the treebank, for all parsers together."""
        return sum(settings.iterations for settings in self._members)

    def _parsers(self) -> list[Parser]:
        if self._trainer is None or not self._trainer.has_parser:
            return self._finished
        return [*self._finished, self._trainer.parser()]


def make_trainer(
    train: list[Sentence],
    dev: list[Sentence] | None,
    members: list[Settings],
    evaluate: Evaluate,
    extra: Iterable[list[Sentence]] | None = None,
) -> "Trainer | NeuralTrainer | VotingTrainer":
    """What trains one parser, or several that vote; ``extra`` are trees made by machine."""
    if len(members) == 1:
        return new_trainer(train, dev, members[0], evaluate, extra)
    return VotingTrainer(train, dev, members, evaluate, extra)
