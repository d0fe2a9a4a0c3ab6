"""The pipeline that people use: text or sentences in, sentences with tags and trees out."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

from dodona.errors import SettingsError
from dodona.keywords import complete
from dodona.linear.words import WordBatch
from dodona.model.files import checksum_of, file_bytes, save_parts
from dodona.model.parts import Part
from dodona.model.sharing import shared_folder
from dodona.options import ParsingOptions, PartName
from dodona.parser.nbest import with_shares
from dodona.pipeline.document import Document
from dodona.pipeline.origins import LoadedModel
from dodona.pipeline.texts import Context, check_text, checked_pairs, iterated_texts, map_texts
from dodona.threads import in_batches, map_in_order, one_by_one
from dodona.treebank.arguments import check_batch, iterated
from dodona.treebank.columns import Draft
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from dodona.lemmatizer.lemmatizer import Lemmatizer
    from dodona.parser.parser import Parser
    from dodona.parser.voting import VotingParser
    from dodona.tagger.neural import NeuralTagger
    from dodona.tagger.tagger import Tagger
    from dodona.tokenizer.tokenizer import Tokenizer

PARTS: tuple[PartName, ...] = get_args(PartName)
_TAGS = ("upos", "xpos", "feats")
_OF_PARSERS: tuple[Literal["beam", "nbest", "scores", "keep"], ...] = (
    "beam",
    "nbest",
    "scores",
    "keep",
)

Work = Callable[[list[Sentence]], list[Sentence]]


class Pipeline:
    """All that a model file holds; `dodona.load` reads one.

    Each of its parts may be missing (None). ``about`` is what the model says of itself, such as the
    licence of the treebank it was trained on. A pipeline never changes and can be used by several
    threads at once. It can be pickled: one that was loaded from a file as the path of the file and
    the checksum of what it holds, and processes that unpickle it share its weights. Copies share
    the parts.

    >>> nlp = dodona.load("en")                                          # doctest: +SKIP
    >>> print(nlp("Time flies like an arrow.").sentences[0])             # doctest: +SKIP
    >>> for sentence in nlp.parse(dodona.read_conllu("in.conllu")):      # doctest: +SKIP
    ...     print(sentence.to_conllu(), end="")
    """

    def __init__(
        self,
        *,
        tokenizer: "Tokenizer | None" = None,
        tagger: "Tagger | NeuralTagger | None" = None,
        lemmatizer: "Lemmatizer | None" = None,
        parser: "Parser | VotingParser | None" = None,
        about: Mapping[str, Any] | None = None,
        loaded: LoadedModel | None = None,
    ) -> None:
        self.tokenizer = tokenizer
        self.tagger = tagger
        self.lemmatizer = lemmatizer
        self.parser = parser
        self.about = dict(about or {})
        self._loaded = loaded

    @property
    def parts(self) -> list[str]:
        """The names of the parts that are there, in the order in which they work."""
        return [name for name in PARTS if getattr(self, name) is not None]

    def __call__(self, text: str, **options: "Unpack[ParsingOptions]") -> Document:
        """A text with its sentences, their tags, lemmas and trees."""
        check_text(text)
        batches = self.part("tokenizer").tokenize(text)
        parsed = self.parse_batches(batches, **options)
        return Document(text, [sentence for batch in parsed for sentence in batch])

    @overload
    def pipe(
        self,
        texts: Iterable[str],
        *,
        as_tuples: Literal[False] = False,
        **options: "Unpack[ParsingOptions]",
    ) -> Iterator[Document]: ...
    @overload
    def pipe(
        self,
        texts: Iterable[tuple[str, Context]],
        *,
        as_tuples: Literal[True],
        **options: "Unpack[ParsingOptions]",
    ) -> Iterator[tuple[Document, Context]]: ...
    def pipe(
        self,
        texts: Iterable[Any],
        *,
        as_tuples: bool = False,
        **options: "Unpack[ParsingOptions]",
    ) -> Iterator[Any]:
        """The documents of many texts, each as `nlp(text)` gives it, in the same order.

        With ``as_tuples`` the texts come in pairs with something of yours (an id, a row), and so
        do the documents. Texts are read a few dozen at a time, as documents are asked for, and
        with several threads somewhat ahead: their number does not matter.
        """
        chosen = complete(ParsingOptions, options)
        if chosen["nbest"] is not None:
            raise SettingsError("a document has one tree for each sentence: leave out `nbest`")
        each = iterated_texts(texts)
        pairs = checked_pairs(each) if as_tuples else ((text, None) for text in each)
        tokenize, parse = self.part("tokenizer").tokenize, self._work(chosen)
        documents = map_texts(tokenize, parse, pairs, chosen["threads"])
        return documents if as_tuples else (document for document, _ in documents)

    def parse(
        self, sentences: Iterable[Sentence], **options: "Unpack[ParsingOptions]"
    ) -> Iterator[Sentence]:
        """The sentences with their trees predicted, in the same order, as they are asked for.

        Words without tags get them, if there is a tagger, as do sentences without the UPOS or XPOS
        that the parser needs, and sentences without lemmas get lemmas; what is there stays, unless
        ``tag`` asks for new tags and lemmas. DEPS and the empty nodes, a graph that no longer fits
        the new tree, are left out, unless ``keep_deps``. With ``keep`` words that have a head keep
        it, and the label if there is one.
        """
        return one_by_one(self.parse_batches(in_batches(iterated(sentences)), **options))

    def parse_batches(
        self, batches: Iterable[list[Sentence]], **options: "Unpack[ParsingOptions]"
    ) -> Iterator[list[Sentence]]:
        """Like `parse`, for sentences that come in lists; each list is one piece of work."""
        chosen = complete(ParsingOptions, options)
        return map_in_order(self._work(chosen), map(check_batch, batches), chosen["threads"])

    def _work(self, options: ParsingOptions) -> Work:
        """What is done with a list of sentences; the options are complete."""
        tag = self._tagging(options["tag"])
        parse = None
        if self.parser is not None:
            parse = self.parser.draft_parser(options)
        elif any(options[name] not in (None, False) for name in _OF_PARSERS):
            self.part("parser")

        def annotate(sentences: list[Sentence]) -> list[Sentence]:
            words = tag(sentences)
            draft = Draft(sentences) if words is None else words.draft
            return draft.finished() if parse is None else parse(draft, words)

        tag_scores = getattr(self.tagger, "tag_scores", None)
        if not options["scores"] or tag_scores is None:
            return annotate

        def annotate_surely(sentences: list[Sentence]) -> list[Sentence]:
            parsed = annotate(sentences)
            scores = tag_scores(WordBatch(sentences), parsed)
            return list(with_shares(parsed, scores, "TagScore", 4))

        return annotate_surely

    def _tagging(self, anew: bool) -> Callable[[list[Sentence]], WordBatch | None]:
        """What comes before parsing: tags and lemmas; None if there is nothing to be done."""
        if anew and self.tagger is None and self.lemmatizer is None:
            self.part("tagger")
        tagger, lemmatizer, parser = self.tagger, self.lemmatizer, self.parser
        keep = () if anew else _TAGS

        def is_untagged(sentence: Sentence) -> bool:
            return not sentence.has_tags or (parser is not None and bool(parser.lacks(sentence)))

        def tag(sentences: list[Sentence]) -> WordBatch | None:
            untagged = bytes(tagger is not None and (anew or is_untagged(s)) for s in sentences)
            bare = bytes(lemmatizer is not None and (anew or not s.has_lemmas) for s in sentences)
            if not any(untagged) and not any(bare):
                return None
            words = WordBatch(sentences)
            if tagger is not None and any(untagged):
                tagger.tag_words(words, untagged, keep=keep)
            if lemmatizer is not None and any(bare):
                lemmatizer.lemmatize_words(words, bare)
            return words

        return tag

    def part(self, name: str) -> Any:
        """A part of the pipeline; raises `SettingsError` if it is not there."""
        part = getattr(self, name)
        if part is None:
            raise SettingsError(
                f"the model has no {name}, only {', '.join(self.parts)}: train one "
                "with `train_pipeline`"
            )
        return part

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file, whole or not at all."""
        save_parts(self._to_parts(), path, self.about)

    def to_bytes(self) -> bytes:
        """What a model file of the pipeline would hold; `dodona.pipeline.models` reads it."""
        return file_bytes(self._to_parts(), self.about)

    def checksum(self) -> str:
        """What the model is known by: the checksum in its file, whether it was saved or not."""
        file = self._file()
        return file.origin.checksum if file else checksum_of(self._to_parts(), self.about)

    def _to_parts(self) -> dict[str, Part]:
        return {name: getattr(self, name).to_part() for name in self.parts}

    def _file(self) -> LoadedModel | None:
        """The file that holds just this pipeline, if it was loaded from one."""
        parts = {name: getattr(self, name) for name in self.parts}
        file = self._loaded
        same = file is not None and (file.parts, file.about) == (parts, self.about)
        return file if same else None

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        file = self._file()
        if file is not None:
            return file.origin.restore, (shared_folder(),)
        return _restore, ({name: getattr(self, name) for name in self.parts}, self.about)

    def __copy__(self) -> "Pipeline":
        parts = {name: getattr(self, name) for name in self.parts}
        return Pipeline(**parts, about=self.about, loaded=self._loaded)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Pipeline":
        twin = copy(self)
        twin.about = deepcopy(self.about, memo)
        return twin


def _restore(parts: dict[str, Any], about: dict[str, Any]) -> Pipeline:
    return Pipeline(**parts, about=about)
