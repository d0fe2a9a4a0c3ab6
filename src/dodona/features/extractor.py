"""Reads the features of a configuration: runs the program that templates were translated into.

Each template gives one 64-bit key. The values of its atoms are hashes already, so that adding them
up, each rotated by its place, and scrambling the sum once is enough.
"""

from array import array

import cython
from cython.cimports.dodona.features.hashing import (
    hash_bytes,
    hash_number,
    hash_t,
    rotate,
    scramble,
)
from cython.cimports.dodona.features.tokens import (
    LANGUAGE_TAG,
    LEMMA_OF_WORD,
    MORPHOLOGY,
    TAG,
    UNIVERSAL_TAG,
    WORD,
)

from dodona.features.templates import ATTRIBUTES, STEPS, Program
from dodona.features.tokens import TokenBatch
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration
from dodona.systems.state import State

_COLUMNS = {
    "w": WORD,
    "m": LEMMA_OF_WORD,
    "u": UNIVERSAL_TAG,
    "x": LANGUAGE_TAG,
    "p": TAG,
    "f": MORPHOLOGY,
}
_STEPS = {
    "h": HEAD_OF,
    "l1": LEFT1_OF,
    "l2": LEFT2_OF,
    "lc": NEAR_LEFT_OF,
    "r1": RIGHT1_OF,
    "r2": RIGHT2_OF,
    "rc": NEAR_RIGHT_OF,
}
_KINDS = {
    "l": LABEL_OF,
    "vl": LEFT_COUNT,
    "vr": RIGHT_COUNT,
    "sl": LEFT_SET,
    "sr": RIGHT_SET,
    "distance": DISTANCE,
}


