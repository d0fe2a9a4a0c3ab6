"""Several parsers that vote on each arc, as one parser."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any

from dodona.errors import ModelError, SettingsError
from dodona.keywords import complete
from dodona.linear.words import WordBatch
from dodona.model.arrays import ArraysBelow
from dodona.model.header import read_header, sized, write_header
from dodona.model.parts import Part
from dodona.options import MOST_MEMBERS, DecodingOptions
from dodona.parser.base import BaseParser, Kept, ParseDraft, Voter
from dodona.parser.fixed import Reach
from dodona.parser.nbest import with_shares
from dodona.parser.parser import Parser
from dodona.parser.votes import Votes
from dodona.threads import in_batches
from dodona.treebank.arguments import checked_sentences
from dodona.treebank.columns import Draft
from dodona.treebank.sentence import Sentence
from dodona.version import __version__

if TYPE_CHECKING:
    from dodona.neural.encoder import Encoder

# What the vote of a parser is worth that does not know how sure it is of an arc, and of one that is
# quite sure: so a neural parser is outvoted by two linear ones where it is not.
_PLAIN = 100
_SURE = 400

# What parsers look at, of all that taggers and lemmatisers may have changed.
_READ = ("lemma", "upos", "xpos", "feats")

_TreesAndWorths = tuple["array[int]", "array[int]", "array[int]"]
_FindVotes = Callable[[Draft, WordBatch | None, Kept], _TreesAndWorths]

Arc = tuple[int, str]
"""The head of a word and the label of the arc between them."""


@dataclass(frozen=True)
class VotingHeader:
    """What is known of parsers that vote: ``members`` are their own headers, in their order."""

    members: Annotated[list[dict[str, Any]], sized(2, MOST_MEMBERS)]
    scores: dict[str, Any] = field(default_factory=dict)
    made_with: str = f"dodona {__version__}"


class VotingParser(BaseParser):
    """Parsers that vote, the last part of a `Pipeline`: see `dodona.vote` and the option `vote`.

    The tree of a sentence is the one whose labelled arcs have the most votes in all, with one root
    if any of the parsers keeps to one. Where several have as many, arcs of earlier parsers count.
    Every parser has one vote, but a neural one that was calibrated on dev: it has four times the
    probability of its arc and label. A parser is not asked about sentences whose trees the ones
    before it have settled. Derivations and scores of transitions are those of the ``members``.
    """

    def __init__(self, members: Sequence[Voter], scores: dict[str, Any] | None = None) -> None:
        check_members(members)
        self.members = tuple(members)
        self._scores = scores or {}
        self.needs = [k for k in ("UPOS", "XPOS") if any(k in each.needs for each in members)]
        self.labels = list(dict.fromkeys(label for each in members for label in each.labels))
        number = {label: i for i, label in enumerate(self.labels)}
        self._numbers = [array("i", [number[x] for x in each.labels]) for each in members]
        self.single_root = any(each.single_root for each in members)

    @property
    def header(self) -> VotingHeader:
        """What the parsers are and how they were trained."""
        return VotingHeader([each.to_part().header for each in self.members], self._scores)

    @property
    def encoder(self) -> "Encoder | None":
        """The encoder of the first parser among the members that also predicts tags, if any."""
        encoders = (getattr(member, "encoder", None) for member in self.members)
        return next((each for each in encoders if each and each.shape.classes), None)

    def draft_parser(self, options: DecodingOptions) -> ParseDraft:
        find = [_vote_finder(member, _for_members(options)) for member in self.members]
        self._check(options)
        names = [label.encode() for label in self.labels]

        def parse(draft: Draft, words: WordBatch | None) -> list[Sentence]:
            self.prepare_draft(draft, options)
            kept = self.kept_arcs(draft, options)
            votes = self._count(find, draft, words, kept, all_vote=options["scores"])
            heads, labels, counts = votes.elect(self.single_root, options["projective"])
            draft.put_tree(heads, labels, names)
            if not options["scores"]:
                return draft.finished()
            shares = [count / total for count, total in zip(counts, votes.totals(), strict=True)]
            return list(with_shares(draft.finished(), shares))

        return parse

    def _check(self, options: DecodingOptions) -> None:
        if options["nbest"] is not None:
            raise SettingsError(
                "parsers that vote have one tree for each sentence: leave out `nbest`, or take "
                "one of the members"
            )
        if options["scores"] and self.members[0].treebank_format == "conllx":
            raise SettingsError("CoNLL-X has no place for scores; CoNLL-U has")

    @property
    def reach(self) -> Reach:
        """Arcs to keep are such that each of the parsers can: so nobody votes for others."""
        return reduce(Reach.join, (member.reach for member in self.members))

    def _count(
        self,
        find: list[_FindVotes],
        draft: Draft,
        words: WordBatch | None,
        kept: Kept,
        *,
        all_vote: bool,
    ) -> Votes:
        """The votes for the arcs of prepared sentences; of all parsers only if need be."""
        sentences = draft.sentences
        most = [_SURE if _is_sure(member) else _PLAIN for member in self.members]
        votes = Votes([len(sentence) for sentence in sentences], len(most), most)
        places: Sequence[int] = range(len(sentences))
        as_read: list[Sentence] | None = None
        for member, find_votes in enumerate(find):
            if not all_vote and sum(most[:member]) > sum(most[member:]):
                places = votes.unsettled(self.single_root)
            if len(places) == len(sentences):
                heads, labels, worths = find_votes(draft, words, kept)
            elif places:
                if as_read is None:
                    as_read = draft.finished() if draft.changes_any(_READ) else sentences
                some = Draft([as_read[i] for i in places])
                some_kept = kept and [kept[i] for i in places]
                heads, labels, worths = find_votes(some, None, some_kept)
            else:
                break
            votes.cast(member, places, heads, labels, self._numbers[member], worths)
        return votes

    def votes(self, sentences: Iterable[Sentence]) -> Iterator[list[dict[Arc, int]]]:
        """How many parsers vote for which arcs: of each sentence for each word.

        >>> next(nlp.parser.votes([sentence]))[0]                        # doctest: +SKIP
        {(2, 'nsubj'): 2, (4, 'obj'): 1}
        """
        for trees in self.ballots(sentences):
            result: list[dict[Arc, int]] = [{} for _ in trees[0]]
            for tree in trees:
                for arcs, arc in zip(result, tree, strict=True):
                    arcs[arc] = arcs.get(arc, 0) + 1
            yield result

    def ballots(self, sentences: Iterable[Sentence]) -> Iterator[list[list[Arc]]]:
        """The arcs that each parser votes for: of each sentence the trees, in their order."""
        options = complete(DecodingOptions, {})
        find = [member.tree_finder(options) for member in self.members]
        for batch in in_batches(checked_sentences(sentences)):
            draft = Draft(batch)
            self.prepare_draft(draft, options)
            found = [find_trees(draft, None, None) for find_trees in find]
            first = 0
            for sentence in batch:
                last = first + len(sentence)
                yield [
                    [
                        (head, member.labels[label])
                        for head, label in zip(heads[first:last], labels[first:last], strict=True)
                    ]
                    for member, (heads, labels) in zip(self.members, found, strict=True)
                ]
                first = last

    def with_scores(self, scores: dict[str, Any]) -> "VotingParser":
        """The same parsers with scores in their common header."""
        return VotingParser(self.members, scores)

    def to_part(self) -> Part:
        """The parsers as one part of a model file; the arrays of each begin with its place."""
        parts = [member.to_part() for member in self.members]
        arrays = {
            f"{place}.{name}": values
            for place, part in enumerate(parts)
            for name, values in part.arrays.items()
        }
        return Part(write_header(self.header), arrays)

    @classmethod
    def from_part(cls, part: Part) -> "VotingParser":
        """Parsers from a part of a model file. Raises `ModelError` unless all of them fit."""
        header = read_header(VotingHeader, part.header)
        places = [str(place) for place in range(len(header.members))]
        for name in part.arrays:
            if name.partition(".")[0] not in places:
                raise ModelError(f"there is no parser for the array {name}")
        parts = [
            Part(each, ArraysBelow(part.arrays, f"{place}."))
            for place, each in zip(places, header.members, strict=True)
        ]
        try:
            return cls([Parser.from_part(each) for each in parts], header.scores)
        except SettingsError as error:
            raise ModelError(f"the parsers in the file cannot vote: {error}") from None


def _is_sure(member: Voter) -> bool:
    """Whether a parser knows how probable its arcs are."""
    return isinstance(member, Parser) and member.is_calibrated


def _vote_finder(member: Voter, options: DecodingOptions) -> _FindVotes:
    """Finds the heads and labels that a parser votes for, and what the votes are worth."""
    find_trees = member.tree_finder(options)

    def find(draft: Draft, words: WordBatch | None, kept: Kept) -> _TreesAndWorths:
        if not isinstance(member, Parser) or not _is_sure(member):
            return *find_trees(draft, words, kept), array("i", [_PLAIN]) * draft.words
        heads, labels, arcs, sure_labels = member.find_surely(draft, words, options, kept)
        shares = zip(arcs, sure_labels, strict=True)
        return heads, labels, array("i", [max(1, round(_SURE * p * q)) for p, q in shares])

    return find


def check_members(members: Sequence[Voter]) -> None:
    """Raise `SettingsError` unless these parsers can vote with each other."""
    if not 2 <= len(members) <= MOST_MEMBERS:
        raise SettingsError(
            f"there are {len(members)} parsers to vote; there must be 2 to {MOST_MEMBERS}"
        )
    for place, member in enumerate(members, 1):
        if not isinstance(member, Voter):
            raise SettingsError(f"a {type(member).__name__} cannot vote, only parsers can")
        first, labels = set(members[0].labels), set(member.labels)
        if 2 * len(first & labels) < len(first | labels):
            others = ", ".join(sorted(first ^ labels)[:5])
            raise SettingsError(
                f"parser {place} has other labels than parser 1 ({others}, ...): parsers that vote "
                "must have learned from the same kind of trees"
            )


def _for_members(options: DecodingOptions) -> DecodingOptions:
    """The options as each parser sees them: whatever is asked for, it gives one tree."""
    return {**options, "nbest": None, "scores": False}
