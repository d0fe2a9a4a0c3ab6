"""Sentences of a treebank that have what somebody looks for."""

from collections.abc import Sequence
from dataclasses import dataclass

from dodona.errors import TreebankError
from dodona.treebank.sentence import Sentence
from dodona.treebank.trees import is_projective


@dataclass(frozen=True)
class Query:
    """What to look for; what is empty, None or False does not matter.

    ``form``, ``tag`` and ``label`` must hold of one and the same word. A form is looked for in
    words and lemmas, whatever the case of its letters; a tag is a UPOS or XPOS; a label also stands
    for its subtypes. ``errors`` are sentences in which the second treebank has another tree.
    """

    form: str = ""
    tag: str = ""
    label: str = ""
    sent_id: str = ""
    nonprojective: bool = False
    errors: bool = False
    least_words: int | None = None
    most_words: int | None = None


class SearchableTreebank:
    """The sentences of a treebank and, perhaps, those of a second one with other trees for them."""

    def __init__(
        self, name: str, sentences: Sequence[Sentence], against: Sequence[Sentence] | None = None
    ) -> None:
        self.name = name
        self.sentences = list(sentences)
        self.against = None if against is None else list(against)
        if self.against is not None:
            self._check_pairs(self.against)

    def _check_pairs(self, against: list[Sentence]) -> None:
        if len(against) != len(self.sentences):
            raise TreebankError(
                f"{self.name} has {len(self.sentences)} sentences, the second file {len(against)}"
            )
        for one, other in zip(self.sentences, against, strict=True):
            if one.forms != other.forms:
                raise TreebankError(
                    f"{one.source}:{one.line}: the words are not those of "
                    f"{other.source}:{other.line}; both files must have the same words"
                )

    def find(self, query: Query) -> list[int]:
        """The places of the sentences that fit, counted from 0 on."""
        return [i for i in range(len(self.sentences)) if self._fits(i, query)]

    def wrong_words(self, place: int) -> list[int]:
        """The words to which the second treebank has another arc."""
        if self.against is None:
            return []
        one, other = self.sentences[place], self.against[place]
        pairs = zip(
            zip(one.heads, one.deprels, strict=True),
            zip(other.heads, other.deprels, strict=True),
            strict=True,
        )
        return [word for word, (first, second) in enumerate(pairs, 1) if first != second]

    def _fits(self, place: int, query: Query) -> bool:
        sentence = self.sentences[place]
        if query.least_words is not None and len(sentence) < query.least_words:
            return False
        if query.most_words is not None and len(sentence) > query.most_words:
            return False
        if query.sent_id and query.sent_id not in (sentence.sent_id or ""):
            return False
        if (query.form or query.tag or query.label) and not _has_word(sentence, query):
            return False
        if query.nonprojective and not (
            sentence.has_tree and not is_projective([-1, *sentence.heads])
        ):
            return False
        return not query.errors or bool(self.wrong_words(place))


def _has_word(sentence: Sentence, query: Query) -> bool:
    form = query.form.casefold()
    columns = zip(
        sentence.forms,
        sentence.lemmas,
        sentence.upos,
        sentence.xpos,
        sentence.deprels,
        strict=True,
    )
    return any(
        (not form or form in (word.casefold(), lemma.casefold()))
        and (not query.tag or query.tag in (upos, xpos))
        and (not query.label or query.label == label or label.startswith(f"{query.label}:"))
        for word, lemma, upos, xpos, label in columns
    )
