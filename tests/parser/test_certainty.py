"""How sure neural parsing is: probabilities of arcs, labels and tags."""

from __future__ import annotations

from array import array
from math import exp

import pytest

import dodona
from dodona.errors import SettingsError
from dodona.keywords import complete
from dodona.options import DecodingOptions
from dodona.systems import system_names
from dodona.treebank.columns import Draft
from dodona.treebank.mirroring import mirror_trees
from examples import grove, make_sentence

OPTIONS = complete(DecodingOptions, {})
SMALL = {"kind": "neural", "size": 32, "iterations": 4}


def surely(parser, sentence):
    return parser.find_surely(Draft([sentence]), None, OPTIONS)


@pytest.mark.parametrize("direction", ["left-to-right", "right-to-left"])
@pytest.mark.parametrize("system", system_names())
def test_probabilities_are_those_of_the_transitions(system, direction):
    parser = dodona.train(grove("train")[:30], **SMALL, system=system, direction=direction).parser
    for sentence in grove("test")[:8]:
        heads, labels, arcs, sure_labels = surely(parser, sentence)
        c = parser.system.initial(len(sentence))
        expected = {}
        for made in next(iter(parser.derivations([sentence]))):
            scores = parser.scores(sentence, c)
            powers = {t: exp((score - scores[made]) / 65536) for t, score in scores.items()}
            after = parser.system.apply(c, *made)
            new = [d for d in range(1, len(sentence) + 1) if after.heads[d] not in (-1, c.heads[d])]
            if new and len(scores) > 1:
                same = sum(power for t, power in powers.items() if t[0] == made[0])
                expected[new[0]] = same / sum(powers.values()), 1 / same
            elif new:
                expected[new[0]] = 1, 1
            c = after
        if direction == "right-to-left":  # the last word of a configuration is the first
            mirror_trees(heads, labels, array("i", [len(heads)]))
            arcs, sure_labels = arcs[::-1], sure_labels[::-1]
        assert c.heads[1:] == list(heads)
        for word, (arc, label) in expected.items():
            assert arcs[word - 1] == pytest.approx(arc, abs=1e-5)
            assert sure_labels[word - 1] == pytest.approx(label, abs=1e-5)


def test_they_stand_in_misc_and_change_no_tree():
    nlp = dodona.train_pipeline(grove("train"), grove("dev"), **SMALL)
    sentences = grove("test")
    plain = list(nlp.parse(sentences, tag=True))
    scored = list(nlp.parse(sentences, tag=True, scores=True))
    for one, other in zip(plain, scored, strict=True):
        assert (one.heads, one.deprels, one.upos) == (other.heads, other.deprels, other.upos)
        for before, after in zip(one, other, strict=True):
            entries = dict(entry.split("=", 1) for entry in after.misc.split("|"))
            for name in ("Score", "LabelScore", "TagScore"):
                assert 0 <= float(entries.pop(name)) <= 1
            assert "|".join(f"{k}={v}" for k, v in entries.items()) == before.misc.replace("_", "")


def test_tags_that_are_given_are_judged_too():
    nlp = dodona.train_pipeline(grove("train"), **{**SMALL, "iterations": 20})
    right = grove("train")[0]
    wrong = make_sentence(right.heads, forms=right.forms, upos=["X"] * len(right))
    good, bad = (next(nlp.parse([s], scores=True)) for s in (right, wrong))
    assert all("TagScore=0.9" in w.misc or "TagScore=1" in w.misc for w in list(good)[:2])
    assert not any("TagScore" in word.misc for word in bad)


def test_dev_calibrates_them():
    plain = dodona.train(grove("train"), **SMALL).parser
    calibrated = dodona.train(grove("train"), grove("train"), **SMALL).parser
    assert plain.header.calibration == {}
    assert set(calibrated.header.calibration) == {"arcs", "labels"}
    sentences = grove("train")
    right = total = 0.0
    for sentence in sentences:
        heads, _, arcs, _ = surely(calibrated, sentence)
        right += sum(a == b for a, b in zip(heads, sentence.heads, strict=True))
        total += sum(arcs)
    assert total == pytest.approx(right, rel=0.03)


def test_where_there_is_no_place_for_them():
    old = [make_sentence(s.heads, s.deprels, upos=["N"] * len(s), comment="") for s in grove("dev")]
    parser = dodona.train(old, **SMALL).parser
    with pytest.raises(SettingsError, match="CoNLL-X has no place"):
        next(parser.parse(old, scores=True))
    linear = dodona.train(grove("train")[:20], iterations=1).parser
    with pytest.raises(SettingsError, match="or a neural one"):
        next(linear.parse(grove("test"), scores=True))
