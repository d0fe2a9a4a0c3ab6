"""Training a neural parser from a treebank, one epoch at a time."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dodona.linear.words import WordBatch
from dodona.neural.blas import one_thread
from dodona.neural.encoder import (
    Encoder,
    Shape,
    new_arrays,
    new_tables,
    normal,
)
from dodona.neural.learning_encoder import Dropout, LearningEncoder
from dodona.neural.parameters import Adam, Floats, Parameters, Schedule
from dodona.neural.table import LearningTable, Table
from dodona.neural.vector_files import read_vectors
from dodona.neural.vectors import WordVectors
from dodona.parser.base_trainer import BaseTrainer, Evaluate, Iteration, Progress
from dodona.parser.calibrating import calibrated_parser
from dodona.parser.gold_trees import GoldTrees
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.neural_learner import NeuralLearner
from dodona.parser.neural_model import NeuralHeader, NeuralModel
from dodona.parser.neural_scorer import NeuralBatch, NeuralScorer, slot_shapes
from dodona.parser.parser import Parser
from dodona.parser.settings import Settings
from dodona.parser.slots import compile_slots
from dodona.threads import in_batches
from dodona.treebank.conllu import Source
from dodona.treebank.mirroring import mirrored
from dodona.treebank.sentence import Sentence

# Words of a batch: a hundredth of all, but within these bounds.
_BATCHES = 100
_SMALLEST_BATCH = 50
_LARGEST_BATCH = 500
# So often training goes through a treebank of so many words, more often through a smaller one.
_ITERATIONS = 24
_MOST_ITERATIONS = 120
_USUAL_WORDS = 200_000
# A word is known that was seen so often in the treebank, or in trees made by machine.
_LEAST_COUNT = 2
_LEAST_EXTRA_COUNT = 10
_HIDDEN = 128


class NeuralTrainer(BaseTrainer):
    """Trains a neural parser.

    ``extra`` are sentences with trees made by machine, in lists. With ``tag_classes``, the numbers
    of classes of some classifiers, the encoder learns these too, and needs no tags; a subclass says
    what.
    """

    def __init__(
        self,
        train: Source,
        dev: Source | None,
        settings: Settings,
        evaluate: Evaluate | None = None,
        extra: Iterable[list[Sentence]] | None = None,
        *,
        tag_classes: Sequence[int] = (),
    ) -> None:
        super().__init__(train, dev, settings, evaluate)
        options, corpus = settings.options, self.corpus
        self._transitions = LabelledTransitions(self.system, corpus.labels, corpus.classes)
        self._golds = GoldTrees()
        self._sentences: list[Sentence] = []
        counts = self._add_sentences(corpus.sentences)
        extra_counts: Counter[int] = Counter()
        if extra is not None:
            for usable in self._choose_extra(extra):
                extra_counts.update(self._add_sentences(usable))
        self._rng = np.random.Generator(np.random.PCG64(options["seed"]))
        self._keys, frequencies = _vocabulary(counts, extra_counts)
        vectors = None
        if options["vectors"] is not None:
            keys = set(self._keys.tolist())
            vectors = read_vectors(options["vectors"], keys, options["megabytes"])
        shape = Shape(settings.size, settings.layers, list(tag_classes))
        self._make_network(shape, frequencies, vectors)
        self._turns = self._extra_turns(self._rng.shuffle)

    def _add_sentences(self, sentences: Sequence[Sentence]) -> Counter[int]:
        """Add to what is learned from; returns how often there are words, by their keys."""
        self._golds.add(self.corpus.golds(self._transitions, sentences))
        # The encoder reads words as they stand, whatever the direction of the parser.
        if self.settings.mirrored:
            sentences = [mirrored(sentence) for sentence in sentences]
        self._sentences += sentences
        counts: Counter[int] = Counter()
        for batch in in_batches(sentences):
            _, lower, _ = WordBatch(batch).lexicon_keys()
            counts.update(lower)
        return counts

    def _make_network(
        self, shape: Shape, frequencies: Sequence[int], vectors: WordVectors | None
    ) -> None:
        options, transitions = self.settings.options, self._transitions
        slots = compile_slots(self.templates, self.system.focus_names)
        shapes = slot_shapes(slots, transitions, shape.output_width, _HIDDEN)
        arrays = new_arrays(shape, vectors.width if vectors else 0, self._rng)
        deviations = {
            "slots.weights": (3 * shape.output_width) ** -0.5,
            "slots.root": 0.1,
            "slots.missing": 0.05,
            "facts": 0.05,
            "output.weights": _HIDDEN**-0.5,
        }
        for name, size in shapes.items():
            arrays[name] = normal(self._rng, deviations.get(name, 0.0), size)
        arrays["output.weights"][:, transitions.rows :] = 0
        self._parameters = Parameters(arrays)
        tables = new_tables(shape, len(self._keys), self._rng)
        self._tables = {name: LearningTable(values) for name, values in tables.items()}
        dropout = Dropout()
        self._encoder = LearningEncoder(
            shape,
            self._keys,
            self._parameters,
            self._tables,
            vectors,
            frequencies=frequencies,
            dropout=dropout,
            rng=self._rng,
        )
        self._scorer_names = list(shapes)
        values = self._parameters.values
        self._scorer = NeuralScorer(
            transitions,
            slots,
            self._encoder,
            {name: values[name] for name in shapes},
            self.settings.mirrored,
        )
        self._learner = NeuralLearner(
            self._scorer,
            self._golds,
            self._parameters.gradients,
            oracle=options["oracle"],
            seed=options["seed"],
        )
        batches = -(-self._iteration_words // self._batch_words)
        self._adam = Adam(
            self._parameters,
            list(self._tables.values()),
            Schedule(batches * self.iterations),
        )

    @property
    def iterations(self) -> int:
        """How often training goes through the treebank."""
        often = _ITERATIONS * (_USUAL_WORDS / max(1, self.corpus.words)) ** 0.5
        usual = round(min(_MOST_ITERATIONS, max(_ITERATIONS, often)))
        return self.settings.options["iterations"] or usual

    @property
    def _iteration_words(self) -> int:
        """How many words an iteration learns from, more or less if some are of extra trees."""
        words = self.corpus.words
        if self.extra is not None:
            words += round(self._extra_sentences * self.extra.words / self.extra.sentences)
        return words

    @property
    def _batch_words(self) -> int:
        return min(_LARGEST_BATCH, max(_SMALLEST_BATCH, self.corpus.words // _BATCHES))

    def run(self, progress: Progress = lambda sentences: None) -> Iterator[Iteration]:
        """Learn; yields after each iteration. ``progress`` hears how many sentences were used."""
        with one_thread():
            yield from super().run(progress)

    def _learn(self, number: int, progress: Progress) -> tuple[int, int]:
        steps, mistakes = self._learner.steps, self._learner.mistakes
        for batch in self._batches():
            self._learn_batch(batch, self.settings.explores(number))
            progress(len(batch))
        return self._learner.steps - steps, self._learner.mistakes - mistakes

    def _batches(self) -> list[list[int]]:
        """The numbers of the sentences of an iteration, those of like length together, in a random
        order.
        """
        numbers = [*range(len(self.corpus.sentences)), *next(self._turns)]
        lengths = np.array([len(self._sentences[i]) for i in numbers])
        order = np.argsort(lengths + self._rng.random(len(lengths)) * 3, kind="stable")
        batches: list[list[int]] = [[]]
        words = 0
        for place in order.tolist():
            if words >= self._batch_words:
                batches.append([])
                words = 0
            batches[-1].append(numbers[place])
            words += int(lengths[place])
        return [batches[i] for i in self._rng.permutation(len(batches))]

    def _learn_batch(self, batch: Sequence[int], explore: bool) -> None:
        """Learn from a batch of sentences."""
        sentences = [self._sentences[i] for i in batch]
        scale = 1 / self._batch_words
        words = WordBatch(sentences)
        encoded = self._encoder.run(words)
        rows = self._scorer.rows_of(encoded.outputs)
        to_rows = self._learner.learn(
            NeuralBatch(sentences, rows),
            batch,
            explore=explore,
            p=self.settings.options["p"],
            scale=scale,
        )
        gradients = self._parameters.gradients
        to_words = to_rows[:-2]
        gradients["slots.weights"] += encoded.outputs.T @ to_words
        gradients["slots.root"] += to_rows[-2]
        gradients["slots.missing"] += to_rows[-1]
        to_outputs = to_words @ self._parameters.values["slots.weights"].T
        to_tags: list[Floats] = []
        if self._encoder.shape.classes:
            to_tags = self._encoder.tag_losses(self.tag_targets(batch), scale)
        self._encoder.run_back(to_outputs, to_tags)
        self._adam.step()

    def tag_targets(self, batch: Sequence[int]) -> NDArray[np.int32]:
        """The classes of all words of a batch, a column for each classifier.

        They are -1 where nothing is to be learned: tags of extra sentences may follow other rules.
        """
        raise NotImplementedError

    def parser(self) -> Parser:
        """The parser of the best iteration so far, its probabilities calibrated on dev."""
        parser = super().parser()
        return calibrated_parser(parser, self._dev) if self._dev else parser

    def _freeze(self) -> Parser:
        """A parser with the weights as they are now."""
        shape = self._encoder.shape
        header = NeuralHeader(
            **self._header_values({"iterations": self.iterations}),
            size=shape.size,
            layers=shape.layers,
            hidden=_HIDDEN,
            tag_classes=shape.classes,
        )
        values = {name: _halved(array) for name, array in self._parameters.values.items()}
        arrays = {name: values.pop(name) for name in self._scorer_names}
        tables = {
            name: Table(_halved(np.asarray(table.values))) for name, table in self._tables.items()
        }
        encoder = Encoder(shape, self._keys, values, tables, self._encoder.vectors)
        return Parser(NeuralModel(header, encoder, arrays))


def _halved(array: NDArray[np.float32]) -> NDArray[np.float32]:
    """A copy with the numbers that a file will have."""
    return array.astype(np.float16).astype(np.float32)


def _vocabulary(
    counts: Counter[int], extra_counts: Counter[int]
) -> tuple[NDArray[np.uint64], list[int]]:
    """The keys of the words that are not rare, the most frequent first, and how often they are."""
    both = counts + extra_counts
    known = sorted(
        (-n, key)
        for key, n in both.items()
        if counts[key] >= _LEAST_COUNT or extra_counts[key] >= _LEAST_EXTRA_COUNT
    )
    return np.array([key for _, key in known], np.uint64), [-n for n, _ in known]
