"""Training a parser from a treebank, one iteration at a time."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from dodona.errors import ArgumentError, SettingsError, TemplateError
from dodona.linear.clusters import ClusterMarker, WordClusters, read_clusters
from dodona.linear.pruning import freeze
from dodona.parser.beam_learner import BeamLearner
from dodona.parser.corpus import check_has_tree, has_single_roots, prepare
from dodona.parser.extra import ExtraTrees
from dodona.parser.extractor import Extractor
from dodona.parser.gold_trees import GoldTrees
from dodona.parser.greedy_learner import GreedyLearner
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.learner import ParserLearner
from dodona.parser.linear_scorer import LearningScorer
from dodona.parser.model import Header, Model, check_beam
from dodona.parser.parser import Parser
from dodona.parser.scorer import Batch, JoinedBatch
from dodona.parser.settings import Settings
from dodona.parser.templates import (
    CLUSTER_ATTRIBUTES,
    Program,
    compile_templates,
    load_templates,
    look_at,
)
from dodona.systems import parsing_system
from dodona.treebank.conllu import Format, Source, format_of, read_source
from dodona.treebank.mirroring import mirrored
from dodona.treebank.sentence import Sentence

# Sentences learned from in one go; in between Python can show progress and be interrupted.
_STRETCH = 64

# What a model file holds besides its weights, at most.
_HEADER_BYTES = 50_000


class AttachmentScore(Protocol):
    """The shares of words with the right head, and with the right head and label, in percent."""

    @property
    def uas(self) -> float: ...

    @property
    def las(self) -> float: ...


class DevScores(Protocol):
    """What training must know of scores on dev: by their LAS the best iteration is found."""

    @property
    def all_words(self) -> AttachmentScore: ...

    def to_dict(self) -> dict[str, Any]: ...


Evaluate = Callable[[Sequence[Sentence], Sequence[Sentence], Format], DevScores]
"""Scores parsed sentences beside gold ones; the format is that of the training treebank."""


@dataclass(frozen=True)
class Iteration:
    """What is known after one time through the treebank.

    ``mistakes`` is the share of configurations in which the model chose wrongly while learning,
    with a beam that of searches in which it did not come to the right end;
    ``best`` tells whether the scores on dev are the best so far. ``member`` is the name of the
    parser among others that vote.
    """

    number: int
    mistakes: float
    seconds: float
    dev: DevScores | None
    best: bool
    member: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The iteration as a line of the log."""
        return {
            **({"member": self.member} if self.member else {}),
            "iteration": self.number,
            "mistakes": self.mistakes,
            "seconds": round(self.seconds, 3),
            "dev": self.dev.to_dict() if self.dev else None,
            "best": self.best,
        }

    def __str__(self) -> str:
        """The iteration as a line for people."""
        text = f"{self.member}  " if self.member else ""
        text += f"iteration {self.number:>3}  mistakes {100 * self.mistakes:5.2f} %"
        if self.dev:
            score = self.dev.all_words
            text += f"  dev UAS {score.uas:.2f} LAS {score.las:.2f}{'  best' * self.best}"
        return f"{text}  {self.seconds:.1f} s"


