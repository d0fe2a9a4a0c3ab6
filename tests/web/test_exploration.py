"""A state of the explorer beside the systems and the models that it shows."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import LABELS, projective_trees, trees

import dodona
from dodona.errors import SettingsError, TransitionError, TreeError
from dodona.systems import get_system, system_names
from dodona.web.exploration import MOST_WORDS, Exploration, Setup, explore
from dodona.web.exports import FORMATS, export

RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)
each_system = pytest.mark.parametrize("name", system_names())
LETTER = dodona.Sentence.from_words(
    ["He", "wrote", "her", "a", "letter", "."],
    upos=["PRON", "VERB", "PRON", "DET", "NOUN", "PUNCT"],
    heads=[2, 0, 2, 5, 2, 2],
    deprels=["nsubj", "root", "iobj", "det", "obj", "punct"],
)
CROSSING = dodona.Sentence.from_words(list("abcd"), heads=[3, 4, 0, 3], deprels=list("xyrz"))


def sentence_of(heads: Any, rng: random.Random) -> dodona.Sentence:
    n = len(heads) - 1
    words = [f"w{d}" for d in range(1, n + 1)]
    return dodona.Sentence.from_words(words, heads=heads[1:], deprels=rng.choices(LABELS, k=n))


@each_system
@given(rng=RANDOMS, data=st.data())
def test_what_is_shown_is_what_the_system_says(name, rng, data):
    system = get_system(name)
    heads = data.draw(projective_trees(max_words=6) if system.projective else trees(max_words=6))
    sentence = sentence_of(heads, rng)
    state = explore(sentence, name)
    loss = system.loss(system.initial(len(sentence)), sentence, True)
    c = system.initial(len(sentence))
    while True:
        shown = json.loads(json.dumps(state.to_dict()))
        costs = system.costs(c, sentence, True)
        assert [each["name"] for each in shown["transitions"]] == system.legal(c)
        for each in shown["transitions"]:
            if each["dependent"] < 1:
                assert each["cost"] == costs[each["name"], None]
            for label in each["labels"]:
                assert label["cost"] == costs[each["name"], label["label"]]
        assert shown["loss"] == system.loss(c, sentence, True)
        assert {each["name"] for each in shown["transitions"] if each["by_oracle"]} == {
            transition for transition, _ in system.oracle(c, sentence, True)
        }
        kinds = [each["kind"] for each in shown["gold"]]
        # The loss of one is a bound, that of others is exact only as far as words are in order.
        if name != "covington-nonmonotonic" and not system.reorders:
            assert kinds.count("lost") == shown["loss"]
            spent = sum(row["cost"] for row in shown["history"])
            assert shown["loss"] == loss + spent
        if c.is_terminal():
            break
        transition = rng.choice(system.legal(c))
        label = rng.choice(LABELS)
        c = system.apply(c, transition, label)
        state = state.apply(transition, label)
    assert shown["configuration"]["heads"] == c.heads
    assert "open" not in kinds  # words that hang from the root have their arcs at the end


@each_system
def test_the_oracle_derives_the_gold_tree(name):
    state = explore(LETTER, name).run()
    assert state.configuration.is_terminal()
    assert state.loss == 0
    assert state.best_tree.heads[1:] == LETTER.heads
    assert state.best_tree.labels[1:] == LETTER.deprels


@each_system
@pytest.mark.parametrize("oracle", ["static", "nondeterministic"])
def test_the_other_oracles_derive_it_too(name, oracle):
    state = explore(LETTER, name, oracle=oracle).run()
    assert state.loss == 0
    if oracle == "static":
        assert list(state.transitions) == state.system.static_oracle(LETTER, True)


def test_a_static_oracle_falls_silent_off_its_path_and_a_dynamic_one_does_not():
    wrong = [("SHIFT", None), ("SHIFT", None)]
    static = Exploration(LETTER, Setup(oracle="static"), wrong)
    names, note = static.oracle()
    assert names == set() and note is not None and "off it" in note
    with pytest.raises(SettingsError, match="off it"):
        static.step()
    dynamic = Exploration(LETTER, Setup(), wrong).run()
    assert dynamic.loss == Exploration(LETTER, Setup(), wrong).loss > 0
    silent = Exploration(LETTER, Setup(oracle="nondeterministic"), wrong).oracle()
    assert silent == (set(), "the gold tree is out of reach: this oracle has nothing to say")


def test_trees_that_are_not_projective():
    note = explore(CROSSING, "arc-eager").oracle()[1]
    assert note is not None and "not projective" in note
    assert explore(CROSSING, "arc-eager", oracle="exact").oracle()[1] is None
    assert explore(CROSSING, "arc-eager", oracle="exact").run().loss == 1
    assert explore(CROSSING, "covington").run().loss == 0
    note = explore(CROSSING, "arc-eager", oracle="static").oracle()[1]
    assert note is not None and "projective trees only" in note


def test_without_labels_arcs_have_none():
    state = explore(LETTER, labelled=False).run()
    assert state.loss == 0
    assert {label for _, label in state.transitions} == {None}


def test_the_model_steps_as_it_parses(grove, grove_test):
    for name in ("arc-eager", "lr-spine", "covington"):
        parser: Any = dodona.train(grove[:80], system=name, iterations=2, seed=1).parser
        gold = grove_test[0]
        state = explore(gold, parser=parser)
        assert state.setup == Setup.of_parser(parser)
        assert [list(state.run("model").transitions)] == list(parser.derivations([gold]))
        for each in state.to_dict()["transitions"]:
            scores = [s for (t, _), s in state.scores.items() if t == each["name"]]
            assert each["score"] == max(scores)
        other = explore(gold, "arc-standard", parser=parser)
        assert other.scores == {}
        assert other.to_dict()["model_note"] == f"the model works with {name}"
        with pytest.raises(SettingsError, match="the model works with"):
            other.step("model")


def test_what_does_not_fit_is_told():
    bare = dodona.Sentence.from_words(["a"])
    with pytest.raises(TreeError, match="no tree"):
        explore(bare)
    with pytest.raises(TransitionError, match="not legal"):
        explore(LETTER).apply("REDUCE")
    with pytest.raises(SettingsError, match="no oracle 'wise'"):
        explore(LETTER, oracle="wise")  # type: ignore[arg-type]
    long = dodona.Sentence.from_words(
        ["a"] * (MOST_WORDS + 1), heads=range(MOST_WORDS + 1), deprels=["x"] * (MOST_WORDS + 1)
    )
    with pytest.raises(SettingsError, match=f"up to {MOST_WORDS} words"):
        explore(long)
    nine = dodona.Sentence.from_words(["a"] * 9, heads=range(9), deprels=["x"] * 9)
    with pytest.raises(SettingsError, match="choose a bound"):
        explore(nine, "covington-nonmonotonic", loss="exact")


@each_system
def test_all_exports_of_a_derivation(name):
    state = explore(LETTER, name).run()
    files = {kind: export(state, kind) for kind in FORMATS}
    assert ElementTree.fromstring(files["svg"].content).tag.endswith("svg")
    assert "var(" not in files["svg"].content
    assert files["conllu"].content == LETTER.to_conllu()
    assert files["latex"].content.count(r"\\") >= len(state.transitions)
    assert r"\begin{dependency}" in files["tikz"].content
    page = files["html"].content
    assert "http" not in re.sub(r"http://www\.w3\.org/\S*", "", page.split("<body>")[1])
    data = json.loads(page.split('id="derivation">')[1].split("</script>")[0])
    assert len(data["steps"]) == len(state.transitions) + 1
    assert data["steps"][-1]["configuration"] == json.loads(
        json.dumps(state.configuration.to_dict())
    )


def test_a_notebook_shows_a_frame_that_no_text_can_break():
    nasty = "</script><script>alert(1)</script>"
    sentence = dodona.Sentence.from_words([nasty, 'b"'], heads=[0, 1], deprels=["root", nasty])
    frame = explore(sentence).run()._repr_html_()
    assert frame.startswith("<iframe")
    assert nasty not in frame
    inner = re.search(r'srcdoc="([^"]*)"', frame)
    assert inner is not None and frame.endswith(f'{inner[1]}"></iframe>')


def test_there_is_no_other_format():
    with pytest.raises(dodona.DodonaError, match="only svg, latex"):
        export(explore(LETTER), "pdf")
