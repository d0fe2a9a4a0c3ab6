"""Pipelines of spaCy with Dodona in them, and what their docs tell."""

from functools import cache

import spacy

import dodona
from dodona import Pipeline

TEXT = (
    "I cannot wait.  It's Ann's turn!\n\nWhat do you think (if anything) she wants? Time flies "
    "like an arrow; fruit flies like a banana."
)
PARTS = ("tokenizer", "tagger", "lemmatizer", "parser")


@cache
def english():
    return dodona.load("en")


@cache
def language():
    """Dodona's tokeniser and what comes behind it."""
    return dodona.spacy.load("en")


def saved(path, *parts):
    """The path of a model with some of the parts of the English one."""
    Pipeline(**{name: getattr(english(), name) for name in parts}).save(path / "part.dodona")
    return str(path / "part.dodona")


def with_model(model, **config):
    """SpaCy's English tokeniser, with a model behind it."""
    nlp = spacy.blank("en")
    nlp.add_pipe("dodona", config={"model": model, **config})
    return nlp


def of_doc(doc):
    """All that is known of the words of a doc, without its spaces."""
    words = [token for token in doc if token.pos_ != "SPACE"]
    place = {token.i: number for number, token in enumerate(words)}
    return [
        (
            token.text, token.lemma_, token.pos_, token.tag_, str(token.morph), token.dep_,
            place[token.head.i],
        )
        for token in words
    ]  # fmt: skip


def of_sentences(sentences):
    """The same, of sentences."""
    found = []
    for sentence in sentences:
        first = len(found)
        for word in sentence:
            feats = "|".join(sorted(word.feats.split("|"))) if word.feats != "_" else ""
            tree = (
                (word.deprel, first + word.head - 1) if word.head else ("ROOT", first + word.id - 1)
            )
            found.append((word.form, word.lemma, word.upos, word.xpos, feats, *tree))
    return found


def check_trees(doc):
    """Every sentence is a tree with one root, and no arc leads out of it."""
    for sentence in doc.sents:
        roots = [token for token in sentence if token.head.i == token.i]
        assert [token.dep_ for token in roots] == ["ROOT"]
        assert all(sentence.start <= token.head.i < sentence.end for token in sentence)
    assert sum(map(len, doc.sents)) == len(doc)