class Trainer:
    """Trains a parser: iterate over `run`, then take `parser`.

    With a dev treebank, which needs a function that scores, the best iteration is kept, else the
    last one. `parser` can be called at any time, also after an interruption.

    ``extra`` are sentences with trees made by machine, in lists, which are not kept. An iteration
    goes through the treebank once, and learns from some of these besides, as many as
    ``extra_weight`` says; the next one goes on where it ended.
    """

    def __init__(
        self,
        train: Source,
        dev: Source | None,
        settings: Settings,
        evaluate: Evaluate | None = None,
        extra: Iterable[list[Sentence]] | None = None,
    ) -> None:
        if dev is not None and evaluate is None:
            raise ArgumentError("a dev treebank needs a function that scores what is parsed")
        self._evaluate = evaluate
        self.settings = settings
        reader = read_source(train)
        sentences = list(reader)
        treebank_format = format_of(reader, sentences)
        self.system = parsing_system(
            settings.options["system"],
            single_root=has_single_roots(sentences, treebank_format),
            loss=settings.loss,
        )
        if settings.options["direction"] == "right-to-left":
            sentences = [mirrored(sentence) for sentence in sentences]
        self.corpus = prepare(
            sentences,
            treebank_format,
            self.system,
            settings.nonprojective,
            settings.encoding,
        )
        self.templates = load_templates(settings.features)
        program = compiled_templates(settings)
        transitions = LabelledTransitions(self.system, self.corpus.labels, self.corpus.classes)
        check_beam(settings.options["beam"], transitions.count)
        self._clusters = self._read_clusters()
        scorer = LearningScorer(
            transitions,
            Extractor(program),
            settings.options["least_updates"],
            None if self._clusters is None else ClusterMarker(self._clusters),
        )
        golds = GoldTrees(self.corpus.golds(transitions, self.corpus.sentences))
        batch: Batch = scorer.prepare(self.corpus.sentences)
        self.extra: ExtraTrees | None = None
        if extra is not None:
            self.extra = ExtraTrees(self.corpus, self.system, settings.nonprojective)
            batch = self._add_extra(extra, scorer, batch, golds)
        self._learner = self._make_learner(scorer, batch, golds)
        self._dev = list(read_source(dev)) if dev is not None else None
        for sentence in self._dev or []:
            check_has_tree(sentence)
        self._finished = 0
        self._best: tuple[Parser, DevScores] | None = None

    def _read_clusters(self) -> WordClusters | None:
        """Clusters of words, if templates look at them; they may take half of the room."""
        options = self.settings.options
        if not look_at(self.templates, *CLUSTER_ATTRIBUTES):
            return None
        if options["clusters"] is None:
            raise SettingsError(
                f"the templates of {self.settings.features} look at clusters of words: give some "
                "with `clusters`"
            )
        return WordClusters.of_words(
            read_clusters(options["clusters"]), 1e6 * options["megabytes"] / 2
        )

    def _add_extra(
        self,
        extra: Iterable[list[Sentence]],
        scorer: LearningScorer,
        batch: Batch,
        golds: GoldTrees,
    ) -> Batch:
        """All sentences as one batch; the trees of extra ones are added to the gold ones."""
        assert self.extra is not None
        batches = [batch]
        if self.settings.options["direction"] == "right-to-left":
            extra = ([mirrored(sentence) for sentence in stretch] for stretch in extra)
        for usable in self.extra.choose(extra):
            batches.append(scorer.prepare(usable))
            golds.add(self.corpus.golds(scorer.transitions, usable))
        return JoinedBatch(batches)

    def _make_learner(
        self, scorer: LearningScorer, batch: Batch, golds: GoldTrees
    ) -> ParserLearner:
        settings, options = self.settings, self.settings.options
        if options["beam"] == 1:
            return GreedyLearner(
                scorer, batch, golds, oracle=options["oracle"], seed=options["seed"]
            )
        return BeamLearner(
            scorer,
            batch,
            golds,
            oracle=options["oracle"],
            seed=options["seed"],
            beam=options["beam"],
            max_violation=settings.update == "max-violation",
            restart=settings.restart,
        )

    def run(
        self, progress: Callable[[int], object] = lambda sentences: None
    ) -> Iterator[Iteration]:
        """Learn; yields after each iteration. ``progress`` hears how many sentences were used."""
        first_extra = len(self.corpus.sentences)
        order = list(range(first_extra))
        turns = self._turns()
        for number in range(1, self.settings.iterations + 1):
            start = time.perf_counter()
            steps, mistakes = self._learner.steps, self._learner.mistakes
            order = [sentence for sentence in order if sentence < first_extra] + next(turns)
            self._learner.shuffle(order)
            for first in range(0, len(order), _STRETCH):
                stretch = order[first : first + _STRETCH]
                self._learner.learn(
                    stretch, self.settings.explores(number), self.settings.options["p"]
                )
                progress(len(stretch))
            self._finished = number
            seconds = time.perf_counter() - start
            steps, mistakes = self._learner.steps - steps, self._learner.mistakes - mistakes
            dev, best = self._score()
            yield Iteration(number, mistakes / max(steps, 1), seconds, dev, best)

    @property
    def iterations(self) -> int:
        """How often training goes through the treebank."""
        return self.settings.iterations

    @property
    def sentences(self) -> int:
        """How many sentences an iteration learns from."""
        return len(self.corpus.sentences) + self._extra_sentences

    @property
    def _extra_sentences(self) -> int:
        """How many of them are extra ones."""
        if self.extra is None:
            return 0
        wanted = round(self.settings.extra_weight * len(self.corpus.sentences))
        return min(wanted, self.extra.sentences)

    def _turns(self) -> Iterator[list[int]]:
        """For each iteration its extra sentences: all of them in turn, in a random order."""
        count = self._extra_sentences
        first = len(self.corpus.sentences)
        order = list(range(first, first + (self.extra.sentences if self.extra else 0)))
        self._learner.shuffle(order)
        place = 0
        while True:
            yield [order[i % len(order)] for i in range(place, place + count)]
            place += count

    @property
    def has_parser(self) -> bool:
        """Whether at least one iteration is finished."""
        return self._finished > 0

    def parser(self) -> Parser:
        """The parser of the best iteration so far, or of the weights as they are now."""
        return self._best[0] if self._best else self._freeze()

    def parts(self) -> dict[str, Any]:
        """The parts of a pipeline that were trained, by their names."""
        return {"parser": self.parser()}

    def _score(self) -> tuple[DevScores | None, bool]:
        """Score the weights as they are on dev, and keep them if they are the best so far."""
        if self._dev is None or self._evaluate is None:
            return None, False
        parser = self._freeze()
        parsed = parser.parse_batch(self._dev)
        scores = self._evaluate(self._dev, parsed, self.corpus.treebank_format)
        better = self._best is None or scores.all_words.las > self._best[1].all_words.las
        if better:
            self._best = (parser.with_scores({"dev": scores.to_dict()}), scores)
        return scores, better

    def _freeze(self) -> Parser:
        """A parser with the averaged weights as they are now."""
        corpus = self.corpus
        room = 1e6 * self.settings.options["megabytes"] - _HEADER_BYTES
        clusters = self._clusters
        if clusters is not None:
            room -= clusters.byte_count
        weights, threshold = freeze(self._learner.weights, room)
        training = self.settings.to_dict() | {
            "iteration": self._finished,
            "sentences": len(corpus.sentences),
            "words": corpus.words,
            "least_weight": threshold,
            "nonprojective_sentences": corpus.nonprojective,
        }
        if clusters is not None:
            training |= clusters.counts()
        if self.extra is not None:
            training["extra"] = self.extra.to_dict() | {"weight": self.settings.extra_weight}
        header = Header(
            system=self.settings.options["system"],
            single_root=corpus.single_root,
            treebank_format=corpus.treebank_format,
            labels=corpus.labels,
            classes=corpus.classes,
            templates=self.templates,
            beam=self.settings.options["beam"],
            training=training,
            tags=corpus.tags,
            licence=self.settings.options["licence"],
            encoding=asdict(corpus.encoding) if corpus.encoding else {},
            direction=self.settings.options["direction"],
        )
        return Parser(Model(header, weights, clusters))


def compiled_templates(settings: Settings) -> Program:
    """The feature templates of a parser; `TemplateError` if they are not for its system."""
    names = parsing_system(settings.options["system"]).focus_names
    try:
        return compile_templates(load_templates(settings.features), names)
    except TemplateError as error:
        raise TemplateError(f"{settings.features}: {error}") from None
