"""A pipeline whose encoder predicts tags and trees."""

from __future__ import annotations

import pickle

import pytest

import dodona
from dodona.errors import ModelError, SettingsError
from dodona.evaluation import evaluate_ud
from dodona.linear.words import WordBatch
from dodona.model.files import load_parts, save_parts
from dodona.neural.encoder import Encoder
from dodona.pipeline import Pipeline
from dodona.tagger.neural import NeuralTagger
from dodona.treebank.building import with_columns
from examples import grove

TEXT = "The old oak stands near the spring. Do you hear it?\n\nThe doves sleep.\n"


@pytest.fixture(scope="module")
def nlp() -> Pipeline:
    return dodona.train_pipeline(
        grove("train"), grove("dev"), kind="neural", size=32, iterations=25
    )


def tags(sentence):
    return list(zip(sentence.upos, sentence.xpos, sentence.feats, strict=True))


@pytest.fixture
def path(nlp, tmp_path):
    nlp.save(tmp_path / "model.dodona")
    return tmp_path / "model.dodona"


def test_tags_and_trees_are_learned(nlp):
    sentences = grove("train")
    scores = evaluate_ud(sentences, nlp.parse(sentences, tag=True))
    assert scores["UPOS"].f1 > 90
    assert scores["Lemmas"].f1 > 90
    assert scores["LAS"].f1 > 60
    assert nlp.about["scores_on_dev"].keys() == {
        "UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS"
    }  # fmt: skip


def test_trees_do_not_depend_on_given_tags(nlp):
    sentences = grove("test")[:10]
    bare = [
        with_columns(s, dict.fromkeys(("upos", "xpos", "feats"), ["_"] * len(s))) for s in sentences
    ]
    expected = [(s.heads, s.deprels) for s in nlp.parse(sentences)]
    assert [(s.heads, s.deprels) for s in nlp.parse(bare)] == expected


def test_given_tags_stay_unless_new_ones_are_asked_for(nlp):
    sentence = with_columns(grove("test")[0], {"upos": ["X"] * len(grove("test")[0])})
    kept = next(nlp.parse([sentence]))
    assert (kept.upos, kept.xpos) == (sentence.upos, sentence.xpos)
    assert next(nlp.parse([sentence], tag=True)).upos != sentence.upos


def test_what_is_missing_is_predicted_to_go_with_what_is_given(nlp):
    sentence = grove("test")[0]
    blank = ["_"] * len(sentence)
    partly = with_columns(sentence, {"xpos": blank, "feats": blank})
    tagged = nlp.tagger.tag_batch([partly], keep=["upos"])[0]
    assert tagged.upos == sentence.upos
    known = set(nlp.tagger.tags)
    upos_of = {tag[0] for tag in known}
    for tag in zip(tagged.upos, tagged.xpos, tagged.feats, strict=True):
        assert tag in known or tag[0] not in upos_of
    with pytest.raises(SettingsError, match="a tagger can keep"):
        nlp.tagger.tag_batch([sentence], keep=["lemma"])


def test_words_are_encoded_once(nlp, monkeypatch):
    calls = []
    encode = Encoder._encode
    monkeypatch.setattr(Encoder, "_encode", lambda self, w: calls.append(w) or encode(self, w))
    list(nlp.parse(grove("test")[:5], tag=True))
    assert len(calls) == 1


def test_a_file_gives_the_pipeline_back(nlp, path):
    again = dodona.load(path)
    assert again.parts == nlp.parts == ["tokenizer", "tagger", "lemmatizer", "parser"]
    assert again(TEXT).to_conllu() == nlp(TEXT).to_conllu()
    assert again.checksum() == nlp.checksum()


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_change_nothing(nlp, threads):
    texts = [TEXT, "Who sleeps?", TEXT * 40] * 10
    expected = [doc.to_conllu() for doc in nlp.pipe(texts)]
    assert [doc.to_conllu() for doc in nlp.pipe(texts, threads=threads)] == expected


@pytest.mark.parametrize("loaded", [False, True])
def test_pickles(nlp, path, loaded):
    nlp = dodona.load(path) if loaded else nlp
    twin = pickle.loads(pickle.dumps(nlp))
    assert twin(TEXT).to_conllu() == nlp(TEXT).to_conllu()
    assert twin.tagger._encoder is twin.parser.encoder
    sentences = grove("test")[:3]
    tagger = pickle.loads(pickle.dumps(nlp.tagger))
    assert tagger.tag_batch(sentences) == nlp.tagger.tag_batch(sentences)
    parser = pickle.loads(pickle.dumps(nlp.parser))
    assert parser.parse_batch(sentences) == nlp.parser.parse_batch(sentences)


