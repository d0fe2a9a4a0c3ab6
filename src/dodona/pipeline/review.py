"""Which arcs of a treebank parsers contradict that were trained on the rest of it."""

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from dodona.evaluation.doubts import Doubt, Review, find_doubts
from dodona.evaluation.scores import evaluate_dev
from dodona.keywords import complete
from dodona.options import ReviewOptions
from dodona.parser.settings import member_settings
from dodona.parser.vote_training import VotingTrainer
from dodona.parser.voting import VotingParser
from dodona.pipeline.jackknife import jackknife
from dodona.systems import get_system
from dodona.treebank.conllu import Source, format_of, read_source
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from typing_extensions import Unpack

Progress = Callable[[int], object]
Trees = list[list[tuple[int, str]]]

_USUAL = ("arc-eager", "arc-standard", "arc-standard:reversed")


class Reviewer:
    """Trains parsers by cross-validation and asks them about a treebank: see `review`."""

    def __init__(self, treebank: Source, **options: "Unpack[ReviewOptions]") -> None:
        self.options = chosen = complete(ReviewOptions, options)
        self._members = member_settings(
            vote=list(chosen["vote"] or _USUAL),
            iterations=chosen["iterations"],
            seed=chosen["seed"],
        )
        reader = read_source(treebank)
        self._sentences = list(reader)
        self.treebank_format = format_of(reader, self._sentences)

    @property
    def work(self) -> int:
        """How many sentences `run` will tell of, each as often as it is learned from."""
        times = sum(settings.iterations for settings in self._members)
        return len(self._sentences) * (self.options["folds"] - 1) * times

    def run(self, progress: Progress = lambda sentences: None) -> Review:
        """Train, parse and compare; ``progress`` hears how many sentences were learned from."""
        options = self.options
        lock = Lock()

        def told(sentences: int) -> None:
            with lock:
                progress(sentences)

        def learn(sentences: list[Sentence]) -> Callable[[list[Sentence]], list[Trees]]:
            trainer = VotingTrainer(sentences, None, self._members, evaluate_dev)
            for _ in trainer.run(told):
                pass
            parser = trainer.parser()
            assert isinstance(parser, VotingParser)
            return lambda others: list(parser.ballots(others))

        found = jackknife(
            self._sentences,
            learn,
            folds=options["folds"],
            seed=options["seed"],
            threads=options["threads"],
        )
        return Review(
            self._sentences,
            self.treebank_format,
            self._doubts(found),
            [settings.name for settings in self._members],
            options["folds"],
        )

    def _doubts(self, found: list[Trees]) -> list[Doubt]:
        systems = [get_system(settings.options["system"]) for settings in self._members]
        crossing = not all(system.projective for system in systems)
        disputed = self.options["disputed"]
        return [
            doubt
            for sentence, trees in zip(self._sentences, found, strict=True)
            for doubt in find_doubts(sentence, trees, disputed=disputed, crossing=crossing)
        ]


def review(
    treebank: Source,
    *,
    progress: Progress = lambda sentences: None,
    **options: "Unpack[ReviewOptions]",
) -> Review:
    """The arcs of a treebank that all of several parsers contradict, which may be mistakes.

    >>> found = dodona.review("treebank.conllu", folds=5, threads=2)     # doctest: +SKIP
    >>> print(found.to_text())                                          # doctest: +SKIP
    >>> dodona.write_conllu(found.marked(), "marked.conllu")            # doctest: +SKIP

    The treebank, a path or sentences, is divided into parts at random; each part is parsed by
    parsers that learned from the others, with the tags that it has.
    """
    return Reviewer(treebank, **options).run(progress)
