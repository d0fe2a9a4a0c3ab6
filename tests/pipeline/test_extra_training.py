"""Trees made by machine in the training of a pipeline: for the parser, and for nothing else."""

import lzma

import pytest

from dodona import load, read_conllu, train_pipeline
from dodona.errors import SettingsError, TreebankError
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from dodona.pipeline import PipelineTrainer
from dodona.pipeline.jackknife import jackknife, predict_with
from dodona.tagger import TaggerSettings, train_tagger
from dodona.treebank.building import with_columns
from examples import grove

GOLD = grove("train")[:80]
LABELS = {label for sentence in GOLD for label in sentence.deprels}
EXTRA = [sentence for sentence in grove("train")[80:] if LABELS.issuperset(sentence.deprels)]


def with_odd_columns(sentence):
    """What nobody should learn from: tags, lemmas and words apart that no treebank has."""
    odd = {name: ["ODD"] * len(sentence) for name in ("upos", "xpos", "lemma", "misc")}
    return with_columns(sentence, {**odd, "feats": ["Odd=Yes"] * len(sentence)})


ODD = [with_odd_columns(sentence) for sentence in EXTRA]


def trained(*, extra=ODD, **options):
    return train_pipeline(GOLD, extra=extra, iterations=2, seed=3, **options)


def content(part):
    part = part.to_part()
    return part.header, {name: array.tobytes() for name, array in part.arrays.items()}


def parser_of(sentences, extra, **options):
    trainer = Trainer(
        sentences, None, Settings(iterations=2, seed=3, **options), extra=[extra] if extra else None
    )
    for _ in trainer.run():
        pass
    return trainer.parser()


def test_extra_trees_change_the_parser_alone():
    plain, more = trained(extra=None), trained()
    for name in ("tokenizer", "tagger", "lemmatizer"):
        assert content(getattr(plain, name)) == content(getattr(more, name))
    assert content(plain.parser) != content(more.parser)


def test_the_tags_of_extra_sentences_are_predicted_by_the_tagger():
    settings = TaggerSettings(seed=3)
    tagger = train_tagger(GOLD, settings)
    gold = jackknife(GOLD, lambda s: train_tagger(s, settings).tag_batch, folds=4, seed=3)
    expected = parser_of(gold, tagger.tag_batch(ODD))
    assert content(trained().parser) == content(expected)


def test_also_where_the_treebank_keeps_its_own_tags():
    tagger = train_tagger(GOLD, TaggerSettings(seed=3))
    expected = parser_of(GOLD, tagger.tag_batch(ODD))
    assert content(trained(jackknife=0).parser) == content(expected)


def test_a_parser_that_looks_at_lemmas_gets_predicted_ones(tmp_path):
    features = tmp_path / "templates"
    features.write_text("S0.m\nN0.m\nS0.p N0.p\n")
    nlp = trained(jackknife=0, features=str(features))
    extra = predict_with(nlp.tagger, nlp.lemmatizer)(ODD)
    assert {lemma for sentence in extra for lemma in sentence.lemmas} != {"ODD"}
    assert content(nlp.parser) == content(parser_of(GOLD, extra, features=str(features)))


def test_without_a_tagger_the_tags_of_the_file_are_used():
    nlp = trained(parts=["tokenizer", "parser"])
    assert content(nlp.parser) == content(parser_of(GOLD, ODD))
    assert content(nlp.parser) != content(parser_of(GOLD, EXTRA))


def test_what_training_tells_of_them():
    steps = []
    extra = [*EXTRA, with_columns(EXTRA[0], {"deprel": ["odd"] * len(EXTRA[0])})]
    trainer = PipelineTrainer(GOLD, extra=extra, iterations=2)
    work = trainer.work
    told = []
    for step in trainer.run(told.append):
        steps.append(getattr(step, "name", "iteration"))
    words = sum(map(len, EXTRA))
    line = (
        f"extra trees: {len(EXTRA)} sentences, {words} words; left out: 1 with labels that the "
        "treebank does not have"
    )
    assert steps[-4:] == ["jack-knifed tags", line, "iteration", "iteration"]
    assert trainer.work == sum(told) == work + 2 * len(EXTRA)
    header = trainer.pipeline().parser.header
    assert header.training["extra"] == {
        "sentences": len(EXTRA), "words": words, "left_out": 1, "weight": 2.0
    }  # fmt: skip
    assert header.training["sentences"] == len(GOLD)


