"""Neural models, plain and slow and in double precision, to compare the compiled core with.

Gradients are compared with differences of these losses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from slow import legal_classes, named_word, neighbour, read_atom, start, view_of, weights_of
from slow_learning import Gold, Random

from dodona.linear.words import WordBatch
from dodona.neural.encoder import Encoder
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.slots import FACTS
from dodona.systems import Configuration
from dodona.treebank import Sentence

Arrays = Mapping[str, np.ndarray[Any, Any]]


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def softmax(x: Any) -> Any:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def slow_scan(inputs: Any, vectors: Any, lengths: Sequence[int]) -> Any:
    """The outputs of a recurrent layer, word by word."""
    width = vectors.shape[1] // 4
    outputs = np.zeros((len(inputs), 2 * width))
    first = 0
    for length in lengths:
        for way, words in ((0, range(length)), (1, reversed(range(length)))):
            state = np.zeros(width)
            forget_vector, reset_vector, forget_bias, reset_bias = np.split(vectors[way], 4)
            for word in words:
                row = inputs[first + word][4 * width * way :][: 4 * width]
                candidate, to_forget, to_reset, highway = np.split(row, 4)
                forget = sigmoid(to_forget + forget_vector * state + forget_bias)
                reset = sigmoid(to_reset + reset_vector * state + reset_bias)
                state = forget * state + (1 - forget) * candidate
                output = reset * state + (1 - reset) * highway
                outputs[first + word, width * way : width * (way + 1)] = output
        first += length
    return outputs


def plain_product(rows: Any, weights: Any, **options: Any) -> Any:
    return rows @ weights


def rounded_product(rows: Any, weights: Any, *, spread: Any = None, fine: bool = False) -> Any:
    """A product in 8 bits: columns and rows are whole numbers, each with its scale.

    It is counted in 32 bits as `dodona.neural.forward.Matrix` does, so that both round alike.
    """
    factors = np.ones(len(weights), np.float32)
    if spread is not None:
        factors /= np.sqrt(np.maximum(spread, 1e-6, dtype=np.float32))
    even = np.asarray(weights, np.float32) / factors[:, None]
    scales = np.abs(even).max(axis=0) / np.float32(127)
    whole = np.rint(even / np.where(scales > 0, scales, 1))
    scaled = np.asarray(rows, np.float32) * factors
    highest = np.float32(127 * 128 if fine else 127)
    most = np.abs(scaled).max(axis=-1, keepdims=True)
    numbers = np.rint(scaled * (highest / np.where(most > 0, most, 1)))
    sums = numbers.astype(np.int64) @ whole.astype(np.int64)
    return sums.astype(np.float32) * (scales * (most / highest))


@dataclass
class SlowEncoder:
    """An encoder with these arrays and tables, as it is without dropout.

    Its products are plain ones as in learning, or rounded ones.
    """

    encoder: Encoder
    arrays: dict[str, Any]
    tables: dict[str, Any]
    product: Callable[..., Any] = plain_product

    @classmethod
    def of(cls, encoder: Encoder, product: Callable[..., Any] = plain_product) -> SlowEncoder:
        arrays = {name: np.array(array, np.float64) for name, array in encoder.arrays.items()}
        tables = {name: np.array(t.values, np.float64) for name, t in encoder.tables.items()}
        return cls(encoder, arrays, tables, product)

    def encode(self, sentences: Sequence[Sentence]) -> tuple[Any, list[Any]]:
        """The outputs of the last layer, and the scores of each classifier."""
        words = WordBatch(sentences)
        lengths = [len(sentence) for sentence in sentences]
        columns = []
        found = self.encoder.bags(words)
        vectors, _ = found.pop("vectors", (None, None))
        for name, (numbers, ends) in found.items():
            begins = [0, *ends[:-1]]
            bags = [numbers[a:b] for a, b in zip(begins, ends, strict=True)]
            rows = [self.tables[name][bag].sum(axis=0) / max(len(bag), 1) ** 0.5 for bag in bags]
            columns.append(np.array(rows))
        spreads = [root_mean_square(table) for table in self.tables.values()]
        if self.encoder.vectors is not None:
            whole = self.encoder.vectors.values * self.encoder.vectors.scales[:, None].astype(float)
            columns.append(np.where(vectors[:, None] >= 0, whole[vectors], 0))
            spreads.append(root_mean_square(whole))
        outputs = np.concatenate(columns, axis=1)
        logits: list[Any] = []
        for layer in range(self.encoder.shape.layers):
            spread = np.concatenate(spreads) if layer == 0 else None
            weights = self.arrays[f"layer{layer}.weights"]
            projected = self.product(outputs, weights, spread=spread)
            outputs = slow_scan(projected, self.arrays[f"layer{layer}.vectors"], lengths)
            if layer == 0 and self.encoder.shape.classes:
                scores = self.product(outputs, self.arrays["tags.weights"])
                scores = scores + self.arrays["tags.biases"]
                ends = np.cumsum(self.encoder.shape.classes)[:-1]
                logits = np.split(scores, ends, axis=1)
                certain = np.concatenate([softmax(part) for part in logits], axis=1)
                more = self.product(certain, self.arrays["certain.weights"], fine=True)
                outputs = np.concatenate([outputs, more], axis=1)
        return outputs, logits


def root_mean_square(table: Any) -> Any:
    return np.sqrt((table[:4096] ** 2).mean(axis=0))


def smoothed_loss(logits: Any, right: Sequence[int], smoothing: float) -> float:
    """−log Σ p over what is right, and a little of the mean of −log p over everything."""
    logs = logits - logits.max() - np.log(np.exp(logits - logits.max()).sum())
    loss = (1 - smoothing) * np.log(np.exp(logs[list(right)]).sum()) + smoothing * logs.mean()
    return -float(loss)


@dataclass
class SlowNetwork:
    """The part of a neural parser behind its encoder."""

    transitions: LabelledTransitions
    slots: Sequence[str]
    arrays: dict[str, Any]
    product: Callable[..., Any] = plain_product

    def logits(self, c: Configuration, sentence: Sentence, outputs: Any) -> dict[int, float]:
        """The logit of each legal transition, given the encoder's outputs for the words."""
        classes = self.transitions.classes
        legal = legal_classes(self.transitions.system, classes, c)
        by_view = {
            view: self._view(c, sentence, outputs, view)
            for view in {view_of(classes[k][0]) for k in legal}
        }
        return {k: by_view[view_of(classes[k][0])][weights_of(k, classes)] for k in legal}

    def _view(self, c: Configuration, sentence: Sentence, outputs: Any, view: str) -> Any:
        hidden = self.arrays["hidden.biases"].copy()
        size = len(hidden)
        words = [slot for slot in self.slots if not self._is_fact(slot)]
        for i, slot in enumerate(words):
            stretch = slice(i * size, (i + 1) * size)
            node = node_of(slot, c, sentence, view)
            if node is None:
                hidden += self.arrays["slots.missing"][stretch]
            elif node == 0:
                hidden += self.arrays["slots.root"][stretch]
            else:
                weights = self.arrays["slots.weights"][:, stretch]
                hidden += self.product(outputs[node - 1], weights)
        start = 0
        for slot in self.slots:
            if self._is_fact(slot):
                value, size_of_table = self._fact(slot, c, sentence, view)
                hidden += self.arrays["facts"][start + value]
                start += size_of_table
        hidden = np.maximum(hidden, 0)
        return hidden @ self.arrays["output.weights"] + self.arrays["output.biases"]

    @staticmethod
    def _is_fact(slot: str) -> bool:
        return "-" in slot or (slot.split(".")[-1] in FACTS and "." in slot)

    def _fact(self, slot: str, c: Configuration, sentence: Sentence, view: str) -> tuple[int, int]:
        if "-" in slot:
            first, second = (node_of(name, c, sentence, view) for name in slot.split("-"))
            known = first is not None and second is not None
            return min(abs(first - second) + 1, 11) if known else 0, 12
        word, _, attribute = slot.rpartition(".")
        node = node_of(word, c, sentence, view)
        if attribute == "l":
            labels = self.transitions.labels
            label = c.labels[node] if node is not None else None
            value = 2 + labels.index(label) if label is not None else 1
            return value if node is not None else 0, len(labels) + 2
        count = read_atom(slot, c, sentence, view)
        return min(1 + count, 8) if node is not None else 0, 9


