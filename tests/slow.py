"""Features and greedy parsing, plain and slow, to compare the compiled core with.

The features of a configuration are tuples of strings and numbers, read off its public view.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from slow_tagging import NO_CLUSTERS, normal

from dodona.parser.parser import Parser
from dodona.systems import Configuration, TransitionSystem, parsing_system
from dodona.systems.configuration import (
    CovingtonConfiguration,
    SpineConfiguration,
    TwoPlanarConfiguration,
)
from dodona.treebank import Sentence

ABSENT = "no such word"
UNDEFINED = "no such distance"

Values = tuple[Hashable, ...]
Class = tuple[str, bool, "str | None"]
"""An action, whether its arc is from the root, and a label."""


# Features ---------------------------------------------------------------------------------------


def read_features(
    templates: Iterable[str],
    c: Configuration,
    sentence: Sentence,
    transition: str = "",
    clusters: Mapping[str, str] = NO_CLUSTERS,
) -> dict[str, Values]:
    """The values of the atoms of each template, as a transition sees them."""
    return {
        template: tuple(
            read_atom(atom, c, sentence, transition, clusters) for atom in template.split()
        )
        for template in templates
    }


def read_atom(
    atom: str,
    c: Configuration,
    sentence: Sentence,
    transition: str = "",
    clusters: Mapping[str, str] = NO_CLUSTERS,
) -> Hashable:
    if "-" in atom:
        return read_distance(*(named_word(name, c, transition) for name in atom.split("-")))
    name, *steps, attribute = atom.split(".")
    node = named_word(name, c, transition)
    for step in steps:
        node = neighbour(node, step, c) if node is not None else None
    if attribute[0] == "c" and node:
        return read_cluster(attribute, sentence.forms[node - 1], clusters)
    return read_attribute(attribute, node, c, sentence)


def read_cluster(attribute: str, form: str, clusters: Mapping[str, str]) -> str | None:
    """The cluster of a word, or of its normal form; only strings of bits have prefixes."""
    bits = clusters.get(form, clusters.get(normal(form)))
    if bits is None or attribute == "c":
        return bits
    are_bits = all(set(cluster) <= {"0", "1"} for cluster in clusters.values())
    return bits[: int(attribute[1:])] if are_bits else None


def named_word(name: str, c: Configuration, transition: str) -> int | None:
    """The word that a system names so: S1, N0, L0, R1, CL, ...

    For LEFT_k of LR-spine S0 is the head of the new arc, for RIGHT_k it is S1. For those of
    arc-swift the node k of the stack is its top, for those of Covington's algorithm the word k of
    the first list is its last.
    """
    action, _, k = transition.partition("_")
    if isinstance(c, CovingtonConfiguration):
        return covington_words(c, int(k or 1)).get(name)
    if isinstance(c, TwoPlanarConfiguration):
        return two_planar_words(c).get(name)
    place = int(name[1])
    has_spines = isinstance(c, SpineConfiguration)
    above = int(k) - 1 if k and not has_spines else 0
    words = c.stack[: len(c.stack) - above][::-1] if name[0] == "S" else c.buffer
    node = words[place] if place < len(words) else None
    if k and has_spines and name == {"LEFT": "S0", "RIGHT": "S1"}[action]:
        assert node is not None
        return spine_of(node, action[0], c)[int(k) - 1]
    return node


def spine_of(root: int, side: str, c: Configuration) -> list[int]:
    """The way down from a root by the outermost dependents on one side."""
    spine = [root]
    while dependents := (left_dependents if side == "L" else right_dependents)(spine[-1], c):
        spine.append(dependents[0 if side == "L" else -1])
    return spine


@lru_cache(maxsize=32)
def covington_words(c: CovingtonConfiguration, k: int) -> dict[str, int]:
    """Focus words, their neighbours in the sentence, what is open between them (CL, CR)
    and the last word without a head before them (LH).

    At the end of the sentence the right focus word is the root. With a single root that has taken
    a word, this is a focus word in its place.
    """
    words = range(1, len(c.heads))
    left = c.lambda1[-k] if c.lambda1 else 0
    right = c.buffer[0] if c.buffer else 0
    if right == 0 and c.state.stand_in > 0:
        left, right = sorted((left, c.heads.index(0)))
    before = [word for word in words if word < left and c.heads[word] < 0]
    named = {"L0": left, "L1": left - 1, "LH": before[-1] if before else 0}
    if right > 0:
        named |= {"R0": right, "R1": right + 1, "R2": right + 2}
        open_words = [w for w in range(left + 1, right) if not left <= c.heads[w] <= right]
        if open_words:
            named |= {"CL": open_words[0], "CR": open_words[-1]}
    named = {name: word for name, word in named.items() if word in words}
    return named if right > 0 else named | {"R0": 0}


def two_planar_words(c: TwoPlanarConfiguration) -> dict[str, int]:
    """The tops of the active and the inactive stack, and the front of the buffer.

    At the end they are the word in focus and the root, or the word that it has taken.
    """
    if c.buffer in ([], [0]):
        word, root = c.state.partner, c.heads.index(0) if c.state.stand_in > 0 else 0
        named = {"S0": min(word, root or word), "N0": max(word, root) if root else 0}
        return named if word else {"N0": named["N0"]}
    lists = {"S": c.stack[:-4:-1], "O": c.inactive[:-3:-1], "N": [n for n in c.buffer[:3] if n > 0]}
    return {f"{name}{k}": node for name, nodes in lists.items() for k, node in enumerate(nodes)}


def neighbour(node: int, step: str, c: Configuration) -> int | None:
    if step == "h":
        return c.heads[node] if c.heads[node] >= 0 else None
    dependents = left_dependents(node, c) if step[0] == "l" else right_dependents(node, c)[::-1]
    place = int(step[1:]) - 1 if step[1:] != "c" else max(len(dependents) - 1, 0)
    return dependents[place] if place < len(dependents) else None


def left_dependents(node: int, c: Configuration) -> list[int]:
    return [d for d in range(1, node) if c.heads[d] == node]


def right_dependents(node: int, c: Configuration) -> list[int]:
    return [d for d in range(node + 1, len(c.heads)) if c.heads[d] == node]


def read_attribute(
    attribute: str, node: int | None, c: Configuration, sentence: Sentence
) -> Hashable:
    if node is None:
        return ABSENT
    if attribute == "l":
        return c.labels[node]
    if attribute[0] in "vs":
        of_side = left_dependents if attribute[1] == "l" else right_dependents
        dependents = of_side(node, c)
        if attribute[0] == "v":
            return len(dependents)
        labels = [c.labels[d] for d in dependents]
        # Label sets are sets of 64 bits.
        return frozenset(c.label_names.index(x) % 64 for x in labels if x is not None)
    if node == 0:
        return ("root",)
    word = sentence.words[node - 1]
    columns = {"w": "form", "m": "lemma", "u": "upos", "x": "xpos", "f": "feats"}
    if attribute == "p":
        return word.upos, word.xpos
    return str(getattr(word, columns[attribute]))


def read_distance(first: int | None, second: int | None) -> Hashable:
    if first is None:
        return ABSENT
    if first == 0 or second is None or second == 0:
        return UNDEFINED
    return min(abs(first - second), 10)


# Parsing ----------------------------------------------------------------------------------------


def slow_parse(parser: Parser, sentence: Sentence) -> tuple[list[int], list[str | None]]:
    """Heads and labels that greedy parsing must find, with the scores of the frozen weights."""
    header = parser.header
    scorer: Any = parser._scorer
    classes = scorer.transitions.classes
    system = parsing_system(header.system, single_root=header.single_root)
    tokens = scorer.prepare([sentence])
    c = start(system, len(sentence), header.labels)
    while not c.is_terminal():
        legal = legal_classes(system, classes, c)
        by_view = {}
        for view in {view_of(classes[k][0]) for k in legal}:
            keys = scorer.extractor.keys(system, c, tokens, transition=view)
            by_view[view] = scorer.weights.scores(list(keys.values()))
        scores = {k: by_view[view_of(classes[k][0])][weights_of(k, classes)] for k in legal}
        best = max(scores, key=scores.__getitem__)
        c = system.apply(c, classes[best][0], label=classes[best][2])
    return c.heads[1:], c.labels[1:]


def start(system: TransitionSystem, n: int, labels: Sequence[str]) -> Configuration:
    """The initial configuration, with the labels numbered in this order."""
    c = system.initial(n)
    return type(c)(c.state, tuple(labels), c.buffer, c.is_terminal())


def legal_classes(
    system: TransitionSystem, classes: Sequence[Class], c: Configuration
) -> list[int]:
    """The numbers of the classes that may be applied, action by action."""
    found = []
    for name in system.legal(c):
        head, _ = arc(system, c, name)
        for k, (action, at_root, label) in enumerate(classes):
            if (action, at_root, label is None) == (name, head == 0, head is None):
                found.append(k)
    return found


def view_of(action: str) -> str:
    """The action, if it sees a configuration in a way of its own, as LEFT_k and RIGHT_k do."""
    return action if "_" in action else ""


def weights_of(k: int, classes: Sequence[Class]) -> int:
    """The class whose weights a class has: LEFT_k those of LEFT_1, RIGHT_k those of RIGHT_1."""
    action, at_root, label = classes[k]
    name, _, number = action.partition("_")
    return classes.index((f"{name}_1", at_root, label)) if number else k


def arc(system: TransitionSystem, c: Configuration, name: str) -> tuple[int | None, int]:
    """The head and the dependent of the arc that a transition adds; or None and -1."""
    after = system.apply(c, name).heads
    new = [(after[d], d) for d in range(len(after)) if after[d] not in (-1, c.heads[d])]
    return new[0] if new else (None, -1)
