"""The peers: `conllu` as a reader, UDPipe as a parser; both are in the extra `bench`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from bench import Skipped

# Published for the test part of en_ewt with gold tags (spaCy's without): UAS, LAS.
PUBLISHED = {
    "UDPipe 1, fully trained": (88.29, 86.51),
    "MaltParser 1.8": (85.74, 83.12),
    "spaCy, CNN, no tags": (85.33, 81.65),
    "Yara": (85.08, 83.19),
}

_UDPIPE_OPTIONS = {
    "embedding_form": 50,
    "embedding_upostag": 20,
    "embedding_feats": 20,
    "embedding_deprel": 20,
    "hidden_layer": 200,
    "transition_system": "projective",
    "transition_oracle": "dynamic",
    "structured_interval": 0,
    "iterations": 1,
    "batch_size": 10,
}


# Its tokeniser and tagger: their sizes are the usual ones, and they are hardly trained.
_BRIEFLY = ("epochs=1", "models=2;iterations_1=1;iterations_2=1")


def read_with_conllu(path: Path) -> Iterator[object]:
    """The sentences of a file as `conllu` reads them."""
    return _parse_incrementally(_peer("conllu"), path)


def _parse_incrementally(conllu: Any, path: Path) -> Iterator[object]:
    with path.open(encoding="utf-8") as file:
        yield from conllu.parse_incr(file)


class UDPipe:
    """UDPipe's parser with its recommended sizes, or its whole pipeline.

    It goes once through some hundred sentences: how fast it parses does not depend on how well it
    is trained, and a full training takes many minutes an iteration. But it does depend on how many
    forms it knows: up to a thousand, which en_ewt has in its first 400 sentences, the hidden layer
    is computed ahead for all of them; with more forms it takes half as long again.
    """

    def __init__(self, train: Path, model: Path, sentences: int, *, whole: bool = False) -> None:
        self._udpipe = _peer("ufal.udpipe")
        text = train.read_text(encoding="utf-8").split("\n\n", sentences)[:sentences]
        model.write_bytes(self._train("\n\n".join(text) + "\n\n", whole))
        loaded = self._udpipe.Model.load(str(model))
        if loaded is None:
            raise RuntimeError("UDPipe cannot load the model that it has trained")
        none, default = self._udpipe.Pipeline.NONE, self._udpipe.Pipeline.DEFAULT
        self._model = loaded  # the pipeline does not keep it alive
        source, tagger = ("tokenize", default) if whole else ("conllu", none)
        self._pipeline = self._udpipe.Pipeline(loaded, source, tagger, default, "conllu")

    def parse_file(self, source: Path, destination: Path) -> None:
        """Read a file, parse it (a treebank with the tags it has), and write it."""
        error = self._udpipe.ProcessingError()
        parsed = self._pipeline.process(source.read_text(encoding="utf-8"), error)
        _check(error)
        destination.write_text(parsed, encoding="utf-8")

    def _train(self, text: str, whole: bool) -> bytes:
        udpipe = self._udpipe
        error = udpipe.ProcessingError()
        reader = udpipe.InputFormat.newConlluInputFormat()
        reader.setText(text)
        sentences = udpipe.Sentences()
        sentence = udpipe.Sentence()
        while reader.nextSentence(sentence, error):
            sentences.append(sentence)
            sentence = udpipe.Sentence()
        _check(error)
        options = ";".join(f"{name}={value}" for name, value in _UDPIPE_OPTIONS.items())
        none = udpipe.Trainer.NONE
        tokenizer, tagger = _BRIEFLY if whole else (none, none)
        with _silence():
            model: bytes = udpipe.Trainer.train(
                "morphodita_parsito",
                sentences,
                udpipe.Sentences(),
                tokenizer,
                tagger,
                options,
                error,
            )
        _check(error)
        return model


def _peer(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise Skipped(f"{name} is not installed (pip install 'dodona[bench]'): {error}") from None


def _check(error: Any) -> None:
    if error.occurred():
        raise RuntimeError(f"UDPipe: {error.message}")


@contextmanager
def _silence() -> Iterator[None]:
    """Nothing on standard error, where UDPipe's C++ tells about its training."""
    kept = os.dup(2)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
