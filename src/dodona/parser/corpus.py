"""A treebank prepared for training: what can be learned from, and what a model must know of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dodona.errors import TreebankError
from dodona.options import Scheme
from dodona.parser.fixed import Reach, fixed_arcs
from dodona.parser.labelled import LabelledTransitions
from dodona.systems.base import TransitionSystem
from dodona.systems.exact import LONGEST
from dodona.systems.gold import Gold
from dodona.treebank.building import with_heads
from dodona.treebank.conllu import Format
from dodona.treebank.eisner import projectivize
from dodona.treebank.incomplete import UNKNOWN, is_part_of_projective
from dodona.treebank.pseudo import Encoding, choose_encoding
from dodona.treebank.sentence import Sentence
from dodona.treebank.trees import root_count
from dodona.treebank.values import check_proper, is_proper

ROOT_LABEL = "root"
FALLBACK_LABEL = "dep"

# A label that is not known, if others are.
BLANK = "_"


@dataclass(frozen=True)
class Corpus:
    """The sentences to learn from, with the facts that go into the model.

    ``nonprojective`` counts the trees of the treebank that the system cannot derive; of these
    ``encoding`` is how their labels tell the way back, and ``exact`` says whether to learn from
    them with exact costs. ``headless`` counts the words whose heads are not known.
    ``single_root`` holds for treebanks in CoNLL-U all of whose trees have one root. ``classes``
    are the labelled transitions that the treebank calls for.
    """

    sentences: list[Sentence]
    nonprojective: int
    treebank_format: Format
    single_root: bool
    labels: list[str]
    classes: list[tuple[str, bool, str | None]]
    tags: dict[str, list[str]]
    encoding: Encoding | None
    exact: bool
    headless: int

    @property
    def words(self) -> int:
        return sum(len(sentence) for sentence in self.sentences)

    def golds(
        self, transitions: LabelledTransitions, sentences: Iterable[Sentence]
    ) -> Iterator[Gold]:
        """The gold trees of sentences, with labels as numbers.

        A label that no transition can give is -1.
        """
        possible = {(at_root, label) for _, at_root, label in transitions.classes}
        number = {label: i for i, label in enumerate(self.labels)}
        for sentence in sentences:
            heads = sentence.heads
            numbers = [
                number[label] if (head == 0, label) in possible else -1
                for head, label in zip(heads, sentence.deprels, strict=True)
            ]
            tree = [-1, *heads]
            exact = self.exact and len(heads) <= LONGEST and not is_part_of_projective(tree)
            ordered = transitions.system.reorders
            yield Gold(tree, [-1, *numbers], exact=exact, ordered=ordered)


def has_single_roots(sentences: Iterable[Sentence], treebank_format: Format) -> bool:
    """Whether this is a treebank in CoNLL-U all of whose trees have one root, as far as known."""
    return treebank_format == "conllu" and all(map(may_have_one_root, sentences))


def may_have_one_root(sentence: Sentence) -> bool:
    """Whether a tree with the known heads of a sentence can have one root."""
    roots = root_count(sentence.heads)
    return roots == 1 or (roots == 0 and not sentence.has_tree)


def prepare(
    sentences: Iterable[Sentence],
    treebank_format: Format,
    system: TransitionSystem,
    nonprojective: str | None,
    scheme: Scheme | None = None,
) -> Corpus:
    """Sort out what a transition system can learn from a treebank.

    ``nonprojective`` and ``scheme`` are the settings of these names, with their defaults filled in.
    """
    every = list(sentences)
    headless = sum(sentence.heads.count(UNKNOWN) for sentence in every)
    check_proper(every, ["deprels"])
    encoding = choose_encoding(scheme, _labels(every)) if scheme is not None else None
    usable = []
    arcs: set[tuple[int, bool, str]] = set()
    count = 0
    for sentence in every:
        heads = [-1, *sentence.heads]
        derivable = system.derives(heads)
        if not derivable:
            count += 1
            sentence = transformed(sentence, nonprojective, encoding)
            heads = [-1, *sentence.heads]
        arcs.update(_arcs(heads, sentence.deprels, system))
        if not derivable and nonprojective == "skip":
            continue
        usable.append(sentence)
    if not usable:
        kind = "projective tree" if system.projective else f"tree that {system.name} derives"
        remedy = "; `nonprojective` says what else to make of the others" if count else ""
        raise TreebankError(f"there is no {kind} to learn from in the training data{remedy}")
    if headless and any(label != BLANK for _, _, label in arcs):
        arcs = {arc for arc in arcs if arc[2] != BLANK}
    classes = _classes(arcs, system, encoding)
    return Corpus(
        sentences=usable,
        nonprojective=count,
        treebank_format=treebank_format,
        single_root=system.single_root,
        labels=sorted({label for _, _, label in classes if label is not None}),
        classes=classes,
        tags={
            "upos": sorted({tag for s in every for tag in s.upos if is_proper(tag)}),
            "xpos": sorted({tag for s in every for tag in s.xpos if is_proper(tag)}),
        },
        encoding=encoding,
        exact=nonprojective == "exact",
        headless=headless,
    )


def _labels(sentences: Iterable[Sentence]) -> set[str]:
    return {label for sentence in sentences for label in sentence.deprels}


def transformed(
    sentence: Sentence, nonprojective: str | None, encoding: Encoding | None
) -> Sentence:
    """What is to be learned from a sentence whose tree a system does not derive.

    Of known heads that are part of no projective tree the fewest count as not known.
    """
    if not sentence.has_tree and (nonprojective == "projectivize" or encoding is not None):
        heads = sentence.heads
        for arc in Reach(True, False, ()).beyond(len(heads), fixed_arcs(sentence, labelled=False)):
            heads[arc.dependent - 1] = UNKNOWN
        return with_heads(sentence, heads, sentence.deprels)
    if nonprojective == "projectivize":
        heads = projectivize([-1, *sentence.heads])
        return sentence.with_tree(heads[1:], sentence.deprels)
    if encoding is not None:
        return sentence.with_tree(*encoding.encode(sentence.heads, sentence.deprels))
    return sentence


def check_has_tree(sentence: Sentence, remedy: str = "") -> None:
    """Raise `TreebankError` for a sentence whose heads are not all given."""
    if sentence.has_tree:
        return
    name = f"sentence {sentence.sent_id}" if sentence.sent_id else ""
    message = "the sentence has no heads to learn from"
    if sentence.has_heads:
        headless = sentence.heads.count(UNKNOWN)
        message = f"there is no head for {headless} of {len(sentence)} words{remedy}"
    raise TreebankError(message, sentence.source, sentence.line, name)


def _arcs(
    heads: list[int], labels: list[str], system: TransitionSystem
) -> Iterable[tuple[int, bool, str]]:
    """Direction, whether the head is the root, and label of each known arc."""
    for dependent, label in enumerate(labels, 1):
        head = heads[dependent]
        if head == UNKNOWN:
            continue
        at_right = head > dependent or (head == 0 and system.root_last)
        yield (-1 if at_right else 1), head == 0, label


def _classes(
    arcs: set[tuple[int, bool, str]],
    system: TransitionSystem,
    encoding: Encoding | None,
) -> list[tuple[str, bool, str | None]]:
    """The transitions that make arcs like these, and at least one of each kind.

    Where trees have one root, its label is kept for it, as Universal Dependencies demand.
    """

    def is_root_label(label: str | None) -> bool:
        plain = encoding.split(label).label if encoding and label else label
        return plain == ROOT_LABEL

    if system.single_root and any(at_root and is_root_label(label) for _, at_root, label in arcs):
        arcs = {arc for arc in arcs if arc[1] == is_root_label(arc[2])}
    classes: set[tuple[str, bool, str | None]] = set()
    for name, direction in zip(system.actions, system.directions, strict=True):
        if not direction:
            classes.add((name, False, None))
        elif name not in system.root_only and name not in system.scored_as:
            labels = {label for way, at_root, label in arcs if way == direction and not at_root}
            classes.update((name, False, label) for label in labels or {FALLBACK_LABEL})
        if name in system.root_actions:
            at_roots = {label for _, at_root, label in arcs if at_root}
            classes.update((name, True, label) for label in at_roots or {ROOT_LABEL})
    return sorted(classes, key=lambda c: (c[0], c[1], c[2] or ""))
