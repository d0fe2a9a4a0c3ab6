"""What all parsers share: sentences in, sentences with trees out."""

import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from dodona.errors import TreebankError
from dodona.keywords import complete
from dodona.linear.words import WordBatch
from dodona.model.files import save_parts
from dodona.model.picklable import ModelPart
from dodona.options import DecodingOptions, ParserOptions
from dodona.parser.fixed import FixedArc, Reach, arcs_to_keep, fixed_arcs
from dodona.threads import in_batches, map_in_order, one_by_one
from dodona.treebank.arguments import check_batch, iterated
from dodona.treebank.columns import Draft
from dodona.treebank.conllu import Format
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from typing_extensions import Unpack

ParseDraft = Callable[[Draft, WordBatch | None], list[Sentence]]
Kept = list[list[FixedArc]] | None
"""The arcs to keep of each sentence, if there are to be any."""

FindTrees = Callable[[Draft, WordBatch | None, Kept], tuple["array[int]", "array[int]"]]


class BaseParser(ModelPart):
    """Parses sentences; a subclass says how, by `draft_parser`.

    ``needs`` are the kinds of tags, UPOS or XPOS, without which it does not parse a sentence.
    """

    needs: list[str]

    @property
    def reach(self) -> Reach:
        """The trees that the parser can come to."""
        raise NotImplementedError

    def draft_parser(self, options: DecodingOptions) -> ParseDraft:
        """Like `batch_parser`, for a draft of sentences to which others have put tags and lemmas.

        The function gives out the finished sentences. If their words were read before, it takes
        them too.
        """
        raise NotImplementedError

    def lacks(self, sentence: Sentence) -> list[str]:
        """The kinds of tags that the parser needs and of which no word of a sentence has any."""
        has = {"UPOS": sentence.has_upos, "XPOS": sentence.has_xpos}
        return [kind for kind in self.needs if not has[kind]]

    def parse(
        self, sentences: Iterable[Sentence], **options: "Unpack[ParserOptions]"
    ) -> Iterator[Sentence]:
        """The sentences with their trees predicted, in the same order, as they are asked for.

        DEPS, and the empty nodes that belong to it, are a graph that no longer fits the new tree:
        both are left out, unless ``keep_deps``. A sentence without the tags that the parser was
        trained with raises `TreebankError`. With ``keep`` words that have a head (see
        `dodona.read_conllu` for ``partial`` trees) keep it, and the label if there is one; if the
        parser cannot have them all, `TreebankError` names those in the way.
        """
        return one_by_one(self.parse_batches(in_batches(iterated(sentences)), **options))

    def parse_batches(
        self, batches: Iterable[list[Sentence]], **options: "Unpack[ParserOptions]"
    ) -> Iterator[list[Sentence]]:
        """Like `parse`, for sentences that come in lists; each list is one piece of work."""
        chosen = complete(ParserOptions, options)
        return map_in_order(self.batch_parser(chosen), batches, chosen["threads"])

    def parse_batch(
        self, sentences: list[Sentence], **options: "Unpack[DecodingOptions]"
    ) -> list[Sentence]:
        """The sentences of one list with their trees predicted."""
        return self.batch_parser(complete(DecodingOptions, options))(sentences)

    def batch_parser(self, options: DecodingOptions) -> Callable[[list[Sentence]], list[Sentence]]:
        """A function that parses a list of sentences, and that several threads can call at once.

        The options are complete (see `dodona.keywords.complete`).
        """
        parse = self.draft_parser(options)
        return lambda sentences: parse(Draft(check_batch(sentences)), None)

    def impossible_arcs(self, sentence: Sentence) -> list[FixedArc]:
        """Of the arcs that a sentence has the fewest that must go so that `keep` can keep all."""
        return self.reach.beyond(len(sentence), fixed_arcs(sentence))

    def kept_arcs(self, draft: Draft, options: DecodingOptions) -> Kept:
        """What the options say is to be kept of the trees of sentences."""
        if not options["keep"]:
            return None
        drop = options["drop_impossible"]
        return arcs_to_keep(draft.sentences, self.reach, drop_impossible=drop)

    def prepare_draft(self, draft: Draft, options: DecodingOptions) -> None:
        """See to it that sentences have the tags that are needed, and leave out what will not fit.

        Raises `TreebankError` for the first sentence without tags that the parser needs.
        """
        without = {kind: draft.first_without(kind.lower()) for kind in self.needs}
        places = [place for place in without.values() if place is not None]
        if places:
            first = min(places)
            kinds = [kind for kind, place in without.items() if place == first]
            raise _tags_missing(kinds, draft.sentences[first])
        if not options["keep_deps"]:
            draft.leave_out_deps()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file that holds this parser alone, whole or not at all."""
        save_parts({"parser": self.to_part()}, path)


class Voter(BaseParser):
    """A parser that can vote with others: it gives trees as numbers, before they are written.

    ``labels`` are the names of the labels by their numbers; ``single_root`` tells whether all its
    trees have one root, ``treebank_format`` what it learned from.
    """

    labels: list[str]
    single_root: bool
    treebank_format: Format

    def tree_finder(self, options: DecodingOptions) -> FindTrees:
        """A function that finds the heads and labels of all words of a prepared draft, with the
        arcs that are to be kept.

        Several threads can call it at once. Raises `SettingsError` for wishes that the parser
        cannot fulfil.
        """
        raise NotImplementedError


def _tags_missing(kinds: list[str], sentence: Sentence) -> TreebankError:
    name = f"sentence {sentence.sent_id}" if sentence.sent_id else ""
    return TreebankError(
        f"the words have no {' and no '.join(kinds)}, which the parser was trained with: give it "
        "tagged words, or let a pipeline tag them, such as en or what `train_pipeline` makes",
        sentence.source,
        sentence.line,
        name,
    )
