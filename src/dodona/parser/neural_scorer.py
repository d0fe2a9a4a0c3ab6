"""Scores of a neural model: what each word in a slot adds to a hidden layer is computed once.

An encoder makes a vector of each word. A matrix product turns it into a row with a stretch for each
slot: what the word adds to the hidden layer when it stands there. A configuration then adds up its
slots, and a last layer turns what is positive of the sum into the scores of the transitions.
"""

from collections.abc import Mapping, Sequence

import cython
import numpy as np
from cython.cimports.dodona.neural.loops import LANES, choose_loops
from cython.cimports.dodona.parser.extractor import (
    DISTANCE,
    LABEL_OF,
    LEFT_COUNT,
    LONGEST_DISTANCE,
    MAX_NODES,
)
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy

from dodona.errors import ModelError
from dodona.linear.words import WordBatch
from dodona.neural.encoder import Encoder
from dodona.neural.forward import Matrix
from dodona.parser.extractor import Extractor
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.scorer import Batch, Scorer
from dodona.parser.slots import Slots
from dodona.systems.state import State
from dodona.treebank.sentence import Sentence

UNITS: int = UNIT
"""Scores are logits times this."""


def padded(count: int) -> int:
    """How many columns a matrix for so many transitions has: whole lanes of the loops."""
    return (count + LANES - 1) // LANES * LANES


def fact_sizes(facts: Sequence[str], labels: int) -> list[int]:
    """How many values each of some facts can have; the first is for a word that is not there."""
    sizes = {"l": labels + 2, "vl": MOST_COUNT + 2, "vr": MOST_COUNT + 2}
    return [
        LONGEST_DISTANCE + 2 if "-" in fact else sizes[fact.rpartition(".")[2]] for fact in facts
    ]


@cython.final
@cython.cclass
class NeuralBatch(Batch):
    """What the words of some sentences add to the hidden layer, a row for each word, for learning.

    The last two rows are those of the root and of a word that is not there.
    """

    def __init__(self, sentences: Sequence[Sentence], rows: np.ndarray) -> None:
        i: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        super().__init__(sentences)
        self.rows = rows
        if self.rows.shape[0] != sum(self.lengths) + 2:
            raise ValueError("there are not as many rows as words")
        self.places = cython.cast(
            cython.pointer(Place), calloc(self.count + 1, cython.sizeof(Place))
        )
        if not self.places:
            raise MemoryError()
        for i in range(self.count):
            self.places[i].rows = cython.address(self.rows[0, 0])
            self.places[i].first = first
            self.places[i].root = self.rows.shape[0] - 2
            self.places[i].missing = self.rows.shape[0] - 1
            first += self.lengths[i]

    def __dealloc__(self):
        free(self.places)

    def of_sentence(self, index):
        return self.places + index


