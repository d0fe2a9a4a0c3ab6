"""Training all parts of a pipeline from one treebank."""

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dodona.errors import SettingsError
from dodona.evaluation.conll18 import MetricName, evaluate_ud
from dodona.features.templates import load_templates
from dodona.learning.corpus import Corpus
from dodona.learning.settings import Settings
from dodona.learning.training import Iteration, Trainer
from dodona.pipeline.pipeline import PARTS, Pipeline
from dodona.tagging import (
    LemmatizerSettings,
    TaggerSettings,
    jackknife,
    train_lemmatizer,
    train_tagger,
)
from dodona.tagging.clusters import read_clusters
from dodona.tagging.jackknife import Predict, Train
from dodona.tokenizing import TokenizerSettings, train_tokenizer
from dodona.treebank.conllu import Source, format_of, read_source
from dodona.treebank.sentence import Sentence

Progress = Callable[[int], object]

_METRICS: dict[str, tuple[MetricName, ...]] = {
    "tagger": ("UPOS", "XPOS", "UFeats"),
    "lemmatizer": ("Lemmas",),
    "parser": ("UAS", "LAS"),
}


@dataclass(frozen=True)
class Step:
    """A part of a pipeline, or what it needs, that is finished."""

    name: str
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The step as a line of the log."""
        return {"step": self.name, "seconds": round(self.seconds, 3)}


class PipelineTrainer:
    """Trains the parts of a pipeline, one after the other: iterate over `run`, take `pipeline`.

    The tokeniser and the tagger learn from the treebank as it is. Lemmatiser and parser learn from
    tags that were predicted by ``folds`` taggers, each of which has not seen the sentences it tags,
    since they will never get better ones; with 0 folds they learn from the tags of the treebank.
    Without ``parts`` all are trained but for those that the treebank has nothing for.
    ``settings`` are those of the parser; ``about`` goes into the model's header. ``clusters`` is a
    file of clusters of words, as `TaggerSettings` takes it.
    """

    def __init__(
        self,
        train: Source,
        dev: Source | None = None,
        settings: Settings | None = None,
        *,
        parts: Collection[str] | None = None,
        folds: int = 4,
        about: Mapping[str, Any] | None = None,
        clusters: str | os.PathLike[str] | None = None,
    ) -> None:
        reader = read_source(train)
        self._train = list(reader)
        self._is_ud = format_of(reader, self._train) == "conllu"
        self._dev = list(read_source(dev)) if dev is not None else None
        parts = _possible_parts(self._train) if parts is None else parts
        unknown = [name for name in parts if name not in PARTS]
        if unknown or not parts:
            named = ", ".join(unknown) or "no part"
            raise SettingsError(f"{named} cannot be trained; the parts are {', '.join(PARTS)}")
        if folds < 0 or folds == 1:
            raise SettingsError(f"the number of folds is {folds}; it must be 0, or 2 or more")
        if clusters is not None and "tagger" not in parts:
            raise SettingsError("clusters are for the tagger, which is not among the parts")
        self.settings = settings or Settings()
        self.parts = [name for name in PARTS if name in parts]
        self._folds = folds if "tagger" in parts else 0
        self._about = dict(about or {})
        seed = self.settings.seed
        self._tokenizer_settings = TokenizerSettings(seed=seed)
        self._tagger_settings = TaggerSettings(
            seed=seed, clusters=None if clusters is None else read_clusters(clusters)
        )
        self._lemmatizer_settings = LemmatizerSettings(seed=seed)
        self._pipeline = Pipeline()
        self._trainer: Trainer | None = None
        if "parser" in parts and not self._needs_predicted_tags:
            self._trainer = Trainer(self._train, self._dev, self.settings)

    @property
    def sentences(self) -> int:
        """How many sentences there are to learn from."""
        return len(self._train)

    @property
    def corpus(self) -> Corpus | None:
        """What the parser learns from, if that is known before the other parts are trained."""
        return self._trainer.corpus if self._trainer is not None else None

    @property
    def work(self) -> int:
        """How many sentences `run` will tell of, each as often as it is learned from."""
        every = len(self._train)
        tagging = every * self._tagger_settings.iterations
        usable = len(self.corpus.sentences) if self.corpus else every
        work = {
            "tokenizer": every * self._tokenizer_settings.iterations,
            "tagger": tagging * (self._folds if self._needs_predicted_tags else 1),
            "lemmatizer": every * (self._folds if self._needs_predicted_lemmas else 1),
            "parser": usable * self.settings.chosen_iterations,
        }
        return sum(work[name] for name in self.parts)

    @property
    def _needs_predicted_tags(self) -> bool:
        return self._folds > 0 and not {"lemmatizer", "parser"}.isdisjoint(self.parts)

    @property
    def _needs_predicted_lemmas(self) -> bool:
        """Whether the parser looks at lemmas, and the lemmatiser is there to predict them."""
        if self._folds == 0 or not {"lemmatizer", "parser"} <= set(self.parts):
            return False
        templates = load_templates(self.settings.chosen_features)
        return any(atom.endswith(".m") for template in templates for atom in template.split())

    def run(self, progress: Progress = lambda sentences: None) -> Iterator[Step | Iteration]:
        """Train; yields each finished step, and of the parser each iteration.

        ``progress`` hears how many sentences were learned from.
        """
        sentences = self._train
        start = time.perf_counter()

        def finished(name: str) -> Step:
            nonlocal start
            before, start = start, time.perf_counter()
            return Step(name, start - before)

        if "tokenizer" in self.parts:
            tokenizer = train_tokenizer(sentences, self._tokenizer_settings, progress=progress)
            self._add(tokenizer=tokenizer)
            yield finished("tokenizer")
        if "tagger" in self.parts:
            self._add(tagger=train_tagger(sentences, self._tagger_settings, progress=progress))
            yield finished("tagger")
        if self._needs_predicted_tags:
            sentences = self._predicted(self._tag_as_learned(progress), sentences)
            yield finished("jack-knifed tags")
        if "lemmatizer" in self.parts:
            self._add(lemmatizer=train_lemmatizer(sentences, self._lemmatizer_settings))
            progress(len(sentences))
            yield finished("lemmatizer")
        if self._needs_predicted_lemmas:
            sentences = self._predicted(self._lemmatize_as_learned(progress), sentences)
            yield finished("jack-knifed lemmas")
        if "parser" in self.parts:
            yield from self._train_parser(sentences, progress)

    def _add(self, **parts: Any) -> None:
        have = {name: getattr(self._pipeline, name) for name in PARTS}
        self._pipeline = Pipeline(**{**have, **parts})

    def _predicted(self, learn: Train, sentences: list[Sentence]) -> list[Sentence]:
        return jackknife(sentences, learn, folds=self._folds, seed=self.settings.seed)

    def _tag_as_learned(self, progress: Progress) -> Train:
        def learn(sentences: list[Sentence]) -> Predict:
            return train_tagger(sentences, self._tagger_settings, progress=progress).tag_batch

        return learn

    def _lemmatize_as_learned(self, progress: Progress) -> Train:
        def learn(sentences: list[Sentence]) -> Predict:
            lemmatizer = train_lemmatizer(sentences, self._lemmatizer_settings)
            progress(len(sentences))
            return lemmatizer.lemmatize_batch

        return learn

    def _train_parser(self, sentences: list[Sentence], progress: Progress) -> Iterator[Iteration]:
        if self._trainer is None:
            dev = self._dev
            if dev is not None:
                dev = list(self._pipeline.parse(dev, retag=True))
            self._trainer = Trainer(sentences, dev, self.settings)
        yield from self._trainer.run(progress)

    @property
    def has_pipeline(self) -> bool:
        """Whether all parts are there, also if the parser could still become better."""
        if "parser" in self.parts:
            return self._trainer is not None and self._trainer.has_parser
        return set(self._pipeline.parts) == set(self.parts)

    def pipeline(self) -> Pipeline:
        """The pipeline, with its scores on dev in ``about`` if there is a dev treebank."""
        if self._trainer is not None:
            self._add(parser=self._trainer.parser())
        about = dict(self._about)
        if self._dev and self._is_ud and self.parts not in (["tokenizer"], ["parser"]):
            about["scores_on_dev"] = self._scores(self._dev)
        self._pipeline.about = about
        return self._pipeline

    def _scores(self, dev: list[Sentence]) -> dict[str, float]:
        """What all parts after the tokeniser do, with the words as they are in the treebank."""
        retag = not {"tagger", "lemmatizer"}.isdisjoint(self.parts)
        found = evaluate_ud(dev, self._pipeline.parse(dev, retag=retag))
        names = [name for part in self.parts for name in _METRICS.get(part, ())]
        return {name: round(found[name].f1, 2) for name in names}


def _possible_parts(sentences: list[Sentence]) -> list[str]:
    """The parts that can be learned from sentences: some treebanks have no tags, or no lemmas."""
    missing = set()
    if not any({*s.upos, *s.xpos, *s.feats} - {"_"} for s in sentences):
        missing.add("tagger")
    if not any(sentence.has_lemmas for sentence in sentences):
        missing.add("lemmatizer")
    return [name for name in PARTS if name not in missing]


def train_pipeline(
    train: Source,
    dev: Source | None = None,
    *,
    parts: Collection[str] | None = None,
    folds: int = 4,
    about: Mapping[str, Any] | None = None,
    clusters: str | os.PathLike[str] | None = None,
    progress: Progress = lambda sentences: None,
    report: Callable[[Step | Iteration], object] = lambda step: None,
    **settings: Any,
) -> Pipeline:
    """Train a tokeniser, a tagger, a lemmatiser and a parser from a treebank.

    >>> nlp = dodona.train_pipeline("train.conllu", "dev.conllu")       # doctest: +SKIP
    >>> nlp.save("model.dodona")                                        # doctest: +SKIP

    The arguments are those of `PipelineTrainer`; ``settings`` are those of the parser.
    """
    trainer = PipelineTrainer(
        train,
        dev,
        Settings(**settings),
        parts=parts,
        folds=folds,
        about=about,
        clusters=clusters,
    )
    for step in trainer.run(progress):
        report(step)
    return trainer.pipeline()
