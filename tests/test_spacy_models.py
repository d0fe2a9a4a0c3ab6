"""Models inside the real spaCy: their parts, their settings, streams, and saving."""

import pickle
import shutil

import pytest

import dodona
from dodona import DodonaError
from dodona.errors import ArgumentError, ModelError, SettingsError, TreebankError

pytest.importorskip("spacy", reason="spaCy is not installed: pip install 'dodona[spacy]'")

import spacy
from in_spacy import (
    PARTS,
    TEXT,
    english,
    language,
    of_doc,
    saved,
    with_model,
)
from spacy.tokens import Doc


@pytest.fixture(scope="module")
def nlp():
    return language()


def test_a_parser_alone_takes_the_tags_of_the_doc(tmp_path):
    nlp = with_model(saved(tmp_path, "tokenizer", "parser"))
    with pytest.raises(TreebankError, match=r"words have no UPOS.* give it tagged words"):
        nlp("Time flies.")
    tags = {"pos": ["NOUN", "VERB", "PUNCT"], "tags": ["NN", "VBZ", "."], "lemmas": list("xyz")}
    doc = Doc(nlp.vocab, words=["Time", "flies", "."], **tags)
    doc[0].set_morph("Number=Sing")
    nlp.get_pipe("dodona")(doc)
    assert [token.dep_ for token in doc][1:] == ["ROOT", "punct"]
    assert [token.lemma_ for token in doc] == tags["lemmas"]
    assert ([token.tag_ for token in doc], str(doc[0].morph)) == (tags["tags"], "Number=Sing")


def test_a_tagger_alone_leaves_trees_alone(tmp_path):
    nlp = with_model(saved(tmp_path, "tokenizer", "tagger"))
    doc = nlp("Time flies. So do I.")
    assert not doc.has_annotation("DEP")
    assert not doc.has_annotation("LEMMA")
    assert [s.text for s in doc.sents] == ["Time flies.", "So do I."]
    assert nlp.pipe_labels["dodona"] == []


def test_a_tokeniser_alone_is_no_component(tmp_path):
    model = saved(tmp_path, "tokenizer")
    with pytest.raises(SettingsError, match="neither a tagger nor a lemmatizer nor a parser"):
        with_model(model)
    with pytest.raises(SettingsError, match="has no tokenizer, only tagger"):
        dodona.spacy.load(saved(tmp_path, "tagger"))


def test_a_model_that_is_not_there(tmp_path):
    with pytest.raises(ModelError, match=r"nonsense: there is no such model.*: en, en-accurate"):
        dodona.spacy.load("nonsense")
    nlp = with_model(str(tmp_path / "nonsense"))  # it may be loaded from a folder yet
    with pytest.raises(ModelError, match="nonsense: there is no such model file"):
        nlp("Time flies.")


def test_what_the_parser_cannot_do_is_said_at_once():
    with pytest.raises(DodonaError, match="`threads` is 0; it must be 1 or more"):
        with_model("en", threads=0)
    with pytest.raises(ValueError, match="beam"):
        with_model("en", beam="wide")
    with pytest.raises(DodonaError, match="a neural parser has no beam"):
        with_model("en-accurate", beam=8)
    with pytest.raises(
        SettingsError, match="`nbest` has no meaning for spaCy; what has are `beam`"
    ):
        dodona.spacy.load("en", nbest=2)
    with pytest.raises(ArgumentError, match="a model is a path or a name, not bytes"):
        dodona.spacy.load(b"en")


def test_batches_and_threads_change_nothing(nlp):
    texts = [TEXT, "", "Hi.", "  "] * 8
    one_by_one = [of_doc(nlp(text)) for text in texts]
    threaded = dodona.spacy.load("en", threads=2)
    assert [of_doc(doc) for doc in threaded.pipe(texts)] == one_by_one
    assert [of_doc(doc) for doc in nlp.pipe(texts, batch_size=3)] == one_by_one
    assert [of_doc(doc) for doc in nlp.pipe(texts, n_process=2, batch_size=5)] == one_by_one
    pairs = list(nlp.pipe(zip(texts, range(32), strict=True), as_tuples=True))
    assert [context for _, context in pairs] == list(range(32))


def test_docs_come_before_the_stream_ends(nlp):
    def texts():
        yield "One."
        yield "Two."
        raise KeyError("the stream is read too far")

    assert next(iter(nlp.pipe(texts(), batch_size=2))).text == "One."


def test_errors_go_to_the_handler(tmp_path):
    nlp = with_model(saved(tmp_path, "tagger", "parser"))
    failed = []
    nlp.set_error_handler(lambda name, proc, docs, error: failed.append((name, len(docs))))
    texts = ["One. Two.", "One", "Two"]
    assert [doc.text for doc in nlp.pipe(texts, batch_size=1)] == ["One", "Two"]
    assert failed == [("dodona", 1)]


def test_memory_zones(nlp):
    text = "Zwyxxan flowerlings bloomered."
    with nlp.memory_zone():
        inside = of_doc(nlp(text))
    assert of_doc(nlp(text)) == inside


def test_a_folder_holds_the_model_too(tmp_path):
    source = tmp_path / "source.dodona"
    english().save(source)
    nlp = dodona.spacy.load(source, lang="en", threads=2)
    nlp.add_pipe("sentencizer", first=True)
    expected = of_doc(nlp(TEXT))
    nlp.to_disk(tmp_path / "saved")
    source.unlink()
    shutil.move(tmp_path / "saved", tmp_path / "moved")
    loaded = spacy.load(tmp_path / "moved")
    assert of_doc(loaded(TEXT)) == expected
    assert loaded.pipe_names == ["sentencizer", "dodona"]
    assert loaded.config["components"]["dodona"] == {
        "factory": "dodona", "model": str(source), "beam": None, "projective": False, "threads": 2,
    }  # fmt: skip
    assert loaded.meta == nlp.meta
    assert dodona.load(tmp_path / "moved" / "dodona" / "model.dodona").parts == list(PARTS)


@pytest.mark.parametrize("through_pickle", [True, False])
def test_a_language_goes_from_process_to_process(nlp, through_pickle):
    other = dodona.spacy.load("en-accurate")
    if through_pickle:
        twin = pickle.loads(pickle.dumps(nlp))
    else:
        twin = pickle.loads(pickle.dumps(other.from_bytes(nlp.to_bytes())))
    assert of_doc(twin(TEXT)) == of_doc(nlp(TEXT))


def test_bytes_that_are_no_model(nlp):
    with pytest.raises(ModelError, match="this is not a model"):
        nlp.get_pipe("dodona").from_bytes(b"nonsense")


def test_what_a_language_says_of_itself(nlp):
    assert (nlp.lang, nlp.meta["name"], nlp.meta["license"]) == ("en", "en", "CC BY-SA 4.0")
    assert "English Web Treebank" in nlp.meta["sources"][0]
    assert {"nsubj", "ROOT"} <= set(nlp.meta["labels"]["dodona"])
    assert dodona.spacy.load("en-accurate").lang == "en"