def test_its_parser_votes_with_others(nlp, tmp_path):
    others = [
        dodona.train(grove("train"), system=s, iterations=2) for s in ("arc-eager", "covington")
    ]
    voting = dodona.vote([nlp, *others])
    voting.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model")
    assert again(TEXT).to_conllu() == voting(TEXT).to_conllu()
    assert [s.upos for s in again(TEXT)] == [s.upos for s in nlp(TEXT)]


def test_a_tagger_without_its_parser_is_refused(path, tmp_path):
    parts = load_parts(path).parts
    del parts["parser"]
    save_parts(parts, tmp_path / "broken")
    with pytest.raises(ModelError, match="no neural parser beside it"):
        dodona.load(tmp_path / "broken")


def test_tags_of_another_encoder_are_refused(path, tmp_path):
    parts = load_parts(path).parts
    parts["tagger"].header["tags"].append(["NEW", "NEW", "_"])
    save_parts(parts, tmp_path / "broken")
    with pytest.raises(ModelError, match="not those of the encoder"):
        dodona.load(tmp_path / "broken")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parts": ["tokenizer", "tagger"]}, "is for the parser"),
        ({"clusters": "clusters.txt"}, "leave them out"),
        ({"vote": ["arc-eager", "arc-standard"]}, "`vote` trains linear parsers"),
    ],
)
def test_options_that_make_no_sense(options, message):
    with pytest.raises(SettingsError, match=message):
        dodona.train_pipeline(grove("train"), kind="neural", **options)


def without_linear_tagger(tagger):
    return NeuralTagger(tagger.tags, tagger._encoder, tagger.calibration)


def with_vote(tagger, vote):
    return NeuralTagger(tagger.tags, tagger._encoder, tagger.calibration, tagger._linear, vote)


def test_a_linear_tagger_votes(nlp):
    """Without a vote tags are the encoder's, with one that outweighs all they are the other's."""
    sentences = grove("test") + grove("dev")
    linear = nlp.tagger._linear.tag_batch(sentences)
    neural = without_linear_tagger(nlp.tagger).tag_batch(sentences)
    assert neural != linear
    assert with_vote(nlp.tagger, 0.0).tag_batch(sentences) == neural
    assert with_vote(nlp.tagger, 1000.0).tag_batch(sentences) == linear
    assert nlp.tagger.tag_batch(sentences) not in (linear, neural)


def test_votes_count_in_probabilities(nlp):
    """Where the linear tagger says the same, a tag is more probable than to the encoder alone."""
    sentences = grove("test")
    tagged = nlp.tagger.tag_batch(sentences)
    agrees = [
        tag == other
        for one, two in zip(tagged, nlp.tagger._linear.tag_batch(sentences), strict=True)
        for tag, other in zip(tags(one), tags(two), strict=True)
    ]
    words = WordBatch(sentences)
    plain = NeuralTagger(nlp.tagger.tags, nlp.tagger._encoder)
    voting = NeuralTagger(nlp.tagger.tags, nlp.tagger._encoder, linear=nlp.tagger._linear)
    before, after = plain.tag_scores(words, tagged), voting.tag_scores(words, tagged)
    rises = [b < a for b, a in zip(before, after, strict=True)]
    assert all(rose for rose, agreed in zip(rises, agrees, strict=True) if agreed)
    assert not all(rises)


def test_a_model_of_an_older_version_has_no_linear_tagger(nlp, path, tmp_path):
    parts = load_parts(path).parts
    del parts["tagger"].header["linear"], parts["tagger"].header["vote"]
    parts["tagger"] = parts["tagger"]._replace(arrays={})
    save_parts(parts, tmp_path / "older")
    older = dodona.load(tmp_path / "older")
    sentences = grove("test")
    alone = without_linear_tagger(nlp.tagger)
    assert older.tagger.tag_batch(sentences) == alone.tag_batch(sentences)
    older.save(tmp_path / "again")
    assert "linear" not in load_parts(tmp_path / "again").parts["tagger"].header


def test_a_damaged_linear_tagger_is_refused(path, tmp_path):
    parts = load_parts(path).parts
    arrays = dict(parts["tagger"].arrays)
    del arrays["lexicon_keys"]
    parts["tagger"] = parts["tagger"]._replace(arrays=arrays)
    save_parts(parts, tmp_path / "broken")
    with pytest.raises(ModelError, match="lexicon_keys"):
        dodona.load(tmp_path / "broken")
