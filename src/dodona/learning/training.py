"""Training a parser from a treebank, one iteration at a time."""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from dodona.errors import TemplateError
from dodona.evaluation.scores import Evaluation, default_label_rule, evaluate
from dodona.features.extractor import Extractor
from dodona.features.templates import compile_templates, load_templates
from dodona.learning.beam import BeamLearner
from dodona.learning.corpus import check_has_tree, prepare
from dodona.learning.perceptron import Learner
from dodona.learning.pruning import freeze
from dodona.learning.settings import Settings
from dodona.parsing.model import Header, Model
from dodona.parsing.parser import Parser
from dodona.systems import parsing_system
from dodona.systems.labelled import LabelledTransitions
from dodona.treebank.conllu import Source, format_of, read_source

# Sentences learned from in one go; in between Python can show progress and be interrupted.
_STRETCH = 64

# What a model file holds besides its weights, at most.
_HEADER_BYTES = 50_000


@dataclass(frozen=True)
class Iteration:
    """What is known after one time through the treebank.

    ``mistakes`` is the share of configurations in which the model chose wrongly while learning,
    with a beam that of searches in which it did not come to the right end;
    ``best`` tells whether the scores on dev are the best so far.
    """

    number: int
    mistakes: float
    seconds: float
    dev: Evaluation | None
    best: bool

    def to_dict(self) -> dict[str, Any]:
        """The iteration as a line of the log."""
        return {
            "iteration": self.number,
            "mistakes": self.mistakes,
            "seconds": round(self.seconds, 3),
            "dev": self.dev.to_dict() if self.dev else None,
            "best": self.best,
        }


class Trainer:
    """Trains a parser: iterate over `run`, then take `parser`.

    With a dev treebank the best iteration is kept, else the last one. `parser` can be called at
    any time, also after an interruption.
    """

    def __init__(self, train: Source, dev: Source | None, settings: Settings) -> None:
        self.settings = settings
        self.system = parsing_system(settings.system, loss=settings.chosen_loss)
        reader = read_source(train)
        sentences = list(reader)
        self.corpus = prepare(
            sentences,
            format_of(reader, sentences),
            self.system,
            settings.chosen_nonprojective,
            settings.chosen_encoding,
        )
        self.templates = load_templates(settings.chosen_features)
        try:
            program = compile_templates(self.templates, self.system.focus_names)
        except TemplateError as error:
            raise TemplateError(f"{settings.chosen_features}: {error}") from None
        extractor = Extractor(program)
        transitions = LabelledTransitions(self.system, self.corpus.labels, self.corpus.classes)
        self._learner = self._make_learner(transitions, extractor)
        self._dev = list(read_source(dev)) if dev is not None else None
        for sentence in self._dev or []:
            check_has_tree(sentence)
        self._finished = 0
        self._best: tuple[Parser, Evaluation] | None = None

    def _make_learner(self, transitions: LabelledTransitions, extractor: Extractor) -> Learner:
        settings = self.settings
        tokens, golds = self.corpus.tokens(), self.corpus.golds(transitions)
        if settings.beam == 1:
            return Learner(
                transitions, extractor, tokens, golds, oracle=settings.oracle, seed=settings.seed
            )
        return BeamLearner(
            transitions,
            extractor,
            tokens,
            golds,
            oracle=settings.oracle,
            seed=settings.seed,
            beam=settings.beam,
            max_violation=settings.chosen_update == "max-violation",
            restart=settings.chosen_restart,
        )

    def run(
        self, progress: Callable[[int], object] = lambda sentences: None
    ) -> Iterator[Iteration]:
        """Learn; yields after each iteration. ``progress`` hears how many sentences were used."""
        order = list(range(len(self.corpus.sentences)))
        for number in range(1, self.settings.chosen_iterations + 1):
            start = time.perf_counter()
            steps, mistakes = self._learner.steps, self._learner.mistakes
            self._learner.shuffle(order)
            for first in range(0, len(order), _STRETCH):
                stretch = order[first : first + _STRETCH]
                self._learner.learn(stretch, self.settings.explores(number), self.settings.p)
                progress(len(stretch))
            self._finished = number
            seconds = time.perf_counter() - start
            steps, mistakes = self._learner.steps - steps, self._learner.mistakes - mistakes
            dev, best = self._evaluate()
            yield Iteration(number, mistakes / max(steps, 1), seconds, dev, best)

    @property
    def has_parser(self) -> bool:
        """Whether at least one iteration is finished."""
        return self._finished > 0

    def parser(self) -> Parser:
        """The parser of the best iteration so far, or of the weights as they are now."""
        return self._best[0] if self._best else self._freeze()

    def _evaluate(self) -> tuple[Evaluation | None, bool]:
        """Score the weights as they are on dev, and keep them if they are the best so far."""
        if self._dev is None:
            return None, False
        parser = self._freeze()
        rule = default_label_rule(self.corpus.treebank_format)
        scores = evaluate(self._dev, parser.parse_batch(self._dev), rule)
        better = self._best is None or scores.all_words.las > self._best[1].all_words.las
        if better:
            self._best = (parser.with_scores({"dev": scores.to_dict()}), scores)
        return scores, better

    def _freeze(self) -> Parser:
        """A parser with the averaged weights as they are now."""
        corpus = self.corpus
        room = 1e6 * self.settings.megabytes - _HEADER_BYTES
        weights, threshold = freeze(self._learner.weights, room)
        training = self.settings.to_dict() | {
            "iteration": self._finished,
            "sentences": len(corpus.sentences),
            "words": corpus.words,
            "least_weight": threshold,
            "nonprojective_sentences": corpus.nonprojective,
        }
        header = Header(
            system=self.settings.system,
            single_root=corpus.single_root,
            treebank_format=corpus.treebank_format,
            labels=corpus.labels,
            classes=corpus.classes,
            templates=self.templates,
            beam=self.settings.beam,
            training=training,
            tags=corpus.tags,
            licence=self.settings.licence,
            encoding=asdict(corpus.encoding) if corpus.encoding else {},
        )
        return Parser(Model(header, weights))


def train(
    train: Source,
    dev: Source | None = None,
    *,
    progress: Callable[[int], object] = lambda sentences: None,
    report: Callable[[Iteration], object] = lambda iteration: None,
    **settings: Any,
) -> Parser:
    """Train a parser from a treebank: a path, or sentences.

    >>> parser = dodona.train("train.conllu", "dev.conllu", seed=7)     # doctest: +SKIP
    >>> parser.save("model.dodona")                                     # doctest: +SKIP

    ``settings`` are those of `dodona.learning.settings.Settings`. ``report`` is called with each
    finished `Iteration`, ``progress`` with the number of sentences used since the last call. With
    a dev treebank the parser of the best iteration is returned, else that of the last.
    """
    trainer = Trainer(train, dev, Settings(**settings))
    for iteration in trainer.run(progress):
        report(iteration)
    return trainer.parser()
