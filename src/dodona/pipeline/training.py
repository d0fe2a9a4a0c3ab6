"""Training all parts of a pipeline from one treebank."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from dodona.errors import SettingsError
from dodona.evaluation.conll18 import MetricName, evaluate_ud
from dodona.evaluation.scores import evaluate_dev
from dodona.keywords import complete, describe
from dodona.lemmatizer import LemmatizerSettings, train_lemmatizer
from dodona.linear.clusters import read_clusters
from dodona.options import PartName, PipelineOptions, TrainingOptions
from dodona.parser.base_trainer import Iteration
from dodona.parser.choosing import AUTO, Choice, choose_system
from dodona.parser.corpus import Corpus
from dodona.parser.extra import ExtraTrees
from dodona.parser.settings import member_settings
from dodona.parser.templates import load_templates, look_at
from dodona.parser.training import Trainer
from dodona.parser.vote_training import Vote, VotingTrainer, make_trainer
from dodona.pipeline.extra import ExtraSentences
from dodona.pipeline.jackknife import Predict, jackknife, predict_with
from dodona.pipeline.pipeline import PARTS, Pipeline
from dodona.tagger import TaggerSettings, train_tagger
from dodona.threads import map_in_order
from dodona.tokenizer import TokenizerSettings, train_tokenizer
from dodona.treebank.conllu import Source, format_of, read_source
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from dodona.parser.neural_training import NeuralTrainer
    from dodona.pipeline.neural import JointTrainer

Progress = Callable[[int], object]
StepListener = Callable[["Step | Iteration | Vote"], object]

_METRICS: dict[str, tuple[MetricName, ...]] = {
    "tagger": ("UPOS", "XPOS", "UFeats"),
    "lemmatizer": ("Lemmas",),
    "parser": ("UAS", "LAS"),
}

# What a linear tagger needs beside an encoder; with more it votes no better.
_VOTING_TAGGER_MEGABYTES = 2.0


@dataclass(frozen=True)
class Step:
    """A part of a pipeline, or what it needs, that is finished."""

    name: str
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The step as a line of the log."""
        return {"step": self.name, "seconds": round(self.seconds, 3)}

    def __str__(self) -> str:
        """The step as a line for people."""
        return f"{self.name}  {self.seconds:.1f} s"


