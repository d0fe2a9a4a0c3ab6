"""Reads the features of a configuration: runs the program that templates were translated into.

Each template gives one 64-bit key. The values of its atoms are hashes already, so that adding them
up, each rotated by its place, and scrambling the sum once is enough.

Many words that templates name are mostly not there, such as a second right dependent. What the
templates of one atom say about such a word is then always the same. A parser need not ask for it
again and again: `extract_present` gives the keys of words that are there, and tells which are not.
"""

from array import array
from itertools import accumulate

import cython
from cython.cimports.dodona.linear.hashing import hash_number, hash_t, rotate, scramble
from cython.cimports.dodona.parser.tokens import (
    CLUSTER,
    CLUSTER_PREFIX,
    LANGUAGE_TAG,
    LEMMA_OF_WORD,
    MISSING_WORD,
    MORPHOLOGY,
    TAG,
    UNIVERSAL_TAG,
    WORD,
)

from dodona.linear.hashing import hash_name
from dodona.parser.templates import ATTRIBUTES, STEPS, Program
from dodona.parser.tokens import TokenBatch
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
    "c": CLUSTER,
    "c4": CLUSTER_PREFIX,
    "c6": CLUSTER_PREFIX + 1,
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


@cython.final
@cython.cclass
class Extractor:
    """Turns a configuration and the words of its sentence into one key for each template.

    Atoms that are columns of a word come first, then those that depend on the configuration.
    Templates are sorted by their number of atoms; at the end stand the groups of those that read
    one word that may be missing, and nothing else. An extractor never changes and can be shared by
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
        groups = _groups(program)
        grouped = [t for _, templates in groups for t in templates]
        common = [t for t in range(self.count) if t not in grouped]
        common.sort(key=lambda t: len(program.templates[t]))
        arities = [len(program.templates[t]) for t in common]
        self.arity_ends = array("i", [sum(a <= most for a in arities) for most in range(5)])
        self.group_nodes = array("i", [node for node, _ in groups])
        ends = accumulate((len(templates) for _, templates in groups), initial=len(common))
        self.group_ends = array("i", list(ends)[1:])
        order = common + grouped
        self.atoms = array("i", [place[atom] for t in order for atom in program.templates[t]])
        self.names = tuple(program.names[t] for t in order)
        self.seeds = array("Q", [hash_name(name) for name in self.names])

    def keys(
        self,
        system: TransitionSystem,
        c: Configuration,
        tokens: TokenBatch,
        index: int = 0,
        *,
        transition: str | None = None,
    ) -> dict[str, int]:
        """The key of each template in a configuration over a sentence of a batch, for people.

        Some transitions, those of ``system.scored_as``, have keys of their own; such a transition
        must be legal, else `TransitionError` is raised.
        Labels go into keys by the numbers that they have in ``c.label_names``.
        """
        found: hash_t[MOST_KEYS]
        i: cython.Py_ssize_t = index
        state: State = c.state.copy()
        if not 0 <= i < tokens.count:
            raise IndexError(f"the batch has {tokens.count} sentences, and no number {index}")
        if tokens.lengths[i] != state.n:
            raise ValueError(f"the sentence has {tokens.lengths[i]} words, not {state.n}")
        if tokens.columns <= max(self.columns, default=0):
            raise ValueError("the words of the batch have no clusters, and templates look at them")
        if transition in system.scored_as:
            system.look_at(state, system.legal_action(c, transition))
        else:
            system.look(state)
        self.extract(
            state,
            cython.cast(cython.pointer(cython.const[hash_t]), tokens.of_sentence(i)),
            found,
        )
        return {name: found[i] for i, name in enumerate(self.names)}

    def missing_keys(self) -> list[list[int]]:
        """For each group, the keys that its templates have where its word is not there."""
        values: hash_t[MAX_ATOMS]
        i: cython.Py_ssize_t
        t: cython.Py_ssize_t
        for i in range(self.columns.shape[0]):
            values[i] = hash_number(MISSING_WORD)
        for i in range(self.columns.shape[0], MAX_ATOMS):
            values[i] = self.read_state(None, LABEL_OF, -1, -1)
        result: list = []
        t = self.arity_ends[4]
        for i in range(self.group_ends.shape[0]):
            keys: list = []
            while t < self.group_ends[i]:
                keys.append(self.single(t, values))
                t += 1
            result.append(keys)
        return result

    def extract(self, state, tokens, keys):
        """Write the keys of all templates. ``state.focus`` must be up to date."""
        nodes: cython.int[MAX_NODES]
        values: hash_t[MAX_ATOMS]
        t: cython.Py_ssize_t
        self.read_atoms(state, tokens, nodes, values)
        self.combine(values, keys)
        for t in range(self.arity_ends[4], self.count):
            keys[t] = self.single(t, values)

    def extract_present(self, state, tokens, keys, missing):
        """Write the keys of all templates but those of groups whose word is not there.

        These groups are written to ``missing`` as a bit set; the number of keys is returned.
        """
        nodes: cython.int[MAX_NODES]
        values: hash_t[MAX_ATOMS]
        group: cython.Py_ssize_t
        t: cython.Py_ssize_t = self.arity_ends[4]
        count: cython.int = self.arity_ends[4]
        self.read_atoms(state, tokens, nodes, values)
        self.combine(values, keys)
        missing[0] = 0
        for group in range(self.group_nodes.shape[0]):
            if nodes[self.group_nodes[group]] < 0:
                missing[0] |= 1 << group
                t = self.group_ends[group]
            while t < self.group_ends[group]:
                keys[count] = self.single(t, values)
                count += 1
                t += 1
        return count

    def read_atoms(self, state, tokens, nodes, values):
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

    def single(self, template, values):
        """The key of a template that belongs to a group: its one atom is among the last of all."""
        atom: cython.int = self.atoms[self.atoms.shape[0] - self.count + template]
        return scramble(self.seeds[template] + values[atom])

    def combine(self, values, keys):
        """Write the keys of the templates that belong to no group."""
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


def _groups(program: Program) -> list:
    """Words that may be missing, each with its templates of one atom if there are several.

    Words that are found by a step come first; there are MAX_GROUPS at most,
    since scores are added up for every set of them.
    """
    groups: dict[int, list[int]] = {}
    for t, atoms in enumerate(program.templates):
        _, node, other = program.atoms[atoms[0]]
        if len(atoms) == 1 and other < 0:
            groups.setdefault(node, []).append(t)
    several = [(node, templates) for node, templates in groups.items() if len(templates) > 1]
    several.sort(key=lambda group: (program.nodes[group[0]][0] < 0, -len(group[1]), group[0]))
    return several[:MAX_GROUPS]
