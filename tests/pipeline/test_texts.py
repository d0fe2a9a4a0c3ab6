"""Many texts through one pipeline."""

from itertools import count, islice

import pytest

from dodona import Pipeline
from dodona.errors import ArgumentError, SettingsError, TextError

TEXTS = [f"The old oak stands near spring {i}. Do you hear it?" for i in range(150)] + ["", "\n"]


@pytest.mark.parametrize("threads", [1, 3])
def test_each_text_becomes_the_document_that_it_is_alone(nlp, threads):
    docs = list(nlp.pipe(iter(TEXTS), threads=threads))
    assert [doc.text for doc in docs] == TEXTS
    assert [doc.to_conllu() for doc in docs] == [nlp(text).to_conllu() for text in TEXTS]


@pytest.mark.parametrize("threads", [1, 3])
def test_something_of_yours_comes_with_the_document(nlp, threads):
    pairs = [(text, {"row": i}) for i, text in enumerate(TEXTS)]
    found = list(nlp.pipe(pairs, as_tuples=True, threads=threads))
    assert [context for _, context in found] == [context for _, context in pairs]
    assert all(mine is given for (_, mine), (_, given) in zip(found, pairs, strict=True))
    assert [doc.text for doc, _ in found] == TEXTS


@pytest.mark.parametrize("threads", [1, 2])
def test_texts_without_end_are_read_as_documents_are_asked_for(nlp, threads):
    read = 0

    def endless():
        nonlocal read
        for i in count():
            read += 1
            yield f"Spring {i}.", i

    documents = nlp.pipe(endless(), as_tuples=True, threads=threads)
    assert read == 0
    found = list(islice(documents, 100))
    assert [i for _, i in found] == list(range(100))
    assert read <= 64 * (2 if threads == 1 else 2 + 4 * threads + 2)


def test_a_long_text_waits_for_no_others(nlp):
    read = []

    def texts():
        for i in range(3):
            read.append(i)
            yield "The oak stands.\n" * 5000

    documents = nlp.pipe(texts())
    assert len(next(documents)) == 5000
    assert read == [0]


@pytest.mark.parametrize("texts", ["Time flies.", b"Time", None, 7])
def test_one_text_where_many_are_expected(nlp, texts):
    with pytest.raises(ArgumentError, match="a list of texts is expected, not"):
        nlp.pipe(texts)


@pytest.mark.parametrize("texts", [[7], [None], [b"Time"], [("Time", 1)]])
def test_something_else_among_the_texts(nlp, texts):
    with pytest.raises(ArgumentError, match="a text is expected, not"):
        list(nlp.pipe(texts))


@pytest.mark.parametrize("pair", ["Time", ("Time",), ("Time", 1, 2), 7])
def test_something_else_than_a_pair(nlp, pair):
    with pytest.raises(ArgumentError, match=r"a pair \(text, context\) is expected"):
        list(nlp.pipe([pair], as_tuples=True))


def test_errors_are_told_at_once_or_in_turn(nlp):
    with pytest.raises(SettingsError, match="threads"):
        nlp.pipe(TEXTS, threads=0)
    with pytest.raises(SettingsError, match="the model has no tokenizer"):
        Pipeline(parser=nlp.parser).pipe(TEXTS)
    with pytest.raises(TextError, match="half of a surrogate pair"):
        list(nlp.pipe(["fine", "\ud800"]))