class PipelineTrainer:
    """Trains the parts of a pipeline, the parser last: iterate over `run`, take `pipeline`.

    Tokeniser, tagger and lemmatiser learn from the treebank as it is. The parser learns from tags,
    and from lemmas if it looks at them, that were predicted by models (``jackknife`` says how many)
    each of which has not seen the sentences it predicts them for, since it will never get better
    ones. Without ``parts`` all are trained but for those that the treebank has nothing for.
    ``members`` are the settings of the parser, or of each of those that vote. ``choice`` is the
    system that suits the treebank, if the choice was left to it (``system="auto"``).

    A neural parser has an encoder that predicts tags too; with the tagger it votes on them.

    ``extra`` are trees made by machine, from which the parser learns besides; the other parts do
    not. The tags of extra sentences, and lemmas if the parser looks at them, are predicted by the
    tagger and the lemmatiser of the pipeline; without a tagger they are used as they are. A neural
    pipeline looks at no tags, and learns those of the treebank only.
    ``about`` goes into the model's header, as do ``licence`` and ``attribution``.
    """

    def __init__(
        self,
        train: Source,
        dev: Source | None = None,
        *,
        extra: Source | None = None,
        about: Mapping[str, Any] | None = None,
        **options: "Unpack[PipelineOptions]",
    ) -> None:
        chosen = complete(PipelineOptions, options)
        if chosen["jackknife"] == 1:
            raise SettingsError("`jackknife` is 1; it must be 0, or 2 or more")
        reader = read_source(train, partial=True)
        self._train = list(reader)
        self._is_ud = format_of(reader, self._train) == "conllu"
        self.choice: Choice | None = None
        if chosen["system"] == AUTO:
            self.choice = choose_system(self._train)
            options = self.choice.settle(options)
            chosen = complete(PipelineOptions, options)
        self._dev = list(read_source(dev)) if dev is not None else None
        parts = _possible_parts(self._train) if chosen["parts"] is None else chosen["parts"]
        if not parts:
            raise SettingsError(f"there is no part to train; the parts are {', '.join(PARTS)}")
        self.parts = [name for name in PARTS if name in parts]
        if extra is None and chosen["extra_weight"] is not None:
            raise SettingsError("`extra_weight` is for extra trees, and there are none")
        if extra is not None and "parser" not in parts:
            raise SettingsError("extra trees are for the parser, which is not among the `parts`")
        self._extra: ExtraSentences | None = None
        if extra is not None:
            self._extra = ExtraSentences(extra, once=chosen["vote"] is None)
        clusters = chosen["clusters"]
        if clusters is not None and {"tagger", "parser"}.isdisjoint(parts):
            raise SettingsError("`clusters` are for tagger and parser, which are not `parts` here")
        self.options = chosen
        self._is_neural = chosen["kind"] == "neural"
        if self._is_neural:
            self._check_neural()
        self._folds = chosen["jackknife"] if "tagger" in parts and not self._is_neural else 0
        self._about = {**(about or {}), **_origin_of(chosen, self.parts)}
        self.members = member_settings(**_parser_options(options, self.parts))
        seed = chosen["seed"]
        self._tokenizer_settings = TokenizerSettings(seed=seed)
        alone = TaggerSettings(
            seed=seed, clusters=None if clusters is None else read_clusters(clusters)
        )
        voting = replace(alone, megabytes=_VOTING_TAGGER_MEGABYTES)
        self._tagger_settings = voting if self._is_neural else alone
        self._lemmatizer_settings = LemmatizerSettings(seed=seed)
        self._pipeline = Pipeline()
        self._trainer: Trainer | VotingTrainer | NeuralTrainer | None = None
        if "parser" in parts and not self._needs_predicted_tags and not self._tags_extra:
            self._trainer = self._make_trainer(self._train, self._dev)

    def _check_neural(self) -> None:
        if "parser" not in self.parts:
            raise SettingsError("`kind=neural` is for the parser, which is not among the `parts`")
        if self.options["clusters"] is not None:
            raise SettingsError("`clusters` are for linear models: leave them out")
        if self.options["vote"] is not None:
            raise SettingsError(
                "`vote` trains linear parsers; `dodona.vote` lets a neural one vote with others"
            )

    @property
    def sentences(self) -> int:
        """How many sentences there are to learn from."""
        return len(self._train)

    @property
    def corpus(self) -> Corpus | None:
        """What the parser learns from, if that is known before the other parts are trained."""
        return self._trainer.corpus if self._trainer is not None else None

    @property
    def extra(self) -> ExtraTrees | None:
        """The extra trees that the parser learns from, once they were read."""
        return self._trainer.extra if self._trainer is not None else None

    @property
    def work(self) -> int:
        """How many sentences `run` will tell of, each as often as it is learned from.

        Extra ones are among them once they were read.
        """
        every = len(self._train)
        tagging = every * self._tagger_settings.iterations
        usable, iterations = every, sum(settings.iterations for settings in self.members)
        if self._trainer is not None:
            usable, iterations = self._trainer.sentences, self._trainer.iterations
        work = {
            "tokenizer": every * self._tokenizer_settings.iterations,
            "tagger": tagging * (self._folds if self._needs_predicted_tags else 1),
            "lemmatizer": every * (self._folds if self._needs_predicted_lemmas else 1),
            "parser": usable * iterations,
        }
        return sum(work[name] for name in self.parts)

    @property
    def _needs_predicted_tags(self) -> bool:
        return self._folds > 0 and "parser" in self.parts

    @property
    def _tags_extra(self) -> bool:
        """Whether there are extra sentences, and a tagger to predict their tags with."""
        return self._extra is not None and "tagger" in self.parts and not self._is_neural

    @property
    def _looks_at_lemmas(self) -> bool:
        """Whether the parser looks at lemmas, and the lemmatiser is there to predict them."""
        if not {"lemmatizer", "parser"} <= set(self.parts):
            return False
        templates = [t for settings in self.members for t in load_templates(settings.features)]
        return look_at(templates, "m")

    @property
    def _needs_predicted_lemmas(self) -> bool:
        """Whether lemmas are jack-knifed."""
        return self._folds > 0 and self._looks_at_lemmas

    def run(self, progress: Progress = lambda sentences: None) -> Iterator[Step | Iteration | Vote]:
        """Train; yields each finished step, of the parser each iteration, and how several vote.

        ``progress`` hears how many sentences were learned from.
        """
        sentences = self._train
        start = time.perf_counter()
        lock = Lock()

        def told(count: int) -> None:
            with lock:
                progress(count)

        def finished(name: str) -> Step:
            nonlocal start
            before, start = start, time.perf_counter()
            return Step(name, start - before)

        train = self._trainers(told)
        trained = map_in_order(lambda name: train[name](), train, self.options["threads"])
        for name, part in zip(train, trained, strict=True):
            self._add(**{name: part})
            if self._is_neural and name == "tagger":
                cast("JointTrainer", self._trainer).linear = part
            yield finished(name)
        if self._needs_predicted_tags:
            sentences = self._predicted(told)
            yield finished(
                "jack-knifed tags and lemmas"
                if self._needs_predicted_lemmas
                else "jack-knifed tags"
            )
        if "parser" in self.parts:
            if self._trainer is None:
                dev = self._dev
                if dev is not None and self._needs_predicted_tags:
                    dev = list(self._pipeline.parse(dev, tag=True))
                self._trainer = self._make_trainer(sentences, dev)
                if self._trainer.extra is not None:
                    yield finished(str(self._trainer.extra))
            yield from self._trainer.run(progress)

    def _trainers(self, progress: Progress) -> dict[str, Callable[[], Any]]:
        """What trains each of the parts but the parser, in their order."""

        def lemmatizer() -> Any:
            trained = train_lemmatizer(self._train, self._lemmatizer_settings)
            progress(len(self._train))
            return trained

        trainers: dict[str, Callable[[], Any]] = {
            "tokenizer": lambda: train_tokenizer(
                self._train, self._tokenizer_settings, progress=progress
            ),
            "tagger": lambda: train_tagger(self._train, self._tagger_settings, progress=progress),
            "lemmatizer": lemmatizer,
        }
        return {name: train for name, train in trainers.items() if name in self.parts}

    def _add(self, **parts: Any) -> None:
        have: dict[str, Any] = {name: getattr(self._pipeline, name) for name in PARTS}
        self._pipeline = Pipeline(**{**have, **parts})

    def _predicted(self, progress: Progress) -> list[Sentence]:
        """The sentences with tags, and lemmas if need be, of models that have not seen them."""

        def learn(sentences: list[Sentence]) -> Predict:
            tagger = train_tagger(sentences, self._tagger_settings, progress=progress)
            if not self._needs_predicted_lemmas:
                return predict_with(tagger)
            lemmatizer = train_lemmatizer(sentences, self._lemmatizer_settings)
            progress(len(sentences))
            return predict_with(tagger, lemmatizer)

        return jackknife(
            self._train,
            learn,
            folds=self._folds,
            seed=self.options["seed"],
            threads=self.options["threads"],
        )

    def _make_trainer(
        self, sentences: list[Sentence], dev: list[Sentence] | None
    ) -> "Trainer | VotingTrainer | NeuralTrainer":
        """The trainer of the parser, which reads all extra trees."""
        if self._is_neural and "tagger" in self.parts:
            from dodona.pipeline.neural import JointTrainer

            return JointTrainer(sentences, dev, self.members[0], self._extra)
        tagger, lemmatizer = self._pipeline.tagger, self._pipeline.lemmatizer
        if self._extra is not None and tagger is not None:
            known = lemmatizer if self._looks_at_lemmas else None
            self._extra.change = predict_with(tagger, known)
        return make_trainer(sentences, dev, self.members, evaluate_dev, self._extra)

    @property
    def has_pipeline(self) -> bool:
        """Whether all parts are there, also if the parser could still become better."""
        if "parser" in self.parts:
            return self._trainer is not None and self._trainer.has_parser
        return set(self._pipeline.parts) == set(self.parts)

    def pipeline(self) -> Pipeline:
        """The pipeline, with its scores on dev in ``about`` if there is a dev treebank."""
        if self._trainer is not None:
            self._add(**self._trainer.parts())
        about = dict(self._about)
        if self._dev and self._is_ud and self.parts not in (["tokenizer"], ["parser"]):
            about["scores_on_dev"] = self._scores(self._dev)
        self._pipeline.about = about
        return self._pipeline

    def _scores(self, dev: list[Sentence]) -> dict[str, float]:
        """What all parts after the tokeniser do, with the words as they are in the treebank."""
        tag = not {"tagger", "lemmatizer"}.isdisjoint(self.parts)
        found = evaluate_ud(dev, self._pipeline.parse(dev, tag=tag))
        names = [name for part in self.parts for name in _METRICS.get(part, ())]
        return {name: round(found[name].f1, 2) for name in names}


