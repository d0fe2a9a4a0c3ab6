"""The pipeline that people use: text or sentences in, sentences with tags and trees out."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dodona.errors import SettingsError
from dodona.parsing.files import save_parts
from dodona.parsing.threads import in_batches, map_in_order
from dodona.pipeline.document import Document
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from dodona.parsing.parser import Parser
    from dodona.tagging.lemmatizer import Lemmatizer
    from dodona.tagging.tagger import Tagger
    from dodona.tokenizing.tokenizer import Tokenizer

PARTS = ("tokenizer", "tagger", "lemmatizer", "parser")
_TAGS = ("upos", "xpos", "feats")

Work = Callable[[list[Sentence]], list[Sentence]]


class Pipeline:
    """All that a model file holds; `dodona.load` reads one.

    Each of its parts may be missing (None). ``about`` is what the model says of itself, such as the
    licence of the treebank it was trained on. A pipeline never changes and can be used by several
    threads at once.

    >>> nlp = dodona.load("en")                                          # doctest: +SKIP
    >>> print(nlp("Time flies like an arrow.").sentences[0])             # doctest: +SKIP
    >>> for sentence in nlp.parse(dodona.read_conllu("in.conllu")):      # doctest: +SKIP
    ...     print(sentence.to_conllu(), end="")
    """

    def __init__(
        self,
        *,
        tokenizer: "Tokenizer | None" = None,
        tagger: "Tagger | None" = None,
        lemmatizer: "Lemmatizer | None" = None,
        parser: "Parser | None" = None,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        self.tokenizer = tokenizer
        self.tagger = tagger
        self.lemmatizer = lemmatizer
        self.parser = parser
        self.about = dict(about or {})

    @property
    def parts(self) -> list[str]:
        """The names of the parts that are there, in the order in which they work."""
        return [name for name in PARTS if getattr(self, name) is not None]

    def __call__(self, text: str, *, beam: int | None = None, threads: int = 1) -> Document:
        """A text with its sentences, their tags, lemmas and trees."""
        batches = self.part("tokenizer").tokenize(text)
        parsed = self.parse_batches(batches, beam=beam, threads=threads)
        return Document(text, [sentence for batch in parsed for sentence in batch])

    def parse(
        self,
        sentences: Iterable[Sentence],
        *,
        retag: bool = False,
        beam: int | None = None,
        nbest: int | None = None,
        scores: bool = False,
        deprojectivize: bool = True,
        threads: int = 1,
    ) -> Iterator[Sentence]:
        """The sentences with their trees predicted, in the same order, as they are asked for.

        Words without tags get them, if there is a tagger, and sentences without lemmas too; what is
        there stays, unless ``retag`` asks for new tags and lemmas. The other options are those of
        `Parser.parse`.
        """
        for batch in self.parse_batches(
            in_batches(sentences),
            retag=retag,
            beam=beam,
            nbest=nbest,
            scores=scores,
            deprojectivize=deprojectivize,
            threads=threads,
        ):
            yield from batch

    def parse_batches(
        self,
        batches: Iterable[list[Sentence]],
        *,
        retag: bool = False,
        beam: int | None = None,
        nbest: int | None = None,
        scores: bool = False,
        deprojectivize: bool = True,
        threads: int = 1,
    ) -> Iterator[list[Sentence]]:
        """Like `parse`, for sentences that come in lists; each list is one piece of work."""
        tag = self._tagging(retag)
        if self.parser is None:
            if beam is not None or nbest is not None or scores:
                self.part("parser")
            return map_in_order(tag, batches, threads)
        parse = self.parser.batch_parser(beam, nbest, scores, deprojectivize)
        return map_in_order(lambda batch: parse(tag(batch)), batches, threads)

    def _tagging(self, retag: bool) -> Work:
        """What comes before parsing: tags and lemmas."""
        if retag and self.tagger is None and self.lemmatizer is None:
            self.part("tagger")
        tagger, lemmatizer = self.tagger, self.lemmatizer

        def tag_all(batch: list[Sentence]) -> list[Sentence]:
            if tagger is not None:
                batch = tagger.tag_batch(batch)
            return lemmatizer.lemmatize_batch(batch) if lemmatizer is not None else batch

        def tag_missing(batch: list[Sentence]) -> list[Sentence]:
            if tagger is not None:
                batch = _where(
                    lambda sentence: not sentence.has_tags,
                    lambda untagged: tagger.tag_batch(untagged, keep=_TAGS),
                    batch,
                )
            if lemmatizer is not None:
                batch = _where(
                    lambda sentence: not sentence.has_lemmas, lemmatizer.lemmatize_batch, batch
                )
            return batch

        return tag_all if retag else tag_missing

    def part(self, name: str) -> Any:
        """A part of the pipeline; raises `SettingsError` if it is not there."""
        part = getattr(self, name)
        if part is None:
            raise SettingsError(
                f"the model has no {name}, only {', '.join(self.parts)}: train one with "
                "`dodona train --pipeline`"
            )
        return part

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file, whole or not at all."""
        parts = {name: getattr(self, name).to_part() for name in self.parts}
        save_parts(parts, path, self.about)


def _where(choose: Callable[[Sentence], bool], work: Work, batch: list[Sentence]) -> list[Sentence]:
    """The sentences, those that are chosen with the work done on them."""
    chosen = [i for i, sentence in enumerate(batch) if choose(sentence)]
    if not chosen:
        return batch
    if len(chosen) == len(batch):
        return work(batch)
    result = list(batch)
    for i, done in zip(chosen, work([batch[i] for i in chosen]), strict=True):
        result[i] = done
    return result
