"""What each part of a pipeline learns from."""

import re

import pytest

from dodona import load, train_pipeline
from dodona.errors import SettingsError, TreebankError
from dodona.lemmatizer import LemmatizerSettings, train_lemmatizer
from dodona.parser.base_trainer import Iteration
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from dodona.pipeline import PipelineTrainer
from dodona.pipeline.jackknife import jackknife
from dodona.tagger import TaggerSettings, train_tagger
from dodona.treebank.building import with_columns
from examples import grove


def trained(**options) -> PipelineTrainer:
    settings = {name: options.pop(name) for name in ("features",) if name in options}
    trainer = PipelineTrainer(
        grove("train"), grove("dev"), iterations=1, seed=3, **settings, **options
    )
    for _ in trainer.run():
        pass
    return trainer


def jackknifed(settings=None):
    settings = settings or TaggerSettings(seed=3)
    return jackknife(grove("train"), lambda s: train_tagger(s, settings).tag_batch, folds=4, seed=3)


def test_the_parser_learns_from_tags_that_were_predicted():
    trainer = trained()
    tagged = jackknifed()
    assert [s.upos for s in tagged] != [s.upos for s in grove("train")]
    alone = Trainer(tagged, None, Settings(iterations=1, seed=3))
    for _ in alone.run():
        pass
    sentences = grove("test")
    parser = trainer.pipeline().parser
    assert parser.parse_batch(sentences) == alone.parser().parse_batch(sentences)


def test_the_lemmatiser_learns_from_the_tags_of_the_treebank():
    expected = train_lemmatizer(grove("train"), LemmatizerSettings(seed=3))
    assert trained().pipeline().lemmatizer.to_part().header == expected.to_part().header
    sentences = grove("test")
    found = trained().pipeline().lemmatizer.lemmatize_batch(sentences)
    assert found == expected.lemmatize_batch(sentences)


def test_without_folds_the_parser_learns_from_the_tags_of_the_treebank():
    alone = Trainer(grove("train"), None, Settings(iterations=1, seed=3))
    for _ in alone.run():
        pass
    sentences = grove("test")
    parser = trained(jackknife=0).pipeline().parser
    assert parser.parse_batch(sentences) == alone.parser().parse_batch(sentences)


def test_a_parser_that_looks_at_lemmas_learns_from_predicted_ones(tmp_path):
    templates = tmp_path / "templates"
    templates.write_text("S0.m\nN0.m\nS0.p N0.p\n")
    steps = []
    trainer = PipelineTrainer(grove("train"), iterations=1, features=str(templates))
    for step in trainer.run():
        steps.append(getattr(step, "name", "iteration"))
    assert steps == [
        "tokenizer", "tagger", "lemmatizer", "jack-knifed tags and lemmas", "iteration"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "folds"),
    [
        (["tokenizer"], 4),
        (["tagger"], 4),
        (["tagger", "lemmatizer"], 2),
        (["parser"], 4),
        (["parser", "tagger"], 3),
        (["tokenizer", "tagger", "lemmatizer", "parser"], 0),
    ],
)
def test_parts_can_be_chosen(parts, folds):
    told = []
    trainer = PipelineTrainer(
        grove("train"), grove("dev"), iterations=2, parts=parts, jackknife=folds
    )
    assert not trainer.has_pipeline
    for _ in trainer.run(told.append):
        pass
    assert trainer.has_pipeline
    assert set(trainer.pipeline().parts) == set(parts)
    assert sum(told) == trainer.work


def test_parts_that_the_treebank_has_nothing_for_are_left_out():
    blank = {name: lambda s: ["_"] * len(s) for name in ("lemma", "upos", "xpos", "feats")}
    for columns, left in [
        (["lemma"], ["tokenizer", "tagger", "parser"]),
        (["upos", "xpos", "feats"], ["tokenizer", "lemmatizer", "parser"]),
    ]:
        train = [
            with_columns(s, {name: blank[name](s) for name in columns}) for s in grove("train")
        ]
        nlp = train_pipeline(train, iterations=1)
        assert nlp.parts == left
    with pytest.raises(TreebankError, match="no tags to learn from"):
        train_pipeline(train, parts=["tagger"])