@cython.cclass
class Extractor:
    """Turns a configuration and the words of its sentence into one key for each template.

    Atoms that are columns of a word come first, then those that depend on the configuration;
    templates are sorted by their number of atoms. An extractor never changes and can be shared by
    threads.
    """

    def __init__(self, program: Program) -> None:
        steps = list(STEPS)
        attributes = [*ATTRIBUTES, "distance"]
        self.count = len(program.templates)
        self.steps = array("i", [_STEPS[steps[s]] if s >= 0 else FOCUS for s, _ in program.nodes])
        self.sources = array("i", [source for _, source in program.nodes])
        names = [attributes[attribute] for attribute, _, _ in program.atoms]
        words = [i for i, name in enumerate(names) if name in _COLUMNS]
        others = [i for i, name in enumerate(names) if name not in _COLUMNS]
        self.columns = array("i", [_COLUMNS[names[i]] for i in words])
        self.column_nodes = array("i", [program.atoms[i][1] for i in words])
        self.kinds = array("i", [_KINDS[names[i]] for i in others])
        self.kind_nodes = array("i", [program.atoms[i][1] for i in others])
        self.kind_others = array("i", [program.atoms[i][2] for i in others])
        place = {atom: i for i, atom in enumerate(words + others)}
        order = sorted(range(self.count), key=lambda t: len(program.templates[t]))
        arities = [len(program.templates[t]) for t in order]
        self.arity_ends = array("i", [sum(a <= most for a in arities) for most in range(5)])
        self.atoms = array("i", [place[atom] for t in order for atom in program.templates[t]])
        self.names = tuple(program.names[t] for t in order)
        self.seeds = array("Q", [_hash_name(name.encode()) for name in self.names])

    def keys(
        self, system: TransitionSystem, c: Configuration, tokens: TokenBatch, index: int = 0
    ) -> dict:
        """The key of each template in a configuration over a sentence of a batch, for people.

        Labels go into keys by the numbers that they have in ``c.label_names``.
        """
        found: hash_t[MAX_TEMPLATES]
        i: cython.Py_ssize_t = index
        state: State = c.state.copy()
        if not 0 <= i < tokens.count:
            raise IndexError(f"the batch has {tokens.count} sentences, and no number {index}")
        if tokens.lengths[i] != state.n:
            raise ValueError(f"the sentence has {tokens.lengths[i]} words, not {state.n}")
        system.look(state)
        self.extract(state, tokens.of_sentence(i), found)
        return {name: found[i] for i, name in enumerate(self.names)}

    def extract(self, state, tokens, keys):
        """Write the keys of all templates. ``state.focus`` must be up to date."""
        nodes: cython.int[MAX_NODES]
        values: hash_t[MAX_ATOMS]
        i: cython.Py_ssize_t
        node: cython.int
        width: cython.Py_ssize_t = state.n + 2
        words: cython.Py_ssize_t = self.columns.shape[0]
        self.find_nodes(state, nodes)
        for i in range(words):
            node = nodes[self.column_nodes[i]]
            if node < 0:
                node = state.n + 1
            values[i] = tokens[self.columns[i] * width + node]
        for i in range(self.kinds.shape[0]):
            values[words + i] = self.read_state(
                state,
                self.kinds[i],
                nodes[self.kind_nodes[i]],
                nodes[self.kind_others[i]] if self.kinds[i] == DISTANCE else -1,
            )
        self.combine(values, keys)

    def find_nodes(self, state, nodes):
        i: cython.Py_ssize_t
        node: cython.int
        step: cython.int
        for i in range(self.steps.shape[0]):
            step = self.steps[i]
            if step == FOCUS:
                nodes[i] = state.focus[self.sources[i]]
                continue
            node = nodes[self.sources[i]]
            if node < 0:
                nodes[i] = -1
            elif step == HEAD_OF:
                nodes[i] = state.heads[node]
            elif step == LEFT1_OF:
                nodes[i] = state.left1[node]
            elif step == LEFT2_OF:
                nodes[i] = state.left2[node]
            elif step == NEAR_LEFT_OF:
                nodes[i] = state.near_left[node]
            elif step == RIGHT1_OF:
                nodes[i] = state.right1[node]
            elif step == RIGHT2_OF:
                nodes[i] = state.right2[node]
            else:
                nodes[i] = state.near_right[node]

    def read_state(self, state, kind, node, other):
        """The value of an atom that depends on the configuration.

        What is not there is a number that no label, count or likely set of labels has.
        """
        distance: cython.int
        if node < 0:
            return hash_number(cython.cast(hash_t, -2))
        if kind == LABEL_OF:
            return hash_number(state.labels[node] + 2)
        if kind == LEFT_COUNT:
            return hash_number(state.left_count[node])
        if kind == RIGHT_COUNT:
            return hash_number(state.right_count[node])
        if kind == LEFT_SET:
            return hash_number(state.left_set[node])
        if kind == RIGHT_SET:
            return hash_number(state.right_set[node])
        if node == 0 or other <= 0:
            return hash_number(cython.cast(hash_t, -3))
        distance = other - node if other > node else node - other
        return hash_number(min(distance, LONGEST_DISTANCE))

    def combine(self, values, keys):
        t: cython.Py_ssize_t
        a: cython.p_const_int = cython.address(self.atoms[0])
        for t in range(self.arity_ends[1]):
            keys[t] = scramble(self.seeds[t] + values[a[0]])
            a += 1
        for t in range(self.arity_ends[1], self.arity_ends[2]):
            keys[t] = scramble(self.seeds[t] + values[a[0]] + rotate(values[a[1]], 17))
            a += 2
        for t in range(self.arity_ends[2], self.arity_ends[3]):
            keys[t] = scramble(
                self.seeds[t] + values[a[0]] + rotate(values[a[1]], 17) + rotate(values[a[2]], 31)
            )
            a += 3
        for t in range(self.arity_ends[3], self.arity_ends[4]):
            keys[t] = scramble(
                self.seeds[t]
                + values[a[0]]
                + rotate(values[a[1]], 17)
                + rotate(values[a[2]], 31)
                + rotate(values[a[3]], 47)
            )
            a += 4


def _hash_name(name: bytes) -> hash_t:
    return hash_bytes(name, len(name))
