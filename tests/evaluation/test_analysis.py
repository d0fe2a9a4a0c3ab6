"""Where the errors are: buckets beside definitions, and sums beside the scores."""

import io
import random
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perturbation import perturbed
from strategies import trees

from dodona import evaluate
from dodona.evaluation.analysis import analyse
from dodona.evaluation.arcs import DIMENSIONS, arcs_of, depths
from dodona.evaluation.rules import get_rule
from dodona.evaluation.scores import aligned
from dodona.treebank import Sentence, read_conllu
from examples import make_sentence

GROVE = list(read_conllu(str(resources.files("dodona") / "data" / "grove-train.conllu")))


def analysed(gold, system, rule, name="system"):
    return analyse(aligned(gold, system, rule), rule, name)


def ancestors(heads, word):
    while word:
        word = heads[word]
        yield word


@given(trees(max_words=12))
def test_depth_is_what_its_definition_says(heads):
    words = range(1, len(heads))
    assert depths(heads[1:]) == [len(list(ancestors(heads, word))) for word in words]


def test_a_long_chain_needs_no_recursion():
    heads = list(range(5000))
    assert depths(heads)[-1] == 5000


def test_the_buckets_of_an_arc():
    heads = [3, 4, 4, 0, *[4] * 14]
    arcs = arcs_of(heads, ["x"] * 18, ["N"] * 18)
    assert [arc.length for arc in arcs] == [
        *("2", "2", "1", "root", "1", "2", "3–4", "3–4", *["5–7"] * 3, *["8–14"] * 7)
    ]
    assert [arc.direction for arc in arcs[:5]] == ["left", "left", "left", "root", "right"]
    assert [arc.depth for arc in arcs[:5]] == ["3", "2", "2", "1", "2"]
    assert [arc.projectivity for arc in arcs[:3]] == ["non-projective", "projective", "projective"]
    assert {arc.sentence_length for arc in arcs} == {"11–20"}


def sentence(*rows):
    lines = [
        f"{i}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_\n"
        for i, (form, tag, head, label) in enumerate(rows, 1)
    ]
    return Sentence.from_conllu("".join(lines) + "\n")


GOLD = sentence(
    ("It", "PRON", 2, "nsubj"), ("rains", "VERB", 0, "root"), ("cats", "NOUN", 2, "obj"),
    (".", "PUNCT", 2, "punct"),
)  # fmt: skip
SYSTEM = sentence(
    ("It", "PRON", 2, "obj"), ("rains", "VERB", 0, "root"), ("cats", "NOUN", 1, "obj"),
    (".", "PUNCT", 3, "punct"),
)  # fmt: skip


def test_an_example_by_hand():
    analysis = analysed([GOLD, GOLD], [GOLD, SYSTEM], get_rule("ud"))
    assert (analysis.sentences, analysis.exact, analysis.exact_heads) == (2, 1, 1)
    assert analysis.to_dict()["errors"] == {
        "right": 5, "label": 1, "head": 2, "head_and_label": 0, "not_aligned": 0,
    }  # fmt: skip
    labels = analysis.breakdown["label"]
    assert (labels["nsubj"].gold, labels["nsubj"].system) == (2, 1)
    assert (labels["nsubj"].recall, labels["nsubj"].precision) == (50, 100)
    assert (labels["obj"].recall, labels["obj"].precision) == (50, pytest.approx(100 / 3))
    assert labels["obj"].system_heads == 2  # "It" has the right head, but is no object
    directions = analysis.breakdown["direction"]
    assert (directions["right"].gold, directions["right"].gold_labelled) == (4, 2)
    assert (directions["left"].gold_heads, directions["left"].gold_labelled) == (2, 1)
    (confusion,) = analysis.confusions
    assert (confusion.gold, confusion.system) == ("nsubj", "obj")
    assert (confusion.count, confusion.right_head) == (1, 1)
    without = analysed([GOLD], [SYSTEM], get_rule("ud", exclude_punct="tag"))
    assert "PUNCT" not in without.breakdown["tag"]


