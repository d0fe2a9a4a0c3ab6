"""What training of every kind of parser shares: a treebank, iterations, and the best one on dev."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from dodona.errors import ArgumentError
from dodona.parser.corpus import check_has_tree, has_single_roots, prepare
from dodona.parser.extra import ExtraTrees
from dodona.parser.parser import Parser
from dodona.parser.settings import Settings
from dodona.parser.templates import load_templates
from dodona.systems import get_system, parsing_system
from dodona.treebank.conllu import Format, Source, format_of, read_source
from dodona.treebank.mirroring import mirrored
from dodona.treebank.sentence import Sentence

Progress = Callable[[int], object]


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


class BaseTrainer:
    """Trains a parser: iterate over `run`, then take `parser`.

    With a dev treebank, which needs a function that scores, the best iteration is kept, else the
    last one. `parser` can be called at any time, also after an interruption. A subclass says how to
    learn, and makes a parser of what was learned.

    An iteration goes through the treebank once. If there are ``extra`` trees, made by machine, it
    learns from some of these besides, as many as ``extra_weight`` says; the next one goes on where
    it ended.
    """

    extra: ExtraTrees | None = None

    def __init__(
        self, train: Source, dev: Source | None, settings: Settings, evaluate: Evaluate | None
    ) -> None:
        if dev is not None and evaluate is None:
            raise ArgumentError("a dev treebank needs a function that scores what is parsed")
        self._evaluate = evaluate
        self.settings = settings
        reader = read_source(train, partial=True)
        sentences = _with_heads(list(reader), settings)
        treebank_format = format_of(reader, sentences)
        self.system = parsing_system(
            settings.options["system"],
            single_root=has_single_roots(sentences, treebank_format),
            loss=settings.loss,
        )
        if settings.mirrored:
            sentences = [mirrored(sentence) for sentence in sentences]
        self.corpus = prepare(
            sentences, treebank_format, self.system, settings.nonprojective, settings.encoding
        )
        self.templates = load_templates(settings.features)
        self._dev = list(read_source(dev)) if dev is not None else None
        for sentence in self._dev or []:
            check_has_tree(sentence)
        self._finished = 0
        self._best: tuple[Parser, DevScores] | None = None

    def run(self, progress: Progress = lambda sentences: None) -> Iterator[Iteration]:
        """Learn; yields after each iteration. ``progress`` hears how many sentences were used."""
        for number in range(1, self.iterations + 1):
            start = time.perf_counter()
            steps, mistakes = self._learn(number, progress)
            self._finished = number
            seconds = time.perf_counter() - start
            dev, best = self._score()
            yield Iteration(number, mistakes / max(steps, 1), seconds, dev, best)

    def _learn(self, number: int, progress: Progress) -> tuple[int, int]:
        """Go through the treebank once more; returns the numbers of steps and of mistakes."""
        raise NotImplementedError

    def _freeze(self) -> Parser:
        """A parser with the weights as they are now."""
        raise NotImplementedError

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

    def _choose_extra(self, extra: Iterable[list[Sentence]]) -> Iterator[list[Sentence]]:
        """Those extra sentences that can be learned from, in the direction of the parser."""
        self.extra = ExtraTrees(
            self.corpus,
            self.system,
            self.settings.nonprojective,
            partial=self.settings.options["oracle"] == "dynamic" and self.system.knows_parts,
        )
        if self.settings.mirrored:
            extra = ([mirrored(sentence) for sentence in stretch] for stretch in extra)
        return self.extra.choose(extra)

    def _extra_turns(self, shuffle: Callable[[list[int]], object]) -> Iterator[list[int]]:
        """For each iteration its extra sentences: all of them in turn, in a random order.

        Their numbers go on where those of the treebank end.
        """
        count = self._extra_sentences
        first = len(self.corpus.sentences)
        order = list(range(first, first + (self.extra.sentences if self.extra else 0)))
        shuffle(order)
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
        parsed = list(parser.parse(self._dev))
        scores = self._evaluate(self._dev, parsed, self.corpus.treebank_format)
        better = self._best is None or scores.all_words.las > self._best[1].all_words.las
        if better:
            self._best = (parser.with_scores({"dev": scores.to_dict()}), scores)
        return scores, better

    def _header_values(self, training: dict[str, Any]) -> dict[str, Any]:
        """What the headers of all kinds of models have; ``training`` is added to the settings."""
        corpus, options = self.corpus, self.settings.options
        if self.extra is not None:
            weight = {"weight": self.settings.extra_weight}
            training = {**training, "extra": self.extra.to_dict() | weight}
        return {
            "system": options["system"],
            "single_root": corpus.single_root,
            "treebank_format": corpus.treebank_format,
            "labels": corpus.labels,
            "classes": corpus.classes,
            "templates": self.templates,
            "training": self.settings.to_dict()
            | {
                "iteration": self._finished,
                "sentences": len(corpus.sentences),
                "words": corpus.words,
                "nonprojective_sentences": corpus.nonprojective,
            }
            | ({"words_without_heads": corpus.headless} if corpus.headless else {})
            | training,
            "tags": corpus.tags,
            "licence": options["licence"],
            "encoding": asdict(corpus.encoding) if corpus.encoding else {},
            "direction": options["direction"],
        }


def _with_heads(sentences: list[Sentence], settings: Settings) -> list[Sentence]:
    """The sentences to learn from; an encoder can learn tags from those without any heads.

    Raises `TreebankError` if no word has a head, or if some have none and the oracle needs all.
    """
    oracle, system = settings.options["oracle"], settings.options["system"]
    remedy = f", which `oracle={oracle}` cannot learn from: choose `oracle=dynamic`"
    knows_parts = get_system(system).knows_parts
    if not knows_parts:
        remedy = f", which {system} cannot learn from: choose another system"
    if not (oracle == "dynamic" and knows_parts and any(s.has_heads for s in sentences)):
        for sentence in sentences:
            check_has_tree(sentence, remedy)
    if settings.options["kind"] == "neural":
        return sentences
    return [sentence for sentence in sentences if sentence.has_heads]
