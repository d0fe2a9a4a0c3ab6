"""Dodona as a component of a spaCy pipeline: tags, lemmas and trees for docs."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from dodona.errors import SettingsError
from dodona.extras import needed
from dodona.keywords import complete
from dodona.options import ParsingOptions
from dodona.pipeline.pipeline import Pipeline
from dodona.spacy.models import WithModel
from dodona.spacy.reading import read_docs
from dodona.spacy.writing import arc_label, write_docs

with needed("dodona.spacy", "spacy"):
    from spacy.language import Language
    from spacy.pipeline import Pipe
    from spacy.pipeline.dep_parser import parser_score
    from spacy.pipeline.lemmatizer import lemmatizer_score
    from spacy.pipeline.morphologizer import morphologizer_score
    from spacy.pipeline.tagger import tagger_score
    from spacy.tokens import Doc
    from spacy.training import Example
    from spacy.util import minibatch

if TYPE_CHECKING:
    from spacy.vocab import Vocab

# The options of parsing that make sense here: a doc has one tree for each sentence, and no scores.
SETTINGS = ("beam", "projective", "threads")
_DEFAULTS = complete(ParsingOptions, {}).items()


@Language.factory(
    "dodona",
    default_config={"model": "en"} | {name: value for name, value in _DEFAULTS if name in SETTINGS},
    assigns=[
        "doc.sents",
        "token.dep",
        "token.head",
        "token.is_sent_start",
        "token.lemma",
        "token.morph",
        "token.pos",
        "token.tag",
    ],
)
def make_component(
    nlp: Language, name: str, model: str, beam: int | None, projective: bool, threads: int
) -> "DodonaComponent":
    """What spaCy makes a component with: the settings are those of its config."""
    return DodonaComponent(
        nlp.vocab, name, model, beam=beam, projective=projective, threads=threads
    )


class DodonaComponent(WithModel, Pipe):
    """Tags, lemmatises and parses docs, whoever tokenised them.

    ``options`` are those of `dodona.Pipeline.parse`; the threads are for `pipe`, which hands them
    the docs of a batch together. What the model has no part for stays as it is in the doc.
    """

    def __init__(self, vocab: "Vocab", name: str, model: str, **options: Any) -> None:
        self.vocab = vocab
        self.name = name
        self.options = complete(ParsingOptions, options)
        WithModel.__init__(self, model)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of arcs, as docs have them."""
        parser = self._pipeline.parser if self._pipeline is not None else None
        return tuple(map(arc_label, parser.labels)) if parser is not None else ()

    def use(self, pipeline: Pipeline) -> None:
        if pipeline.parts in ([], ["tokenizer"]):
            raise SettingsError(
                "the model has neither a tagger nor a lemmatizer nor a parser: train one with "
                "`train_pipeline`"
            )
        pipeline.parse([], **self.options)  # which says at once what the model cannot do
        super().use(pipeline)

    def __call__(self, doc: Doc) -> Doc:
        try:
            self._annotate([doc], threads=1)
        except Exception as error:
            self.get_error_handler()(self.name, self, [doc], error)
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """The docs of a stream, annotated, in their order; a batch is parsed at once."""
        handle_error = self.get_error_handler()
        for docs in minibatch(stream, size=batch_size):
            try:
                self._annotate(docs, self.options["threads"])
                yield from docs
            except Exception as error:
                handle_error(self.name, self, docs, error)

    def score(self, examples: Iterable[Example], **options: Any) -> dict[str, Any]:
        """What `nlp.evaluate` tells: the scores that spaCy's own components give."""
        examples = list(examples)
        scorers = (tagger_score, morphologizer_score, lemmatizer_score, parser_score)
        results: dict[str, Any] = {}
        for score in scorers:
            results |= score(examples, **options)
        return results

    def _annotate(self, docs: list[Doc], threads: int) -> None:
        pipeline = self.pipeline
        reading = read_docs(docs, pipeline.tokenizer, keep_tags=pipeline.tagger is None)
        parsed = pipeline.parse(reading.sentences, **self.options | {"threads": threads})
        write_docs(reading, list(parsed), pipeline.parts)