def node_of(slot: str, c: Configuration, sentence: Sentence, view: str) -> int | None:
    """The word in a slot."""
    name, *steps = slot.split(".")
    node = named_word(name, c, view)
    for step in steps:
        node = neighbour(node, step, c) if node is not None else None
    return node


def slow_loss(
    network: SlowNetwork,
    gold: Gold,
    sentence: Sentence,
    outputs: Any,
    smoothing: float,
    rng: Random,
) -> float:
    """The loss of a sentence when mistakes are not followed, but a right transition instead."""
    system, classes = network.transitions.system, network.transitions.classes
    c = start(system, len(sentence), network.transitions.labels)
    loss = 0.0
    while not c.is_terminal():
        legal = legal_classes(system, classes, c)
        choice = legal[0]
        if len(legal) > 1:
            logits = network.logits(c, sentence, outputs)
            right = gold.best(c, legal)
            values = np.array([logits[k] for k in legal])
            loss += smoothed_loss(values, [legal.index(k) for k in right], smoothing)
            choice = max(legal, key=logits.__getitem__)
            choice = choice if choice in right else right[rng.next() % len(right)]
        c = system.apply(c, classes[choice][0], label=classes[choice][2])
    return loss


def difference(array: Any, place: tuple[int, ...], loss: Callable[[], float]) -> float:
    """By how much a loss grows with one number of an array."""
    before, step = array[place], 1e-5
    array[place] = before + step
    above = loss()
    array[place] = before - step
    below = loss()
    array[place] = before
    return (above - below) / (2 * step)
