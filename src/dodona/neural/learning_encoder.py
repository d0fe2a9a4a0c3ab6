"""An encoder that learns: what is left out meanwhile, and the gradients of everything."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.linear.words import WordBatch
from dodona.neural.encoder import Bags, Encoded, Encoder, Ints, Shape
from dodona.neural.loops import scan, scan_back
from dodona.neural.parameters import Floats, Parameters
from dodona.neural.table import LearningTable
from dodona.neural.vectors import WordVectors


class Dropout(NamedTuple):
    """What is left out at random while learning: shares of inputs, of outputs of layers, of the
    n-grams of words, and how readily words are taken for unknown, most of all rare ones.
    """

    inputs: float = 0.2
    layers: float = 0.33
    ngrams: float = 0.2
    words: float = 0.25
    smoothing: float = 0.05


class LearningEncoder(Encoder):
    """An encoder that learns, a batch at a time: `run`, then `run_back`.

    ``frequencies`` say how often the words of the keys are in the treebank.
    """

    tables: Mapping[str, LearningTable]
    arrays: Mapping[str, Floats]

    def __init__(
        self,
        shape: Shape,
        keys: NDArray[np.uint64],
        parameters: Parameters,
        tables: Mapping[str, LearningTable],
        vectors: WordVectors | None,
        *,
        frequencies: Sequence[int],
        dropout: Dropout,
        rng: np.random.Generator,
    ) -> None:
        super().__init__(shape, keys, parameters.values, tables, vectors)
        self._gradients = parameters.gradients
        self._dropout = dropout
        self._rng = rng
        share = dropout.words / (dropout.words + np.asarray(frequencies, np.float32))
        self._unknown = np.concatenate([np.zeros(1, np.float32), share])

    def run(self, words: WordBatch) -> Encoded:
        """Like `encode`, with some of everything left out, and all kept that `run_back` needs."""
        self._lengths = np.asarray(words.lengths)
        self._bags = self._thinned(self.bags(words))
        self._inputs: list[Floats] = []
        self._projected: list[Floats] = []
        self._states: list[Floats] = []
        self._masks: list[Floats] = []
        inputs = np.empty((words.words, self.input_width), np.float32)
        self.look_up(self._bags, inputs)
        self._input_mask = self._mask(inputs.shape, self._dropout.inputs)
        outputs = inputs * self._input_mask
        logits: list[Floats] = []
        for layer in range(self.shape.layers):
            outputs = self._run_layer(layer, outputs)
            if layer == 0 and self.shape.classes:
                self._first = outputs
                scores = outputs @ self.arrays["tags.weights"] + self.arrays["tags.biases"]
                logits = self.divide(scores)
                self._certain = certainties(scores, self.shape.classes)
                more = self._certain @ self.arrays["certain.weights"]
                outputs = np.concatenate([outputs, more], axis=1)
        return Encoded(outputs, logits)

    def _run_layer(self, layer: int, inputs: Floats) -> Floats:
        projected = inputs @ self.arrays[f"layer{layer}.weights"]
        outputs = np.empty((len(inputs), 2 * self.shape.size), np.float32)
        states = np.empty((len(inputs), 6 * self.shape.size), np.float32)
        scan(projected, self.arrays[f"layer{layer}.vectors"], self._lengths, states, outputs)
        mask = self._mask(outputs.shape, self._dropout.layers)
        outputs *= mask
        self._inputs.append(inputs)
        self._projected.append(projected)
        self._states.append(states)
        self._masks.append(mask)
        return outputs

    def _mask(self, shape: tuple[int, ...], share: float) -> Floats:
        kept: Floats = (self._rng.random(shape, np.float32) >= share).astype(np.float32)
        kept /= np.float32(1 - share)
        return kept

    def _thinned(self, bags: Bags) -> Bags:
        """Some words taken for unknown, and some n-grams left out."""
        words, ends = bags["words"]
        unknown = self._rng.random(len(words), np.float32) < self._unknown[words]
        bags["words"] = np.where(unknown, np.int32(0), words), ends
        ngrams, ends = bags["ngrams"]
        kept = self._rng.random(len(ngrams), np.float32) >= self._dropout.ngrams
        total = np.concatenate([[0], np.cumsum(kept)]).astype(np.int32)
        bags["ngrams"] = ngrams[kept], total[ends]
        return bags

    def tag_losses(self, gold: Ints, scale: float) -> list[Floats]:
        """The gradients of the scores that `run` gave: those of cross entropy, smoothed.

        ``gold`` has a column for each classifier, with -1 where nothing is to be learned.
        """
        smoothing = self._dropout.smoothing
        result = []
        for place, part in enumerate(self.divide(self._certain)):
            known = gold[:, place] >= 0
            target = np.full_like(part, smoothing / part.shape[1])
            rows = np.flatnonzero(known)
            target[rows, gold[rows, place]] += 1 - smoothing
            result.append((part - target) * (known[:, None] * np.float32(scale)))
        return result

    def run_back(self, gradient: Floats, tag_gradients: Sequence[Floats]) -> None:
        """Add up the gradients of everything, given that of the outputs and of the scores."""
        for layer in range(self.shape.layers - 1, -1, -1):
            if layer == 0 and self.shape.classes:
                gradient = self._tags_back(gradient, tag_gradients)
            gradient = self._layer_back(layer, gradient)
        gradient *= self._input_mask
        place = 0
        for name, table in self.tables.items():
            stretch = slice(place, place + table.width)
            table.add_gradients(*self._bags[name], gradient[:, stretch])
            place += table.width

    def _tags_back(self, gradient: Floats, tag_gradients: Sequence[Floats]) -> Floats:
        width = 2 * self.shape.size
        outer = gradient[:, width:]
        self._gradients["certain.weights"] += self._certain.T @ outer
        to_certain = outer @ self.arrays["certain.weights"].T
        to_scores = np.empty_like(self._certain)
        place = 0
        for part, more in zip(self.divide(self._certain), tag_gradients, strict=True):
            stretch = slice(place, place + part.shape[1])
            inner = to_certain[:, stretch]
            shared = np.einsum("ij,ij->i", inner, part)[:, None]
            to_scores[:, stretch] = part * (inner - shared) + more
            place += part.shape[1]
        self._gradients["tags.weights"] += self._first.T @ to_scores
        self._gradients["tags.biases"] += to_scores.sum(axis=0)
        to_outputs: Floats = to_scores @ self.arrays["tags.weights"].T
        to_outputs += gradient[:, :width]
        return to_outputs

    def _layer_back(self, layer: int, gradient: Floats) -> Floats:
        gradient = np.ascontiguousarray(gradient * self._masks[layer])
        projected = self._projected[layer]
        to_projected = np.empty_like(projected)
        scan_back(
            projected,
            self.arrays[f"layer{layer}.vectors"],
            self._lengths,
            self._states[layer],
            gradient,
            to_projected,
            self._gradients[f"layer{layer}.vectors"],
        )
        self._gradients[f"layer{layer}.weights"] += self._inputs[layer].T @ to_projected
        to_inputs: Floats = to_projected @ self.arrays[f"layer{layer}.weights"].T
        return to_inputs


def certainties(scores: Floats, classes: Sequence[int]) -> Floats:
    """The probabilities of all classes, of one classifier after the other."""
    result = np.empty_like(scores)
    place = 0
    for count in classes:
        part = scores[:, place : place + count]
        exponents = np.exp(part - part.max(axis=1, keepdims=True))
        exponents /= exponents.sum(axis=1, keepdims=True)
        result[:, place : place + count] = exponents
        place += count
    return result