def test_one_seed_one_model(tmp_path):
    for name in ("a", "b"):
        trained().pipeline().save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("kind", ["linear", "neural"])
def test_so_many_threads_the_same_model(kind):
    """Parts and folds side by side; nothing depends on which of them is ready first."""
    options = {"kind": kind, "iterations": 2, "jackknife": 3}
    if kind == "neural":
        options |= {"size": 16, "layers": 1}
    models, steps = [], []
    for threads in (1, 2, 5):
        told: list[int] = []
        trainer = PipelineTrainer(grove("train"), grove("dev"), threads=threads, **options)
        steps.append([getattr(step, "name", "") for step in trainer.run(told.append)])
        assert sum(told) == trainer.work
        models.append(trainer.pipeline().to_bytes())
    assert models[0] == models[1] == models[2]
    assert steps[0] == steps[1] == steps[2]


def test_the_scores_of_the_parts_that_are_there():
    scores = trained().pipeline().about["scores_on_dev"]
    assert list(scores) == ["UPOS", "XPOS", "UFeats", "Lemmas", "UAS", "LAS"]
    assert 60 < scores["LAS"] <= scores["UAS"] < 100
    assert 80 < scores["UPOS"] < 100
    assert list(trained(parts=["tagger"]).pipeline().about["scores_on_dev"]) == [
        "UPOS", "XPOS", "UFeats"
    ]  # fmt: skip
    assert trained(parts=["parser"]).pipeline().about == {}


def test_all_taggers_of_a_pipeline_and_the_parser_have_the_clusters(tmp_path):
    path = tmp_path / "clusters"
    path.write_text("".join(f"{s.forms[0].lower()}\t{s.upos[0]}\n" for s in grove("train")[:2]))
    nlp = trained(clusters=path).pipeline()
    nlp.save(tmp_path / "model")
    settings = TaggerSettings(seed=3, clusters=path)
    tagger = train_tagger(grove("train"), settings)
    tagged = tagger.tag_batch(grove("test"))
    assert nlp.tagger.to_part().header == tagger.to_part().header
    assert load(tmp_path / "model").tagger.tag_batch(grove("test")) == tagged
    predicted = jackknifed(settings)
    assert [s.upos for s in predicted] != [s.upos for s in jackknifed()]
    alone = Trainer(predicted, None, Settings(iterations=1, seed=3, clusters=path))
    for _ in alone.run():
        pass
    assert nlp.parser.parse_batch(tagged) == alone.parser().parse_batch(tagged)


def test_what_training_reports():
    steps = []
    train_pipeline(grove("train"), iterations=2, report=steps.append)
    names = [step.number if isinstance(step, Iteration) else step.name for step in steps]
    assert names == ["tokenizer", "tagger", "lemmatizer", "jack-knifed tags", 1, 2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parts": ["tokeniser"]}, "`parts` is 'tokeniser'; it must be one of tokenizer,"),
        ({"parts": []}, "there is no part to train"),
        ({"parts": "parser"}, "`parts` is 'parser'; it must be a list of names"),
        ({"jackknife": 1}, "`jackknife` is 1"),
        ({"jackknife": -2}, "`jackknife` is -2"),
        ({"clusters": "f", "parts": ["tokenizer"]}, "`clusters` are for tagger and parser"),
    ],
)
def test_settings_that_make_no_sense(options, message):
    with pytest.raises(SettingsError, match=message):
        PipelineTrainer(grove("train"), **options)


def test_reports_are_lines_that_people_read(capsys):
    train_pipeline(
        grove("dev"), grove("dev"), parts=["tokenizer", "parser"], iterations=2, report=print
    )
    tokenizer, *iterations = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"tokenizer  \d+\.\d s", tokenizer)
    scores = r"dev UAS \d+\.\d\d LAS \d+\.\d\d"
    line = rf"iteration   [12]  mistakes +\d+\.\d\d %  {scores}(  best)?  \d+\.\d s"
    assert [bool(re.fullmatch(line, text)) for text in iterations] == [True, True]
