"""Parsers that vote, as one parser."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

import dodona
from dodona.errors import ArgumentError, ModelError, SettingsError
from dodona.evaluation.repairs import find_repairs
from dodona.evaluation.scores import evaluate_dev
from dodona.model.files import load_parts, save_parts
from dodona.model.parts import Part
from dodona.parser.settings import Settings, member_settings
from dodona.parser.vote_training import VotingTrainer
from dodona.parser.voting import VotingParser
from dodona.treebank import Sentence, is_projective
from examples import assert_valid_output, grove, nonsense_parser, train_parser, without_tree

NAMES = ["arc-eager", "arc-standard", "arc-standard:reversed"]


@pytest.fixture(scope="module")
def voting() -> VotingParser:
    return train_parser(grove("train"), vote=NAMES, iterations=2)


@pytest.fixture(scope="module")
def quarrel() -> VotingParser:
    """Parsers with random weights, which agree on little."""
    return VotingParser([nonsense_parser(seed, single_root=seed % 2 > 0) for seed in range(1, 6)])


def trees(sentences) -> list[tuple[list[int], list[str]]]:
    return [(sentence.heads, sentence.deprels) for sentence in sentences]


def raw(sentences) -> list[bytes]:
    return [sentence.raw for sentence in sentences]


# What is elected ---------------------------------------------------------------------------------


def test_each_parser_is_trained_as_if_it_were_alone(voting):
    options = [
        {"system": "arc-eager"},
        {"system": "arc-standard"},
        {"system": "arc-standard", "direction": "right-to-left"},
    ]
    for member, alone in zip(voting.members, options, strict=True):
        expected = train_parser(grove("train"), iterations=2, **alone)
        assert member.header == expected.header
        assert raw(member.parse(grove("test"))) == raw(expected.parse(grove("test")))


def test_votes_are_those_of_the_members_and_scores_their_share(voting):
    test = grove("test")
    ballots = [trees(member.parse(test)) for member in voting.members]
    disputed = 0
    for place, (sentence, votes) in enumerate(
        zip(voting.parse(test, scores=True), voting.votes(test), strict=True)
    ):
        for i, word in enumerate(sentence):
            arcs = Counter((heads[i], labels[i]) for heads, labels in (b[place] for b in ballots))
            assert votes[i] == arcs
            share = next(m for m in word.misc.split("|") if m.startswith("Score="))
            assert share == f"Score={arcs[word.head, word.deprel] / 3:.2g}"
            disputed += len(arcs) > 1
    assert disputed > 10


@pytest.mark.parametrize("options", [{}, {"projective": True}])
def test_output_is_valid(voting, quarrel, options):
    for parser in (voting, quarrel):
        for sentence in parser.parse(grove("test"), **options):
            assert_valid_output(sentence, set(parser.labels))
            assert not options or is_projective([-1, *sentence.heads])


def test_those_who_come_too_late_change_nothing(voting, quarrel):
    """With scores all of them vote, and without them only as many as it takes."""
    test = grove("test") + grove("train")
    for parser in (voting, quarrel):
        assert trees(parser.parse(test)) == trees(parser.parse(test, scores=True))


def test_those_who_come_too_late_are_not_asked(voting, monkeypatch):
    asked = [0, 0, 0]
    for i, member in enumerate(voting.members):
        find_trees = member.tree_finder

        def finder(options, i=i, find_trees=find_trees):
            find = find_trees(options)

            def counted(draft, words, kept):
                asked[i] += len(draft.sentences)
                return find(draft, words, kept)

            return counted

        monkeypatch.setattr(member, "tree_finder", finder)
    train = grove("train")
    agreed = [
        one == two
        for one, two in zip(*(trees(m.parse(train)) for m in voting.members[:2]), strict=True)
    ]
    asked[:] = [0, 0, 0]
    list(voting.parse(train))
    assert asked == [len(train), len(train), agreed.count(False)]
    assert 0 < asked[2] < len(train)


@pytest.mark.parametrize("threads", [2, 4])
def test_the_number_of_threads_changes_nothing(quarrel, threads):
    many = grove("train") * 4
    assert raw(quarrel.parse(many, threads=threads)) == raw(quarrel.parse(many))


def test_tags_of_a_pipeline_reach_all_parsers():
    options = {"parts": ["tagger", "parser"], "jackknife": 2, "iterations": 2}
    nlp = dodona.train_pipeline(grove("train"), grove("dev"), vote=NAMES, **options)
    tagged = list(nlp.parse(grove("test"), tag=True))
    assert trees(nlp.parser.parse(tagged)) == trees(tagged)
    assert nlp.about["scores_on_dev"]["LAS"] > 50


def test_members_may_have_beams_and_be_pseudo_projective():
    train, test = grove("train"), grove("test")
    members = [
        train_parser(train, iterations=2, beam=4),
        train_parser(train, iterations=2, nonprojective="pseudo"),
        train_parser(train, iterations=2, system="covington"),
    ]
    parser = VotingParser(members)
    for sentence in parser.parse(test):
        assert_valid_output(sentence, set(parser.labels))
    with pytest.raises(SettingsError, match="lifted words"):
        parser.parse_batch(test, projective=True)
    with pytest.raises(SettingsError, match="covington gives trees that are not projective"):
        parser.parse_batch(test, projective=True, deprojectivize=False)


def test_tags_that_any_member_needs_are_asked_for(voting):
    assert voting.needs == ["UPOS", "XPOS"]
    bare = Sentence.from_words(["A", "dog"], upos=["DET", "NOUN"])
    assert voting.lacks(bare) == ["XPOS"]
    with pytest.raises(dodona.DodonaError, match="the words have no XPOS"):
        list(voting.parse([bare]))


# Saved, loaded, put together ---------------------------------------------------------------------


def test_saved_and_loaded_it_is_the_same(voting, tmp_path):
    path, again = tmp_path / "model", tmp_path / "again"
    voting.save(path)
    loaded = dodona.load(path)
    assert loaded.parser.header == voting.header
    assert raw(loaded.parse(grove("test"))) == raw(voting.parse(grove("test")))
    loaded.save(again)
    assert again.read_bytes() == path.read_bytes()
    for copied in (pickle.loads(pickle.dumps(loaded)), pickle.loads(pickle.dumps(voting))):
        assert raw(copied.parse(grove("test"))) == raw(voting.parse(grove("test")))


def test_one_seed_gives_one_model(voting, tmp_path):
    for name in ("one", "two"):
        train_parser(grove("train"), vote=NAMES, iterations=2).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_parsers_pipelines_and_files_are_put_together(voting, tmp_path):
    one, two, three = voting.members
    three.save(tmp_path / "three")
    with_tagger = dodona.train_pipeline(
        grove("train"), parts=["tagger", "parser"], jackknife=0, iterations=2, licence="CC0"
    )
    nlp = dodona.vote([one, two, tmp_path / "three"])
    assert raw(nlp.parse(grove("test"))) == raw(voting.parse(grove("test")))
    more = dodona.vote([nlp, with_tagger, voting])
    assert len(more.parser.members) == 7
    assert more.tagger is with_tagger.tagger
    assert more.about == {"licence": "CC0"}
    more.save(tmp_path / "more")
    words = [without_tree(s) for s in grove("test")]
    assert raw(dodona.load(tmp_path / "more").parse(words)) == raw(more.parse(words))


def test_scores_on_dev_are_those_of_all_together():
    lines = []
    nlp = dodona.train(grove("train"), grove("dev"), vote=NAMES, iterations=2, report=lines.append)
    assert [line.member for line in lines[:-1]] == [name for name in NAMES for _ in range(2)]
    parsed = nlp.parse(grove("dev"))
    expected = dodona.evaluate(grove("dev"), parsed).all_words.las
    assert nlp.parser.header.scores["dev"]["all_words"]["las"] == expected
    assert str(lines[-1]).startswith(f"vote of 3  dev UAS {lines[-1].dev.all_words.uas:.2f}")
    assert lines[-1].to_dict()["vote"] == 3


def test_training_that_is_interrupted_keeps_the_parsers_that_are_there():
    settings = member_settings(vote=NAMES, iterations=2)
    trainer = VotingTrainer(grove("train"), None, settings, evaluate_dev)
    assert not trainer.has_parser
    systems = []
    for _ in trainer.run():
        parser = trainer.parser()
        members = parser.members if isinstance(parser, VotingParser) else [parser]
        systems.append([member.header.system for member in members])
    every = ["arc-eager", "arc-standard", "arc-standard"]
    assert systems == [every[:1], every[:1], every[:2], every[:2], every, every]


# What cannot be done -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vote": ["arc-eager"]}, "1 parser; there must be 2 to 15"),
        ({"vote": []}, "0 parsers"),
        ({"vote": ["arc-eager"] * 2}, "has a parser twice"),
        ({"vote": ["arc-eager", "arc-lazy"]}, "system is 'arc-lazy'; it must be one of arc-eager"),
        ({"vote": ["arc-eager", "covington:backwards"]}, "'covington:backwards'.* :reversed"),
        ({"vote": "arc-eager,covington"}, "must be a list of names"),
        ({"vote": NAMES, "system": "covington"}, "leave out `system`"),
        ({"vote": NAMES, "direction": "right-to-left"}, "leave out `direction`"),
        ({"vote": ["arc-eager", "covington"], "nonprojective": "skip"}, "covington learns from"),
    ],
)
def test_members_that_make_no_sense(options, message):
    with pytest.raises(SettingsError, match=message):
        dodona.train(grove("train"), **options)


def test_settings_are_those_of_one_parser():
    """So recipes of experiments, which train one, refuse to vote."""
    with pytest.raises(SettingsError, match="settings of one"):
        Settings(vote=NAMES)


def test_templates_that_are_not_for_all_members():
    with pytest.raises(dodona.DodonaError, match="covington"):
        dodona.train(grove("train"), vote=NAMES, features="covington")


def test_parsers_that_cannot_vote(voting, tagger):
    one = voting.members[0]
    other = nonsense_parser(1, labels=("subj", "comp", "mod"))
    with pytest.raises(SettingsError, match="there are 1 parsers to vote"):
        dodona.vote([one])
    with pytest.raises(SettingsError, match="parser 2 has other labels than parser 1"):
        dodona.vote([one, other])
    with pytest.raises(SettingsError, match="a Tagger cannot vote"):
        dodona.vote([one, tagger])
    with pytest.raises(ArgumentError, match="a list of models"):
        dodona.vote("en")
    with pytest.raises(ModelError, match="no such model"):
        dodona.vote([one, "nowhere.dodona"])


def test_wishes_that_votes_cannot_fulfil(voting):
    with pytest.raises(SettingsError, match="leave out `nbest`"):
        voting.parse_batch(grove("test"), nbest=2)
    with pytest.raises(SettingsError, match="make no transitions together"):
        find_repairs(voting, [])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda header, arrays: header.update(members=header["members"][:1]), "2 to 15 values"),
        (lambda header, arrays: header.update(members="all"), "members"),
        (lambda header, arrays: header.pop("scores"), "scores is missing"),
        (lambda header, arrays: header["members"][1].pop("labels"), "labels is missing"),
        (lambda header, arrays: arrays.pop("1.weights"), "damaged"),
        (lambda header, arrays: arrays.update({"7.x": arrays["0.weights"]}), "no parser for"),
    ],
)
def test_files_that_were_changed(voting, tmp_path, change, message):
    path = tmp_path / "model"
    voting.save(path)
    part = load_parts(path).parts["parser"]
    arrays = dict(part.arrays)
    change(part.header, arrays)
    save_parts({"parser": Part(part.header, arrays)}, path)
    with pytest.raises(ModelError, match=message):
        dodona.load(path)


# Parsers that know how sure they are --------------------------------------------------------------


@pytest.fixture(scope="module")
def sure() -> VotingParser:
    """A neural parser that was calibrated, and two linear ones."""
    neural = train_parser(grove("train")[:60], grove("dev"), kind="neural", size=16, iterations=6)
    weak = [
        train_parser(grove("train")[:30], system=system, iterations=3)
        for system in ("arc-eager", "arc-standard")
    ]
    return VotingParser([neural, *weak])


def test_a_neural_parser_has_votes_as_it_is_sure(sure):
    """Where it is sure the others cannot outvote it; the share of votes tells how sure all are."""
    test = grove("test")
    neural = sure.members[0]
    assert [member.is_calibrated for member in sure.members] == [True, False, False]
    trees_alone = trees(neural.parse(test))
    scored = list(neural.parse(test, scores=True))
    elected = list(sure.parse(test, scores=True))
    ballots = [trees(member.parse(test)) for member in sure.members[1:]]
    kept = outvoted = 0
    for i, (one, both) in enumerate(zip(scored, elected, strict=True)):
        misc = [dict(m.split("=") for m in cell.split("|") if "=" in m) for cell in one.misc]
        probabilities = [float(m["Score"]) * float(m["LabelScore"]) for m in misc]
        if all(p > 0.51 for p in probabilities):
            assert trees([both])[0] == trees_alone[i]
            kept += 1
        for word, p in enumerate(probabilities):
            arcs = [(t[i][0][word], t[i][1][word]) for t in (trees_alone, *ballots)]
            arc = both.heads[word], both.deprels[word]
            share = sum(w for w, a in zip((4 * p, 1, 1), arcs, strict=True) if a == arc)
            said = dict(m.split("=") for m in both.misc[word].split("|") if "=" in m)["Score"]
            assert float(said) == pytest.approx(share / (4 * p + 2), abs=0.02)
            outvoted += arc != arcs[0]
    assert kept > 0
    assert outvoted > 0


def test_the_others_are_asked_only_where_it_is_not_sure(sure, monkeypatch):
    asked = []
    finder = dodona.Parser.tree_finder

    def noted(self, options):
        find = finder(self, options)

        def noting(draft, words, kept):
            asked.append(len(draft.sentences))
            return find(draft, words, kept)

        return noting

    monkeypatch.setattr(dodona.Parser, "tree_finder", noted)
    some = trees(sure.parse(grove("test")))
    assert min(asked) > 0
    assert max(asked) < len(grove("test"))
    asked.clear()
    assert trees(sure.parse(grove("test"), scores=True)) == some
    assert asked == [len(grove("test"))] * 2