def _possible_parts(sentences: list[Sentence]) -> list[PartName]:
    """The parts that can be learned from sentences: some treebanks have no tags, or no lemmas."""
    missing = set()
    if not any({*s.upos, *s.xpos, *s.feats} - {"_"} for s in sentences):
        missing.add("tagger")
    if not any(sentence.has_lemmas for sentence in sentences):
        missing.add("lemmatizer")
    return [name for name in PARTS if name not in missing]


def _parser_options(options: PipelineOptions, parts: list[PartName]) -> TrainingOptions:
    """Of given options those of the parser; a licence stands in its header only if it is alone."""
    given: TrainingOptions = {  # type: ignore[assignment]
        name: value for name, value in options.items() if name in describe(TrainingOptions)
    }
    return given if parts == ["parser"] else {**given, "licence": ""}


def _origin_of(options: PipelineOptions, parts: list[PartName]) -> dict[str, str]:
    """What a model says of where its data is from."""
    origin = {"licence": options["licence"], "attribution": options["attribution"]}
    if parts == ["parser"]:
        del origin["licence"]
    return {name: value for name, value in origin.items() if value}


def train(
    train: Source,
    dev: Source | None = None,
    *,
    extra: Source | None = None,
    progress: Progress = lambda sentences: None,
    report: StepListener = lambda step: None,
    **options: "Unpack[TrainingOptions]",
) -> Pipeline:
    """Train a parser from a treebank: a path, or sentences, of which some words may have no head.

    >>> nlp = dodona.train("train.conllu", "dev.conllu", seed=7)        # doctest: +SKIP
    >>> nlp.save("model.dodona")                                        # doctest: +SKIP

    ``report`` is called with each finished `Iteration`, ``progress`` with the number of sentences
    used since the last call. With a dev treebank the parser of the best iteration is kept, else
    that of the last. The pipeline has no other part. ``extra`` are trees made by machine to learn
    from besides, with the tags that they have.
    """
    complete(TrainingOptions, options)  # which those of other parts are not among
    trainer = PipelineTrainer(train, dev, extra=extra, parts=["parser"], **options)
    return _run(trainer, progress, report)


def train_pipeline(
    train: Source,
    dev: Source | None = None,
    *,
    extra: Source | None = None,
    about: Mapping[str, Any] | None = None,
    progress: Progress = lambda sentences: None,
    report: StepListener = lambda step: None,
    **options: "Unpack[PipelineOptions]",
) -> Pipeline:
    """Train a tokeniser, a tagger, a lemmatiser and a parser from a treebank.

    >>> nlp = dodona.train_pipeline("train.conllu", "dev.conllu")       # doctest: +SKIP
    >>> nlp.save("model.dodona")                                        # doctest: +SKIP

    ``about`` goes into the model's header. ``report`` is called with each finished `Step`, and of
    the parser with each `Iteration`; ``progress`` as in `train`. From ``extra``, trees made by
    machine, the parser learns besides, with tags that are predicted anew.
    """
    trainer = PipelineTrainer(train, dev, extra=extra, about=about, **options)
    return _run(trainer, progress, report)


def _run(trainer: PipelineTrainer, progress: Progress, report: StepListener) -> Pipeline:
    for step in trainer.run(progress):
        report(step)
    return trainer.pipeline()