@cython.final
@cython.cclass
class EncodedBatch(Batch):
    """The same, made of what an encoder made of the words when it is asked for.

    A row is five times as long as what it is made of. So rows are made for a few sentences at a
    time, and others take their place when other sentences are asked for: a batch is used by one
    thread at a time, and `of_sentence` points to what stays until it is called again. The first two
    rows are those of the root and of a word that is not there.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        outputs: np.ndarray,
        matrix: Matrix,
        root_row: np.ndarray,
        missing_row: np.ndarray,
    ) -> None:
        source: cython.const[cython.float][:, ::1] = outputs
        super().__init__(sentences)
        self.firsts = np.concatenate([[0], np.cumsum(self.lengths, dtype=np.intp)])
        if outputs.shape != (self.firsts[self.count], matrix.depth):
            raise ValueError("there are not as many rows as words")
        most: cython.int = max(STRETCH, self.longest)
        self.outputs = outputs
        self.matrix = matrix
        rows = np.empty((most + 2, matrix.columns), np.float32)
        rows[0], rows[1] = root_row, missing_row
        self.rows = rows
        self.room = np.empty(matrix.room(most), np.int8)
        self.scales = np.empty(most, np.float32)
        self.inputs = cython.address(source[0, 0]) if len(outputs) else cython.NULL
        self.work.outputs = cython.address(self.rows[2, 0])
        self.work.input_step = matrix.depth
        self.work.output_step = matrix.columns
        self.work.room = cython.address(self.room[0])
        self.work.scales = cython.address(self.scales[0])
        self.place.rows = cython.address(self.rows[0, 0])
        self.place.root = 0
        self.place.missing = 1

    def of_sentence(self, index):
        if not self.first <= index < self.last:
            self.make_rows(index)
        self.place.first = 2 + self.firsts[index] - self.firsts[self.first]
        return cython.address(self.place)

    def make_rows(self, index):
        """Make the rows of a sentence, and of those after it that have room."""
        start: cython.Py_ssize_t = self.firsts[index]
        most: cython.Py_ssize_t = self.rows.shape[0] - 2
        self.first = index
        self.last = index + 1
        while self.last < self.count and self.firsts[self.last + 1] - start <= most:
            self.last += 1
        self.work.inputs = self.inputs + start * self.matrix.depth
        self.work.count = cython.cast(cython.int, self.firsts[self.last] - start)
        if self.work.count > 0:
            self.matrix.run(cython.address(self.work))


@cython.final
@cython.cclass
class NeuralScorer(Scorer):
    """A scorer with an encoder and the layers behind it.

    ``arrays`` are ``slots.weights``, ``slots.root`` and ``slots.missing``, which make rows of
    words, ``facts``, one row for each value of each fact, ``hidden.biases``, ``output.weights`` and
    ``output.biases``. In 32 bits they may change while somebody learns them, who then makes rows
    with `rows_of`; `prepare` goes by ``slots.weights`` as they are now. A view is the place of
    the rows, the row of each word, and the row of each fact. The encoder reads sentences as they
    are also where the scorer is mirrored.
    """

    def __init__(
        self,
        transitions: LabelledTransitions,
        slots: Slots,
        encoder: Encoder,
        arrays: Mapping[str, np.ndarray],
        mirrored: bool = False,
    ) -> None:
        super().__init__(transitions, padded(transitions.rows), mirrored)
        self.columns = padded(transitions.rows)
        self.extractor = Extractor(slots.program)
        self.encoder = encoder
        self.word_slots = slots.words
        self.fact_slots = len(slots.facts)
        sizes = fact_sizes(slots.facts, transitions.label_count)
        self.fact_sizes = np.array(sizes, np.int32)
        self.fact_starts = (np.cumsum(sizes) - sizes).astype(np.int32)
        self.hidden = arrays["hidden.biases"].shape[0]
        self.slot_weights = arrays["slots.weights"]
        self.root_row = arrays["slots.root"]
        self.missing_row = arrays["slots.missing"]
        self.hidden_biases = np.asarray(arrays["hidden.biases"], np.float32)
        self.facts = np.asarray(arrays["facts"], np.float32)
        self.weights = np.asarray(arrays["output.weights"], np.float32)
        self.biases = np.asarray(arrays["output.biases"], np.float32)
        self.loops = choose_loops()
        width = self.word_slots * self.hidden
        found = {name: array.shape for name, array in arrays.items()}
        wanted = slot_shapes(slots, transitions, encoder.shape.output_width, self.hidden)
        if found != wanted or width == 0 or self.hidden > MOST_HIDDEN or self.hidden % LANES:
            raise ModelError("the arrays of the parser do not go together")
        self.slot_matrix = Matrix(self.slot_weights)

    def prepare(
        self, sentences: Sequence[Sentence], words: WordBatch | None = None
    ) -> EncodedBatch:
        """Encode the words."""
        words = WordBatch(sentences) if words is None else words
        outputs = self.encoder.encode(words).outputs
        return EncodedBatch(sentences, outputs, self.slot_matrix, self.root_row, self.missing_row)

    def rows_of(self, outputs: np.ndarray) -> np.ndarray:
        """What words add to the hidden layer with the arrays as they are now, for learning."""
        count = len(outputs)
        rows = np.empty((count + 2, self.slot_weights.shape[1]), np.float32)
        np.matmul(outputs, self.slot_weights, out=rows[:count])
        rows[count] = self.root_row
        rows[count + 1] = self.missing_row
        return rows

    def read_view(self, state, words, view):
        i: cython.int
        node: cython.int
        nodes: cython.int[MAX_NODES]
        place: cython.pointer(cython.const[Place]) = cython.cast(
            cython.pointer(cython.const[Place]), words
        )
        self.extractor.find_nodes(state, nodes)
        view.size = 1 + self.word_slots + self.fact_slots
        view.numbers[0] = cython.cast(cython.size_t, place.rows)
        for i in range(self.word_slots):
            node = nodes[self.extractor.column_nodes[i]]
            if node > 0:
                view.numbers[1 + i] = place.first + (state.n - node if self.mirrored else node - 1)
            else:
                view.numbers[1 + i] = place.root if node == 0 else place.missing
        for i in range(self.fact_slots):
            view.numbers[1 + self.word_slots + i] = self.fact_starts[i] + _fact(
                state,
                self.extractor.kinds[i],
                nodes[self.extractor.kind_nodes[i]],
                nodes[self.extractor.kind_others[i]] if self.extractor.kinds[i] == DISTANCE else -1,
                self.fact_sizes[i] - 1,
            )

    def score_view(self, view, scores):
        i: cython.int
        value: cython.float
        hidden: cython.float[MOST_HIDDEN]
        logits: cython.p_float = cython.cast(cython.p_float, scores)
        self.add_up(view, hidden)
        for i in range(self.hidden):
            hidden[i] = hidden[i] if hidden[i] > 0 else 0
        self.finish(hidden, logits)
        for i in range(self.columns):
            value = logits[i]
            scores[i] = to_units(value)

    def add_up(self, view, hidden):
        """Write the sum of all slots of a view."""
        i: cython.int
        rows: cython.p_const_float = cython.cast(cython.p_const_float, view.numbers[0])
        step: cython.Py_ssize_t = self.word_slots * self.hidden
        memcpy(
            hidden, cython.address(self.hidden_biases[0]), self.hidden * cython.sizeof(cython.float)
        )
        for i in range(self.word_slots):
            self.loops.add(hidden, rows + view.numbers[1 + i] * step + i * self.hidden, self.hidden)
        for i in range(self.fact_slots):
            self.loops.add(
                hidden,
                cython.address(self.facts[view.numbers[1 + self.word_slots + i], 0]),
                self.hidden,
            )

    def finish(self, hidden, logits):
        """Write the logits of all transitions, for a hidden layer of which much is 0."""
        i: cython.int
        memcpy(logits, cython.address(self.biases[0]), self.columns * cython.sizeof(cython.float))
        for i in range(self.hidden):
            if hidden[i] != 0:
                self.loops.add_scaled(
                    logits, cython.address(self.weights[i, 0]), hidden[i], self.columns
                )


def slot_shapes(
    slots: Slots, transitions: LabelledTransitions, outputs: int, hidden: int
) -> dict[str, tuple[int, ...]]:
    """The shapes of the arrays of a `NeuralScorer`."""
    width = slots.words * hidden
    facts = sum(fact_sizes(slots.facts, transitions.label_count))
    columns = padded(transitions.rows)
    return {
        "slots.weights": (outputs, width),
        "slots.root": (width,),
        "slots.missing": (width,),
        "facts": (facts, hidden),
        "hidden.biases": (hidden,),
        "output.weights": (hidden, columns),
        "output.biases": (columns,),
    }


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def to_units(logit: cython.float) -> cython.int:
    """A score as a whole number; what is no number is as bad as can be."""
    logit = logit if logit < HIGHEST else HIGHEST
    return cython.cast(cython.int, (logit if logit > -HIGHEST else -HIGHEST) * UNIT)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fact(
    state: State, kind: cython.int, node: cython.int, other: cython.int, most: cython.int
) -> cython.int:
    """The value of a fact: 0 if there is no such word, else 1 or more."""
    value: cython.int
    if node < 0 or (kind == DISTANCE and other < 0):
        return 0
    if kind == LABEL_OF:
        value = state.labels[node] + 2
    elif kind == DISTANCE:
        value = 1 + (other - node if other > node else node - other)
    else:
        value = 1 + (state.left_count[node] if kind == LEFT_COUNT else state.right_count[node])
    return min(value, most)
