"""Trees made by machine beside those of a treebank: which of them a parser can learn from."""

from collections import Counter
from collections.abc import Iterable, Iterator

from dodona.errors import TreebankError
from dodona.parser.corpus import BLANK, Corpus, may_have_one_root, transformed
from dodona.systems.base import TransitionSystem
from dodona.treebank.building import with_heads
from dodona.treebank.incomplete import UNKNOWN
from dodona.treebank.sentence import Sentence
from dodona.wording import counted

_LABELS = "with labels that the treebank does not have"
_ROOTS = "with more than one root"
_CROSSING = "not projective"
_UNDERIVED = "that cannot be derived"
_HEADLESS = "without heads"
_PARTIAL = "with words without heads, which need `oracle=dynamic` and a system that can learn so"


class ExtraTrees:
    """Chooses extra trees that go with a treebank, and counts them.

    A label that the treebank does not have stands for the one before its colon. A sentence is left
    out if the treebank does not have that either, if it has several roots where all trees of the
    treebank have one, if the system does not derive it where such trees are skipped, or if only
    some heads are known and they are not ``partial``. ``left_out`` has the reasons and how many
    there were.
    """

    def __init__(
        self,
        corpus: Corpus,
        system: TransitionSystem,
        nonprojective: str | None,
        *,
        partial: bool,
    ) -> None:
        self._partial = partial
        self.sentences = 0
        self.words = 0
        self.left_out: Counter[str] = Counter()
        self._corpus = corpus
        self._system = system
        self._nonprojective = nonprojective
        self._arcs = {(at_root, label) for _, at_root, label in corpus.classes}

    def choose(self, stretches: Iterable[list[Sentence]]) -> Iterator[list[Sentence]]:
        """Of lists of sentences those to learn from, with the trees to learn from.

        Raises `TreebankError` if nothing is left of all.
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
        if not sentence.has_heads or not (self._partial or sentence.has_tree):
            self.left_out[_PARTIAL if sentence.has_heads else _HEADLESS] += 1
            return None
        if self._corpus.single_root and not may_have_one_root(sentence):
            self.left_out[_ROOTS] += 1
            return None
        if not self._system.derives([-1, *sentence.heads]):
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
        return sentence if known == labels else with_heads(sentence, heads, known)  # type: ignore[arg-type]

    def _known(self, head: int, label: str) -> str | None:
        if head == UNKNOWN or label == BLANK:
            return label
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
