"""From text to trees, and what stays as it is on the way."""

import pytest
from hypothesis import given
from tokenizing_examples import rebuilt
from validating import complaints, nasty_texts

import dodona
from dodona import Pipeline
from dodona.errors import ModelError, SettingsError, TreebankError
from dodona.model.files import load_parts, save_parts
from dodona.treebank import Sentence
from dodona.treebank.building import with_columns
from examples import assert_valid_output, grove, without_tree

TEXT = (
    "The old oak stands near the spring.  Do you hear it?\n\nThe doves <sleep> & the wind rests.\n"
)


def without(sentence: Sentence, *columns: str) -> Sentence:
    return with_columns(sentence, {name: ["_"] * len(sentence) for name in columns})


def bare(sentences: list[Sentence]) -> list[Sentence]:
    return [without(without_tree(s), "lemma", "upos", "xpos", "feats") for s in sentences]


@given(nasty_texts)
def test_any_text_becomes_a_valid_treebank(nlp, text):
    sentences = nlp(text).sentences
    assert complaints(sentences) == []
    if sentences:
        assert rebuilt(sentences) == text


def test_a_text_becomes_a_document(nlp):
    doc = nlp(TEXT)
    assert doc.text == TEXT
    assert [s.text for s in doc][:2] == ["The old oak stands near the spring.", "Do you hear it?"]
    assert rebuilt(doc.sentences) == TEXT
    assert [w.form for w in doc.words][:4] == ["The", "old", "oak", "stands"]
    assert len(doc) == len(doc.sentences) >= 3
    for sentence in doc:
        assert sentence.has_tags
        assert sentence.has_lemmas
        assert_valid_output(sentence, set(nlp.parser.header.labels))
    first = doc.sentences[0].words[2]
    assert (first.form, first.lemma, first.upos, first.xpos) == ("oak", "oak", "NOUN", "NN")
    assert first.feats == "Number=Sing"


def test_a_document_is_written_as_conllu(nlp):
    doc = nlp(TEXT)
    again = [Sentence.from_conllu(part + "\n\n") for part in doc.to_conllu().strip().split("\n\n")]
    assert again == doc.sentences


def test_a_document_is_shown(nlp):
    doc = nlp(TEXT)
    assert str(doc) == "\n\n".join(str(sentence) for sentence in doc)
    assert "sentences" in repr(doc)
    page = doc._repr_html_()
    assert page.count("<svg") == len(doc)
    assert "&lt;" in page
    assert "<sleep>" not in page


@pytest.mark.parametrize("text", ["", " \n\n\t "])
def test_a_text_without_words(nlp, text):
    assert nlp(text).sentences == []
    assert nlp(text).to_conllu() == ""


def test_what_is_saved_is_what_is_loaded(nlp, tmp_path):
    nlp.save(tmp_path / "model")
    loaded = dodona.load(tmp_path / "model")
    assert loaded.parts == ["tokenizer", "tagger", "lemmatizer", "parser"]
    assert loaded.about == nlp.about
    assert loaded.about["attribution"] == "Ünes"
    assert loaded(TEXT).to_conllu() == nlp(TEXT).to_conllu()
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()


def test_each_part_does_its_work_and_no_other(nlp):
    sentences = bare(grove("test"))
    tags = nlp.tagger.tag_batch(sentences)
    lemmas = nlp.lemmatizer.lemmatize_batch(tags)
    trees = nlp.parser.parse_batch(lemmas)
    assert list(nlp.parse(sentences)) == trees
    assert list(Pipeline(tagger=nlp.tagger).parse(sentences)) == tags
    assert list(Pipeline(parser=nlp.parser).parse(lemmas)) == trees
    with pytest.raises(TreebankError, match="no UPOS and no XPOS, which the parser was trained"):
        list(Pipeline(parser=nlp.parser).parse(sentences))


@pytest.mark.parametrize("column", ["upos", "xpos"])
def test_a_kind_of_tags_that_the_parser_needs_is_added(nlp, column):
    gold = grove("test")
    for sentence, parsed in zip(gold, nlp.parse(without(s, column) for s in gold), strict=True):
        assert "_" not in getattr(parsed, column)
        other = "xpos" if column == "upos" else "upos"
        assert getattr(parsed, other) == getattr(sentence, other)


def test_tags_and_lemmas_stay_unless_new_ones_are_asked_for(nlp):
    gold = grove("test")
    odd = [with_columns(s, {"upos": ["X"] * len(s), "lemma": ["odd"] * len(s)}) for s in gold]
    for sentence, parsed in zip(odd, nlp.parse(odd), strict=True):
        assert without_tree(parsed) == without_tree(sentence)
    assert list(nlp.parse(odd, tag=True)) == list(nlp.parse(bare(gold)))


def test_only_what_is_missing_is_predicted(nlp):
    gold = grove("test")
    mixed = [s if i % 2 else without(s, "lemma") for i, s in enumerate(gold)]
    for i, (sentence, parsed) in enumerate(zip(gold, nlp.parse(mixed), strict=True)):
        assert parsed.upos == sentence.upos
        assert parsed.has_lemmas
        assert i % 2 == 0 or parsed.lemmas == sentence.lemmas
    one = gold[0]
    half = with_columns(one, {"upos": ["_", *one.upos[1:]], "xpos": ["_", *one.xpos[1:]]})
    parsed = next(nlp.parse([half]))
    assert parsed.upos[0] != "_"
    assert parsed.upos[1:] == one.upos[1:]


def test_threads_change_nothing(nlp):
    sentences = bare(grove("train")) * 4
    assert list(nlp.parse(sentences, threads=3)) == list(nlp.parse(sentences))
    assert nlp(TEXT * 50, threads=2).to_conllu() == nlp(TEXT * 50).to_conllu()


def test_options_reach_the_parser(nlp):
    sentences = grove("test")[:3]
    with pytest.raises(SettingsError, match="nbest"):
        nlp.parse_batches([sentences], nbest=2)
    with pytest.warns(UserWarning, match="beam of 4"):
        nlp.parse_batches([sentences], beam=4)
    assert [s.deps for s in nlp.parse(sentences, keep_deps=True)] == [s.deps for s in sentences]
    assert {tag for s in nlp.parse(sentences) for tag in s.deps} == {"_"}


@pytest.mark.parametrize(
    ("have", "call", "lacks"),
    [
        (["tagger", "parser"], lambda nlp: nlp("a text"), "tokenizer"),
        (["parser"], lambda nlp: nlp.parse_batches([], tag=True), "tagger"),
        (["tokenizer", "tagger"], lambda nlp: nlp("a text", beam=2), "parser"),
    ],
)
def test_a_part_that_is_not_there_is_named(nlp, have, call, lacks):
    partial = Pipeline(**{name: getattr(nlp, name) for name in have})
    with pytest.raises(SettingsError, match=f"no {lacks}, only {', '.join(have)}"):
        call(partial)


def test_a_part_that_is_not_known(nlp, tmp_path):
    save_parts({"oracle": nlp.tokenizer.to_part()}, tmp_path / "model")
    with pytest.raises(ModelError, match=r"model.*oracle"):
        dodona.load(tmp_path / "model")


def test_parts_in_each_others_place_are_refused(nlp, tmp_path):
    nlp.save(tmp_path / "model")
    parts = load_parts(tmp_path / "model").parts
    for name in parts:
        for other in parts:
            if name != other:
                save_parts({**parts, name: parts[other]}, tmp_path / "mixed")
                with pytest.raises(ModelError, match="mixed"):
                    dodona.load(tmp_path / "mixed")