@given(st.integers(0, 2**32), st.sampled_from([0.02, 0.2, 0.6]), st.sampled_from(["tag", None]))
def test_every_dimension_adds_up_to_the_scores(seed, rate, exclude):
    rng = random.Random(seed)
    gold = rng.sample(GROVE, 4)
    system = list(read_conllu(io.BytesIO(perturbed(gold, rng, rate))))
    rule = get_rule("ud", exclude_punct=exclude)
    score = evaluate(gold, system, rule=rule).scored
    analysis = analysed(gold, system, rule)
    for dimension in DIMENSIONS:
        buckets = analysis.breakdown[dimension].values()
        assert sum(b.gold for b in buckets) == score.words
        assert sum(b.system for b in buckets) == score.given
        assert sum(b.gold_heads for b in buckets) == score.heads
        assert sum(b.system_heads for b in buckets) == score.heads
        assert sum(b.gold_labelled for b in buckets) == score.labelled
        assert sum(b.system_labelled for b in buckets) == score.labelled
    errors = analysis.errors
    assert errors.right == score.labelled
    assert errors.right + errors.label == score.heads
    kinds = analysis.to_dict()["errors"]
    assert sum(kinds.values()) == score.words
    assert sum(c.count for c in analysis.confusions) == errors.label + errors.head_and_label
    assert sum(c.right_head for c in analysis.confusions) == errors.label
    assert analysis.exact <= analysis.exact_heads <= analysis.sentences == 4


def test_a_tree_with_a_word_too_many_is_not_exact():
    words = "1\tde\t_\tX\t_\t_\t2\tcase\t_\t_\n2\tel\t_\tX\t_\t_\t0\troot\t_\t_\n"
    gold = Sentence.from_conllu("1-2\tdel" + "\t_" * 8 + f"\n{words}\n")
    more = f"{words}3\tx\t_\tX\t_\t_\t2\tdet\t_\t_\n"
    system = Sentence.from_conllu("1-3\tdel" + "\t_" * 8 + f"\n{more}\n")
    analysis = analysed([gold, gold], [system, gold], get_rule("ud"))
    assert analysis.errors.right == 4
    assert (analysis.exact, analysis.exact_heads) == (1, 1)


def test_a_perfect_system():
    analysis = analysed(GROVE, GROVE, get_rule("conll07"), "itself")
    assert analysis.exact == analysis.exact_heads == len(GROVE)
    assert analysis.confusions == []
    buckets = [b for each in analysis.breakdown.values() for b in each.values()]
    assert {(b.precision, b.recall, b.f1, b.unlabelled_f1) for b in buckets} == {(100,) * 4}
    text = analysis.to_text()
    assert text.startswith(f"itself: {len(GROVE)} sentences; rule conll07 (CoNLL 2007)")
    assert "Labels mixed up" not in text


def test_text_has_all_tables_and_says_what_it_leaves_out():
    system = list(read_conllu(io.BytesIO(perturbed(GROVE, random.Random(1), 0.5))))
    text = analysed(GROVE, system, get_rule("ud")).to_text()
    headings = ("Length of the arc", "Direction", "Distance to the root", "Projectivity",
                "Length of the sentence", "Label ", "Tag of the dependent", "Labels mixed up",
                "more (all of them as JSON)", "that the system divides otherwise")  # fmt: skip
    for heading in headings:
        assert heading in text


def test_a_share_of_no_arcs_is_none():
    """Not 0: a system without crossing arcs is not wrong in all of them."""
    crossing = make_sentence([3, 4, 0, 3])
    straight = make_sentence([3, 3, 0, 3])
    found = analysed([crossing], [straight], get_rule("ud"))
    bucket = found.breakdown["projectivity"]["non-projective"]
    assert (bucket.gold, bucket.system) == (1, 0)
    assert (bucket.precision, bucket.recall, bucket.f1) == (None, 0, 0)
    assert found.to_dict()["arcs"]["projectivity"]["non-projective"]["precision"] is None
    (row,) = (line for line in found.to_text().splitlines() if "non-projective" in line)
    assert row.split() == ["non-projective", "1", "0", "–", "0.00", "0.00", "0.00"]
