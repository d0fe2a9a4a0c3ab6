"""Training a linear parser from a treebank."""

from collections.abc import Iterable
from typing import Any

from dodona.errors import SettingsError, TemplateError
from dodona.linear.clusters import ClusterMarker, WordClusters, read_clusters
from dodona.linear.pruning import freeze
from dodona.parser.base_trainer import BaseTrainer, Evaluate, Progress
from dodona.parser.beam_learner import BeamLearner
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
from dodona.treebank.conllu import Source
from dodona.treebank.sentence import Sentence

# Sentences learned from in one go; in between Python can show progress and be interrupted.
_STRETCH = 64

# What a model file holds besides its weights, at most.
_HEADER_BYTES = 50_000


class Trainer(BaseTrainer):
    """Trains a linear parser.

    ``extra`` are sentences with trees made by machine, in lists, which are not kept.
    """

    def __init__(
        self,
        train: Source,
        dev: Source | None,
        settings: Settings,
        evaluate: Evaluate | None = None,
        extra: Iterable[list[Sentence]] | None = None,
    ) -> None:
        super().__init__(train, dev, settings, evaluate)
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
        if extra is not None:
            batches = [batch]
            for usable in self._choose_extra(extra):
                batches.append(scorer.prepare(usable))
                golds.add(self.corpus.golds(transitions, usable))
            batch = JoinedBatch(batches)
        self._learner = self._make_learner(scorer, batch, golds)
        self._order = list(range(len(self.corpus.sentences)))
        self._turns = self._extra_turns(self._learner.shuffle)

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

    def _learn(self, number: int, progress: Progress) -> tuple[int, int]:
        steps, mistakes = self._learner.steps, self._learner.mistakes
        first_extra = len(self.corpus.sentences)
        self._order = [i for i in self._order if i < first_extra] + next(self._turns)
        self._learner.shuffle(self._order)
        for first in range(0, len(self._order), _STRETCH):
            stretch = self._order[first : first + _STRETCH]
            self._learner.learn(stretch, self.settings.explores(number), self.settings.options["p"])
            progress(len(stretch))
        return self._learner.steps - steps, self._learner.mistakes - mistakes

    def _freeze(self) -> Parser:
        """A parser with the averaged weights as they are now."""
        room = 1e6 * self.settings.options["megabytes"] - _HEADER_BYTES
        clusters = self._clusters
        if clusters is not None:
            room -= clusters.byte_count
        weights, threshold = freeze(self._learner.weights, room)
        training: dict[str, Any] = {"least_weight": threshold}
        if clusters is not None:
            training |= clusters.counts()
        header = Header(**self._header_values(training), beam=self.settings.options["beam"])
        return Parser(Model(header, weights, clusters))


def compiled_templates(settings: Settings) -> Program:
    """The feature templates of a parser; `TemplateError` if they are not for its system."""
    names = parsing_system(settings.options["system"]).focus_names
    try:
        return compile_templates(load_templates(settings.features), names)
    except TemplateError as error:
        raise TemplateError(f"{settings.features}: {error}") from None
