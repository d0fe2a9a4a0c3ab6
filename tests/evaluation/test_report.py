"""The whole report: everything from one alignment of each system."""

import io
import random
from importlib import resources

import pytest
from perturbation import perturbed

import dodona
from dodona.errors import ArgumentError, SettingsError
from dodona.evaluation import evaluate, evaluate_ud, get_rule, make_report, scores
from dodona.evaluation.page import html_page
from dodona.treebank import read_conllu
from examples import grove

GOLD = list(read_conllu(str(resources.files("dodona") / "data" / "grove-train.conllu")))


@pytest.fixture(scope="module")
def systems():
    """Two systems that also divide the text in their own way."""
    data = (perturbed(GOLD, random.Random(seed), 0.1) for seed in (1, 2))
    return [
        (name, list(read_conllu(io.BytesIO(raw)))) for name, raw in zip("ab", data, strict=True)
    ]


def test_a_report_says_what_each_function_says_by_itself(systems):
    report = make_report(GOLD, systems, analyses=True, rounds=50)
    for (name, sentences), scored, analysis in zip(
        systems, report.systems, report.analyses, strict=True
    ):
        assert scored.name == analysis.name == name
        assert scored.evaluation == evaluate(GOLD, sentences)
        assert scored.metrics == evaluate_ud(GOLD, sentences)
        assert sum(vars(analysis.errors).values()) == scored.evaluation.all_words.words
    (difference,) = report.comparison.differences
    assert difference.points["LAS"] == pytest.approx(
        report.systems[1].score("LAS") - report.systems[0].score("LAS")
    )


def test_each_system_is_aligned_once(systems, monkeypatch):
    calls = []
    align = scores.passages

    def counted(*files):
        calls.append(files)
        return align(*files)

    monkeypatch.setattr(scores, "passages", counted)
    report = make_report(GOLD, systems, analyses=True, rounds=10)
    html_page(report)
    report.to_text()
    assert len(calls) == len(systems)


def test_a_report_has_what_was_asked_for(systems):
    report = make_report(GOLD, systems[:1])
    assert (report.comparison, report.analyses, report.repairs) == (None, [], None)
    assert report.to_dict() == report.systems[0].to_dict()
    assert report.to_text() == report.systems[0].to_text()
    with pytest.raises(ArgumentError, match="a page needs"):
        html_page(report)
    whole = make_report(GOLD, systems[:1], confidence=True, analyses=True, rounds=10)
    assert {"system", "metrics", "intervals", "method", "analyses"} <= set(whole.to_dict())
    assert whole.to_text().startswith(whole.comparison.to_text() + "\n\na: ")


def test_paths_and_rules(tmp_path):
    gold, system = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    for path in (gold, system):
        dodona.write_conllu(GOLD, path)
    by_name = make_report(gold, [("s", str(system))], "conllx", labels="universal")
    by_rule = make_report(GOLD, [("s", GOLD)], get_rule("conllx", labels="universal"))
    assert by_name.to_dict() == by_rule.to_dict()
    with pytest.raises(SettingsError, match="a Rule says all"):
        make_report(GOLD, [("s", GOLD)], get_rule("ud"), labels="full")


def test_the_parser_tells_what_it_repaired():
    train, test = grove("train"), grove("test")
    parser = dodona.train(train, system="covington-nonmonotonic", iterations=2).parser
    parsed = list(parser.parse(test))
    report = make_report(test, [("s", parsed)], parser=parser)
    assert report.repairs.sentences == len(test)
    assert report.to_dict()["repairs"] == report.repairs.to_dict()
    assert report.to_text().endswith("\n\n" + report.repairs.to_text())
    with pytest.raises(ArgumentError, match="one system"):
        make_report(test, [("s", parsed), ("t", parsed)], parser=parser)
    with pytest.raises(ArgumentError, match="name a system"):
        make_report(test, [])