def test_a_packed_file_is_as_good_as_sentences(tmp_path):
    path = tmp_path / "extra.conllu.xz"
    path.write_bytes(lzma.compress("".join(s.to_conllu() for s in ODD).encode()))
    trained(extra=path).save(tmp_path / "file")
    trained().save(tmp_path / "sentences")
    assert (tmp_path / "file").read_bytes() == (tmp_path / "sentences").read_bytes()
    assert load(tmp_path / "file").parser.header.training["extra"]["sentences"] == len(ODD)


def test_a_file_that_is_no_treebank_is_noticed_before_training(tmp_path):
    path = tmp_path / "extra.conllu"
    path.write_text("no treebank\n")
    with pytest.raises(TreebankError, match=r"extra\.conllu:1"):
        PipelineTrainer(GOLD, extra=path)
    with pytest.raises(OSError, match="nowhere"):
        PipelineTrainer(GOLD, extra=tmp_path / "nowhere")


VOTE = {"arc-eager": {}, "arc-standard:reversed": {"direction": "right-to-left"}}


@pytest.mark.parametrize("kind", ["sentences", "iterator", "file"])
def test_each_parser_that_votes_learns_from_all_of_them(kind, tmp_path):
    path = tmp_path / "extra.conllu"
    path.write_text("".join(s.to_conllu() for s in ODD))
    extra = {"sentences": ODD, "iterator": iter(ODD), "file": read_conllu(path)}[kind]
    nlp = trained(extra=extra, parts=["tokenizer", "parser"], vote=list(VOTE))
    for member, (name, options) in zip(nlp.parser.members, VOTE.items(), strict=True):
        system = name.partition(":")[0]
        assert content(member) == content(parser_of(GOLD, ODD, system=system, **options))


def test_their_tags_are_predicted_for_each_parser_that_votes():
    nlp = trained(jackknife=0, vote=list(VOTE))
    extra = nlp.tagger.tag_batch(ODD)
    for member, (name, options) in zip(nlp.parser.members, VOTE.items(), strict=True):
        system = name.partition(":")[0]
        assert content(member) == content(parser_of(GOLD, extra, system=system, **options))


def test_a_file_with_mistakes_is_read_for_each_parser_that_votes(tmp_path):
    """What was passed over is told once."""
    path = tmp_path / "extra.conllu"
    path.write_text("1\tbroken\n\n" + "".join(s.to_conllu() for s in ODD))
    reader = read_conllu(path, skip_invalid=True)
    nlp = trained(extra=reader, parts=["parser"], vote=list(VOTE))
    counts = [member.header.training["extra"]["sentences"] for member in nlp.parser.members]
    assert counts == [len(ODD)] * 2
    assert [error.line for error in reader.invalid] == [1]


def test_a_neural_pipeline_learns_no_tags_from_them():
    """Nor from any other column: odd ones leave every byte as it was."""
    options = {"kind": "neural", "size": 16}
    plain, odd, alone = (trained(extra=extra, **options) for extra in (EXTRA, ODD, None))
    assert odd.tagger.tags == alone.tagger.tags
    for name in ("tokenizer", "tagger", "lemmatizer", "parser"):
        assert content(getattr(plain, name)) == content(getattr(odd, name))
    assert content(odd.parser) != content(alone.parser)
    assert odd.parser.header.training["extra"]["sentences"] == len(ODD)


def test_extra_trees_without_a_parser_make_no_sense():
    with pytest.raises(SettingsError, match="for the parser, which is not among the `parts`"):
        PipelineTrainer(GOLD, extra=EXTRA, parts=["tagger"])
