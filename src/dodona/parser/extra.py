"""Trees made by machine beside those of a treebank: which of them a parser can learn from."""

from collections import Counter
from collections.abc import Iterable, Iterator

from dodona.errors import TreebankError
from dodona.parser.corpus import Corpus, check_has_tree, transformed
from dodona.systems.base import TransitionSystem
from dodona.treebank.sentence import Sentence
from dodona.treebank.trees import root_count
from dodona.wording import counted

_LABELS = "with labels that the treebank does not have"
_ROOTS = "with more than one root"
_CROSSING = "not projective"
_UNDERIVED = "that cannot be derived"


class ExtraTrees:
    """Chooses extra trees that go with a treebank, and counts them.

    A label that the treebank does not have stands for the one before its colon. A sentence is left
    out if the treebank does not have that either, if it has several roots where all trees of the
    treebank have one, or if the system does not derive it where such trees are skipped.
    ``left_out`` has the reasons and how many there were.
    """

    def __init__(self, corpus: Corpus, system: TransitionSystem, nonprojective: str | None) -> None:
        self.sentences = 0
        self.words = 0
        self.left_out: Counter[str] = Counter()
        self._corpus = corpus
        self._system = system
        self._nonprojective = nonprojective
        self._arcs = {(at_root, label) for _, at_root, label in corpus.classes}

    def choose(self, stretches: Iterable[list[Sentence]]) -> Iterator[list[Sentence]]:
        """Of lists of sentences those to learn from, with the trees to learn from.

        Raises `TreebankError` for a sentence without a tree, and if nothing is left of all.
        """
        for stretch in stretches:
            usable = [each for each in map(self._usable, stretch) if each is not None]
            self.sentences += len(usable)
            self.words += sum(map(len, usable))
            yield usable
        if not self.sentences:
            reasons = f" ({self._reasons()})" if self.left_out else ""
            raise TreebankError(f"there is no tree to learn from in the extra data{reasons}")

    def _usable(self, sentence: Sentence) -> Sentence | None:
        """The sentence as it is learned from; None if it is left out."""
        check_has_tree(sentence)
        heads = [-1, *sentence.heads]
        if self._corpus.single_root and root_count(heads) != 1:
            self.left_out[_ROOTS] += 1
            return None
        if not self._system.derives(heads):
            if self._nonprojective == "skip":
                self.left_out[_CROSSING if self._system.projective else _UNDERIVED] += 1
                return None
            sentence = transformed(sentence, self._nonprojective, self._corpus.encoding)
        return self._labelled(sentence)

    def _labelled(self, sentence: Sentence) -> Sentence | None:
        """The sentence with labels of the treebank; None if some have no counterpart."""
        heads, labels = sentence.heads, sentence.deprels
        known = [self._known(head, label) for head, label in zip(heads, labels, strict=True)]
        if None in known:
            self.left_out[_LABELS] += 1
            return None
        return sentence if known == labels else sentence.with_tree(heads, known)  # type: ignore[arg-type]

    def _known(self, head: int, label: str) -> str | None:
        for each in (label, label.partition(":")[0]):
            if (head == 0, each) in self._arcs:
                return each
        return None

    def to_dict(self) -> dict[str, int]:
        """What a model's header says of them."""
        return {
            "sentences": self.sentences,
            "words": self.words,
            "left_out": self.left_out.total(),
        }

    def _reasons(self) -> str:
        return ", ".join(f"{count:,} {reason}" for reason, count in self.left_out.items())

    def __str__(self) -> str:
        """What was read, in words."""
        text = f"extra trees: {counted(self.sentences, 'sentence')}, {counted(self.words, 'word')}"
        return f"{text}; left out: {self._reasons()}" if self.left_out else text
